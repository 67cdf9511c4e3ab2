//! Why a file does not replay to its end.

use thiserror::Error;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    #[error("this is not a run file: {field} {why}")]
    Unreadable { field: String, why: String },
    #[error("entry {seq} cannot be played again: {why}")]
    Unplayable { seq: u64, why: String },
    #[error("entry {seq} differs\n  recorded: {recorded}\n  replayed: {replayed}")]
    Differs { seq: u64, recorded: String, replayed: String },
}

impl Error {
    pub(crate) fn unreadable(field: impl Into<String>, why: impl Into<String>) -> Self {
        Self::Unreadable { field: field.into(), why: why.into() }
    }

    pub(crate) fn unplayable(seq: u64, why: impl Into<String>) -> Self {
        Self::Unplayable { seq, why: why.into() }
    }
}
