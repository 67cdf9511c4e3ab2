//! The list of an endpoint's models: of whom it is asked, and what came of it.

use super::{DraftKey, Header, Quirks, Wire};
use crate::from_json::FromJson;
use crate::ids::ConnectionId;
use crate::run::RunError;
use crate::to_json::ToJson;

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ModelsOf {
    Stored { connection: ConnectionId },
    Draft { endpoint: Endpoint },
}

/// As much of a connection that is being written as its endpoint can be asked with.
#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Endpoint {
    /// Of the connection that it will be, or is.
    pub id: ConnectionId,
    pub wire: Wire,
    pub base_url: String,
    #[serde(default)]
    pub quirks: Quirks,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<DraftKey>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headers: Vec<Header>,
}

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ModelList {
    Listed { models: Vec<ListedModel> },
    Failed { error: RunError },
}

/// A model as its endpoint lists it.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedModel {
    pub id: String,
    /// Tokens, where the endpoint says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context_window: Option<u32>,
}
