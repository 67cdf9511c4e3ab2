//! The TypeScript twins of `fairlead-protocol`: its JSON Schema becomes types, a table to check values by, and a hash that both
//! sides compare when they meet. Written into the repository, and checked for drift.

mod hash;
mod reading;
mod shape;
mod table;
mod typescript;

#[cfg(test)]
mod tests;

use crate::error::{Error, Result};
use crate::place::{self, Place};
use std::path::PathBuf;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Write,
    /// Write nothing; fail when what lies there is not what would be written.
    Check,
}

struct Twin {
    path: PathBuf,
    text: String,
}

pub(crate) fn run(place: &Place, mode: Mode) -> Result<()> {
    let document = fairlead_protocol::schema::document();
    let schema = reading::read(&document)?;
    let hash = hash::of(&document)?;
    let wire = place.extension().join("wire");
    let twins = [
        Twin { path: wire.join("wire.ts"), text: typescript::render(&schema) },
        Twin { path: wire.join("schema.ts"), text: table::render(&schema)? },
        Twin { path: wire.join("hash.ts"), text: hash::typescript(&hash, fairlead_protocol::PROTOCOL) },
        Twin { path: place.root.join("crates/protocol/src/schema_hash.rs"), text: hash::rust(&hash) },
    ];
    let stale: Vec<&Twin> =
        twins.iter().filter(|twin| place::read(&twin.path).ok().as_ref() != Some(&twin.text)).collect();
    match mode {
        Mode::Write => {
            for twin in &stale {
                place::write(&twin.path, &twin.text)?;
                println!("wire: {}", twin.path.display());
            }
            println!("wire: {} types, schema hash {hash}", schema.types.len());
            Ok(())
        }
        Mode::Check => Error::unless_clean(
            "generated files are not those of the protocol; run `cargo xtask wire`",
            stale.iter().map(|twin| twin.path.display().to_string()).collect(),
        ),
    }
}
