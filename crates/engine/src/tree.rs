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

/// From a node down, always to the newest child under which something still stands. Bounded by the number of nodes.
pub fn deepest(state: &ThreadState, from: &NodeId) -> NodeId {
    let living = living(state);
    let mut newest: Vec<Option<&Node>> = vec![None; state.nodes.len()];
    for node in state.nodes.iter().zip(&living).filter_map(|(node, lives)| lives.then_some(node)) {
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

/// Whether a branch can be shown from this node: it reaches the root, and not all of it from here on was erased.
pub fn is_branch(state: &ThreadState, node: &NodeId) -> bool {
    let lives = state.nodes.place(node).and_then(|place| living(state).get(place).copied());
    lives == Some(true) && reaches_root(state, Some(node))
}

/// Where the path ends when the Turn that ended it was erased: below it, if something follows all the same; or else at the newest
/// Turn beside it; or else above it.
pub fn end_without(state: &ThreadState, first: &NodeId) -> Option<NodeId> {
    if is_branch(state, first) {
        return Some(deepest(state, first));
    }
    let node = state.node(first)?;
    let above = standing_above(state, node);
    let mut begun = state.nodes.iter().rev().filter(|node| matches!(node.body, NodeBody::TurnContext { .. }));
    match begun.find(|beside| standing_above(state, beside) == above && is_branch(state, &beside.id)) {
        Some(beside) => Some(deepest(state, &beside.id)),
        None => above.and_then(|place| state.nodes.at(place)).map(|node| node.id.clone()),
    }
}

/// Every place of the path where more than one Turn stands. A Turn that was erased is none, and what followed it stands in its
/// place.
pub fn forks(state: &ThreadState) -> Vec<Fork> {
    let mut places: OrderedMap<Option<usize>, Vec<&Node>> = OrderedMap::new();
    for node in state.nodes.iter() {
        // One whose parent is lost stands nowhere.
        let hangs = node.parent.is_none() || parent_place(state, node).is_some();
        if hangs && matches!(node.body, NodeBody::TurnContext { .. }) {
            let above = standing_above(state, node);
            match places.get_mut(&above) {
                Some(siblings) => siblings.push(node),
                None => places.insert(above, vec![node]),
            }
        }
    }
    let chosen = state.path();
    chosen
        .into_iter()
        .filter(|node| matches!(node.body, NodeBody::TurnContext { .. }))
        .filter_map(|node| {
            let siblings = places.get(&standing_above(state, node)).filter(|siblings| siblings.len() > 1)?;
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

/// By place, whether something stands there or below. From new to old, so that children have been seen before their parent.
fn living(state: &ThreadState) -> Vec<bool> {
    let mut living: Vec<bool> = state.nodes.iter().map(|node| node.body != NodeBody::Tombstone).collect();
    for (place, node) in state.nodes.iter().enumerate().rev() {
        if living.get(place) == Some(&true)
            && let Some(parent) = parent_place(state, node).and_then(|parent| living.get_mut(parent))
        {
            *parent = true;
        }
    }
    living
}

/// The nearest node above that was not erased: children of a tombstone read as those of the node above it.
fn standing_above(state: &ThreadState, node: &Node) -> Option<usize> {
    let mut above = parent_place(state, node);
    for _ in 0..state.nodes.len() {
        match above.and_then(|place| state.nodes.at(place)) {
            Some(node) if node.body == NodeBody::Tombstone => above = parent_place(state, node),
            Some(_) | None => break,
        }
    }
    above
}

fn parent_place(state: &ThreadState, node: &Node) -> Option<usize> {
    state.nodes.place(node.parent.as_ref()?)
}

fn reaches_root(state: &ThreadState, leaf: Option<&NodeId>) -> bool {
    state.path_to(leaf).first().is_some_and(|first| first.parent.is_none())
}
