//! `decide`: which facts follow from an input. One file a theme; this one opens the envelope.

mod approval;
mod attachment;
mod batch;
mod boot;
mod branch;
mod compaction;
mod completion;
mod delegate;
mod draft;
mod ending;
mod interaction;
mod interrupt;
mod keys;
mod message;
mod model;
mod own;
mod queue;
mod refresh;
mod resume;
mod room;
mod schedule;
mod steer;
mod submit;
mod takeover;
mod thread;
mod title;
mod tool;
mod uncertain;
mod watch;

pub(crate) use batch::FIRST;
pub(crate) use watch::batch_of;

use crate::due::due;
use crate::fact::Fact;
use crate::fault::{Fault, active};
use crate::input::{Ctx, Input};
use crate::state::ThreadState;
use draft::Draft;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::ids::{AttachmentId, EffectId};
use fairlead_protocol::page::TabRef;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::run::{Opening, Overrides};
use submit::Manners;
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
            tool::finished(&mut draft, effect, report);
        }
        Input::DelegateMoved { effect, activity } => {
            awaited(state, effect)?;
            delegate::moved(&mut draft, effect, *activity);
        }
        Input::HandOnPage { turn, gesture } => takeover::gestured(&mut draft, turn, *gesture),
        Input::Disowned => delegate::disowned(&mut draft),
        Input::KeysLocked { effect } => {
            awaited(state, effect)?;
            keys::locked(&mut draft, effect);
        }
        Input::KeysUnlocked => keys::unlocked(&mut draft),
        Input::SitesWithdrawn { patterns } => approval::withdrawn(&mut draft, patterns),
        Input::Woken { effect } => {
            awaited(state, effect)?;
            interaction::elapsed(&mut draft);
        }
        Input::Watched { effect, seen } => {
            awaited(state, effect)?;
            watch::watched(&mut draft, seen);
        }
        Input::SummaryMade { effect, answer, usage, by } => {
            awaited(state, effect)?;
            compaction::noted(&mut draft, answer.as_deref(), *usage, *by);
        }
        Input::TitleFound { effect, title, usage } => {
            awaited(state, effect)?;
            title::found(&mut draft, title.as_deref(), *usage);
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
    delegate::obeys(draft, body)?;
    match body {
        CommandBody::ThreadRename { title, .. } => thread::rename(draft, title),
        CommandBody::ThreadPin { pinned, .. } => thread::pin(draft, *pinned),
        CommandBody::ThreadArchive { archived, .. } => thread::archive(draft, *archived),
        CommandBody::ThreadDelete { .. } => thread::delete(draft),
        CommandBody::ThreadSelectBranch { node, .. } => branch::select(draft, node),
        CommandBody::TurnSubmit { text, tab, attachments, overrides, .. } => {
            let opening = opening(draft, text, tab.as_ref(), attachments, overrides)?;
            submit::submit(draft, opening, Manners::Now)
        }
        CommandBody::TurnEnqueue { text, tab, attachments, overrides, .. } => {
            let opening = opening(draft, text, tab.as_ref(), attachments, overrides)?;
            submit::submit(draft, opening, Manners::LineUp)
        }
        CommandBody::TurnSteer { expected_turn, text, attachments, .. } => {
            steer::steer(draft, expected_turn, text, attachments)
        }
        CommandBody::TurnFork { sibling_of, text, tab, overrides, .. } => {
            branch::fork(draft, sibling_of, text.as_deref(), tab.as_ref(), overrides)
        }
        CommandBody::TurnDelete { turn, .. } => branch::erase(draft, turn),
        CommandBody::TurnInterrupt { turn, .. } => interrupt::interrupt(draft, turn),
        CommandBody::QueueUpdate { turn, text, .. } => queue::update(draft, turn, text),
        CommandBody::QueueRemove { turn, .. } => queue::remove(draft, turn),
        CommandBody::QueueMove { turn, to, .. } => queue::shift(draft, turn, *to),
        CommandBody::QueueSteer { turn, expected_turn, .. } => steer::from_queue(draft, turn, expected_turn),
        CommandBody::QueueHold { .. } => {
            queue::hold(draft);
            Ok(())
        }
        CommandBody::QueueRelease { .. } => {
            queue::release(draft);
            Ok(())
        }
        CommandBody::InteractionRespond { interaction, response, .. } => {
            interaction::respond(draft, interaction, response)
        }
        CommandBody::ContextRefresh { tab, .. } => refresh::refresh(draft, tab.as_ref()),
        CommandBody::AttachmentsAdd { attachment, .. } => attachment::add(draft, attachment),
        CommandBody::AttachmentsRemove { attachment, .. } => attachment::remove(draft, attachment),
        CommandBody::RunResume { turn, .. } => resume::resume(draft, turn),
        CommandBody::RunLeave { turn, .. } => resume::leave(draft, turn),
        CommandBody::RunResolveUncertain { turn, call, resolution, .. } => {
            uncertain::resolve(draft, turn, call, *resolution)
        }
        CommandBody::ApprovalRespond { approval, digest, answer, .. } => {
            approval::respond(draft, approval, digest, answer)
        }
        // Answered by the runtime: they change nothing here.
        CommandBody::ThreadCreate { .. }
        | CommandBody::ThreadSubscribe { .. }
        | CommandBody::ThreadFork { .. }
        | CommandBody::ThreadSearch { .. }
        | CommandBody::ThreadExport { .. }
        | CommandBody::RunExport { .. }
        | CommandBody::AttachmentsRead { .. }
        | CommandBody::ApprovalShow { .. }
        | CommandBody::Initialize { .. }
        | CommandBody::Ping
        | CommandBody::SettingsGet
        | CommandBody::SettingsSet { .. }
        | CommandBody::ConnectionsList
        | CommandBody::ConnectionsSave { .. }
        | CommandBody::ConnectionsDelete { .. }
        | CommandBody::ConnectionsVerify { .. }
        | CommandBody::VaultUnlock { .. }
        | CommandBody::VaultLock
        | CommandBody::VaultPassphrase { .. }
        | CommandBody::VaultForget
        | CommandBody::ConnectionsModels { .. }
        | CommandBody::RulesList
        | CommandBody::RulesSave { .. }
        | CommandBody::RulesDelete { .. }
        | CommandBody::RulesTry { .. }
        | CommandBody::MemoryList
        | CommandBody::MemoryUpdate { .. }
        | CommandBody::MemoryDelete { .. }
        | CommandBody::MemoryClear
        | CommandBody::ExchangesList { .. }
        | CommandBody::ExchangesRead { .. }
        | CommandBody::ExchangesClear
        | CommandBody::JournalRead { .. } => {
            Err(Refusal::new(RefusalCode::BadCommand, "this command is not one of a conversation").at("type"))
        }
    }
}

fn opening(
    draft: &Draft<'_>,
    text: &str,
    tab: Option<&TabRef>,
    attachments: &[AttachmentId],
    overrides: &Overrides,
) -> Result<Opening, Refusal> {
    Ok(Opening {
        text: text.to_owned(),
        tab: tab.map(message::tab),
        attachments: message::links(draft, attachments)?,
        overrides: overrides.clone(),
    })
}

fn awaited(state: &ThreadState, effect: &EffectId) -> Result<(), Rejection> {
    if due(state).contains_key(effect) || active(Fault::StaleOutcomeAccepted) {
        Ok(())
    } else {
        Err(Rejection::NobodyWaits(effect.clone()))
    }
}
