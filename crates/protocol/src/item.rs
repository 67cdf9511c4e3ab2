//! What a person sees of a Turn, and of the Run behind it. Derived from nodes and Runs by the engine; never stored.

use crate::approval::Answer;
use crate::attachment::{AttachmentLink, Kept};
use crate::context::Occupancy;
use crate::conversation::{ModelErrorKind, ModelStop};
use crate::evidence::Evidence;
use crate::from_json::FromJson;
use crate::ids::{ApprovalId, Attempt, InteractionId, NodeId, Seq, ThreadId, Timestamp, TurnId};
use crate::node::{Delivery, NoticeCode, PartialWhy};
use crate::page::TabRef;
use crate::pause::{Asking, Relief, Takeover};
use crate::run::{Counters, Limit, RunError, RunState, StopReason, Used};
use crate::settings::Limits;
use crate::to_json::ToJson;
use crate::tool::{Effects, ToolFailure};
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Item {
    pub id: NodeId,
    pub turn: TurnId,
    pub at: Timestamp,
    pub body: ItemBody,
}

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ItemBody {
    UserMessage {
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab: Option<TabRef>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        attachments: Vec<AttachedItem>,
        #[serde(default, skip_serializing_if = "Delivery::is_opening")]
        delivery: Delivery,
    },
    AssistantMessage {
        text: String,
        reasoning: String,
        ending: ItemEnding,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pictures: Vec<AttachedItem>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        evidence: Option<Evidence>,
    },
    ToolCall {
        tool: String,
        effects: Effects,
        arguments: Value,
        status: StepStatus,
        /// The Thread of the delegated Run, for its steps.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        child: Option<ThreadId>,
    },
    Notice {
        code: NoticeCode,
        text: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ItemEnding {
    /// Still streaming: text arrives in deltas of this attempt.
    Live {
        attempt: Attempt,
    },
    Whole {
        stop: ModelStop,
    },
    Partial {
        why: PartialWhy,
    },
}

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StepStatus {
    /// Stands behind another call of the same reply.
    Waiting,
    AwaitingApproval {
        approval: ApprovalId,
    },
    AwaitingInteraction {
        interaction: InteractionId,
    },
    Running {
        since: Timestamp,
    },
    Done {
        content: String,
        took_ms: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab: Option<TabRef>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decided: Option<Answer>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pictures: Vec<AttachedItem>,
    },
    Failed {
        failure: ToolFailure,
        took_ms: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decided: Option<Answer>,
    },
    /// It may have happened; the person says.
    Uncertain,
}

/// The Run as the strip above the transcript shows it.
#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunView {
    pub turn: TurnId,
    pub state: RunState,
    pub counters: Counters,
    /// The tab in use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabRef>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<StopReason>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<RunError>,
    /// The limit that paused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// How the person paused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub takeover: Option<Takeover>,
    /// Its newest entry: a Run that paused again is not where it was.
    #[serde(default)]
    pub journal: Seq,
    /// Of a pause.
    #[serde(default, skip_serializing_if = "Asking::asks")]
    pub asking: Asking,
    /// Of a pause because the window is full.
    #[serde(default, skip_serializing_if = "Relief::is_possible")]
    pub relief: Relief,
    /// Of its newest request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub occupancy: Option<Occupancy>,
    pub limits: Limits,
    /// Since it began or was continued; limits are compared with this.
    pub used: Used,
    /// The call whose outcome is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncertain: Option<NodeId>,
}

/// A message that waits for its Turn.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QueuedMessage {
    pub turn: TurnId,
    pub text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<AttachmentLink>,
}

/// A steer that the model has not read yet.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PendingSteer {
    /// The item that it will be.
    pub id: NodeId,
    pub text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<AttachmentLink>,
}

/// An attachment as its message shows it.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AttachedItem {
    pub link: AttachmentLink,
    pub kept: Kept,
}

/// The Turns that stand at one place of the tree, of which the path takes one. Only places with more than one are told.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fork {
    /// The one on the path.
    pub turn: TurnId,
    /// The first node of each, oldest first: what `thread.select_branch` takes.
    pub siblings: Vec<NodeId>,
    /// The place of `turn` among them, from 0.
    pub at: u32,
}

/// A retry that is waited for before the first output of a model call.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RetryNotice {
    pub attempt: u32,
    pub of: u32,
    pub wait_ms: u64,
    pub kind: ModelErrorKind,
    pub message: String,
}
