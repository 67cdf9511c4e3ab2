//! Keys that are locked away: whatever needs one waits for as long as it takes, and goes on by itself once the person has unlocked
//! them. Nothing was sent meanwhile, so nothing is lost and nothing counts as a failure.

use super::boot::drifted;
use super::draft::Draft;
use super::submit::plan_call;
use super::title;
use crate::due::{Effect, due};
use crate::fact::Fact;
use crate::footing;
use fairlead_protocol::ids::EffectId;
use fairlead_protocol::run::Phase;

pub(super) fn locked(draft: &mut Draft<'_>, effect: &EffectId) {
    let (turn, offer) = match due(&draft.state).remove(effect) {
        Some(Effect::CallModel { turn, call }) => (turn, call.offer),
        Some(Effect::Summarise { turn, compaction }) => (turn, compaction.offer),
        Some(Effect::FindTitle) => return title::hold(draft),
        Some(Effect::RunTool { .. } | Effect::Wake { .. } | Effect::Watch { .. }) | None => return,
    };
    draft.add(Fact::KeysFoundLocked { turn, offer });
}

/// What the Turn stands on may have gone with the keys.
pub(super) fn unlocked(draft: &mut Draft<'_>) {
    title::ask_again(draft);
    let Some(run) = draft.state.live_run() else { return };
    let Phase::WaitingKeys { offer } = run.phase else { return };
    let turn = run.id.clone();
    if let Some(drift) = footing::drift(draft.ctx.world, &run.environment) {
        drifted(draft, &turn, drift);
        return;
    }
    draft.add(Fact::KeysUnlocked { turn: turn.clone() });
    plan_call(draft, &turn, offer);
}
