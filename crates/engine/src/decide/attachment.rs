//! Files and pictures that a person adds, pictures that a tool takes, and files that a model writes: checked, measured and stored
//! before any message or result names them.

use super::draft::Draft;
use crate::artifact::Written;
use crate::attached::{decoded, encoded, is_image};
use crate::fact::Fact;
use crate::input::Picture;
use crate::quota::evicted_for;
use fairlead_protocol::attachment::{Attachment, AttachmentDraft, AttachmentLink, Blob, Kept, Provenance};
use fairlead_protocol::canonical;
use fairlead_protocol::caps;
use fairlead_protocol::conversation::SentImage;
use fairlead_protocol::ids::AttachmentId;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::tool::Trust;

pub(super) fn add(draft: &mut Draft<'_>, given: &AttachmentDraft) -> Result<(), Refusal> {
    let refuse = |code, message: &str, field: &str| Err(Refusal::new(code, message).at(field));
    if given.id.0.is_empty() || given.id.0.len() > caps::ID_BYTES {
        return refuse(RefusalCode::BadCommand, "`attachment.id` is empty or too long", "attachment.id");
    }
    if draft.state.attachments.contains_key(&given.id) || draft.ctx.hoard.holds(&given.id) {
        let message = "an attachment with this id exists: choose another id";
        return refuse(RefusalCode::BadCommand, message, "attachment.id");
    }
    if given.name.trim().is_empty() || given.name.chars().count() > caps::ATTACHMENT_NAME_CHARS {
        let message = "the file's name is empty or too long: rename it";
        return refuse(RefusalCode::UnusableAttachment, message, "attachment.name");
    }
    if given.media_type.is_empty() || given.media_type.len() > caps::MEDIA_TYPE_BYTES {
        let message = "the file's media type is empty or too long";
        return refuse(RefusalCode::UnusableAttachment, message, "attachment.media_type");
    }
    let Some(content) = decoded(&given.data).filter(|content| !content.is_empty()) else {
        let message = "the content is empty or is not base64: add the file again";
        return refuse(RefusalCode::UnusableAttachment, message, "attachment.data");
    };
    if content.len() > caps::ATTACHMENT_BYTES {
        let message =
            format!("the file has {} bytes; {} are the limit", content.len(), caps::ATTACHMENT_BYTES);
        return refuse(RefusalCode::TooLarge, &message, "attachment.data");
    }
    if !is_image(&given.media_type) && std::str::from_utf8(&content).is_err() {
        let message = "only pictures (PNG, JPEG, WebP, GIF) and text in UTF-8 can be read: convert it first";
        return refuse(RefusalCode::UnusableAttachment, message, "attachment.media_type");
    }
    let given = AttachmentDraft { name: given.name.trim().to_owned(), ..given.clone() };
    keep(draft, given, &content, Provenance::Person);
    Ok(())
}

/// What a tool took of a page.
pub(super) fn taken(draft: &mut Draft<'_>, pictures: &[Picture]) -> Vec<AttachmentLink> {
    let shots = pictures.iter().map(|Picture { name, media_type, data }| Shot {
        name: name.clone(),
        media_type,
        data,
    });
    kept(draft, shots, Provenance::Tool)
}

/// What a model sent with its reply.
pub(super) fn sent(draft: &mut Draft<'_>, images: &[SentImage]) -> Vec<AttachmentLink> {
    let shots = images.iter().map(|SentImage { media_type, data_b64: data }| {
        let name = format!("picture.{}", media_type.trim_start_matches("image/"));
        Shot { name, media_type, data }
    });
    kept(draft, shots, Provenance::Model)
}

/// What a model wrote, which was checked.
pub(super) fn written(draft: &mut Draft<'_>, file: Written) -> AttachmentLink {
    let Written { name, media_type, content } = file;
    let id = AttachmentId(draft.ctx.ids.fresh("f"));
    let given = AttachmentDraft { id, name, media_type, data: encoded(content.as_bytes()) };
    keep(draft, given, content.as_bytes(), Provenance::Model)
}

/// A picture that nobody has checked yet.
struct Shot<'a> {
    name: String,
    media_type: &'a str,
    data: &'a str,
}

/// One that is empty or too large is left out.
fn kept<'a>(
    draft: &mut Draft<'_>,
    shots: impl Iterator<Item = Shot<'a>>,
    provenance: Provenance,
) -> Vec<AttachmentLink> {
    let mut links = Vec::new();
    for Shot { name, media_type, data } in shots.take(caps::ATTACHMENTS_PER_MESSAGE) {
        let content = decoded(data).unwrap_or_default();
        if content.is_empty() || content.len() > caps::ATTACHMENT_BYTES || !is_image(media_type) {
            continue;
        }
        let given = AttachmentDraft {
            id: AttachmentId(draft.ctx.ids.fresh("f")),
            name: name.chars().take(caps::ATTACHMENT_NAME_CHARS).collect(),
            media_type: media_type.to_owned(),
            data: data.to_owned(),
        };
        links.push(keep(draft, given, &content, provenance));
    }
    links
}

/// Checked before. What is older gives way.
fn keep(
    draft: &mut Draft<'_>,
    given: AttachmentDraft,
    content: &[u8],
    provenance: Provenance,
) -> AttachmentLink {
    let attachment = Attachment {
        id: given.id.clone(),
        thread: draft.state.id.clone(),
        name: given.name,
        media_type: given.media_type,
        bytes: content.len() as u64,
        digest: canonical::sha256(content),
        trust: Trust::Untrusted,
        provenance,
        created_at: draft.ctx.now,
        kept: Kept::Whole,
    };
    for old in evicted_for(draft.ctx.hoard, attachment.bytes, &draft.state.id) {
        draft.add(Fact::AttachmentEvicted { attachment: old });
    }
    let link = attachment.link();
    let blob = Blob { id: given.id, thread: draft.state.id.clone(), data: given.data };
    draft.add(Fact::AttachmentKept { attachment, blob });
    link
}

pub(super) fn remove(draft: &mut Draft<'_>, id: &AttachmentId) -> Result<(), Refusal> {
    if !draft.state.attachments.contains_key(id) {
        let message = "this attachment is not stored any more";
        return Err(Refusal::new(RefusalCode::UnknownAttachment, message).at("attachment"));
    }
    if draft.state.links_to(id, None) {
        let message = "a message holds this attachment: delete the message instead";
        return Err(Refusal::new(RefusalCode::UnusableAttachment, message).at("attachment"));
    }
    draft.add(Fact::AttachmentRemoved { attachment: id.clone() });
    Ok(())
}
