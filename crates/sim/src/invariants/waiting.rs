//! Something is due exactly while something runs, and at rest nobody but the person is waited for.

use fairlead_engine::{ThreadState, due};
use fairlead_protocol::run::RunState;

/// Behind each commit.
pub(super) fn while_running(state: &ThreadState) -> Option<String> {
    let is_due = !due(state).is_empty();
    let phase = state.live_run().map(|run| run.phase.state());
    let is_running = phase.is_some_and(|phase| !is_for_the_person(phase));
    (is_due != is_running).then(|| format!("{:?} are due in {phase:?}", due(state).into_keys()))
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
    if !state.queue.is_empty() && state.run().is_none_or(|run| run.phase.state() == RunState::Completed) {
        problems.push(format!("{:?} wait for nothing", state.queue));
    }
    problems
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
