//! A compiler that builds for wasm32-unknown-unknown. Rustup's target where it is there or can be fetched; otherwise a toolchain
//! made from Debian's packages. `FAIRLEAD_WASM_TOOLCHAIN=rustup` or `=debian` chooses one.

use crate::error::{Error, Result};
use crate::place::Place;
use crate::process::Program;
use crate::setup::sysroot;
use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";
const CHOICE: &str = "FAIRLEAD_WASM_TOOLCHAIN";

/// A network that swallows packets must not hang the build.
const FETCH_LIMIT: Duration = Duration::from_secs(60);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WasmToolchain {
    /// The compiler in use has the target.
    Rustup,
    /// The toolchain that `sysroot` made and linked.
    Debian { folder: PathBuf },
}

impl WasmToolchain {
    pub(crate) fn cargo(&self) -> Program {
        match self {
            Self::Rustup => Program::cargo(),
            // The variable rather than `+name`, so that a program started by cargo keeps the toolchain. Clippy does not go through
            // the compiler that knows its folder, and has to be told.
            Self::Debian { folder } => {
                Program::cargo().env("RUSTUP_TOOLCHAIN", sysroot::TOOLCHAIN).env("SYSROOT", folder)
            }
        }
    }

    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Rustup => format!("{TARGET} of the compiler in use"),
            Self::Debian { .. } => format!("toolchain {} from Debian's packages", sysroot::TOOLCHAIN),
        }
    }
}

pub(crate) fn ready(place: &Place) -> Result<WasmToolchain> {
    match env::var(CHOICE).as_deref() {
        Ok("debian") => return debian(place),
        Ok("rustup") => return if rustup_has_it() { Ok(WasmToolchain::Rustup) } else { fetch() },
        Ok(other) => {
            return Err(Error::Usage(format!("{CHOICE} is `{other}`; it may be `rustup` or `debian`")));
        }
        Err(_) => {}
    }
    if rustup_has_it() {
        return Ok(WasmToolchain::Rustup);
    }
    if let Some(folder) = sysroot::linked(place) {
        return Ok(WasmToolchain::Debian { folder });
    }
    fetch().or_else(|why| {
        println!("setup: {TARGET} cannot be fetched ({why}); making it from Debian's packages instead");
        debian(place)
    })
}

fn debian(place: &Place) -> Result<WasmToolchain> {
    sysroot::ready(place).map(|folder| WasmToolchain::Debian { folder })
}

fn fetch() -> Result<WasmToolchain> {
    println!("setup: rustup target add {TARGET}");
    Program::new("rustup").args(["target", "add", TARGET]).run_within(FETCH_LIMIT)?;
    if rustup_has_it() {
        Ok(WasmToolchain::Rustup)
    } else {
        Err(Error::missing(TARGET, "rustup says it added the target, and the compiler does not have it"))
    }
}

/// Asks the compiler instead of rustup: a distribution's compiler may have the target too.
fn rustup_has_it() -> bool {
    Program::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .output_if_it_succeeds()
        .is_some_and(|dir| has_std(Path::new(dir.trim())))
}

pub(crate) fn has_std(dir: &Path) -> bool {
    std::fs::read_dir(dir).is_ok_and(|entries| {
        entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libstd-"))
    })
}
