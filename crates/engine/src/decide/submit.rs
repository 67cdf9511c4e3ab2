//! A message becomes a Turn: admitted at once, or queued behind the one that runs.

use super::draft::Draft;
use super::thread::one_line;
use crate::fact::Fact;
use crate::fault::{Fault, active};
use crate::phase::is_resumable;
use fairlead_gatekeeper::Origin;
use fairlead_protocol::caps;
use fairlead_protocol::ids::{Attempt, NodeId, Seq, Timestamp, TurnId};
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::page::TabRef;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::run::{Counters, Environment, ModelCall, Opening, Phase, Run, ToolOffer};
use fairlead_protocol::thread::Title;

pub(super) fn submit(draft: &mut Draft<'_>, text: &str, tab: Option<&TabRef>) -> Result<(), Refusal> {
    if text.trim().is_empty() {
        return Err(
            Refusal::new(RefusalCode::EmptyMessage, "the message is empty: write something first").at("text")
        );
    }
    if text.len() > caps::MESSAGE_BYTES {
        let message = format!(
            "the message has {} bytes; {} are the limit: shorten it",
            text.len(),
            caps::MESSAGE_BYTES
        );
        return Err(Refusal::new(RefusalCode::TooLarge, message).at("text"));
    }
    let environment = environment(draft, tab)?;
    let opening = Opening { text: text.to_owned(), tab: tab.cloned() };
    let id = TurnId(draft.ctx.ids.fresh("r"));
    if draft.state.live_run().is_some() {
        if draft.state.queue.len() >= caps::QUEUED_TURNS {
            let message = format!("{} messages wait already: let one run or remove one", caps::QUEUED_TURNS);
            return Err(Refusal::new(RefusalCode::QueueFull, message));
        }
        let run = new_run(draft, id, environment, Phase::Queued { opening });
        draft.add(Fact::TurnQueued { run });
        return Ok(());
    }
    let run = new_run(draft, id, environment, Phase::Ready);
    admit(draft, run, opening);
    Ok(())
}

/// Starts the next queued Turn, if the Thread is free.
pub(super) fn start_next(draft: &mut Draft<'_>) {
    let next = draft.state.queue.first().cloned();
    if let (None, Some(turn)) = (draft.state.live_run(), next)
        && !active(Fault::QueueForgotten)
    {
        start(draft, &turn);
    }
}

fn start(draft: &mut Draft<'_>, turn: &TurnId) {
    let Some(run) = draft.state.runs.get(turn).cloned() else { return };
    let Phase::Queued { opening } = run.phase.clone() else { return };
    admit(draft, Run { phase: Phase::Ready, ..run }, opening);
}

/// The person said "Continue" of a Turn that stopped, or "Send now" of a message that was held behind one.
pub(super) fn resume(draft: &mut Draft<'_>, turn: &TurnId) -> Result<(), Refusal> {
    if draft.state.queue.contains(turn) {
        if draft.state.live_run().is_some() {
            let message = "a task runs: this message follows it by itself";
            return Err(Refusal::new(RefusalCode::Busy, message).at("turn"));
        }
        start(draft, turn);
        return Ok(());
    }
    let state =
        draft.state.runs.get(turn).map(|run| run.phase.state()).ok_or_else(|| {
            Refusal::new(RefusalCode::UnknownTurn, "this turn is not known here").at("turn")
        })?;
    if draft.state.current.as_ref() != Some(turn) || !is_resumable(state) {
        return Err(Refusal::new(
            RefusalCode::NotResumable,
            "only the newest turn can be continued, and only once it stopped",
        )
        .at("turn"));
    }
    draft.add(Fact::TurnResumed { turn: turn.clone() });
    plan_call(draft, turn, ToolOffer::Offered);
    Ok(())
}

/// Commits the Run to its next model call.
pub(super) fn plan_call(draft: &mut Draft<'_>, turn: &TurnId, offer: ToolOffer) {
    let reply = NodeId(draft.ctx.ids.fresh("n"));
    let call = ModelCall { reply, attempt: Attempt(1), offer };
    draft.add(Fact::ModelCallPlanned { turn: turn.clone(), call });
}

fn admit(draft: &mut Draft<'_>, run: Run, opening: Opening) {
    let turn = run.id.clone();
    let environment = run.environment.clone();
    draft.add(Fact::TurnAdmitted { run });
    if draft.state.thread.as_ref().is_some_and(|thread| thread.title == Title::None) {
        draft.add(Fact::ThreadRenamed { title: Title::FirstLine { text: one_line(&opening.text) } });
    }
    if let Some(origin) = opening.tab.as_ref().and_then(|tab| Origin::parse(&tab.url)) {
        draft.add(Fact::OriginBroughtIn { origin: origin.to_string() });
    }
    draft.append(&turn, NodeBody::TurnContext { environment });
    draft.append(&turn, NodeBody::UserMessage { text: opening.text, tab: opening.tab });
    plan_call(draft, &turn, ToolOffer::Offered);
}

fn environment(draft: &Draft<'_>, tab: Option<&TabRef>) -> Result<Environment, Refusal> {
    let world = draft.ctx.world;
    let chosen = match &world.settings.connection {
        Some(id) => world.connections.iter().find(|connection| connection.id == *id),
        None => None,
    };
    let connection = chosen.or(world.connections.first()).ok_or_else(|| {
        Refusal::new(RefusalCode::NoConnection, "no model is set up: add a connection in the settings")
    })?;
    Ok(Environment {
        format: 1,
        connection: connection.id.clone(),
        model: connection.model.clone(),
        policy: world.settings.policy,
        tab: tab.cloned(),
        locale: world.locale.to_owned(),
    })
}

fn new_run(draft: &Draft<'_>, id: TurnId, environment: Environment, phase: Phase) -> Run {
    // Rows are put in order by this time; two messages of one millisecond must not change places when they are loaded.
    let newest = draft.state.runs.values().map(|run| run.created_at).max();
    let created_at = newest.map_or(draft.ctx.now, |newest| draft.ctx.now.max(Timestamp(newest.0 + 1)));
    Run {
        id,
        thread: draft.state.id.clone(),
        phase,
        environment,
        counters: Counters::default(),
        journal: Seq(0),
        created_at,
        updated_at: draft.ctx.now,
    }
}
