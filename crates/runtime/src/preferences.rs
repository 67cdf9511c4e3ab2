//! What the settings page changes; connections, memories and rules have files of their own. Each change and its receipt share one commit,
//! and what all actors see follows that commit.

use crate::desk::{Desk, unknown_connection};
use crate::reading::Submitted;
use crate::receipts::receipt;
use crate::stumble::Stumble;
use fairlead_engine::rules::are_sites;
use fairlead_protocol::caps;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::event::{AckBody, Event};
use fairlead_protocol::ids::AttachmentId;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::settings::Settings;
use fairlead_store::Batch;

/// Entries of a journal that one answer holds.
const JOURNAL_PAGE: u32 = 500;

impl Desk {
    /// Commands of no single Thread that are answered by an ack.
    pub(crate) async fn perform(&mut self, command: &Submitted) -> Result<AckBody, Stumble> {
        match &command.body {
            CommandBody::SettingsGet => {
                Ok(AckBody::Settings { settings: self.common.borrow().settings().clone() })
            }
            CommandBody::SettingsSet { settings } => self.set_settings(command, settings).await,
            CommandBody::ConnectionsList => Ok(self.connections()),
            CommandBody::ConnectionsSave { connection } => self.save_connection(command, connection).await,
            CommandBody::ConnectionsDelete { connection } => {
                self.delete_connection(command, connection).await
            }
            CommandBody::RulesList => Ok(self.rules()),
            CommandBody::RulesSave { rule } => self.save_rule(command, rule).await,
            CommandBody::RulesDelete { rule } => self.delete_rule(command, rule).await,
            CommandBody::RulesTry { trial } => self.try_out(trial),
            CommandBody::MemoryList => Ok(self.memories()),
            CommandBody::MemoryUpdate { memory, text, topic } => {
                self.update_memory(command, memory, text, topic.as_deref()).await
            }
            CommandBody::MemoryDelete { memory } => self.delete_memory(command, memory).await,
            CommandBody::MemoryClear => self.clear_memories(command).await,
            CommandBody::ExchangesList { turn } => self.exchanges(turn.as_ref()).await,
            CommandBody::ExchangesRead { exchange } => self.exchange(exchange).await,
            CommandBody::ExchangesClear => self.clear_exchanges(command).await,
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
        {
            let common = self.common.borrow();
            let before = common.settings();
            let choices = [(&settings.model, &before.model), (&settings.task_model, &before.task_model)];
            // What was chosen before may be gone by now: that keeps nobody from changing anything else.
            for chosen in
                choices.into_iter().filter(|(now, before)| now != before).filter_map(|(now, _)| now.as_ref())
            {
                common.connection(&chosen.connection).ok_or_else(unknown_connection)?;
            }
        }
        if settings.instructions.len() > caps::INSTRUCTIONS_BYTES {
            let message = format!("the instructions take {} bytes: shorten them", caps::INSTRUCTIONS_BYTES);
            return Err(Refusal::new(RefusalCode::TooLarge, message).at("settings.instructions").into());
        }
        are_sites(&settings.sensitive_sites)?;
        self.keep(command, Batch::new().put(settings.clone()), &AckBody::Done).await?;
        self.common.borrow_mut().settle(settings.clone());
        self.hub.tell_all(&Event::SettingsUpdated { settings: settings.clone() });
        Ok(AckBody::Done)
    }

    pub(crate) async fn keep(
        &self,
        command: &Submitted,
        batch: Batch,
        body: &AckBody,
    ) -> Result<(), Stumble> {
        let receipt = receipt(command, body, self.ports.clock.now());
        Ok(self.ports.store.commit(batch.put(receipt)).await?)
    }
}
