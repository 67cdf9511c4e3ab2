//! Where a Run stands. Each phase carries exactly what is legal in it.

use super::{Limit, Overrides, RunError, StopReason};
use crate::attachment::AttachmentLink;
use crate::context::{Compaction, Occupancy};
use crate::from_json::FromJson;
use crate::ids::{ApprovalId, Attempt, InteractionId, NodeId, Timestamp};
use crate::page::{Binding, TabRef};
use crate::pause::{Asking, Relief, Takeover};
use crate::to_json::ToJson;

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Phase {
    Queued {
        opening: Opening,
        /// Smaller goes first.
        #[serde(default)]
        place: u32,
    },
    /// Admitted or resumed; the next model call is not planned yet.
    Ready,
    StreamingModel {
        call: ModelCall,
    },
    /// A part of the history becomes notes before the model is called.
    Compacting {
        compaction: Compaction,
    },
    /// The call at `batch.at` was dispatched; the world may have changed.
    ExecutingTool {
        batch: CallBatch,
        dispatch: Dispatch,
        /// Calls behind it that run beside it, in their order.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        beside: Vec<InFlight>,
    },
    WaitingApproval {
        batch: CallBatch,
        approval: ApprovalId,
    },
    /// Waits for the person outside a tool's approval.
    WaitingInteraction {
        batch: CallBatch,
        interaction: InteractionId,
    },
    /// The model is not called before the person has unlocked the keys.
    WaitingKeys {
        offer: ToolOffer,
    },
    Completed {
        stop: StopReason,
    },
    Failed {
        error: RunError,
    },
    Interrupted,
    PausedBudget {
        #[serde(default, skip_serializing_if = "Asking::asks")]
        asking: Asking,
    },
    PausedLimit {
        limit: Limit,
        #[serde(default, skip_serializing_if = "Asking::asks")]
        asking: Asking,
    },
    /// No room for another call was made.
    PausedContext {
        occupancy: Occupancy,
        #[serde(default, skip_serializing_if = "Relief::is_possible")]
        relief: Relief,
        #[serde(default, skip_serializing_if = "Asking::asks")]
        asking: Asking,
    },
    /// The person has the page.
    PausedTakeover {
        how: Takeover,
        #[serde(default, skip_serializing_if = "Asking::asks")]
        asking: Asking,
    },
    /// A write whose outcome nobody knows; the person says what became of it.
    PausedUncertain {
        batch: CallBatch,
    },
}

impl Phase {
    pub fn state(&self) -> RunState {
        match self {
            Self::Queued { .. } => RunState::Queued,
            Self::Ready => RunState::Ready,
            Self::StreamingModel { .. } => RunState::StreamingModel,
            Self::Compacting { .. } => RunState::Compacting,
            Self::ExecutingTool { .. } => RunState::ExecutingTool,
            Self::WaitingApproval { .. } => RunState::WaitingApproval,
            Self::WaitingInteraction { .. } => RunState::WaitingInteraction,
            Self::WaitingKeys { .. } => RunState::WaitingKeys,
            Self::Completed { .. } => RunState::Completed,
            Self::Failed { .. } => RunState::Failed,
            Self::Interrupted => RunState::Interrupted,
            Self::PausedBudget { .. } => RunState::PausedBudget,
            Self::PausedLimit { .. } => RunState::PausedLimit,
            Self::PausedContext { .. } => RunState::PausedContext,
            Self::PausedTakeover { .. } => RunState::PausedTakeover,
            Self::PausedUncertain { .. } => RunState::PausedUncertain,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RunState {
    Queued,
    Ready,
    StreamingModel,
    Compacting,
    ExecutingTool,
    WaitingApproval,
    WaitingInteraction,
    WaitingKeys,
    Completed,
    Failed,
    Interrupted,
    PausedBudget,
    PausedLimit,
    PausedContext,
    PausedTakeover,
    PausedUncertain,
}

impl RunState {
    pub const ALL: [Self; 16] = [
        Self::Queued,
        Self::Ready,
        Self::StreamingModel,
        Self::Compacting,
        Self::ExecutingTool,
        Self::WaitingApproval,
        Self::WaitingInteraction,
        Self::WaitingKeys,
        Self::Completed,
        Self::Failed,
        Self::Interrupted,
        Self::PausedBudget,
        Self::PausedLimit,
        Self::PausedContext,
        Self::PausedTakeover,
        Self::PausedUncertain,
    ];

    /// The Run owns its Thread: another Turn has to wait.
    pub fn is_live(self) -> bool {
        match self {
            Self::Ready
            | Self::StreamingModel
            | Self::Compacting
            | Self::ExecutingTool
            | Self::WaitingApproval
            | Self::WaitingInteraction
            | Self::WaitingKeys
            | Self::PausedUncertain => true,
            Self::Queued
            | Self::Completed
            | Self::Failed
            | Self::Interrupted
            | Self::PausedBudget
            | Self::PausedLimit
            | Self::PausedContext
            | Self::PausedTakeover => false,
        }
    }
}

/// The message of a Turn that waits behind another.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opening {
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabRef>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<AttachmentLink>,
    #[serde(default, skip_serializing_if = "Overrides::is_none")]
    pub overrides: Overrides,
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModelCall {
    /// The node that the reply will have; deltas carry it before it exists.
    pub reply: NodeId,
    pub attempt: Attempt,
    pub offer: ToolOffer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ToolOffer {
    Offered,
    /// Too many failures in a row: one closing reply without tools.
    Withheld,
}

/// The calls of one reply, in order. Those before `at` have their results, and of those behind it some may.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CallBatch {
    pub reply: NodeId,
    pub calls: Vec<NodeId>,
    pub at: u32,
}

impl CallBatch {
    /// The call at hand.
    pub fn call(&self) -> Option<&NodeId> {
        self.calls.get(self.at as usize)
    }
}

/// A call that was dispatched together with the one at hand.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InFlight {
    pub call: NodeId,
    pub dispatch: Dispatch,
}

/// How the call under way was sent out.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dispatch {
    pub at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabRef>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub binding: Option<Binding>,
    /// The serialised address that was judged, for tools that go somewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// How often this call was sent out; more than once only if it is safe to repeat.
    pub attempt: Attempt,
}
