//! The tree of a conversation. Nodes are append-only; everything that a model is told and a person sees derives from them.

use crate::approval::Answer;
use crate::attachment::AttachmentLink;
use crate::context::Summary;
use crate::conversation::{CallArgs, ModelStop, Opaque, Usage};
use crate::evidence::{Evidence, Missing};
use crate::from_json::FromJson;
use crate::ids::{ApprovalId, DocumentId, InteractionId, NodeId, Seq, ThreadId, Timestamp, TurnId};
use crate::interaction::Response;
use crate::memory::Notes;
use crate::page::TabRef;
use crate::run::Environment;
use crate::to_json::ToJson;
use crate::tool::{ToolFailure, Trust};

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Node {
    pub id: NodeId,
    pub thread: ThreadId,
    pub turn: TurnId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<NodeId>,
    pub seq: Seq,
    pub at: Timestamp,
    pub body: NodeBody,
}

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum NodeBody {
    /// The world as it was frozen for this Turn.
    TurnContext {
        environment: Environment,
        #[serde(default, skip_serializing_if = "Notes::is_empty")]
        notes: Notes,
    },
    UserMessage {
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab: Option<TabRef>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        attachments: Vec<AttachmentLink>,
        #[serde(default, skip_serializing_if = "Delivery::is_opening")]
        delivery: Delivery,
    },
    AssistantMessage {
        text: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reasoning: String,
        ending: ReplyEnding,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        usage: Option<Usage>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        opaque: Vec<Opaque>,
        /// The state of all that stands before it is lost to whoever made it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        severed: bool,
        /// That the model sent.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pictures: Vec<AttachmentLink>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        evidence: Option<Evidence>,
    },
    ToolCall {
        /// The assistant message that made the call.
        reply: NodeId,
        /// Unique in the Thread, whatever the provider sent.
        call_id: String,
        tool: String,
        arguments: CallArgs,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opaque: Option<Opaque>,
    },
    ToolResult {
        call: NodeId,
        trust: Trust,
        outcome: ResultOutcome,
        /// From dispatch to result.
        took_ms: u64,
        /// The document that the call went to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        document: Option<DocumentId>,
        /// What the tool took of the page, and files that it wrote.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pictures: Vec<AttachmentLink>,
    },
    ApprovalDecision {
        approval: ApprovalId,
        call: NodeId,
        answer: Answer,
        /// Where the call would have gone; a refusal is remembered for that place.
        origin: String,
    },
    InteractionResponse {
        interaction: InteractionId,
        call: NodeId,
        response: Response,
    },
    /// The reply above it was set aside; the model reads what is missing and goes on.
    CompletionRejected {
        reply: NodeId,
        missing: Vec<Missing>,
        text: String,
    },
    /// What has changed since the Turn began or was told last.
    ContextNote {
        notes: Notes,
    },
    /// Results that the model is not shown any more; in the place of each stands how it is read back.
    ContextMasked {
        results: Vec<NodeId>,
    },
    /// What the model is shown in place of the path up to a node.
    ContextCompacted {
        until: NodeId,
        /// Messages of the person within it that are still shown.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        kept: Vec<NodeId>,
        summary: Summary,
    },
    /// What stood here was erased by the person; children read as those of the node above it.
    Tombstone,
    /// Said by the engine to the model, and shown to the person as a notice.
    SystemNotice {
        code: NoticeCode,
        text: String,
    },
}

/// How a message of the person came into its Turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    #[default]
    Opening,
    /// Joined the Turn while it ran.
    Steered,
}

impl Delivery {
    pub fn is_opening(&self) -> bool {
        *self == Self::Opening
    }
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ReplyEnding {
    Whole {
        stop: ModelStop,
    },
    /// The stream broke after output had begun, or the person stopped it.
    Partial {
        why: PartialWhy,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PartialWhy {
    StreamBroke,
    Interrupted,
}

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ResultOutcome {
    Done {
        content: String,
        /// The tab that the result speaks of, as it was afterwards.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab: Option<TabRef>,
    },
    Failed {
        failure: ToolFailure,
    },
}

impl ResultOutcome {
    /// Done, and about no tab.
    pub fn said(content: String) -> Self {
        Self::Done { content, tab: None }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NoticeCode {
    ChangeApproach,
    ToolsWithheld,
    /// A delegated Run has one reply left.
    LastReply,
    RepairedBranch,
    /// The running Turn was told what has changed; only as an item, never as a node.
    ContextRefreshed,
    /// Results went out of the model's view; only as an item.
    ContextMasked,
    /// Notes stand in place of what was before; only as an item, with the notes.
    ContextCompacted,
    /// The Turn was paused because the person has the page.
    PersonTookOver,
}
