//! What was committed so far, kept up to date by each commit: every row, and what the checks ask for most. Reading the whole
//! store anew for each of them would cost more than the engine does.

use fairlead_engine::ThreadState;
use fairlead_protocol::ids::{Seq, ThreadId, TurnId};
use fairlead_protocol::node::ResultOutcome;
use fairlead_runtime::ports::ToolOrder;
use fairlead_store::{Batch, Delete, MemoryStore, RowKey, Snapshot, Table};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub(crate) struct Ledger {
    pub(super) rows: Snapshot,
    /// Commits that are in it.
    commits: u64,
    /// Rows that went with their Thread.
    pub(super) gone: BTreeSet<RowKey>,
    /// Calls that have a result.
    pub(super) answered: BTreeSet<String>,
    /// Call and attempt of each dispatch.
    pub(super) dispatched: BTreeSet<(String, u64)>,
    /// What the world has answered to each call.
    pub(super) outcomes: BTreeMap<String, Vec<ResultOutcome>>,
    /// How often the end of a Turn was told.
    pub(super) ends_told: BTreeMap<TurnId, usize>,
    /// Each Thread as its facts make it.
    pub(super) folded: BTreeMap<ThreadId, ThreadState>,
}

impl Ledger {
    /// Rows that were put into the store past the engine, as a released journal is.
    pub(super) fn catch_up(&mut self, store: &MemoryStore) {
        if self.commits == store.commits() {
            return;
        }
        self.commits = store.commits();
        self.rows = store.snapshot();
        let rows = std::mem::take(&mut self.rows);
        self.answered = rows.iter().filter_map(|(key, row)| answered(key, row)).collect();
        self.dispatched = rows.iter().filter_map(|(key, row)| dispatched(key, row)).collect();
        self.rows = rows;
    }

    pub(super) fn take(&mut self, store: &MemoryStore, batch: &Batch) {
        self.commits = store.commits();
        if !batch.deletes.is_empty() {
            let left = store.snapshot();
            let is_thread_gone = batch.deletes.iter().any(|delete| matches!(delete, Delete::Thread(_)));
            if is_thread_gone {
                self.gone.extend(self.rows.keys().filter(|key| !left.contains_key(key)).cloned());
            }
            self.rows.retain(|key, _| left.contains_key(key));
        }
        for row in &batch.puts {
            let key = row.key();
            let Ok(value) = serde_json::to_value(row) else { continue };
            self.answered.extend(answered(&key, &value));
            self.dispatched.extend(dispatched(&key, &value));
            self.rows.insert(key, value);
        }
    }

    pub(super) fn came_back(&mut self, order: &ToolOrder, outcome: &ResultOutcome) {
        self.outcomes.entry(call_of(&order.id).to_owned()).or_default().push(outcome.clone());
    }

    /// The entries of a Run, in order.
    pub(super) fn journal(&self, run: &TurnId) -> impl Iterator<Item = &Value> {
        let all = RowKey::Journal(run.clone(), Seq(0))..=RowKey::Journal(run.clone(), Seq(u64::MAX));
        self.rows.range(all).map(|(_, row)| row)
    }

    pub(super) fn has(&self, key: &RowKey) -> bool {
        self.rows.contains_key(key)
    }

    /// A text of a row.
    pub(super) fn text(&self, key: &RowKey, pointer: &str) -> Option<&str> {
        self.rows.get(key)?.pointer(pointer)?.as_str()
    }

    /// How often a Turn has ended, by its journal.
    pub(super) fn ends(&self, turn: &TurnId) -> usize {
        const ENDS: [&str; 4] = ["run.completed", "run.failed", "run.interrupted", "run.paused"];
        let ends = self
            .journal(turn)
            .filter(|row| row.get("type").and_then(Value::as_str).is_some_and(|kind| ENDS.contains(&kind)));
        ends.count()
    }
}

/// The call in the id of an order.
pub(super) fn call_of(order: &str) -> &str {
    order.split(':').nth(1).unwrap_or_default()
}

fn answered(key: &RowKey, row: &Value) -> Option<String> {
    let is_result = key.table() == Table::Nodes && row.pointer("/body/type")?.as_str() == Some("tool_result");
    if is_result { row.pointer("/body/call")?.as_str().map(str::to_owned) } else { None }
}

fn dispatched(key: &RowKey, row: &Value) -> Option<(String, u64)> {
    let is_dispatch =
        key.table() == Table::Journal && row.get("type").and_then(Value::as_str) == Some("tool.dispatched");
    if !is_dispatch {
        return None;
    }
    Some((row.pointer("/payload/call")?.as_str()?.to_owned(), row.pointer("/payload/attempt")?.as_u64()?))
}
