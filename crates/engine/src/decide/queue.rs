//! Messages that wait.

use super::draft::Draft;
use super::message;
use super::submit::start_next;
use crate::fact::Fact;
use fairlead_protocol::ids::TurnId;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::run::Phase;
use fairlead_protocol::thread::QueueMode;

pub(super) fn update(draft: &mut Draft<'_>, turn: &TurnId, text: &str) -> Result<(), Refusal> {
    let attachments = match draft.state.runs.get(turn).map(|run| &run.phase) {
        Some(Phase::Queued { opening, .. }) => opening.attachments.clone(),
        _ => return Err(gone()),
    };
    message::checked(text, &attachments)?;
    draft.add(Fact::QueuedTurnChanged { turn: turn.clone(), text: text.to_owned() });
    Ok(())
}

pub(super) fn remove(draft: &mut Draft<'_>, turn: &TurnId) -> Result<(), Refusal> {
    waiting(draft, turn)?;
    draft.add(Fact::QueuedTurnRemoved { turn: turn.clone() });
    Ok(())
}

pub(super) fn shift(draft: &mut Draft<'_>, turn: &TurnId, to: u32) -> Result<(), Refusal> {
    waiting(draft, turn)?;
    draft.add(Fact::QueuedTurnMoved { turn: turn.clone(), to });
    Ok(())
}

pub(super) fn hold(draft: &mut Draft<'_>) {
    draft.add(Fact::QueueModeSet { mode: QueueMode::Held });
}

pub(super) fn release(draft: &mut Draft<'_>) {
    draft.add(Fact::QueueModeSet { mode: QueueMode::Flowing });
    start_next(draft);
}

fn waiting(draft: &Draft<'_>, turn: &TurnId) -> Result<(), Refusal> {
    if draft.state.queue.contains(turn) { Ok(()) } else { Err(gone()) }
}

fn gone() -> Refusal {
    Refusal::new(RefusalCode::UnknownTurn, "this message does not wait any more").at("turn")
}
