//! What was committed so far, kept up to date by each commit: every row, and what the checks ask for most. Reading the whole
//! store anew for each of them would cost more than the engine does.

use super::history::Newest;
use fairlead_engine::{Fact, ThreadState};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::ids::{NodeId, Seq, ThreadId, TurnId};
use fairlead_protocol::node::{Delivery, NodeBody, ResultOutcome};
use fairlead_protocol::to_json;
use fairlead_runtime::ports::ToolOrder;
use fairlead_store::{Batch, Delete, MemoryStore, Row, RowKey, Snapshot, Table};
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
    /// Conditions that a page has shown, each with its tab.
    pub(super) shown: BTreeSet<String>,
    /// Tab and origin of each wait for a page.
    pub(super) watched: BTreeSet<(i64, String)>,
    /// How often the end of a Turn was told.
    pub(super) ends_told: BTreeMap<TurnId, usize>,
    /// Ids that somebody asked to take away, to send now or to erase, and so may be gone or out of order.
    pub(super) touched: BTreeSet<String>,
    /// Copies of a path that were asked for: from where, to which node, into which Thread.
    pub(super) forks: Vec<(ThreadId, NodeId, ThreadId)>,
    /// Nodes whose branch was asked for.
    pub(super) chosen: BTreeSet<NodeId>,
    /// The newest node's number when the model was asked for this reply.
    pub(super) planned: BTreeMap<String, u64>,
    /// Messages that joined a Turn while it ran, and their numbers.
    pub(super) steered: BTreeMap<NodeId, (TurnId, u64)>,
    /// The message that opened each Turn.
    pub(super) openings: BTreeMap<TurnId, NodeId>,
    /// Waiting Turns of each Thread, in the order that was acknowledged.
    pub(super) lines: BTreeMap<ThreadId, Vec<TurnId>>,
    /// Requests before this one belong to another branch, or to a Thread with the same beginning.
    pub(super) path_since: PathSince,
    /// All that were ever begun.
    pub(super) children: BTreeSet<ThreadId>,
    /// Each Thread as its facts make it.
    pub(super) folded: BTreeMap<ThreadId, ThreadState>,
}

/// Since when a Thread's requests are all of one path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathSince {
    Request(usize),
    /// The branch was changed; the next request is the first of another path.
    Next,
    /// Two Threads begin alike: which of them asked cannot be told from a request.
    Never,
}

impl Default for PathSince {
    fn default() -> Self {
        Self::Request(0)
    }
}

impl Ledger {
    /// A command on its way; it may be refused.
    pub(super) fn sent(&mut self, body: &CommandBody) {
        match body {
            CommandBody::QueueRemove { turn, .. }
            | CommandBody::QueueSteer { turn, .. }
            | CommandBody::TurnInterrupt { turn, .. }
            | CommandBody::RunResume { turn, .. }
            | CommandBody::TurnDelete { turn, .. } => {
                self.touched.insert(turn.0.clone());
            }
            CommandBody::AttachmentsRemove { attachment, .. } => {
                self.touched.insert(attachment.0.clone());
            }
            CommandBody::ThreadFork { thread, at_node, into, .. } => {
                self.forks.push((thread.clone(), at_node.clone(), into.clone()));
            }
            CommandBody::ThreadSelectBranch { node, .. } => {
                self.chosen.insert(node.clone());
            }
            // None of the others takes anything away that was acknowledged, but for a whole Thread.
            _ => {}
        }
    }

    /// What a commit says about the branch that the next request belongs to.
    pub(super) fn turned(&mut self, facts: &[Fact]) {
        let is_turn = |fact: &Fact| {
            matches!(
                fact,
                Fact::BranchSelected { .. } | Fact::BranchRepaired { .. } | Fact::TurnErased { .. }
            ) || takes_out_of_view(fact)
        };
        if self.path_since != PathSince::Never && facts.iter().any(is_turn) {
            self.path_since = PathSince::Next;
        }
    }

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
        self.watched.extend(rows.values().filter_map(watched));
        self.rows = rows;
    }

    pub(super) fn take(&mut self, store: &MemoryStore, batch: &Batch) {
        self.commits = store.commits();
        for delete in &batch.deletes {
            if let Delete::Row(key) = delete {
                self.rows.remove(key);
            }
        }
        let takes_many = |delete: &Delete| match delete {
            // They are not written by a commit.
            Delete::Row(_) | Delete::Exchanges(_) => false,
            Delete::Thread(_) | Delete::ExpiredReceipts { .. } => true,
        };
        if batch.deletes.iter().any(takes_many) {
            let left = store.snapshot();
            let is_thread_gone = batch.deletes.iter().any(|delete| matches!(delete, Delete::Thread(_)));
            if is_thread_gone {
                self.gone.extend(self.rows.keys().filter(|key| !left.contains_key(key)).cloned());
            }
            self.rows.retain(|key, _| left.contains_key(key));
        }
        for row in &batch.puts {
            if let Row::Node(node) = row
                && let NodeBody::UserMessage { delivery, .. } = &node.body
            {
                match delivery {
                    Delivery::Opening => {
                        self.openings.insert(node.turn.clone(), node.id.clone());
                    }
                    Delivery::Steered => {
                        self.steered.insert(node.id.clone(), (node.turn.clone(), node.seq.0));
                    }
                }
            }
            if let Row::Thread(thread) = row
                && thread.delegated.is_some()
            {
                self.children.insert(thread.id.clone());
            }
            let key = row.key();
            let value = to_json::value(row);
            self.answered.extend(answered(&key, &value));
            self.dispatched.extend(dispatched(&key, &value));
            self.watched.extend(watched(&value));
            self.rows.insert(key, value);
        }
    }

    /// Behind `take`: what the batch says about replies that were asked for.
    pub(super) fn plan(&mut self, batch: &Batch) {
        for row in &batch.puts {
            let Row::Journal(entry) = row else { continue };
            let reply = entry.payload.get("reply").and_then(Value::as_str);
            if let ("model.requested", Some(reply)) = (entry.kind.as_str(), reply) {
                let newest = self.newest_node(&entry.thread);
                self.planned.insert(reply.to_owned(), newest);
            }
        }
    }

    pub(super) fn newest_node(&self, thread: &ThreadId) -> u64 {
        let row = self.rows.get(&RowKey::Thread(thread.clone()));
        row.and_then(|row| row.get("seq")).and_then(Value::as_u64).unwrap_or_default()
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

    /// Somebody asked to erase a Turn, and what it brought along.
    pub(super) fn erases(&self) -> bool {
        self.rows.values().any(|row| row.get("type").and_then(Value::as_str) == Some("run.erased"))
    }

    /// Results that were never read may be out of view once a Turn was full.
    pub(super) fn newest_results(&self) -> Newest {
        let was_full =
            self.rows.values().any(|row| row.get("type").and_then(Value::as_str) == Some("run.context_full"));
        if was_full { Newest::MayBeOut } else { Newest::InView }
    }

    /// How often a Turn has ended, by its journal.
    pub(super) fn ends(&self, turn: &TurnId) -> usize {
        const ENDS: [&str; 7] = [
            "run.completed",
            "run.failed",
            "run.interrupted",
            "run.paused",
            "run.taken_over",
            "run.budget_spent",
            "run.context_full",
        ];
        let ends = self
            .journal(turn)
            .filter(|row| row.get("type").and_then(Value::as_str).is_some_and(|kind| ENDS.contains(&kind)));
        ends.count()
    }
}

/// What the next request shows is not what the one before showed.
fn takes_out_of_view(fact: &Fact) -> bool {
    let Fact::NodeAppended { node } = fact else { return false };
    matches!(node.body, NodeBody::ContextMasked { .. } | NodeBody::ContextCompacted { .. })
}

/// The call in the id of an order.
pub(super) fn call_of(order: &str) -> &str {
    order.split(':').nth(1).unwrap_or_default()
}

fn answered(key: &RowKey, row: &Value) -> Option<String> {
    let is_result = key.table() == Table::Nodes && row.pointer("/body/type")?.as_str() == Some("tool_result");
    if is_result { row.pointer("/body/call")?.as_str().map(str::to_owned) } else { None }
}

fn watched(row: &Value) -> Option<(i64, String)> {
    let watch = row.pointer("/wait/watch")?;
    Some((watch.pointer("/tab/id")?.as_i64()?, watch.get("origin")?.as_str()?.to_owned()))
}

fn dispatched(key: &RowKey, row: &Value) -> Option<(String, u64)> {
    let is_dispatch =
        key.table() == Table::Journal && row.get("type").and_then(Value::as_str) == Some("tool.dispatched");
    if !is_dispatch {
        return None;
    }
    Some((row.pointer("/payload/call")?.as_str()?.to_owned(), row.pointer("/payload/attempt")?.as_u64()?))
}
