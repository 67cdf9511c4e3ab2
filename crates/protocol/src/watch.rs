//! Waiting for a page: what it is to show, and what was seen of that. Nothing that the page says is in here, but for the words
//! that were waited for.

use crate::from_json::FromJson;
use crate::ids::Timestamp;
use crate::page::TabRef;
use crate::to_json::ToJson;

/// A page that is looked at from time to time, until it shows what is waited for or the time is over.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Watch {
    pub tab: TabRef,
    /// The only one that may be looked at: a tab that goes elsewhere ends the wait.
    pub origin: String,
    pub condition: WatchCondition,
    /// Between two looks while nobody tells of a change, in milliseconds.
    pub every_ms: u64,
    pub until: Timestamp,
    /// Why the looks are allowed: the gatekeeper's word when the wait began. Each look is judged again.
    pub reason: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<String>,
    /// Of the page as it was when the wait for a change began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub print: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "for", rename_all = "snake_case")]
pub enum WatchCondition {
    Text {
        text: String,
    },
    TextGone {
        text: String,
    },
    Url {
        contains: String,
    },
    /// Other text than when the wait began.
    Changed,
}

/// What one look showed.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Glimpse {
    Met,
    NotYet,
    /// The first look of a wait for a change: what later ones are compared with. A print of the text, not the text.
    Began {
        print: String,
    },
}
