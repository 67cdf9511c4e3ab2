//! The calls of one reply: they are written down, answered and counted. Which of them runs when is `schedule`.

use super::draft::Draft;
use super::ending::end_early;
use super::schedule;
use super::submit::plan_call;
use crate::fact::{Fact, Tally};
use crate::fault::{Fault, active};
use crate::flight::dispatch_of;
use crate::judgement::Judgement;
use crate::limits::{Reached, reached};
use fairlead_protocol::attachment::AttachmentLink;
use fairlead_protocol::caps;
use fairlead_protocol::conversation::ReplyCall;
use fairlead_protocol::ids::{Attempt, DocumentId, NodeId, TurnId};
use fairlead_protocol::node::{NodeBody, NoticeCode, ResultOutcome};
use fairlead_protocol::run::{CallBatch, Limit, StopReason, ToolOffer};
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure, Trust};
use fairlead_tools::Descriptor;

/// Writes down what the model asked for, then begins with the first call.
pub(super) fn propose(draft: &mut Draft<'_>, turn: &TurnId, reply: &NodeId, calls: &[ReplyCall]) {
    let calls = calls
        .iter()
        .map(|call| {
            let body = NodeBody::ToolCall {
                reply: reply.clone(),
                call_id: unique_call_id(draft, &call.id),
                tool: call.name.clone(),
                arguments: call.args.clone(),
                opaque: call.opaque.clone(),
            };
            draft.append(turn, body)
        })
        .collect();
    let batch = CallBatch { reply: reply.clone(), calls, at: 0 };
    draft.add(Fact::CallsProposed { turn: turn.clone(), batch: batch.clone() });
    if batch.calls.len() > caps::CALLS_PER_REPLY {
        let asked = u32::try_from(batch.calls.len()).unwrap_or(u32::MAX);
        draft.add(Fact::BatchLimited { turn: turn.clone(), reply: reply.clone(), asked });
    }
    if active(Fault::CompletedWithOpenCalls) {
        draft.add(Fact::TurnCompleted { turn: turn.clone(), stop: StopReason::End });
        return;
    }
    schedule::advance(draft, turn, batch);
}

/// All calls have their results: the model is called again, or the Turn pauses.
pub(super) fn end(draft: &mut Draft<'_>, turn: &TurnId) {
    draft.add(Fact::BatchEnded { turn: turn.clone() });
    let Some(counters) = draft.state.runs.get(turn).map(|run| run.counters) else { return };
    if counters.broken_arguments_in_row >= caps::BROKEN_ARGUMENTS_TO_PAUSE {
        end_early(draft, turn, Fact::TurnPaused { turn: turn.clone(), limit: Limit::BrokenArguments });
        return;
    }
    if counters.tool_failures_in_row >= caps::FAILURES_TO_WITHHOLD {
        let text = format!(
            "{} tool calls in a row failed. No tools are available for this reply: tell the person what was done, what failed and why, and what they could do.",
            counters.tool_failures_in_row
        );
        draft.append(turn, NodeBody::SystemNotice { code: NoticeCode::ToolsWithheld, text });
        plan_call(draft, turn, ToolOffer::Withheld);
        return;
    }
    if counters.tool_failures_in_row >= caps::FAILURES_TO_WARN && !told_to_change(draft, turn) {
        let text = format!(
            "{} tool calls in a row failed. Do not repeat them as they were: read the page again, try another way, or ask the person.",
            counters.tool_failures_in_row
        );
        draft.append(turn, NodeBody::SystemNotice { code: NoticeCode::ChangeApproach, text });
    }
    plan_call(draft, turn, ToolOffer::Offered);
}

/// What came of one call.
pub(super) struct Finished {
    pub(super) outcome: ResultOutcome,
    pub(super) took_ms: u64,
    pub(super) tally: Tally,
    pub(super) trust: Trust,
    pub(super) pictures: Vec<AttachmentLink>,
}

/// The result of one call that took no picture.
pub(super) fn finish(
    draft: &mut Draft<'_>,
    turn: &TurnId,
    call: &NodeId,
    outcome: ResultOutcome,
    took_ms: u64,
    tally: Tally,
    trust: Trust,
) {
    conclude(draft, turn, call, Finished { outcome, took_ms, tally, trust, pictures: Vec::new() });
}

/// The result of one call, counted.
pub(super) fn conclude(draft: &mut Draft<'_>, turn: &TurnId, call: &NodeId, finished: Finished) {
    let Finished { outcome, took_ms, tally, trust, pictures } = finished;
    let tab = match &outcome {
        ResultOutcome::Done { tab, .. } => tab.clone(),
        ResultOutcome::Failed { .. } => None,
    };
    let document = document_of(draft, turn, call);
    let body = NodeBody::ToolResult { call: call.clone(), trust, outcome, took_ms, document, pictures };
    if active(Fault::ResultStoredTwice) {
        draft.append(turn, body.clone());
    }
    if !active(Fault::ResultOmitted) {
        draft.append(turn, body);
    }
    draft.add(Fact::ToolFinished { turn: turn.clone(), call: call.clone(), tally, tab });
}

/// Where a call under way went.
fn document_of(draft: &Draft<'_>, turn: &TurnId, call: &NodeId) -> Option<DocumentId> {
    let dispatch = dispatch_of(&draft.state.runs.get(turn)?.phase, call)?;
    dispatch.binding.as_ref().map(|binding| binding.document.clone())
}

/// Calls that will not run any more still get their results: a transcript with an open call is no transcript.
pub(super) fn close_rest(draft: &mut Draft<'_>, turn: &TurnId, batch: &CallBatch, from: u32) {
    for call in batch.calls.iter().skip(from as usize) {
        if draft.state.result_of(call).is_some() || active(Fault::RestLeftOpen) {
            continue;
        }
        let failure = ToolFailure::new(
            ToolErrorCode::NotRun,
            "the turn was stopped before this call",
            "Call again only if the person still wants it.",
        );
        finish(draft, turn, call, ResultOutcome::Failed { failure }, 0, Tally::Neutral, Trust::Trusted);
    }
}

pub(super) fn declared(state: &crate::state::ThreadState, call: &NodeId) -> Option<&'static Descriptor> {
    match &state.node(call)?.body {
        NodeBody::ToolCall { tool, .. } => fairlead_tools::descriptor(tool),
        _ => None,
    }
}

pub(super) fn note(draft: &mut Draft<'_>, turn: &TurnId, call: &NodeId, judgement: Judgement) {
    draft.add(Fact::CallJudged { turn: turn.clone(), call: call.clone(), judgement });
}

pub(super) fn refused_by_count(draft: &Draft<'_>, turn: &TurnId, place: u32) -> Option<ToolFailure> {
    if place as usize >= caps::CALLS_PER_REPLY {
        return Some(ToolFailure::new(
            ToolErrorCode::BatchLimited,
            format!("only the first {} calls of a reply are run", caps::CALLS_PER_REPLY),
            "Make the remaining calls in the next reply.",
        ));
    }
    // Tokens and money are used by the model alone: what it asked for is still done.
    if let Some(Reached::Other(_)) = draft.state.runs.get(turn).and_then(reached) {
        return Some(ToolFailure::new(
            ToolErrorCode::NotRun,
            "the limit of this turn was reached before this call",
            "Make the call again if the person lets you go on and it is still needed.",
        ));
    }
    let failures = draft.state.runs.get(turn).map_or(0, |run| run.counters.tool_failures_in_row);
    (failures >= caps::FAILURES_TO_WITHHOLD).then(|| {
        ToolFailure::new(
            ToolErrorCode::ToolsWithheld,
            "too many calls in a row failed",
            "Tell the person what was done and what failed.",
        )
    })
}

fn told_to_change(draft: &Draft<'_>, turn: &TurnId) -> bool {
    draft
        .state
        .turn_nodes(turn)
        .rev()
        .take_while(|node| {
            !matches!(&node.body, NodeBody::ToolResult { outcome: ResultOutcome::Done { .. }, .. })
        })
        .any(|node| matches!(&node.body, NodeBody::SystemNotice { code: NoticeCode::ChangeApproach, .. }))
}

/// An empty id, or one that this Thread has used, is replaced before anything is stored.
fn unique_call_id(draft: &Draft<'_>, given: &str) -> String {
    let legal = !given.is_empty() && given.len() <= caps::ID_BYTES && !draft.state.nodes.has_call_id(given);
    if legal { given.to_owned() } else { draft.ctx.ids.fresh("call") }
}

/// A first dispatch is attempt 1; only what is safe to repeat ever has a second.
pub(crate) const FIRST: Attempt = Attempt(1);
