//! One Thread as the engine sees it: rows in memory, in the shape in which `decide` asks for them.

use crate::attached::links;
use crate::fault::{Fault, active};
use crate::nodes::Nodes;
use crate::ordered::OrderedMap;
use fairlead_protocol::approval::{Approval, ApprovalStatus};
use fairlead_protocol::attachment::Attachment;
use fairlead_protocol::delegation::Delegation;
use fairlead_protocol::ids::{ApprovalId, AttachmentId, InteractionId, NodeId, Seq, ThreadId, TurnId};
use fairlead_protocol::interaction::{Interaction, InteractionStatus};
use fairlead_protocol::memory::Notes;
use fairlead_protocol::node::{Node, NodeBody};
use fairlead_protocol::order::{order_by, order_by_key};
use fairlead_protocol::row::Steer;
use fairlead_protocol::run::{Environment, Phase, Run};
use fairlead_protocol::thread::Thread;

/// Cheap to clone: nodes are shared, and they are most of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ThreadState {
    pub id: ThreadId,
    /// Absent before it is created and after it is deleted.
    pub thread: Option<Thread>,
    pub nodes: Nodes,
    pub runs: OrderedMap<TurnId, Run>,
    /// The Turn that owns the Thread, or the one that the leaf belongs to.
    pub current: Option<TurnId>,
    /// Turns that wait, in order.
    pub queue: Vec<TurnId>,
    /// What joins the live Turn at its next model call, in the order of admission.
    pub steers: Vec<Steer>,
    /// Open ones.
    pub approvals: OrderedMap<ApprovalId, Approval>,
    /// Open ones.
    pub interactions: OrderedMap<InteractionId, Interaction>,
    pub attachments: OrderedMap<AttachmentId, Attachment>,
}

/// The rows of a Thread, each kind in any order.
#[derive(Clone, Debug)]
pub struct ThreadRows {
    pub thread: Thread,
    pub nodes: Vec<Node>,
    pub runs: Vec<Run>,
    pub steers: Vec<Steer>,
    pub approvals: Vec<Approval>,
    pub interactions: Vec<Interaction>,
    pub attachments: Vec<Attachment>,
}

impl ThreadState {
    pub fn absent(id: ThreadId) -> Self {
        Self {
            id,
            thread: None,
            nodes: Nodes::default(),
            runs: OrderedMap::new(),
            current: None,
            queue: Vec::new(),
            steers: Vec::new(),
            approvals: OrderedMap::new(),
            interactions: OrderedMap::new(),
            attachments: OrderedMap::new(),
        }
    }

    pub fn load(rows: ThreadRows) -> Self {
        let ThreadRows { mut thread, mut nodes, runs, mut steers, approvals, interactions, attachments } =
            rows;
        order_by_key(&mut nodes, |node| node.seq);
        // A Thread's row that fell behind its nodes must not hand out a number twice.
        thread.seq = thread.seq.max(nodes.last().map_or(Seq(0), |node| node.seq));
        order_by_key(&mut steers, |steer| steer.admission);
        let mut state = Self::absent(thread.id.clone());
        state.thread = Some(thread);
        state.nodes = nodes.into_iter().collect();
        state.runs.extend(runs.into_iter().map(|run| (run.id.clone(), run)));
        let open = approvals.into_iter().filter(|approval| approval.status == ApprovalStatus::Open);
        state.approvals.extend(open.map(|approval| (approval.id.clone(), approval)));
        let open = interactions.into_iter().filter(|one| one.status == InteractionStatus::Open);
        state.interactions.extend(open.map(|one| (one.id.clone(), one)));
        state.attachments.extend(attachments.into_iter().map(|one| (one.id.clone(), one)));
        state.steers = steers;
        state.queue = queued(&state.runs);
        if active(Fault::LineLostAtLoad) {
            order_by(&mut state.queue, |a, b| a > b);
        }
        let live = state.runs.values().find(|run| run.phase.state().is_live()).map(|run| run.id.clone());
        state.current = live.or_else(|| state.turn_at_leaf());
        state
    }

    pub fn node(&self, id: &NodeId) -> Option<&Node> {
        self.nodes.get(id)
    }

    pub fn leaf(&self) -> Option<&NodeId> {
        self.thread.as_ref()?.leaf.as_ref()
    }

    pub(crate) fn turn_at_leaf(&self) -> Option<TurnId> {
        Some(self.node(self.leaf()?)?.turn.clone())
    }

    pub fn result_of(&self, call: &NodeId) -> Option<&Node> {
        self.nodes.result_of(call)
    }

    /// The Run of the Turn that is shown last, whatever became of it.
    pub fn run(&self) -> Option<&Run> {
        self.current.as_ref().and_then(|id| self.runs.get(id))
    }

    /// The Run that owns the Thread now.
    pub fn live_run(&self) -> Option<&Run> {
        self.run().filter(|run| run.phase.state().is_live())
    }

    /// What a child was begun for; of any other Thread nothing.
    pub fn delegated(&self) -> Option<&Delegation> {
        self.thread.as_ref()?.delegated.as_ref()
    }

    /// Nodes of one Turn, oldest first.
    pub fn turn_nodes<'a>(&'a self, turn: &'a TurnId) -> impl DoubleEndedIterator<Item = &'a Node> {
        self.nodes.iter().filter(move |node| node.turn == *turn)
    }

    /// Root to leaf. Bounded by the number of nodes, so that a damaged parent chain cannot hang anything.
    pub fn path(&self) -> Vec<&Node> {
        self.path_to(self.leaf())
    }

    pub fn path_to(&self, node: Option<&NodeId>) -> Vec<&Node> {
        let mut path = Vec::new();
        let mut next = node.and_then(|id| self.node(id));
        while let Some(node) = next.filter(|_| path.len() < self.nodes.len()) {
            path.push(node);
            next = node.parent.as_ref().and_then(|id| self.node(id));
        }
        path.reverse();
        path
    }

    /// Whether something links to an attachment, nodes of `but` left aside.
    pub(crate) fn links_to(&self, attachment: &AttachmentId, but: Option<&TurnId>) -> bool {
        let in_nodes = self
            .nodes
            .iter()
            .filter(|node| Some(&node.turn) != but)
            .any(|node| links(&node.body).iter().any(|link| link.id == *attachment));
        in_nodes
            || self.steers.iter().any(|steer| steer.attachments.iter().any(|link| link.id == *attachment))
            || self.runs.values().any(|run| match &run.phase {
                Phase::Queued { opening, .. } => {
                    opening.attachments.iter().any(|link| link.id == *attachment)
                }
                _ => false,
            })
    }
}

/// Ids of waiting Turns in the order of their places.
pub(crate) fn queued(runs: &OrderedMap<TurnId, Run>) -> Vec<TurnId> {
    let mut waiting: Vec<(u32, &Run)> = runs
        .values()
        .filter_map(|run| match run.phase {
            Phase::Queued { place, .. } => Some((place, run)),
            _ => None,
        })
        .collect();
    order_by_key(&mut waiting, |(place, run)| (*place, run.created_at, &run.id));
    waiting.into_iter().map(|(_, run)| run.id.clone()).collect()
}

/// What the newest Turn of a path was begun with.
pub(crate) fn newest_ground<'a>(path: &[&'a Node]) -> Option<(&'a Environment, &'a Notes)> {
    path.iter().rev().find_map(|node| match &node.body {
        NodeBody::TurnContext { environment, notes } => Some((environment, notes)),
        _ => None,
    })
}
