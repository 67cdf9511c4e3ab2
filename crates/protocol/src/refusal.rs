//! Why a command was not taken. The code is for the panel's words, the field and remedy for the person.

use crate::from_json::FromJson;
use crate::to_json::ToJson;

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refusal {
    pub code: RefusalCode,
    /// In English; the panel has its own words for the code.
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

impl Refusal {
    pub fn new(code: RefusalCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), field: None }
    }

    #[must_use]
    pub fn at(mut self, field: impl Into<String>) -> Self {
        self.field = Some(field.into());
        self
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    BadCommand,
    TooLarge,
    NotAllowed,
    ReusedSubmission,
    UnknownThread,
    ThreadExists,
    UnknownTurn,
    UnknownApproval,
    UnknownInteraction,
    UnknownNode,
    UnknownAttachment,
    UnusableAttachment,
    ApprovalClosed,
    ApprovalChanged,
    ScopeNotOffered,
    AlreadyAnswered,
    EmptyMessage,
    NoConnection,
    UnknownConnection,
    /// A limit of money, and a connection without prices.
    NoPrices,
    BadBaseUrl,
    QueueFull,
    SteersFull,
    /// The Turn that a steer was meant for is over.
    StaleTurn,
    /// What the Turn stands on has changed; the message tells what.
    EnvironmentDrift,
    NotResumable,
    NotUncertain,
    Busy,
    Overloaded,
    StorageFull,
    StorageFailed,
    VaultFailed,
    /// What was asked for needs a key, and the passphrase has not been entered since the browser started.
    KeysLocked,
    WrongPassphrase,
    UnknownRule,
    UnknownMemory,
    UnknownExchange,
    /// What was to be remembered looks like a secret.
    LooksSecret,
    /// No Turn runs that could be told.
    NothingRuns,
    /// The running Turn has been told all there is.
    NothingNew,
}
