//! Stop now: allowed in every state. What was shown is kept, and every call gets the result that it has to have.

use super::batch::{close_rest, declared, finish};
use super::draft::Draft;
use super::ending::end_early;
use crate::delegation::grants_writes;
use crate::fact::{Fact, Tally};
use crate::fault::{Fault, active};
use crate::flight::in_flight;
use fairlead_protocol::approval::CloseReason;
use fairlead_protocol::ids::{NodeId, TurnId};
use fairlead_protocol::node::{NodeBody, PartialWhy, ReplyEnding, ResultOutcome};
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::run::{ModelCall, Phase};
use fairlead_protocol::tool::{Effects, ToolErrorCode, ToolFailure, Trust};

pub(super) fn interrupt(draft: &mut Draft<'_>, turn: &TurnId) -> Result<(), Refusal> {
    if draft.state.queue.contains(turn) {
        draft.add(Fact::QueuedTurnRemoved { turn: turn.clone() });
        return Ok(());
    }
    if !draft.state.runs.contains_key(turn) {
        return Err(Refusal::new(RefusalCode::UnknownTurn, "this turn is not known here").at("turn"));
    }
    // One that has ended by itself has nothing left to stop, and the person got what they asked for.
    if draft.state.live_run().is_some_and(|run| run.id == *turn) {
        stop(draft, turn);
    }
    Ok(())
}

/// Ends the live Run as interrupted, from whatever it was doing.
pub(super) fn stop(draft: &mut Draft<'_>, turn: &TurnId) {
    wind_up(draft, turn);
    end_early(draft, turn, Fact::TurnInterrupted { turn: turn.clone() });
}

/// Everything open gets its end: what follows is the Turn's own.
pub(super) fn wind_up(draft: &mut Draft<'_>, turn: &TurnId) {
    let Some(phase) = draft.state.runs.get(turn).map(|run| run.phase.clone()) else { return };
    // One whose outcome is unknown was out as well.
    let out: Vec<NodeId> = match &phase {
        Phase::PausedUncertain { batch } => batch.call().cloned().into_iter().collect(),
        under_way => in_flight(under_way).map(|(call, _)| call.clone()).collect(),
    };
    match phase {
        Phase::StreamingModel { call } => keep_partial(draft, turn, &call),
        Phase::ExecutingTool { batch, .. } | Phase::PausedUncertain { batch } => {
            for call in out {
                let outcome = ResultOutcome::Failed { failure: cut_short(draft, &call) };
                finish(draft, turn, &call, outcome, 0, Tally::Neutral, Trust::Trusted);
            }
            close_rest(draft, turn, &batch, batch.at);
        }
        Phase::WaitingApproval { batch, approval } => {
            draft.add(Fact::ApprovalClosed { turn: turn.clone(), approval, why: CloseReason::Interrupted });
            close_rest(draft, turn, &batch, batch.at);
        }
        Phase::WaitingInteraction { batch, interaction } => {
            draft.add(Fact::InteractionClosed { turn: turn.clone(), interaction });
            close_rest(draft, turn, &batch, batch.at);
        }
        // Notes that nobody has seen are dropped.
        Phase::Ready
        | Phase::Compacting { .. }
        | Phase::WaitingKeys { .. }
        | Phase::Queued { .. }
        | Phase::Completed { .. }
        | Phase::Failed { .. }
        | Phase::Interrupted
        | Phase::PausedBudget { .. }
        | Phase::PausedLimit { .. }
        | Phase::PausedContext { .. }
        | Phase::PausedTakeover { .. } => {}
    }
}

fn keep_partial(draft: &mut Draft<'_>, turn: &TurnId, call: &ModelCall) {
    let shown = draft.ctx.live.clone().filter(|live| live.reply == call.reply);
    let Some(live) = shown.filter(|live| !live.text.is_empty() || !live.reasoning.is_empty()) else { return };
    let body = NodeBody::AssistantMessage {
        text: live.text,
        reasoning: live.reasoning,
        ending: ReplyEnding::Partial { why: PartialWhy::Interrupted },
        usage: None,
        opaque: Vec::new(),
        severed: false,
        pictures: Vec::new(),
        evidence: None,
    };
    if !active(Fault::PartialReplyDropped) {
        draft.append_as(call.reply.clone(), turn, body);
    }
}

fn cut_short(draft: &Draft<'_>, call: &NodeId) -> ToolFailure {
    let writes = declared(&draft.state, call).is_none_or(|descriptor| descriptor.effects == Effects::Write)
        || grants_writes(&draft.state, call);
    if writes {
        ToolFailure::new(
            ToolErrorCode::OutcomeUnknown,
            "the turn was stopped while this call ran; it may have taken effect",
            "Look at the page before doing anything like it again.",
        )
    } else {
        ToolFailure::new(
            ToolErrorCode::Interrupted,
            "the turn was stopped",
            "Call again if it is still needed.",
        )
    }
}
