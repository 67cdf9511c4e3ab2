//! `wasm-pack.toml`, read once into what the build needs.

use crate::error::{Error, Result};
use crate::place::{self, Place};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Recipe {
    pub(crate) engine: EngineRecipe,
    pub(crate) optimise: Optimise,
    pub(crate) budgets: Budgets,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct EngineRecipe {
    #[serde(rename = "crate")]
    pub(crate) package: String,
    pub(crate) target: String,
    pub(crate) profile: String,
    pub(crate) rustflags: Vec<String>,
    pub(crate) out_dir: String,
    pub(crate) out_name: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Optimise {
    pub(crate) wasm_opt: Vec<String>,
}

/// In kilobytes after gzip.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Budgets {
    pub(crate) engine_wasm: u64,
    pub(crate) panel_eager_js: u64,
    pub(crate) panel_css: u64,
}

impl Recipe {
    pub(crate) fn read(place: &Place) -> Result<Self> {
        let text = place::read(&place.root.join("wasm-pack.toml"))?;
        toml::from_str(&text).map_err(|why| Error::malformed("wasm-pack.toml", why))
    }
}
