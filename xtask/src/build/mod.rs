//! From sources to a folder that Chrome loads: the engine's wasm, the bundles, the pages, the manifest; then what ships is
//! weighed and searched. Reading the recipe is the only configuration; everything else is said in these files.

mod audit;
mod budget;
pub(crate) mod bundle;
mod entries;
mod icons;
mod manifest;
mod recipe;
mod wasm;
mod weight;

use crate::error::Result;
use crate::place::{self, Place};
use crate::setup::packages;
use std::path::PathBuf;

/// Which manifest lies in the folder. Nothing else differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Flavour {
    /// `dist/`, as people load it.
    Production,
    /// `target/dist-test/`, with host permissions for loopback and `*.test` and a stable id: a test cannot press the browser's
    /// own prompt.
    Test,
}

impl Flavour {
    pub(crate) fn folder(self, place: &Place) -> PathBuf {
        match self {
            Self::Production => place.root.join("dist"),
            Self::Test => place.root.join("target").join("dist-test"),
        }
    }
}

pub(crate) fn run(place: &Place, flavour: Flavour) -> Result<PathBuf> {
    let recipe = recipe::Recipe::read(place)?;
    packages::ready(place)?;
    let sources = entries::present(place)?;
    let engine = wasm::build(place, &recipe)?;

    let out = flavour.folder(place);
    place::fresh_dir(&out)?;
    place::copy_file(&engine.wasm, &out.join("engine.wasm"))?;
    let graph = bundle::ship(place, &sources, &engine, &out)?;
    for page in &sources.copied {
        place::copy_file(&page.from, &out.join(&page.to))?;
    }
    icons::draw(&out)?;
    manifest::install(place, flavour, &out)?;

    audit::run(&out)?;
    budget::check(&out, &recipe, &graph)?;
    println!("build: {}", out.display());
    Ok(out)
}
