//! Everything a judgement is made from. The gatekeeper looks nothing up: what is not in a request does not count.

use crate::sensitive::SensitiveList;
use fairlead_protocol::from_json::FromJson;
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::permission::{Policy, Rule};
use fairlead_protocol::tool::{Effects, Level};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub policy: Policy,
    pub rules: &'a [Rule],
    pub grants: &'a [Grant],
    pub call: &'a Call,
    pub target: &'a Target,
    pub thread: &'a ThreadFacts,
    pub sensitive: &'a SensitiveList,
    /// Milliseconds since the Unix epoch.
    pub now: i64,
}

/// "Allow for this session": one exact tool at one exact place, for one Thread.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grant {
    pub tool: String,
    /// A place as `Place` writes it: an origin, or `browser`.
    pub origin: String,
    /// A grant that names no Thread matches none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<ThreadId>,
    /// Good before this moment; without one, as long as it is stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Call {
    pub tool: String,
    /// What the caller says about level and effects can only make a judgement stricter; the registry knows better.
    pub level: Level,
    pub effects: Effects,
    #[serde(default)]
    pub params: Value,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Target {
    /// As the browser reports it; `null` is an opaque origin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab_origin: Option<String>,
    /// The frame that owns the element, as the browser reports it and never as the page does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame_origin: Option<String>,
    /// Where the call sends a form of the page, if that is another origin than the form's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub form_origin: Option<String>,
    /// The control that text would go into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<Field>,
    #[serde(skip_serializing_if = "HostPermission::is_unknown")]
    pub host_permission: HostPermission,
    /// The configured endpoint of an MCP server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mcp_origin: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, FromJson)]
#[serde(default)]
pub struct Field {
    /// `type` of an input.
    #[serde(rename = "type", skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// `autocomplete` tokens as the page wrote them.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub autocomplete: String,
    /// What it is called, in all the words that a person sees.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
}

/// Whether Chrome lets the extension into the page. Written as `true`, `false` or nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Option<bool>", into = "Option<bool>")]
pub enum HostPermission {
    #[default]
    Unknown,
    Granted,
    Missing,
}

impl HostPermission {
    pub fn is_unknown(&self) -> bool {
        matches!(self, Self::Unknown)
    }
}

impl From<Option<bool>> for HostPermission {
    fn from(said: Option<bool>) -> Self {
        match said {
            None => Self::Unknown,
            Some(true) => Self::Granted,
            Some(false) => Self::Missing,
        }
    }
}

impl From<HostPermission> for Option<bool> {
    fn from(permission: HostPermission) -> Self {
        match permission {
            HostPermission::Unknown => None,
            HostPermission::Granted => Some(true),
            HostPermission::Missing => Some(false),
        }
    }
}

/// What a Thread has done and seen so far, as far as it bears on the next call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ThreadFacts {
    pub id: ThreadId,
    /// Ordinal of the person's current message; refusals of an earlier one are forgotten.
    pub turn: u64,
    /// Where the agent went. For the audit only: an agent must not be able to make a site first-party by opening it.
    pub touched_origins: Vec<String>,
    /// Origins that the person brought in.
    pub user_origins: Vec<String>,
    /// Text kept from pages, with where it was read.
    pub tainted: Vec<Tainted>,
    /// Last text that the agent typed, per origin.
    pub recent_typed: Vec<Typed>,
    /// Links that stood verbatim on a page or in a message of the person.
    pub seen_urls: Vec<String>,
    /// Sensitive origins that were read in this Thread.
    pub sensitive_reads: Vec<String>,
    /// Calls that the person declined.
    pub denials: Vec<Denial>,
}

impl Default for ThreadFacts {
    fn default() -> Self {
        Self {
            id: ThreadId::new(""),
            turn: 0,
            touched_origins: Vec::new(),
            user_origins: Vec::new(),
            tainted: Vec::new(),
            recent_typed: Vec::new(),
            seen_urls: Vec::new(),
            sensitive_reads: Vec::new(),
            denials: Vec::new(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tainted {
    /// An origin, or an address there; empty if it is not known.
    pub origin: String,
    pub value: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Typed {
    pub origin: String,
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Denial {
    pub tool: String,
    /// A place of the declined call, as `Place` writes it.
    pub origin: String,
    pub params: Value,
    pub turn: u64,
}
