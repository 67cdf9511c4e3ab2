//! The port. Each read is one transaction whose requests all go out at once; what they find is decoded when it is there,
//! by whoever waits for it.

use crate::database::{self, RexieStore, detached};
use crate::key::Range;
use crate::record::{Order, decode, decode_all, field, in_order};
use crate::request::{Request, answers};
use crate::{commit, key, thread};
use fairlead_protocol::attachment::{Attachment, Blob};
use fairlead_protocol::connection::Connection;
use fairlead_protocol::from_json::FromJson;
use fairlead_protocol::ids::{AttachmentId, ClientId, Seq, SubmissionId, ThreadId, TurnId};
use fairlead_protocol::memory::Memory;
use fairlead_protocol::node::Node;
use fairlead_protocol::permission::Rule;
use fairlead_protocol::row::{JournalRow, Receipt};
use fairlead_protocol::run::RunState;
use fairlead_protocol::settings::Settings;
use fairlead_protocol::thread::Thread;
use fairlead_store::schema;
use fairlead_store::{Batch, Loaded, RowKey, Store, StoreError, StoredThread, Table, starts_at_boot};
use futures::future::LocalBoxFuture;
use rexie::TransactionMode;
use wasm_bindgen::JsValue;

impl Store for RexieStore {
    fn commit(&self, batch: Batch) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        commit::start(&self.connection, batch)
    }

    fn threads(&self) -> LocalBoxFuture<'_, Result<Loaded<Thread>, StoreError>> {
        let rows = find(&self.connection, vec![Request::all(Table::Threads)]);
        Box::pin(async {
            let rows = in_order(rows.await?, "updated_at", Order::NewestFirst);
            Ok(decode_all(Table::Threads, &rows))
        })
    }

    fn thread<'a>(
        &'a self,
        thread: &'a ThreadId,
    ) -> LocalBoxFuture<'a, Result<Option<StoredThread>, StoreError>> {
        let transaction = self.connection.transaction(&thread::TABLES, TransactionMode::ReadOnly);
        let id = thread.clone();
        detached(Box::pin(async { thread::load(transaction?, id).await }))
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
        let last = key::number(before.0.saturating_sub(1));
        let page = Range::between(&[thread.clone(), key::number(first)], &[thread, last]);
        self.loaded(Request::indexed(Table::Nodes, schema::NODES_BY_SEQ, page))
    }

    fn live_threads(&self) -> LocalBoxFuture<'_, Result<Vec<ThreadId>, StoreError>> {
        let states = RunState::ALL.into_iter().filter(|state| starts_at_boot(*state));
        let of_state = states.map(|state| {
            let range = Range::only(key::array(&[key::state(state)]));
            Request::indexed(Table::Runs, schema::RUNS_BY_STATE, range)
        });
        let runs = find(&self.connection, of_state.collect());
        Box::pin(async {
            let mut threads: Vec<ThreadId> = Vec::new();
            for run in runs.await? {
                if let Some(id) = field(&run, "thread").and_then(|id| id.as_string()).map(ThreadId)
                    && let Err(place) = threads.binary_search(&id)
                {
                    threads.insert(place, id);
                }
            }
            Ok(threads)
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
        let range = Some(Range::onwards(&[run.clone(), key::number(from.0)], &[run]));
        let page = Request::Rows { table: Table::Journal, index: None, range, limit: Some(limit) };
        self.loaded(page)
    }

    fn attachments(&self) -> LocalBoxFuture<'_, Result<Loaded<Attachment>, StoreError>> {
        let index = Some(schema::ATTACHMENTS_BY_AGE);
        let oldest_first = Request::Rows { table: Table::Attachments, index, range: None, limit: None };
        self.loaded(oldest_first)
    }

    fn blob<'a>(
        &'a self,
        attachment: &'a AttachmentId,
    ) -> LocalBoxFuture<'a, Result<Option<Blob>, StoreError>> {
        self.one(RowKey::Blob(attachment.clone()))
    }

    fn rules(&self) -> LocalBoxFuture<'_, Result<Loaded<Rule>, StoreError>> {
        self.loaded(Request::all(Table::Rules))
    }

    fn memories(&self) -> LocalBoxFuture<'_, Result<Loaded<Memory>, StoreError>> {
        self.loaded(Request::all(Table::Memories))
    }

    fn connections(&self) -> LocalBoxFuture<'_, Result<Loaded<Connection>, StoreError>> {
        self.loaded(Request::all(Table::Connections))
    }

    fn settings(&self) -> LocalBoxFuture<'_, Result<Option<Settings>, StoreError>> {
        self.one(RowKey::Settings)
    }
}

impl RexieStore {
    fn loaded<T: FromJson + 'static>(
        &self,
        request: Request,
    ) -> LocalBoxFuture<'static, Result<Loaded<T>, StoreError>> {
        let table = request.table();
        let rows = find(&self.connection, vec![request]);
        Box::pin(async move { Ok(decode_all(table, &rows.await?)) })
    }

    pub(crate) fn one<T: FromJson + 'static>(
        &self,
        key: RowKey,
    ) -> LocalBoxFuture<'static, Result<Option<T>, StoreError>> {
        let row = find(&self.connection, vec![Request::row(key.table(), key::primary(&key))]);
        Box::pin(async move { row.await?.first().map(|row| decode(key, row)).transpose() })
    }
}

/// What these requests find, one after the other. They come after every commit that was called before.
pub(crate) fn find(
    connection: &database::Connection,
    requests: Vec<Request>,
) -> LocalBoxFuture<'static, Result<Vec<JsValue>, StoreError>> {
    let tables: Vec<Table> = requests.iter().map(Request::table).collect();
    let transaction = connection.transaction(&tables, TransactionMode::ReadOnly);
    detached(Box::pin(async move { Ok(answers(&transaction?, requests).await?.concat()) }))
}
