//! The worker started anew: each Run that was under way is looked at once. What follows from it is `due`, as ever.

use super::batch::{declared, finish};
use super::delegate::{again, begin_or_hold};
use super::draft::Draft;
use super::ending::end_early;
use super::interrupt::{stop, wind_up};
use super::schedule::{advance, resume};
use super::submit::plan_call;
use super::title;
use crate::apply::advanced;
use crate::delegation::only_waits;
use crate::fact::{Fact, Tally};
use crate::fault::{Fault, active};
use crate::footing;
use crate::judge::judge;
use crate::phase::is_at_work;
use crate::tree;
use fairlead_protocol::caps;
use fairlead_protocol::ids::{NodeId, TurnId};
use fairlead_protocol::node::{NodeBody, NoticeCode, ResultOutcome};
use fairlead_protocol::run::{
    CallBatch, Dispatch, Drift, InFlight, Phase, RunError, RunErrorCode, ToolOffer,
};
use fairlead_protocol::tool::{Recovery, ToolErrorCode, ToolFailure, Trust};

pub(super) fn booted(draft: &mut Draft<'_>) {
    title::cut(draft);
    repair(draft);
    let Some(run) = draft.state.live_run().cloned() else {
        begin_or_hold(draft);
        return;
    };
    if is_at_work(run.phase.state()) {
        draft.add(Fact::TurnTakenUp { turn: run.id.clone() });
    }
    // What became of a lost outcome is the person's to say, on whatever ground; only then the Turn ends.
    let is_uncertain = matches!(run.phase, Phase::PausedUncertain { .. });
    let drift = footing::drift(draft.ctx.world, &run.environment).filter(|_| !is_uncertain);
    if let Some(drift) = drift {
        wind_up(draft, &run.id);
        drifted(draft, &run.id, drift);
        return;
    }
    let tired = run.counters.resumptions >= caps::RESUMPTIONS;
    match run.phase {
        Phase::Ready => plan_call(draft, &run.id, ToolOffer::Offered),
        Phase::StreamingModel { .. } if tired => stop(draft, &run.id),
        Phase::StreamingModel { call } => {
            draft.add(Fact::ModelCallRestarted { turn: run.id, attempt: call.attempt.next() });
        }
        Phase::ExecutingTool { batch, dispatch, beside } => {
            cut_calls(draft, &run.id, batch, dispatch, &beside, tired);
        }
        Phase::Compacting { .. } if tired => stop(draft, &run.id),
        Phase::Compacting { compaction } => {
            draft.add(Fact::CompactionRestarted { turn: run.id, attempt: compaction.attempt.next() });
        }
        // Their cards are rows; they wait as before, and nothing has to be done for it.
        Phase::WaitingApproval { .. } | Phase::WaitingInteraction { .. } | Phase::PausedUncertain { .. } => {}
        // Whoever unlocks them says so.
        Phase::WaitingKeys { .. } => {}
        // None of these is live.
        Phase::Queued { .. }
        | Phase::Completed { .. }
        | Phase::Failed { .. }
        | Phase::Interrupted
        | Phase::PausedBudget { .. }
        | Phase::PausedLimit { .. }
        | Phase::PausedContext { .. }
        | Phase::PausedTakeover { .. } => {}
    }
}

/// The last fact of a Turn that does not go on on other ground, once every call of it has its result.
pub(super) fn drifted(draft: &mut Draft<'_>, turn: &TurnId, drift: Drift) {
    let message = footing::told(drift).to_owned();
    let error = RunError { code: RunErrorCode::EnvironmentDrift { drift }, message };
    end_early(draft, turn, Fact::TurnFailed { turn: turn.clone(), error });
}

/// A leaf that hangs in the air would make the Thread unreadable: it moves to the newest node that reaches the root.
fn repair(draft: &mut Draft<'_>) {
    let Some(leaf) = tree::repaired_leaf(&draft.state) else { return };
    // What it was doing cannot be known from half of it; its end is written while its own nodes are still at the leaf.
    if let Some(turn) = draft.state.live_run().map(|run| run.id.clone()) {
        stop(draft, &turn);
    }
    draft.add(Fact::BranchRepaired { leaf });
    for (turn, call) in open_calls(draft) {
        lost(draft, &turn, &call);
    }
    // If nothing reaches the root any more, the notice is all that can be read.
    let newest = draft.state.nodes.iter().next_back().map(|node| node.turn.clone());
    if let Some(turn) = draft.state.turn_at_leaf().or(newest) {
        let text = "A part of this conversation could not be read any more. It goes on from the last message that could.";
        draft.append(
            &turn,
            NodeBody::SystemNotice { code: NoticeCode::RepairedBranch, text: text.to_owned() },
        );
    }
}

/// Calls of the path whose results are not on it: they hung on what is gone.
fn open_calls(draft: &Draft<'_>) -> Vec<(TurnId, NodeId)> {
    let path = draft.state.path();
    let has_result = |id: &NodeId| {
        path.iter().any(|node| matches!(&node.body, NodeBody::ToolResult { call, .. } if call == id))
    };
    let calls = path.iter().filter(|node| matches!(node.body, NodeBody::ToolCall { .. }));
    calls.filter(|call| !has_result(&call.id)).map(|call| (call.turn.clone(), call.id.clone())).collect()
}

/// Calls were out when the worker died. Whether one may run again is the tool's own declaration.
fn cut_calls(
    draft: &mut Draft<'_>,
    turn: &TurnId,
    batch: CallBatch,
    dispatch: Dispatch,
    beside: &[InFlight],
    tired: bool,
) {
    let Some(call) = batch.call().cloned() else { return };
    // Children are Threads of their own and were judged when they were begun: they are waited for as before.
    if only_waits(&draft.state) {
        return;
    }
    for out in beside {
        // What runs beside others is declared safe to repeat; should it ever not be, it is at least not repeated.
        if recovery(draft, &out.call) != Recovery::RetrySafe {
            lost(draft, turn, &out.call);
        }
    }
    match recovery(draft, &call) {
        Recovery::RetrySafe if tired => stop(draft, turn),
        Recovery::RetrySafe => {
            // Rules, access and target are those of now. What the person allowed is asked about again if it still has to be.
            let finding = again(&draft.state, &call)
                .unwrap_or_else(|| judge(&draft.state, draft.ctx, turn, &call, batch.at, None));
            let beside = beside.iter().map(|out| (out.call.clone(), out.dispatch.attempt));
            let cut: Vec<_> = [(call, dispatch.attempt)].into_iter().chain(beside).collect();
            resume(draft, turn, batch, finding, &cut);
        }
        Recovery::InspectFirst => {
            lost(draft, turn, &call);
            advance(draft, turn, advanced(&batch));
        }
        Recovery::NeverRetry if active(Fault::WriteRepeatedAfterCrash) => {
            let dispatch = Dispatch { attempt: dispatch.attempt.next(), ..dispatch };
            draft.add(Fact::ToolDispatched { turn: turn.clone(), call, batch, dispatch });
        }
        Recovery::NeverRetry => draft.add(Fact::OutcomeLost { turn: turn.clone(), call, batch }),
    }
}

fn recovery(draft: &Draft<'_>, call: &NodeId) -> Recovery {
    declared(&draft.state, call).map_or(Recovery::NeverRetry, |descriptor| descriptor.recovery)
}

fn lost(draft: &mut Draft<'_>, turn: &TurnId, call: &NodeId) {
    let failure = ToolFailure::new(
        ToolErrorCode::OutcomeUnknown,
        "the answer of this call was lost; it may have taken effect",
        "Look at the tab first: tabs_list or read_page. Do not simply repeat the call.",
    );
    finish(draft, turn, call, ResultOutcome::Failed { failure }, 0, Tally::Neutral, Trust::Trusted);
}
