//! Delegation: a call that another Thread carries out, its child. Which child a call has follows from the call alone, so that no
//! call ever has two; the child's rows are written in the commit that sends the call out, so that none is begun without it; and
//! a child that nobody awaits any more is stopped, by the same rule while the engine runs and when it starts.
//!
//! What a child may do is in `leash`, how one is begun and what its end says in `child`, what both know of each other's reading in
//! `exposure`.

mod child;
pub(crate) mod exposure;
pub(crate) mod leash;

pub use child::{Report, report};
pub(crate) use child::{begin, grants_writes};

use crate::fact::Fact;
use crate::fault::{Fault, active};
use crate::flight::in_flight;
use crate::state::ThreadState;
use fairlead_protocol::ids::{NodeId, ThreadId, TurnId};
use fairlead_protocol::node::{Node, NodeBody, ResultOutcome};
use fairlead_protocol::tool::ToolErrorCode;

pub(crate) const TOOL: &str = "delegate";

/// The Thread that carries a call out. Ids of nodes are unique among all Threads.
pub fn child_of(call: &NodeId) -> ThreadId {
    ThreadId(format!("child-{call}"))
}

pub fn is_delegate(state: &ThreadState, call: &NodeId) -> bool {
    state.node(call).is_some_and(delegates)
}

fn delegates(node: &Node) -> bool {
    matches!(&node.body, NodeBody::ToolCall { tool, .. } if tool == TOOL)
}

/// Calls that are out and wait for their children.
pub fn awaited(state: &ThreadState) -> impl Iterator<Item = &NodeId> {
    let out = state.live_run().into_iter().flat_map(|run| in_flight(&run.phase));
    out.map(|(call, _)| call).filter(|call| is_delegate(state, call))
}

/// Nothing is out but calls that wait for their children: whoever is at work counts their own time.
pub(crate) fn only_waits(state: &ThreadState) -> bool {
    let out = state.live_run().map_or(0, |run| in_flight(&run.phase).count());
    out > 0 && awaited(state).count() == out
}

/// Whether the Thread that a child was begun for still waits for it. `None`: that Thread is gone.
pub fn is_awaited(patron: Option<&ThreadState>, call: &NodeId) -> bool {
    active(Fault::ChildForgotten)
        || patron.is_some_and(|patron| awaited(patron).any(|awaited| awaited == call))
}

/// Its Run is not over. What is over never begins again: nobody may continue a child.
pub fn has_work(child: &ThreadState) -> bool {
    child.live_run().is_some() || !child.queue.is_empty()
}

/// Whether tabs that a child has opened stay open. `None`: it is gone with its Thread.
pub fn keeps_tabs(child: Option<&ThreadState>) -> bool {
    if active(Fault::TabsLeftOpen) {
        return true;
    }
    child.is_some_and(has_work) && !active(Fault::TabsClosedAtWork)
}

/// Children that were awaited before these facts, and are not any more although they have not reported.
pub fn let_go(before: &ThreadState, facts: &[Fact], after: &ThreadState) -> Vec<ThreadId> {
    if active(Fault::ChildForgotten) {
        return Vec::new();
    }
    let has_reported = |call: &NodeId| {
        facts.iter().any(|fact| matches!(fact, Fact::DelegateCounted { call: of, .. } if of == call))
    };
    let gone =
        awaited(before).filter(|call| !awaited(after).any(|still| still == *call) && !has_reported(call));
    gone.map(child_of).collect()
}

/// All children that a Turn ever had, or all Turns: they go with it.
pub fn children(state: &ThreadState, turn: Option<&TurnId>) -> Vec<ThreadId> {
    if active(Fault::ChildLeftBehind) {
        return Vec::new();
    }
    let of = state.nodes.iter().filter(|node| turn.is_none_or(|turn| node.turn == *turn) && delegates(node));
    of.map(|node| child_of(&node.id)).collect()
}

/// The child whose steps belong below the call, once there is one. Calls that were refused have none.
pub(crate) fn shown(state: &ThreadState, call: &Node) -> Option<ThreadId> {
    if !delegates(call) {
        return None;
    }
    let was_begun = match state.result_of(&call.id).map(|result| &result.body) {
        Some(NodeBody::ToolResult { outcome: ResultOutcome::Failed { failure }, .. }) => matches!(
            failure.code,
            ToolErrorCode::DelegateFailed | ToolErrorCode::Interrupted | ToolErrorCode::OutcomeUnknown
        ),
        Some(_) => true,
        None => awaited(state).any(|awaited| *awaited == call.id),
    };
    was_begun.then(|| child_of(&call.id))
}
