//! The way to wasm without rustup's servers: std built once from Debian's sources with Debian's compiler, laid out as a toolchain
//! folder in the cache and linked under a name of ours. The project's own build needs no nightly flag for it.

use crate::error::{Error, Result};
use crate::place::{self, Place};
use crate::process::Program;
use crate::setup::wasm_target::{TARGET, has_std};
use crate::setup::{apt, packages::fingerprint};
use std::fs;
use std::path::{Path, PathBuf};

pub(crate) const TOOLCHAIN: &str = "fairlead-wasm";

const RUSTC: &str = "/usr/bin/rustc";
const CARGO: &str = "/usr/bin/cargo";
const RUSTDOC: &str = "/usr/bin/rustdoc";
const LINKER: &str = "/usr/lib/llvm-22/bin/lld";
const CLIPPY: [&str; 2] = ["cargo-clippy", "clippy-driver"];
const PACKAGES: [&str; 5] = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-clippy", "lld-22"];

/// A crate of nothing: building it with `-Zbuild-std` builds std.
const EMPTY_CRATE: &str = r#"[package]
name = "only-std"
version = "0.0.0"
edition = "2021"

[workspace]

[profile.release]
opt-level = "s"
panic = "abort"
"#;

/// The folder of the toolchain.
pub(crate) fn ready(place: &Place) -> Result<PathBuf> {
    if ![RUSTC, CARGO, LINKER, "/usr/bin/clippy-driver"].iter().all(|program| Path::new(program).exists()) {
        apt::install("Debian's Rust compiler for the web", &PACKAGES)?;
    }
    let dir = folder(place)?;
    if !is_whole(&dir) {
        println!("setup: building std for {TARGET} into {} (about a minute, once)", dir.display());
        make(&dir)?;
    }
    if linked(place).is_none() {
        Program::new("rustup").args(["toolchain", "link", TOOLCHAIN]).arg(&dir).run()?;
    }
    Ok(dir)
}

/// The folder that belongs to the compiler installed now, if the name stands for it.
pub(crate) fn linked(place: &Place) -> Option<PathBuf> {
    let dir = folder(place).ok().filter(|dir| is_whole(dir))?;
    let sysroot = Program::new("rustc")
        .args(["--print", "sysroot"])
        .env("RUSTUP_TOOLCHAIN", TOOLCHAIN)
        .output_if_it_succeeds()?;
    (Path::new(sysroot.trim()) == dir).then_some(dir)
}

/// Keyed by the compiler: another version cannot read this one's std.
fn folder(place: &Place) -> Result<PathBuf> {
    if !Path::new(RUSTC).exists() {
        return Err(Error::missing(RUSTC, "it comes with Debian's rustc-web"));
    }
    let version = Program::new(RUSTC).arg("-vV").output()?;
    let key: String = fingerprint(version.as_bytes()).chars().take(12).collect();
    Ok(place.cache.join(format!("wasm-toolchain-{key}")))
}

fn is_whole(dir: &Path) -> bool {
    dir.join("bin/rustc").exists() && has_std(&std_folder(dir))
}

fn std_folder(dir: &Path) -> PathBuf {
    dir.join("lib/rustlib").join(TARGET).join("lib")
}

fn make(dir: &Path) -> Result<()> {
    let work = dir.with_extension("build");
    place::fresh_dir(&work)?;
    place::write(&work.join("Cargo.toml"), EMPTY_CRATE)?;
    place::write(&work.join("src/lib.rs"), "")?;
    Program::new(CARGO)
        .args(["build", "--quiet", "--release", "-Zbuild-std=std,panic_abort,test", "--target", TARGET])
        .in_dir(&work)
        .env("RUSTC", RUSTC)
        // Only here, to build std; nothing of the project sees it.
        .env("RUSTC_BOOTSTRAP", "1")
        // Link-time optimisation of the engine reads the bitcode of std.
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", "-Cembed-bitcode=yes")
        // A seed of the symbol hashes, so that this std is not taken for another build of the same sources.
        .env("__CARGO_DEFAULT_LIB_METADATA", TOOLCHAIN)
        .env("CARGO_TARGET_DIR", work.join("target"))
        .run()?;
    lay_out(&work.join("target").join(TARGET).join("release/deps"), dir)?;
    fs::remove_dir_all(&work).map_err(Error::io(&work))
}

#[cfg(unix)]
fn lay_out(built: &Path, dir: &Path) -> Result<()> {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let host = host()?;
    let rustlib = dir.join("lib/rustlib");
    place::fresh_dir(dir)?;
    for path in place::files_below(built)? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.ends_with(".rlib") && !name.starts_with("libonly_std-") {
            place::copy_file(&path, &std_folder(dir).join(name))?;
        }
    }
    let link = |from: &str, to: PathBuf| {
        place::make_dir(to.parent().unwrap_or(dir))?;
        symlink(from, &to).map_err(Error::io(&to))
    };
    // Build scripts and procedural macros are compiled for the host, by the same compiler.
    link(&format!("/usr/lib/rustlib/{host}/lib"), rustlib.join(&host).join("lib"))?;
    link(LINKER, rustlib.join(&host).join("bin/rust-lld"))?;
    link(CARGO, dir.join("bin/cargo"))?;
    for program in CLIPPY {
        link(&format!("/usr/bin/{program}"), dir.join("bin").join(program))?;
    }
    if Path::new(RUSTDOC).exists() {
        link(RUSTDOC, dir.join("bin/rustdoc"))?;
    }
    let rustc = dir.join("bin/rustc");
    place::write(&rustc, format!("#!/bin/sh\nexec {RUSTC} --sysroot \"{}\" \"$@\"\n", dir.display()))?;
    fs::set_permissions(&rustc, fs::Permissions::from_mode(0o755)).map_err(Error::io(&rustc))
}

#[cfg(not(unix))]
fn lay_out(_built: &Path, _dir: &Path) -> Result<()> {
    Err(Error::missing("Debian", "this way of getting the wasm target exists there only"))
}

fn host() -> Result<String> {
    Program::new(RUSTC)
        .arg("-vV")
        .output()?
        .lines()
        .find_map(|line| line.strip_prefix("host: ").map(str::to_owned))
        .ok_or_else(|| Error::malformed("rustc -vV", "no host"))
}
