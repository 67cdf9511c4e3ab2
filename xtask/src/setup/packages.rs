//! The npm packages of the extension: exactly those of its lock file, and no script of theirs is run.

use crate::error::{Error, Result};
use crate::place::{self, Place};
use crate::process::Program;
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::PathBuf;

pub(crate) fn folder(place: &Place) -> PathBuf {
    place.extension().join("node_modules")
}

pub(crate) fn ready(place: &Place) -> Result<()> {
    let lock = place.extension().join("package-lock.json");
    let wanted = fingerprint(&place::read_bytes(&lock)?);
    let stamp = folder(place).join(".installed-from");
    if place::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    if let Err(why) = Program::node().arg("--version").quiet() {
        return Err(Error::missing("Node.js 20 or later", format!("install it with npm ({why})")));
    }
    println!("setup: npm ci --ignore-scripts");
    Program::new("npm")
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error"])
        .in_dir(&place.extension())
        .run()?;
    place::write(&stamp, wanted)
}

/// A program that a package carries. They are scripts of Node, so it starts them the same way everywhere.
pub(crate) fn program(place: &Place, path: &str) -> Program {
    Program::node().arg(folder(place).join(path))
}

/// SHA-256 in lowercase hex.
pub(crate) fn fingerprint(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
