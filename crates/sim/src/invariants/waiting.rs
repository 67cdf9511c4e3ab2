//! Something is due exactly while something runs, and at rest nobody but the person is waited for.

use super::ledger::Ledger;
use fairlead_engine::flight::in_flight;
use fairlead_engine::watch::Glance;
use fairlead_engine::{Effect, ThreadState, due};
use fairlead_protocol::ids::{TabId, Timestamp};
use fairlead_protocol::interaction::Wait;
use fairlead_protocol::run::RunState;
use fairlead_protocol::thread::QueueMode;
use fairlead_store::Table;
use serde_json::Value;
use std::collections::BTreeMap;

/// Behind each commit.
pub(super) fn while_running(state: &ThreadState) -> Option<String> {
    // A title is looked for beside whatever the Thread does, and nothing waits for it.
    let is_due = due(state).values().any(|effect| *effect != Effect::FindTitle);
    let phase = state.live_run().map(|run| run.phase.state());
    let is_running = phase.is_some_and(|phase| !is_for_the_person(phase)) || sleeps(state);
    let wakes =
        due(state).values().any(|effect| matches!(effect, Effect::Wake { .. } | Effect::Watch { .. }));
    (is_due != is_running || wakes != sleeps(state)).then(|| format!("{:?} are due in {phase:?}", due(state)))
}

pub(super) fn at_rest(state: &ThreadState) -> Vec<String> {
    let mut problems = Vec::new();
    // A child that waits for the person is looked at as what it is, a Thread.
    let waits_for_children = state.live_run().is_some_and(|run| {
        !run.waiting.is_empty() && in_flight(&run.phase).all(|(call, _)| run.waiting.contains(call))
    });
    let running: Vec<_> = due(state).into_keys().collect();
    if !running.is_empty() && !waits_for_children {
        problems.push(format!("{running:?} are due and nothing happens"));
    }
    if let Some(phase) = state.live_run().map(|run| run.phase.state())
        && !is_for_the_person(phase)
        && !waits_for_children
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
        Effect::Wake { at } => (set.get(id.as_str()) != Some(at)).then_some((id, *at)),
        // When it looks next is its own affair, as long as it does before the time is over.
        Effect::Watch { watch } => {
            set.get(id.as_str()).is_none_or(|at| *at > watch.until).then_some((id, watch.until))
        }
        Effect::CallModel { .. } | Effect::RunTool { .. } | Effect::FindTitle | Effect::Summarise { .. } => {
            None
        }
    });
    sleeping.map(|(id, at)| format!("{id} sleeps until {at:?} and {set:?} are the alarms")).collect()
}

/// A look at a page that is waited for: such a wait is stored, and its tab is where it was when the wait began.
pub(super) fn unasked(ledger: &Ledger, glance: &Glance) -> Option<String> {
    // One that ended a moment ago counts: its last look may be on the way.
    let is_stored = ledger.watched.contains(&(glance.tab.0.into(), glance.binding.origin.clone()));
    (!is_stored).then(|| format!("a page of {} was looked at and no wait says so", glance.binding.origin))
}

/// While a person has a page nothing is asked of it.
pub(super) fn with_person(ledger: &Ledger, tab: TabId, who: &str) -> Option<String> {
    open_steps(ledger)
        .any(|wait| wait.pointer("/tab/id").and_then(Value::as_i64) == Some(i64::from(tab.0)))
        .then(|| format!("{who} went to tab {tab} while the person had it"))
}

fn open_steps(ledger: &Ledger) -> impl Iterator<Item = &Value> {
    let open = ledger.rows.iter().filter(|(key, row)| {
        key.table() == Table::Interactions
            && row.pointer("/status/status").and_then(Value::as_str) == Some("open")
    });
    open.filter_map(|(_, row)| row.get("wait"))
        .filter(|wait| wait.get("type").and_then(Value::as_str) == Some("action"))
}

/// It waits for a time or a page, and both come without the person.
fn sleeps(state: &ThreadState) -> bool {
    state
        .interactions
        .values()
        .any(|interaction| matches!(interaction.wait, Wait::Until { .. } | Wait::Watch { .. }))
}

/// Whether a live Run in this state goes on only by a word of the person.
fn is_for_the_person(phase: RunState) -> bool {
    match phase {
        RunState::WaitingApproval
        | RunState::WaitingInteraction
        | RunState::WaitingKeys
        | RunState::PausedUncertain => true,
        RunState::Queued
        | RunState::Ready
        | RunState::StreamingModel
        | RunState::Compacting
        | RunState::ExecutingTool
        | RunState::Completed
        | RunState::Failed
        | RunState::Interrupted
        | RunState::PausedBudget
        | RunState::PausedLimit
        | RunState::PausedContext
        | RunState::PausedTakeover => false,
    }
}
