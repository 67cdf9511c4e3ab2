//! The calls that are under way: the one at hand and those beside it. Which is which matters to nobody but `apply`.

use fairlead_protocol::ids::{EffectId, NodeId};
use fairlead_protocol::run::{Dispatch, InFlight, Phase, Run};

/// In the order of the calls.
pub fn in_flight(phase: &Phase) -> impl Iterator<Item = (&NodeId, &Dispatch)> {
    let (at_hand, beside): (_, &[InFlight]) = match phase {
        Phase::ExecutingTool { batch, dispatch, beside } => {
            (batch.call().map(|call| (call, dispatch)), beside.as_slice())
        }
        Phase::Queued { .. }
        | Phase::Ready
        | Phase::StreamingModel { .. }
        | Phase::Compacting { .. }
        | Phase::WaitingApproval { .. }
        | Phase::WaitingInteraction { .. }
        | Phase::WaitingKeys { .. }
        | Phase::Completed { .. }
        | Phase::Failed { .. }
        | Phase::Interrupted
        | Phase::PausedBudget { .. }
        | Phase::PausedLimit { .. }
        | Phase::PausedContext { .. }
        | Phase::PausedTakeover { .. }
        | Phase::PausedUncertain { .. } => (None, &[]),
    };
    at_hand.into_iter().chain(beside.iter().map(|one| (&one.call, &one.dispatch)))
}

pub fn dispatch_of<'a>(phase: &'a Phase, call: &NodeId) -> Option<&'a Dispatch> {
    in_flight(phase).find(|(out, _)| *out == call).map(|(_, dispatch)| dispatch)
}

/// The calls with the effects whose outcomes are awaited.
pub(crate) fn awaited(run: &Run) -> impl Iterator<Item = (EffectId, NodeId)> {
    in_flight(&run.phase).map(|(call, dispatch)| (effect(call, dispatch), call.clone()))
}

/// A retry that the person asked for begins at attempt 1 again, and is another dispatch all the same.
pub(crate) fn effect(call: &NodeId, dispatch: &Dispatch) -> EffectId {
    EffectId(format!("tool:{call}:{}:{}", dispatch.at, dispatch.attempt))
}

/// Another call goes out beside the one at hand.
pub(crate) fn join(phase: &mut Phase, call: &NodeId, dispatch: &Dispatch) {
    if let Phase::ExecutingTool { beside, .. } = phase {
        beside.push(InFlight { call: call.clone(), dispatch: dispatch.clone() });
    }
}

/// A call has its result: if others are still out, the first of them is at hand now.
pub(crate) fn came_back(phase: &mut Phase, call: &NodeId) {
    let Phase::ExecutingTool { batch, dispatch, beside } = phase else { return };
    if batch.call() != Some(call) {
        beside.retain(|out| out.call != *call);
        return;
    }
    if beside.is_empty() {
        return;
    }
    let next = beside.remove(0);
    if let Some(at) = (0..).zip(&batch.calls).find_map(|(at, call)| (*call == next.call).then_some(at)) {
        batch.at = at;
        *dispatch = next.dispatch;
    }
}
