//! A write of unknown outcome: the person says what became of it.

use super::batch::{close_rest, finish};
use super::boot::drifted;
use super::draft::Draft;
use super::schedule;
use crate::apply::advanced;
use crate::fact::{Fact, Tally};
use crate::footing;
use crate::judge::judge;
use fairlead_protocol::command::Resolution;
use fairlead_protocol::ids::{NodeId, TurnId};
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::run::{CallBatch, Drift, Phase};
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure, Trust};

pub(super) fn resolve(
    draft: &mut Draft<'_>,
    turn: &TurnId,
    call: &NodeId,
    resolution: Resolution,
) -> Result<(), Refusal> {
    let batch = match draft.state.live_run().filter(|run| run.id == *turn).map(|run| run.phase.clone()) {
        Some(Phase::PausedUncertain { batch }) if batch.calls.get(batch.at as usize) == Some(call) => batch,
        _ => {
            return Err(Refusal::new(
                RefusalCode::NotUncertain,
                "no call of this turn waits for that answer",
            )
            .at("call"));
        }
    };
    let environment = draft.state.runs.get(turn).map(|run| run.environment.clone());
    let drift = environment.and_then(|environment| footing::drift(draft.ctx.world, &environment));
    if let (Some(drift), Resolution::Retry) = (drift, resolution) {
        let message =
            format!("{}: say what became of the call, then send the message again", footing::told(drift));
        return Err(Refusal::new(RefusalCode::EnvironmentDrift, message).at(footing::part(drift)));
    }
    draft.add(Fact::UncertaintyResolved { turn: turn.clone(), call: call.clone(), resolution });
    match resolution {
        // Asked for by the person, it is a new call to be judged; what they allowed before is used up.
        Resolution::Retry => {
            let finding = judge(&draft.state, draft.ctx, turn, call, batch.at, None);
            schedule::go_on(draft, turn, batch, finding);
        }
        Resolution::MarkDone => {
            let content =
                "The answer of this call was lost. The person looked and says that it worked.".to_owned();
            let outcome = ResultOutcome::said(content);
            finish(draft, turn, call, outcome, 0, Tally::Neutral, Trust::Trusted);
            go_on(draft, turn, &batch, drift);
        }
        Resolution::Fail => {
            let failure = ToolFailure::new(
                ToolErrorCode::OutcomeUnknown,
                "the answer of this call was lost; the person looked and says that it did not work",
                "Read the page before trying again.",
            );
            finish(draft, turn, call, ResultOutcome::Failed { failure }, 0, Tally::Neutral, Trust::Trusted);
            go_on(draft, turn, &batch, drift);
        }
    }
    Ok(())
}

fn go_on(draft: &mut Draft<'_>, turn: &TurnId, batch: &CallBatch, drift: Option<Drift>) {
    match drift {
        None => schedule::advance(draft, turn, advanced(batch)),
        Some(drift) => {
            close_rest(draft, turn, batch, batch.at + 1);
            drifted(draft, turn, drift);
        }
    }
}
