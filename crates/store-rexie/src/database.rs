//! Opening and closing the database. Its layout comes from the store's migrations.

use crate::browser;
use crate::fault;
use crate::vault::Vault;
use fairlead_store::schema::{self, PrimaryKey, TableLayout, Uniqueness};
use fairlead_store::{StoreError, Table};
use futures::channel::oneshot;
use futures::future::{Either, LocalBoxFuture, select};
use rexie::{Index, ObjectStore, Rexie, Transaction, TransactionMode};
use std::pin::pin;
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;

/// A handle to an open database; it closes with the last of its clones.
#[derive(Clone)]
pub struct RexieStore {
    pub(crate) connection: Rc<Connection>,
}

/// How to open; the default is what the product does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The schema version to create or upgrade to. Older ones serve the tests of upgrades.
    pub version: u32,
    /// rexie does not tell of a blocked upgrade; one that takes longer than this, in milliseconds, is taken for one.
    pub patience_ms: u32,
}

impl Default for Opening {
    fn default() -> Self {
        Self { version: schema::NEWEST, patience_ms: 10_000 }
    }
}

impl RexieStore {
    pub async fn open(name: &str) -> Result<Self, StoreError> {
        Self::open_with(name, Opening::default()).await
    }

    pub async fn open_with(name: &str, opening: Opening) -> Result<Self, StoreError> {
        let tables = schema::layout(opening.version).into_iter().map(object_store);
        let builder = tables.fold(Rexie::builder(name).version(opening.version), |builder, table| {
            builder.add_object_store(table)
        });
        // An upgrade that comes through after all finds nobody waiting, and its connection closes.
        let opened = detached(Box::pin(async move {
            let database = builder.build().await.map_err(|error| fault::opening(&error))?;
            Ok(Self { connection: Rc::new(Connection(Some(database))) })
        }));
        match select(opened, pin!(browser::wait(opening.patience_ms))).await {
            Either::Left((opened, _)) => opened,
            Either::Right(((), _)) => Err(StoreError::BlockedUpgrade),
        }
    }

    /// Removes a database and all that is in it. It waits until every connection is closed.
    pub async fn delete(name: &str) -> Result<(), StoreError> {
        let name = name.to_owned();
        let delete = async move { Rexie::delete(&name).await.map_err(|error| fault::opening(&error)) };
        detached(Box::pin(delete)).await
    }

    pub fn vault(&self) -> Vault {
        Vault::new(Rc::clone(&self.connection))
    }
}

/// rexie closes by value only; this closes when it is dropped.
pub(crate) struct Connection(Option<Rexie>);

impl Connection {
    /// Opened at the call: IndexedDB runs transactions in the order of their making. A table may be named repeatedly.
    pub(crate) fn transaction(
        &self,
        tables: &[Table],
        mode: TransactionMode,
    ) -> Result<Transaction, StoreError> {
        let Some(database) = &self.0 else {
            return Err(StoreError::Unavailable { reason: "the database is closed".to_owned() });
        };
        let mut names: Vec<&str> = Vec::new();
        for name in tables.iter().map(|table| table.name()) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        database.transaction(&names, mode).map_err(|error| {
            let present = database.store_names();
            match tables.iter().find(|table| !present.iter().any(|name| name == table.name())) {
                Some(table) => StoreError::NoTable { table: *table },
                None => fault::transaction(&error),
            }
        })
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(database) = self.0.take() {
            database.close();
        }
    }
}

/// Runs work as a task of its own, to its end, whether or not anybody waits for it.
pub(crate) fn detached<T: 'static>(
    work: LocalBoxFuture<'static, Result<T, StoreError>>,
) -> LocalBoxFuture<'static, Result<T, StoreError>> {
    let (answer, answered) = oneshot::channel();
    spawn_local(async move {
        // A receiver that was dropped wants no answer.
        let _ = answer.send(work.await);
    });
    Box::pin(async move {
        answered.await.unwrap_or_else(|_| {
            Err(StoreError::Unavailable { reason: "the store's task ended early".to_owned() })
        })
    })
}

fn object_store(layout: TableLayout) -> ObjectStore {
    let store = ObjectStore::new(layout.table.name());
    let store = match layout.key {
        PrimaryKey::Field(path) => store.key_path(path),
        PrimaryKey::Fields(paths) => store.key_path_array(paths.iter().copied()),
        PrimaryKey::OutOfLine => store,
    };
    layout.indexes.iter().fold(store, |store, index| {
        let unique = match index.uniqueness {
            Uniqueness::Unique => true,
            Uniqueness::Shared => false,
        };
        // Both flags are said outright: rexie builds an index anew at each upgrade if one of them is left open.
        let index = Index::new_array(index.name, index.paths.iter().copied());
        store.add_index(index.unique(unique).multi_entry(false))
    })
}
