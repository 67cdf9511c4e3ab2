//! Who made a reply. Some of what a model thinks comes signed or sealed: it goes back to whoever made it, and nobody else can read it
//! or should have it.

use crate::state::newest_ground;
use fairlead_protocol::connection::Wire;
use fairlead_protocol::conversation::Message;
use fairlead_protocol::ids::ConnectionId;
use fairlead_protocol::node::{Node, NodeBody};
use fairlead_protocol::run::Environment;

/// A model behind an endpoint, under one account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Maker<'a> {
    connection: &'a ConnectionId,
    model: &'a str,
    /// Absent in the oldest records.
    endpoint: Option<(Wire, &'a str)>,
}

impl<'a> Maker<'a> {
    pub(super) fn of(environment: &'a Environment) -> Self {
        let endpoint = environment.footing.as_ref().map(|footing| (footing.wire, footing.base_url.as_str()));
        Self { connection: &environment.connection, model: &environment.model, endpoint }
    }
}

/// Who is asked next: whoever the path's last Turn is of.
pub(super) struct Reader<'a> {
    maker: Option<Maker<'a>>,
    /// Where the path was last found to begin with state that is lost.
    severed: Option<usize>,
}

impl<'a> Reader<'a> {
    pub(super) fn of(path: &[&'a Node]) -> Self {
        let maker = newest_ground(path).map(|(environment, _)| Maker::of(environment));
        let is_severed = |node: &&Node| matches!(node.body, NodeBody::AssistantMessage { severed: true, .. });
        Self { maker, severed: path.iter().rposition(is_severed) }
    }

    /// What of a message at this place, which `maker` had a hand in, can be read.
    pub(super) fn readable(&self, mut message: Message, maker: Option<Maker<'_>>, place: usize) -> Message {
        if maker != self.maker || self.severed.is_some_and(|severed| place < severed) {
            message.forget_state();
        }
        message
    }
}
