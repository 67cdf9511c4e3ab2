//! Commands that are one program with everything around it: the demo, the benchmarks and the replay of a run file.

use crate::build::{self, Flavour, bundle};
use crate::error::{Error, Result};
use crate::place::Place;
use crate::process::Program;
use crate::setup;
use crate::test::journey::{self, Journey};
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    /// A window in which a person plays.
    Window,
    /// The journey plays itself.
    Headless,
}

pub(crate) fn demo(place: &Place, show: Show) -> Result<()> {
    setup::run(place)?;
    let source = present(place, "tests/e2e/demo.ts")?;
    // People get dist/ all the same. The demo plays in the test build, which differs in one thing: Chrome has opened the demo's
    // own sites to it, so that the journey is about the assistant and not about the browser's prompt.
    build::run(place, Flavour::Production)?;
    let journey = journey::prepare(place)?;
    let args: &[&str] = match show {
        Show::Window if has_display() => &[],
        Show::Window => {
            println!("no display here: the journey plays by itself, its pictures are in target/e2e/");
            &["--headless"]
        }
        Show::Headless => &["--headless"],
    };
    start(place, &journey, &source, args)
}

/// Only X11 and Wayland say by their absence that there is no screen.
fn has_display() -> bool {
    !cfg!(target_os = "linux")
        || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some())
}

pub(crate) fn bench(place: &Place, json: Option<&str>) -> Result<()> {
    setup::run(place)?;
    let source = present(place, "tests/e2e/bench.ts")?;
    let journey = journey::prepare(place)?;
    match json {
        // The script runs at the root; the name was given where the person stands.
        Some(file) => {
            let file = std::path::absolute(file).map_err(Error::io(Path::new(file)))?;
            start(place, &journey, &source, &["--json", &file.to_string_lossy()])
        }
        None => start(place, &journey, &source, &[]),
    }
}

/// The file is named where the person stands. The library says which entry differs; here is only the way to it.
pub(crate) fn replay(place: &Place, file: &str) -> Result<()> {
    let file = std::path::absolute(file).map_err(Error::io(Path::new(file)))?;
    Program::cargo()
        .args(["run", "--quiet", "--package", "fairlead-replay", "--"])
        .arg(file)
        .in_dir(&place.root)
        .run()
}

fn present(place: &Place, source: &str) -> Result<PathBuf> {
    let path = place.root.join(source);
    if path.is_file() { Ok(path) } else { Err(Error::missing(source, "this command runs that script")) }
}

fn start(place: &Place, journey: &Journey, source: &Path, args: &[&str]) -> Result<()> {
    let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let scripts = bundle::scripts(place, &name, &[source.to_owned()])?;
    Program::node()
        .arg("--enable-source-maps")
        .args(scripts)
        .args(args)
        .envs(journey.environment(place))
        .in_dir(&place.root)
        .run()
}
