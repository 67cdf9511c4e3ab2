//! esbuild, driven through `extension/bundle.mjs`: the bundles that ship, and the scripts that Node runs.

use crate::build::entries::{Entry, INJECTED, PAGES, STYLES, Sources, WORKER};
use crate::build::wasm::Engine;
use crate::error::{Error, Result};
use crate::place::{self, Place};
use crate::process::Program;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Ship,
    Script,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    Esm,
    Iife,
}

#[derive(Serialize)]
struct Group<'a> {
    kind: Kind,
    format: Format,
    splitting: bool,
    entries: Vec<Point>,
    outdir: &'a Path,
    alias: BTreeMap<&'static str, &'a Path>,
}

#[derive(Serialize)]
struct Point {
    #[serde(rename = "in")]
    source: PathBuf,
    out: String,
}

#[derive(Serialize)]
struct Job<'a> {
    groups: Vec<Group<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metafile: Option<PathBuf>,
}

/// Which output imports which, as esbuild reports it.
#[derive(Deserialize)]
pub(crate) struct Graph {
    outputs: BTreeMap<String, Output>,
}

#[derive(Deserialize)]
struct Output {
    #[serde(default)]
    imports: Vec<Import>,
}

#[derive(Deserialize)]
struct Import {
    path: String,
    kind: String,
}

impl Graph {
    /// The files that load before the first line of `entry` runs, itself included. Names are those of the metafile.
    pub(crate) fn eager(&self, entry: &str) -> BTreeSet<&str> {
        let mut found = BTreeSet::new();
        let mut open: Vec<&str> = self
            .outputs
            .keys()
            .map(String::as_str)
            .filter(|path| Path::new(path).file_name().is_some_and(|name| name == entry))
            .collect();
        while let Some(path) = open.pop() {
            if found.insert(path)
                && let Some(output) = self.outputs.get(path)
            {
                let statics = output.imports.iter().filter(|import| import.kind == "import-statement");
                open.extend(statics.map(|import| import.path.as_str()));
            }
        }
        found
    }
}

pub(crate) fn ship(place: &Place, _checked: &Sources, engine: &Engine, out: &Path) -> Result<Graph> {
    let group = |format, splitting, entries: &[&Entry]| Group {
        kind: Kind::Ship,
        format,
        splitting,
        entries: entries
            .iter()
            .map(|entry| Point { source: place.extension().join(entry.source), out: entry.name.to_owned() })
            .collect(),
        outdir: out,
        alias: BTreeMap::from([("fairlead-engine", engine.glue.as_path())]),
    };
    let metafile = place.root.join("target").join("bundle.json");
    let styles: Vec<&Entry> = STYLES.iter().collect();
    let injected: Vec<&Entry> = INJECTED.iter().collect();
    // A group a page: chunks that pages share would cut what the panel loads first into more and smaller files.
    let mut groups: Vec<Group<'_>> = PAGES.iter().map(|page| group(Format::Esm, true, &[page])).collect();
    groups.extend([
        group(Format::Esm, false, &[&WORKER]),
        group(Format::Iife, false, &injected),
        group(Format::Esm, false, &styles),
    ]);
    run(place, &Job { groups, metafile: Some(metafile.clone()) })?;
    serde_json::from_value(place::read_json(&metafile)?)
        .map_err(|why| Error::malformed("esbuild's metafile", why))
}

/// Bundles scripts for Node into a folder of their own and says where each lies, in the order given.
pub(crate) fn scripts(place: &Place, folder: &str, sources: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let outdir = place.scripts().join(folder);
    place::fresh_dir(&outdir)?;
    let names: Vec<String> = sources.iter().map(|source| flat_name(place, source)).collect();
    let entries = sources
        .iter()
        .zip(&names)
        .map(|(source, name)| Point { source: source.clone(), out: name.clone() })
        .collect();
    let group = Group {
        kind: Kind::Script,
        format: Format::Esm,
        splitting: false,
        entries,
        outdir: &outdir,
        alias: BTreeMap::new(),
    };
    run(place, &Job { groups: vec![group], metafile: None })?;
    Ok(names.iter().map(|name| outdir.join(format!("{name}.mjs"))).collect())
}

/// `tests/e2e/a/b.test.ts` becomes `tests-e2e-a-b.test`, so that no two sources meet in one name.
fn flat_name(place: &Place, source: &Path) -> String {
    let inside = source.strip_prefix(&place.root).unwrap_or(source).with_extension("");
    inside.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("-")
}

fn run(place: &Place, job: &Job<'_>) -> Result<()> {
    let job = serde_json::to_string(job).map_err(|why| Error::malformed("the bundler's job", why))?;
    Program::node().arg(place.extension().join("bundle.mjs")).arg(job).run()
}

#[cfg(test)]
mod tests {
    use super::Graph;

    #[test]
    fn what_loads_lazily_is_not_eager() {
        let graph: Graph = serde_json::from_str(
            r#"{"outputs":{
                "../dist/panel.js":{"imports":[{"path":"../dist/chunks/a.js","kind":"import-statement"},
                                               {"path":"../dist/chunks/lazy.js","kind":"dynamic-import"}]},
                "../dist/chunks/a.js":{"imports":[{"path":"../dist/chunks/b.js","kind":"import-statement"}]},
                "../dist/chunks/b.js":{"imports":[]},
                "../dist/chunks/lazy.js":{"imports":[]}}}"#,
        )
        .unwrap();
        let eager: Vec<&str> = graph.eager("panel.js").into_iter().collect();
        assert_eq!(eager, ["../dist/chunks/a.js", "../dist/chunks/b.js", "../dist/panel.js"]);
    }
}
