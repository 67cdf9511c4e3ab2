//! What a Turn freezes when it is admitted, and what it must find unchanged when it goes on.

use crate::connection::{KeyState, Prices, Wire};
use crate::context::{ContextTerms, Saving};
use crate::delegation::Leash;
use crate::from_json::FromJson;
use crate::ids::{ConnectionId, Digest};
use crate::page::TabRef;
use crate::permission::Policy;
use crate::settings::{Completion, Limits, LimitsProfile};
use crate::to_json::ToJson;

/// What a Turn freezes when it is admitted.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Environment {
    /// Format of this record.
    pub format: u32,
    pub connection: ConnectionId,
    pub model: String,
    pub policy: Policy,
    /// The tab in front when the person pressed send; a later change of the foreground does not move it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabRef>,
    /// BCP 47.
    pub locale: String,
    #[serde(default, skip_serializing_if = "Limits::is_none")]
    pub limits: Limits,
    /// What its tokens are counted by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prices: Option<Prices>,
    /// What is asked for titles and notes, where that is not the Turn's own model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<TaskModel>,
    /// Absent in records that are older than the budget of the context.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<ContextTerms>,
    /// Absent in records that are older than the completion gate: answers of their Turns are not looked at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completion: Option<Completion>,
    #[serde(default, skip_serializing_if = "Catalogue::is_whole")]
    pub catalogue: Catalogue,
    #[serde(default, skip_serializing_if = "Vision::sees")]
    pub vision: Vision,
    /// Of a delegated Run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leash: Option<Leash>,
    /// The rules that it was begun under. Empty in records that are older than their names.
    #[serde(default, skip_serializing_if = "Versions::is_unnamed")]
    pub versions: Versions,
    /// What a Run must find unchanged when it goes on. Absent in records of format 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub footing: Option<Footing>,
}

/// A model beside the Turn's own, with what it stands on. If that has moved, the Turn's own serves.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TaskModel {
    pub connection: ConnectionId,
    pub model: String,
    /// In tokens.
    pub window: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prices: Option<Prices>,
    pub wire: Wire,
    pub base_url: String,
    pub key: KeyState,
}

/// Which of a Turn's models answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Answerer {
    #[default]
    Own,
    Task,
}

/// Which tools the model is told of. What it may do is decided elsewhere, call by call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Catalogue {
    #[default]
    Whole,
    /// Those that the messages of the Turn, and the calls made in it, may need; in doubt all.
    ByIntent,
    /// The model takes none.
    None,
}

/// Whether the model is shown pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Vision {
    #[default]
    Pictures,
    /// It takes none, so tools that only show something are not told of.
    Blind,
}

impl Vision {
    pub fn sees(&self) -> bool {
        *self == Self::Pictures
    }
}

impl Catalogue {
    pub fn is_whole(&self) -> bool {
        *self == Self::Whole
    }
}

/// Names of the rules of a Run. A change that may change what comes of a Turn changes a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Versions {
    /// When the model is called again, and when a Turn ends.
    pub turn_loop: String,
    /// In what order calls are run.
    pub scheduler: String,
    /// What of the history a model is shown.
    pub context: String,
    /// The kernel prompt.
    pub prompt: String,
    /// What shows an answer.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub gate: String,
}

impl Versions {
    pub fn is_unnamed(&self) -> bool {
        *self == Self::default()
    }
}

/// What a Run stands on. No secret is in here: of the key only whether there is one, and the secret behind it may change.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Footing {
    pub wire: Wire,
    pub base_url: String,
    pub key: KeyState,
    /// Of all tool schemas, their safety metadata and bindings.
    pub tools: Digest,
    /// SHA-256 of the canonical form (RFC 8785) of the whole environment but for this field and the tab, which moves.
    pub digest: Digest,
}

/// Which part of a Run's footing is not what it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Drift {
    /// The record is of a newer format than this build knows.
    Format,
    /// The record does not agree with its own digest.
    Record,
    /// The connection is gone.
    Connection,
    /// Another wire or address.
    Transport,
    /// A key where there was none, or the other way round.
    Credential,
    /// Tools were added, changed or taken away.
    Tools,
}

/// What the person wants otherwise for one Turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Overrides {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub connection: Option<ConnectionId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<Policy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<LimitsProfile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saving: Option<Saving>,
}

impl Overrides {
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}
