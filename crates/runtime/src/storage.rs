//! What a failed store means to a person.

use fairlead_protocol::event::SystemNoticeCode;
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_store::StoreError;

pub(crate) fn refusal(error: &StoreError) -> Refusal {
    match error {
        StoreError::QuotaExceeded => Refusal::new(
            RefusalCode::StorageFull,
            "the browser gives no more space: delete old conversations or free disk space, then send again",
        ),
        StoreError::Conflict { .. }
        | StoreError::Missing { .. }
        | StoreError::Aborted { .. }
        | StoreError::BlockedUpgrade
        | StoreError::NewerSchema
        | StoreError::Corrupt { .. }
        | StoreError::Unencodable { .. }
        | StoreError::NoTable { .. }
        | StoreError::Unavailable { .. } => {
            Refusal::new(RefusalCode::StorageFailed, format!("nothing was stored ({error}): try again"))
        }
    }
}

/// Whether the Thread's rows are surely those that the batch was decided on. Then a command that could not be stored changed nothing,
/// and whatever runs meanwhile may go on.
pub(crate) fn left_as_it_was(error: &StoreError, decided: &ThreadId) -> bool {
    match error {
        StoreError::QuotaExceeded
        | StoreError::Missing { .. }
        | StoreError::Aborted { .. }
        | StoreError::Unencodable { .. } => true,
        StoreError::Conflict { thread, .. } => thread != decided,
        StoreError::BlockedUpgrade
        | StoreError::NewerSchema
        | StoreError::Corrupt { .. }
        | StoreError::NoTable { .. }
        | StoreError::Unavailable { .. } => false,
    }
}

pub(crate) fn notice(error: &StoreError) -> SystemNoticeCode {
    match refusal(error).code {
        RefusalCode::StorageFull => SystemNoticeCode::StorageFull,
        _ => SystemNoticeCode::StorageFailed,
    }
}
