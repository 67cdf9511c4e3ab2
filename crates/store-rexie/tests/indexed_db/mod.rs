//! The shared suite on IndexedDB, and what only a browser can show. Each test file runs it in another kind of scope.
//!
//! It stops at the first thing that is not as it says.
#![allow(clippy::unwrap_used, clippy::panic)]

use fairlead_protocol::ids::{RuleId, ThreadId};
use fairlead_protocol::permission::{Rule, RuleSource, RuleVerdict};
use fairlead_store::schema::{self, layout};
use fairlead_store::suite::{Factory, Fault};
use fairlead_store::{Batch, Delete, ExchangeLog, Row, RowKey, Store, StoreError};
use fairlead_store_rexie::{Opening, RexieStore};
use futures::future::LocalBoxFuture;
use js_sys::{Array, Function, Object, Promise, Reflect, Uint8Array};
use rexie::{Rexie, TransactionMode};
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

pub(crate) struct IndexedDb;

impl Factory for IndexedDb {
    fn open<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Rc<dyn Store>, StoreError>> {
        Box::pin(async move { Ok(Rc::new(RexieStore::open(name).await?) as Rc<dyn Store>) })
    }

    fn open_log<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Rc<dyn ExchangeLog>, StoreError>> {
        Box::pin(async move { Ok(Rc::new(RexieStore::open(name).await?) as Rc<dyn ExchangeLog>) })
    }

    fn write_at<'a>(
        &'a self,
        name: &'a str,
        version: u32,
        rows: Vec<Row>,
    ) -> LocalBoxFuture<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let store = RexieStore::open_with(name, Opening { version, ..Opening::default() }).await?;
            store.commit(rows.into_iter().fold(Batch::new(), Batch::put)).await
        })
    }

    fn spoil<'a>(&'a self, name: &'a str, key: &'a RowKey, field: &'a str) -> LocalBoxFuture<'a, ()> {
        Box::pin(edit(name, key, move |row| {
            Reflect::set(row, &field.into(), &"spoiled".into()).unwrap();
        }))
    }

    fn forget<'a>(&'a self, name: &'a str, key: &'a RowKey, path: &'a [&'a str]) -> LocalBoxFuture<'a, ()> {
        Box::pin(edit(name, key, move |row| {
            let (field, parents) = path.split_last().unwrap();
            let parent =
                parents.iter().fold(row.clone(), |row, field| Reflect::get(&row, &(*field).into()).unwrap());
            Reflect::delete_property(parent.unchecked_ref::<Object>(), &(*field).into()).unwrap();
        }))
    }

    fn rows_read(&self, name: &str) -> u64 {
        let count = Function::new_with_args("database", include_str!("reads.js"));
        count.call1(&JsValue::NULL, &name.into()).unwrap().as_f64().unwrap() as u64
    }

    fn fail_next(&self, name: &str, fault: Fault) {
        arm(
            name,
            match fault {
                Fault::Abort => "abort",
                Fault::Quota => "quota",
            },
        );
    }
}

/// Changes a stored row behind the store's back.
async fn edit(name: &str, key: &RowKey, change: impl FnOnce(&JsValue)) {
    let database = Rexie::builder(name).build().await.unwrap();
    let table = key.table().name();
    let transaction = database.transaction(&[table], TransactionMode::ReadWrite).unwrap();
    let rows = transaction.store(table).unwrap();
    let id = if let RowKey::Journal(run, seq) = key {
        Array::of2(&run.as_str().into(), &JsValue::from(seq.0 as f64)).into()
    } else {
        JsValue::from(key.id())
    };
    let row = rows.get(id.clone()).await.unwrap().unwrap();
    change(&row);
    let out_of_line = (*key == RowKey::Settings).then_some(&id);
    rows.put(&row, out_of_line).await.unwrap();
    database.close();
}

fn arm(name: &str, fault: &str) {
    let inject = Function::new_with_args("database, fault", include_str!("fault.js"));
    inject.call2(&JsValue::NULL, &name.into(), &fault.into()).unwrap();
}

pub(crate) async fn the_layout_is_the_schema_s() {
    for version in 1..=schema::NEWEST {
        let store = RexieStore::open_with("layout", Opening { version, ..Opening::default() }).await.unwrap();
        drop(store);
        let database = Rexie::builder("layout").build().await.unwrap();
        assert_eq!(database.version(), Ok(version));
        let mut tables: Vec<String> =
            layout(version).iter().map(|layout| layout.table.name().to_owned()).collect();
        tables.sort();
        assert_eq!(database.store_names(), tables);
        let transaction = database.transaction(&tables, TransactionMode::ReadOnly).unwrap();
        for layout in layout(version) {
            let table = transaction.store(layout.table.name()).unwrap();
            let mut indexes: Vec<&str> = layout.indexes.iter().map(|index| index.name).collect();
            indexes.sort_unstable();
            assert_eq!(table.index_names(), indexes, "{} of version {version}", layout.table);
        }
        drop(transaction);
        database.close();
    }
}

pub(crate) async fn a_newer_database_is_left_alone() {
    let newer = Opening { version: schema::NEWEST, ..Opening::default() };
    drop(RexieStore::open_with("newer", newer).await.unwrap());
    let older = Opening { version: schema::NEWEST - 1, ..Opening::default() };
    assert_eq!(RexieStore::open_with("newer", older).await.err(), Some(StoreError::NewerSchema));
    drop(RexieStore::open_with("newer", newer).await.unwrap());
}

pub(crate) async fn an_upgrade_takes_the_database_from_an_older_store() {
    let old = RexieStore::open_with("taken", Opening { version: 1, ..Opening::default() }).await.unwrap();
    let new = RexieStore::open("taken").await.unwrap();
    new.commit(Batch::new().put(rule("r1"))).await.unwrap();
    let error = old.threads().await.unwrap_err();
    assert_eq!((error.code(), error.is_retryable()), ("store_unavailable", true));
    let error = old.commit(Batch::new().put(rule("r2"))).await.unwrap_err();
    assert!(!matches!(error, StoreError::Conflict { .. }), "{error:?}");
    assert_eq!(new.rules().await.unwrap().rows, vec![rule("r1")]);
}

pub(crate) async fn a_blocked_upgrade_is_reported_and_goes_through_later() {
    let version = Opening { version: 1, ..Opening::default() };
    drop(RexieStore::open_with("blocked", version).await.unwrap());
    // A connection that does not give way, as code outside this crate could hold one.
    let hold = Function::new_no_args(
        "return new Promise((resolve, reject) => {
            const request = indexedDB.open('blocked');
            request.onsuccess = () => resolve(request.result);
            request.onerror = () => reject(request.error);
        });",
    );
    let held: Promise = hold.call0(&JsValue::NULL).unwrap().dyn_into().unwrap();
    let held = JsFuture::from(held).await.unwrap();

    let impatient = Opening { patience_ms: 50, ..Opening::default() };
    let error = RexieStore::open_with("blocked", impatient).await.err();
    assert_eq!(error, Some(StoreError::BlockedUpgrade));

    Reflect::get(&held, &"close".into()).unwrap().unchecked_into::<Function>().call0(&held).unwrap();
    let store = RexieStore::open("blocked").await.unwrap();
    store.commit(Batch::new().put(rule("r1"))).await.unwrap();
}

pub(crate) async fn a_deleted_database_is_empty_when_it_comes_back() {
    let store = RexieStore::open("emptied").await.unwrap();
    store.commit(Batch::new().put(rule("r1"))).await.unwrap();
    drop(store);
    RexieStore::delete("emptied").await.unwrap();
    let store = RexieStore::open("emptied").await.unwrap();
    assert_eq!(store.rules().await, Ok(Default::default()));
}

pub(crate) async fn a_table_of_a_newer_schema_is_named_when_it_is_missing() {
    let old = RexieStore::open_with("missing", Opening { version: 1, ..Opening::default() }).await.unwrap();
    let error = old.commit(Batch::new().put(rule("r1"))).await.unwrap_err();
    assert_eq!(error.to_string(), "the database has no table rules");
    let error = old.thread(&ThreadId::new("a")).await.unwrap_err();
    assert_eq!(error.to_string(), "the database has no table steers");
}

/// By itself such a write would leave the others to be committed without it.
pub(crate) async fn a_write_refused_on_the_spot_takes_the_whole_commit_back() {
    let store = RexieStore::open("refused").await.unwrap();
    store.commit(Batch::new().put(rule("r0"))).await.unwrap();
    arm("refused", "refuse");
    let batch = Batch::new()
        .put(rule("r1"))
        .put(rule("r2"))
        .put(rule("r3"))
        .delete(Delete::Row(RowKey::Rule(RuleId::new("r0"))));
    let error = store.commit(batch).await.unwrap_err();
    assert!(matches!(error, StoreError::Aborted { .. }), "{error:?}");
    assert_eq!(store.rules().await.unwrap().rows, vec![rule("r0")]);
}

/// A worker's shell takes an error that nobody caught for a crash.
pub(crate) async fn a_failed_commit_throws_nothing_past_the_store() {
    let caught = Array::new();
    let listen = Function::new_with_args(
        "caught",
        "addEventListener('error', (error) => caught.push(error.message));",
    );
    listen.call1(&JsValue::NULL, &caught).unwrap();
    let store = RexieStore::open("silent").await.unwrap();
    let rules = || (1..=9).fold(Batch::new(), |batch, number| batch.put(rule(&format!("r{number}"))));
    for fault in ["abort", "quota", "refuse"] {
        arm("silent", fault);
        store.commit(rules()).await.unwrap_err();
    }
    // This read comes after the end of the failed transactions, events included.
    assert_eq!(store.rules().await, Ok(Default::default()));
    assert_eq!(caught.length(), 0, "{caught:?}");
}

pub(crate) async fn the_vault_keeps_keys_that_cannot_be_read_out() {
    let make = Function::new_no_args(
        "return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);",
    );
    let made: Promise = make.call0(&JsValue::NULL).unwrap().dyn_into().unwrap();
    let key = JsFuture::from(made).await.unwrap();
    let store = RexieStore::open("vault").await.unwrap();
    store.vault().put_key("master", &key).await.unwrap();
    drop(store);

    let vault = RexieStore::open("vault").await.unwrap().vault();
    let kept = vault.key("master").await.unwrap().unwrap();
    assert_eq!(Reflect::get(&kept, &"extractable".into()), Ok(JsValue::FALSE));
    let cipher = Function::new_with_args(
        "ours, kept",
        "const algorithm = { name: 'AES-GCM', iv: new Uint8Array(12) };
         return crypto.subtle.encrypt(algorithm, ours, new Uint8Array([1, 2, 3]))
             .then((sealed) => crypto.subtle.decrypt(algorithm, kept, sealed))
             .then((opened) => new Uint8Array(opened));",
    );
    let opened: Promise = cipher.call2(&JsValue::NULL, &key, &kept).unwrap().dyn_into().unwrap();
    let opened = JsFuture::from(opened).await.unwrap();
    assert_eq!(opened.unchecked_into::<Uint8Array>().to_vec(), [1, 2, 3]);
    assert_eq!(vault.key("other").await, Ok(None));
}

pub(crate) async fn the_vault_keeps_and_deletes_secrets_beside_a_key_of_the_same_name() {
    let vault = RexieStore::open("secrets").await.unwrap().vault();
    let bytes = |bytes: &[u8]| JsValue::from(Uint8Array::from(bytes));
    vault.put_key("c1", &"stands for a key".into()).await.unwrap();
    vault.put_secret(&["c1"], &bytes(&[1])).await.unwrap();
    vault.put_secret(&["c1"], &bytes(&[2, 3])).await.unwrap();
    vault.put_secret(&["c1", "k"], &bytes(&[4])).await.unwrap();
    let secret = vault.secret(&["c1"]).await.unwrap().unwrap();
    assert_eq!(secret.unchecked_into::<Uint8Array>().to_vec(), [2, 3]);

    vault.delete_secret(&["c1"]).await.unwrap();
    vault.delete_secret(&["never"]).await.unwrap();
    assert_eq!(vault.secret(&["c1"]).await, Ok(None));
    assert!(vault.secret(&["c1", "k"]).await.unwrap().is_some());
    assert_eq!(vault.key("c1").await, Ok(Some("stands for a key".into())));
}

fn rule(id: &str) -> Rule {
    Rule {
        id: RuleId::new(id),
        tool: "*".to_owned(),
        origin: "*".to_owned(),
        verdict: RuleVerdict::Deny,
        source: RuleSource::UserSetting,
    }
}

/// One browser test of each case of the suite and of each function above.
macro_rules! browser_tests {
    ($($module:ident: $($case:ident)+;)+) => {
        $($(#[wasm_bindgen_test::wasm_bindgen_test]
        async fn $case() {
            fairlead_store::suite::$case(&$crate::indexed_db::IndexedDb).await;
        })+)+
        browser_tests! {
            the_layout_is_the_schema_s
            a_newer_database_is_left_alone
            an_upgrade_takes_the_database_from_an_older_store
            a_blocked_upgrade_is_reported_and_goes_through_later
            a_deleted_database_is_empty_when_it_comes_back
            a_table_of_a_newer_schema_is_named_when_it_is_missing
            a_write_refused_on_the_spot_takes_the_whole_commit_back
            a_failed_commit_throws_nothing_past_the_store
            the_vault_keeps_keys_that_cannot_be_read_out
            the_vault_keeps_and_deletes_secrets_beside_a_key_of_the_same_name
        }
    };
    ($($own:ident)+) => {
        $(#[wasm_bindgen_test::wasm_bindgen_test]
        async fn $own() {
            $crate::indexed_db::$own().await;
        })+
    };
}
pub(crate) use browser_tests;
