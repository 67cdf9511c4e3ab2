//! The durable record of a Turn's execution. Each phase carries exactly what is legal in it; which phase may follow which is
//! the engine's table.

use crate::attachment::AttachmentLink;
use crate::connection::{KeyState, Prices, Wire};
use crate::context::{Compaction, ContextTerms, Measure, Occupancy, Saving};
use crate::conversation::{ModelErrorKind, Usage};
use crate::delegation::Leash;
use crate::from_json::FromJson;
use crate::ids::{
    ApprovalId, Attempt, ConnectionId, Digest, InteractionId, NodeId, Seq, ThreadId, Timestamp, TurnId,
};
use crate::page::{Binding, TabRef};
use crate::permission::Policy;
pub use crate::settings::Used;
use crate::settings::{Completion, Limits, LimitsProfile, is_zero};
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Run {
    pub id: TurnId,
    pub thread: ThreadId,
    pub phase: Phase,
    pub environment: Environment,
    pub counters: Counters,
    /// What had been used when the Turn began or was continued: limits count from there.
    #[serde(default, skip_serializing_if = "Used::is_nothing")]
    pub granted: Used,
    /// Of its newest request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measure: Option<Measure>,
    /// What has changed is to be told at the next model call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refresh: Option<Refresh>,
    /// Calls whose delegated Run waits for the person.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<NodeId>,
    /// The newest journal entry of this Run.
    pub journal: Seq,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The person's wish that the running Turn be told what has changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refresh {
    /// The tab in front at the time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabRef>,
}

/// What a Turn freezes when it is admitted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Environment {
    /// Format of this record.
    pub format: u32,
    pub connection: ConnectionId,
    pub model: String,
    pub policy: Policy,
    /// The tab in front when the person pressed send; a later change of the foreground does not move it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabRef>,
    /// BCP 47.
    pub locale: String,
    #[serde(default, skip_serializing_if = "Limits::is_none")]
    pub limits: Limits,
    /// What its tokens are counted by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prices: Option<Prices>,
    /// Absent in records that are older than the budget of the context.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<ContextTerms>,
    /// Absent in records that are older than the completion gate: answers of their Turns are not looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completion: Option<Completion>,
    #[serde(default, skip_serializing_if = "Catalogue::is_whole")]
    pub catalogue: Catalogue,
    /// Of a delegated Run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leash: Option<Leash>,
    /// The rules that it was begun under. Empty in records that are older than their names.
    #[serde(default, skip_serializing_if = "Versions::is_unnamed")]
    pub versions: Versions,
    /// What a Run must find unchanged when it goes on. Absent in records of format 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub footing: Option<Footing>,
}

/// Which tools the model is told of. What it may do is decided elsewhere, call by call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Catalogue {
    #[default]
    Whole,
    /// Those that the messages of the Turn, and the calls made in it, may need; in doubt all.
    ByIntent,
    /// The model takes none.
    None,
}

impl Catalogue {
    pub fn is_whole(&self) -> bool {
        *self == Self::Whole
    }
}

/// Names of the rules of a Run. A change that may change what comes of a Turn changes a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Versions {
    /// When the model is called again, and when a Turn ends.
    pub turn_loop: String,
    /// In what order calls are run.
    pub scheduler: String,
    /// What of the history a model is shown.
    pub context: String,
    /// The kernel prompt.
    pub prompt: String,
    /// What shows an answer.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub gate: String,
}

impl Versions {
    pub fn is_unnamed(&self) -> bool {
        *self == Self::default()
    }
}

/// What a Run stands on. No secret is in here: of the key only whether there is one, and the secret behind it may change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Footing {
    pub wire: Wire,
    pub base_url: String,
    pub key: KeyState,
    /// Of all tool schemas, their safety metadata and bindings.
    pub tools: Digest,
    /// SHA-256 of the canonical form (RFC 8785) of the whole environment but for this field and the tab, which moves.
    pub digest: Digest,
}

/// Which part of a Run's footing is not what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Drift {
    /// The record is of a newer format than this build knows.
    Format,
    /// The record does not agree with its own digest.
    Record,
    /// The connection is gone.
    Connection,
    /// Another wire or address.
    Transport,
    /// A key where there was none, or the other way round.
    Credential,
    /// Tools were added, changed or taken away.
    Tools,
}

/// What the person wants otherwise for one Turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Overrides {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub connection: Option<ConnectionId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<Policy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<LimitsProfile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saving: Option<Saving>,
}

impl Overrides {
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// The message of a Turn that waits behind another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, FromJson)]
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

#[derive(Clone, Debug, PartialEq, Serialize, FromJson)]
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
    Completed {
        stop: StopReason,
    },
    Failed {
        error: RunError,
    },
    Interrupted,
    PausedBudget,
    PausedLimit {
        limit: Limit,
    },
    /// Not even notes make room for another call.
    PausedContext {
        occupancy: Occupancy,
    },
    /// A write whose outcome nobody knows; the person says what became of it.
    PausedUncertain {
        batch: CallBatch,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, FromJson)]
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
    Completed,
    Failed,
    Interrupted,
    PausedBudget,
    PausedLimit,
    PausedContext,
    PausedUncertain,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModelCall {
    /// The node that the reply will have; deltas carry it before it exists.
    pub reply: NodeId,
    pub attempt: Attempt,
    pub offer: ToolOffer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ToolOffer {
    Offered,
    /// Too many failures in a row: one closing reply without tools.
    Withheld,
}

/// A call that was dispatched together with the one at hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InFlight {
    pub call: NodeId,
    pub dispatch: Dispatch,
}

/// The calls of one reply, in order. Those before `at` have their results, and of those behind it some may.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CallBatch {
    pub reply: NodeId,
    pub calls: Vec<NodeId>,
    pub at: u32,
}

/// How the call under way was sent out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, FromJson)]
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

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Counters {
    pub model_calls: u32,
    pub tool_calls: u32,
    pub tool_failures_in_row: u32,
    pub broken_arguments_in_row: u32,
    /// Notes that could not be made, one after the other.
    #[serde(skip_serializing_if = "is_zero")]
    pub summary_failures_in_row: u32,
    /// Restarts of the call under way since the last checkpoint.
    pub resumptions: u32,
    pub input_tokens: u64,
    pub output_tokens: u64,
    pub cache_read_tokens: u64,
    pub cache_write_tokens: u64,
    /// Without the time that was spent waiting for a person.
    pub active_ms: u64,
    /// Millionths of a US dollar, by the prices that the Turn began with.
    #[serde(skip_serializing_if = "is_zero")]
    pub cost_micros: u64,
}

impl Counters {
    pub fn used(&self) -> Used {
        Used {
            tokens: self.input_tokens + self.cache_read_tokens + self.cache_write_tokens + self.output_tokens,
            calls: self.tool_calls,
            active_ms: self.active_ms,
            cost_micros: self.cost_micros,
        }
    }

    /// One answer of a model, with what it cost.
    pub fn spend(&mut self, usage: &Usage, prices: Option<&Prices>) {
        self.input_tokens += usage.input;
        self.output_tokens += usage.output;
        self.cache_read_tokens += usage.cache_read;
        self.cache_write_tokens += usage.cache_write;
        self.cost_micros += prices.map_or(0, |prices| prices.cost(usage));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    End,
    MaxTokens,
    ContentFilter,
    Refusal,
    Interrupted,
    Error,
    BudgetPause,
    LimitPause,
    ContextFull,
    Unverified,
    /// A write of unknown outcome waits for the person.
    Uncertain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    BrokenArguments,
    Calls,
    ActiveTime,
}

/// Why a Run failed: a code for the panel's words, and what the other side said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunError {
    pub code: RunErrorCode,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RunErrorCode {
    /// The call of the model failed.
    Model { kind: ModelErrorKind },
    /// No connection is set up, or the one that the Turn began with is gone.
    NoConnection,
    /// The vault could not give the key.
    KeyUnreadable,
    /// Tool calls came with a stop reason that does not go with them.
    ProtocolViolation,
    /// What a message brought along could not be read from the store.
    AttachmentUnreadable,
    /// The Run cannot go on, because what it stands on has changed.
    EnvironmentDrift { drift: Drift },
}

impl CallBatch {
    /// The call at hand.
    pub fn call(&self) -> Option<&NodeId> {
        self.calls.get(self.at as usize)
    }
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
            Self::Completed { .. } => RunState::Completed,
            Self::Failed { .. } => RunState::Failed,
            Self::Interrupted => RunState::Interrupted,
            Self::PausedBudget => RunState::PausedBudget,
            Self::PausedLimit { .. } => RunState::PausedLimit,
            Self::PausedContext { .. } => RunState::PausedContext,
            Self::PausedUncertain { .. } => RunState::PausedUncertain,
        }
    }
}

impl RunState {
    pub const ALL: [Self; 14] = [
        Self::Queued,
        Self::Ready,
        Self::StreamingModel,
        Self::Compacting,
        Self::ExecutingTool,
        Self::WaitingApproval,
        Self::WaitingInteraction,
        Self::Completed,
        Self::Failed,
        Self::Interrupted,
        Self::PausedBudget,
        Self::PausedLimit,
        Self::PausedContext,
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
            | Self::PausedUncertain => true,
            Self::Queued
            | Self::Completed
            | Self::Failed
            | Self::Interrupted
            | Self::PausedBudget
            | Self::PausedLimit
            | Self::PausedContext => false,
        }
    }
}
