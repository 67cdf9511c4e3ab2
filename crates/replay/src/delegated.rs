//! A delegated Turn as it stood before it began: what its caller wrote of it, which is in no file of its own.

use fairlead_engine::Fact;
use fairlead_protocol::delegation::{Delegation, Leash};
use fairlead_protocol::ids::{NodeId, ThreadId, TurnId};
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::run::{Environment, Opening, Overrides, Phase, Run};
use fairlead_protocol::thread::{Thread, Title};

/// Whose it is decides nothing in it.
pub(crate) fn mark(thread: &mut Thread) {
    let (turn, call) = (TurnId::new("replay"), NodeId::new("replay"));
    thread.delegated = Some(Delegation { thread: ThreadId::new("replay"), turn, call });
    thread.title = Title::FirstLine { text: "replay".to_owned() };
}

/// Of the facts by which the same words would have begun a Turn of the person.
pub(crate) fn queued(fact: &Fact, all: &[Fact], leash: &Leash) -> Option<Fact> {
    let Fact::TurnAdmitted { run } = fact else { return None };
    let text = all.iter().find_map(|fact| match fact {
        Fact::NodeAppended { node } => match &node.body {
            NodeBody::UserMessage { text, .. } => Some(text.clone()),
            _ => None,
        },
        _ => None,
    })?;
    let opening = Opening { text, tab: None, attachments: Vec::new(), overrides: Overrides::default() };
    let environment = Environment { tab: None, leash: Some(leash.clone()), ..run.environment.clone() };
    Some(Fact::TurnQueued {
        run: Run { phase: Phase::Queued { opening, place: 0 }, environment, ..run.clone() },
    })
}
