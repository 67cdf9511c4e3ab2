//! One batch, one transaction: encode, look, then write everything in one burst.

use crate::database::{Connection, detached};
use crate::read::indexed_keys;
use crate::record::{encode, field};
use crate::together::{Begun, begin, together};
use crate::{browser, fault, key};
use fairlead_protocol::ids::Revision;
use fairlead_store::schema::{self, Index};
use fairlead_store::{Batch, Delete, Expect, Row, RowKey, StoreError, Table};
use futures::future::{FutureExt, LocalBoxFuture, join};
use rexie::{KeyRange, Transaction, TransactionMode};
use std::pin::Pin;
use wasm_bindgen::JsValue;

/// The tables of what a Thread owns, and how its rows are found.
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

/// Begins at once; dropping the future neither stops nor halves the commit.
pub(crate) fn start(
    connection: &Connection,
    batch: Batch,
) -> LocalBoxFuture<'static, Result<(), StoreError>> {
    let begun = Encoded::new(batch).and_then(|encoded| {
        if encoded.tables.is_empty() {
            return Ok(None);
        }
        // Opened at the call: IndexedDB runs transactions in the order of their making.
        Ok(Some((connection.transaction(&encoded.tables, TransactionMode::ReadWrite)?, encoded)))
    });
    detached(async move {
        let Some((transaction, encoded)) = begun? else { return Ok(()) };
        encoded.write(transaction).await
    })
}

struct Encoded {
    /// Each once.
    tables: Vec<Table>,
    expect: Option<Expect>,
    deletes: Vec<Delete>,
    puts: Vec<Put>,
    /// About what the puts need, as JSON.
    bytes: usize,
}

struct Put {
    table: Table,
    row: JsValue,
    /// For a table whose key is not part of the row.
    key: Option<JsValue>,
}

impl Encoded {
    fn new(batch: Batch) -> Result<Self, StoreError> {
        let deleted = batch.deletes.iter().flat_map(tables_of);
        let put = batch.puts.iter().map(Row::table);
        let mut tables = Vec::new();
        for table in deleted.chain(batch.expect.iter().map(|_| Table::Threads)).chain(put) {
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
        let mut bytes = 0;
        let mut puts = Vec::with_capacity(batch.puts.len());
        for row in &batch.puts {
            let row_key = row.key();
            let out_of_line = row_key == RowKey::Settings;
            let key = out_of_line.then(|| key::primary(&row_key));
            let record = encode(row)?;
            bytes += record.bytes;
            puts.push(Put { table: row.table(), row: record.object, key });
        }
        Ok(Self { tables, expect: batch.expect, deletes: batch.deletes, puts, bytes })
    }

    async fn write(self, transaction: Transaction) -> Result<(), StoreError> {
        let (revision, doomed) = join(self.revision(&transaction), self.doomed(&transaction)).await;
        let revision = revision.map_err(|error| fault::transaction(&error))?;
        let doomed = doomed.map_err(|error| fault::transaction(&error))?;
        if let Err(error) = self.check(revision) {
            // Nothing was written, so that an abort that fails leaves the same behind.
            let _ = transaction.abort().await;
            return Err(error);
        }
        self.burst(transaction, doomed).await
    }

    async fn revision(&self, transaction: &Transaction) -> rexie::Result<Option<JsValue>> {
        match &self.expect {
            None => Ok(None),
            Some(expect) => {
                let threads = transaction.store(Table::Threads.name())?;
                threads.get(key::text(expect.thread.as_str())).await
            }
        }
    }

    fn check(&self, stored: Option<JsValue>) -> Result<(), StoreError> {
        let Some(expect) = &self.expect else { return Ok(()) };
        let stored = match stored {
            None => Revision(0),
            Some(row) => match field(&row, "revision").and_then(|revision| revision.as_f64()) {
                // Revisions are counted up from 0 by one: far from where a double loses units.
                Some(revision) => Revision(revision as u64),
                None => {
                    let key = RowKey::Thread(expect.thread.clone());
                    return Err(StoreError::Corrupt { key, reason: "no revision".to_owned() });
                }
            },
        };
        if stored == expect.revision {
            return Ok(());
        }
        Err(StoreError::Conflict { thread: expect.thread.clone(), expected: expect.revision, stored })
    }

    /// The primary keys of all that is to be deleted.
    async fn doomed(&self, transaction: &Transaction) -> rexie::Result<Vec<(Table, JsValue)>> {
        let requests = self.deletes.iter().map(|delete| doomed_by(delete, transaction).boxed_local());
        let found = together(requests).await;
        Ok(found.into_iter().collect::<rexie::Result<Vec<_>>>()?.into_iter().flatten().collect())
    }

    async fn burst(self, transaction: Transaction, doomed: Vec<(Table, JsValue)>) -> Result<(), StoreError> {
        let deletes = doomed.into_iter().map(|(table, key)| (table, Write::Delete(key)));
        let puts = self.puts.into_iter().map(|put| (put.table, Write::Put { row: put.row, key: put.key }));
        let mut writes = Vec::new();
        for (table, write) in deletes.chain(puts) {
            let store = transaction.store(table.name()).map_err(|error| fault::transaction(&error))?;
            writes.push(write.issue(store));
        }
        let mut writes = begin(writes.into_iter()).await;
        let refused = first_failure(&mut writes);
        for write in &mut writes {
            write.await;
        }
        if let Some(error) = refused {
            // Refused on the spot, which aborts nothing by itself: the others would be committed without it.
            let _ = transaction.abort().await;
            return Err(fault::transaction(&error));
        }
        match first_failure(&mut writes) {
            // The transaction is aborted by the failure. rexie's `done` is left out of it on purpose: it would throw at
            // every further request that fails with the first one, past everybody, into the worker's console.
            Some(error) if fault::is_consequence(&error) => Err(browser::why_aborted(self.bytes).await),
            Some(error) => Err(fault::transaction(&error)),
            None => finish(transaction, self.bytes).await,
        }
    }
}

/// Commits after the last write, in the same turn of the event loop as its success. Unlike `done`, which never resolves
/// for a transaction that has ended already, this then says so.
pub(crate) async fn finish(transaction: Transaction, bytes: usize) -> Result<(), StoreError> {
    match transaction.commit().await {
        Ok(()) => Ok(()),
        Err(rexie::Error::TransactioncommitFailed) => Err(browser::why_aborted(bytes).await),
        Err(error) => Err(fault::transaction(&error)),
    }
}

enum Write {
    Delete(JsValue),
    Put { row: JsValue, key: Option<JsValue> },
}

impl Write {
    fn issue(self, store: rexie::Store) -> LocalBoxFuture<'static, rexie::Result<()>> {
        Box::pin(async move {
            match self {
                Self::Delete(key) => store.delete(key).await,
                Self::Put { row, key } => store.put(&row, key.as_ref()).await.map(|_| ()),
            }
        })
    }
}

type Issued = Begun<'static, rexie::Result<()>>;

/// The cause, where a failed write has taken others with it.
fn first_failure(writes: &mut [Issued]) -> Option<rexie::Error> {
    let mut consequence = None;
    for write in writes {
        if let Some(Err(error)) = Pin::new(write).output_mut() {
            let error = std::mem::replace(error, rexie::Error::TransactionAbortFailed);
            if !fault::is_consequence(&error) {
                return Some(error);
            }
            consequence = consequence.or(Some(error));
        }
    }
    consequence
}

fn tables_of(delete: &Delete) -> Vec<Table> {
    match delete {
        Delete::Row(key) => vec![key.table()],
        Delete::Thread(_) => OWNED.iter().map(|(table, _)| *table).chain([Table::Threads]).collect(),
        Delete::ExpiredReceipts { .. } => vec![Table::Receipts],
    }
}

async fn doomed_by(delete: &Delete, transaction: &Transaction) -> rexie::Result<Vec<(Table, JsValue)>> {
    match delete {
        Delete::Row(key) => Ok(vec![(key.table(), key::primary(key))]),
        Delete::Thread(thread) => {
            let owner = key::text(thread.as_str());
            let owned = OWNED.iter().map(|(table, index)| {
                let all = key::beginning(std::slice::from_ref(&owner));
                async move { keys(transaction, *table, *index, all?).await }.boxed_local()
            });
            let found = together(owned).await.into_iter().collect::<rexie::Result<Vec<_>>>()?;
            Ok(found.into_iter().flatten().chain([(Table::Threads, owner)]).collect())
        }
        Delete::ExpiredReceipts { now } => {
            keys(transaction, Table::Receipts, schema::RECEIPTS_BY_EXPIRY, key::up_to(now.0)?).await
        }
    }
}

async fn keys(
    transaction: &Transaction,
    table: Table,
    index: Index,
    range: KeyRange,
) -> rexie::Result<Vec<(Table, JsValue)>> {
    let keys = indexed_keys(transaction, table, index, range).await?;
    Ok(keys.into_iter().map(|key| (table, key)).collect())
}
