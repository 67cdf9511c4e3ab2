//! Messages that wait.

use super::draft::Draft;
use crate::fact::Fact;
use fairlead_protocol::ids::TurnId;
use fairlead_protocol::refusal::{Refusal, RefusalCode};

pub(super) fn remove(draft: &mut Draft<'_>, turn: &TurnId) -> Result<(), Refusal> {
    if !draft.state.queue.contains(turn) {
        return Err(Refusal::new(RefusalCode::UnknownTurn, "this message does not wait any more").at("turn"));
    }
    draft.add(Fact::QueuedTurnRemoved { turn: turn.clone() });
    Ok(())
}
