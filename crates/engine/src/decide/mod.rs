//! `decide`: which facts follow from an input. One file a theme; this one opens the envelope.

mod approval;
mod batch;
mod boot;
mod draft;
mod interrupt;
mod model;
mod queue;
mod submit;
mod thread;
mod tool;
mod uncertain;

pub(crate) use batch::FIRST;

use crate::due::due;
use crate::fact::Fact;
use crate::fault::{Fault, active};
use crate::input::{Ctx, Input};
use crate::state::ThreadState;
use draft::Draft;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::ids::EffectId;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use thiserror::Error;

/// Why an input changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Rejection {
    /// For the sender of the command.
    #[error("{}", .0.message)]
    Refused(Refusal),
    /// An outcome that nobody waits for: its effect was cancelled, or another attempt runs.
    #[error("nobody waits for effect {0}")]
    NobodyWaits(EffectId),
}

impl From<Refusal> for Rejection {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// Pure. An empty list means: taken, and nothing changes.
pub fn decide(state: &ThreadState, input: &Input, ctx: &Ctx<'_>) -> Result<Vec<Fact>, Rejection> {
    let mut draft = Draft::new(state, ctx);
    match input {
        Input::Command(body) => command(&mut draft, body)?,
        Input::Booted => boot::booted(&mut draft),
        Input::ModelReplied { effect, reply } => {
            awaited(state, effect)?;
            model::replied(&mut draft, reply);
        }
        Input::ModelFailed { effect, failure } => {
            awaited(state, effect)?;
            model::failed(&mut draft, failure);
        }
        Input::ToolFinished { effect, report } => {
            awaited(state, effect)?;
            tool::finished(&mut draft, report);
        }
    }
    Ok(draft.into_facts())
}

fn command(draft: &mut Draft<'_>, body: &CommandBody) -> Result<(), Refusal> {
    if let CommandBody::ThreadCreate { .. } = body {
        return thread::create(draft);
    }
    if draft.state.thread.is_none() {
        return Err(Refusal::new(RefusalCode::UnknownThread, "this conversation does not exist").at("thread"));
    }
    match body {
        CommandBody::ThreadRename { title, .. } => thread::rename(draft, title),
        CommandBody::ThreadDelete { .. } => thread::delete(draft),
        CommandBody::TurnSubmit { text, tab, .. } => submit::submit(draft, text, tab.as_ref()),
        CommandBody::TurnInterrupt { turn, .. } => interrupt::interrupt(draft, turn),
        CommandBody::QueueRemove { turn, .. } => queue::remove(draft, turn),
        CommandBody::RunResume { turn, .. } => submit::resume(draft, turn),
        CommandBody::RunResolveUncertain { turn, call, resolution, .. } => {
            uncertain::resolve(draft, turn, call, *resolution)
        }
        CommandBody::ApprovalRespond { approval, digest, answer, .. } => {
            approval::respond(draft, approval, digest, answer)
        }
        // Answered by the runtime without a decision.
        CommandBody::ThreadCreate { .. }
        | CommandBody::ThreadSubscribe { .. }
        | CommandBody::ApprovalShow { .. }
        | CommandBody::Initialize { .. }
        | CommandBody::Ping
        | CommandBody::SettingsGet
        | CommandBody::SettingsSet { .. }
        | CommandBody::ConnectionsList
        | CommandBody::ConnectionsSave { .. }
        | CommandBody::ConnectionsDelete { .. }
        | CommandBody::ConnectionsVerify { .. }
        | CommandBody::RulesList
        | CommandBody::RulesDelete { .. }
        | CommandBody::JournalRead { .. } => {
            Err(Refusal::new(RefusalCode::BadCommand, "this command is not one of a conversation").at("type"))
        }
    }
}

fn awaited(state: &ThreadState, effect: &EffectId) -> Result<(), Rejection> {
    if due(state).contains_key(effect) || active(Fault::StaleOutcomeAccepted) {
        Ok(())
    } else {
        Err(Rejection::NobodyWaits(effect.clone()))
    }
}
