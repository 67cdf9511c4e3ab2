//! A new Thread that carries a path along: the same messages under new ids, so that the conversation goes on in both.

use crate::abridge;
use crate::input::Ids;
use crate::ordered::OrderedMap;
use crate::state::{ThreadRows, ThreadState};
use fairlead_protocol::attachment::{Attachment, AttachmentLink, Kept};
use fairlead_protocol::context::Carry;
use fairlead_protocol::evidence::Proof;
use fairlead_protocol::ids::{AttachmentId, NodeId, Revision, Seq, ThreadId, Timestamp, TurnId};
use fairlead_protocol::node::{Node, NodeBody};
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::thread::{Activity, QueueMode, Thread, ThreadStats, Title, Titling};

/// Old id -> new id.
type Renamed = OrderedMap<NodeId, NodeId>;

pub struct Forked {
    pub thread: Thread,
    pub nodes: Vec<Node>,
    pub attachments: Vec<Copied>,
}

/// The content is the same; the row is the new Thread's own, so that either can be deleted.
pub struct Copied {
    pub from: AttachmentId,
    pub to: Attachment,
}

pub fn fork(
    state: &ThreadState,
    at_node: &NodeId,
    into: &ThreadId,
    carry: Carry,
    now: Timestamp,
    ids: &Ids,
) -> Result<Forked, Refusal> {
    let source = state.thread.as_ref().ok_or_else(|| {
        Refusal::new(RefusalCode::UnknownThread, "this conversation does not exist").at("thread")
    })?;
    let at = state.node(at_node).ok_or_else(|| {
        let message = "this message is not part of the conversation";
        Refusal::new(RefusalCode::UnknownNode, message).at("at_node")
    })?;
    if state.live_run().is_some_and(|run| run.id == at.turn) {
        let message = "this task still runs: stop it or let it end first";
        return Err(Refusal::new(RefusalCode::Busy, message).at("at_node"));
    }
    let path = whole(state, at_node);
    let renamed: Renamed = path.iter().map(|node| (node.id.clone(), NodeId(ids.fresh("n")))).collect();
    // Its Turns are its own: what is written of them later is not written of the Runs over there.
    let mut turns: OrderedMap<TurnId, TurnId> = OrderedMap::new();
    for node in &path {
        if !turns.contains_key(&node.turn) {
            turns.insert(node.turn.clone(), TurnId(ids.fresh("r")));
        }
    }
    let mut attachments: Vec<Copied> = Vec::new();
    let mut nodes = Vec::new();
    let mut parent = None;
    for (seq, node) in (1..).zip(&path) {
        let id = renamed.get(&node.id).cloned().unwrap_or_else(|| node.id.clone());
        let mut body = node.body.clone();
        rename(&mut body, &renamed, |link| {
            let Some(held) = state.attachments.get(&link.id) else { return };
            if held.kept == Kept::Whole {
                let known = attachments.iter().find(|copied| copied.from == link.id);
                let id = known.map_or_else(|| AttachmentId(ids.fresh("f")), |copied| copied.to.id.clone());
                if known.is_none() {
                    let to =
                        Attachment { id: id.clone(), thread: into.clone(), created_at: now, ..held.clone() };
                    attachments.push(Copied { from: link.id.clone(), to });
                }
                link.id = id;
            }
        });
        nodes.push(Node {
            id: id.clone(),
            thread: into.clone(),
            turn: turns.get(&node.turn).cloned().unwrap_or_else(|| node.turn.clone()),
            parent,
            seq: Seq(seq),
            at: node.at,
            body,
        });
        parent = Some(id);
    }
    let thread = Thread {
        id: into.clone(),
        title: match &source.title {
            Title::None => Title::None,
            title => Title::FirstLine { text: title.text().to_owned() },
        },
        leaf: parent,
        seq: nodes.last().map_or(Seq(0), |node| node.seq),
        revision: Revision(1),
        stats: ThreadStats { turns: told(&nodes), ..ThreadStats::default() },
        user_origins: source.user_origins.clone(),
        touched_origins: source.touched_origins.clone(),
        // What was allowed was allowed there.
        grants: Vec::new(),
        gauges: source.gauges.clone(),
        parent: Some(state.id.clone()),
        delegated: None,
        pinned: false,
        archived: false,
        titling: Titling::Settled,
        queue: QueueMode::Flowing,
        activity: Activity::Idle,
        created_at: now,
        updated_at: now,
    };
    let mut forked = Forked { thread, nodes, attachments };
    match carry {
        Carry::Whole => {}
        Carry::Abridged => {
            for cut in abridge::OF_A_COPY {
                if let Some(body) = cut(&forked.state()) {
                    forked.append(NodeId(ids.fresh("n")), now, body);
                }
            }
        }
    }
    Ok(forked)
}

impl Forked {
    /// As a worker would read it.
    fn state(&self) -> ThreadState {
        ThreadState::load(ThreadRows {
            thread: self.thread.clone(),
            nodes: self.nodes.clone(),
            runs: Vec::new(),
            steers: Vec::new(),
            approvals: Vec::new(),
            interactions: Vec::new(),
            attachments: self.attachments.iter().map(|copied| copied.to.clone()).collect(),
        })
    }

    fn append(&mut self, id: NodeId, at: Timestamp, body: NodeBody) {
        let Some(last) = self.nodes.last() else { return };
        let (thread, turn, parent) = (last.thread.clone(), last.turn.clone(), Some(last.id.clone()));
        let seq = last.seq.next();
        self.nodes.push(Node { id: id.clone(), thread, turn, parent, seq, at, body });
        (self.thread.leaf, self.thread.seq) = (Some(id), seq);
    }
}

/// Turns that were not erased. What they cost was spent over there.
fn told(nodes: &[Node]) -> u32 {
    let begun = nodes.iter().filter(|node| matches!(node.body, NodeBody::TurnContext { .. }));
    u32::try_from(begun.count()).unwrap_or(u32::MAX)
}

/// The path to the node, and whatever belongs to it behind: a reply without the results of its calls is no history.
fn whole<'a>(state: &'a ThreadState, at: &NodeId) -> Vec<&'a Node> {
    let mut path = state.path_to(Some(at));
    let leaf = crate::tree::deepest(state, at);
    let turn = path.last().map(|node| node.turn.clone());
    for node in state.path_to(Some(&leaf)).into_iter().skip(path.len()) {
        let belongs = match node.body {
            NodeBody::ToolCall { .. }
            | NodeBody::ToolResult { .. }
            | NodeBody::ApprovalDecision { .. }
            | NodeBody::InteractionResponse { .. }
            | NodeBody::CompletionRejected { .. } => Some(&node.turn) == turn.as_ref(),
            NodeBody::TurnContext { .. }
            | NodeBody::UserMessage { .. }
            | NodeBody::AssistantMessage { .. }
            | NodeBody::ContextNote { .. }
            | NodeBody::ContextMasked { .. }
            | NodeBody::ContextCompacted { .. }
            | NodeBody::Tombstone
            | NodeBody::SystemNotice { .. } => false,
        };
        if !belongs {
            break;
        }
        path.push(node);
    }
    path
}

/// What names another node or an attachment names its copy.
fn rename(body: &mut NodeBody, renamed: &Renamed, mut attach: impl FnMut(&mut AttachmentLink)) {
    let anew = |id: &mut NodeId| {
        if let Some(new) = renamed.get(id) {
            *id = new.clone();
        }
    };
    match body {
        NodeBody::UserMessage { attachments, .. } => attachments.iter_mut().for_each(&mut attach),
        NodeBody::ToolCall { reply, .. } | NodeBody::CompletionRejected { reply, .. } => anew(reply),
        NodeBody::ToolResult { call, pictures, .. } => {
            anew(call);
            pictures.iter_mut().for_each(&mut attach);
        }
        NodeBody::ApprovalDecision { call, .. } | NodeBody::InteractionResponse { call, .. } => anew(call),
        NodeBody::AssistantMessage { evidence, pictures, .. } => {
            pictures.iter_mut().for_each(&mut attach);
            for proof in
                evidence.iter_mut().flat_map(|evidence| &mut evidence.claims).flat_map(|claim| &mut claim.by)
            {
                match proof {
                    Proof::Step { call: id }
                    | Proof::Attached { message: id }
                    | Proof::Earlier { message: id } => {
                        anew(id);
                    }
                    Proof::Request => {}
                }
            }
        }
        NodeBody::ContextMasked { results } => results.iter_mut().for_each(anew),
        NodeBody::ContextCompacted { until, kept, summary } => {
            anew(until);
            kept.iter_mut().for_each(anew);
            summary.facts.iter_mut().filter_map(|fact| fact.node.as_mut()).for_each(anew);
        }
        NodeBody::TurnContext { .. }
        | NodeBody::ContextNote { .. }
        | NodeBody::Tombstone
        | NodeBody::SystemNotice { .. } => {}
    }
}
