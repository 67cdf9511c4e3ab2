//! One batch, one transaction: encode, look, then write everything in one burst.

use crate::database::{Connection, detached};
use crate::key::Range;
use crate::record::{encode, field};
use crate::request::{Burst, Request, answers};
use crate::{browser, fault, key};
use fairlead_protocol::ids::Revision;
use fairlead_store::schema::{self, Index};
use fairlead_store::{Batch, Delete, Expect, RowKey, StoreError, Table};
use futures::future::LocalBoxFuture;
use rexie::{Transaction, TransactionMode};
use wasm_bindgen::JsValue;

/// The tables of what a Thread owns but for requests to models, and how its rows are found.
const OWNED: [(Table, Index); 8] = [
    (Table::Nodes, schema::NODES_BY_SEQ),
    (Table::Runs, schema::RUNS_BY_AGE),
    (Table::Approvals, schema::APPROVALS_BY_STATUS),
    (Table::Journal, schema::JOURNAL_BY_THREAD),
    (Table::Steers, schema::STEERS_BY_ADMISSION),
    (Table::Interactions, schema::INTERACTIONS_BY_STATUS),
    (Table::Attachments, schema::ATTACHMENTS_BY_THREAD),
    (Table::Blobs, schema::BLOBS_BY_THREAD),
];

/// Those of requests to models.
const EXCHANGES: [(Table, Index); 2] = [
    (Table::Exchanges, schema::EXCHANGES_BY_THREAD),
    (Table::ExchangeBodies, schema::EXCHANGE_BODIES_BY_THREAD),
];

/// Begins at once; dropping the future neither stops nor halves the commit.
pub(crate) fn start(
    connection: &Connection,
    batch: Batch,
) -> LocalBoxFuture<'static, Result<(), StoreError>> {
    let begun = Encoded::new(batch).and_then(|encoded| {
        let tables = encoded.tables();
        if tables.is_empty() {
            return Ok(None);
        }
        Ok(Some((connection.transaction(&tables, TransactionMode::ReadWrite)?, encoded)))
    });
    detached(Box::pin(async {
        let Some((transaction, encoded)) = begun? else { return Ok(()) };
        encoded.write(transaction).await
    }))
}

/// Writes without looking at anything first: all of it or nothing.
pub(crate) fn change(
    connection: &Connection,
    writes: Vec<Request>,
) -> LocalBoxFuture<'static, Result<(), StoreError>> {
    let tables: Vec<Table> = writes.iter().map(Request::table).collect();
    let transaction = connection.transaction(&tables, TransactionMode::ReadWrite);
    detached(Box::pin(async { write_all(transaction?, writes, 0).await }))
}

#[derive(Default)]
struct Encoded {
    expect: Vec<Expect>,
    needs: Vec<RowKey>,
    /// What finds the primary keys of all that is to be deleted and not known by its key.
    doomed: Vec<Request>,
    deletes: Vec<Request>,
    puts: Vec<Request>,
    /// About what the puts need, as JSON.
    bytes: usize,
}

impl Encoded {
    fn new(batch: Batch) -> Result<Self, StoreError> {
        let mut encoded = Self { expect: batch.expect, needs: batch.needs, ..Self::default() };
        for delete in batch.deletes {
            encoded.delete(delete);
        }
        for row in &batch.puts {
            let row_key = row.key();
            let key = (row_key == RowKey::Settings).then(|| key::primary(&row_key));
            let record = encode(row)?;
            encoded.bytes += record.bytes;
            encoded.puts.push(Request::Put { table: row_key.table(), row: record.object, key });
        }
        Ok(encoded)
    }

    fn delete(&mut self, delete: Delete) {
        match delete {
            Delete::Row(key) => {
                self.deletes.push(Request::Delete { table: key.table(), key: key::primary(&key) });
            }
            Delete::Thread(thread) => {
                let owner = key::text(thread.as_str());
                self.doom(&owner, OWNED.into_iter().chain(EXCHANGES));
                self.deletes.push(Request::Delete { table: Table::Threads, key: owner });
            }
            Delete::Exchanges(thread) => self.doom(&key::text(thread.as_str()), EXCHANGES),
            Delete::ExpiredReceipts { now } => {
                let expired = Range::up_to(now.0);
                self.doomed.push(Request::keys(Table::Receipts, schema::RECEIPTS_BY_EXPIRY, expired));
            }
        }
    }

    /// All rows of these tables that belong to a Thread.
    fn doom(&mut self, owner: &JsValue, tables: impl IntoIterator<Item = (Table, Index)>) {
        let of_owner = tables
            .into_iter()
            .map(|(table, index)| Request::keys(table, index, Range::beginning(std::slice::from_ref(owner))));
        self.doomed.extend(of_owner);
    }

    fn tables(&self) -> Vec<Table> {
        let requests = self.doomed.iter().chain(&self.deletes).chain(&self.puts).map(Request::table);
        let looks = self.needs.iter().map(RowKey::table).chain(self.expect.iter().map(|_| Table::Threads));
        requests.chain(looks).collect()
    }

    async fn write(self, transaction: Transaction) -> Result<(), StoreError> {
        let tables: Vec<Table> = self.doomed.iter().map(Request::table).collect();
        let mut looks = self.doomed;
        let expected = self.expect.iter().map(|expect| key::text(expect.thread.as_str()));
        looks.extend(expected.map(|thread| Request::row(Table::Threads, thread)));
        looks.extend(self.needs.iter().map(|key| Request::row(key.table(), key::primary(key))));
        let mut found = answers(&transaction, looks).await?.into_iter();
        let doomed: Vec<_> = tables.into_iter().zip(found.by_ref()).collect();
        let mut expected = self.expect.into_iter().zip(found.by_ref());
        let is_as_expected = expected.try_for_each(|(expect, stored)| check(expect, stored.first()));
        let mut needed = self.needs.into_iter().zip(found);
        let has_all = needed.try_for_each(|(key, stored)| is_there(key, &stored));
        if let Err(error) = is_as_expected.and(has_all) {
            // Nothing was written, so that an abort that fails leaves the same behind.
            let _ = transaction.abort().await;
            return Err(error);
        }
        let mut writes = self.deletes;
        for (table, keys) in doomed {
            writes.extend(keys.into_iter().map(|key| Request::Delete { table, key }));
        }
        writes.extend(self.puts);
        write_all(transaction, writes, self.bytes).await
    }
}

fn check(expect: Expect, stored: Option<&JsValue>) -> Result<(), StoreError> {
    let stored = match stored {
        None => Revision(0),
        Some(row) => match field(row, "revision").and_then(|revision| revision.as_f64()) {
            // Revisions are counted up from 0 by one: far from where a double loses units.
            Some(revision) => Revision(revision as u64),
            None => {
                let key = RowKey::Thread(expect.thread);
                return Err(StoreError::Corrupt { key, reason: "no revision".to_owned() });
            }
        },
    };
    if stored == expect.revision {
        return Ok(());
    }
    Err(StoreError::Conflict { thread: expect.thread, expected: expect.revision, stored })
}

fn is_there(key: RowKey, stored: &[JsValue]) -> Result<(), StoreError> {
    if stored.is_empty() { Err(StoreError::Missing { key }) } else { Ok(()) }
}

async fn write_all(transaction: Transaction, writes: Vec<Request>, bytes: usize) -> Result<(), StoreError> {
    let mut burst = Burst::send(&transaction, writes).await;
    let refused = burst.failure();
    burst.settle().await;
    let failure = burst.failure();
    drop(burst);
    if let Some(error) = refused {
        // Refused on the spot, which aborts nothing by itself: the others would be committed without it.
        let _ = transaction.abort().await;
        return Err(fault::transaction(&error));
    }
    match failure {
        // The transaction is aborted by the failure. rexie's `done` is left out of it on purpose: it would throw at
        // every further request that fails with the first one, past everybody, into the worker's console.
        Some(error) if fault::is_consequence(&error) => Err(browser::why_aborted(bytes).await),
        Some(error) => Err(fault::transaction(&error)),
        // Commits after the last write, in the same turn of the event loop as its success. Unlike `done`, which never
        // resolves for a transaction that has ended already, this then says so.
        None => match transaction.commit().await {
            Ok(()) => Ok(()),
            Err(rexie::Error::TransactioncommitFailed) => Err(browser::why_aborted(bytes).await),
            Err(error) => Err(fault::transaction(&error)),
        },
    }
}
