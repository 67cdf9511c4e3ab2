//! What the layers are. Every package and every folder with tests is in exactly one; a test of this file sees to it.

pub(crate) struct Layer {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) runs: &'static [Run],
}

pub(crate) enum Run {
    /// `cargo test` of these packages.
    Native(&'static [&'static str]),
    /// The same, in the profile `sim`.
    Optimised(&'static [&'static str]),
    /// wasm-bindgen's tests of one package, in headless Chromium.
    Browser(&'static str),
    /// Every `*.test.ts` below one folder, in Node. Some drive Chromium themselves.
    Node(&'static str),
    /// Like `Node`, one test after the other, with the test build loaded and a playground running.
    Journey(&'static str),
    /// Like `Journey`, with a real model beside the playground.
    RealModel(&'static str),
}

pub(crate) const LAYERS: &[Layer] = &[
    Layer {
        name: "pure",
        about: "states, policies, codecs, tables; no browser, no clock",
        runs: &[
            Run::Native(&[
                "fairlead-protocol",
                "fairlead-gatekeeper",
                "fairlead-tools",
                "fairlead-providers",
                "fairlead-evidence",
                "fairlead-engine",
                "fairlead-runtime",
                "fairlead-playground",
            ]),
            // Apart from the others: they build the protocol with another feature.
            Run::Native(&["fairlead-derive", "xtask"]),
        ],
    },
    Layer {
        name: "sim",
        about: "whole Turns in a simulated world, with crashes",
        runs: &[Run::Optimised(&["fairlead-sim", "fairlead-replay", "fairlead-scenarios"])],
    },
    Layer {
        name: "store",
        about: "one suite, in memory and in Chromium's IndexedDB",
        runs: &[Run::Native(&["fairlead-store"]), Run::Browser("fairlead-store-rexie")],
    },
    Layer {
        name: "content",
        about: "the content script against pages in Chromium",
        runs: &[Run::Node("extension/content")],
    },
    Layer {
        name: "panel",
        about: "what is checked, reduced and drawn, without a browser",
        runs: &[Run::Node("extension/wire"), Run::Node("extension/background"), Run::Node("extension/panel")],
    },
    Layer {
        name: "e2e",
        about: "the production build in Chromium, against the playground",
        runs: &[Run::Journey("tests/e2e")],
    },
];

/// Only when asked for: what it installs is large, and what a real model says is never twice the same.
pub(crate) const REAL_MODEL: Layer = Layer {
    name: "real-model",
    about: "a small real model on a real server, through the extension",
    runs: &[Run::RealModel("tests/real-model")],
};

/// Compiled and linted, and tested through what uses it.
#[cfg(test)]
const TESTED_THROUGH_OTHERS: [&str; 1] = ["fairlead-worker"];

#[cfg(test)]
mod tests {
    use super::{LAYERS, REAL_MODEL, Run, TESTED_THROUGH_OTHERS};
    use crate::check::arrows::Workspace;
    use crate::place::{Place, files_below};
    use std::collections::BTreeSet;

    fn runs() -> impl Iterator<Item = &'static Run> {
        LAYERS.iter().chain([&REAL_MODEL]).flat_map(|layer| layer.runs)
    }

    #[test]
    fn every_package_of_the_workspace_is_in_exactly_one_layer() {
        let mut listed: Vec<&str> = runs()
            .flat_map(|run| match run {
                Run::Native(packages) | Run::Optimised(packages) => packages.to_vec(),
                Run::Browser(package) => vec![*package],
                Run::Node(_) | Run::Journey(_) | Run::RealModel(_) => Vec::new(),
            })
            .chain(TESTED_THROUGH_OTHERS)
            .collect();
        listed.sort_unstable();
        let workspace = Workspace::read(&Place::find().unwrap()).unwrap();
        assert_eq!(listed, workspace.names().into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn every_test_file_of_the_shell_is_below_a_folder_of_a_layer() {
        let place = Place::find().unwrap();
        let folders: BTreeSet<&str> = runs()
            .filter_map(|run| match run {
                Run::Node(folder) | Run::Journey(folder) | Run::RealModel(folder) => Some(*folder),
                Run::Native(_) | Run::Optimised(_) | Run::Browser(_) => None,
            })
            .collect();
        let rooms =
            ["background", "content", "panel", "settings", "wire"].map(|room| place.extension().join(room));
        let driven = ["e2e", "real-model"].map(|folder| place.root.join("tests").join(folder));
        let stray: Vec<String> = rooms
            .iter()
            .chain(&driven)
            .filter(|folder| folder.is_dir())
            .flat_map(|folder| files_below(folder).unwrap())
            .map(|path| path.strip_prefix(&place.root).unwrap().display().to_string())
            .filter(|path| path.ends_with(".test.ts") || path.ends_with(".test.tsx"))
            .filter(|path| !folders.iter().any(|folder| path.starts_with(&format!("{folder}/"))))
            .collect();
        assert_eq!(stray, [""; 0]);
    }
}
