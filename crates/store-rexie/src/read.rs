//! The port. Each read is one transaction whose requests all go out at once.
//!
//! Requests are joined to the end even if one fails: one that is dropped before its event throws when the event comes.

use crate::database::{RexieStore, detached};
use crate::record::{decode, decode_all, field};
use crate::together::together;
use crate::{commit, fault, key};
use fairlead_protocol::approval::Approval;
use fairlead_protocol::attachment::{Attachment, Blob};
use fairlead_protocol::connection::Connection;
use fairlead_protocol::ids::{AttachmentId, ClientId, Seq, SubmissionId, ThreadId, TurnId};
use fairlead_protocol::interaction::Interaction;
use fairlead_protocol::node::Node;
use fairlead_protocol::permission::Rule;
use fairlead_protocol::row::{JournalRow, Receipt};
use fairlead_protocol::run::{Run, RunState};
use fairlead_protocol::settings::Settings;
use fairlead_protocol::thread::Thread;
use fairlead_store::schema::{self, Index};
use fairlead_store::{
    Batch, Loaded, Quarantined, RUNS_AT_LOAD, RowKey, Store, StoreError, StoredThread, Table, is_open,
    leaf_turn, starts_at_boot,
};
use futures::future::{FutureExt, LocalBoxFuture, join, join5};
use rexie::{Direction, KeyRange, Transaction, TransactionMode};
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
            let mut threads: Loaded<Thread> = decode_all(Table::Threads, &rows);
            threads.rows.sort_unstable_by(|a, b| (b.updated_at, &a.id).cmp(&(a.updated_at, &b.id)));
            Ok(Ok(threads))
        })
    }

    fn thread<'a>(
        &'a self,
        thread: &'a ThreadId,
    ) -> LocalBoxFuture<'a, Result<Option<StoredThread>, StoreError>> {
        let id = thread.clone();
        let tables = [
            Table::Threads,
            Table::Nodes,
            Table::Runs,
            Table::Approvals,
            Table::Steers,
            Table::Interactions,
            Table::Attachments,
        ];
        self.read(&tables, async move |transaction| load_thread(&transaction, id).await)
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
type Answer<T> = rexie::Result<Result<T, StoreError>>;

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

async fn load_thread(transaction: &Transaction, id: ThreadId) -> Answer<Option<StoredThread>> {
    let owner = key::text(id.as_str());
    let own = RowKey::Thread(id);
    let all = || key::beginning(std::slice::from_ref(&owner));
    let open = || key::only(&[owner.clone(), key::text("open")]);
    let threads = transaction.store(Table::Threads.name())?;
    let ((row, nodes, runs, approvals, interactions), (steers, attachments)) = join(
        join5(
            threads.get(key::primary(&own)),
            indexed(transaction, Table::Nodes, schema::NODES_BY_SEQ, Some(all()?)),
            open_and_newest_runs(transaction, &owner),
            indexed(transaction, Table::Approvals, schema::APPROVALS_BY_STATUS, Some(open()?)),
            indexed(transaction, Table::Interactions, schema::INTERACTIONS_BY_STATUS, Some(open()?)),
        ),
        join(
            indexed(transaction, Table::Steers, schema::STEERS_BY_ADMISSION, Some(all()?)),
            indexed(transaction, Table::Attachments, schema::ATTACHMENTS_BY_THREAD, Some(all()?)),
        ),
    )
    .await;
    let thread = match row?.map(|row| decode(&own, &row)).transpose() {
        Ok(Some(thread)) => thread,
        Ok(None) => return Ok(Ok(None)),
        Err(error) => return Ok(Err(error)),
    };
    let mut quarantined = Vec::new();
    let nodes: Vec<Node> = keep(decode_all(Table::Nodes, &nodes?), &mut quarantined);
    let mut runs = runs?;
    if let Some(turn) = leaf_turn(&thread, &nodes) {
        runs.extend(leaf_run(transaction, &owner, key::text(turn.as_str()), &runs).await?);
    }
    let mut runs: Vec<Run> = keep(decode_all(Table::Runs, &runs), &mut quarantined);
    let mut approvals: Vec<Approval> = keep(decode_all(Table::Approvals, &approvals?), &mut quarantined);
    let mut interactions: Vec<Interaction> =
        keep(decode_all(Table::Interactions, &interactions?), &mut quarantined);
    let steers = keep(decode_all(Table::Steers, &steers?), &mut quarantined);
    let attachments = keep(decode_all(Table::Attachments, &attachments?), &mut quarantined);
    runs.sort_unstable_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
    approvals.sort_unstable_by(|a, b| (a.asked_at, &a.id).cmp(&(b.asked_at, &b.id)));
    interactions.sort_unstable_by(|a, b| (a.asked_at, &a.id).cmp(&(b.asked_at, &b.id)));
    Ok(Ok(Some(StoredThread {
        thread,
        nodes,
        runs,
        approvals,
        interactions,
        steers,
        attachments,
        quarantined,
    })))
}

/// The Run that the leaf belongs to, unless it was found already. It is asked for in the turn of the event loop in which
/// the last of the others came, so that the transaction is still open.
async fn leaf_run(
    transaction: &Transaction,
    owner: &JsValue,
    turn: JsValue,
    found: &[JsValue],
) -> rexie::Result<Option<JsValue>> {
    if found.iter().any(|run| field(run, "id").as_ref() == Some(&turn)) {
        return Ok(None);
    }
    let run = transaction.store(Table::Runs.name())?.get(turn).await?;
    Ok(run.filter(|run| field(run, "thread").as_ref() == Some(owner)))
}

/// By two indexes; a Run that both find comes once.
async fn open_and_newest_runs(transaction: &Transaction, owner: &JsValue) -> rexie::Result<Vec<JsValue>> {
    let states = RunState::ALL.into_iter().filter(|state| is_open(*state));
    let open = together(states.map(|state| {
        let state = key::only(&[owner.clone(), state_key(state)]);
        async move { indexed(transaction, Table::Runs, schema::RUNS_BY_THREAD_STATE, Some(state?)).await }
            .boxed_local()
    }));
    let by_age = transaction.store(Table::Runs.name())?.index(schema::RUNS_BY_AGE.name)?;
    let all = key::beginning(std::slice::from_ref(owner))?;
    let newest = by_age.scan(Some(all), Some(RUNS_AT_LOAD), None, Some(Direction::Prev));
    let (open, newest) = join(open, newest).await;
    let open = open.into_iter().collect::<rexie::Result<Vec<_>>>()?;
    let runs = open.into_iter().flatten().chain(newest?.into_iter().map(|(_, run)| run));
    let mut seen = BTreeSet::new();
    Ok(runs
        .filter(|run| field(run, "id").and_then(|id| id.as_string()).is_some_and(|id| seen.insert(id)))
        .collect())
}

async fn indexed(
    transaction: &Transaction,
    table: Table,
    index: Index,
    range: Option<KeyRange>,
) -> rexie::Result<Vec<JsValue>> {
    transaction.store(table.name())?.index(index.name)?.get_all(range, None).await
}

fn keep<T>(loaded: Loaded<T>, quarantined: &mut Vec<Quarantined>) -> Vec<T> {
    quarantined.extend(loaded.quarantined);
    loaded.rows
}

/// As `phase.state` is written.
fn state_key(state: RunState) -> JsValue {
    // A variant without fields is written as its name; a key that nothing has would only find nothing.
    let name = serde_json::to_value(state).unwrap_or_default();
    key::text(name.as_str().unwrap_or_default())
}
