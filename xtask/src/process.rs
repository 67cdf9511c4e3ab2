//! Starting other programs: with a clean environment, a time limit where one could hang, and their output shown, taken, or
//! both. Nothing here ends a process it did not start.

use crate::error::{Error, Result};
use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What `cargo run` sets for us and a program started by us must not inherit: the library path of one toolchain breaks the
/// compiler of another, and the package variables would end up in somebody else's build.
const INHERITED: [&str; 4] = ["LD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH", "CARGO", "CARGO_MANIFEST_DIR"];

/// How often a process with a time limit is looked at.
const POLL: Duration = Duration::from_millis(50);

pub(crate) struct Program {
    command: Command,
    shown: String,
}

impl Program {
    pub(crate) fn new(program: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(&program);
        for name in INHERITED {
            command.env_remove(name);
        }
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("CARGO_PKG_") {
                command.env_remove(name);
            }
        }
        Self { command, shown: program.as_ref().to_string_lossy().into_owned() }
    }

    pub(crate) fn cargo() -> Self {
        Self::new("cargo")
    }

    pub(crate) fn node() -> Self {
        Self::new("node")
    }

    pub(crate) fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.shown.push(' ');
        self.shown.push_str(&arg.as_ref().to_string_lossy());
        self.command.arg(arg);
        self
    }

    pub(crate) fn args<A: AsRef<OsStr>>(self, args: impl IntoIterator<Item = A>) -> Self {
        args.into_iter().fold(self, Self::arg)
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn envs<V: AsRef<OsStr>>(
        self,
        variables: impl IntoIterator<Item = (&'static str, V)>,
    ) -> Self {
        variables.into_iter().fold(self, |program, (name, value)| program.env(name, value))
    }

    pub(crate) fn in_dir(mut self, dir: &Path) -> Self {
        self.command.current_dir(dir);
        self
    }

    /// Its output goes where ours goes.
    pub(crate) fn run(mut self) -> Result<()> {
        let status = self.command.status().map_err(|source| self.not_started(source))?;
        if status.success() { Ok(()) } else { Err(Error::Ended { command: self.shown, status }) }
    }

    /// Like `run`, but the process is killed when the time is over.
    pub(crate) fn run_within(mut self, limit: Duration) -> Result<()> {
        let mut child = self.command.spawn().map_err(|source| self.not_started(source))?;
        let started = Instant::now();
        loop {
            let here = Path::new(&self.shown);
            match child.try_wait().map_err(Error::io(here))? {
                Some(status) if status.success() => return Ok(()),
                Some(status) => return Err(Error::Ended { command: self.shown, status }),
                None if started.elapsed() >= limit => {
                    stop(child);
                    return Err(Error::TimedOut { command: self.shown, seconds: limit.as_secs() });
                }
                None => thread::sleep(POLL),
            }
        }
    }

    /// What it printed on stdout; stderr is taken too and shown only on failure.
    pub(crate) fn output(mut self) -> Result<String> {
        let output = self.command.stdin(Stdio::null()).output().map_err(|source| self.not_started(source))?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
        }
        eprint!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        Err(Error::Ended { command: self.shown, status: output.status })
    }

    /// For a question whose answer may well be a failure: says nothing about one.
    pub(crate) fn output_if_it_succeeds(mut self) -> Option<String> {
        let output = self.command.stdin(Stdio::null()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Only whether it succeeds; says nothing either way.
    pub(crate) fn quiet(mut self) -> Result<()> {
        self.command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        self.run()
    }

    /// Shows everything as it comes and returns it as well, whether the process succeeded or not.
    pub(crate) fn observed(mut self) -> Result<Observed> {
        self.command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.command.spawn().map_err(|source| self.not_started(source))?;
        let stderr = child.stderr.take().map(|pipe| thread::spawn(move || copy(pipe, std::io::stderr())));
        let mut text = child.stdout.take().map(|pipe| copy(pipe, std::io::stdout())).unwrap_or_default();
        let status = child.wait().map_err(Error::io(Path::new(&self.shown)))?;
        if let Some(Ok(more)) = stderr.map(thread::JoinHandle::join) {
            text.push_str(&more);
        }
        let outcome = if status.success() { Outcome::Succeeded } else { Outcome::Failed };
        Ok(Observed { text, outcome })
    }

    /// Starts it in the background and waits for the first line on stdout that `ready` takes.
    pub(crate) fn serve<T>(
        mut self,
        limit: Duration,
        ready: impl Fn(&str) -> Option<T>,
    ) -> Result<(Served, T)> {
        self.command.stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = self.command.spawn().map_err(|source| self.not_started(source))?;
        let (lines, arriving) = std::sync::mpsc::channel();
        if let Some(pipe) = child.stdout.take() {
            // Reads to the end, so that the server never blocks on a full pipe.
            thread::spawn(move || {
                for line in BufReader::new(pipe).lines().map_while(std::result::Result::ok) {
                    // Nobody listens once the server is ready.
                    let _ = lines.send(line);
                }
            });
        }
        let served = Served(Some(child));
        let deadline = Instant::now() + limit;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match arriving.recv_timeout(left) {
                Ok(line) => {
                    if let Some(value) = ready(&line) {
                        return Ok((served, value));
                    }
                    println!("{line}");
                }
                Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                    return Err(Error::TimedOut { command: self.shown, seconds: limit.as_secs() });
                }
                Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => {
                    return Err(Error::malformed(self.shown, "it ended before it said it was ready"));
                }
            }
        }
    }

    fn not_started(&self, source: std::io::Error) -> Error {
        Error::Start { program: self.shown.clone(), source }
    }
}

pub(crate) struct Observed {
    pub(crate) text: String,
    pub(crate) outcome: Outcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Succeeded,
    Failed,
}

/// A process in the background that ends with this value.
pub(crate) struct Served(Option<Child>);

impl Drop for Served {
    fn drop(&mut self) {
        if let Some(child) = self.0.take() {
            stop(child);
        }
    }
}

/// Kills exactly this child and reaps it. That it is gone already is as good.
fn stop(mut child: Child) {
    let _ = child.kill();
    let _ = child.wait();
}

fn copy(from: impl Read, mut to: impl Write) -> String {
    let mut text = String::new();
    let mut from = BufReader::new(from);
    let mut line = Vec::new();
    while matches!(from.read_until(b'\n', &mut line), Ok(read) if read > 0) {
        // A closed terminal must not stop the tests; the text is still counted.
        let _ = to.write_all(&line);
        text.push_str(&String::from_utf8_lossy(&line));
        line.clear();
    }
    text
}
