//! The `keys` table: WebCrypto keys that script cannot read out, and what the worker encrypted with them. They are outside
//! the port, because they have no form outside a browser.
//!
//! Deliberately not here: any cryptography. What is stored is what was given, by structured clone.

use crate::database::Connection;
use crate::key::Range;
use crate::read::find;
use crate::request::Request;
use crate::{commit, key};
use fairlead_store::{StoreError, Table};
use futures::future::LocalBoxFuture;
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

    /// Keeps a `CryptoKey`, which stays as extractable as it is, or a wrapped one as data.
    pub async fn put_key(&self, id: &str, key: &JsValue) -> Result<(), StoreError> {
        self.put(entry(&Kind::Key, &[id]), key).await
    }

    pub async fn key(&self, id: &str) -> Result<Option<JsValue>, StoreError> {
        self.find(entry(&Kind::Key, &[id])).await
    }

    /// Keeps an encrypted record: bytes, or an object with its nonce beside them.
    pub async fn put_secret(&self, path: &[&str], sealed: &JsValue) -> Result<(), StoreError> {
        self.put(entry(&Kind::Secret, path), sealed).await
    }

    pub async fn secret(&self, path: &[&str]) -> Result<Option<JsValue>, StoreError> {
        self.find(entry(&Kind::Secret, path)).await
    }

    /// A secret that is not there is no error.
    pub async fn delete_secret(&self, path: &[&str]) -> Result<(), StoreError> {
        let key = entry(&Kind::Secret, path);
        commit::change(&self.connection, vec![Request::Delete { table: Table::Keys, key }]).await
    }

    /// This key in place of the one of its name, and these secrets, by their paths, in place of all: in one transaction.
    pub async fn replace(
        &self,
        id: &str,
        key: &JsValue,
        secrets: &[(Vec<&str>, JsValue)],
    ) -> Result<(), StoreError> {
        let all = Range::beginning(&[Kind::Secret.name()]);
        let mut writes = vec![Request::DeleteAll { table: Table::Keys, range: all }];
        writes.push(put(entry(&Kind::Key, &[id]), key));
        writes.extend(secrets.iter().map(|(path, sealed)| put(entry(&Kind::Secret, path), sealed)));
        commit::change(&self.connection, writes).await
    }

    fn put(&self, id: JsValue, value: &JsValue) -> LocalBoxFuture<'static, Result<(), StoreError>> {
        commit::change(&self.connection, vec![put(id, value)])
    }

    async fn find(&self, id: JsValue) -> Result<Option<JsValue>, StoreError> {
        Ok(find(&self.connection, vec![Request::row(Table::Keys, id)]).await?.pop())
    }
}

impl Kind {
    fn name(&self) -> JsValue {
        match self {
            Self::Key => key::text("key"),
            Self::Secret => key::text("secret"),
        }
    }
}

fn entry(kind: &Kind, path: &[&str]) -> JsValue {
    let names: Vec<JsValue> =
        std::iter::once(kind.name()).chain(path.iter().map(|name| key::text(name))).collect();
    key::array(&names)
}

fn put(id: JsValue, value: &JsValue) -> Request {
    Request::Put { table: Table::Keys, row: value.clone(), key: Some(id) }
}
