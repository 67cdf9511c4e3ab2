//! Who made a reply. Some of what a model thinks comes signed or sealed: it goes back to whoever made it, and nobody else can read it
//! or should have it.

use crate::state::newest_ground;
use fairlead_protocol::connection::Wire;
use fairlead_protocol::conversation::Message;
use fairlead_protocol::ids::ConnectionId;
use fairlead_protocol::node::Node;
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

    /// Of the path's last Turn: who is asked next.
    pub(super) fn last(path: &[&'a Node]) -> Option<Self> {
        newest_ground(path).map(|(environment, _)| Self::of(environment))
    }
}

/// What `asked` may read of a message that `maker` had a hand in.
pub(super) fn readable(mut message: Message, maker: Option<Maker<'_>>, asked: Option<Maker<'_>>) -> Message {
    if maker != asked {
        message.forget_state();
    }
    message
}
