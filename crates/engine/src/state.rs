//! One Thread as the engine sees it: rows in memory, and a few indexes that `apply` keeps.

use fairlead_protocol::approval::{Approval, ApprovalStatus};
use fairlead_protocol::ids::{ApprovalId, NodeId, ThreadId, TurnId};
use fairlead_protocol::node::{Node, NodeBody};
use fairlead_protocol::run::{Run, RunState};
use fairlead_protocol::thread::Thread;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Cheap to clone: nodes are shared, and they are most of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ThreadState {
    pub id: ThreadId,
    /// Absent before it is created and after it is deleted.
    pub thread: Option<Thread>,
    /// In order of `seq`.
    pub nodes: Rc<Vec<Rc<Node>>>,
    pub runs: BTreeMap<TurnId, Run>,
    /// The Turn that was admitted last.
    pub current: Option<TurnId>,
    /// Turns that wait, in order.
    pub queue: Vec<TurnId>,
    /// Open ones.
    pub approvals: BTreeMap<ApprovalId, Approval>,
    /// Provider call ids in use, so that none is used twice.
    pub call_ids: BTreeSet<String>,
    /// `tool_call` node -> its `tool_result` node's place in `nodes`.
    pub results: BTreeMap<NodeId, usize>,
    pub places: BTreeMap<NodeId, usize>,
}

impl ThreadState {
    pub fn absent(id: ThreadId) -> Self {
        Self {
            id,
            thread: None,
            nodes: Rc::default(),
            runs: BTreeMap::new(),
            current: None,
            queue: Vec::new(),
            approvals: BTreeMap::new(),
            call_ids: BTreeSet::new(),
            results: BTreeMap::new(),
            places: BTreeMap::new(),
        }
    }

    /// From the rows of the store, in any order.
    pub fn load(thread: Thread, mut nodes: Vec<Node>, mut runs: Vec<Run>, approvals: Vec<Approval>) -> Self {
        let mut state = Self::absent(thread.id.clone());
        nodes.sort_unstable_by_key(|node| node.seq);
        runs.sort_unstable_by(|a, b| (a.created_at, &a.id).cmp(&(b.created_at, &b.id)));
        state.thread = Some(thread);
        for node in nodes {
            state.index(node);
        }
        for run in runs {
            if run.phase.state() == RunState::Queued {
                state.queue.push(run.id.clone());
            } else if state.run().is_none_or(|current| {
                run.phase.state().is_live()
                    || (!current.phase.state().is_live() && current.updated_at <= run.updated_at)
            }) {
                state.current = Some(run.id.clone());
            }
            state.runs.insert(run.id.clone(), run);
        }
        for approval in approvals.into_iter().filter(|approval| approval.status == ApprovalStatus::Open) {
            state.approvals.insert(approval.id.clone(), approval);
        }
        state
    }

    pub(crate) fn index(&mut self, node: Node) {
        let place = self.nodes.len();
        match &node.body {
            NodeBody::ToolCall { call_id, .. } => {
                self.call_ids.insert(call_id.clone());
            }
            NodeBody::ToolResult { call, .. } => {
                self.results.insert(call.clone(), place);
            }
            NodeBody::TurnContext { .. }
            | NodeBody::UserMessage { .. }
            | NodeBody::AssistantMessage { .. }
            | NodeBody::ApprovalDecision { .. }
            | NodeBody::SystemNotice { .. } => {}
        }
        self.places.insert(node.id.clone(), place);
        Rc::make_mut(&mut self.nodes).push(Rc::new(node));
    }

    pub fn node(&self, id: &NodeId) -> Option<&Node> {
        self.places.get(id).and_then(|place| self.nodes.get(*place)).map(Rc::as_ref)
    }

    pub fn result_of(&self, call: &NodeId) -> Option<&Node> {
        self.results.get(call).and_then(|place| self.nodes.get(*place)).map(Rc::as_ref)
    }

    /// The Run that was admitted last, whatever became of it.
    pub fn run(&self) -> Option<&Run> {
        self.current.as_ref().and_then(|id| self.runs.get(id))
    }

    /// The Run that owns the Thread now.
    pub fn live_run(&self) -> Option<&Run> {
        self.run().filter(|run| run.phase.state().is_live())
    }

    /// Nodes of one Turn, oldest first.
    pub fn turn_nodes<'a>(&'a self, turn: &'a TurnId) -> impl DoubleEndedIterator<Item = &'a Node> {
        self.nodes.iter().map(Rc::as_ref).filter(move |node| node.turn == *turn)
    }

    /// Root to leaf. Bounded by the number of nodes, so that a damaged parent chain cannot hang anything.
    pub fn path(&self) -> Vec<&Node> {
        let mut path = Vec::new();
        let mut next = self.thread.as_ref().and_then(|thread| thread.leaf.as_ref());
        while let Some(node) = next.and_then(|id| self.node(id)) {
            if path.len() >= self.nodes.len() {
                break;
            }
            path.push(node);
            next = node.parent.as_ref();
        }
        path.reverse();
        path
    }
}
