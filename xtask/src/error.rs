//! Every way a task can fail, each with what to do about it where that is known.

use std::path::{Path, PathBuf};
use std::process::ExitStatus;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    #[error("{0}")]
    Usage(String),
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
    #[error("cannot start `{program}`: {source}")]
    Start { program: String, source: std::io::Error },
    #[error("`{command}` ended with {status}")]
    Ended { command: String, status: ExitStatus },
    #[error("`{command}` was stopped after {seconds} s")]
    TimedOut { command: String, seconds: u64 },
    #[error("{what} is not what was expected: {why}")]
    Malformed { what: String, why: String },
    #[error("{what} is missing: {remedy}")]
    Missing { what: String, remedy: String },
    #[error("{check}:\n  {}", findings.join("\n  "))]
    Findings { check: &'static str, findings: Vec<String> },
    #[error("the `{layer}` layer failed")]
    Layer { layer: &'static str },
}

pub(crate) type Result<T> = std::result::Result<T, Error>;

impl Error {
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Self {
        move |source| Self::Io { path: path.to_owned(), source }
    }

    pub(crate) fn malformed(what: impl Into<String>, why: impl ToString) -> Self {
        Self::Malformed { what: what.into(), why: why.to_string() }
    }

    pub(crate) fn missing(what: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::Missing { what: what.into(), remedy: remedy.into() }
    }

    /// `Ok` when a check found nothing to complain of.
    pub(crate) fn unless_clean(check: &'static str, findings: Vec<String>) -> Result<()> {
        if findings.is_empty() { Ok(()) } else { Err(Self::Findings { check, findings }) }
    }
}
