//! Keys as the browser's vault keeps them: they go in, and only the model port may ask whether one is there.

use fairlead_protocol::connection::{Connection, Secret};
use fairlead_protocol::ids::{ConnectionId, KeyId};
use fairlead_providers::without_key;
use fairlead_runtime::ports::{Vault, VaultError, Veil};
use futures::future::{LocalBoxFuture, ready};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

#[derive(Debug, Default)]
pub(crate) struct MemoryVault {
    keys: RefCell<BTreeMap<(ConnectionId, KeyId), Secret>>,
}

impl MemoryVault {
    pub(crate) fn holds(&self, connection: &ConnectionId, key: &KeyId) -> bool {
        self.keys.borrow().contains_key(&(connection.clone(), key.clone()))
    }

    pub(crate) fn held(&self) -> Vec<(ConnectionId, KeyId)> {
        self.keys.borrow().keys().cloned().collect()
    }

    /// What takes the key in use out of what is kept of an answer.
    pub(crate) fn veil(&self, connection: &Connection) -> Option<Rc<dyn Veil>> {
        let key = (connection.id.clone(), connection.key_in_use()?.id.clone());
        let secret = self.keys.borrow().get(&key).cloned()?;
        Some(Rc::new(KeyVeil(secret)))
    }

    /// As a profile that lost its keys.
    pub(crate) fn lose_all(&self) {
        self.keys.borrow_mut().clear();
    }
}

struct KeyVeil(Secret);

impl Veil for KeyVeil {
    fn cover(&self, bytes: &[u8]) -> (Vec<u8>, u32) {
        without_key(bytes, &self.0.0)
    }
}

impl Vault for MemoryVault {
    fn keep<'a>(
        &'a self,
        connection: &'a Connection,
        key: &'a KeyId,
        secret: &'a Secret,
    ) -> LocalBoxFuture<'a, Result<(), VaultError>> {
        self.keys.borrow_mut().insert((connection.id.clone(), key.clone()), secret.clone());
        Box::pin(ready(Ok(())))
    }

    fn forget<'a>(
        &'a self,
        connection: &'a ConnectionId,
        key: &'a KeyId,
    ) -> LocalBoxFuture<'a, Result<(), VaultError>> {
        self.keys.borrow_mut().remove(&(connection.clone(), key.clone()));
        Box::pin(ready(Ok(())))
    }
}
