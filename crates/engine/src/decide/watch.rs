//! What a look at a page changed: the wait is over, or it knows now what it compares with.

use super::draft::Draft;
use super::interaction::{go_on, waiting};
use crate::fact::Fact;
use crate::input::Seen;
use crate::state::ThreadState;
use fairlead_protocol::caps;
use fairlead_protocol::ids::TurnId;
use fairlead_protocol::interaction::Wait;
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::run::{CallBatch, Phase};
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use fairlead_protocol::watch::WatchCondition;

pub(super) fn watched(draft: &mut Draft<'_>, seen: &Seen) {
    let id = match draft.state.live_run().map(|run| &run.phase) {
        Some(Phase::WaitingInteraction { interaction, .. }) => interaction.clone(),
        _ => return,
    };
    let Some((interaction, batch)) = waiting(draft, &id) else { return };
    let Wait::Watch { watch } = &interaction.wait else { return };
    let turn = interaction.turn.clone();
    let minutes = (draft.ctx.now.0 - interaction.asked_at.0) / 60_000;
    let outcome = match seen {
        Seen::Began { print } => {
            let print = caps::clip(print, caps::PRINT_BYTES);
            draft.add(Fact::WatchBegan { turn, interaction: id, print });
            return;
        }
        Seen::Met => {
            draft.add(Fact::InteractionMet { turn: turn.clone(), interaction: id });
            ResultOutcome::said(format!(
                "After {minutes} min: {}. Read the page to see it.",
                met(&watch.condition)
            ))
        }
        Seen::Late => {
            draft.add(Fact::InteractionElapsed { turn: turn.clone(), interaction: id });
            ResultOutcome::Failed {
                failure: ToolFailure::new(
                    ToolErrorCode::Timeout,
                    format!("after {minutes} min the page did not show what was waited for"),
                    "Read the page to see what it shows instead, or tell the person.",
                ),
            }
        }
        Seen::Over { failure } => {
            draft.add(Fact::InteractionClosed { turn: turn.clone(), interaction: id });
            ResultOutcome::Failed { failure: failure.clone() }
        }
    };
    go_on(draft, &turn, &interaction, &batch, outcome);
}

fn met(condition: &WatchCondition) -> String {
    match condition {
        WatchCondition::Text { text } => format!("\"{text}\" is on the page"),
        WatchCondition::TextGone { text } => format!("\"{text}\" is no longer on the page"),
        WatchCondition::Url { contains } => format!("the address contains \"{contains}\""),
        WatchCondition::Changed => "the page's text is another than when the wait began".to_owned(),
    }
}

/// The calls of a Run that waits.
pub(crate) fn batch_of<'a>(state: &'a ThreadState, turn: &TurnId) -> Option<&'a CallBatch> {
    match &state.runs.get(turn)?.phase {
        Phase::WaitingInteraction { batch, .. } => Some(batch),
        _ => None,
    }
}
