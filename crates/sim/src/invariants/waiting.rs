//! Something is due exactly while something runs, and at rest nobody but the person is waited for.

use fairlead_engine::{Effect, ThreadState, due};
use fairlead_protocol::ids::Timestamp;
use fairlead_protocol::interaction::Wait;
use fairlead_protocol::run::RunState;
use fairlead_protocol::thread::QueueMode;
use std::collections::BTreeMap;

/// Behind each commit.
pub(super) fn while_running(state: &ThreadState) -> Option<String> {
    // A title is looked for beside whatever the Thread does, and nothing waits for it.
    let is_due = due(state).values().any(|effect| *effect != Effect::FindTitle);
    let phase = state.live_run().map(|run| run.phase.state());
    let is_running = phase.is_some_and(|phase| !is_for_the_person(phase)) || sleeps(state);
    let wakes = due(state).values().any(|effect| matches!(effect, Effect::Wake { .. }));
    (is_due != is_running || wakes != sleeps(state)).then(|| format!("{:?} are due in {phase:?}", due(state)))
}

pub(super) fn at_rest(state: &ThreadState) -> Vec<String> {
    let mut problems = Vec::new();
    let running: Vec<_> = due(state).into_keys().collect();
    if !running.is_empty() {
        problems.push(format!("{running:?} are due and nothing happens"));
    }
    if let Some(phase) = state.live_run().map(|run| run.phase.state())
        && !is_for_the_person(phase)
    {
        problems.push(format!("nothing happens in {phase:?}"));
    }
    let is_held = state.thread.as_ref().is_some_and(|thread| thread.queue == QueueMode::Held);
    if !state.queue.is_empty() && !is_held && state.live_run().is_none() {
        problems.push(format!("{:?} wait for nothing", state.queue));
    }
    problems
}

/// Whoever sleeps is woken, should the engine be stopped meanwhile.
pub(super) fn without_alarm(state: &ThreadState, set: &BTreeMap<String, Timestamp>) -> Vec<String> {
    let due = due(state);
    let sleeping = due.iter().filter_map(|(id, effect)| match effect {
        Effect::Wake { at } => Some((id, *at)),
        Effect::CallModel { .. } | Effect::RunTool { .. } | Effect::FindTitle => None,
    });
    sleeping
        .filter(|(id, at)| set.get(id.as_str()) != Some(at))
        .map(|(id, at)| format!("{id} sleeps until {at:?} and {set:?} are the alarms"))
        .collect()
}

/// It waits for a time, and the clock goes on without the person.
fn sleeps(state: &ThreadState) -> bool {
    state.interactions.values().any(|interaction| matches!(interaction.wait, Wait::Until { .. }))
}

/// Whether a live Run in this state goes on only by a word of the person.
fn is_for_the_person(phase: RunState) -> bool {
    match phase {
        RunState::WaitingApproval | RunState::WaitingInteraction | RunState::PausedUncertain => true,
        RunState::Queued
        | RunState::Ready
        | RunState::StreamingModel
        | RunState::ExecutingTool
        | RunState::Completed
        | RunState::Failed
        | RunState::Interrupted
        | RunState::PausedBudget
        | RunState::PausedLimit
        | RunState::PausedContext => false,
    }
}
