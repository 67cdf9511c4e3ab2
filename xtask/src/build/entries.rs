//! What ships, by name: the one list of entry points, pages and folders of the extension.

use crate::error::{Error, Result};
use crate::place::{self, Place};
use std::path::{Path, PathBuf};

/// Scripts, below `extension/`, and the name each has in the extension (without `.js`).
pub(crate) struct Entry {
    pub(crate) source: &'static str,
    pub(crate) name: &'static str,
}

/// Modules in pages, each bundled for itself: what a page loads lazily lies in chunks.
pub(crate) const PAGES: [Entry; 4] = [
    Entry { source: "panel/main.tsx", name: "panel" },
    Entry { source: "settings/main.tsx", name: "settings" },
    Entry { source: "settings/runs.tsx", name: "runs" },
    Entry { source: "settings/exchanges/main.tsx", name: "exchanges" },
];

/// One module: a service worker may not import at run time.
pub(crate) const WORKER: Entry = Entry { source: "background/main.ts", name: "background" };

/// Classic scripts: what `chrome.scripting` injects is no module. The last goes into the page's own world.
pub(crate) const INJECTED: [Entry; 3] = [
    Entry { source: "content/main.ts", name: "content" },
    Entry { source: "content/hand/main.ts", name: "hand" },
    Entry { source: "content/dialogs_page.ts", name: "dialogs" },
];

pub(crate) const STYLES: [Entry; 4] = [
    Entry { source: "panel/panel.css", name: "panel" },
    Entry { source: "settings/settings.css", name: "settings" },
    Entry { source: "panel/timeline/timeline.css", name: "timeline" },
    Entry { source: "settings/exchanges/exchanges.css", name: "exchanges" },
];

const HTML: [(&str, &str); 4] = [
    ("panel/panel.html", "panel.html"),
    ("settings/settings.html", "settings.html"),
    ("settings/runs.html", "runs.html"),
    ("settings/exchanges/exchanges.html", "exchanges.html"),
];

/// Copied whole, under its own name.
const LOCALES: &str = "_locales";

pub(crate) struct Sources {
    pub(crate) copied: Vec<Copied>,
}

pub(crate) struct Copied {
    pub(crate) from: PathBuf,
    pub(crate) to: PathBuf,
}

/// Looks for everything before anything is built, and names all that is missing at once.
pub(crate) fn present(place: &Place) -> Result<Sources> {
    let extension = place.extension();
    let scripts = PAGES.iter().chain(&STYLES).chain([&WORKER]).chain(&INJECTED).map(|entry| entry.source);
    let missing: Vec<String> = scripts
        .chain(HTML.iter().map(|(source, _)| *source))
        .filter(|source| !extension.join(source).is_file())
        .map(|source| format!("extension/{source} is missing"))
        .collect();
    Error::unless_clean("the extension is not complete", missing)?;

    let mut copied: Vec<Copied> = HTML
        .iter()
        .map(|(source, name)| Copied { from: extension.join(source), to: PathBuf::from(name) })
        .collect();
    for from in place::files_below(&extension.join(LOCALES))? {
        let to = from.strip_prefix(&extension).map(Path::to_owned).unwrap_or_default();
        copied.push(Copied { from, to });
    }
    Ok(Sources { copied })
}
