//! The order in which a model is told of results: that of its calls. They are stored as they come, and calls that run side by side
//! come back in any order.

use crate::fault::{Fault, active};
use crate::state::ThreadState;
use fairlead_protocol::ids::{NodeId, Seq};
use fairlead_protocol::node::{Node, NodeBody};

/// The path from root to leaf, on which results of one reply have changed places among each other.
pub(crate) fn path(state: &ThreadState) -> Vec<&Node> {
    let mut path = state.path();
    if active(Fault::ResultsByArrival) {
        return path;
    }
    // Where the results so far stand, and which calls they belong to: of a reply that is read, they are in order.
    let mut results: Vec<(usize, (&NodeId, Seq))> = Vec::new();
    for at in 0..path.len() {
        let Some(call) = path.get(at).and_then(|node| call_of(state, node)) else { continue };
        results.push((at, call));
        let mut upto = results.len();
        while let Some([.., (above, before), (below, after)]) = results.get_mut(..upto) {
            if before.0 != after.0 || before.1 < after.1 {
                break;
            }
            path.swap(*above, *below);
            std::mem::swap(before, after);
            upto -= 1;
        }
    }
    path
}

/// The reply whose call a node answers, and where that call stands.
fn call_of<'a>(state: &'a ThreadState, node: &Node) -> Option<(&'a NodeId, Seq)> {
    let NodeBody::ToolResult { call, .. } = &node.body else { return None };
    let call = state.node(call)?;
    let NodeBody::ToolCall { reply, .. } = &call.body else { return None };
    Some((reply, call.seq))
}
