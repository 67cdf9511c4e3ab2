//! What happened, in the past tense. Facts are the journal: a released one never changes its meaning.

use fairlead_protocol::approval::{Answer, Approval, CloseReason};
use fairlead_protocol::command::Resolution;
use fairlead_protocol::conversation::Usage;
use fairlead_protocol::ids::{ApprovalId, Attempt, NodeId, RuleId, TurnId};
use fairlead_protocol::node::{Node, NodeBody};
use fairlead_protocol::page::TabRef;
use fairlead_protocol::permission::{Rule, SessionGrant};
use fairlead_protocol::run::{CallBatch, Counters, Dispatch, Limit, ModelCall, Run, RunError, StopReason};
use fairlead_protocol::thread::{Thread, Title};
use serde_json::{Value, json};

#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    ThreadCreated {
        thread: Thread,
    },
    ThreadRenamed {
        title: Title,
    },
    ThreadDeleted,
    TurnQueued {
        run: Run,
    },
    QueuedTurnRemoved {
        turn: TurnId,
    },
    /// Its phase is `ready`; the message follows as a node.
    TurnAdmitted {
        run: Run,
    },
    TurnResumed {
        turn: TurnId,
    },
    NodeAppended {
        node: Node,
    },
    ModelCallPlanned {
        turn: TurnId,
        call: ModelCall,
    },
    /// A crash took the call under way; it starts over from the last checkpoint.
    ModelCallRestarted {
        turn: TurnId,
        attempt: Attempt,
    },
    ReplyRecorded {
        turn: TurnId,
        reply: NodeId,
        usage: Option<Usage>,
        arguments: ArgumentsSeen,
    },
    CallsProposed {
        turn: TurnId,
        batch: CallBatch,
    },
    CallJudged {
        turn: TurnId,
        call: NodeId,
        judgement: Judgement,
    },
    ApprovalAsked {
        turn: TurnId,
        batch: CallBatch,
        approval: Approval,
    },
    ApprovalAnswered {
        turn: TurnId,
        approval: ApprovalId,
        answer: Answer,
    },
    ApprovalClosed {
        turn: TurnId,
        approval: ApprovalId,
        why: CloseReason,
    },
    GrantGiven {
        grant: SessionGrant,
    },
    RuleSaved {
        rule: Rule,
    },
    OriginBroughtIn {
        origin: String,
    },
    OriginTouched {
        origin: String,
    },
    /// The world may change from here on.
    ToolDispatched {
        turn: TurnId,
        call: NodeId,
        batch: CallBatch,
        dispatch: Dispatch,
    },
    ToolFinished {
        turn: TurnId,
        call: NodeId,
        tally: Tally,
        tab: Option<TabRef>,
    },
    /// A crash took the outcome of a write that must not be repeated.
    OutcomeLost {
        turn: TurnId,
        call: NodeId,
        batch: CallBatch,
    },
    UncertaintyResolved {
        turn: TurnId,
        call: NodeId,
        resolution: Resolution,
    },
    BatchEnded {
        turn: TurnId,
    },
    TurnPaused {
        turn: TurnId,
        limit: Limit,
    },
    TurnCompleted {
        turn: TurnId,
        stop: StopReason,
    },
    TurnFailed {
        turn: TurnId,
        error: RunError,
    },
    TurnInterrupted {
        turn: TurnId,
    },
}

/// How a finished call counts towards failures in a row. What a person or a policy refuses is no failure of the tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tally {
    Success,
    Failure,
    Neutral,
}

/// Whether the reply's arguments could be read at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentsSeen {
    None,
    Readable,
    Broken,
}

/// The gatekeeper's word on one call, with the rule that made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    pub verdict: Word,
    pub reason: &'static str,
    pub flags: Vec<String>,
    pub rule: Option<RuleId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Allow,
    Ask,
    Deny,
}

impl Word {
    pub fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

impl Fact {
    /// The Run whose journal tells of it; facts of the Thread alone are in its row.
    pub fn turn(&self) -> Option<&TurnId> {
        match self {
            Self::ThreadCreated { .. }
            | Self::ThreadRenamed { .. }
            | Self::ThreadDeleted
            | Self::GrantGiven { .. }
            | Self::RuleSaved { .. }
            | Self::OriginBroughtIn { .. }
            | Self::OriginTouched { .. } => None,
            Self::TurnQueued { run } | Self::TurnAdmitted { run } => Some(&run.id),
            Self::NodeAppended { node } => Some(&node.turn),
            Self::QueuedTurnRemoved { turn }
            | Self::TurnResumed { turn }
            | Self::ModelCallPlanned { turn, .. }
            | Self::ModelCallRestarted { turn, .. }
            | Self::ReplyRecorded { turn, .. }
            | Self::CallsProposed { turn, .. }
            | Self::CallJudged { turn, .. }
            | Self::ApprovalAsked { turn, .. }
            | Self::ApprovalAnswered { turn, .. }
            | Self::ApprovalClosed { turn, .. }
            | Self::ToolDispatched { turn, .. }
            | Self::ToolFinished { turn, .. }
            | Self::OutcomeLost { turn, .. }
            | Self::UncertaintyResolved { turn, .. }
            | Self::BatchEnded { turn }
            | Self::TurnPaused { turn, .. }
            | Self::TurnCompleted { turn, .. }
            | Self::TurnFailed { turn, .. }
            | Self::TurnInterrupted { turn } => Some(turn),
        }
    }

    /// The journal's type and payload: ids, codes and counts. What was written or read stays in its node. A stop, whatever
    /// its reason, carries the Run's counters.
    pub fn journal(&self, counters: Counters) -> (&'static str, Value) {
        match self {
            Self::ThreadCreated { .. } => ("thread.created", json!({})),
            Self::ThreadRenamed { .. } => ("thread.renamed", json!({})),
            Self::ThreadDeleted => ("thread.deleted", json!({})),
            Self::TurnQueued { run } => ("run.queued", json!({"model": run.environment.model})),
            Self::QueuedTurnRemoved { .. } => ("run.queue_removed", json!({})),
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
            Self::GrantGiven { grant } => {
                ("grant.given", json!({"tool": grant.tool, "origin": grant.origin}))
            }
            Self::RuleSaved { rule } => ("rule.saved", json!({"rule": rule.id})),
            Self::OriginBroughtIn { origin } => ("origin.brought_in", json!({"origin": origin})),
            Self::OriginTouched { origin } => ("origin.touched", json!({"origin": origin})),
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
            Self::TurnPaused { limit, .. } => ("run.paused", json!({"limit": limit, "counters": counters})),
            Self::TurnCompleted { stop, .. } => {
                ("run.completed", json!({"stop": stop, "counters": counters}))
            }
            Self::TurnFailed { error, .. } => {
                ("run.failed", json!({"code": error.code, "counters": counters}))
            }
            Self::TurnInterrupted { .. } => ("run.interrupted", json!({"counters": counters})),
        }
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
