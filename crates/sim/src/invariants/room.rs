//! Files that make room for those of another Thread.

use super::replay::stored;
use fairlead_engine::delegation::has_work;
use fairlead_protocol::ids::ThreadId;
use fairlead_store::{Batch, MemoryStore, Row};

/// Behind a commit of `thread`: whatever it took from others, nothing is at work there or about to be.
pub(super) fn problems(store: &MemoryStore, thread: &ThreadId, batch: &Batch) -> Vec<String> {
    let taken = batch.puts.iter().filter_map(|row| match row {
        Row::Attachment(file) if file.thread != *thread => Some(file),
        _ => None,
    });
    let at_work = taken.filter(|file| stored(store, &file.thread).as_ref().is_some_and(has_work));
    at_work.map(|file| format!("{} gave way while {} was at work", file.id, file.thread)).collect()
}
