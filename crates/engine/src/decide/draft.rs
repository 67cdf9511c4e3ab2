//! Facts under construction: each is applied to a scratch state at once, so that the next is decided on what the last one made.

use crate::apply::apply;
use crate::fact::Fact;
use crate::fault::{Fault, active};
use crate::input::Ctx;
use crate::state::ThreadState;
use fairlead_protocol::ids::{NodeId, Seq, TurnId};
use fairlead_protocol::node::{Node, NodeBody};

pub(super) struct Draft<'a> {
    pub(super) state: ThreadState,
    pub(super) ctx: &'a Ctx<'a>,
    facts: Vec<Fact>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(state: &ThreadState, ctx: &'a Ctx<'a>) -> Self {
        Self { state: state.clone(), ctx, facts: Vec::new() }
    }

    pub(super) fn add(&mut self, fact: Fact) {
        apply(&mut self.state, &fact, self.ctx.now);
        self.facts.push(fact);
    }

    /// Appends a node at the leaf.
    pub(super) fn append(&mut self, turn: &TurnId, body: NodeBody) -> NodeId {
        let id = NodeId(self.ctx.ids.fresh("n"));
        self.append_as(id.clone(), turn, body);
        id
    }

    pub(super) fn append_as(&mut self, id: NodeId, turn: &TurnId, body: NodeBody) {
        let (parent, seq) =
            self.state.thread.as_ref().map_or((None, Seq(0)), |thread| (thread.leaf.clone(), thread.seq));
        let seq = if active(Fault::SeqSkipped) { seq.next() } else { seq };
        let node = Node {
            id,
            thread: self.state.id.clone(),
            turn: turn.clone(),
            parent,
            seq: seq.next(),
            at: self.ctx.now,
            body,
        };
        self.add(Fact::NodeAppended { node });
    }

    pub(super) fn facts(&self) -> &[Fact] {
        &self.facts
    }

    pub(super) fn into_facts(self) -> Vec<Fact> {
        self.facts
    }
}
