//! The end of a durable wait by the person or the clock. It is continued once, whoever wakes it.

use super::batch::finish;
use super::draft::Draft;
use super::schedule::advance;
use crate::apply::advanced;
use crate::fact::{Fact, Tally};
use crate::fault::{Fault, active};
use crate::probe::Sight;
use fairlead_protocol::caps;
use fairlead_protocol::ids::{InteractionId, TurnId};
use fairlead_protocol::interaction::{Interaction, Response, Wait};
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::run::{CallBatch, Phase};
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure, Trust};

pub(super) fn respond(draft: &mut Draft<'_>, id: &InteractionId, response: &Response) -> Result<(), Refusal> {
    let Some((interaction, batch)) = waiting(draft, id) else { return answered_before(draft, id, response) };
    let outcome = match (&interaction.wait, response) {
        (Wait::Question { .. }, Response::Answer { text }) => {
            if text.trim().is_empty() {
                let message = "the answer is empty: write something, or skip the question";
                return Err(Refusal::new(RefusalCode::EmptyMessage, message).at("response.text"));
            }
            if text.len() > caps::MESSAGE_BYTES {
                let message =
                    format!("the answer has {} bytes; {} are the limit", text.len(), caps::MESSAGE_BYTES);
                return Err(Refusal::new(RefusalCode::TooLarge, message).at("response.text"));
            }
            ResultOutcome::said(format!("The person answered: {text}"))
        }
        (Wait::Question { .. }, Response::Skip) => ResultOutcome::Failed {
            failure: ToolFailure::new(
                ToolErrorCode::DeclinedByPerson,
                "the person gave no answer to this question",
                "Go on with what you know and say what you assumed, or end here.",
            ),
        },
        (Wait::Until { .. }, Response::Skip) => {
            ResultOutcome::said("The person asked to go on before the time had come.".to_owned())
        }
        (Wait::Watch { .. }, Response::Skip) => ResultOutcome::said(
            "The person asked to go on without waiting for the page any longer.".to_owned(),
        ),
        (Wait::Action { .. }, Response::Done) => ResultOutcome::said(handed_back(draft, batch.at)),
        (Wait::Action { .. }, Response::Skip) => ResultOutcome::Failed {
            failure: ToolFailure::new(
                ToolErrorCode::DeclinedByPerson,
                "the person says that they cannot or will not take this step",
                "Go on without it, or end here and say what is missing.",
            ),
        },
        (Wait::Until { .. } | Wait::Watch { .. } | Wait::Action { .. }, Response::Answer { .. }) => {
            let message = "this wait takes no answer, only the word to go on";
            return Err(Refusal::new(RefusalCode::BadCommand, message).at("response"));
        }
        (Wait::Question { .. } | Wait::Until { .. } | Wait::Watch { .. }, Response::Done) => {
            let message = "nothing was asked of the person that could be done";
            return Err(Refusal::new(RefusalCode::BadCommand, message).at("response"));
        }
    };
    let turn = interaction.turn.clone();
    draft.add(Fact::InteractionAnswered {
        turn: turn.clone(),
        interaction: id.clone(),
        response: response.clone(),
    });
    let said = NodeBody::InteractionResponse {
        interaction: id.clone(),
        call: interaction.call.clone(),
        response: response.clone(),
    };
    draft.append(&turn, said);
    go_on(draft, &turn, &interaction, &batch, outcome);
    Ok(())
}

/// The time of a wait has come.
pub(super) fn elapsed(draft: &mut Draft<'_>) {
    let id = match draft.state.live_run().map(|run| &run.phase) {
        Some(Phase::WaitingInteraction { interaction, .. }) => interaction.clone(),
        _ => return,
    };
    let Some((interaction, batch)) = waiting(draft, &id) else { return };
    let Wait::Until { .. } = interaction.wait else { return };
    let turn = interaction.turn.clone();
    draft.add(Fact::InteractionElapsed { turn: turn.clone(), interaction: id });
    let outcome = ResultOutcome::said("The time has come. Look again at whatever was waited for.".to_owned());
    go_on(draft, &turn, &interaction, &batch, outcome);
}

/// The person's word, and where the tab is. What it shows is not read before the model asks for it.
fn handed_back(draft: &Draft<'_>, at: u32) -> String {
    let place = match draft.ctx.probes.sight(at) {
        Some(Sight::Tab { tab, origin }) if !origin.is_empty() => {
            format!("Tab {} is at {origin} now. Read the page before you go on.", tab.id)
        }
        Some(Sight::Tab { tab, .. }) => format!("Tab {} shows no web page now.", tab.id),
        Some(Sight::Failed { .. }) => "The tab cannot be seen any more: call tabs_list.".to_owned(),
        Some(
            Sight::Page { .. }
            | Sight::NoAccess { .. }
            | Sight::Permitted
            | Sight::NotPermitted { .. }
            | Sight::Barred { .. },
        )
        | None => "Read the page before you go on.".to_owned(),
    };
    format!("The person says that it is done; nothing was checked. {place}")
}

pub(super) fn go_on(
    draft: &mut Draft<'_>,
    turn: &TurnId,
    interaction: &Interaction,
    batch: &CallBatch,
    outcome: ResultOutcome,
) {
    let tally = match outcome {
        ResultOutcome::Done { .. } => Tally::Success,
        ResultOutcome::Failed { .. } => Tally::Neutral,
    };
    let took = u64::try_from(draft.ctx.now.0 - interaction.asked_at.0).unwrap_or_default();
    finish(draft, turn, &interaction.call, outcome, took, tally, Trust::Trusted);
    advance(draft, turn, advanced(batch));
}

pub(super) fn waiting(draft: &Draft<'_>, id: &InteractionId) -> Option<(Interaction, CallBatch)> {
    match draft.state.live_run().map(|run| &run.phase) {
        Some(Phase::WaitingInteraction { batch, interaction }) if interaction == id => {
            Some((draft.state.interactions.get(id)?.clone(), batch.clone()))
        }
        _ => None,
    }
}

/// The same response again is fine; another one comes too late.
fn answered_before(draft: &mut Draft<'_>, id: &InteractionId, response: &Response) -> Result<(), Refusal> {
    let given = draft.state.nodes.iter().rev().find_map(|node| match &node.body {
        NodeBody::InteractionResponse { interaction, call, response } if interaction == id => {
            Some((node.turn.clone(), call.clone(), response.clone()))
        }
        _ => None,
    });
    match given {
        Some((turn, call, given)) if given == *response => {
            if active(Fault::WaitContinuedTwice) {
                let outcome = ResultOutcome::said("The person answered.".to_owned());
                finish(draft, &turn, &call, outcome, 0, Tally::Success, Trust::Trusted);
            }
            Ok(())
        }
        Some(_) => Err(Refusal::new(RefusalCode::AlreadyAnswered, "this question has been answered already")),
        None => {
            Err(Refusal::new(RefusalCode::UnknownInteraction, "this question is closed or was never asked")
                .at("interaction"))
        }
    }
}
