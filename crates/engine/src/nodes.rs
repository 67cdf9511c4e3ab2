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

    /// Puts another body at a node's place.
    pub(crate) fn rewrite(&mut self, id: &NodeId, body: NodeBody) {
        if let Some(node) = self.place(id).and_then(|place| Rc::make_mut(&mut self.list).get_mut(place)) {
            Rc::make_mut(node).body = body;
        }
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
            match &node.body {
                NodeBody::ToolCall { call_id, .. } => {
                    index.call_ids.insert(call_id.clone(), place);
                }
                NodeBody::ToolResult { call, .. } => {
                    index.results.insert(call.0.clone(), place);
                }
                NodeBody::TurnContext { .. }
                | NodeBody::UserMessage { .. }
                | NodeBody::AssistantMessage { .. }
                | NodeBody::ApprovalDecision { .. }
                | NodeBody::InteractionResponse { .. }
                | NodeBody::Tombstone
                | NodeBody::SystemNotice { .. } => {}
            }
        }
        index.covered = self.list.len();
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
