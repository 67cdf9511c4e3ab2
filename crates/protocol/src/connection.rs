//! A configured model endpoint: what the person typed, and what a check of it found. Keys are not here: they go one way,
//! from the settings page into the vault, and never come back.

use crate::conversation::ModelErrorKind;
use crate::ids::ConnectionId;
use serde::{Deserialize, Serialize};
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Connection {
    pub id: ConnectionId,
    pub name: String,
    pub wire: Wire,
    /// Up to and without `/chat/completions`; https, or http on loopback.
    pub base_url: String,
    pub model: String,
    #[serde(default)]
    pub quirks: Quirks,
    pub key: KeyState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Wire {
    OpenaiChat,
}

/// How an endpoint differs from the wire it imitates: data of the connection, never a branch on a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, rename_all = "snake_case")]
pub struct Quirks {
    /// `<think>` sections in the text are reasoning.
    pub think_tags: bool,
    /// The SSE field `error:` carries an error.
    pub sse_error_field: bool,
    /// `max_tokens` instead of `max_completion_tokens`.
    pub max_tokens_param: bool,
    /// The endpoint refuses `stream_options`.
    pub no_stream_options: bool,
}

/// Whether the vault holds a key for this connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum KeyState {
    Absent,
    Stored,
}

/// A connection as the settings page sends it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConnectionDraft {
    pub id: ConnectionId,
    pub name: String,
    pub wire: Wire,
    pub base_url: String,
    pub model: String,
    #[serde(default)]
    pub quirks: Quirks,
    /// Absent: the stored key stays as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Secret>,
}

/// Text that no log, event or error may show.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// One step of a check, in the order they were tried; the first that failed is the last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerifyStep {
    pub step: VerifyStage,
    pub outcome: VerifyOutcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum VerifyStage {
    Reachable,
    Key,
    Streaming,
    ToolCall,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum VerifyOutcome {
    Passed,
    Failed { kind: ModelErrorKind, message: String },
}
