//! Messages that join the running Turn. One is stored when it is acknowledged, and read by the model at the next call: never
//! between a call and its result, and never before a reply that had not read it.

use super::draft::Draft;
use super::message;
use super::submit::bring_in;
use crate::fact::Fact;
use fairlead_protocol::attachment::AttachmentLink;
use fairlead_protocol::caps;
use fairlead_protocol::ids::{AttachmentId, NodeId, Seq, TurnId};
use fairlead_protocol::node::{Delivery, NodeBody};
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::row::Steer;
use fairlead_protocol::run::Phase;

pub(super) fn steer(
    draft: &mut Draft<'_>,
    expected: &TurnId,
    text: &str,
    attachments: &[AttachmentId],
) -> Result<(), Refusal> {
    let links = message::links(draft, attachments)?;
    message::checked(text, &links)?;
    admit(draft, expected, text.to_owned(), links)
}

/// A waiting message becomes a steer: it leaves the queue in the same commit.
pub(super) fn from_queue(draft: &mut Draft<'_>, turn: &TurnId, expected: &TurnId) -> Result<(), Refusal> {
    let opening = match draft.state.runs.get(turn).map(|run| &run.phase) {
        Some(Phase::Queued { opening, .. }) => opening.clone(),
        _ => {
            let message = "this message does not wait any more";
            return Err(Refusal::new(RefusalCode::UnknownTurn, message).at("turn"));
        }
    };
    admit(draft, expected, opening.text, opening.attachments)?;
    draft.add(Fact::QueuedTurnRemoved { turn: turn.clone() });
    Ok(())
}

fn admit(
    draft: &mut Draft<'_>,
    expected: &TurnId,
    text: String,
    attachments: Vec<AttachmentLink>,
) -> Result<(), Refusal> {
    if draft.state.live_run().is_none_or(|run| run.id != *expected) {
        let message = "this task is over: send the message as a new one";
        return Err(Refusal::new(RefusalCode::StaleTurn, message).at("expected_turn"));
    }
    if draft.state.steers.len() >= caps::STEERS {
        let message = format!("{} messages wait to be read already: let the model read them", caps::STEERS);
        return Err(Refusal::new(RefusalCode::SteersFull, message));
    }
    let last = draft.state.steers.last().map_or(Seq(0), |steer| steer.admission);
    let steer = Steer {
        id: NodeId(draft.ctx.ids.fresh("n")),
        run: expected.clone(),
        thread: draft.state.id.clone(),
        admission: last.next(),
        text,
        attachments,
        at: draft.ctx.now,
    };
    draft.add(Fact::SteerAdmitted { steer });
    Ok(())
}

/// The cutoff: everything admitted so far becomes messages at the leaf, in the order of admission.
pub(super) fn read_all(draft: &mut Draft<'_>, turn: &TurnId) {
    for steer in draft.state.steers.clone() {
        draft.add(Fact::SteerRead { turn: turn.clone(), steer: steer.id.clone() });
        bring_in(draft, &steer.text);
        let body = NodeBody::UserMessage {
            text: steer.text,
            tab: None,
            attachments: steer.attachments,
            delivery: Delivery::Steered,
        };
        draft.append_as(steer.id, turn, body);
    }
}
