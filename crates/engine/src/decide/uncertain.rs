//! A write of unknown outcome: the person says what became of it.

use super::batch::{advance, finish, settle};
use super::draft::Draft;
use crate::apply::advanced;
use crate::fact::{Fact, Tally};
use crate::judge::judge;
use fairlead_protocol::command::Resolution;
use fairlead_protocol::ids::{NodeId, TurnId};
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::run::Phase;
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
    draft.add(Fact::UncertaintyResolved { turn: turn.clone(), call: call.clone(), resolution });
    match resolution {
        // Asked for by the person, it is a new call to be judged; what they allowed before is used up.
        Resolution::Retry => {
            let finding = judge(&draft.state, draft.ctx, turn, call, batch.at, None);
            if !settle(draft, turn, call, &batch, finding) {
                advance(draft, turn, advanced(&batch));
            }
        }
        Resolution::MarkDone => {
            let content =
                "The answer of this call was lost. The person looked and says that it worked.".to_owned();
            let outcome = ResultOutcome::Done { content, tab: None };
            finish(draft, turn, call, outcome, 0, Tally::Neutral, Trust::Trusted);
            advance(draft, turn, advanced(&batch));
        }
        Resolution::Fail => {
            let failure = ToolFailure::new(
                ToolErrorCode::OutcomeUnknown,
                "the answer of this call was lost; the person looked and says that it did not work",
                "Read the page before trying again.",
            );
            finish(draft, turn, call, ResultOutcome::Failed { failure }, 0, Tally::Neutral, Trust::Trusted);
            advance(draft, turn, advanced(&batch));
        }
    }
    Ok(())
}
