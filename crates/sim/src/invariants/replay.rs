//! Replay equals live: the facts of all commits applied from nothing, what the driver has in memory behind a commit, and what it
//! would read from the rows are one state.

use super::ledger::Ledger;
use fairlead_engine::{ThreadState, apply, witness};
use fairlead_protocol::ids::ThreadId;
use fairlead_runtime::rows_of;
use fairlead_store::{Batch, MemoryStore, RUNS_AT_LOAD, Row, Store, is_open};
use futures::FutureExt;

/// The Thread as a driver reads it at its start.
pub(crate) fn stored(store: &MemoryStore, thread: &ThreadId) -> Option<ThreadState> {
    let stored = store.thread(thread).now_or_never()?.ok()??;
    Some(ThreadState::load(rows_of(stored)))
}

/// A Thread whose facts were not seen, because its rows came from elsewhere, is folded from its rows on.
pub(super) fn begin(ledger: &mut Ledger, store: &MemoryStore, thread: &ThreadId) {
    if !ledger.folded.contains_key(thread) {
        let state = stored(store, thread).unwrap_or_else(|| ThreadState::absent(thread.clone()));
        ledger.folded.insert(thread.clone(), state);
    }
}

/// A Thread that began as a copy is folded from there on.
pub(super) fn copied(ledger: &mut Ledger, thread: &ThreadId, stored: Option<&ThreadState>) {
    if let Some(stored) = stored {
        ledger.folded.insert(thread.clone(), stored.clone());
    }
}

/// Files of other Threads that gave way in this commit: their own facts do not tell it.
pub(super) fn gave_way(ledger: &mut Ledger, thread: &ThreadId, batch: &Batch) {
    for row in &batch.puts {
        let Row::Attachment(attachment) = row else { continue };
        if attachment.thread != *thread
            && let Some(folded) = ledger.folded.get_mut(&attachment.thread)
        {
            folded.attachments.insert(attachment.id.clone(), attachment.clone());
        }
    }
}

pub(super) fn problems(ledger: &mut Ledger, thread: &ThreadId, stored: Option<&ThreadState>) -> Vec<String> {
    let Some(decision) = witness::last(thread) else {
        return vec![format!("{thread}: a commit without a decision")];
    };
    ledger.turned(&decision.facts);
    let Some(folded) = ledger.folded.get_mut(thread) else {
        return vec![format!("{thread}: a commit to a Thread that nobody began")];
    };
    for fact in &decision.facts {
        apply(folded, fact, decision.at);
    }
    // The revision is the driver's, who counts commits and not facts.
    if let (Some(folded), Some(after)) = (&mut folded.thread, &decision.after.thread) {
        folded.revision = after.revision;
    }
    let live = &decision.after;
    let mut problems = Vec::new();
    if !alike(folded, live) {
        problems.push(format!("{thread}: replay differs from memory: {}", difference(folded, live)));
    }
    match (stored, &live.thread) {
        (Some(stored), Some(_)) if alike(stored, live) => {}
        (None, None) => {}
        (Some(stored), _) => {
            problems.push(format!("{thread}: the rows differ from memory: {}", difference(stored, live)));
        }
        (None, Some(_)) => problems.push(format!("{thread}: is in memory and not in its rows")),
    }
    problems
}

/// Runs that are over need not be in memory once there are more than a start loads.
fn alike(one: &ThreadState, other: &ThreadState) -> bool {
    if one.runs.len().max(other.runs.len()) <= RUNS_AT_LOAD as usize {
        return one == other;
    }
    let recent = |state: &ThreadState, beside: &ThreadState| {
        let mut recent = state.clone();
        recent.runs.retain(|id, run| beside.runs.contains_key(id) || is_open(run.phase.state()));
        recent
    };
    recent(one, other) == recent(other, one)
}

/// The first line that differs, of two states written out.
fn difference(one: &ThreadState, other: &ThreadState) -> String {
    let (one, other) = (format!("{one:#?}"), format!("{other:#?}"));
    let lines = one.lines().zip(other.lines());
    let differing = lines.enumerate().find(|(_, (one, other))| one != other);
    match differing {
        Some((number, (one, other))) => format!("line {number}: {} and {}", one.trim(), other.trim()),
        None => "one is longer".to_owned(),
    }
}
