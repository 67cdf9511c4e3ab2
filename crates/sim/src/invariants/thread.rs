//! The rows of one Thread agree with each other.

use fairlead_engine::ThreadState;
use fairlead_protocol::ids::{NodeId, TurnId};
use fairlead_protocol::node::{Delivery, NodeBody};
use fairlead_protocol::run::Phase;
use fairlead_tools::Company;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn problems(state: &ThreadState) -> Vec<String> {
    let mut problems = Vec::new();
    let live: Vec<&TurnId> =
        state.runs.values().filter(|run| run.phase.state().is_live()).map(|run| &run.id).collect();
    if live.len() > 1 {
        problems.push(format!("{live:?} own the Thread at once"));
    }
    let stands = || state.nodes.iter().any(|node| node.body != NodeBody::Tombstone);
    if state.path().first().is_some_and(|root| root.parent.is_some())
        || state.path().is_empty() && (state.leaf().is_some() || stands())
    {
        problems.push("the leaf does not lead to a root".to_owned());
    }
    let asked = match state.live_run().map(|run| &run.phase) {
        Some(Phase::WaitingApproval { approval, .. }) => Some(approval),
        _ => None,
    };
    if state.approvals.keys().collect::<Vec<_>>() != asked.into_iter().collect::<Vec<_>>() {
        problems.push(format!("{:?} are open while {asked:?} is waited for", state.approvals));
    }
    let waited = match state.live_run().map(|run| &run.phase) {
        Some(Phase::WaitingInteraction { interaction, .. }) => Some(interaction),
        _ => None,
    };
    if state.interactions.keys().collect::<Vec<_>>() != waited.into_iter().collect::<Vec<_>>() {
        problems.push(format!("{:?} are open while {waited:?} is waited for", state.interactions));
    }
    let stray = state.steers.iter().find(|steer| !live.contains(&&steer.run));
    problems.extend(stray.map(|steer| format!("{} waits for {}, which is over", steer.id, steer.run)));
    problems.extend(results(state, &live));
    problems.extend(openings(state));
    problems
}

/// A Turn begins with one message.
fn openings(state: &ThreadState) -> Option<String> {
    let mut seen = BTreeSet::new();
    let twice = state.nodes.iter().find(|node| {
        let opens = matches!(&node.body, NodeBody::UserMessage { delivery: Delivery::Opening, .. });
        opens && !seen.insert(&node.turn)
    })?;
    Some(format!("{} was opened twice", twice.turn))
}

/// In the order of the calls but for those that ran side by side, and none is missing where a Turn is over.
fn results(state: &ThreadState, live: &[&TurnId]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut replies: BTreeMap<&NodeId, InOrder> = BTreeMap::new();
    for node in state.nodes.iter() {
        let NodeBody::ToolCall { reply, tool, .. } = &node.body else { continue };
        let result = state.result_of(&node.id).map(|node| node.seq.0);
        if result.is_none() && !live.contains(&&node.turn) {
            problems.push(format!("{} has no result and its Turn is over", node.id));
        }
        let beside = fairlead_tools::descriptor(tool).is_some_and(|tool| tool.company == Company::Beside);
        if !replies.entry(reply).or_default().takes(result, beside) {
            problems.push(format!("the result of {} stands before that of an earlier call", node.id));
        }
    }
    problems
}

/// The calls of one reply so far. What is not there yet comes behind everything.
#[derive(Default)]
struct InOrder {
    /// The newest result of the calls before the group.
    before: u64,
    /// The newest result, the group's too.
    newest: u64,
}

impl InOrder {
    fn takes(&mut self, result: Option<u64>, beside: bool) -> bool {
        let result = result.unwrap_or(u64::MAX);
        if !beside {
            self.before = self.newest;
        }
        let is_right = result > self.before || result == u64::MAX;
        self.newest = self.newest.max(result);
        if !beside {
            self.before = self.newest;
        }
        is_right
    }
}
