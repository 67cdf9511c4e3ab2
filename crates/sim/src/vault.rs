//! Keys as the browser's vault keeps them: they go in, and only the model port may ask whether one is there.

use fairlead_protocol::connection::{Connection, Secret};
use fairlead_protocol::ids::{ConnectionId, KeyId};
use fairlead_protocol::vault::KeyLock;
use fairlead_runtime::TransportError;
use fairlead_runtime::ports::{Vault, VaultError, Veil};
use futures::future::{LocalBoxFuture, ready};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

#[derive(Debug, Default)]
pub(crate) struct MemoryVault {
    keys: RefCell<BTreeMap<(ConnectionId, KeyId), Secret>>,
    passphrase: RefCell<Option<Secret>>,
    is_locked: Cell<bool>,
}

impl MemoryVault {
    /// Whether the key of a connection can be had for a request.
    pub(crate) fn reveal(&self, connection: &ConnectionId, key: &KeyId) -> Result<(), TransportError> {
        if self.is_locked.get() {
            return Err(TransportError::KeysLocked);
        }
        let place = (connection.clone(), key.clone());
        self.keys.borrow().get(&place).map(|_| ()).ok_or(TransportError::KeyUnreadable)
    }

    pub(crate) fn held(&self) -> Vec<(ConnectionId, KeyId)> {
        self.keys.borrow().keys().cloned().collect()
    }

    /// What takes the key in use out of what is kept of an answer.
    pub(crate) fn veil(&self, connection: &Connection) -> Option<Veil> {
        let key = (connection.id.clone(), connection.key_in_use()?.id.clone());
        let secret = self.keys.borrow().get(&key).cloned()?;
        Some(Veil::over(secret))
    }

    /// As a profile that lost its keys.
    pub(crate) fn lose_all(&self) {
        self.keys.borrow_mut().clear();
    }

    /// The passphrase is remembered as long as the browser runs.
    pub(crate) fn end_session(&self) {
        self.is_locked.set(self.passphrase.borrow().is_some());
    }

    fn opens(&self, passphrase: Option<&Secret>) -> bool {
        self.passphrase.borrow().as_ref() == passphrase
    }

    fn checked(&self, fits: bool) -> Result<(), VaultError> {
        if !fits {
            return Err(VaultError::WrongPassphrase);
        }
        self.is_locked.set(false);
        Ok(())
    }
}

impl Vault for MemoryVault {
    fn keep<'a>(
        &'a self,
        connection: &'a Connection,
        key: &'a KeyId,
        secret: &'a Secret,
    ) -> LocalBoxFuture<'a, Result<(), VaultError>> {
        if self.is_locked.get() {
            return Box::pin(ready(Err(VaultError::Locked)));
        }
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

    fn lock_state(&self) -> KeyLock {
        match (self.passphrase.borrow().is_some(), self.is_locked.get()) {
            (false, _) => KeyLock::None,
            (true, false) => KeyLock::Open,
            (true, true) => KeyLock::Locked,
        }
    }

    fn unlock<'a>(&'a self, passphrase: &'a Secret) -> LocalBoxFuture<'a, Result<(), VaultError>> {
        let fits = !self.is_locked.get() || self.opens(Some(passphrase));
        Box::pin(ready(self.checked(fits)))
    }

    fn lock(&self) -> LocalBoxFuture<'_, Result<(), VaultError>> {
        self.end_session();
        Box::pin(ready(Ok(())))
    }

    fn protect<'a>(
        &'a self,
        _connections: &'a [Connection],
        current: Option<&'a Secret>,
        passphrase: Option<&'a Secret>,
    ) -> LocalBoxFuture<'a, Result<(), VaultError>> {
        let fits = self.opens(None) || self.opens(current) || self.opens(passphrase);
        let changed = self.checked(fits);
        if changed.is_ok() {
            self.passphrase.replace(passphrase.cloned());
        }
        Box::pin(ready(changed))
    }

    fn forget_all(&self) -> LocalBoxFuture<'_, Result<(), VaultError>> {
        self.lose_all();
        self.passphrase.replace(None);
        self.is_locked.set(false);
        Box::pin(ready(Ok(())))
    }
}
