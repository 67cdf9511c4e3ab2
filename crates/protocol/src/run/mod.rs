//! The durable record of a Turn's execution. Which phase may follow which is the engine's table.

mod environment;
mod phase;

pub use self::environment::{
    Answerer, Catalogue, Drift, Environment, Footing, Overrides, TaskModel, Versions, Vision,
};
pub use self::phase::{CallBatch, Dispatch, InFlight, ModelCall, Opening, Phase, RunState, ToolOffer};
pub use crate::settings::Used;

use crate::connection::Prices;
use crate::context::Measure;
use crate::conversation::{ModelErrorKind, Usage};
use crate::from_json::FromJson;
use crate::ids::{NodeId, Seq, ThreadId, Timestamp, TurnId};
use crate::page::TabRef;
use crate::settings::is_zero;
use crate::to_json::ToJson;

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
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
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refresh {
    /// The tab in front at the time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabRef>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
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
    /// The person took the page over.
    Takeover,
    /// A write of unknown outcome waits for the person.
    Uncertain,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    BrokenArguments,
    Calls,
    ActiveTime,
}

/// Why a Run failed: a code for the panel's words, and what the other side said.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RunError {
    pub code: RunErrorCode,
    pub message: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RunErrorCode {
    /// The call of the model failed.
    Model { kind: ModelErrorKind },
    /// No connection is set up, or the one that the Turn began with is gone.
    NoConnection,
    /// The vault could not give the key.
    KeyUnreadable,
    /// The keys are locked by the person's passphrase.
    KeysLocked,
    /// Tool calls came with a stop reason that does not go with them.
    ProtocolViolation,
    /// What a message brought along could not be read from the store.
    AttachmentUnreadable,
    /// The request could not be written down, so it was not sent.
    Unrecorded,
    /// The Run cannot go on, because what it stands on has changed.
    EnvironmentDrift { drift: Drift },
}
