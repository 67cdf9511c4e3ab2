//! A message becomes a Turn: admitted at once, or queued behind the one that runs.

use super::delegate;
use super::draft::Draft;
use super::ending::end_early;
use super::message;
use super::refresh::tell_news;
use super::room::{self, Pressure, Room};
use super::steer::read_all;
use super::thread::one_line;
use crate::fact::Fact;
use crate::fault::{Fault, active};
use crate::footing;
use crate::limits::{Reached, reached};
use crate::mention::brought_in;
use crate::notes;
use fairlead_gatekeeper::Origin;
use fairlead_protocol::caps;
use fairlead_protocol::ids::{Attempt, NodeId, Seq, Timestamp, TurnId};
use fairlead_protocol::node::{Delivery, NodeBody};
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::run::{Counters, Environment, ModelCall, Opening, Phase, Run, ToolOffer, Used};
use fairlead_protocol::settings::Titles;
use fairlead_protocol::thread::{QueueMode, Title, Titling};

/// What a new message does while messages wait that were held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manners {
    /// It goes first: the person sent it now.
    Now,
    /// It lines up.
    LineUp,
}

pub(super) fn submit(draft: &mut Draft<'_>, opening: Opening, manners: Manners) -> Result<(), Refusal> {
    message::checked(&opening.text, &opening.attachments)?;
    message::overrides(&opening.overrides)?;
    let environment = frozen(draft, &opening)?;
    let id = TurnId(draft.ctx.ids.fresh("r"));
    let lines_up = manners == Manners::LineUp && mode(draft) == QueueMode::Held;
    if draft.state.live_run().is_some() || lines_up {
        if draft.state.queue.len() >= caps::QUEUED_TURNS {
            let message = format!("{} messages wait already: let one run or remove one", caps::QUEUED_TURNS);
            return Err(Refusal::new(RefusalCode::QueueFull, message));
        }
        let place = last_place(draft).map_or(0, |last| last + 1);
        let run = new_run(draft, id, environment, Phase::Queued { opening, place });
        draft.add(Fact::TurnQueued { run });
        return Ok(());
    }
    let run = new_run(draft, id, environment, Phase::Ready);
    admit(draft, run, opening);
    Ok(())
}

/// Starts the next queued Turn, if the Thread is free and nothing holds it.
pub(super) fn start_next(draft: &mut Draft<'_>) {
    if draft.state.live_run().is_some() || mode(draft) == QueueMode::Held {
        return;
    }
    let Some(next) = draft.state.queue.first().cloned() else { return };
    if active(Fault::QueueForgotten) {
        return;
    }
    // What it would stand on is gone: it waits until the person has looked.
    if start(draft, &next).is_err() {
        hold(draft);
    }
}

/// Its environment is that of the moment it starts, not that of the moment it was queued.
pub(super) fn start(draft: &mut Draft<'_>, turn: &TurnId) -> Result<(), Refusal> {
    let Some(run) = draft.state.runs.get(turn).cloned() else { return Ok(()) };
    let Phase::Queued { opening, .. } = run.phase.clone() else { return Ok(()) };
    // A child stands on what its caller stands on.
    let environment = match run.environment.leash {
        Some(_) => run.environment.clone(),
        None => frozen(draft, &opening)?,
    };
    admit(draft, Run { phase: Phase::Ready, environment, ..run }, opening);
    Ok(())
}

/// Waiting messages stay where they are: the Turn before them did not end by itself.
pub(super) fn hold(draft: &mut Draft<'_>) {
    if !draft.state.queue.is_empty() && mode(draft) == QueueMode::Flowing {
        draft.add(Fact::QueueModeSet { mode: QueueMode::Held });
    }
}

/// Commits the Run to its next model call, which reads every steer that was admitted before.
pub(super) fn plan_call(draft: &mut Draft<'_>, turn: &TurnId, offer: ToolOffer) {
    plan_call_under(draft, turn, offer, Pressure::Measured);
}

pub(super) fn plan_call_under(draft: &mut Draft<'_>, turn: &TurnId, offer: ToolOffer, pressure: Pressure) {
    read_all(draft, turn);
    match draft.state.runs.get(turn).and_then(reached) {
        None => {}
        Some(Reached::Budget) => {
            return end_early(draft, turn, Fact::BudgetSpent { turn: turn.clone() });
        }
        Some(Reached::Other(limit)) => {
            return end_early(draft, turn, Fact::TurnPaused { turn: turn.clone(), limit });
        }
    }
    tell_news(draft, turn);
    let offer = delegate::offer(draft, turn, offer);
    let turn = turn.clone();
    match room::make(draft, &turn, offer, pressure) {
        Some(Room::Enough(measure, prefix)) => {
            let reply = NodeId(draft.ctx.ids.fresh("n"));
            let call = ModelCall { reply, attempt: Attempt(1), offer };
            draft.add(Fact::ModelCallPlanned { turn, call, measure, prefix });
        }
        Some(Room::Behind(compaction)) => draft.add(Fact::CompactionPlanned { turn, compaction }),
        Some(Room::Full(measure)) => {
            let relief = room::relief(draft, &turn, offer);
            let last = Fact::ContextFilled { turn: turn.clone(), occupancy: measure.occupancy, relief };
            end_early(draft, &turn, last);
        }
        None => {}
    }
}

/// Only for words of the person: those of a model would let it choose what counts as theirs.
pub(super) fn bring_in(draft: &mut Draft<'_>, text: &str) {
    for origin in brought_in(&draft.state, text) {
        draft.add(Fact::OriginBroughtIn { origin });
    }
}

/// Admits a Turn at the leaf.
pub(super) fn admit(draft: &mut Draft<'_>, run: Run, opening: Opening) {
    let turn = run.id.clone();
    let environment = run.environment.clone();
    draft.add(Fact::TurnAdmitted { run });
    entitle(draft, &opening.text);
    if let Some(origin) = opening.tab.as_ref().and_then(|tab| Origin::parse(&tab.url)) {
        draft.add(Fact::OriginBroughtIn { origin: origin.to_string() });
    }
    if environment.leash.is_none() {
        bring_in(draft, &opening.text);
    }
    let notes = notes::frozen(&draft.state, draft.ctx.world, &opening.text);
    draft.append(&turn, NodeBody::TurnContext { environment, notes });
    let Opening { text, tab, attachments, .. } = opening;
    draft.append(&turn, NodeBody::UserMessage { text, tab, attachments, delivery: Delivery::Opening });
    plan_call(draft, &turn, ToolOffer::Offered);
}

/// A first line at once; a better title may follow beside the Turn.
fn entitle(draft: &mut Draft<'_>, text: &str) {
    let is_nameless = draft.state.thread.as_ref().is_some_and(|thread| thread.title == Title::None);
    let line = one_line(text);
    if !is_nameless || line.is_empty() {
        return;
    }
    draft.add(Fact::ThreadRenamed { title: Title::FirstLine { text: line } });
    if draft.ctx.world.settings.titles == Titles::Model {
        draft.add(Fact::TitlingChanged { titling: Titling::Wanted, usage: None });
    }
}

pub(super) fn mode(draft: &Draft<'_>) -> QueueMode {
    draft.state.thread.as_ref().map_or(QueueMode::Flowing, |thread| thread.queue)
}

pub(super) fn frozen(draft: &Draft<'_>, opening: &Opening) -> Result<Environment, Refusal> {
    footing::freeze(draft.ctx.world, opening.tab.as_ref(), &opening.overrides)
}

fn last_place(draft: &Draft<'_>) -> Option<u32> {
    match &draft.state.runs.get(draft.state.queue.last()?)?.phase {
        Phase::Queued { place, .. } => Some(*place),
        _ => None,
    }
}

pub(super) fn new_run(draft: &Draft<'_>, id: TurnId, environment: Environment, phase: Phase) -> Run {
    // Rows are put in order by this time; two messages of one millisecond must not change places when they are loaded.
    let newest = draft.state.runs.values().map(|run| run.created_at).max();
    let created_at = newest.map_or(draft.ctx.now, |newest| draft.ctx.now.max(Timestamp(newest.0 + 1)));
    Run {
        id,
        thread: draft.state.id.clone(),
        phase,
        environment,
        counters: Counters::default(),
        granted: Used::default(),
        measure: None,
        refresh: None,
        waiting: Vec::new(),
        journal: Seq(0),
        created_at,
        updated_at: draft.ctx.now,
    }
}
