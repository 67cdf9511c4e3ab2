//! One run of a layer: how each kind is started and what it needs first.

use crate::build::bundle;
use crate::error::{Error, Result};
use crate::place::{self, Place};
use crate::process::{Observed, Outcome, Program};
use crate::setup::{bindgen, browser, packages, wasm_target};
use crate::test::count::{self, Count};
use crate::test::journey;
use crate::test::layers::{Layer, Run};
use crate::test::real_model::{self, RealModel};
use std::path::{Path, PathBuf};

/// For a whole file of tests; a page that never answers must not hold up the rest for ever.
const NODE_TIMEOUT_MS: &str = "--test-timeout=600000";

/// For one binary of wasm tests, in seconds.
const BROWSER_TIMEOUT: &str = "120";

pub(crate) fn perform(place: &Place, layer: &Layer, run: &Run) -> Result<Count> {
    let (what, count, outcome) = match run {
        Run::Native(packages) => {
            let seen = native(place, packages, "dev")?;
            (packages.join(", "), count::of_cargo(&seen.text), seen.outcome)
        }
        Run::Optimised(packages) => {
            let seen = native(place, packages, "sim")?;
            (packages.join(", "), count::of_cargo(&seen.text), seen.outcome)
        }
        Run::Browser(package) => {
            let seen = in_browser(place, package)?;
            ((*package).to_owned(), count::of_cargo(&seen.text), seen.outcome)
        }
        Run::Node(folder) => {
            let seen = in_node(place, layer, folder)?;
            ((*folder).to_owned(), count::of_node(&seen.text), seen.outcome)
        }
        Run::Journey(folder) => {
            let seen = with_everything(place, layer, folder, None)?;
            ((*folder).to_owned(), count::of_node(&seen.text), seen.outcome)
        }
        Run::RealModel(folder) => {
            let model = real_model::serve(place)?;
            let seen = with_everything(place, layer, folder, Some(&model))?;
            ((*folder).to_owned(), count::of_node(&seen.text), seen.outcome)
        }
    };
    match outcome {
        Outcome::Succeeded if count == Count::default() => {
            Err(Error::missing(format!("a test in {what}"), "a layer without tests proves nothing"))
        }
        // A runner that ended badly without naming a test: what it was to run did not pass.
        Outcome::Failed if count.failed == 0 => Ok(Count { failed: 1, ..count }),
        Outcome::Succeeded | Outcome::Failed => Ok(count),
    }
}

fn native(place: &Place, packages: &[&str], profile: &str) -> Result<Observed> {
    let named = packages.iter().flat_map(|package| ["--package", package]);
    Program::cargo()
        .args(["test", "--quiet", "--no-fail-fast", "--profile", profile])
        .args(named)
        .in_dir(&place.root)
        .observed()
}

fn in_browser(place: &Place, package: &str) -> Result<Observed> {
    let toolchain = wasm_target::ready(place)?;
    let bindgen = bindgen::ready(place)?;
    let browser = browser::ready()?;
    toolchain
        .cargo()
        // Not the examples in documentation: each would start a browser of its own.
        .args(["test", "--tests", "--no-fail-fast", "--package", package, "--target", wasm_target::TARGET])
        .in_dir(&place.root)
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", bindgen.test_runner())
        .env("CHROMEDRIVER", browser.driver)
        .env("WASM_BINDGEN_TEST_TIMEOUT", BROWSER_TIMEOUT)
        .observed()
}

fn in_node(place: &Place, layer: &Layer, folder: &str) -> Result<Observed> {
    packages::ready(place)?;
    let browser = browser::ready()?;
    node_tests(&bundled(place, layer, folder)?)
        .envs(journey::surroundings(place, &browser))
        .in_dir(&place.root)
        .observed()
}

fn with_everything(
    place: &Place,
    layer: &Layer,
    folder: &str,
    model: Option<&RealModel>,
) -> Result<Observed> {
    // Before anything is built: a folder without tests should say so at once.
    packages::ready(place)?;
    let tests = bundled(place, layer, folder)?;
    let journey = journey::prepare(place)?;
    // One of them plays a run file again, and should not wait for the compiler.
    Program::cargo().args(["build", "--quiet", "--package", "fairlead-replay"]).in_dir(&place.root).run()?;
    node_tests(&tests)
        .envs(journey.environment(place))
        .envs(model.map(RealModel::surroundings))
        .in_dir(&place.root)
        .observed()
}

/// One file at a time: two browsers on two cores would only make both slow.
fn node_tests(files: &[PathBuf]) -> Program {
    Program::node()
        .args([
            "--enable-source-maps",
            "--test",
            "--test-concurrency=1",
            "--test-reporter=spec",
            NODE_TIMEOUT_MS,
        ])
        .args(files)
}

fn bundled(place: &Place, layer: &Layer, folder: &str) -> Result<Vec<PathBuf>> {
    let below = place.root.join(folder);
    let files = if below.is_dir() { place::files_below(&below)? } else { Vec::new() };
    let tests: Vec<PathBuf> = files.into_iter().filter(|path| is_test(path)).collect();
    if tests.is_empty() {
        return Err(Error::missing(format!("a test below {folder}"), "a layer without tests proves nothing"));
    }
    let name = format!("{}/{}", layer.name, folder.replace('/', "-"));
    bundle::scripts(place, &name, &tests)
}

fn is_test(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".test.ts") || name.ends_with(".test.tsx")
}
