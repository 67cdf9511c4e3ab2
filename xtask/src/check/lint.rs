//! Clippy over everything, each crate on the target it is for. Warnings are errors.

use crate::error::Result;
use crate::place::Place;
use crate::process::Program;
use crate::setup::wasm_target::{self, TARGET};

/// They exist only in the browser.
const WASM_ONLY: [&str; 2] = ["fairlead-worker", "fairlead-store-rexie"];

pub(crate) fn check(place: &Place) -> Result<()> {
    native(place)?;
    wasm(place)
}

fn native(place: &Place) -> Result<()> {
    Program::cargo()
        .args(["clippy", "--quiet", "--workspace", "--all-targets"])
        .args(WASM_ONLY.iter().flat_map(|package| ["--exclude", package]))
        .args(["--", "--deny", "warnings"])
        .in_dir(&place.root)
        .run()
}

fn wasm(place: &Place) -> Result<()> {
    let toolchain = wasm_target::ready(place)?;
    let packages = WASM_ONLY.iter().flat_map(|package| ["--package", package]);
    let check = |subcommand| {
        toolchain
            .cargo()
            .args([subcommand, "--quiet", "--all-targets", "--target", TARGET])
            .args(packages.clone())
    };
    if toolchain.cargo().args(["clippy", "--version"]).quiet().is_err() {
        println!("lint: {} has no clippy; its crates are only compiled", toolchain.describe());
        return check("check").in_dir(&place.root).run();
    }
    check("clippy").args(["--", "--deny", "warnings"]).in_dir(&place.root).run()
}
