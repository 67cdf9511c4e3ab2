//! What a request takes of its model's window: what a Turn freezes of it, what was measured, and what stands in place of what
//! was taken out of the model's view. Stored nodes never change for any of this.

use crate::from_json::FromJson;
use crate::ids::{Attempt, ConnectionId, NodeId};
use crate::run::ToolOffer;
use crate::to_json::ToJson;

/// When room is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Saving {
    #[default]
    Normal,
    /// Earlier: fewer tokens a call, and more is taken out of view.
    Saver,
}

/// What a Turn freezes of its model's window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContextTerms {
    /// Input and output together, in tokens.
    pub window: u32,
    pub saving: Saving,
}

/// The newest request of a Run, measured when it was planned.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Measure {
    /// Tokens by the estimator alone, before what the provider counted corrects it.
    pub raw: u32,
    pub messages: u32,
    /// Of all messages, 16 hexadecimal digits. Not a secret's and not against forgery: two requests are compared by it.
    pub fingerprint: String,
    pub occupancy: Occupancy,
}

/// How full the window is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Occupancy {
    /// Tokens that a request may have: the window without the room for the reply.
    pub room: u32,
    pub used: u32,
    pub by: CountedBy,
    pub parts: ContextParts,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CountedBy {
    Estimate,
    /// The provider said so of this very request. The parts are estimates all the same.
    Provider,
}

/// What fills the window, in estimated tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ContextParts {
    /// The instructions that are always there.
    pub prompt: u32,
    /// Descriptions of the tools.
    pub tools: u32,
    /// What the person and the model said, with the files of the messages.
    pub messages: u32,
    pub results: u32,
    /// A summary in place of a part of the history.
    pub summary: u32,
    /// What is told besides.
    pub notes: u32,
}

/// How a model's tokens compare with our estimates, as its provider counted them.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gauge {
    pub connection: ConnectionId,
    pub model: String,
    /// Estimate of the newest request that was counted, and what the provider counted.
    pub raw: u32,
    pub counted: u32,
    /// The same over all requests, of which older ones weigh less.
    pub raw_before: u32,
    pub counted_before: u32,
}

/// What of its path a Thread that was copied from another shows the model. It holds all of it either way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Carry {
    /// What it was shown before.
    #[default]
    Whole,
    /// Notes and the newest part, so that there is room.
    Abridged,
}

/// A part of the history that is being summarised, while the Turn waits.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Compaction {
    /// The last node of the part; it begins with the conversation.
    pub until: NodeId,
    /// Messages of the person within it that stay as they are.
    pub kept: Vec<NodeId>,
    pub attempt: Attempt,
    /// What the call that follows offers.
    pub offer: ToolOffer,
}

/// What the model made of a part of the history. Pages may have had a hand in all of it: it is shown fenced.
#[derive(Clone, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Summary {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub goal: String,
    /// Pages that matter, and how they stood.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<String>,
    /// What was decided, done, or declined by the person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<NotedFact>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotedFact {
    pub text: String,
    /// The result that it stands in, which can be read back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<NodeId>,
}

impl Carry {
    pub fn is_whole(&self) -> bool {
        *self == Self::Whole
    }
}

impl Saving {
    pub fn is_normal(&self) -> bool {
        *self == Self::Normal
    }
}

impl Occupancy {
    /// Per mille of the room.
    pub fn per_mille(&self) -> u64 {
        u64::from(self.used) * 1_000 / u64::from(self.room).max(1)
    }
}
