//! Tables that the gatekeeper compiles in, made anew from what crates of `Cargo.lock` carry: `cargo update -p CRATE` and this command
//! bring them up to date. Tests of the gatekeeper hold them against those crates.

mod confusables;
mod suffixes;

use crate::error::Result;
use crate::place::{self, Place};

pub(crate) fn run(place: &Place) -> Result<()> {
    let tables = [("suffixes.txt", suffixes::table(place)?), ("confusables.txt", confusables::table())];
    for (name, table) in tables {
        let path = place.root.join("crates/gatekeeper/data").join(name);
        place::write(&path, format!("{table}\n"))?;
        println!("data: {} bytes in {}", table.len(), path.display());
    }
    Ok(())
}
