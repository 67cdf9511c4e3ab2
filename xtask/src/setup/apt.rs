//! Debian packages, where we may install them. Elsewhere the caller's remedy tells the person what is needed.

use crate::error::{Error, Result};
use crate::process::Program;
use std::path::Path;

pub(crate) fn install(what: &str, packages: &[&str]) -> Result<()> {
    let list = packages.join(" ");
    if !Path::new("/usr/bin/apt-get").exists() {
        return Err(Error::missing(what, format!("install it ({list} on Debian)")));
    }
    if Program::new("id").arg("-u").output()?.trim() != "0" {
        return Err(Error::missing(what, format!("run `sudo apt-get install -y {list}`")));
    }
    println!("setup: apt-get install {list}");
    apt().args(["-q", "update"]).run()?;
    apt().args(["-q", "-y", "install", "--no-install-recommends"]).args(packages).run()
}

fn apt() -> Program {
    Program::new("apt-get").env("DEBIAN_FRONTEND", "noninteractive")
}
