//! The suite on the store in memory, and the hooks that only this store has.

use fairlead_protocol::ids::RuleId;
use fairlead_protocol::permission::{Rule, RuleSource, RuleVerdict};
use fairlead_store::suite::{self, Factory, Fault};
use fairlead_store::{Batch, ExchangeLog, MemoryStore, Row, RowKey, Store, StoreError};
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

#[derive(Default)]
struct Memory {
    databases: RefCell<BTreeMap<String, MemoryStore>>,
}

impl Memory {
    fn database(&self, name: &str) -> MemoryStore {
        self.databases.borrow_mut().entry(name.to_owned()).or_default().clone()
    }
}

impl Factory for Memory {
    fn open<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Rc<dyn Store>, StoreError>> {
        let store = self.database(name);
        store.upgrade();
        Box::pin(ready(Ok(Rc::new(store) as Rc<dyn Store>)))
    }

    fn open_log<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Rc<dyn ExchangeLog>, StoreError>> {
        let store = self.database(name);
        store.upgrade();
        Box::pin(ready(Ok(Rc::new(store) as Rc<dyn ExchangeLog>)))
    }

    fn write_at<'a>(
        &'a self,
        name: &'a str,
        version: u32,
        rows: Vec<Row>,
    ) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        let store = MemoryStore::at_version(version);
        self.databases.borrow_mut().insert(name.to_owned(), store.clone());
        Box::pin(async move { store.commit(rows.into_iter().fold(Batch::new(), Batch::put)).await })
    }

    fn spoil<'a>(&'a self, name: &'a str, key: &'a RowKey, field: &'a str) -> LocalBoxFuture<'a, ()> {
        self.database(name).spoil(key, field);
        Box::pin(ready(()))
    }

    fn forget<'a>(&'a self, name: &'a str, key: &'a RowKey, path: &'a [&'a str]) -> LocalBoxFuture<'a, ()> {
        self.database(name).forget(key, path);
        Box::pin(ready(()))
    }

    fn rows_read(&self, name: &str) -> u64 {
        self.database(name).rows_read()
    }

    fn fail_next(&self, name: &str, fault: Fault) {
        self.database(name).fail_next(match fault {
            Fault::Abort => StoreError::Aborted { reason: "injected".to_owned() },
            Fault::Quota => StoreError::QuotaExceeded,
        });
    }
}

macro_rules! native_tests {
    ($($module:ident: $($case:ident)+;)+) => {
        $($(#[test]
        fn $case() {
            block_on(suite::$case(&Memory::default()));
        })+)+
    };
}

fairlead_store::for_each_case!(native_tests);

fn rule(id: &str) -> Rule {
    Rule {
        id: RuleId::new(id),
        tool: "*".to_owned(),
        origin: "*".to_owned(),
        verdict: RuleVerdict::Deny,
        source: RuleSource::UserSetting,
    }
}

#[test]
fn clones_share_one_database() {
    let store = MemoryStore::new();
    let survivor = store.clone();
    block_on(store.commit(Batch::new().put(rule("r1")))).unwrap();
    drop(store);
    assert_eq!(block_on(survivor.rules()).unwrap().rows, vec![rule("r1")]);
}

#[test]
fn only_stored_commits_are_counted() {
    let store = MemoryStore::new();
    store.fail_next(StoreError::QuotaExceeded);
    store.fail_next(StoreError::BlockedUpgrade);
    assert_eq!(block_on(store.commit(Batch::new())), Err(StoreError::QuotaExceeded));
    assert_eq!(block_on(store.commit(Batch::new())), Err(StoreError::BlockedUpgrade));
    block_on(store.commit(Batch::new())).unwrap();
    assert_eq!(store.commits(), 1);
}

#[test]
fn what_is_kept_of_requests_counts_as_no_commit() {
    let store = MemoryStore::new();
    store.fail_next(StoreError::QuotaExceeded);
    assert_eq!(block_on(store.write(Batch::new().put(rule("r1")))), Ok(()));
    assert_eq!(store.commits(), 0);
}

#[test]
fn equal_databases_have_equal_snapshots() {
    let (one, other) = (MemoryStore::new(), MemoryStore::new());
    block_on(one.commit(Batch::new().put(rule("r1")).put(rule("r2")))).unwrap();
    block_on(other.commit(Batch::new().put(rule("r2")))).unwrap();
    assert_ne!(one.snapshot(), other.snapshot());
    block_on(other.commit(Batch::new().put(rule("r1")))).unwrap();
    assert_eq!(one.snapshot(), other.snapshot());
}

#[test]
fn an_older_schema_has_no_newer_table() {
    let store = MemoryStore::at_version(1);
    let error = block_on(store.commit(Batch::new().put(rule("r1")))).unwrap_err();
    assert_eq!(error.code(), "store_no_table");
    store.upgrade();
    block_on(store.commit(Batch::new().put(rule("r1")))).unwrap();
}
