//! What a person allows: the policy of a Thread, stored rules and grants of one browser session. The gatekeeper judges by them.

use crate::from_json::FromJson;
use crate::ids::{BrowserSession, RuleId, Timestamp};
use crate::to_json::ToJson;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Policy {
    /// Everything that touches a browser or a server is asked about.
    Always,
    /// Reads pass, writes are asked about.
    #[default]
    Untrusted,
    /// Ordinary writes pass.
    Auto,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RuleVerdict {
    Allow,
    Ask,
    Deny,
}

/// Who made a rule; a later word of higher authority wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RuleSource {
    PluginDefault,
    ApprovalPersist,
    UserSetting,
}

/// A stored rule. `tool` is a name, `mcp__server__*`, `category:x` or `*`; `origin` is an origin, a host, `*.suffix` or `*`.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rule {
    pub id: RuleId,
    pub tool: String,
    pub origin: String,
    pub verdict: RuleVerdict,
    pub source: RuleSource,
}

/// A rule as the person writes it.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RuleDraft {
    pub id: RuleId,
    pub tool: String,
    pub origin: String,
    pub verdict: RuleVerdict,
}

/// What is done about calls on a site where a mistake costs more than elsewhere. No rule and no grant makes less of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Caution {
    Ask,
    Deny,
}

/// Such a site, as the person names it: an origin, a host, `*.suffix` or `*`.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct OwnSite {
    pub site: String,
    pub reading: Caution,
    pub writing: Caution,
}

/// "What would happen if …": a call that nobody makes.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Trial {
    pub tool: String,
    /// Where it would go, or the page that it would act on.
    pub address: String,
    /// What it would type or send.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// How a trial was judged.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Trialled {
    pub verdict: RuleVerdict,
    /// The gatekeeper's reason and flags, as codes.
    pub reason: String,
    pub flags: Vec<String>,
    /// The stored rule that decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
}

/// "Allow on this site for this session": one tool, one exact origin, one Thread, one run of the browser.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SessionGrant {
    pub tool: String,
    pub origin: String,
    pub session: BrowserSession,
    pub expires_at: Timestamp,
}
