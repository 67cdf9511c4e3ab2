//! What is remembered from one conversation to the next, and what of it a Turn was told. It is context for the model and has
//! no authority; each memory was made by a call that the person can see, and can be deleted.

use crate::from_json::FromJson;
use crate::ids::{MemoryId, ThreadId, Timestamp};
use crate::page::TabRef;
use crate::plan::Plan;
use crate::to_json::ToJson;

/// One thing that is remembered. Profile-wide: it outlives the conversation that it was said in.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Memory {
    /// That of the `tool_call` node which made it: a call makes one at most.
    pub id: MemoryId,
    /// One line.
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    pub source: MemorySource,
    /// Where it was said; that conversation may be gone.
    pub thread: ThreadId,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// Whose words may be in it.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum MemorySource {
    /// Nothing but the person and the model had spoken in that conversation.
    Conversation,
    /// Text of others had been read there: pages of these sites, tabs or files. It is shown to a model like such text.
    Read { sites: Vec<String> },
    /// The person wrote it as it stands.
    Person,
}

impl MemorySource {
    pub fn is_of_others(&self) -> bool {
        match self {
            Self::Read { .. } => true,
            Self::Conversation | Self::Person => false,
        }
    }
}

/// What a Turn is told besides its messages. Frozen where it stands; what changes later is another note further down.
#[derive(Clone, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Notes {
    /// The person's own instructions. In a note that follows they are those of now, and empty if they were taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub memories: Vec<NotedMemory>,
    /// Memories that an earlier note told and that are changed or deleted since.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub withdrawn: Vec<MemoryId>,
    /// The plan, if something of it is still to be done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// The tab in front, if it is another one now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabRef>,
}

impl Notes {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A memory as a Turn was told it.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotedMemory {
    pub id: MemoryId,
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topic: Option<String>,
    pub source: MemorySource,
}
