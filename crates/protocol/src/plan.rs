//! The plan of a conversation: what the model says it will do, step by step. It is not stored: it is what the newest
//! `plan_update` of the path says, so that a branch has its own and a copy takes it along.

use crate::from_json::FromJson;
use crate::to_json::ToJson;

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Plan {
    pub steps: Vec<PlanStep>,
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlanStep {
    pub text: String,
    pub status: PlanStatus,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PlanStatus {
    #[default]
    Pending,
    /// One step at most.
    InProgress,
    Done,
    Dropped,
}

impl Plan {
    /// Something of it is still to be done.
    pub fn is_open(&self) -> bool {
        self.steps.iter().any(|step| match step.status {
            PlanStatus::Pending | PlanStatus::InProgress => true,
            PlanStatus::Done | PlanStatus::Dropped => false,
        })
    }
}
