//! A durable wait of a Turn that is not an approval: a question to the person, something that only they can do, a time to go on
//! at, or a page that is to show something. It survives the worker and the browser, and is continued once.

use crate::from_json::FromJson;
use crate::ids::{InteractionId, NodeId, ThreadId, Timestamp, TurnId};
use crate::page::TabRef;
use crate::to_json::ToJson;
use crate::watch::Watch;

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Interaction {
    pub id: InteractionId,
    pub thread: ThreadId,
    pub turn: TurnId,
    /// The `tool_call` node that waits.
    pub call: NodeId,
    pub wait: Wait,
    pub asked_at: Timestamp,
    pub status: InteractionStatus,
}

/// What is waited for.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Wait {
    /// An answer of the person, in their words or one of those offered.
    Question { question: String, options: Vec<String> },
    /// A time; the person may go on before it.
    Until { at: Timestamp, reason: String },
    /// A step that only the person can take: a sign-in, a captcha, a payment. While it is open the page is theirs, and nothing is
    /// read from it.
    Action {
        what: String,
        why: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab: Option<TabRef>,
    },
    /// Something that a page is to show; the person may go on before it does.
    Watch { watch: Watch },
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum InteractionStatus {
    Open,
    Answered {
        response: Response,
    },
    /// The time came.
    Elapsed,
    /// The Turn ended before.
    Closed,
}

/// What the person says to a wait.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Response {
    Answer {
        text: String,
    },
    /// They say that they did what was asked for. Nothing but this word comes back.
    Done,
    /// Go on without an answer, without what was asked for, or before the time.
    Skip,
}
