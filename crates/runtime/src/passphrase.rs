//! The passphrase over all keys: unlock, lock, another one, none, and the way on for whoever has forgotten it.
//!
//! Nothing here leaves a receipt: it would hold a digest of what was sent, and a passphrase is short enough to be found by its
//! digest. Each of these commands changes nothing when it comes again, so none is needed.

use crate::desk::Desk;
use crate::ports::VaultError;
use crate::stumble::Stumble;
use fairlead_protocol::caps::PASSPHRASE_CHARS;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::connection::{Connection, Secret};
use fairlead_protocol::event::Event;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::vault::KeyLock;
use fairlead_store::Batch;

impl Desk {
    pub(crate) async fn guard(&mut self, command: &CommandBody) -> Result<(), Stumble> {
        let vault = &self.ports.vault;
        match command {
            CommandBody::VaultUnlock { passphrase } => {
                vault.unlock(passphrase).await.map_err(|error| refused(&error, "passphrase"))?;
            }
            CommandBody::VaultLock => vault.lock().await.map_err(|error| refused(&error, "type"))?,
            CommandBody::VaultPassphrase { current, passphrase } => {
                let next = passphrase.as_ref().map(fitting).transpose()?;
                let connections = self.common.borrow().connections.clone();
                vault
                    .protect(&connections, current.as_ref(), next)
                    .await
                    .map_err(|error| refused(&error, "current"))?;
            }
            CommandBody::VaultForget => {
                // First the keys: a connection that says it has one, and has none, asks for it.
                vault.forget_all().await.map_err(|error| refused(&error, "type"))?;
                self.forget_keys().await?;
            }
            _ => {
                let message = "this command is not one of the keys";
                return Err(Refusal::new(RefusalCode::BadCommand, message).at("type").into());
            }
        }
        let keys = self.ports.vault.lock_state();
        self.hub.tell_all(&Event::VaultUpdated { keys });
        if keys != KeyLock::Locked {
            self.tell_unlocked();
        }
        Ok(())
    }

    async fn forget_keys(&self) -> Result<(), Stumble> {
        let keyless: Vec<Connection> = self
            .common
            .borrow()
            .connections
            .iter()
            .map(|connection| Connection { keys: Vec::new(), current: None, ..connection.clone() })
            .collect();
        let batch = keyless.iter().fold(Batch::new(), |batch, connection| batch.put(connection.clone()));
        self.ports.store.commit(batch).await?;
        self.common.borrow_mut().connections = keyless;
        self.tell_connections();
        Ok(())
    }
}

fn fitting(passphrase: &Secret) -> Result<&Secret, Refusal> {
    if PASSPHRASE_CHARS.contains(&passphrase.0.chars().count()) {
        return Ok(passphrase);
    }
    let message =
        format!("a passphrase has {} to {} characters", PASSPHRASE_CHARS.start(), PASSPHRASE_CHARS.end());
    Err(Refusal::new(RefusalCode::BadCommand, message).at("passphrase"))
}

pub(crate) fn refused(error: &VaultError, field: &str) -> Refusal {
    let code = match error {
        VaultError::Unavailable { .. } => RefusalCode::VaultFailed,
        VaultError::Locked => RefusalCode::KeysLocked,
        VaultError::WrongPassphrase => RefusalCode::WrongPassphrase,
    };
    Refusal::new(code, format!("{error}: nothing was changed, try again")).at(field)
}
