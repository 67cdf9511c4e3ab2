//! One request to a model's endpoint and what came back, as the person may look at it. Secrets are masked before one is made.

use crate::conversation::Usage;
use crate::from_json::FromJson;
use crate::ids::{ConnectionId, Digest, ExchangeId, ThreadId, Timestamp, TurnId};
use crate::run::RunError;
use crate::settings::is_zero;
use crate::to_json::ToJson;

/// All that is known of it but for the bodies, which are rows of their own.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Exchange {
    pub id: ExchangeId,
    pub purpose: Purpose,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<ThreadId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turn: Option<TurnId>,
    pub connection: ConnectionId,
    /// As it was called then.
    pub connection_name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Which try of the same question, from 1.
    pub attempt: u32,
    pub sent_at: Timestamp,
    pub request: SentRequest,
    pub state: ExchangeState,
}

/// What a model's endpoint is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// The next reply of a Turn.
    Reply,
    Title,
    /// Notes in place of a part of a history.
    Notes,
    /// A check of a connection.
    Check,
    /// The list of the endpoint's models.
    Models,
}

/// As it was handed to the browser, which adds headers of its own.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SentRequest {
    pub method: Method,
    pub url: String,
    pub headers: Vec<HeaderLine>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<BodyFacts>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Method {
    #[serde(rename = "GET")]
    Get,
    #[serde(rename = "POST")]
    Post,
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeaderLine {
    pub name: String,
    pub value: String,
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ExchangeState {
    /// It has left. It stays so if the worker died before its end.
    Sent,
    Ended {
        at: Timestamp,
        ending: Ending,
        /// Absent: no answer had begun.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        response: Option<ReceivedResponse>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        usage: Option<Usage>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Ending {
    Complete,
    Failed {
        error: RunError,
    },
    /// Nobody wanted it any more.
    Stopped,
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReceivedResponse {
    /// When its head was here.
    pub at: Timestamp,
    pub status: u16,
    pub headers: Vec<HeaderLine>,
    pub body: BodyFacts,
}

/// A body as it went over the wire, and how much of it is kept.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BodyFacts {
    pub bytes: u64,
    /// Of all its bytes.
    pub digest: Digest,
    /// Bytes from its beginning on that are kept.
    pub kept: u64,
    #[serde(default, skip_serializing_if = "BodyForm::is_text")]
    pub form: BodyForm,
    /// Places where a key stood that are masked in what is kept.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub masked: u32,
}

/// How its bytes stand in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BodyForm {
    /// As the UTF-8 that they are.
    #[default]
    Text,
    /// Each byte as the character of that number, from 0 to 255.
    Bytes,
}

impl BodyForm {
    pub fn is_text(&self) -> bool {
        *self == Self::Text
    }
}

/// What is kept of a body.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExchangeBody {
    pub exchange: ExchangeId,
    pub side: Side,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<ThreadId>,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Request,
    Response,
}

impl Side {
    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Response => "response",
        }
    }
}

impl Exchange {
    /// What its bodies take in the store.
    pub fn kept_bytes(&self) -> u64 {
        let received = match &self.state {
            ExchangeState::Sent => None,
            ExchangeState::Ended { response, .. } => response.as_ref().map(|response| &response.body),
        };
        self.request.body.iter().chain(received).map(|body| body.kept).sum()
    }
}
