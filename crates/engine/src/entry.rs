//! A fact as an entry of its Run's journal.

use crate::fact::{Fact, Tally};
use fairlead_protocol::approval::Answer;
use fairlead_protocol::interaction::Wait;
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::run::Counters;
use serde_json::{Value, json};

impl Fact {
    /// The journal's type and payload: ids, codes and counts. What was written or read stays in its node. A stop, whatever
    /// its reason, carries the Run's counters. `None` for facts of the Thread alone.
    pub fn journal(&self, counters: Counters) -> Option<(&'static str, Value)> {
        Some(match self {
            Self::ThreadCreated { .. }
            | Self::ThreadRenamed { .. }
            | Self::TitlingChanged { .. }
            | Self::ThreadPinned { .. }
            | Self::ThreadArchived { .. }
            | Self::ThreadDeleted
            | Self::AttachmentKept { .. }
            | Self::AttachmentEvicted { .. }
            | Self::AttachmentRemoved { .. }
            | Self::BranchSelected { .. }
            | Self::BranchRepaired { .. }
            | Self::QueueModeSet { .. }
            | Self::GrantGiven { .. }
            | Self::RuleSaved { .. }
            | Self::OriginBroughtIn { .. }
            | Self::OriginTouched { .. } => return None,
            Self::TurnQueued { run } => ("run.queued", json!({"model": run.environment.model})),
            Self::QueuedTurnChanged { .. } => ("run.queue_changed", json!({})),
            Self::QueuedTurnMoved { to, .. } => ("run.queue_moved", json!({"to": to})),
            Self::QueuedTurnRemoved { .. } => ("run.queue_removed", json!({})),
            Self::SteerAdmitted { steer } => {
                ("steer.admitted", json!({"steer": steer.id, "admission": steer.admission}))
            }
            Self::SteerRead { steer, .. } => ("steer.read", json!({"steer": steer})),
            Self::TurnErased { .. } => ("run.erased", json!({})),
            Self::InteractionAsked { interaction, .. } => (
                "interaction.asked",
                json!({"interaction": interaction.id, "call": interaction.call, "wait": wait_code(&interaction.wait)}),
            ),
            Self::InteractionAnswered { interaction, .. } => {
                ("interaction.answered", json!({"interaction": interaction}))
            }
            Self::InteractionElapsed { interaction, .. } => {
                ("interaction.elapsed", json!({"interaction": interaction}))
            }
            Self::InteractionClosed { interaction, .. } => {
                ("interaction.closed", json!({"interaction": interaction}))
            }
            Self::TurnAdmitted { run } => (
                "run.created",
                json!({
                    "connection": run.environment.connection, "model": run.environment.model,
                    "policy": run.environment.policy, "tab": run.environment.tab.as_ref().map(|tab| tab.id),
                }),
            ),
            Self::TurnResumed { .. } => ("run.resumed", json!({})),
            Self::NodeAppended { node } => {
                ("node.appended", json!({"node": node.id, "kind": node_kind(&node.body)}))
            }
            Self::ModelCallPlanned { call, .. } => (
                "model.requested",
                json!({"reply": call.reply, "attempt": call.attempt, "tools": call.offer}),
            ),
            Self::ModelCallRestarted { attempt, .. } => ("model.restarted", json!({"attempt": attempt})),
            Self::ReplyRecorded { reply, usage, .. } => {
                ("model.responded", json!({"reply": reply, "usage": usage}))
            }
            Self::CallsProposed { batch, .. } => {
                ("tools.proposed", json!({"reply": batch.reply, "calls": batch.calls}))
            }
            Self::CallJudged { call, judgement, .. } => (
                "tool.judged",
                json!({
                    "call": call, "verdict": judgement.verdict.name(), "reason": judgement.reason,
                    "flags": judgement.flags, "rule": judgement.rule,
                }),
            ),
            Self::ApprovalAsked { approval, .. } => (
                "approval.asked",
                json!({"approval": approval.id, "call": approval.call, "digest": approval.digest}),
            ),
            Self::ApprovalAnswered { approval, answer, .. } => {
                ("approval.answered", json!({"approval": approval, "answer": answer_code(answer)}))
            }
            Self::ApprovalClosed { approval, why, .. } => {
                ("approval.closed", json!({"approval": approval, "why": why}))
            }
            Self::ToolDispatched { call, dispatch, .. } => (
                "tool.dispatched",
                json!({
                    "call": call, "attempt": dispatch.attempt, "tab": dispatch.tab.as_ref().map(|tab| tab.id),
                    "origin": dispatch.binding.as_ref().map(|binding| &binding.origin),
                }),
            ),
            Self::ToolFinished { call, tally, .. } => (
                "tool.completed",
                json!({"call": call, "outcome": match tally {
                    Tally::Success => "success",
                    Tally::Failure => "failure",
                    Tally::Neutral => "neutral",
                }}),
            ),
            Self::OutcomeLost { call, .. } => {
                ("tool.outcome_lost", json!({"call": call, "counters": counters}))
            }
            Self::UncertaintyResolved { call, resolution, .. } => {
                ("tool.uncertainty_resolved", json!({"call": call, "resolution": resolution}))
            }
            Self::BatchEnded { .. } => ("tools.ended", json!({})),
            Self::AnswerOvertaken { .. } => ("model.overtaken", json!({})),
            Self::TurnPaused { limit, .. } => ("run.paused", json!({"limit": limit, "counters": counters})),
            Self::TurnCompleted { stop, .. } => {
                ("run.completed", json!({"stop": stop, "counters": counters}))
            }
            Self::TurnFailed { error, .. } => {
                ("run.failed", json!({"code": error.code, "counters": counters}))
            }
            Self::TurnInterrupted { .. } => ("run.interrupted", json!({"counters": counters})),
        })
    }
}

fn node_kind(body: &NodeBody) -> &'static str {
    match body {
        NodeBody::TurnContext { .. } => "turn_context",
        NodeBody::UserMessage { .. } => "user_message",
        NodeBody::AssistantMessage { .. } => "assistant_message",
        NodeBody::ToolCall { .. } => "tool_call",
        NodeBody::ToolResult { .. } => "tool_result",
        NodeBody::ApprovalDecision { .. } => "approval_decision",
        NodeBody::InteractionResponse { .. } => "interaction_response",
        NodeBody::Tombstone => "tombstone",
        NodeBody::SystemNotice { .. } => "system_notice",
    }
}

fn answer_code(answer: &Answer) -> &'static str {
    match answer {
        Answer::Allow { .. } => "allow",
        Answer::Deny { .. } => "deny",
        Answer::DenyAndStop => "deny_and_stop",
    }
}

fn wait_code(wait: &Wait) -> &'static str {
    match wait {
        Wait::Question { .. } => "question",
        Wait::Until { .. } => "until",
    }
}
