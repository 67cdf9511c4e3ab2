//! What an answer rests on: each claim in it with the steps that show it, or with what is missing. Stored with the answer, so that
//! it reads the same whenever the conversation is opened. How claims are found and judged is not here.

use crate::from_json::FromJson;
use crate::ids::NodeId;
use crate::to_json::ToJson;

/// Absent beside an answer that claims nothing, and beside one that was not looked at.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evidence {
    pub standing: Standing,
    /// In the order of the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// Weightiest first. Empty for an answer that stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Missing>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Every claim has its proof, but for figures that are marked.
    Proved,
    /// It says plainly what failed or was left; what it claims besides has its proof.
    Admitted,
    /// Set aside: the model was told what is missing and went on.
    Rejected,
    /// It ended its Turn all the same.
    Unverified,
}

/// A place in an answer that says what was done or what is so.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Claim {
    /// Where it begins in the answer's text, in UTF-16 code units as the DOM counts them.
    pub start: u32,
    pub end: u32,
    pub kind: ClaimKind,
    /// Why it is not proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lacks: Option<Missing>,
    /// What shows it or, where something is missing, what was looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<Proof>,
    /// By which a figure follows from its sources, if it does not stand there itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<Operation>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    Action,
    Figure,
    Navigation,
    Read,
    File,
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Proof {
    /// The `tool_call` node.
    Step { call: NodeId },
    /// A file that came with this message.
    Attached { message: NodeId },
    /// The person said it.
    Request,
    /// A Turn before this one, by the message that opened it.
    Earlier { message: NodeId },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    Sum,
    Difference,
    Product,
    Ratio,
    PercentChange,
    Average,
    Unit,
    UnitPrice,
    Count,
}

/// Why a claim, or a request that an answer passes over, is not proved. In the order of weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Missing {
    Denied,
    OutcomeUnknown,
    WriteFailed,
    NoWrite,
    ReadContradicts,
    NoReadAfterWrite,
    WrongPage,
    Partial,
    RequestPartMissing,
    Redirected,
    NotNavigated,
    NoFile,
    EmptyFile,
    ReadFailed,
    NoRead,
    StaleRead,
    CoverageIncomplete,
    NameNotFound,
    FigureWrongArithmetic,
    FigureWrongUnit,
    FigureOverRounded,
    FigureMisattributed,
    FigureFromFailedStep,
    FigureFromMasked,
    StaleTurn,
    FigureNotFound,
    /// Computed or known by the answer itself, and neither found nor contradicted: marked, and no reason to set an answer aside.
    FigureUnchecked,
}
