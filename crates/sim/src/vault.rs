//! Keys as the browser's vault keeps them: they go in, and only the model port may ask whether one is there.

use fairlead_protocol::connection::{Connection, Secret};
use fairlead_protocol::ids::{ConnectionId, KeyId};
use fairlead_runtime::ports::{Vault, VaultError};
use futures::future::{LocalBoxFuture, ready};
use std::cell::RefCell;
use std::collections::BTreeMap;

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

    /// As a profile that lost its keys.
    pub(crate) fn lose_all(&self) {
        self.keys.borrow_mut().clear();
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
