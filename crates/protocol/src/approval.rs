//! A question to the person about one call, and the answer. What is approved is what runs: the digest binds both.

use crate::from_json::FromJson;
use crate::ids::{ApprovalId, Digest, NodeId, RuleId, ThreadId, Timestamp, TurnId};
use crate::page::{Binding, ElementPrint, TabRef};
use crate::to_json::ToJson;
use crate::tool::Effects;
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Approval {
    pub id: ApprovalId,
    pub thread: ThreadId,
    pub turn: TurnId,
    /// The `tool_call` node that waits for the answer.
    pub call: NodeId,
    /// SHA-256 of tool, canonical arguments, tab, document, origin and element.
    pub digest: Digest,
    pub ask: Ask,
    pub asked_at: Timestamp,
    pub status: ApprovalStatus,
}

/// What is asked, in fields; the panel makes the sentence.
#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Ask {
    /// May this call run?
    Call {
        tool: String,
        effects: Effects,
        arguments: Value,
        target: AskTarget,
        /// The gatekeeper's reason and flags, as codes.
        reason: String,
        flags: Vec<String>,
        /// Every reason that forces the question, as codes: a yes covers these and no others.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        forced: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<RuleId>,
        scopes: Vec<Scope>,
    },
    /// May the extension reach this site at all? Answered by Chrome's own prompt, from the person's click.
    HostAccess { origin: String, pattern: String, tool: String },
    /// May the extension use this part of the browser? Answered in the same way.
    Permission { permission: BrowserPermission, tool: String },
}

/// What Chrome lets an extension do only once the person agreed to it, by Chrome's names.
/// (developer.chrome.com/docs/extensions/reference/permissions-list)
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum BrowserPermission {
    Bookmarks,
    Downloads,
    History,
    Sessions,
    TabGroups,
    TopSites,
}

impl BrowserPermission {
    pub fn name(self) -> &'static str {
        match self {
            Self::Bookmarks => "bookmarks",
            Self::Downloads => "downloads",
            Self::History => "history",
            Self::Sessions => "sessions",
            Self::TabGroups => "tabGroups",
            Self::TopSites => "topSites",
        }
    }
}

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AskTarget {
    pub origin: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab: Option<TabRef>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub binding: Option<Binding>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<ElementPrint>,
}

/// How far a yes may reach for this call. `Once` is always among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    Once,
    Session,
    Always,
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum ApprovalStatus {
    Open,
    Answered {
        answer: Answer,
    },
    /// Closed without an answer: the Turn ended, or its target drifted away.
    Closed {
        why: CloseReason,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    Interrupted,
    TargetDrift,
    Denied,
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Answer {
    Allow {
        scope: Scope,
    },
    Deny {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// Deny, and end the Turn.
    DenyAndStop,
}
