//! What the settings page changes: settings, connections, rules. Each change and its receipt share one commit, and what all
//! actors see follows that commit.

use crate::desk::{Desk, unknown_connection};
use crate::reading::Submitted;
use crate::receipts::receipt;
use crate::stumble::Stumble;
use fairlead_protocol::caps::{self, CONTEXT_WINDOW};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::connection::{Connection, ConnectionDraft, KeyState};
use fairlead_protocol::event::{AckBody, Event};
use fairlead_protocol::ids::{AttachmentId, ConnectionId, RuleId};
use fairlead_protocol::order::order_by;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::settings::Settings;
use fairlead_providers::{models_request, without_path};
use fairlead_store::{Batch, Delete, RowKey};

/// Entries of a journal that one answer holds.
const JOURNAL_PAGE: u32 = 500;
/// A name or a model of a connection, in bytes.
const NAME_BYTES: usize = 200;

impl Desk {
    /// Commands of no single Thread that are answered by an ack.
    pub(crate) async fn perform(&mut self, command: &Submitted) -> Result<AckBody, Stumble> {
        match &command.body {
            CommandBody::SettingsGet => {
                Ok(AckBody::Settings { settings: self.common.borrow().settings.clone() })
            }
            CommandBody::SettingsSet { settings } => self.set_settings(command, settings).await,
            CommandBody::ConnectionsList => Ok(self.connections()),
            CommandBody::ConnectionsSave { connection } => self.save_connection(command, connection).await,
            CommandBody::ConnectionsDelete { connection } => {
                self.delete_connection(command, connection).await
            }
            CommandBody::RulesList => Ok(self.rules()),
            CommandBody::RulesDelete { rule } => self.delete_rule(command, rule).await,
            CommandBody::MemoryList => Ok(self.memories()),
            CommandBody::MemoryUpdate { memory, text, topic } => {
                self.update_memory(command, memory, text, topic.as_deref()).await
            }
            CommandBody::MemoryDelete { memory } => self.delete_memory(command, memory).await,
            CommandBody::MemoryClear => self.clear_memories(command).await,
            CommandBody::AttachmentsRead { attachment } => self.attachment(attachment).await,
            CommandBody::JournalRead { run, from_seq } => {
                let rows = self.ports.store.journal(run, *from_seq, JOURNAL_PAGE).await?.rows;
                Ok(AckBody::Journal { rows })
            }
            _ => Err(Refusal::new(RefusalCode::BadCommand, "this command needs a conversation")
                .at("type")
                .into()),
        }
    }

    async fn attachment(&self, id: &AttachmentId) -> Result<AckBody, Stumble> {
        let all = self.ports.store.attachments().await?.rows;
        let attachment = all.into_iter().find(|attachment| attachment.id == *id).ok_or_else(|| {
            Refusal::new(RefusalCode::UnknownAttachment, "this attachment is not stored any more")
                .at("attachment")
        })?;
        let data = self.ports.store.blob(id).await?.map(|blob| blob.data);
        Ok(AckBody::Attachment { attachment, data })
    }

    async fn set_settings(&self, command: &Submitted, settings: &Settings) -> Result<AckBody, Stumble> {
        if let Some(chosen) = &settings.connection {
            self.common.borrow().connection(chosen).ok_or_else(unknown_connection)?;
        }
        if settings.instructions.len() > caps::INSTRUCTIONS_BYTES {
            let message = format!("the instructions take {} bytes: shorten them", caps::INSTRUCTIONS_BYTES);
            return Err(Refusal::new(RefusalCode::TooLarge, message).at("settings.instructions").into());
        }
        self.keep(command, Batch::new().put(settings.clone()), &AckBody::Done).await?;
        self.common.borrow_mut().settings = settings.clone();
        self.hub.tell_all(&Event::SettingsUpdated { settings: settings.clone() });
        Ok(AckBody::Done)
    }

    async fn save_connection(
        &self,
        command: &Submitted,
        draft: &ConnectionDraft,
    ) -> Result<AckBody, Stumble> {
        let held = self.common.borrow().connection(&draft.id).cloned();
        let key = match (&draft.key, &held) {
            (Some(_), _) => KeyState::Stored,
            (None, Some(held)) => held.key,
            (None, None) => KeyState::Absent,
        };
        let connection = checked(draft, key)?;
        if let Some(secret) = &draft.key {
            // First the key: a connection that says it has one must have one. A key without its connection harms nobody.
            self.ports.vault.keep(&connection, secret).await.map_err(|error| {
                Refusal::new(RefusalCode::VaultFailed, format!("{error}: nothing was changed, try again"))
                    .at("connection.key")
            })?;
        } else if held.as_ref().is_some_and(|held| held.base_url != connection.base_url)
            && key == KeyState::Stored
        {
            // A key is bound to where it was entered for.
            let message =
                "the address changed: enter the key again, it is only ever sent where it was entered for";
            return Err(Refusal::new(RefusalCode::VaultFailed, message).at("connection.key").into());
        }
        self.keep(command, Batch::new().put(connection.clone()), &AckBody::Done).await?;
        {
            let mut common = self.common.borrow_mut();
            common.connections.retain(|held| held.id != connection.id);
            common.connections.push(connection);
            order_by(&mut common.connections, |a, b| a.id > b.id);
        }
        self.tell_connections();
        Ok(AckBody::Done)
    }

    async fn delete_connection(&self, command: &Submitted, id: &ConnectionId) -> Result<AckBody, Stumble> {
        self.common.borrow().connection(id).ok_or_else(unknown_connection)?;
        let batch = Batch::new().delete(Delete::Row(RowKey::Connection(id.clone())));
        self.keep(command, batch, &AckBody::Done).await?;
        self.common.borrow_mut().connections.retain(|held| held.id != *id);
        // The row is gone, so nothing will use the key; if it cannot be wiped now, it stays encrypted and unused.
        let _ = self.ports.vault.forget(id).await;
        self.tell_connections();
        Ok(AckBody::Done)
    }

    async fn delete_rule(&self, command: &Submitted, id: &RuleId) -> Result<AckBody, Stumble> {
        if !self.common.borrow().rules.iter().any(|rule| rule.id == *id) {
            return Err(Refusal::new(RefusalCode::UnknownRule, "this rule is not there any more")
                .at("rule")
                .into());
        }
        let batch = Batch::new().delete(Delete::Row(RowKey::Rule(id.clone())));
        self.keep(command, batch, &AckBody::Done).await?;
        self.common.borrow_mut().rules.retain(|rule| rule.id != *id);
        let rules = self.common.borrow().rules.clone();
        self.hub.tell_all(&Event::RulesUpdated { rules });
        Ok(AckBody::Done)
    }

    async fn keep(&self, command: &Submitted, batch: Batch, body: &AckBody) -> Result<(), Stumble> {
        let receipt = receipt(command, body, self.ports.clock.now());
        Ok(self.ports.store.commit(batch.put(receipt)).await?)
    }

    fn connections(&self) -> AckBody {
        AckBody::Connections { connections: self.common.borrow().connections.clone() }
    }

    fn rules(&self) -> AckBody {
        AckBody::Rules { rules: self.common.borrow().rules.clone() }
    }

    fn tell_connections(&self) {
        let connections = self.common.borrow().connections.clone();
        self.hub.tell_all(&Event::ConnectionsUpdated { connections });
    }
}

/// A connection that can be asked, or the field that keeps it from it.
fn checked(draft: &ConnectionDraft, key: KeyState) -> Result<Connection, Refusal> {
    for (field, text) in [("connection.name", &draft.name), ("connection.model", &draft.model)] {
        if text.trim().is_empty() || text.len() > NAME_BYTES {
            let message = format!("`{field}` must have 1 to {NAME_BYTES} bytes");
            return Err(Refusal::new(RefusalCode::BadCommand, message).at(field));
        }
    }
    if draft.id.0.is_empty() || draft.id.0.len() > caps::ID_BYTES {
        return Err(
            Refusal::new(RefusalCode::BadCommand, "`connection.id` is empty or too long").at("connection.id")
        );
    }
    if let Some(prices) = &draft.prices {
        let all = [Some(prices.input), Some(prices.output), prices.cache_read, prices.cache_write];
        if all.into_iter().flatten().any(|price| price > caps::PRICE_MICROS) {
            let message = format!("a price of `connection.prices` is above {}", caps::PRICE_MICROS);
            return Err(Refusal::new(RefusalCode::BadCommand, message).at("connection.prices"));
        }
    }
    if draft.context_window.is_some_and(|tokens| !CONTEXT_WINDOW.contains(&tokens)) {
        let message = format!(
            "`connection.context_window` must be from {} to {} tokens",
            CONTEXT_WINDOW.start(),
            CONTEXT_WINDOW.end()
        );
        return Err(Refusal::new(RefusalCode::BadCommand, message).at("connection.context_window"));
    }
    let base_url = without_path(draft.wire, &draft.base_url).to_owned();
    let connection = Connection {
        id: draft.id.clone(),
        name: draft.name.trim().to_owned(),
        wire: draft.wire,
        base_url,
        model: draft.model.trim().to_owned(),
        quirks: draft.quirks.clone(),
        key,
        prices: draft.prices,
        context_window: draft.context_window,
    };
    models_request(&connection).map_err(|error| {
        Refusal::new(RefusalCode::BadBaseUrl, error.to_string()).at("connection.base_url")
    })?;
    Ok(connection)
}
