//! The port in memory, for tests and simulation. Rows are kept as the JSON that IndexedDB would hold, and found by the same
//! fields, so that a damaged row and an older schema behave as they do in the browser.
//!
//! A handle is cheap to clone and every clone sees the same data: drop an engine, boot another on a clone.

use crate::batch::{Batch, Delete, Expect};
use crate::error::StoreError;
use crate::port::{
    Loaded, Quarantined, RUNS_AT_LOAD, Store, StoredThread, is_open, leaf_turn, starts_at_boot,
};
use crate::row::{Row, RowKey, Table};
use crate::schema;
use fairlead_protocol::approval::Approval;
use fairlead_protocol::attachment::{Attachment, Blob};
use fairlead_protocol::connection::Connection;
use fairlead_protocol::ids::{AttachmentId, ClientId, NodeId, Revision, Seq, SubmissionId, ThreadId, TurnId};
use fairlead_protocol::interaction::Interaction;
use fairlead_protocol::node::Node;
use fairlead_protocol::permission::Rule;
use fairlead_protocol::row::{JournalRow, Receipt, Steer};
use fairlead_protocol::run::{Run, RunState};
use fairlead_protocol::settings::Settings;
use fairlead_protocol::thread::Thread;
use futures::future::{LocalBoxFuture, ready};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

/// Every row by its key, as stored. Two snapshots are equal if the databases are.
pub type Snapshot = BTreeMap<RowKey, Value>;

#[derive(Clone)]
pub struct MemoryStore {
    data: Rc<RefCell<Data>>,
}

struct Data {
    rows: Snapshot,
    version: u32,
    commits: u64,
    failures: VecDeque<StoreError>,
}

impl Default for MemoryStore {
    fn default() -> Self {
        Self::new()
    }
}

impl MemoryStore {
    #[must_use]
    pub fn new() -> Self {
        Self::at_version(schema::NEWEST)
    }

    /// As a release with this schema version would have made it.
    #[must_use]
    pub fn at_version(version: u32) -> Self {
        let data = Data { rows: Snapshot::new(), version, commits: 0, failures: VecDeque::new() };
        Self { data: Rc::new(RefCell::new(data)) }
    }

    /// Adds what the newer versions have.
    pub fn upgrade(&self) {
        self.data.borrow_mut().version = schema::NEWEST;
    }

    /// Commits that were stored.
    pub fn commits(&self) -> u64 {
        self.data.borrow().commits
    }

    /// The next commit is answered with this and writes nothing. Calls add up.
    pub fn fail_next(&self, error: StoreError) {
        self.data.borrow_mut().failures.push_back(error);
    }

    pub fn snapshot(&self) -> Snapshot {
        self.data.borrow().rows.clone()
    }

    /// Overwrites one field of a stored row with text that means nothing.
    pub fn spoil(&self, key: &RowKey, field: &str) {
        if let Some(Value::Object(row)) = self.data.borrow_mut().rows.get_mut(key) {
            row.insert(field.to_owned(), Value::from("spoiled"));
        }
    }
}

impl Store for MemoryStore {
    fn commit(&self, batch: Batch) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        Box::pin(ready(self.data.borrow_mut().commit(batch)))
    }

    fn threads(&self) -> LocalBoxFuture<'_, Result<Loaded<Thread>, StoreError>> {
        let data = self.data.borrow();
        let mut threads: Loaded<Thread> = load(data.table(Table::Threads));
        threads.rows.sort_by_key(|thread| Reverse(thread.updated_at));
        Box::pin(ready(Ok(threads)))
    }

    fn thread<'a>(
        &'a self,
        thread: &'a ThreadId,
    ) -> LocalBoxFuture<'a, Result<Option<StoredThread>, StoreError>> {
        Box::pin(ready(self.data.borrow().thread(thread)))
    }

    fn nodes_page<'a>(
        &'a self,
        thread: &'a ThreadId,
        before: Seq,
        limit: u32,
    ) -> LocalBoxFuture<'a, Result<Loaded<Node>, StoreError>> {
        let data = self.data.borrow();
        let page = before.0.saturating_sub(u64::from(limit))..before.0;
        let on_page = |row: &Value| number(row, "seq").is_some_and(|seq| page.contains(&seq));
        let mut nodes: Loaded<Node> = load(data.owned(Table::Nodes, thread).filter(|(_, row)| on_page(row)));
        nodes.rows.sort_by_key(|node| node.seq);
        Box::pin(ready(Ok(nodes)))
    }

    fn live_threads(&self) -> LocalBoxFuture<'_, Result<Vec<ThreadId>, StoreError>> {
        let data = self.data.borrow();
        // By the indexed fields alone: a Run that is damaged elsewhere has its Thread started too.
        let states = RunState::ALL.into_iter().filter(|state| starts_at_boot(*state));
        let states: Vec<Value> = states.filter_map(|state| serde_json::to_value(state).ok()).collect();
        let live = data
            .table(Table::Runs)
            .filter(|(_, row)| row.pointer("/phase/state").is_some_and(|state| states.contains(state)));
        let threads: BTreeSet<ThreadId> =
            live.filter_map(|(_, row)| row.get("thread")?.as_str().map(ThreadId::new)).collect();
        Box::pin(ready(Ok(threads.into_iter().collect())))
    }

    fn receipt<'a>(
        &'a self,
        client: &'a ClientId,
        submission: &'a SubmissionId,
    ) -> LocalBoxFuture<'a, Result<Option<Receipt>, StoreError>> {
        let key = RowKey::Receipt(client.clone(), submission.clone());
        Box::pin(ready(self.data.borrow().one(&key)))
    }

    fn journal<'a>(
        &'a self,
        run: &'a TurnId,
        from: Seq,
        limit: u32,
    ) -> LocalBoxFuture<'a, Result<Loaded<JournalRow>, StoreError>> {
        let data = self.data.borrow();
        let range = RowKey::Journal(run.clone(), from)..=RowKey::Journal(run.clone(), Seq(u64::MAX));
        let entries = data.rows.range(range).take(usize::try_from(limit).unwrap_or(usize::MAX));
        Box::pin(ready(Ok(load(entries))))
    }

    fn attachments(&self) -> LocalBoxFuture<'_, Result<Loaded<Attachment>, StoreError>> {
        let mut attachments: Loaded<Attachment> = load(self.data.borrow().table(Table::Attachments));
        attachments.rows.sort_by_key(|attachment| attachment.created_at);
        Box::pin(ready(Ok(attachments)))
    }

    fn blob<'a>(
        &'a self,
        attachment: &'a AttachmentId,
    ) -> LocalBoxFuture<'a, Result<Option<Blob>, StoreError>> {
        Box::pin(ready(self.data.borrow().one(&RowKey::Blob(attachment.clone()))))
    }

    fn rules(&self) -> LocalBoxFuture<'_, Result<Loaded<Rule>, StoreError>> {
        Box::pin(ready(Ok(load(self.data.borrow().table(Table::Rules)))))
    }

    fn connections(&self) -> LocalBoxFuture<'_, Result<Loaded<Connection>, StoreError>> {
        Box::pin(ready(Ok(load(self.data.borrow().table(Table::Connections)))))
    }

    fn settings(&self) -> LocalBoxFuture<'_, Result<Option<Settings>, StoreError>> {
        Box::pin(ready(self.data.borrow().one(&RowKey::Settings)))
    }
}

impl Data {
    fn commit(&mut self, batch: Batch) -> Result<(), StoreError> {
        if let Some(error) = self.failures.pop_front() {
            return Err(error);
        }
        let puts = batch.puts.iter().map(|row| self.encode(row)).collect::<Result<Vec<_>, _>>()?;
        if let Some(expect) = &batch.expect {
            self.check(expect)?;
        }
        self.check_places(&batch)?;
        if !batch.deletes.is_empty() {
            self.rows.retain(|key, row| !batch.deletes.iter().any(|delete| removes(delete, key, row)));
        }
        self.rows.extend(puts);
        self.commits += 1;
        Ok(())
    }

    fn encode(&self, row: &Row) -> Result<(RowKey, Value), StoreError> {
        let key = row.key();
        let table = key.table();
        if !schema::layout(self.version).iter().any(|layout| layout.table == table) {
            return Err(StoreError::NoTable { table });
        }
        match serde_json::to_value(row) {
            Ok(value) => Ok((key, value)),
            Err(error) => Err(StoreError::Unencodable { key, reason: error.to_string() }),
        }
    }

    fn check(&self, expect: &Expect) -> Result<(), StoreError> {
        let key = RowKey::Thread(expect.thread.clone());
        let stored = match self.rows.get(&key) {
            None => Revision(0),
            Some(row) => match number(row, "revision") {
                Some(revision) => Revision(revision),
                None => return Err(StoreError::Corrupt { key, reason: "no revision".to_owned() }),
            },
        };
        if stored == expect.revision {
            Ok(())
        } else {
            let thread = expect.thread.clone();
            Err(StoreError::Conflict { thread, expected: expect.revision, stored })
        }
    }

    /// A Thread has one node a `seq`: the unique index of the table.
    fn check_places(&self, batch: &Batch) -> Result<(), StoreError> {
        let mut placed: BTreeMap<(&ThreadId, Seq), &NodeId> = BTreeMap::new();
        for row in &batch.puts {
            let Row::Node(node) = row else { continue };
            let key = row.key();
            let elsewhere =
                placed.insert((&node.thread, node.seq), &node.id).is_some_and(|id| *id != node.id);
            let taken = self.owned(Table::Nodes, &node.thread).any(|(other, stored)| {
                number(stored, "seq") == Some(node.seq.0)
                    && *other != key
                    && !batch.deletes.iter().any(|delete| removes(delete, other, stored))
            });
            if elsewhere || taken {
                return Err(StoreError::Aborted { reason: format!("{key} has the seq of another node") });
            }
        }
        Ok(())
    }

    fn table(&self, table: Table) -> impl Iterator<Item = (&RowKey, &Value)> {
        self.rows.iter().filter(move |(key, _)| key.table() == table)
    }

    fn owned<'a>(
        &'a self,
        table: Table,
        thread: &'a ThreadId,
    ) -> impl Iterator<Item = (&'a RowKey, &'a Value)> {
        self.table(table).filter(move |(_, row)| belongs(row, thread))
    }

    fn one<T: DeserializeOwned>(&self, key: &RowKey) -> Result<Option<T>, StoreError> {
        let Some(row) = self.rows.get(key) else { return Ok(None) };
        match T::deserialize(row) {
            Ok(row) => Ok(Some(row)),
            Err(error) => Err(StoreError::Corrupt { key: key.clone(), reason: error.to_string() }),
        }
    }

    fn thread(&self, id: &ThreadId) -> Result<Option<StoredThread>, StoreError> {
        let Some(thread) = self.one(&RowKey::Thread(id.clone()))? else { return Ok(None) };
        let mut quarantined = Vec::new();
        let mut nodes: Vec<Node> = keep(load(self.owned(Table::Nodes, id)), &mut quarantined);
        let runs: Vec<Run> = keep(load(self.owned(Table::Runs, id)), &mut quarantined);
        let open = |table| self.owned(table, id).filter(|(_, row)| is_open_wait(row));
        let mut approvals: Vec<Approval> = keep(load(open(Table::Approvals)), &mut quarantined);
        let mut interactions: Vec<Interaction> = keep(load(open(Table::Interactions)), &mut quarantined);
        let mut steers: Vec<Steer> = keep(load(self.owned(Table::Steers, id)), &mut quarantined);
        let mut attachments: Vec<Attachment> =
            keep(load(self.owned(Table::Attachments, id)), &mut quarantined);
        nodes.sort_by_key(|node| node.seq);
        approvals.sort_by_key(|approval| approval.asked_at);
        interactions.sort_by_key(|interaction| interaction.asked_at);
        steers.sort_by_key(|steer| steer.admission);
        attachments.sort_by_key(|attachment| attachment.created_at);
        let runs = loaded_runs(runs, leaf_turn(&thread, &nodes));
        Ok(Some(StoredThread {
            thread,
            nodes,
            runs,
            approvals,
            interactions,
            steers,
            attachments,
            quarantined,
        }))
    }
}

fn removes(delete: &Delete, key: &RowKey, row: &Value) -> bool {
    match delete {
        Delete::Row(gone) => gone == key,
        Delete::Thread(thread) => match key {
            RowKey::Thread(id) => id == thread,
            RowKey::Node(_)
            | RowKey::Run(_)
            | RowKey::Steer(_)
            | RowKey::Approval(_)
            | RowKey::Interaction(_)
            | RowKey::Attachment(_)
            | RowKey::Blob(_)
            | RowKey::Journal(..) => belongs(row, thread),
            RowKey::Receipt(..) | RowKey::Rule(_) | RowKey::Connection(_) | RowKey::Settings => false,
        },
        Delete::ExpiredReceipts { now } => {
            let expiry = row.get("expires_at").and_then(Value::as_i64);
            key.table() == Table::Receipts && expiry.is_some_and(|at| at <= now.0)
        }
    }
}

/// What `StoredThread::runs` promises.
fn loaded_runs(mut runs: Vec<Run>, leaf: Option<&TurnId>) -> Vec<Run> {
    runs.sort_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
    let old = runs.len().saturating_sub(usize::try_from(RUNS_AT_LOAD).unwrap_or(usize::MAX));
    let mut place = 0;
    runs.retain(|run| {
        place += 1;
        place > old || is_open(run.phase.state()) || leaf == Some(&run.id)
    });
    runs
}

fn load<'a, T: DeserializeOwned>(rows: impl Iterator<Item = (&'a RowKey, &'a Value)>) -> Loaded<T> {
    let mut loaded = Loaded::default();
    for (key, row) in rows {
        match T::deserialize(row) {
            Ok(row) => loaded.rows.push(row),
            Err(error) => loaded.quarantined.push(Quarantined {
                table: key.table(),
                key: key.id(),
                reason: error.to_string(),
            }),
        }
    }
    loaded
}

fn keep<T>(loaded: Loaded<T>, quarantined: &mut Vec<Quarantined>) -> Vec<T> {
    quarantined.extend(loaded.quarantined);
    loaded.rows
}

fn belongs(row: &Value, thread: &ThreadId) -> bool {
    row.get("thread").and_then(Value::as_str) == Some(thread.as_str())
}

/// Of an approval or an interaction.
fn is_open_wait(row: &Value) -> bool {
    row.pointer("/status/status").and_then(Value::as_str) == Some("open")
}

fn number(row: &Value, field: &str) -> Option<u64> {
    row.get(field).and_then(Value::as_u64)
}
