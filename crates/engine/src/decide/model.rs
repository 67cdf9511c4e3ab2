//! A reply of the model, whole or not.

use super::attachment;
use super::batch::propose;
use super::completion::{self, Ruling};
use super::draft::Draft;
use super::ending::end_early;
use super::room::Pressure;
use super::steer::read_all;
use super::submit::{plan_call, plan_call_under};
use crate::fact::{ArgumentsSeen, Fact};
use crate::fault::{Fault, active};
use crate::input::ModelFailure;
use fairlead_protocol::conversation::{ModelErrorKind, ModelStop, Reply};
use fairlead_protocol::ids::TurnId;
use fairlead_protocol::node::{NodeBody, PartialWhy, ReplyEnding};
use fairlead_protocol::run::{ModelCall, Phase, RunError, RunErrorCode, StopReason, ToolOffer};

pub(super) fn replied(draft: &mut Draft<'_>, reply: &Reply) {
    let Some((turn, call)) = under_way(draft) else { return };
    let text = if reply.text.is_empty() { reply.refusal.clone() } else { reply.text.clone() };
    let ruling = match (stop_reason(&reply.stop), reply.calls.is_empty()) {
        (Ok(StopReason::End), true) => completion::ruling(draft, &turn, &call, &text, reply.usage),
        // Cut off, refused or filtered: it says so itself.
        (Ok(_) | Err(_), _) => Ruling::Stands { evidence: None },
    };
    let pictures = attachment::sent(draft, &reply.images);
    let body = NodeBody::AssistantMessage {
        text,
        reasoning: reply.reasoning.clone(),
        ending: ReplyEnding::Whole { stop: reply.stop.clone() },
        usage: reply.usage,
        opaque: reply.opaque.clone(),
        severed: reply.severed,
        pictures,
        evidence: ruling.evidence(),
    };
    if active(Fault::SteerReadTooEarly) {
        read_all(draft, &turn);
    }
    draft.append_as(call.reply.clone(), &turn, body);
    draft.add(Fact::ReplyRecorded {
        turn: turn.clone(),
        reply: call.reply.clone(),
        usage: reply.usage,
        arguments: arguments_seen(reply),
    });
    match (&reply.stop, reply.calls.is_empty(), call.offer) {
        (ModelStop::ToolUse, false, ToolOffer::Offered) => {
            propose(draft, &turn, &call.reply, &reply.calls);
        }
        // It was asked for a closing reply and given no tools. To answer these calls would be to ask it for ever.
        (ModelStop::ToolUse, false, ToolOffer::Withheld) => {
            let message = "the model called tools where it was asked for a closing reply".to_owned();
            fail(draft, &turn, RunErrorCode::ProtocolViolation, message);
        }
        // Calls with a stop that does not go with them: nothing of it is run.
        (_, false, _) => {
            let message =
                format!("the model sent tool calls and then stopped with {}", stop_name(&reply.stop));
            fail(draft, &turn, RunErrorCode::ProtocolViolation, message);
        }
        (stop, true, _) => match stop_reason(stop) {
            Ok(stop) => complete(draft, &turn, &call, stop, ruling),
            Err(message) => fail(draft, &turn, RunErrorCode::ProtocolViolation, message),
        },
    }
}

pub(super) fn failed(draft: &mut Draft<'_>, failure: &ModelFailure) {
    let Some((turn, call)) = under_way(draft) else { return };
    match failure {
        // A stream that had begun was taken; what ended it is something else.
        ModelFailure::Provider { error, partial: None } if error.kind == ModelErrorKind::ContextLength => {
            draft.add(Fact::RequestRefused { turn: turn.clone() });
            plan_call_under(draft, &turn, call.offer, Pressure::Refused);
        }
        ModelFailure::Provider { error, partial } => {
            if let Some(partial) =
                partial.as_ref().filter(|reply| !reply.text.is_empty() || !reply.reasoning.is_empty())
            {
                let pictures = attachment::sent(draft, &partial.images);
                let body = NodeBody::AssistantMessage {
                    text: partial.text.clone(),
                    reasoning: partial.reasoning.clone(),
                    ending: ReplyEnding::Partial { why: PartialWhy::StreamBroke },
                    usage: partial.usage,
                    // Half a signature is none.
                    opaque: Vec::new(),
                    severed: false,
                    pictures,
                    evidence: None,
                };
                draft.append_as(call.reply, &turn, body);
            }
            fail(draft, &turn, RunErrorCode::Model { kind: error.kind }, error.message.clone());
        }
        ModelFailure::Unsent { code, message } => fail(draft, &turn, *code, message.clone()),
    }
}

fn under_way(draft: &Draft<'_>) -> Option<(TurnId, ModelCall)> {
    let run = draft.state.live_run()?;
    match &run.phase {
        Phase::StreamingModel { call } => Some((run.id.clone(), call.clone())),
        _ => None,
    }
}

/// The reply was the last one, unless the person has said something since that it had not read.
fn complete(draft: &mut Draft<'_>, turn: &TurnId, call: &ModelCall, stop: StopReason, ruling: Ruling) {
    if !draft.state.steers.is_empty() {
        draft.add(Fact::AnswerOvertaken { turn: turn.clone() });
        plan_call(draft, turn, ToolOffer::Offered);
        return;
    }
    completion::settle(draft, turn, &call.reply, stop, ruling);
}

fn fail(draft: &mut Draft<'_>, turn: &TurnId, code: RunErrorCode, message: String) {
    end_early(draft, turn, Fact::TurnFailed { turn: turn.clone(), error: RunError { code, message } });
}

fn arguments_seen(reply: &Reply) -> ArgumentsSeen {
    if reply.calls.is_empty() {
        ArgumentsSeen::None
    } else if reply.calls.iter().any(|call| !fairlead_tools::is_readable(&call.args)) {
        ArgumentsSeen::Broken
    } else {
        ArgumentsSeen::Readable
    }
}

/// What a reply without calls means for the Turn.
fn stop_reason(stop: &ModelStop) -> Result<StopReason, String> {
    match stop {
        // A reply that announces tools and names none has nothing left to do.
        ModelStop::End | ModelStop::StopSequence | ModelStop::ToolUse => Ok(StopReason::End),
        ModelStop::MaxTokens | ModelStop::ContextWindow => Ok(StopReason::MaxTokens),
        ModelStop::ContentFilter => Ok(StopReason::ContentFilter),
        ModelStop::Refusal { .. } => Ok(StopReason::Refusal),
        ModelStop::Pause | ModelStop::Error | ModelStop::Unknown { .. } => Err(format!(
            "the model stopped with {}, which says nothing about whether it was done",
            stop_name(stop)
        )),
    }
}

fn stop_name(stop: &ModelStop) -> String {
    match stop {
        ModelStop::End => "end".to_owned(),
        ModelStop::ToolUse => "tool_use".to_owned(),
        ModelStop::MaxTokens => "max_tokens".to_owned(),
        ModelStop::StopSequence => "stop_sequence".to_owned(),
        ModelStop::ContentFilter => "content_filter".to_owned(),
        ModelStop::Refusal { .. } => "refusal".to_owned(),
        ModelStop::Pause => "pause".to_owned(),
        ModelStop::ContextWindow => "context_window".to_owned(),
        ModelStop::Error => "error".to_owned(),
        ModelStop::Unknown { raw } => format!("`{}`", raw.chars().take(60).collect::<String>()),
    }
}
