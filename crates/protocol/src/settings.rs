//! What holds for every Thread until a person changes it.

use crate::caps::{GUARDED_ACTIVE_MS, GUARDED_CALLS};
use crate::connection::ModelChoice;
use crate::context::Saving;
use crate::from_json::FromJson;
use crate::permission::{OwnSite, Policy};
use crate::to_json::ToJson;

#[derive(Clone, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Settings {
    pub policy: Policy,
    /// What a Turn asks that says nothing else.
    #[serde(alias = "connection", skip_serializing_if = "Option::is_none")]
    pub model: Option<ModelChoice>,
    /// What is asked for titles and notes. Absent: the model of the Turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub task_model: Option<ModelChoice>,
    pub language: Language,
    pub theme: Theme,
    pub titles: Titles,
    pub limits: LimitsProfile,
    #[serde(skip_serializing_if = "Saving::is_normal")]
    pub saving: Saving,
    pub completion: Completion,
    #[serde(skip_serializing_if = "Notifications::is_usual")]
    pub notifications: Notifications,
    #[serde(skip_serializing_if = "NotificationTitles::are_usual")]
    pub notification_titles: NotificationTitles,
    /// What the person wants every conversation to know of how they like things done.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub instructions: String,
    #[serde(skip_serializing_if = "ToolChoice::is_all")]
    pub tools: ToolChoice,
    /// Added to the list of sensitive sites that is shipped.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sensitive_sites: Vec<OwnSite>,
}

/// When a person is told of a conversation that no panel shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Notifications {
    Off,
    /// When it waits for them.
    #[default]
    Waiting,
    /// Also when a task that took its time has come to its end.
    WaitingAndDone,
}

impl Notifications {
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// Whether a notification names the conversation: it may be read by whoever sees the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NotificationTitles {
    #[default]
    Shown,
    Hidden,
}

impl NotificationTitles {
    pub fn are_usual(&self) -> bool {
        *self == Self::default()
    }
}

/// Which tools a model is told of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ToolChoice {
    #[default]
    All,
    /// Those that the message may need: fewer tokens, and a cache that breaks where the choice grows.
    ByIntent,
}

impl ToolChoice {
    pub fn is_all(&self) -> bool {
        *self == Self::All
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Language {
    /// As the browser is.
    #[default]
    #[serde(rename = "auto")]
    Auto,
    #[serde(rename = "en")]
    English,
    #[serde(rename = "zh-CN")]
    SimplifiedChinese,
}

/// What a Turn may use before it pauses and asks whether to go on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "profile", rename_all = "snake_case")]
pub enum LimitsProfile {
    /// Nothing but what always pauses: replies in a row that cannot be read.
    #[default]
    Open,
    /// 100 tool calls and 10 active minutes.
    Guarded,
    Own {
        limits: Limits,
    },
}

/// Absent is no limit. Time that is spent waiting for a person does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Input and output of the model, cached input included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calls: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_ms: Option<u64>,
    /// Millionths of a US dollar, counted by the prices of the connection.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_micros: Option<u64>,
}

impl LimitsProfile {
    pub fn limits(self) -> Limits {
        match self {
            Self::Open => Limits::default(),
            Self::Guarded => {
                Limits { calls: Some(GUARDED_CALLS), active_ms: Some(GUARDED_ACTIVE_MS), ..Limits::default() }
            }
            Self::Own { limits } => limits,
        }
    }
}

impl Limits {
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// What becomes of an answer that this Turn's results do not show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Completion {
    /// Answers are not looked at.
    Off,
    /// It stands, and is marked.
    Mark,
    /// The model is told what is missing and goes on; twice a Turn.
    #[default]
    Enforce,
}

/// Where the title of a conversation comes from until the person writes one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Titles {
    /// One small request to the model beside the first Turn.
    #[default]
    Model,
    /// The first line of the first message, and nothing is sent for it.
    FirstLine,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    #[default]
    Auto,
    Light,
    Dark,
}

/// What limits count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Used {
    pub tokens: u64,
    pub calls: u32,
    pub active_ms: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub cost_micros: u64,
}

impl Used {
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

pub(crate) fn is_zero<N: Default + PartialEq>(n: &N) -> bool {
    *n == N::default()
}
