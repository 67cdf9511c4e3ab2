//! The `keys` table: WebCrypto keys that script cannot read out, and what the worker encrypted with them. They are outside
//! the port, because they have no form outside a browser.
//!
//! Deliberately not here: any cryptography. What is stored is what was given, by structured clone.

use crate::database::{Connection, detached};
use crate::{commit, fault, key};
use fairlead_store::{StoreError, Table};
use rexie::TransactionMode;
use std::future::Future;
use std::rc::Rc;
use wasm_bindgen::JsValue;

#[derive(Clone)]
pub struct Vault {
    connection: Rc<Connection>,
}

/// A key and a secret of the same name are two entries.
enum Kind {
    Key,
    Secret,
}

impl Vault {
    pub(crate) fn new(connection: Rc<Connection>) -> Self {
        Self { connection }
    }

    /// Keeps a `CryptoKey`; one that is not extractable stays so.
    pub async fn put_key(&self, id: &str, key: &JsValue) -> Result<(), StoreError> {
        self.put(entry(&Kind::Key, id), key.clone()).await
    }

    pub async fn key(&self, id: &str) -> Result<Option<JsValue>, StoreError> {
        self.find(entry(&Kind::Key, id)).await
    }

    /// Keeps an encrypted record: bytes, or an object with its nonce beside them.
    pub async fn put_secret(&self, id: &str, sealed: &JsValue) -> Result<(), StoreError> {
        self.put(entry(&Kind::Secret, id), sealed.clone()).await
    }

    pub async fn secret(&self, id: &str) -> Result<Option<JsValue>, StoreError> {
        self.find(entry(&Kind::Secret, id)).await
    }

    /// A secret that is not there is no error.
    pub async fn delete_secret(&self, id: &str) -> Result<(), StoreError> {
        let id = entry(&Kind::Secret, id);
        self.change(async move |keys| keys.delete(id).await).await
    }

    async fn put(&self, id: JsValue, value: JsValue) -> Result<(), StoreError> {
        self.change(async move |keys| keys.put(&value, Some(&id)).await.map(|_| ())).await
    }

    async fn find(&self, id: JsValue) -> Result<Option<JsValue>, StoreError> {
        let transaction = self.connection.transaction(&[Table::Keys], TransactionMode::ReadOnly)?;
        detached(async move {
            let keys = transaction.store(Table::Keys.name()).map_err(|error| fault::transaction(&error))?;
            keys.get(id).await.map_err(|error| fault::transaction(&error))
        })
        .await
    }

    async fn change<F>(&self, request: impl FnOnce(rexie::Store) -> F + 'static) -> Result<(), StoreError>
    where
        F: Future<Output = rexie::Result<()>> + 'static,
    {
        let transaction = self.connection.transaction(&[Table::Keys], TransactionMode::ReadWrite)?;
        detached(async move {
            let keys = transaction.store(Table::Keys.name()).map_err(|error| fault::transaction(&error))?;
            request(keys).await.map_err(|error| fault::transaction(&error))?;
            commit::finish(transaction, 0).await
        })
        .await
    }
}

fn entry(kind: &Kind, id: &str) -> JsValue {
    match kind {
        Kind::Key => key::array(&[key::text("key"), key::text(id)]),
        Kind::Secret => key::array(&[key::text("secret"), key::text(id)]),
    }
}
