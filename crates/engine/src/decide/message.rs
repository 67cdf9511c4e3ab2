//! What a person says, before it becomes anything: is it there, is it short enough, do its attachments exist.

use super::draft::Draft;
use fairlead_protocol::attachment::{AttachmentLink, Kept};
use fairlead_protocol::caps;
use fairlead_protocol::ids::AttachmentId;
use fairlead_protocol::page::TabRef;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::run::Overrides;

/// A message may be empty of words if something is attached to it.
pub(super) fn checked(text: &str, links: &[AttachmentLink]) -> Result<(), Refusal> {
    if text.trim().is_empty() && links.is_empty() {
        let message = "the message is empty: write something first";
        return Err(Refusal::new(RefusalCode::EmptyMessage, message).at("text"));
    }
    if text.len() > caps::MESSAGE_BYTES {
        let message = format!(
            "the message has {} bytes; {} are the limit: shorten it",
            text.len(),
            caps::MESSAGE_BYTES
        );
        return Err(Refusal::new(RefusalCode::TooLarge, message).at("text"));
    }
    Ok(())
}

pub(super) fn links(draft: &Draft<'_>, ids: &[AttachmentId]) -> Result<Vec<AttachmentLink>, Refusal> {
    if ids.len() > caps::ATTACHMENTS_PER_MESSAGE {
        let message = format!("a message takes {} attachments: remove some", caps::ATTACHMENTS_PER_MESSAGE);
        return Err(Refusal::new(RefusalCode::TooLarge, message).at("attachments"));
    }
    // One that is named twice is brought along once.
    let named =
        ids.iter().enumerate().filter(|(place, id)| !ids.iter().take(*place).any(|other| other == *id));
    named
        .map(|(_, id)| match draft.state.attachments.get(id) {
            Some(attachment) if attachment.kept == Kept::Whole => Ok(attachment.link()),
            Some(attachment) => {
                let message = format!("`{}` was removed to free space: add it again", attachment.name);
                Err(Refusal::new(RefusalCode::UnusableAttachment, message).at("attachments"))
            }
            None => {
                let message = "this attachment is not stored: add it again";
                Err(Refusal::new(RefusalCode::UnknownAttachment, message).at("attachments"))
            }
        })
        .collect()
}

/// A page chooses its title and much of its address: they must not be able to make a Turn too large to be kept.
pub(super) fn tab(tab: &TabRef) -> TabRef {
    let cut = |text: &str, chars: usize| text.chars().take(chars).collect();
    TabRef {
        id: tab.id,
        url: cut(&tab.url, caps::TAB_ADDRESS_CHARS),
        title: cut(&tab.title, caps::TAB_TITLE_CHARS),
    }
}

pub(super) fn overrides(overrides: &Overrides) -> Result<(), Refusal> {
    match &overrides.model {
        Some(model) if model.trim().is_empty() || model.len() > caps::ID_BYTES => {
            let message = format!("`overrides.model` must have 1 to {} bytes", caps::ID_BYTES);
            Err(Refusal::new(RefusalCode::BadCommand, message).at("overrides.model"))
        }
        Some(_) | None => Ok(()),
    }
}
