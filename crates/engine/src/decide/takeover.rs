//! The person's hand on a page that the Turn acts on: they pause it, stop it, or simply use the page, which pauses it as well.

use super::draft::Draft;
use super::ending::end_early;
use super::interrupt::{stop, wind_up};
use crate::fact::Fact;
use crate::phase::is_at_work;
use fairlead_protocol::ids::TurnId;
use fairlead_protocol::node::{NodeBody, NoticeCode};
use fairlead_protocol::pause::{Gesture, Takeover};

/// A page can lag behind: what is said to a Turn that is over, or to one that waits for the person anyway, changes nothing.
pub(super) fn gestured(draft: &mut Draft<'_>, turn: &TurnId, gesture: Gesture) {
    let Some(run) = draft.state.live_run().filter(|run| run.id == *turn) else { return };
    let is_at_work = is_at_work(run.phase.state());
    match gesture {
        Gesture::Stop => stop(draft, turn),
        Gesture::Pause if is_at_work => take_over(draft, turn, Takeover::Pressed),
        Gesture::Touch if is_at_work => take_over(draft, turn, Takeover::Touched),
        Gesture::Pause | Gesture::Touch => {}
    }
}

/// What was under way ends as at a stop. The model is told here and not at "Resume": the next message may be another one.
fn take_over(draft: &mut Draft<'_>, turn: &TurnId, how: Takeover) {
    wind_up(draft, turn);
    let text = match how {
        Takeover::Pressed => "The person paused this turn and has the page.",
        Takeover::Touched => "The person used the page while you worked on it, which paused this turn.",
    };
    let text = format!(
        "{text} It may not be as you read it last: read it again before you do anything on it, and keep what they did."
    );
    draft.append(turn, NodeBody::SystemNotice { code: NoticeCode::PersonTookOver, text });
    end_early(draft, turn, Fact::PersonTookOver { turn: turn.clone(), how });
}
