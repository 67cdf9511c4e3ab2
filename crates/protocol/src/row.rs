//! Rows of the store that are nothing else than rows: the journal and receipts.

use crate::attachment::AttachmentLink;
use crate::event::AckBody;
use crate::from_json::FromJson;
use crate::ids::{ClientId, Digest, NodeId, Seq, SubmissionId, ThreadId, Timestamp, TurnId};
use crate::refusal::Refusal;
use crate::to_json::ToJson;
use serde_json::Value;

/// One entry of a Run's log. `payload` names what happened by ids and codes: no secrets, no written text.
#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JournalRow {
    pub run: TurnId,
    pub thread: ThreadId,
    pub seq: Seq,
    pub at: Timestamp,
    /// 0 for a Turn of the person, 1 for a delegated one.
    pub depth: u32,
    #[serde(rename = "type")]
    pub kind: String,
    pub payload: Value,
}

/// The answer that a command got, kept so that the same submission gets the same answer.
#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Receipt {
    pub client: ClientId,
    pub submission: SubmissionId,
    pub command: String,
    /// Of the command's canonical form; the command itself is not kept.
    pub digest: Digest,
    pub response: ReceiptResponse,
    pub expires_at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ReceiptResponse {
    Acknowledged { body: AckBody },
    Rejected { refusal: Refusal },
}

/// A message that joins the running Turn at its next model call.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Steer {
    /// The node that it becomes.
    pub id: NodeId,
    pub run: TurnId,
    pub thread: ThreadId,
    /// In this order they are read, not in that of their completion.
    pub admission: Seq,
    pub text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<AttachmentLink>,
    pub at: Timestamp,
}
