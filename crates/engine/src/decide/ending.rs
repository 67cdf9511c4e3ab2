//! The one way in which a Turn ends, or pauses, that did not come to its own end.

use super::draft::Draft;
use super::steer::read_all;
use super::submit::hold;
use crate::fact::Fact;
use crate::fault::{Fault, active};
use fairlead_protocol::ids::TurnId;

/// Once every call of it has its result: steers that were acknowledged keep their place before the last fact, and what waits
/// behind the Turn is held.
pub(super) fn end_early(draft: &mut Draft<'_>, turn: &TurnId, last: Fact) {
    if !active(Fault::SteerLostAtEnd) {
        read_all(draft, turn);
    }
    draft.add(last);
    hold(draft);
}
