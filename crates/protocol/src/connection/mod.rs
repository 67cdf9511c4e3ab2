//! A configured model endpoint: what the person typed, and what a check of it found. Keys are not here: they go one way,
//! from the settings page into the vault, and never come back.

mod key;
mod list;
mod model;
mod quirks;
mod row;
mod verify;

pub use self::key::{DraftKey, KeyState, Secret, StoredKey};
pub use self::list::{Endpoint, ListedModel, ModelList, ModelsOf};
pub use self::model::{Capabilities, Model, ModelChoice, Models, Prices};
pub use self::quirks::{
    AuthScheme, Quirks, ReplayReasoning, SchemaProfile, ThinkingMode, ThinkingParam, ToolIds,
};
pub use self::verify::{VerifyOutcome, VerifyStage, VerifyStep};

use crate::from_json::FromJson;
use crate::ids::{ConnectionId, KeyId};
use crate::to_json::ToJson;

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "row::Row")]
pub struct Connection {
    pub id: ConnectionId,
    pub name: String,
    pub wire: Wire,
    /// Up to and without the wire's own path (`/chat/completions`, `/messages`, `/responses`); https, or http on loopback.
    pub base_url: String,
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Model>", length(min = 1)))]
    pub models: Models,
    #[serde(default)]
    pub quirks: Quirks,
    /// In the order in which they are tried.
    pub keys: Vec<StoredKey>,
    /// The key that worked last. Absent: the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current: Option<KeyId>,
    /// What the person wants every request to say beside what the wire says.
    pub headers: Vec<Header>,
}

impl Connection {
    pub fn key_state(&self) -> KeyState {
        if self.keys.is_empty() { KeyState::Absent } else { KeyState::Stored }
    }

    /// The key that the next request carries.
    pub fn key_in_use(&self) -> Option<&StoredKey> {
        let current = self.current.as_ref();
        self.keys.iter().find(|key| Some(&key.id) == current).or(self.keys.first())
    }

    /// Whether a request asks this model to think. Of one that nobody said it of, nothing is asked that it might not know.
    pub fn asks_to_think(&self, model: &str) -> bool {
        self.quirks.thinks_when_asked
            && self.models.find(model).is_some_and(|model| model.capabilities.reasoning)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Wire {
    /// OpenAI Chat Completions, and everything that imitates it.
    OpenaiChat,
    /// Anthropic Messages.
    Anthropic,
    /// OpenAI Responses.
    OpenaiResponses,
}

/// A header of a request. No credential: those are keys.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Header {
    pub name: String,
    pub value: String,
}

/// A connection as the settings page sends it.
#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConnectionDraft {
    pub id: ConnectionId,
    pub name: String,
    pub wire: Wire,
    pub base_url: String,
    /// The first is the one that is meant where none is named.
    pub models: Vec<Model>,
    #[serde(default)]
    pub quirks: Quirks,
    /// All that there shall be. A stored key that is not among them is forgotten.
    #[serde(default)]
    pub keys: Vec<DraftKey>,
    #[serde(default)]
    pub headers: Vec<Header>,
}
