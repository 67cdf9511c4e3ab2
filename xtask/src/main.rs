//! Everything a person or CI does with this repository: `cargo xtask <command>`. Each command is one module; this file only reads
//! the command line.

mod build;
mod cases;
mod check;
mod data;
mod error;
mod place;
mod process;
mod script;
mod setup;
mod test;
mod wire;

use build::Flavour;
use error::{Error, Result};
use place::Place;
use script::Show;
use std::process::ExitCode;

const USAGE: &str = "usage: cargo xtask <command>

  setup                   install what is missing: wasm target, wasm-bindgen, npm packages, Chromium
  build [--test-manifest] the extension, into dist/ (for tests: target/dist-test/)
  demo [--headless]       the whole thing with the demo shop; headless it plays itself
  test [LAYER]            every layer of tests, cheapest first, or one
  test --real-model       a small real model on a real server, through the extension; downloads both
  cases KIND              one corpus of cases: evidence, gatekeeper, provider
  bench [--json FILE]     benchmarks
  replay FILE             a run file again on the engine as it is now, and the first entry that differs
  wire [--check]          the TypeScript twins of the protocol, or whether they are up to date
  data                    the tables of the gatekeeper anew, from the crates that Cargo.lock names
  lint                    clippy over everything, each crate on its own target
  types                   TypeScript's own check of the shell and its tests
  arrows                  who depends on whom, and what the pure crates may not name
  licences                terms and sources of dependencies, by deny.toml";

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
        ["demo"] => script::demo(&place, Show::Window),
        ["demo", "--headless"] => script::demo(&place, Show::Headless),
        ["test"] => test::all(&place),
        ["test", "--real-model"] => test::with_real_model(&place),
        ["test", layer] => test::one(&place, layer),
        ["cases", kind] => cases::run(&place, kind),
        ["bench"] => script::bench(&place, None),
        ["bench", "--json", file] => script::bench(&place, Some(file)),
        ["replay", file] => script::replay(&place, file),
        ["wire"] => wire::run(&place, wire::Mode::Write),
        ["wire", "--check"] => wire::run(&place, wire::Mode::Check),
        ["data"] => data::run(&place),
        ["lint"] => check::lint::check(&place),
        ["types"] => check::types(&place),
        ["arrows"] => check::arrows::check(&place).and_then(|()| check::sources::check(&place)),
        ["licences"] => check::licences::check(&place),
        _ => Err(Error::Usage(USAGE.to_owned())),
    }
}
