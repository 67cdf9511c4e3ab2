//! A connection for tests.

use fairlead_protocol::connection::{Connection, KeyState, Quirks, Wire};
use fairlead_protocol::ids::ConnectionId;

pub(crate) fn connection(base_url: &str, quirks: Quirks) -> Connection {
    Connection {
        id: ConnectionId::new("c"),
        name: "test".to_owned(),
        wire: Wire::OpenaiChat,
        base_url: base_url.to_owned(),
        model: "m".to_owned(),
        quirks,
        key: KeyState::Stored,
        prices: None,
        context_window: None,
    }
}
