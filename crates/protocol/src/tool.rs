//! What is said about tools on a boundary: their level and effects, and how a call of one can fail.

use crate::from_json::FromJson;
use crate::to_json::ToJson;
use std::fmt;

/// How far a tool reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Level {
    /// The browser, nothing injected.
    L0,
    /// The page, by content script.
    L1,
    /// The debugger.
    L2,
    #[serde(rename = "mcp")]
    Mcp,
    #[serde(rename = "builtin")]
    Builtin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Effects {
    Read,
    Write,
}

/// What may be done with a call whose outcome a crash took away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Recovery {
    RetrySafe,
    InspectFirst,
    NeverRetry,
}

/// Whether what a tool says may be obeyed, or is somebody else's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Trust {
    Trusted,
    Untrusted,
}

/// Why a call did not do what it was asked. Each comes with a next step for the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ToolErrorCode {
    StaleRef,
    NotFound,
    NotVisible,
    Covered,
    Disabled,
    NotEditable,
    Ambiguous,
    IgnoredByPage,
    UnsupportedFrame,
    TabGone,
    TargetChanged,
    NoPermission,
    RestrictedPage,
    Timeout,
    DialogBlocked,
    /// The page took the call and its answer was lost: it may have happened.
    MaybeDone,
    InvalidArguments,
    UnknownTool,
    DeclinedByPerson,
    DeniedByPolicy,
    /// The call stood behind one that failed or was not looked at.
    NotRun,
    BatchLimited,
    ToolsWithheld,
    Interrupted,
    /// A crash took the outcome of a call that may have changed something.
    OutcomeUnknown,
    NavigationFailed,
    /// The same call succeeded before in this Turn, and nothing was looked at since.
    AlreadyDone,
    /// The same call failed before in this Turn, and nothing has changed since.
    RepeatedFailure,
    /// What looks like a secret, or has no room, is not remembered.
    NotKept,
    UnknownMemory,
    /// The person has the tab, for a step that only they can take.
    WithPerson,
    /// A delegated Run did not come to its end.
    DelegateFailed,
    /// The browser lets the extension not debug the tab, or not any more.
    NoDebugger,
    Internal,
}

impl ToolErrorCode {
    pub fn code(self) -> &'static str {
        match self {
            Self::StaleRef => "stale_ref",
            Self::NotFound => "not_found",
            Self::NotVisible => "not_visible",
            Self::Covered => "covered",
            Self::Disabled => "disabled",
            Self::NotEditable => "not_editable",
            Self::Ambiguous => "ambiguous",
            Self::IgnoredByPage => "ignored_by_page",
            Self::UnsupportedFrame => "unsupported_frame",
            Self::TabGone => "tab_gone",
            Self::TargetChanged => "target_changed",
            Self::NoPermission => "no_permission",
            Self::RestrictedPage => "restricted_page",
            Self::Timeout => "timeout",
            Self::DialogBlocked => "dialog_blocked",
            Self::MaybeDone => "maybe_done",
            Self::InvalidArguments => "invalid_arguments",
            Self::UnknownTool => "unknown_tool",
            Self::DeclinedByPerson => "declined_by_person",
            Self::DeniedByPolicy => "denied_by_policy",
            Self::NotRun => "not_run",
            Self::BatchLimited => "batch_limited",
            Self::ToolsWithheld => "tools_withheld",
            Self::Interrupted => "interrupted",
            Self::OutcomeUnknown => "outcome_unknown",
            Self::NavigationFailed => "navigation_failed",
            Self::AlreadyDone => "already_done",
            Self::RepeatedFailure => "repeated_failure",
            Self::NotKept => "not_kept",
            Self::UnknownMemory => "unknown_memory",
            Self::WithPerson => "with_person",
            Self::DelegateFailed => "delegate_failed",
            Self::NoDebugger => "no_debugger",
            Self::Internal => "internal",
        }
    }
}

impl fmt::Display for ToolErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A failed call as a value: the model reads it and corrects itself.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ToolFailure {
    pub code: ToolErrorCode,
    pub message: String,
    /// What to do next, in one sentence.
    pub next: String,
}

impl ToolFailure {
    pub fn new(code: ToolErrorCode, message: impl Into<String>, next: impl Into<String>) -> Self {
        Self { code, message: message.into(), next: next.into() }
    }

    /// Nobody is asked about such a call, and nothing is sent out.
    pub fn wrong_arguments(message: impl Into<String>) -> Self {
        Self::new(ToolErrorCode::InvalidArguments, message, "Correct the arguments and call again.")
    }
}
