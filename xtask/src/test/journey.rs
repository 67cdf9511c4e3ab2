//! What a journey through the whole needs around it: the test build, a playground, and a browser; and how a script in Node learns
//! where they are. The same for end-to-end tests, the demo and the benchmarks.

use crate::build::{self, Flavour};
use crate::error::Result;
use crate::place::{self, Place};
use crate::process::{Program, Served};
use crate::setup::browser::{self, Browser};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

const PLAYGROUND: &str = "fairlead-playground";

/// What it prints before its address, once it listens.
const LISTENING: &str = "playground listening on ";

const START_LIMIT: Duration = Duration::from_secs(30);

pub(crate) struct Journey {
    pub(crate) dist: PathBuf,
    pub(crate) browser: Browser,
    address: String,
    /// Ends with this value.
    _playground: Served,
}

pub(crate) fn prepare(place: &Place) -> Result<Journey> {
    let browser = browser::ready()?;
    let dist = build::run(place, Flavour::Test)?;
    place::make_dir(&place.evidence())?;
    // The program itself and not `cargo run`, so that ending it ends it and not only cargo.
    Program::cargo().args(["build", "--quiet", "--package", PLAYGROUND]).in_dir(&place.root).run()?;
    let program = place.target.join("debug").join(format!("{PLAYGROUND}{}", std::env::consts::EXE_SUFFIX));
    let (playground, address) = Program::new(program)
        .args(["--port", "0"])
        .in_dir(&place.root)
        .serve(START_LIMIT, |line| line.strip_prefix(LISTENING).map(|address| address.trim().to_owned()))?;
    println!("playground: {address}");
    Ok(Journey { dist, browser, address, _playground: playground })
}

impl Journey {
    pub(crate) fn environment(&self, place: &Place) -> Vec<(&'static str, OsString)> {
        let mut variables = surroundings(place, &self.browser);
        variables.push(("FAIRLEAD_DIST", self.dist.clone().into()));
        variables.push(("FAIRLEAD_PLAYGROUND", self.address.clone().into()));
        variables
    }
}

/// What every script in Node may ask for: the repository, the browser, and where pictures of failures go.
pub(crate) fn surroundings(place: &Place, browser: &Browser) -> Vec<(&'static str, OsString)> {
    vec![
        ("FAIRLEAD_ROOT", place.root.clone().into()),
        ("FAIRLEAD_CHROMIUM", browser.chromium.clone().into()),
        ("FAIRLEAD_EVIDENCE", place.evidence().into()),
    ]
}
