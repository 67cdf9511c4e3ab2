//! wasm-bindgen's command line and test runner, of exactly the version in Cargo.lock: the two sides of the glue must be one
//! version. Kept in the cache, so that a second clone does not build it again.

use crate::error::{Error, Result};
use crate::place::{self, Place};
use crate::process::Program;
use serde::Deserialize;
use std::path::PathBuf;

pub(crate) struct Bindgen {
    bin: PathBuf,
}

impl Bindgen {
    pub(crate) fn program(&self) -> PathBuf {
        self.bin.join("wasm-bindgen")
    }

    pub(crate) fn test_runner(&self) -> PathBuf {
        self.bin.join("wasm-bindgen-test-runner")
    }

    fn is_there(&self) -> bool {
        self.program().exists() && self.test_runner().exists()
    }
}

pub(crate) fn ready(place: &Place) -> Result<Bindgen> {
    let version = locked_version(&place::read(&place.root.join("Cargo.lock"))?)?;
    let root = place.cache.join(format!("wasm-bindgen-{version}"));
    let bindgen = Bindgen { bin: root.join("bin") };
    if !bindgen.is_there() {
        println!("setup: building wasm-bindgen {version} into {} (a few minutes, once)", root.display());
        // A debug build is fast enough and half the time. Not `--locked`: its lock may name a version that a mirror of the
        // registry does not have yet. Outside the repository, whose configuration it must not read.
        place::make_dir(&root)?;
        Program::cargo()
            .args(["install", "wasm-bindgen-cli", "--version", &version, "--debug", "--quiet", "--root"])
            .arg(&root)
            .env("CARGO_TARGET_DIR", root.join("build"))
            .in_dir(&root)
            .run()?;
        // Only the programs are wanted; what they were built from is hundreds of megabytes.
        let _ = std::fs::remove_dir_all(root.join("build"));
    }
    Ok(bindgen)
}

#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Deserialize)]
struct Locked {
    name: String,
    version: String,
}

fn locked_version(lock: &str) -> Result<String> {
    let lock: Lock = toml::from_str(lock).map_err(|why| Error::malformed("Cargo.lock", why))?;
    lock.package
        .into_iter()
        .find(|package| package.name == "wasm-bindgen")
        .map(|package| package.version)
        .ok_or_else(|| Error::malformed("Cargo.lock", "it does not name wasm-bindgen"))
}

#[cfg(test)]
mod tests {
    use super::locked_version;

    #[test]
    fn the_version_is_that_of_the_lock_file() {
        let lock = "version = 4\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(locked_version(lock).unwrap(), "0.2.130");
    }

    #[test]
    fn a_lock_file_without_it_is_an_error() {
        assert!(locked_version("version = 4\n[[package]]\nname = \"a\"\nversion = \"1.0.0\"\n").is_err());
    }
}
