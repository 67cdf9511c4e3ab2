//! Files and pictures that go with a message. A node links to them and never holds them; what they are made of is a row of
//! its own, so that it can be given up when space runs out and its message still says what was there.

use crate::from_json::FromJson;
use crate::ids::{AttachmentId, Digest, ThreadId, Timestamp};
use crate::to_json::ToJson;
use crate::tool::Trust;

/// What is known of an attachment, without its content.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attachment {
    pub id: AttachmentId,
    pub thread: ThreadId,
    pub name: String,
    /// MIME type, as RFC 6838 has it.
    pub media_type: String,
    /// Of the content, decoded.
    pub bytes: u64,
    /// SHA-256 of the content, decoded.
    pub digest: Digest,
    pub trust: Trust,
    pub provenance: Provenance,
    pub created_at: Timestamp,
    pub kept: Kept,
}

/// Where it came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Provenance {
    /// The person chose, dropped or pasted it.
    Person,
    /// A tool took it of a page.
    Tool,
    /// It came in a reply.
    Model,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Kept {
    Whole,
    /// Its content was given up for newer ones.
    Evicted,
}

/// The content, apart from what is known of it.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Blob {
    pub id: AttachmentId,
    pub thread: ThreadId,
    /// Base64 (RFC 4648, section 4).
    pub data: String,
}

/// As a panel brings it. The panel names it, so that a message can link to it at once.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AttachmentDraft {
    pub id: AttachmentId,
    pub name: String,
    pub media_type: String,
    /// Base64 (RFC 4648, section 4).
    pub data: String,
}

/// How a message, a waiting message or a steer names an attachment.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttachmentLink {
    pub id: AttachmentId,
    pub name: String,
    pub media_type: String,
    pub bytes: u64,
}

impl Attachment {
    pub fn link(&self) -> AttachmentLink {
        AttachmentLink {
            id: self.id.clone(),
            name: self.name.clone(),
            media_type: self.media_type.clone(),
            bytes: self.bytes,
        }
    }
}
