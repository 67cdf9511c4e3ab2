//! A conversation's own row.

use crate::context::Gauge;
use crate::delegation::Delegation;
use crate::from_json::FromJson;
use crate::ids::{NodeId, Revision, Seq, ThreadId, Timestamp};
use crate::permission::SessionGrant;
use crate::to_json::ToJson;

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Thread {
    pub id: ThreadId,
    pub title: Title,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaf: Option<NodeId>,
    /// The newest node's number.
    pub seq: Seq,
    pub revision: Revision,
    pub stats: ThreadStats,
    /// Origins that the person brought in: the tab in front at a submit, or one approved on a card.
    pub user_origins: Vec<String>,
    /// Origins where tools went.
    pub touched_origins: Vec<String>,
    pub grants: Vec<SessionGrant>,
    /// One for each model that was asked here, the newest last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gauges: Vec<Gauge>,
    /// The Thread that it was forked from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<ThreadId>,
    /// It is a child: no list shows it, and it goes with the Thread that it was begun for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delegated: Option<Delegation>,
    #[serde(default)]
    pub pinned: bool,
    #[serde(default)]
    pub archived: bool,
    #[serde(default)]
    pub titling: Titling,
    #[serde(default)]
    pub queue: QueueMode,
    #[serde(default)]
    pub activity: Activity,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Title {
    None,
    /// The first line of the first message.
    FirstLine {
        text: String,
    },
    /// Written by the model of the connection.
    Model {
        text: String,
    },
    /// Never overwritten by anything but the person.
    Person {
        text: String,
    },
}

impl Title {
    pub fn text(&self) -> &str {
        match self {
            Self::None => "",
            Self::FirstLine { text } | Self::Model { text } | Self::Person { text } => text,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ThreadStats {
    pub turns: u32,
    pub input_tokens: u64,
    pub output_tokens: u64,
}

/// Whether the model is still to be asked for a title.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Titling {
    #[default]
    Settled,
    Wanted,
    /// A worker died over it, and the next one asks. If that dies too, nobody is asked any more.
    WantedAgain,
    /// The keys were found locked: it is asked for again once they are not.
    Held,
}

impl Titling {
    pub fn is_wanted(self) -> bool {
        match self {
            Self::Wanted | Self::WantedAgain => true,
            Self::Settled | Self::Held => false,
        }
    }
}

/// What becomes of waiting messages when the running Turn ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum QueueMode {
    /// The first one starts.
    #[default]
    Flowing,
    /// They stay until the person says so: after Stop, after a failure, or because they were held.
    Held,
}

/// What a Thread is doing, for a list of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Activity {
    #[default]
    Idle,
    Running,
    /// For the person.
    Waiting,
}

/// A line of the thread list.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThreadSummary {
    pub id: ThreadId,
    pub title: String,
    pub updated_at: Timestamp,
    pub turns: u32,
    pub activity: Activity,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pinned: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub archived: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<ThreadId>,
}

impl Thread {
    pub fn summary(&self) -> ThreadSummary {
        ThreadSummary {
            id: self.id.clone(),
            title: self.title.text().to_owned(),
            updated_at: self.updated_at,
            turns: self.stats.turns,
            activity: self.activity,
            pinned: self.pinned,
            archived: self.archived,
            parent: self.parent.clone(),
        }
    }
}
