//! The tree that a Thread is: which Turns stand beside each other, where a branch ends, and what to do about a leaf that hangs
//! in the air. Nothing here changes anything.

use crate::ordered::OrderedMap;
use crate::state::ThreadState;
use fairlead_protocol::ids::{NodeId, TurnId};
use fairlead_protocol::item::Fork;
use fairlead_protocol::node::{Node, NodeBody};

/// The first node of a Turn: others of its parent are other Turns at the same place.
pub fn first_of(state: &ThreadState, turn: &TurnId) -> Option<NodeId> {
    let node = state.nodes.iter().find(|node| node.turn == *turn)?;
    Some(node.id.clone())
}

/// From a node down, always to the newest child. Bounded by the number of nodes.
pub fn deepest(state: &ThreadState, from: &NodeId) -> NodeId {
    let mut newest: Vec<Option<&Node>> = vec![None; state.nodes.len()];
    for node in state.nodes.iter() {
        // In the order of `seq`: a later child takes an earlier one's place.
        if let Some(child) = parent_place(state, node).and_then(|place| newest.get_mut(place)) {
            *child = Some(node);
        }
    }
    let mut leaf = from;
    for _ in 0..newest.len() {
        match state.nodes.place(leaf).and_then(|place| newest.get(place).copied().flatten()) {
            Some(child) => leaf = &child.id,
            None => break,
        }
    }
    leaf.clone()
}

/// The newest Turn at the same place as a node that begins one.
pub fn newest_beside(state: &ThreadState, first: &NodeId) -> Option<NodeId> {
    let parent = &state.node(first)?.parent;
    let beside = state.nodes.iter().rev().find(|node| {
        node.parent == *parent && node.id != *first && matches!(node.body, NodeBody::TurnContext { .. })
    })?;
    Some(beside.id.clone())
}

/// Every place of the path where more than one Turn stands. A Turn that was erased whole is none.
pub fn forks(state: &ThreadState) -> Vec<Fork> {
    let mut places: OrderedMap<Option<usize>, Vec<&Node>> = OrderedMap::new();
    for node in state.nodes.iter() {
        if let NodeBody::TurnContext { .. } = node.body {
            let parent = parent_place(state, node);
            match places.get_mut(&parent) {
                Some(siblings) => siblings.push(node),
                None => places.insert(parent, vec![node]),
            }
        }
    }
    let chosen = state.path();
    chosen
        .into_iter()
        .filter_map(|node| {
            let siblings = places.get(&parent_place(state, node)).filter(|siblings| siblings.len() > 1)?;
            let at = siblings.iter().position(|sibling| sibling.id == node.id)?;
            Some(Fork {
                turn: node.turn.clone(),
                siblings: siblings.iter().map(|sibling| sibling.id.clone()).collect(),
                at: u32::try_from(at).unwrap_or(u32::MAX),
            })
        })
        .collect()
}

/// `None`: the leaf reaches the root, or there is nothing to reach. Otherwise the newest node that does, if one does.
pub fn repaired_leaf(state: &ThreadState) -> Option<Option<NodeId>> {
    let leaf = state.leaf();
    if leaf.is_none() || reaches_root(state, leaf) {
        return None;
    }
    // From old to new: whatever hangs on something that reaches the root reaches it too.
    let mut reaching: Vec<bool> = Vec::with_capacity(state.nodes.len());
    let mut newest = None;
    for node in state.nodes.iter() {
        let reaches = node.parent.is_none()
            || parent_place(state, node).and_then(|place| reaching.get(place)) == Some(&true);
        reaching.push(reaches);
        if reaches {
            newest = Some(node.id.clone());
        }
    }
    Some(newest)
}

fn parent_place(state: &ThreadState, node: &Node) -> Option<usize> {
    state.nodes.place(node.parent.as_ref()?)
}

fn reaches_root(state: &ThreadState, leaf: Option<&NodeId>) -> bool {
    state.path_to(leaf).first().is_some_and(|first| first.parent.is_none())
}
