//! Room in the window of the model, made before each call: old results go out of view, then the middle of the history becomes
//! notes, and at the last threshold the Turn stops. What is done follows from what is stored, and is stored itself.

use super::draft::Draft;
use crate::abridge;
use crate::context::history;
use crate::fault::{Fault, active};
use crate::gauge::share;
use crate::hiding::{Middle, Stays, TINY, Whose, gain, maskable, middle, newest_reply};
use crate::input::{Ctx, Ids};
use crate::measure::{Prefix, measure};
use crate::told;
use crate::window::{terms_of, thresholds};
use fairlead_protocol::caps;
use fairlead_protocol::context::{Compaction, Measure};
use fairlead_protocol::ids::{Attempt, NodeId, TurnId};
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::pause::Relief;
use fairlead_protocol::run::ToolOffer;

/// Why room is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pressure {
    /// The measure of the request says when.
    Measured,
    /// The provider says that the request is too long, whatever the measure.
    Refused,
    /// It was full, and the person says to go on all the same: what is too much to be read at once is read in pieces.
    Continued,
}

/// Which results may go out of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    /// Those that the model has read.
    Old,
    All,
}

pub(super) enum Room {
    Enough(Measure, Prefix),
    /// Once these notes are made.
    Behind(Compaction),
    Full(Measure),
}

/// In tokens: results go out of view together, so that the cached prefix breaks rarely.
const LEAST_MASKED: u32 = 8_000;
/// Shares of the room: what goes out of view at least, what stays in view behind notes, and what notes are worth at least.
const MASKED_SHARE: u32 = 10;
const TAIL_SHARE: u32 = 5;
const NOTED_SHARE: u32 = 10;
/// A first message of the conversation above this is noted like the rest.
const OPENING_TOKENS: u32 = 2_000;

/// `None` for a Turn that is not known.
pub(super) fn make(
    draft: &mut Draft<'_>,
    turn: &TurnId,
    offer: ToolOffer,
    pressure: Pressure,
) -> Option<Room> {
    let run = draft.state.runs.get(turn)?;
    let limits = thresholds(terms_of(&run.environment).saving);
    let may_note = run.counters.summary_failures_in_row < caps::SUMMARY_TRIES;
    let is_refused = pressure == Pressure::Refused;
    let mut now = measure(&draft.state, turn, offer)?;
    let is_at = |now: &(Measure, Prefix), limit: u64| is_refused || now.0.occupancy.per_mille() >= limit;
    let mut is_eased = false;
    if is_at(&now, limits.mask) {
        let (least, below) = match pressure {
            Pressure::Refused => (1, 0),
            Pressure::Measured | Pressure::Continued => {
                (LEAST_MASKED.max(now.0.occupancy.room / MASKED_SHARE), limits.mask)
            }
        };
        is_eased |= mask(draft, turn, &now.0, Which::Old, least, below);
        now = measure(&draft.state, turn, offer)?;
    }
    if is_at(&now, limits.compact) {
        if let Some(compaction) = noting(draft, turn, offer, &now.0, pressure).filter(|_| may_note) {
            return Some(Room::Behind(compaction));
        }
        // Without notes, whatever is left to hide.
        is_eased |= mask(draft, turn, &now.0, Which::Old, 1, 0);
        now = measure(&draft.state, turn, offer)?;
    }
    if pressure == Pressure::Continued && is_at(&now, limits.stop) {
        mask(draft, turn, &now.0, Which::All, 1, limits.compact);
        now = measure(&draft.state, turn, offer)?;
    }
    // The model was asked for notes and made none, or nobody waits for it any more: they are made without it.
    let is_alone = !may_note || pressure == Pressure::Continued;
    if is_alone
        && !is_refused
        && is_at(&now, limits.stop)
        && let Some(body) = abridge::notes(&draft.state, &now.0, Whose::Turn(turn))
    {
        draft.append(turn, body);
        now = measure(&draft.state, turn, offer)?;
    }
    let is_full = if is_refused { !is_eased } else { now.0.occupancy.per_mille() >= limits.stop };
    Some(if is_full { Room::Full(now.0) } else { Room::Enough(now.0, now.1) })
}

/// Takes results out of view, oldest first: `least` tokens in any case, or none at all, and more until the occupancy is below.
fn mask(draft: &mut Draft<'_>, turn: &TurnId, now: &Measure, which: Which, least: u32, below: u64) -> bool {
    let newest = match which {
        Which::Old => newest_reply(&told::path(&draft.state)),
        Which::All => usize::MAX,
    };
    let shown = history(&draft.state, None);
    let old = shown
        .iter()
        .filter(|shown| shown.place.is_some_and(|place| place < newest) || active(Fault::NewestResultMasked));
    let mut old: Vec<(NodeId, u32)> = old
        .filter_map(|shown| {
            Some((maskable(shown)?.id.clone(), share(gain(shown), now.raw, now.occupancy.used)))
        })
        .collect();
    if active(Fault::NewestResultMasked) {
        old.reverse();
    }
    let mut gained = 0;
    let mut results = Vec::new();
    let room = u64::from(now.occupancy.room).max(1);
    for (id, gain) in old {
        let left = u64::from(now.occupancy.used.saturating_sub(gained));
        if gained >= least && left * 1_000 / room < below {
            break;
        }
        gained += gain;
        results.push(id);
    }
    if results.is_empty() || gained < least {
        return false;
    }
    draft.append(turn, NodeBody::ContextMasked { results });
    true
}

/// What becomes notes. `None`: too little to be worth it.
fn noting(
    draft: &Draft<'_>,
    turn: &TurnId,
    offer: ToolOffer,
    now: &Measure,
    pressure: Pressure,
) -> Option<Compaction> {
    let room = now.occupancy.room;
    let (tail, least) = match pressure {
        Pressure::Measured | Pressure::Continued => (room / TAIL_SHARE, room / NOTED_SHARE),
        Pressure::Refused => (0, TINY),
    };
    let stays = Stays { tail, opening: OPENING_TOKENS };
    let Middle { until, kept, hidden } = middle(&draft.state, now, Whose::Turn(turn), stays)?;
    (hidden >= least).then_some(Compaction { until, kept, attempt: Attempt(1), offer })
}

/// Whether a Turn that is full would go on if its person said so: what `make` would come to.
pub(super) fn relief(draft: &Draft<'_>, turn: &TurnId, offer: ToolOffer) -> Relief {
    let ids = Ids::new("");
    let ctx = Ctx { ids: &ids, live: None, ..*draft.ctx };
    match make(&mut Draft::new(&draft.state, &ctx), turn, offer, Pressure::Continued) {
        Some(Room::Enough(..) | Room::Behind(_)) => Relief::Possible,
        Some(Room::Full(_)) | None => Relief::None,
    }
}
