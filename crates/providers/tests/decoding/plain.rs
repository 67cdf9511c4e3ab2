//! The decoder of a stream that an endpoint without quirks sends.

use fairlead_protocol::connection::{Connection, Model, Wire};
use fairlead_protocol::ids::{ConnectionId, Timestamp};
use fairlead_providers::{Decoder, ResponseHead};

pub(crate) fn decoder(wire: Wire) -> Decoder {
    let connection = Connection {
        id: ConnectionId::new("c"),
        name: "c".to_owned(),
        wire,
        base_url: "https://example.test/v1".to_owned(),
        models: Model::named("m").into(),
        quirks: Default::default(),
        keys: Vec::new(),
        current: None,
        headers: Vec::new(),
    };
    Decoder::new(&connection, ResponseHead { status: 200, headers: Vec::new() }, Timestamp(0))
}
