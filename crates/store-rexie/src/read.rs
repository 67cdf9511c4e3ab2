//! The port. Each read is one transaction whose requests all go out at once.
//!
//! Requests are joined to the end even if one fails: one that is dropped before its event throws when the event comes.

use crate::database::{RexieStore, detached};
use crate::record::{Order, decode, decode_all, field, in_order};
use crate::together::together;
use crate::{commit, fault, key, thread};
use fairlead_protocol::attachment::{Attachment, Blob};
use fairlead_protocol::connection::Connection;
use fairlead_protocol::ids::{AttachmentId, ClientId, Seq, SubmissionId, ThreadId, TurnId};
use fairlead_protocol::node::Node;
use fairlead_protocol::permission::Rule;
use fairlead_protocol::row::{JournalRow, Receipt};
use fairlead_protocol::run::RunState;
use fairlead_protocol::settings::Settings;
use fairlead_protocol::thread::Thread;
use fairlead_store::schema::{self, Index};
use fairlead_store::{Batch, Loaded, RowKey, Store, StoreError, StoredThread, Table, starts_at_boot};
use futures::future::{FutureExt, LocalBoxFuture};
use rexie::{KeyRange, Transaction, TransactionMode};
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;
use std::future::Future;
use wasm_bindgen::JsValue;

impl Store for RexieStore {
    fn commit(&self, batch: Batch) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        commit::start(&self.connection, batch)
    }

    fn threads(&self) -> LocalBoxFuture<'_, Result<Loaded<Thread>, StoreError>> {
        self.read(&[Table::Threads], async |transaction| {
            let rows = transaction.store(Table::Threads.name())?.get_all(None, None).await?;
            Ok(Ok(decode_all(Table::Threads, &in_order(rows, "updated_at", Order::NewestFirst))))
        })
    }

    fn thread<'a>(
        &'a self,
        thread: &'a ThreadId,
    ) -> LocalBoxFuture<'a, Result<Option<StoredThread>, StoreError>> {
        let id = thread.clone();
        self.read(&thread::TABLES, async move |transaction| thread::load(&transaction, id).await)
    }

    fn nodes_page<'a>(
        &'a self,
        thread: &'a ThreadId,
        before: Seq,
        limit: u32,
    ) -> LocalBoxFuture<'a, Result<Loaded<Node>, StoreError>> {
        let first = before.0.saturating_sub(u64::from(limit));
        if first == before.0 {
            return Box::pin(async { Ok(Loaded::default()) });
        }
        let thread = key::text(thread.as_str());
        self.read(&[Table::Nodes], async move |transaction| {
            let page = key::between(&[thread.clone(), key::number(first)], &[thread, key::number(before.0)])?;
            let rows = indexed(&transaction, Table::Nodes, schema::NODES_BY_SEQ, Some(page)).await?;
            Ok(Ok(decode_all(Table::Nodes, &rows)))
        })
    }

    fn live_threads(&self) -> LocalBoxFuture<'_, Result<Vec<ThreadId>, StoreError>> {
        self.read(&[Table::Runs], async |transaction| {
            let states = RunState::ALL.into_iter().filter(|state| starts_at_boot(*state));
            let of_state = states.map(|state| {
                let state = key::only(&[state_key(state)]);
                let transaction = &transaction;
                async move { indexed(transaction, Table::Runs, schema::RUNS_BY_STATE, Some(state?)).await }
                    .boxed_local()
            });
            let runs = together(of_state).await.into_iter().collect::<rexie::Result<Vec<_>>>()?;
            let mut threads = BTreeSet::new();
            threads.extend(runs.iter().flatten().filter_map(|run| field(run, "thread")?.as_string()));
            Ok(Ok(threads.into_iter().map(ThreadId).collect()))
        })
    }

    fn receipt<'a>(
        &'a self,
        client: &'a ClientId,
        submission: &'a SubmissionId,
    ) -> LocalBoxFuture<'a, Result<Option<Receipt>, StoreError>> {
        self.one(RowKey::Receipt(client.clone(), submission.clone()))
    }

    fn journal<'a>(
        &'a self,
        run: &'a TurnId,
        from: Seq,
        limit: u32,
    ) -> LocalBoxFuture<'a, Result<Loaded<JournalRow>, StoreError>> {
        // IndexedDB takes a count of 0 for no limit at all.
        if limit == 0 {
            return Box::pin(async { Ok(Loaded::default()) });
        }
        let run = key::text(run.as_str());
        self.read(&[Table::Journal], async move |transaction| {
            let range = key::from(&[run.clone(), key::number(from.0)], &[run])?;
            let journal = transaction.store(Table::Journal.name())?;
            Ok(Ok(decode_all(Table::Journal, &journal.get_all(Some(range), Some(limit)).await?)))
        })
    }

    fn attachments(&self) -> LocalBoxFuture<'_, Result<Loaded<Attachment>, StoreError>> {
        self.read(&[Table::Attachments], async |transaction| {
            let rows = indexed(&transaction, Table::Attachments, schema::ATTACHMENTS_BY_AGE, None).await?;
            Ok(Ok(decode_all(Table::Attachments, &rows)))
        })
    }

    fn blob<'a>(
        &'a self,
        attachment: &'a AttachmentId,
    ) -> LocalBoxFuture<'a, Result<Option<Blob>, StoreError>> {
        self.one(RowKey::Blob(attachment.clone()))
    }

    fn rules(&self) -> LocalBoxFuture<'_, Result<Loaded<Rule>, StoreError>> {
        self.all(Table::Rules)
    }

    fn connections(&self) -> LocalBoxFuture<'_, Result<Loaded<Connection>, StoreError>> {
        self.all(Table::Connections)
    }

    fn settings(&self) -> LocalBoxFuture<'_, Result<Option<Settings>, StoreError>> {
        self.one(RowKey::Settings)
    }
}

/// The outer result is the database's, the inner one the row's.
pub(crate) type Answer<T> = rexie::Result<Result<T, StoreError>>;

impl RexieStore {
    fn read<T: 'static, F>(
        &self,
        tables: &[Table],
        requests: impl FnOnce(Transaction) -> F + 'static,
    ) -> LocalBoxFuture<'static, Result<T, StoreError>>
    where
        F: Future<Output = Answer<T>> + 'static,
    {
        // Opened at the call, so that it comes after every commit that was called before.
        let transaction = self.connection.transaction(tables, TransactionMode::ReadOnly);
        detached(async move { requests(transaction?).await.map_err(|error| fault::transaction(&error))? })
    }

    fn all<T: DeserializeOwned + 'static>(
        &self,
        table: Table,
    ) -> LocalBoxFuture<'static, Result<Loaded<T>, StoreError>> {
        self.read(&[table], async move |transaction| {
            Ok(Ok(decode_all(table, &transaction.store(table.name())?.get_all(None, None).await?)))
        })
    }

    fn one<T: DeserializeOwned + 'static>(
        &self,
        key: RowKey,
    ) -> LocalBoxFuture<'static, Result<Option<T>, StoreError>> {
        self.read(&[key.table()], async move |transaction| {
            let row = transaction.store(key.table().name())?.get(key::primary(&key)).await?;
            Ok(row.map(|row| decode(&key, &row)).transpose())
        })
    }
}

pub(crate) async fn indexed(
    transaction: &Transaction,
    table: Table,
    index: Index,
    range: Option<KeyRange>,
) -> rexie::Result<Vec<JsValue>> {
    transaction.store(table.name())?.index(index.name)?.get_all(range, None).await
}

/// The primary keys alone: what they stand for is not loaded.
pub(crate) async fn indexed_keys(
    transaction: &Transaction,
    table: Table,
    index: Index,
    range: KeyRange,
) -> rexie::Result<Vec<JsValue>> {
    transaction.store(table.name())?.index(index.name)?.get_all_keys(Some(range), None).await
}

/// As `phase.state` is written.
pub(crate) fn state_key(state: RunState) -> JsValue {
    // A variant without fields is written as its name; a key that nothing has would only find nothing.
    let name = serde_json::to_value(state).unwrap_or_default();
    key::text(name.as_str().unwrap_or_default())
}
