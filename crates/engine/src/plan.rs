//! The plan of a conversation: the newest `plan_update` of the path that was carried out. Derived, never stored, so that each
//! branch has its own, a copy takes it along and an erased Turn takes it away.

use crate::memory::one_line;
use crate::state::ThreadState;
use fairlead_protocol::caps;
use fairlead_protocol::conversation::CallArgs;
use fairlead_protocol::node::{Node, NodeBody, ResultOutcome};
use fairlead_protocol::plan::{Plan, PlanStatus, PlanStep};
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use fairlead_tools::{Tool, descriptor, parse};

pub(crate) const PLAN_UPDATE: &str = "plan_update";

/// From the leaf upwards, no further than needed. Bounded by the number of nodes.
pub fn current(state: &ThreadState) -> Option<Plan> {
    let mut next = state.leaf().and_then(|id| state.node(id));
    for _ in 0..state.nodes.len() {
        let node = next?;
        if let Some(plan) = written(state, node) {
            return Some(plan);
        }
        next = node.parent.as_ref().and_then(|id| state.node(id));
    }
    None
}

/// The plan that a result says is written down.
fn written(state: &ThreadState, result: &Node) -> Option<Plan> {
    let NodeBody::ToolResult { call, outcome: ResultOutcome::Done { .. }, .. } = &result.body else {
        return None;
    };
    let NodeBody::ToolCall { tool, arguments: CallArgs::Parsed { value }, .. } = &state.node(call)?.body
    else {
        return None;
    };
    if tool != PLAN_UPDATE {
        return None;
    }
    match parse(descriptor(tool)?, value).ok()? {
        Tool::PlanUpdate(asked) => checked(&asked.steps).ok(),
        _ => None,
    }
}

/// A plan that can be shown, or what is wrong with it.
pub(crate) fn checked(steps: &[PlanStep]) -> Result<Plan, ToolFailure> {
    if steps.len() > caps::PLAN_STEPS {
        return Err(wrong(format!("a plan has {} steps at most, not {}", caps::PLAN_STEPS, steps.len())));
    }
    let under_way = steps.iter().filter(|step| step.status == PlanStatus::InProgress).count();
    if under_way > 1 {
        return Err(wrong(format!("one step is in_progress at a time, not {under_way}")));
    }
    let steps: Vec<PlanStep> =
        steps.iter().map(|step| PlanStep { text: one_line(&step.text), status: step.status }).collect();
    for (number, step) in (1..).zip(&steps) {
        if step.text.is_empty() {
            return Err(wrong(format!("step {number} says nothing")));
        }
        if step.text.chars().count() > caps::PLAN_STEP_CHARS {
            return Err(wrong(format!("step {number} has more than {} characters", caps::PLAN_STEP_CHARS)));
        }
    }
    Ok(Plan { steps })
}

fn wrong(message: String) -> ToolFailure {
    ToolFailure::new(ToolErrorCode::InvalidArguments, message, "Correct the plan and call again.")
}

/// One line a step, as a model reads it.
pub(crate) fn told(plan: &Plan) -> String {
    let line = |(number, step): (usize, &PlanStep)| {
        let status = match step.status {
            PlanStatus::Pending => "pending",
            PlanStatus::InProgress => "in progress",
            PlanStatus::Done => "done",
            PlanStatus::Dropped => "dropped",
        };
        format!("{number}. {} ({status})", step.text)
    };
    (1..).zip(&plan.steps).map(line).collect::<Vec<_>>().join("\n")
}
