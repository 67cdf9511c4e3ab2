//! Waiting messages: their order is the one that was acknowledged, whoever tells it, and the first one starts.

use super::ledger::Ledger;
use super::replay::stored;
use fairlead_engine::ThreadState;
use fairlead_protocol::ids::{ThreadId, TurnId};
use fairlead_protocol::run::RunState;
use fairlead_store::{Batch, Delete, MemoryStore, Row, RowKey};
use serde_json::{Value, json};

/// A line whose beginning was not seen, because its rows came from elsewhere, is taken from them.
pub(super) fn begin(ledger: &mut Ledger, store: &MemoryStore, thread: &ThreadId) {
    let waiting = || stored(store, thread).map(|state| state.queue).unwrap_or_default();
    ledger.lines.entry(thread.clone()).or_insert_with(waiting);
}

/// Who starts was first in line, unless somebody sent them now.
pub(super) fn overtaken(before: &Ledger, thread: &ThreadId, batch: &Batch) -> Vec<String> {
    let line = before.lines.get(thread).map(Vec::as_slice).unwrap_or_default();
    let started = batch.puts.iter().filter_map(|row| match row {
        Row::Run(run) if run.phase.state() != RunState::Queued && line.contains(&run.id) => Some(&run.id),
        _ => None,
    });
    started
        .filter(|turn| line.first() != Some(turn) && !before.touched.contains(turn.as_str()))
        .map(|turn| format!("{turn} started before those in front of it in {line:?}"))
        .collect()
}

/// Follows a commit.
pub(super) fn follow(ledger: &mut Ledger, thread: &ThreadId, batch: &Batch) {
    let Some(mut line) = ledger.lines.remove(thread) else { return };
    for row in &batch.puts {
        let Row::Journal(entry) = row else { continue };
        if entry.thread != *thread {
            // A child that begins in this commit has a line of its own.
            continue;
        }
        match entry.kind.as_str() {
            "run.queued" => line.push(entry.run.clone()),
            "run.queue_moved" => {
                line.retain(|turn| *turn != entry.run);
                let to = entry.payload.get("to").and_then(Value::as_u64).unwrap_or_default();
                let to = usize::try_from(to).unwrap_or(usize::MAX).min(line.len());
                line.insert(to, entry.run.clone());
            }
            _ => {}
        }
    }
    line.retain(|turn| waits(ledger, turn));
    let is_gone = batch.deletes.iter().any(|delete| matches!(delete, Delete::Thread(gone) if gone == thread));
    ledger.lines.insert(thread.clone(), if is_gone { Vec::new() } else { line });
}

pub(super) fn problems(ledger: &Ledger, state: &ThreadState) -> Option<String> {
    let line = ledger.lines.get(&state.id)?;
    (*line != state.queue).then(|| format!("{:?} wait where {line:?} were told so", state.queue))
}

fn waits(ledger: &Ledger, turn: &TurnId) -> bool {
    let run = ledger.rows.get(&RowKey::Run(turn.clone()));
    run.and_then(|run| run.pointer("/phase/state")) == Some(&json!("queued"))
}
