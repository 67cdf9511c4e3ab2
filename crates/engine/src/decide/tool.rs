//! The outcome of a call that was under way.

use super::attachment;
use super::batch::{Finished, conclude, declared, finish, note};
use super::delegate::counted;
use super::draft::Draft;
use super::schedule::advance;
use crate::apply::advanced;
use crate::arrival::withheld;
use crate::fact::Tally;
use crate::flight::awaited;
use crate::input::ToolReport;
use fairlead_protocol::caps;
use fairlead_protocol::ids::{EffectId, NodeId};
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::run::Phase;
use fairlead_protocol::tool::{ToolFailure, Trust};

/// Of one of the calls that are under way; the others go on.
pub(super) fn finished(draft: &mut Draft<'_>, effect: &EffectId, report: &ToolReport) {
    let Some(run) = draft.state.live_run() else { return };
    let out: Vec<(EffectId, NodeId)> = awaited(run).collect();
    let (Phase::ExecutingTool { batch, .. }, Some((_, at_hand))) = (run.phase.clone(), out.first()) else {
        return;
    };
    let turn = run.id.clone();
    let call = out.iter().find(|(id, _)| id == effect).map_or(at_hand, |(_, call)| call).clone();
    let trust = declared(&draft.state, &call).map_or(Trust::Untrusted, |descriptor| descriptor.trust);
    let tally = match report.outcome {
        ResultOutcome::Done { .. } => Tally::Success,
        ResultOutcome::Failed { .. } => Tally::Failure,
    };
    counted(draft, &turn, &call, report);
    match withheld(&draft.state, draft.ctx, &turn, &call, &report.outcome) {
        Some((judgement, failure)) => {
            note(draft, &turn, &call, judgement);
            let outcome = ResultOutcome::Failed { failure };
            finish(draft, &turn, &call, outcome, report.took_ms, Tally::Neutral, Trust::Trusted);
        }
        None => {
            let pictures = attachment::taken(draft, &report.pictures);
            let outcome = capped(&told(&report.outcome, report.pictures.len() - pictures.len()));
            conclude(
                draft,
                &turn,
                &call,
                Finished { outcome, took_ms: report.took_ms, tally, trust, pictures },
            );
        }
    }
    if out.len() == 1 {
        advance(draft, &turn, advanced(&batch));
    }
}

/// What the model must know of pictures that it will not see.
fn told(outcome: &ResultOutcome, missing: usize) -> ResultOutcome {
    match outcome {
        ResultOutcome::Done { content, tab } if missing > 0 => ResultOutcome::Done {
            content: format!("{content}\n[A picture of it was too large to be kept.]"),
            tab: tab.clone(),
        },
        ResultOutcome::Done { .. } | ResultOutcome::Failed { .. } => outcome.clone(),
    }
}

fn capped(outcome: &ResultOutcome) -> ResultOutcome {
    match outcome {
        ResultOutcome::Done { content, tab } => {
            ResultOutcome::Done { content: caps::clip(content, caps::RESULT_BYTES), tab: tab.clone() }
        }
        ResultOutcome::Failed { failure } => ResultOutcome::Failed {
            failure: ToolFailure {
                code: failure.code,
                message: caps::clip(&failure.message, caps::NOTE_BYTES),
                next: caps::clip(&failure.next, caps::NOTE_BYTES),
            },
        },
    }
}
