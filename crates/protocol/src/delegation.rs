//! A part of a task that one Thread gives to another: whose it is, and what it may do. The other Thread is a child: it has its own
//! Run, its own tab and its own journal, and it ends with the call that began it.

use crate::from_json::FromJson;
use crate::ids::{NodeId, ThreadId, TurnId};
use crate::to_json::ToJson;

/// What a child Thread was begun for.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Delegation {
    /// The Thread that waits for it.
    pub thread: ThreadId,
    pub turn: TurnId,
    /// The `tool_call` node whose result it becomes.
    pub call: NodeId,
}

/// What a Thread has been near, as far as later judgements are stricter for it. A child begins with its caller's and its answer
/// brings its own back: nobody gets around a judgement by having another one read.
#[derive(Clone, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Exposure {
    /// Origins where tools went.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub touched_origins: Vec<String>,
}

/// What a delegated Run may do, and no more. Frozen with the rest of its environment.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Leash {
    pub role: String,
    /// Replies of the model; the last one gets no tools, so that there is always an answer.
    pub model_calls: u32,
    #[serde(default, skip_serializing_if = "Writes::are_barred")]
    pub writes: Writes,
}

/// Whether the person let it change pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Writes {
    #[default]
    Barred,
    Granted,
}

impl Writes {
    pub fn are_barred(&self) -> bool {
        *self == Self::Barred
    }
}
