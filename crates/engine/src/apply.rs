//! `apply`: the one place where a fact changes the state. Total: a fact about something that is not there changes nothing.

use crate::decide::FIRST;
use crate::delegation::leash::opens_tabs;
use crate::delegation::{exposure, only_waits};
use crate::fact::{ArgumentsSeen, Fact, SummaryEnding, Tally};
use crate::flight;
use crate::footing;
use crate::gauge;
use crate::phase::{asking, is_at_work, may_follow};
use crate::state::{ThreadState, queued};
use crate::task_model;
use fairlead_protocol::attachment::Kept;
use fairlead_protocol::context::CountedBy;
use fairlead_protocol::conversation::Usage;
use fairlead_protocol::ids::{NodeId, Timestamp, TurnId};
use fairlead_protocol::interaction::Wait;
use fairlead_protocol::node::Node;
use fairlead_protocol::pause::Asking;
use fairlead_protocol::run::{Answerer, CallBatch, Counters, Phase, Run, RunState};
use fairlead_protocol::thread::{Activity, QueueMode, Title, Titling};

/// Changes the state by what happened at `at`.
pub fn apply(state: &mut ThreadState, fact: &Fact, at: Timestamp) {
    let active_ms = active(state, fact, at);
    change(state, fact);
    if let Some(run) = fact.turn().and_then(|turn| state.runs.get_mut(turn)) {
        run.counters.active_ms += active_ms;
    }
    journal(state, fact, at);
}

/// How long the Run had been at work when this happened. What lies between two lives of the worker was no work.
fn active(state: &ThreadState, fact: &Fact, at: Timestamp) -> u64 {
    let run = fact.turn().and_then(|turn| state.runs.get(turn));
    match (run, fact) {
        (None, _) | (Some(_), Fact::TurnTakenUp { .. }) => 0,
        // Whoever works for it counts the time, and it is added to this at their end.
        (Some(run), _) if is_at_work(run.phase.state()) && !only_waits(state) => {
            u64::try_from(at.0 - run.updated_at.0).unwrap_or_default()
        }
        (Some(_), _) => 0,
    }
}

fn change(state: &mut ThreadState, fact: &Fact) {
    match fact {
        Fact::ThreadCreated { thread } => state.thread = Some(thread.clone()),
        Fact::ThreadRenamed { title } => {
            if let Some(thread) = &mut state.thread {
                thread.title = title.clone();
                // What the person wrote is not written over, whatever is still under way.
                if let Title::Person { .. } = title {
                    thread.titling = Titling::Settled;
                }
            }
        }
        Fact::TitlingChanged { titling, usage } => {
            if let Some(thread) = &mut state.thread {
                thread.titling = *titling;
                let usage = usage.unwrap_or_default();
                thread.stats.input_tokens += usage.input + usage.cache_read + usage.cache_write;
                thread.stats.output_tokens += usage.output;
            }
        }
        Fact::ThreadPinned { pinned } => {
            if let Some(thread) = &mut state.thread {
                thread.pinned = *pinned;
            }
        }
        Fact::ThreadArchived { archived } => {
            if let Some(thread) = &mut state.thread {
                thread.archived = *archived;
            }
        }
        Fact::ThreadDeleted => *state = ThreadState::absent(state.id.clone()),
        Fact::AttachmentKept { attachment, .. } => {
            state.attachments.insert(attachment.id.clone(), attachment.clone());
        }
        Fact::AttachmentEvicted { attachment } => {
            if let Some(held) = state.attachments.get_mut(&attachment.id) {
                held.kept = Kept::Evicted;
            }
        }
        Fact::AttachmentRemoved { attachment } => {
            state.attachments.remove(attachment);
        }
        Fact::BranchSelected { leaf } | Fact::BranchRepaired { leaf } => move_leaf(state, leaf.clone()),
        Fact::QueueModeSet { mode } => {
            if let Some(thread) = &mut state.thread {
                thread.queue = *mode;
            }
        }
        Fact::TurnQueued { run } => {
            state.runs.insert(run.id.clone(), run.clone());
            state.queue = queued(&state.runs);
        }
        Fact::QueuedTurnChanged { turn, text } => {
            if let Some(Phase::Queued { opening, .. }) = state.runs.get_mut(turn).map(|run| &mut run.phase) {
                opening.text = text.clone();
            }
        }
        Fact::QueuedTurnMoved { turn, to } => reorder(state, turn, *to),
        Fact::QueuedTurnRemoved { turn } => {
            state.runs.remove(turn);
            state.queue = queued(&state.runs);
        }
        Fact::SteerAdmitted { steer } => state.steers.push(steer.clone()),
        Fact::SteerRead { steer, .. } => state.steers.retain(|pending| pending.id != *steer),
        Fact::TurnErased { turn } => {
            let erased: Vec<NodeId> = state.turn_nodes(turn).map(|node| node.id.clone()).collect();
            for node in erased {
                state.nodes.erase(&node);
            }
        }
        Fact::TurnAdmitted { run } => admit(state, run),
        Fact::TurnResumed { turn, window } => {
            if let Some(run) = step(state, turn, Phase::Ready) {
                if let Some(window) = window {
                    footing::rewindow(&mut run.environment, *window);
                }
                run.counters.tool_failures_in_row = 0;
                run.counters.broken_arguments_in_row = 0;
                run.counters.summary_failures_in_row = 0;
                run.counters.resumptions = 0;
                run.granted = run.counters.used();
            }
        }
        Fact::PauseLeft { turn } => {
            if let Some(asking) = state.runs.get_mut(turn).and_then(|run| asking(&mut run.phase)) {
                *asking = Asking::Left;
            }
        }
        Fact::NodeAppended { node } => append(state, node),
        Fact::ModelCallPlanned { turn, call, measure, .. } => {
            if let Some(run) = step(state, turn, Phase::StreamingModel { call: call.clone() }) {
                run.measure = Some(measure.clone());
            }
        }
        Fact::ModelCallRestarted { turn, attempt } => {
            if let Some(run) = state.runs.get_mut(turn) {
                if let Phase::StreamingModel { call } = &mut run.phase {
                    call.attempt = *attempt;
                }
                run.counters.resumptions += 1;
            }
        }
        Fact::ReplyRecorded { turn, usage, arguments, .. } => {
            counted(state, turn, *usage);
            spend(state, turn, *usage, Answerer::Own);
            if let Some(run) = state.runs.get_mut(turn) {
                let counters = &mut run.counters;
                counters.model_calls += 1;
                counters.resumptions = 0;
                match arguments {
                    ArgumentsSeen::Broken => counters.broken_arguments_in_row += 1,
                    ArgumentsSeen::Readable => counters.broken_arguments_in_row = 0,
                    ArgumentsSeen::None => {}
                }
            }
        }
        Fact::RequestRefused { turn } => {
            step(state, turn, Phase::Ready);
        }
        Fact::CompactionPlanned { turn, compaction } => {
            step(state, turn, Phase::Compacting { compaction: compaction.clone() });
        }
        Fact::CompactionRestarted { turn, attempt } => {
            if let Some(run) = state.runs.get_mut(turn) {
                if let Phase::Compacting { compaction } = &mut run.phase {
                    compaction.attempt = *attempt;
                }
                run.counters.resumptions += 1;
            }
        }
        Fact::CompactionEnded { turn, ending, usage, by } => {
            spend(state, turn, *usage, *by);
            if let Some(run) = step(state, turn, Phase::Ready) {
                run.counters.resumptions = 0;
                match ending {
                    SummaryEnding::Made => run.counters.summary_failures_in_row = 0,
                    SummaryEnding::Failed => run.counters.summary_failures_in_row += 1,
                }
            }
        }
        Fact::KeysFoundLocked { turn, offer } => {
            step(state, turn, Phase::WaitingKeys { offer: *offer });
        }
        Fact::KeysUnlocked { turn } => {
            step(state, turn, Phase::Ready);
        }
        Fact::ContextFilled { turn, occupancy, relief } => {
            let (occupancy, relief, asking) = (*occupancy, *relief, Asking::Asks);
            step(state, turn, Phase::PausedContext { occupancy, relief, asking });
        }
        // The batch has no phase of its own: its first call is judged, dispatched or answered in the same commit.
        Fact::CallsProposed { .. } | Fact::BatchLimited { .. } | Fact::CallJudged { .. } => {}
        Fact::ApprovalAsked { turn, batch, approval } => {
            state.approvals.insert(approval.id.clone(), approval.clone());
            let phase = Phase::WaitingApproval { batch: batch.clone(), approval: approval.id.clone() };
            step(state, turn, phase);
        }
        Fact::ApprovalAnswered { approval, .. } | Fact::ApprovalClosed { approval, .. } => {
            state.approvals.remove(approval);
        }
        Fact::InteractionAsked { turn, batch, interaction } => {
            state.interactions.insert(interaction.id.clone(), interaction.clone());
            let phase =
                Phase::WaitingInteraction { batch: batch.clone(), interaction: interaction.id.clone() };
            step(state, turn, phase);
        }
        Fact::InteractionAnswered { interaction, .. }
        | Fact::InteractionElapsed { interaction, .. }
        | Fact::InteractionMet { interaction, .. }
        | Fact::InteractionClosed { interaction, .. } => {
            state.interactions.remove(interaction);
        }
        Fact::WatchBegan { interaction, print, .. } => {
            if let Some(Wait::Watch { watch }) =
                state.interactions.get_mut(interaction).map(|open| &mut open.wait)
            {
                watch.print = Some(print.clone());
            }
        }
        Fact::GrantGiven { grant } => {
            if let Some(thread) = &mut state.thread {
                thread.grants.retain(|held| held.tool != grant.tool || held.origin != grant.origin);
                thread.grants.push(grant.clone());
            }
        }
        Fact::GrantsDropped { origins } => {
            if let Some(thread) = &mut state.thread {
                thread.grants.retain(|held| !origins.contains(&held.origin));
            }
        }
        // Rules hold for all Threads; they live beside this state.
        Fact::RuleSaved { .. } => {}
        Fact::OriginBroughtIn { origin } => {
            if let Some(thread) = &mut state.thread {
                remember(&mut thread.user_origins, origin);
            }
        }
        Fact::OriginTouched { origin } => {
            if let Some(thread) = &mut state.thread {
                remember(&mut thread.touched_origins, origin);
            }
        }
        Fact::ToolDispatched { turn, call, batch, dispatch } => {
            let is_at_hand = batch.call() == Some(call);
            if is_at_hand {
                let (batch, dispatch) = (batch.clone(), dispatch.clone());
                step(state, turn, Phase::ExecutingTool { batch, dispatch, beside: Vec::new() });
            } else if let Some(run) = state.runs.get_mut(turn) {
                flight::join(&mut run.phase, call, dispatch);
            }
            if let Some(run) = state.runs.get_mut(turn) {
                // However many calls a crash has cut, it is one restart.
                if dispatch.attempt == FIRST {
                    run.counters.tool_calls += 1;
                } else if is_at_hand {
                    run.counters.resumptions += 1;
                }
            }
        }
        Fact::ToolFinished { turn, call, tally, tab } => {
            let opens = opens_tabs(state, call);
            if let Some(run) = state.runs.get_mut(turn) {
                flight::came_back(&mut run.phase, call);
                run.counters.resumptions = 0;
                run.waiting.retain(|waiting| waiting != call);
                match tally {
                    Tally::Success => run.counters.tool_failures_in_row = 0,
                    Tally::Failure => run.counters.tool_failures_in_row += 1,
                    Tally::Neutral => {}
                }
                if let (Some(tab), Some(own)) = (tab, &mut run.environment.tab)
                    && tab.id == own.id
                {
                    *own = tab.clone();
                }
                // A child has no tab until it opens one.
                if run.environment.leash.is_some() && opens && tab.is_some() {
                    run.environment.tab = tab.clone();
                }
            }
        }
        // Its rows are those of another Thread.
        Fact::DelegateBegun { .. } => {}
        Fact::DelegateMoved { turn, call, activity } => {
            if let Some(run) = state.runs.get_mut(turn) {
                run.waiting.retain(|waiting| waiting != call);
                if *activity == Activity::Waiting {
                    run.waiting.push(call.clone());
                }
            }
        }
        Fact::DelegateCounted { turn, spent, met, .. } => {
            count(state, turn, *spent);
            if let Some(thread) = &mut state.thread {
                exposure::take_over(thread, met);
            }
        }
        Fact::OutcomeLost { turn, batch, .. } => {
            step(state, turn, Phase::PausedUncertain { batch: batch.clone() });
        }
        Fact::UncertaintyResolved { .. } => {}
        // A note of our own is a call like any other, and is counted like one.
        Fact::PlanUpdated { turn, .. }
        | Fact::MemoryKept { turn, .. }
        | Fact::MemoryRecalled { turn, .. }
        | Fact::MemoryForgotten { turn, .. } => {
            if let Some(run) = state.runs.get_mut(turn) {
                run.counters.tool_calls += 1;
            }
        }
        Fact::RefreshAsked { turn, refresh } => {
            if let Some(run) = state.runs.get_mut(turn) {
                run.refresh = Some(refresh.clone());
            }
        }
        Fact::ContextRefreshed { turn } => {
            if let Some(run) = state.runs.get_mut(turn) {
                run.refresh = None;
            }
        }
        Fact::BatchEnded { turn } => {
            step(state, turn, Phase::Ready);
        }
        // The person's word is a new chance, as it is when they continue a Turn.
        Fact::AnswerOvertaken { turn } => {
            if let Some(run) = step(state, turn, Phase::Ready) {
                run.counters.tool_failures_in_row = 0;
            }
        }
        Fact::CompletionRejected { turn, .. } => {
            step(state, turn, Phase::Ready);
        }
        // Its end follows in the same commit.
        Fact::CompletionUnverified { .. } => {}
        // Only the clock is set: see `active`.
        Fact::TurnTakenUp { .. } => {}
        Fact::BudgetSpent { turn } => {
            step(state, turn, Phase::PausedBudget { asking: Asking::Asks });
        }
        Fact::TurnPaused { turn, limit } => {
            step(state, turn, Phase::PausedLimit { limit: *limit, asking: Asking::Asks });
        }
        Fact::PersonTookOver { turn, how } => {
            step(state, turn, Phase::PausedTakeover { how: *how, asking: Asking::Asks });
        }
        Fact::TurnCompleted { turn, stop } => {
            step(state, turn, Phase::Completed { stop: *stop });
        }
        Fact::TurnFailed { turn, error } => {
            step(state, turn, Phase::Failed { error: error.clone() });
        }
        Fact::TurnInterrupted { turn } => {
            step(state, turn, Phase::Interrupted);
        }
    }
}

/// What a call of the model cost its Run and its Thread.
fn spend(state: &mut ThreadState, turn: &TurnId, usage: Option<Usage>, by: Answerer) {
    let usage = usage.unwrap_or_default();
    if let Some(run) = state.runs.get_mut(turn) {
        run.counters.spend(&usage, task_model::prices_of(&run.environment, by));
    }
    if let Some(thread) = &mut state.thread {
        thread.stats.input_tokens += usage.input + usage.cache_read + usage.cache_write;
        thread.stats.output_tokens += usage.output;
    }
}

/// The newest request as its provider counted it.
fn counted(state: &mut ThreadState, turn: &TurnId, usage: Option<Usage>) {
    let Some(run) = state.runs.get_mut(turn) else { return };
    let (Some(measure), Some(usage)) = (&mut run.measure, usage) else { return };
    let Some(counted) = gauge::counted(usage, measure.raw) else { return };
    measure.occupancy.used = counted;
    measure.occupancy.by = CountedBy::Provider;
    if let Some(thread) = &mut state.thread {
        gauge::learn(&mut thread.gauges, &run.environment, measure.raw, counted);
    }
}

/// Counts the fact into its Run's journal; its row has the number that stands here afterwards.
fn journal(state: &mut ThreadState, fact: &Fact, at: Timestamp) {
    if let Some(turn) = fact.turn() {
        if let Some(run) = state.runs.get_mut(turn) {
            run.journal = run.journal.next();
            run.updated_at = at;
        }
        if let Some(thread) = &mut state.thread {
            thread.updated_at = thread.updated_at.max(at);
        }
    }
    let activity = match state.live_run().map(|run| run.phase.state()) {
        Some(_) if state.live_run().is_some_and(|run| !run.waiting.is_empty()) => Activity::Waiting,
        None => Activity::Idle,
        Some(
            RunState::WaitingApproval
            | RunState::WaitingInteraction
            | RunState::WaitingKeys
            | RunState::PausedUncertain,
        ) => Activity::Waiting,
        Some(_) => Activity::Running,
    };
    if let Some(thread) = &mut state.thread {
        thread.activity = activity;
        // Nothing waits, so nothing is held; the next message must not meet an old hold.
        if state.queue.is_empty() {
            thread.queue = QueueMode::Flowing;
        }
    }
}

/// Used by a child, and counted as the Turn's own: no limit is escaped by giving work away.
fn count(state: &mut ThreadState, turn: &TurnId, spent: Counters) {
    let Some(run) = state.runs.get_mut(turn) else { return };
    let counters = &mut run.counters;
    counters.tool_calls += spent.tool_calls;
    counters.input_tokens += spent.input_tokens;
    counters.output_tokens += spent.output_tokens;
    counters.cache_read_tokens += spent.cache_read_tokens;
    counters.cache_write_tokens += spent.cache_write_tokens;
    counters.active_ms += spent.active_ms;
    counters.cost_micros += spent.cost_micros;
    if let Some(thread) = &mut state.thread {
        thread.stats.input_tokens += spent.input_tokens + spent.cache_read_tokens + spent.cache_write_tokens;
        thread.stats.output_tokens += spent.output_tokens;
    }
}

fn admit(state: &mut ThreadState, run: &Run) {
    let journal = state.runs.get(&run.id).map_or(run.journal, |queued| queued.journal);
    state.runs.insert(run.id.clone(), Run { journal, ..run.clone() });
    state.queue = queued(&state.runs);
    state.current = Some(run.id.clone());
    if let Some(thread) = &mut state.thread {
        thread.stats.turns += 1;
    }
}

fn append(state: &mut ThreadState, node: &Node) {
    if let Some(thread) = &mut state.thread {
        thread.seq = node.seq;
        thread.leaf = Some(node.id.clone());
    }
    state.current = Some(node.turn.clone());
    state.nodes.push(node.clone());
}

/// The Turn that is shown last goes with the leaf.
fn move_leaf(state: &mut ThreadState, leaf: Option<NodeId>) {
    if let Some(thread) = &mut state.thread {
        thread.leaf = leaf;
    }
    state.current = state.turn_at_leaf();
}

/// Waiting Turns are numbered anew, from 0.
fn reorder(state: &mut ThreadState, turn: &TurnId, to: u32) {
    let mut order = state.queue.clone();
    order.retain(|waiting| waiting != turn);
    order.insert(order.len().min(to as usize), turn.clone());
    for (number, waiting) in (0..).zip(&order) {
        if let Some(Phase::Queued { place, .. }) = state.runs.get_mut(waiting).map(|run| &mut run.phase) {
            *place = number;
        }
    }
    state.queue = order;
}

/// Moves a Run to its next phase. The table is asserted where assertions are on: a wrong step is a bug of `decide`.
fn step<'a>(state: &'a mut ThreadState, turn: &TurnId, to: Phase) -> Option<&'a mut Run> {
    let run = state.runs.get_mut(turn)?;
    let (from, next) = (run.phase.state(), to.state());
    debug_assert!(may_follow(from, next), "{from:?} -> {next:?} is not in the table");
    run.phase = to;
    Some(run)
}

pub(crate) fn remember(list: &mut Vec<String>, origin: &str) {
    if !list.iter().any(|held| held == origin) {
        list.push(origin.to_owned());
    }
}

/// The batch behind the one at hand.
#[must_use]
pub(crate) fn advanced(batch: &CallBatch) -> CallBatch {
    CallBatch { at: batch.at + 1, ..batch.clone() }
}
