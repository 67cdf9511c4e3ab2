//! What a check of a connection found.

use crate::from_json::FromJson;
use crate::run::RunError;
use crate::to_json::ToJson;

/// One step of a check, in the order they were tried; the first that failed is the last.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerifyStep {
    pub step: VerifyStage,
    pub outcome: VerifyOutcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum VerifyStage {
    Reachable,
    Key,
    Streaming,
    ToolCall,
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum VerifyOutcome {
    Passed,
    Failed { error: RunError },
}
