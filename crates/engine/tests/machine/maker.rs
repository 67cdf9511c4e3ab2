//! What only its maker can read goes back to its maker alone.

use crate::bench::{Bench, connection, thread};
use crate::inputs::{calls, says, submit};
use fairlead_engine::Input;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::connection::{Connection, Wire};
use fairlead_protocol::conversation::{Opaque, Part, Reply};
use fairlead_protocol::ids::ConnectionId;
use fairlead_protocol::run::Overrides;
use serde_json::json;

fn sealed(reply: Reply) -> Reply {
    let state = || Opaque { format: "anthropic.content".to_owned(), value: json!([{"signature": "S"}]) };
    let mut reply = Reply { opaque: vec![state()], ..reply };
    for call in &mut reply.calls {
        call.opaque = Some(state());
    }
    reply
}

/// The states that a request holds, of messages and of calls.
fn states(bench: &Bench) -> (usize, usize) {
    let messages = bench.messages();
    let of_calls = messages.iter().flat_map(|message| &message.content);
    let of_calls = of_calls.filter(|part| matches!(part, Part::ToolCall { opaque: Some(_), .. }));
    (messages.iter().filter(|message| message.opaque.is_some()).count(), of_calls.count())
}

/// A Turn with one call, and what a request holds after `change`.
fn second(change: impl FnOnce(&mut Bench)) -> (usize, usize) {
    let mut bench = Bench::new();
    bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
    bench.must(submit("look"));
    bench.reply(sealed(calls([("tabs_list", json!({}))])));
    let done = bench.tool_done();
    bench.must(done);
    assert_eq!(states(&bench), (1, 1), "within its Turn it goes back");
    bench.reply(sealed(says("Which one?")));
    change(&mut bench);
    states(&bench)
}

fn asks(bench: &mut Bench, overrides: Overrides) {
    bench.must(Input::Command(CommandBody::TurnSubmit {
        thread: thread(),
        text: "and now?".to_owned(),
        tab: None,
        attachments: Vec::new(),
        overrides,
    }));
}

#[test]
fn the_same_model_at_the_same_endpoint_gets_back_what_it_thought() {
    assert_eq!(second(|bench| asks(bench, Overrides::default())), (2, 1));
}

#[test]
fn another_model_wire_address_or_account_does_not() {
    let model = |bench: &mut Bench| {
        asks(bench, Overrides { model: Some("other".to_owned()), ..Overrides::default() });
    };
    let wire = |bench: &mut Bench| {
        bench.connections[0].wire = Wire::Anthropic;
        asks(bench, Overrides::default());
    };
    let address = |bench: &mut Bench| {
        bench.connections[0].base_url = "https://elsewhere.example/v1".to_owned();
        asks(bench, Overrides::default());
    };
    let account = |bench: &mut Bench| {
        let other = Connection { id: ConnectionId::new("c9"), ..connection() };
        bench.connections.push(other);
        asks(bench, Overrides { connection: Some(ConnectionId::new("c9")), ..Overrides::default() });
    };
    assert_eq!(second(model), (0, 0));
    assert_eq!(second(wire), (0, 0));
    assert_eq!(second(address), (0, 0));
    assert_eq!(second(account), (0, 0));
}

#[test]
fn who_comes_back_finds_what_it_thought_and_not_what_others_did() {
    let back = second(|bench| {
        asks(bench, Overrides { model: Some("other".to_owned()), ..Overrides::default() });
        bench.reply(sealed(says("Which, then?")));
        asks(bench, Overrides::default());
    });
    assert_eq!(back, (2, 1));
}
