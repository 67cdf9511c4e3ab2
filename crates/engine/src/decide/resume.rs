//! "Continue" of a Turn that stopped, and "Send now" of a message that waits.

use super::draft::Draft;
use super::room::Pressure;
use super::submit::{plan_call_under, start};
use crate::fact::Fact;
use crate::footing;
use crate::phase::is_resumable;
use fairlead_protocol::ids::TurnId;
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
    let run =
        draft.state.runs.get(turn).ok_or_else(|| {
            Refusal::new(RefusalCode::UnknownTurn, "this turn is not known here").at("turn")
        })?;
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
    let pressure = match run.phase {
        Phase::PausedContext { .. } => Pressure::Continued,
        _ => Pressure::Measured,
    };
    draft.add(Fact::TurnResumed { turn: turn.clone() });
    plan_call_under(draft, turn, ToolOffer::Offered, pressure);
    Ok(())
}
