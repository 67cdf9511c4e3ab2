//! What no compiler checks: who may depend on whom, what may not appear in the sources of the pure crates, and under which terms
//! the dependencies come.

pub(crate) mod arrows;
pub(crate) mod licences;
pub(crate) mod lint;
pub(crate) mod sources;
mod terms;

use crate::error::Result;
use crate::place::Place;
use crate::setup::packages;

/// The worker's glue is typed by what wasm-bindgen wrote, so a build comes first.
pub(crate) fn types(place: &Place) -> Result<()> {
    packages::ready(place)?;
    packages::program(place, "typescript/bin/tsc").args(["--project", "extension"]).in_dir(&place.root).run()
}
