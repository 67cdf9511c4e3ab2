//! Keys of connections: AES-GCM under one key over all of them, bound to the connection, to their id and to the origin that they were
//! entered for. A record that was moved to another connection, key or origin does not open.
//!
//! Without a passphrase the key over all others is on disk as one that no script can read out. With one it is on disk only under the
//! passphrase, and in clear only in memory.

mod session;
mod webcrypto;
mod wrapped;

use self::wrapped::Wrapped;
use crate::reason;
use fairlead_protocol::connection::{Connection, Secret};
use fairlead_protocol::ids::{ConnectionId, KeyId};
use fairlead_protocol::to_json;
use fairlead_protocol::vault::KeyLock;
use fairlead_runtime::TransportError;
use fairlead_runtime::ports::{Vault, VaultError};
use fairlead_store_rexie::Vault as Chest;
use futures::future::LocalBoxFuture;
use futures::lock::Mutex;
use js_sys::Uint8Array;
use std::cell::Cell;
use std::rc::Rc;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::CryptoKey;

/// The name of the one key that encrypts all others.
const MASTER: &str = "master";
const MASTER_BYTES: u32 = 32;

#[derive(Clone)]
pub(crate) struct KeyVault {
    chest: Chest,
    /// Held from the first look to the last write: nobody opens a record with the key of the one before.
    master: Rc<Mutex<Master>>,
    lock: Rc<Cell<KeyLock>>,
}

/// The key over all others.
enum Master {
    Bare { key: JsValue },
    Open { wrapped: Wrapped, key: JsValue },
    Locked { wrapped: Wrapped },
}

impl Master {
    fn key(&self) -> Result<&JsValue, VaultError> {
        match self {
            Self::Bare { key } | Self::Open { key, .. } => Ok(key),
            Self::Locked { .. } => Err(VaultError::Locked),
        }
    }

    fn wrapped(&self) -> Option<&Wrapped> {
        match self {
            Self::Bare { .. } => None,
            Self::Open { wrapped, .. } | Self::Locked { wrapped } => Some(wrapped),
        }
    }

    fn lock(&self) -> KeyLock {
        match self {
            Self::Bare { .. } => KeyLock::None,
            Self::Open { .. } => KeyLock::Open,
            Self::Locked { .. } => KeyLock::Locked,
        }
    }

    async fn opened(wrapped: &Wrapped, bytes: &Uint8Array) -> Result<Self, VaultError> {
        let key = webcrypto::key_of(bytes).await.map_err(failed)?;
        Ok(Self::Open { wrapped: wrapped.clone(), key })
    }
}

impl KeyVault {
    pub(crate) async fn open(chest: Chest) -> Result<Self, VaultError> {
        let stored = chest.key(MASTER).await.map_err(|error| unavailable(error.to_string()))?;
        let master = match stored {
            Some(key) if key.is_instance_of::<CryptoKey>() => Master::Bare { key },
            Some(wrapped) => {
                let wrapped = Wrapped::stored(wrapped);
                match session::recall(&wrapped).await {
                    Some(bytes) => Master::opened(&wrapped, &bytes).await?,
                    None => Master::Locked { wrapped },
                }
            }
            None => {
                let key = webcrypto::fresh_key().await.map_err(failed)?;
                chest.put_key(MASTER, &key).await.map_err(|error| unavailable(error.to_string()))?;
                Master::Bare { key }
            }
        };
        let lock = Rc::new(Cell::new(master.lock()));
        Ok(Self { chest, master: Rc::new(Mutex::new(master)), lock })
    }

    /// A key of a connection, for one request.
    pub(crate) async fn reveal(
        &self,
        connection: &Connection,
        key: &KeyId,
    ) -> Result<Secret, TransportError> {
        let master = self.master.lock().await;
        let over = master.key().map_err(|_| TransportError::KeysLocked)?;
        self.opened(over, connection, key).await.ok_or(TransportError::KeyUnreadable)
    }

    /// `None` if there is none or it does not belong here.
    async fn opened(&self, over: &JsValue, connection: &Connection, key: &KeyId) -> Option<Secret> {
        let sealed = self.chest.secret(&path(&connection.id, key)).await.ok()??;
        let plain = webcrypto::open(over, &bound(connection, key), &sealed).await?;
        String::from_utf8(plain.to_vec()).ok().map(Secret)
    }

    async fn seal(&self, connection: &Connection, key: &KeyId, secret: &Secret) -> Result<(), VaultError> {
        let master = self.master.lock().await;
        let sealed = sealed(master.key()?, connection, key, secret).await?;
        self.chest
            .put_secret(&path(&connection.id, key), &sealed)
            .await
            .map_err(|error| unavailable(error.to_string()))
    }

    async fn unlocked(&self, passphrase: &Secret) -> Result<(), VaultError> {
        let mut master = self.master.lock().await;
        let Master::Locked { wrapped } = &*master else { return Ok(()) };
        let wrapped = wrapped.clone();
        let bytes = wrapped.open(passphrase).await.ok_or(VaultError::WrongPassphrase)?;
        self.opens(&mut master, &wrapped, &bytes).await
    }

    async fn opens(
        &self,
        master: &mut Master,
        wrapped: &Wrapped,
        bytes: &Uint8Array,
    ) -> Result<(), VaultError> {
        session::remember(wrapped, bytes).await.map_err(failed)?;
        let open = Master::opened(wrapped, bytes).await?;
        self.becomes(master, open);
        Ok(())
    }

    async fn locked(&self) -> Result<(), VaultError> {
        let mut master = self.master.lock().await;
        let Some(wrapped) = master.wrapped().cloned() else { return Ok(()) };
        session::forget().await.map_err(failed)?;
        self.becomes(&mut master, Master::Locked { wrapped });
        Ok(())
    }

    async fn protected(
        &self,
        connections: &[Connection],
        current: Option<&Secret>,
        passphrase: Option<&Secret>,
    ) -> Result<(), VaultError> {
        let mut master = self.master.lock().await;
        let old = match master.wrapped().cloned() {
            None if passphrase.is_none() => return Ok(()),
            None => master.key()?.clone(),
            Some(wrapped) => match said(&wrapped, current).await {
                Some(bytes) => webcrypto::key_of(&bytes).await.map_err(failed)?,
                None => {
                    // It came before, and its answer was lost.
                    let bytes = said(&wrapped, passphrase).await.ok_or(VaultError::WrongPassphrase)?;
                    return self.opens(&mut master, &wrapped, &bytes).await;
                }
            },
        };
        // Another key over all others, so that what an older copy of the disk holds opens nothing that is entered from now on.
        let (new, bytes) = match passphrase {
            None => (Master::Bare { key: webcrypto::fresh_key().await.map_err(failed)? }, None),
            Some(passphrase) => {
                let bytes = webcrypto::random(MASTER_BYTES).map_err(failed)?;
                let wrapped = Wrapped::around(&bytes, passphrase).await.map_err(failed)?;
                (Master::opened(&wrapped, &bytes).await?, Some(bytes))
            }
        };
        let mut secrets = Vec::new();
        let all = connections.iter().flat_map(|of| of.keys.iter().map(move |key| (of, &key.id)));
        for (connection, key) in all {
            if let Some(secret) = self.opened(&old, connection, key).await {
                let sealed = sealed(new.key()?, connection, key, &secret).await?;
                secrets.push((path(&connection.id, key), sealed));
            }
        }
        self.replace(&mut master, new, &secrets, bytes.as_ref()).await
    }

    async fn forgotten(&self) -> Result<(), VaultError> {
        let mut master = self.master.lock().await;
        let new = Master::Bare { key: webcrypto::fresh_key().await.map_err(failed)? };
        self.replace(&mut master, new, &[], None).await
    }

    /// What was and what shall be change places in one transaction. Only the memory of it may be lost after that, and then the
    /// keys are locked.
    async fn replace(
        &self,
        master: &mut Master,
        new: Master,
        secrets: &[(Vec<&str>, JsValue)],
        bytes: Option<&Uint8Array>,
    ) -> Result<(), VaultError> {
        let stored = match new.wrapped() {
            Some(wrapped) => wrapped.as_stored(),
            None => new.key()?,
        };
        self.chest.replace(MASTER, stored, secrets).await.map_err(|error| unavailable(error.to_string()))?;
        let _ = match (new.wrapped(), bytes) {
            (Some(wrapped), Some(bytes)) => session::remember(wrapped, bytes).await,
            _ => session::forget().await,
        };
        self.becomes(master, new);
        Ok(())
    }

    fn becomes(&self, master: &mut Master, new: Master) {
        self.lock.set(new.lock());
        *master = new;
    }
}

impl Vault for KeyVault {
    fn keep<'a>(
        &'a self,
        connection: &'a Connection,
        key: &'a KeyId,
        secret: &'a Secret,
    ) -> LocalBoxFuture<'a, Result<(), VaultError>> {
        Box::pin(self.seal(connection, key, secret))
    }

    fn forget<'a>(
        &'a self,
        connection: &'a ConnectionId,
        key: &'a KeyId,
    ) -> LocalBoxFuture<'a, Result<(), VaultError>> {
        Box::pin(async move {
            self.chest
                .delete_secret(&path(connection, key))
                .await
                .map_err(|error| unavailable(error.to_string()))
        })
    }

    fn lock_state(&self) -> KeyLock {
        self.lock.get()
    }

    fn unlock<'a>(&'a self, passphrase: &'a Secret) -> LocalBoxFuture<'a, Result<(), VaultError>> {
        Box::pin(self.unlocked(passphrase))
    }

    fn lock(&self) -> LocalBoxFuture<'_, Result<(), VaultError>> {
        Box::pin(self.locked())
    }

    fn protect<'a>(
        &'a self,
        connections: &'a [Connection],
        current: Option<&'a Secret>,
        passphrase: Option<&'a Secret>,
    ) -> LocalBoxFuture<'a, Result<(), VaultError>> {
        Box::pin(self.protected(connections, current, passphrase))
    }

    fn forget_all(&self) -> LocalBoxFuture<'_, Result<(), VaultError>> {
        Box::pin(self.forgotten())
    }
}

async fn said(wrapped: &Wrapped, passphrase: Option<&Secret>) -> Option<Uint8Array> {
    wrapped.open(passphrase?).await
}

async fn sealed(
    over: &JsValue,
    connection: &Connection,
    key: &KeyId,
    secret: &Secret,
) -> Result<JsValue, VaultError> {
    let plain = Uint8Array::from(secret.0.trim().as_bytes());
    webcrypto::seal(over, &bound(connection, key), &plain).await.map_err(failed)
}

/// Where a key is kept. The one key of a connection from the time when it had one has stayed where it was.
fn path<'a>(connection: &'a ConnectionId, key: &'a KeyId) -> Vec<&'a str> {
    if *key == KeyId::of_one() { vec![connection.as_str()] } else { vec![connection.as_str(), key.as_str()] }
}

/// What a sealed key is bound to; as JSON, so that no two places are bound alike.
fn bound(connection: &Connection, key: &KeyId) -> String {
    let origin = web_sys::Url::new(&connection.base_url).map(|url| url.origin()).unwrap_or_default();
    if *key == KeyId::of_one() {
        return format!("{}\n{origin}", connection.id);
    }
    to_json::text(&vec![connection.id.0.clone(), key.0.clone(), origin])
}

fn failed(error: JsValue) -> VaultError {
    unavailable(reason(&error))
}

fn unavailable(reason: String) -> VaultError {
    VaultError::Unavailable { reason }
}
