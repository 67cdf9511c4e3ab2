//! The outcome of the call under way.

use super::batch::{advance, declared, finish};
use super::draft::Draft;
use crate::apply::advanced;
use crate::fact::Tally;
use crate::input::ToolReport;
use fairlead_protocol::caps;
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::run::Phase;
use fairlead_protocol::tool::{ToolFailure, Trust};

pub(super) fn finished(draft: &mut Draft<'_>, report: &ToolReport) {
    let Some(run) = draft.state.live_run() else { return };
    let Phase::ExecutingTool { batch, .. } = run.phase.clone() else { return };
    let turn = run.id.clone();
    let Some(call) = batch.calls.get(batch.at as usize).cloned() else { return };
    let trust = declared(&draft.state, &call).map_or(Trust::Untrusted, |descriptor| descriptor.trust);
    let tally = match report.outcome {
        ResultOutcome::Done { .. } => Tally::Success,
        ResultOutcome::Failed { .. } => Tally::Failure,
    };
    finish(draft, &turn, &call, capped(&report.outcome), report.took_ms, tally, trust);
    advance(draft, &turn, advanced(&batch));
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
