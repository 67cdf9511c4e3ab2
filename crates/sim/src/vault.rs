//! Keys as the browser's vault keeps them: they go in, and only the model port may ask whether one is there.

use fairlead_protocol::connection::{Connection, Secret};
use fairlead_protocol::ids::ConnectionId;
use fairlead_runtime::ports::{Vault, VaultError};
use futures::future::{LocalBoxFuture, ready};
use std::cell::RefCell;
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(crate) struct MemoryVault {
    keys: RefCell<BTreeMap<ConnectionId, Secret>>,
}

impl MemoryVault {
    pub(crate) fn holds(&self, connection: &ConnectionId) -> bool {
        self.keys.borrow().contains_key(connection)
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
        key: &'a Secret,
    ) -> LocalBoxFuture<'a, Result<(), VaultError>> {
        self.keys.borrow_mut().insert(connection.id.clone(), key.clone());
        Box::pin(ready(Ok(())))
    }

    fn forget<'a>(&'a self, connection: &'a ConnectionId) -> LocalBoxFuture<'a, Result<(), VaultError>> {
        self.keys.borrow_mut().remove(connection);
        Box::pin(ready(Ok(())))
    }
}
