//! The neutral form of a conversation with a model: what a codec turns into a request, and what it makes of the answer.
//!
//! No vendor's field names here; each wire's codec in `providers` knows its own.

use crate::from_json::FromJson;
use crate::to_json::ToJson;
use serde_json::Value;
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    System,
    User,
    Assistant,
    Tool,
}

/// One message of the request, in order.
#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Message {
    pub role: Role,
    pub content: Vec<Part>,
    /// State that must go back byte for byte to the wire that made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opaque: Option<Opaque>,
    /// The provider paused this reply and wants it back as the last message.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub paused: bool,
}

impl Message {
    pub fn text(role: Role, text: impl Into<String>) -> Self {
        Self { role, content: vec![Part::Text { text: text.into() }], opaque: None, paused: false }
    }

    /// Drops what only the endpoint that made it can read.
    pub fn forget_state(&mut self) {
        self.opaque = None;
        for part in &mut self.content {
            match part {
                Part::Reasoning { opaque, .. } | Part::ToolCall { opaque, .. } => *opaque = None,
                Part::Text { .. } | Part::Image { .. } | Part::ToolResult { .. } => {}
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Part {
    Text {
        text: String,
    },
    Image {
        media_type: String,
        data_b64: String,
    },
    Reasoning {
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opaque: Option<Opaque>,
    },
    ToolCall {
        id: String,
        name: String,
        args: Value,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opaque: Option<Opaque>,
    },
    ToolResult {
        call_id: String,
        is_error: bool,
        content: Vec<Part>,
    },
}

/// Provider state that nobody here reads: signed thinking, encrypted reasoning, thought signatures.
#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Opaque {
    pub format: String,
    pub value: Value,
}

/// A tool as the model is told of it; `schema` is a JSON Schema object.
#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ToolSpec {
    pub name: String,
    pub description: String,
    pub schema: Value,
}

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModelRequest {
    pub model: String,
    pub messages: Vec<Message>,
    pub tools: Vec<ToolSpec>,
}

/// A piece of a reply while it streams.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Delta {
    Text { text: String },
    Reasoning { text: String },
    Refusal { text: String },
    ToolCallStarted { index: u32, name: String },
}

/// A whole reply.
#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Reply {
    pub text: String,
    #[serde(default)]
    pub reasoning: String,
    #[serde(default)]
    pub refusal: String,
    #[serde(default)]
    pub calls: Vec<ReplyCall>,
    #[serde(default)]
    pub usage: Option<Usage>,
    pub stop: ModelStop,
    #[serde(default)]
    pub opaque: Vec<Opaque>,
    /// Whoever made it could not read the state of what came before any more, and was asked without.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub severed: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<SentImage>,
}

/// A picture that a model sent.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SentImage {
    pub media_type: String,
    /// Base64 (RFC 4648, section 4).
    pub data_b64: String,
}

impl Reply {
    /// A legal turn that says nothing and asks for nothing.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.reasoning.is_empty() && self.refusal.is_empty() && self.calls.is_empty()
    }
}

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReplyCall {
    /// As the provider gave it; may be empty, or the same as an earlier one.
    pub id: String,
    pub name: String,
    pub args: CallArgs,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opaque: Option<Opaque>,
}

/// Arguments are run only if they parse; broken ones are shown to the model, never mended.
#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum CallArgs {
    Parsed { value: Value },
    Broken { raw: String, why: BrokenArgs },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BrokenArgs {
    Truncated,
    InvalidJson,
}

/// Tokens as the provider counts them. `input`, `cache_read` and `cache_write` are disjoint; `output` includes `reasoning`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Usage {
    pub input: u64,
    pub output: u64,
    pub cache_read: u64,
    pub cache_write: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<u64>,
}

/// Why the model stopped, in its own terms.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ModelStop {
    End,
    ToolUse,
    MaxTokens,
    StopSequence,
    ContentFilter,
    Refusal {
        /// What it was refused for, in the provider's word.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        category: Option<String>,
    },
    Pause,
    ContextWindow,
    Error,
    Unknown {
        raw: String,
    },
}

/// What went wrong with a call of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ModelErrorKind {
    Auth,
    Permission,
    OriginForbidden,
    Quota,
    RateLimit,
    Overloaded,
    Server,
    Timeout,
    BadRequest,
    UnsupportedParam,
    ContextLength,
    ContentFilter,
    NotFound,
    TooLarge,
    ToolUseFailed,
    Network,
    TruncatedStream,
    Protocol,
}

/// A failed call of the model. `message` is the provider's, clipped and never holding a key.
#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModelError {
    pub kind: ModelErrorKind,
    /// The same request may succeed later.
    pub retryable: bool,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub http_status: Option<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub param: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}

impl fmt::Display for ModelErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Auth => "auth",
            Self::Permission => "permission",
            Self::OriginForbidden => "origin_forbidden",
            Self::Quota => "quota",
            Self::RateLimit => "rate_limit",
            Self::Overloaded => "overloaded",
            Self::Server => "server",
            Self::Timeout => "timeout",
            Self::BadRequest => "bad_request",
            Self::UnsupportedParam => "unsupported_param",
            Self::ContextLength => "context_length",
            Self::ContentFilter => "content_filter",
            Self::NotFound => "not_found",
            Self::TooLarge => "too_large",
            Self::ToolUseFailed => "tool_use_failed",
            Self::Network => "network",
            Self::TruncatedStream => "truncated_stream",
            Self::Protocol => "protocol",
        })
    }
}
