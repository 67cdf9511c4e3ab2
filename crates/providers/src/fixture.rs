//! What the tests of the wires share: a connection, a stream that was heard, a body that was built.

use crate::http::ResponseHead;
use crate::options::Options;
use crate::{BodyEnd, Decoder, Outcome, request_with};
use fairlead_protocol::connection::{Connection, Model, Quirks, Wire};
use fairlead_protocol::conversation::{Delta, Message, ModelRequest, Opaque, Part, Reply, Role, ToolSpec};
use fairlead_protocol::ids::{ConnectionId, Timestamp};
use serde_json::{Value, json};

pub(crate) fn connection(base_url: &str, quirks: Quirks) -> Connection {
    Connection {
        id: ConnectionId::new("c"),
        name: "test".to_owned(),
        wire: Wire::OpenaiChat,
        base_url: base_url.to_owned(),
        models: Model::named("m").into(),
        quirks,
        keys: Vec::new(),
        current: None,
        headers: Vec::new(),
    }
}

pub(crate) fn on(wire: Wire, quirks: Quirks) -> Connection {
    Connection { wire, ..connection("https://example.test/v1", quirks) }
}

/// What comes of a stream of these events, and what was told on the way.
pub(crate) fn heard(wire: Wire, events: &[Value]) -> (Outcome, Vec<Delta>) {
    let head = ResponseHead { status: 200, headers: Vec::new() };
    let mut decoder = Decoder::new(&on(wire, Quirks::default()), head, Timestamp(0));
    let body: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
    let deltas = decoder.push(body.as_bytes()).to_vec();
    (decoder.finish(BodyEnd::Closed), deltas)
}

/// The reply of a stream that is whole.
pub(crate) fn reply(wire: Wire, events: &[Value]) -> Reply {
    match heard(wire, events).0 {
        Outcome::Complete(reply) => reply,
        Outcome::Failed { error, .. } => panic!("{error:?}"),
    }
}

/// The body of a request with one tool.
pub(crate) fn body(wire: Wire, quirks: Quirks, messages: &[Message], options: &Options) -> Value {
    let tool = ToolSpec {
        name: "open tab".to_owned(),
        description: "d".to_owned(),
        schema: json!({"type": "object"}),
    };
    let asked = ModelRequest { model: "m".to_owned(), messages: messages.to_vec(), tools: vec![tool] };
    let built = request_with(&on(wire, quirks), &asked, options).unwrap();
    serde_json::from_str(&built.body).unwrap()
}

pub(crate) fn said(text: &str) -> Message {
    Message::text(Role::User, text)
}

pub(crate) fn answered(text: &str) -> Message {
    Message::text(Role::Assistant, text)
}

/// A message that calls the tool under these ids.
pub(crate) fn called(ids: &[&str], state: Option<(&str, Value)>) -> Message {
    let call = |id: &&str| Part::ToolCall {
        id: (*id).to_owned(),
        name: "open tab".to_owned(),
        args: json!({"u": id}),
        opaque: None,
    };
    let opaque = state.map(|(format, value)| Opaque { format: format.to_owned(), value });
    Message { role: Role::Assistant, content: ids.iter().map(call).collect(), opaque, paused: false }
}

pub(crate) fn resulted(id: &str, is_error: bool, content: Vec<Part>) -> Message {
    let part = Part::ToolResult { call_id: id.to_owned(), is_error, content };
    Message { role: Role::Tool, content: vec![part], opaque: None, paused: false }
}

pub(crate) fn text(text: &str) -> Part {
    Part::Text { text: text.to_owned() }
}

pub(crate) fn image(media_type: &str) -> Part {
    Part::Image { media_type: media_type.to_owned(), data_b64: "AA==".to_owned() }
}
