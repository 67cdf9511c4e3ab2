//! Everything a person or CI does with this repository: `cargo xtask <command>`. Each command is one module; this file only reads
//! the command line.

mod build;
mod error;
mod place;
mod process;
mod setup;
mod wire;

use build::Flavour;
use error::{Error, Result};
use place::Place;
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask <command>

  setup                   install what is missing: wasm target, wasm-bindgen, npm packages, Chromium
  build [--test-manifest] the extension, into dist/ (for tests: target/dist-test/)
  wire [--check]          the TypeScript twins of the protocol, or whether they are up to date";

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("xtask: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Result<()> {
    let place = Place::find()?;
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["setup"] => setup::run(&place),
        ["build"] => build::run(&place, Flavour::Production).map(|_| ()),
        ["build", "--test-manifest"] => build::run(&place, Flavour::Test).map(|_| ()),
        ["wire"] => wire::run(&place, wire::Mode::Write),
        ["wire", "--check"] => wire::run(&place, wire::Mode::Check),
        _ => Err(Error::Usage(USAGE.to_owned())),
    }
}
