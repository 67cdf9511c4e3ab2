//! The nodes of one Thread in the order of `seq`, and where each is found.
//!
//! Cheap to clone: list and index are shared until one copy changes. The index lags behind the list by a bounded tail, so that a
//! commit that appends a few nodes does not copy an index of thousands.

use crate::ordered::OrderedMap;
use fairlead_protocol::ids::NodeId;
use fairlead_protocol::node::{Node, NodeBody};
use std::rc::Rc;

/// Nodes that are looked for one by one before the index takes them up.
const TAIL: usize = 64;

#[derive(Clone, Debug, Default)]
pub struct Nodes {
    list: Rc<Vec<Rc<Node>>>,
    index: Rc<Index>,
}

#[derive(Clone, Debug, Default)]
struct Index {
    /// How many nodes from the beginning it knows.
    covered: usize,
    places: OrderedMap<String, usize>,
    /// `tool_call` node -> the place of its `tool_result` node.
    results: OrderedMap<String, usize>,
    /// A provider's call id -> the place of its call.
    call_ids: OrderedMap<String, usize>,
}

/// Two lists are equal if their nodes are; how far the index is tells nothing.
impl PartialEq for Nodes {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl Nodes {
    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Node> + ExactSizeIterator {
        self.list.iter().map(Rc::as_ref)
    }

    pub fn get(&self, id: &NodeId) -> Option<&Node> {
        self.at(self.place(id)?)
    }

    /// The result of a `tool_call` node.
    pub fn result_of(&self, call: &NodeId) -> Option<&Node> {
        let known = self.index.results.get(call.as_str()).copied();
        let place = known.or_else(|| {
            self.late(|body| matches!(body, NodeBody::ToolResult { call: of, .. } if of == call))
        })?;
        self.at(place)
    }

    /// Nodes behind this one.
    pub fn after(&self, id: &NodeId) -> impl Iterator<Item = &Node> {
        let from = self.place(id).map_or(self.list.len(), |place| place + 1);
        self.list.get(from..).unwrap_or_default().iter().map(Rc::as_ref)
    }

    /// A provider's call id that some call of the Thread has.
    pub fn has_call_id(&self, id: &str) -> bool {
        self.index.call_ids.contains_key(id)
            || self.late(|body| matches!(body, NodeBody::ToolCall { call_id, .. } if call_id == id)).is_some()
    }

    pub(crate) fn push(&mut self, node: Node) {
        Rc::make_mut(&mut self.list).push(Rc::new(node));
        if self.list.len() > self.index.covered + TAIL {
            self.cover();
        }
    }

    /// Leaves nothing of a node but its place. The index forgets it too: it must say what one built from rows would say.
    pub(crate) fn erase(&mut self, id: &NodeId) {
        let Some(place) = self.place(id) else { return };
        let Some(node) = Rc::make_mut(&mut self.list).get_mut(place) else { return };
        let body = std::mem::replace(&mut Rc::make_mut(node).body, NodeBody::Tombstone);
        Rc::make_mut(&mut self.index).forget(place, &body);
    }

    pub(crate) fn at(&self, place: usize) -> Option<&Node> {
        self.list.get(place).map(Rc::as_ref)
    }

    /// Where it stands in the order of `seq`, from 0.
    pub(crate) fn place(&self, id: &NodeId) -> Option<usize> {
        self.index.places.get(id.as_str()).copied().or_else(|| {
            let tail = self.list.get(self.index.covered..)?;
            tail.iter().rposition(|node| node.id == *id).map(|at| self.index.covered + at)
        })
    }

    fn late(&self, is_meant: impl Fn(&NodeBody) -> bool) -> Option<usize> {
        let tail = self.list.get(self.index.covered..)?;
        tail.iter().rposition(|node| is_meant(&node.body)).map(|at| self.index.covered + at)
    }

    fn cover(&mut self) {
        let index = Rc::make_mut(&mut self.index);
        for (place, node) in self.list.iter().enumerate().skip(index.covered) {
            index.places.insert(node.id.0.clone(), place);
            if let Some((table, key)) = index.names(&node.body) {
                table.insert(key.to_owned(), place);
            }
        }
        index.covered = self.list.len();
    }
}

impl Index {
    fn forget(&mut self, place: usize, body: &NodeBody) {
        if let Some((table, key)) = self.names(body)
            && table.get(key) == Some(&place)
        {
            table.remove(key);
        }
    }

    /// What a node is found by besides its id.
    fn names<'a>(&mut self, body: &'a NodeBody) -> Option<(&mut OrderedMap<String, usize>, &'a str)> {
        match body {
            NodeBody::ToolCall { call_id, .. } => Some((&mut self.call_ids, call_id)),
            NodeBody::ToolResult { call, .. } => Some((&mut self.results, call.as_str())),
            NodeBody::TurnContext { .. }
            | NodeBody::UserMessage { .. }
            | NodeBody::AssistantMessage { .. }
            | NodeBody::ApprovalDecision { .. }
            | NodeBody::InteractionResponse { .. }
            | NodeBody::CompletionRejected { .. }
            | NodeBody::ContextNote { .. }
            | NodeBody::ContextMasked { .. }
            | NodeBody::ContextCompacted { .. }
            | NodeBody::Tombstone
            | NodeBody::SystemNotice { .. } => None,
        }
    }
}

impl FromIterator<Node> for Nodes {
    fn from_iter<T: IntoIterator<Item = Node>>(nodes: T) -> Self {
        let list = nodes.into_iter().map(Rc::new).collect();
        let mut all = Self { list: Rc::new(list), index: Rc::default() };
        all.cover();
        all
    }
}
