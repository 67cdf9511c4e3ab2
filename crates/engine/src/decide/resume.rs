//! "Continue" of a Turn that stopped, "Stop here" of one that paused, and "Send now" of a message that waits.

use super::draft::Draft;
use super::room::Pressure;
use super::submit::{plan_call_under, start};
use crate::fact::Fact;
use crate::footing;
use crate::phase::{asked, is_resumable};
use crate::window;
use fairlead_protocol::ids::TurnId;
use fairlead_protocol::pause::Asking;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::run::{Phase, ToolOffer};

pub(super) fn resume(draft: &mut Draft<'_>, turn: &TurnId) -> Result<(), Refusal> {
    if draft.state.queue.contains(turn) {
        if draft.state.live_run().is_some() {
            let message = "a task runs: this message follows it by itself";
            return Err(Refusal::new(RefusalCode::Busy, message).at("turn"));
        }
        return start(draft, turn);
    }
    let run = draft.state.runs.get(turn).ok_or_else(unknown)?;
    if draft.state.current.as_ref() != Some(turn) || !is_resumable(run.phase.state()) {
        return Err(Refusal::new(
            RefusalCode::NotResumable,
            "only the newest turn can be continued, and only once it stopped",
        )
        .at("turn"));
    }
    if let Some(drift) = footing::drift(draft.ctx.world, &run.environment) {
        let message = format!("{}: send the message again instead", footing::told(drift));
        return Err(Refusal::new(RefusalCode::EnvironmentDrift, message).at(footing::part(drift)));
    }
    let (pressure, window) = match run.phase {
        Phase::PausedContext { .. } => {
            (Pressure::Continued, window::since(draft.ctx.world, &run.environment))
        }
        _ => (Pressure::Measured, None),
    };
    draft.add(Fact::TurnResumed { turn: turn.clone(), window });
    plan_call_under(draft, turn, ToolOffer::Offered, pressure);
    Ok(())
}

/// Said twice, or too late, it changes nothing: that the Turn may go on has been said, or it is over.
pub(super) fn leave(draft: &mut Draft<'_>, turn: &TurnId) -> Result<(), Refusal> {
    let run = draft.state.runs.get(turn).ok_or_else(unknown)?;
    if asked(&run.phase) == Some(Asking::Asks) {
        draft.add(Fact::PauseLeft { turn: turn.clone() });
    }
    Ok(())
}

fn unknown() -> Refusal {
    Refusal::new(RefusalCode::UnknownTurn, "this turn is not known here").at("turn")
}
