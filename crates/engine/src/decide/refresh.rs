//! The person wants the running Turn to know what has changed. The wish is stored at once; it is told at the next model call,
//! never between a call and its result, and what is told is that of then.

use super::draft::Draft;
use super::message;
use crate::fact::Fact;
use crate::notes::news;
use fairlead_protocol::ids::TurnId;
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::page::TabRef;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::run::Refresh;

pub(super) fn refresh(draft: &mut Draft<'_>, tab: Option<&TabRef>) -> Result<(), Refusal> {
    let Some(turn) = draft.state.live_run().map(|run| run.id.clone()) else {
        let message = "no task runs in this conversation: the next message begins with all that is new";
        return Err(Refusal::new(RefusalCode::NothingRuns, message));
    };
    let refresh = Refresh { tab: tab.map(message::tab) };
    if news(&draft.state, draft.ctx.world, &turn, &refresh).is_empty() {
        let message = "nothing has changed since this task was told last";
        return Err(Refusal::new(RefusalCode::NothingNew, message));
    }
    draft.add(Fact::RefreshAsked { turn, refresh });
    Ok(())
}

/// Before a model call: what was asked for, if it is still new.
pub(super) fn tell_news(draft: &mut Draft<'_>, turn: &TurnId) {
    let Some(refresh) = draft.state.runs.get(turn).and_then(|run| run.refresh.clone()) else { return };
    let notes = news(&draft.state, draft.ctx.world, turn, &refresh);
    draft.add(Fact::ContextRefreshed { turn: turn.clone() });
    if !notes.is_empty() {
        draft.append(turn, NodeBody::ContextNote { notes });
    }
}
