//! What a person is told of outside of the panel: that a conversation waits for them, or has come to its end. No word of a page is in
//! here, and of what they wrote at most the title of the conversation.

use crate::from_json::FromJson;
use crate::ids::ThreadId;
use crate::to_json::ToJson;

/// One stands for a Thread at a time; a newer one takes its place.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Notice {
    pub thread: ThreadId,
    pub occasion: Occasion,
    /// Of the conversation; absent if there is none yet, or the person wants it kept off the screen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// BCP 47, of the words around it.
    pub locale: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Occasion {
    Approval,
    Question,
    /// A step that only the person can take.
    Action,
    /// A write of unknown outcome.
    Uncertain,
    /// The keys are locked.
    Locked,
    Limit,
    Done,
    Failed,
}
