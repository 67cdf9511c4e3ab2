//! The port in memory, for tests and simulation. Rows are kept as the JSON that IndexedDB would hold, and found by the same
//! fields, so that a damaged row and an older schema behave as they do in the browser.
//!
//! A handle is cheap to clone and every clone sees the same data: drop an engine, boot another on a clone.

mod data;

use crate::batch::Batch;
use crate::error::StoreError;
use crate::exchange_log::ExchangeLog;
use crate::port::{Loaded, Store, StoredThread, starts_at_boot};
use crate::row::{RowKey, Table};
use crate::schema;
use data::{Data, number, states};
use fairlead_protocol::attachment::{Attachment, Blob};
use fairlead_protocol::connection::Connection;
use fairlead_protocol::exchange::{Exchange, ExchangeBody, Side};
use fairlead_protocol::ids::{AttachmentId, ClientId, ExchangeId, Seq, SubmissionId, ThreadId, TurnId};
use fairlead_protocol::memory::Memory;
use fairlead_protocol::node::Node;
use fairlead_protocol::permission::Rule;
use fairlead_protocol::row::{JournalRow, Receipt};
use fairlead_protocol::settings::Settings;
use fairlead_protocol::thread::Thread;
use futures::future::{LocalBoxFuture, ready};
use serde_json::Value;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Every row by its key, as stored. Two snapshots are equal if the databases are.
pub type Snapshot = BTreeMap<RowKey, Value>;

#[derive(Clone)]
pub struct MemoryStore {
    data: Rc<RefCell<Data>>,
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
        Self { data: Rc::new(RefCell::new(Data::at_version(version))) }
    }

    /// Adds what the newer versions have.
    pub fn upgrade(&self) {
        self.data.borrow_mut().version = schema::NEWEST;
    }

    /// Commits that were stored.
    pub fn commits(&self) -> u64 {
        self.data.borrow().commits
    }

    /// Rows that were handed out. The reads choose them by the fields that an index has, as those of a database do.
    pub fn rows_read(&self) -> u64 {
        self.data.borrow().read.get()
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

    /// Takes a field, and what is in it, out of a stored row: as a release before that field would have written the row.
    pub fn forget(&self, key: &RowKey, path: &[&str]) {
        let mut data = self.data.borrow_mut();
        let Some((field, parents)) = path.split_last() else { return };
        let mut row = data.rows.get_mut(key);
        for parent in parents {
            row = row.and_then(|row| row.get_mut(*parent));
        }
        if let Some(Value::Object(row)) = row {
            row.remove(*field);
        }
    }
}

impl Store for MemoryStore {
    fn commit(&self, batch: Batch) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        Box::pin(ready(self.data.borrow_mut().commit(batch)))
    }

    fn threads(&self) -> LocalBoxFuture<'_, Result<Loaded<Thread>, StoreError>> {
        let data = self.data.borrow();
        let mut threads: Loaded<Thread> = data.load(data.table(Table::Threads));
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
        let mut nodes: Loaded<Node> =
            data.load(data.owned(Table::Nodes, thread).filter(|(_, row)| on_page(row)));
        nodes.rows.sort_by_key(|node| node.seq);
        Box::pin(ready(Ok(nodes)))
    }

    fn live_threads(&self) -> LocalBoxFuture<'_, Result<Vec<ThreadId>, StoreError>> {
        let data = self.data.borrow();
        // By the indexed fields alone: a Run that is damaged elsewhere has its Thread started too.
        let states: Vec<Value> = states(starts_at_boot).collect();
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
        Box::pin(ready(Ok(data.load(entries))))
    }

    fn attachments(&self) -> LocalBoxFuture<'_, Result<Loaded<Attachment>, StoreError>> {
        let data = self.data.borrow();
        let mut attachments: Loaded<Attachment> = data.load(data.table(Table::Attachments));
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
        let data = self.data.borrow();
        Box::pin(ready(Ok(data.load(data.table(Table::Rules)))))
    }

    fn memories(&self) -> LocalBoxFuture<'_, Result<Loaded<Memory>, StoreError>> {
        let data = self.data.borrow();
        Box::pin(ready(Ok(data.load(data.table(Table::Memories)))))
    }

    fn connections(&self) -> LocalBoxFuture<'_, Result<Loaded<Connection>, StoreError>> {
        let data = self.data.borrow();
        Box::pin(ready(Ok(data.load(data.table(Table::Connections)))))
    }

    fn settings(&self) -> LocalBoxFuture<'_, Result<Option<Settings>, StoreError>> {
        Box::pin(ready(self.data.borrow().one(&RowKey::Settings)))
    }
}

impl ExchangeLog for MemoryStore {
    fn write(&self, batch: Batch) -> LocalBoxFuture<'static, Result<(), StoreError>> {
        Box::pin(ready(self.data.borrow_mut().write(batch)))
    }

    fn exchanges(&self) -> LocalBoxFuture<'static, Result<Loaded<Exchange>, StoreError>> {
        let data = self.data.borrow();
        let mut exchanges: Loaded<Exchange> = data.load(data.table(Table::Exchanges));
        exchanges.rows.sort_by_key(|exchange| Reverse(exchange.sent_at));
        Box::pin(ready(Ok(exchanges)))
    }

    fn exchange_body(
        &self,
        exchange: &ExchangeId,
        side: Side,
    ) -> LocalBoxFuture<'static, Result<Option<ExchangeBody>, StoreError>> {
        Box::pin(ready(self.data.borrow().one(&RowKey::ExchangeBody(exchange.clone(), side))))
    }
}
