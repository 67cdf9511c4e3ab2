//! How a store can fail. Nothing that was acknowledged is lost by any of these.

use crate::row::{RowKey, Table};
use fairlead_protocol::ids::{Revision, ThreadId};
use thiserror::Error;

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// Someone else committed to a Thread that the batch was decided on; nothing was written.
    #[error("thread {thread} is at revision {stored}, not at {expected}")]
    Conflict { thread: ThreadId, expected: Revision, stored: Revision },
    /// A row that the batch needs is not there (any more); nothing was written.
    #[error("row {key} is not there")]
    Missing { key: RowKey },
    /// The browser gives no more space; nothing was written.
    #[error("no space is left for the database")]
    QuotaExceeded,
    /// The database took the transaction back; nothing was written.
    #[error("the transaction was aborted: {reason}")]
    Aborted { reason: String },
    /// A connection of an older version stays open, in another window or worker.
    #[error("an older version of this extension holds the database open")]
    BlockedUpgrade,
    /// A newer version of the extension has upgraded the database already.
    #[error("the database belongs to a newer version of this extension")]
    NewerSchema,
    /// The one row that was asked for is there and cannot be read.
    #[error("row {key} cannot be read: {reason}")]
    Corrupt { key: RowKey, reason: String },
    /// A row has no form that can be stored; nothing was written.
    #[error("row {key} cannot be stored: {reason}")]
    Unencodable { key: RowKey, reason: String },
    /// The open database has an older schema, without this table.
    #[error("the database has no table {table}")]
    NoTable { table: Table },
    /// The database is closed, gone or was never there. Whether a commit that got this answer was stored is not known:
    /// open again and read.
    #[error("the database cannot be reached: {reason}")]
    Unavailable { reason: String },
}

impl StoreError {
    /// Stable, for logs and for the panel's words.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Conflict { .. } => "store_conflict",
            Self::Missing { .. } => "store_missing",
            Self::QuotaExceeded => "store_quota_exceeded",
            Self::Aborted { .. } => "store_aborted",
            Self::BlockedUpgrade => "store_blocked_upgrade",
            Self::NewerSchema => "store_newer_schema",
            Self::Corrupt { .. } => "store_corrupt",
            Self::Unencodable { .. } => "store_unencodable",
            Self::NoTable { .. } => "store_no_table",
            Self::Unavailable { .. } => "store_unavailable",
        }
    }

    /// Whether the same call may succeed later. A conflict may not: its batch has to be decided anew.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Aborted { .. } | Self::BlockedUpgrade | Self::Unavailable { .. } => true,
            Self::Conflict { .. }
            | Self::Missing { .. }
            | Self::QuotaExceeded
            | Self::NewerSchema
            | Self::Corrupt { .. }
            | Self::Unencodable { .. }
            | Self::NoTable { .. } => false,
        }
    }
}
