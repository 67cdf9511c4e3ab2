//! What went wrong, read from the DOMException's name (WebIDL, "Error names"), which rexie passes on as text only.

use fairlead_store::StoreError;
use std::error::Error;

/// A database that could not be opened or deleted.
pub(crate) fn opening(error: &rexie::Error) -> StoreError {
    let reason = text(error);
    if reason.contains("VersionError") {
        StoreError::NewerSchema
    } else if reason.contains("QuotaExceededError") {
        StoreError::QuotaExceeded
    } else {
        StoreError::Unavailable { reason }
    }
}

/// A transaction that could not be begun, or a request in it that failed.
pub(crate) fn transaction(error: &rexie::Error) -> StoreError {
    let reason = text(error);
    if reason.contains("QuotaExceededError") {
        StoreError::QuotaExceeded
    } else if reason.contains("InvalidStateError") {
        // The connection was closed by an upgrade, or the person cleared the site's data.
        StoreError::Unavailable { reason }
    } else {
        StoreError::Aborted { reason }
    }
}

/// A request that failed because another one had the transaction aborted.
pub(crate) fn is_consequence(error: &rexie::Error) -> bool {
    text(error).contains("AbortError")
}

fn text(error: &rexie::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}
