//! A conversation's own row.

use crate::from_json::FromJson;
use crate::ids::{NodeId, Revision, Seq, ThreadId, Timestamp};
use crate::permission::SessionGrant;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize, FromJson)]
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
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum Title {
    None,
    /// The first line of the first message.
    FirstLine {
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
            Self::FirstLine { text } | Self::Person { text } => text,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ThreadStats {
    pub turns: u32,
    pub input_tokens: u64,
    pub output_tokens: u64,
}

/// A line of the thread list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ThreadSummary {
    pub id: ThreadId,
    pub title: String,
    pub updated_at: Timestamp,
    pub turns: u32,
}

impl Thread {
    pub fn summary(&self) -> ThreadSummary {
        ThreadSummary {
            id: self.id.clone(),
            title: self.title.text().to_owned(),
            updated_at: self.updated_at,
            turns: self.stats.turns,
        }
    }
}
