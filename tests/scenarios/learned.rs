//! What an endpoint refused once it is not sent again, for as long as the connection leads there and the person lets it be.

use crate::stage::{connection_now, settled};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::connection::{Connection, ConnectionDraft, DraftKey};
use fairlead_protocol::event::AckBody;
use fairlead_protocol::ids::ConnectionId;
use fairlead_sim::model::{Fault, Say, shopper};
use fairlead_sim::panel::Answered;
use fairlead_sim::{PanelId, World, connection};
use std::cell::Cell;
use std::rc::Rc;

const PARAM: &str = "stream_options";

/// The first request is refused for its parameter; the Turn has four replies.
fn taught() -> (World, PanelId) {
    let is_first = Rc::new(Cell::new(true));
    let mut world = World::of(move |asked| {
        if !is_first.replace(false) {
            return shopper(asked);
        }
        let body = format!(r#"{{"error":{{"message":"Unsupported parameter","param":"{PARAM}"}}}}"#);
        Say::text("").failing(Fault::Refused { status: 400, body })
    });
    let panel = world.open("t1");
    world.submit(panel, crate::stage::REQUEST);
    settled(&mut world);
    (world, panel)
}

fn save(world: &mut World, panel: PanelId, draft: ConnectionDraft) {
    let sent = world.send(panel, CommandBody::ConnectionsSave { connection: draft });
    settled(world);
    assert_eq!(world.answer(panel, &sent), Some(Answered::Acknowledged(AckBody::Done)));
}

/// As the settings page sends it back.
fn draft_of(connection: Connection) -> ConnectionDraft {
    let keys = connection.keys.into_iter().map(|key| DraftKey { id: key.id, secret: None }).collect();
    ConnectionDraft {
        id: connection.id,
        name: connection.name,
        wire: connection.wire,
        base_url: connection.base_url,
        models: connection.models.into(),
        quirks: connection.quirks,
        keys,
        headers: connection.headers,
    }
}

#[test]
fn it_is_paid_for_once_and_remembered_over_restarts() {
    let (mut world, panel) = taught();
    assert_eq!(world.model.count(), 5, "four replies, and the one that was refused");
    assert_eq!(connection_now(&mut world, panel).quirks.learned_params, [PARAM]);
    world.crash();
    settled(&mut world);
    assert_eq!(connection_now(&mut world, panel).quirks.learned_params, [PARAM]);
    let all = world.send(panel, CommandBody::ExchangesList { turn: None });
    settled(&mut world);
    let Some(Answered::Acknowledged(AckBody::Exchanges { exchanges })) = world.answer(panel, &all) else {
        panic!("what was sent can be seen")
    };
    let refused = exchanges.iter().filter(|exchange| exchange.attempt > 1).count();
    assert_eq!(refused, 1, "only one question was asked twice");
}

#[test]
fn it_is_taken_back_by_the_person_and_forgotten_with_the_address() {
    let (mut world, panel) = taught();
    let mut draft = draft_of(connection_now(&mut world, panel));
    draft.name = "Renamed".to_owned();
    save(&mut world, panel, draft.clone());
    assert_eq!(connection_now(&mut world, panel).quirks.learned_params, [PARAM]);
    draft.quirks.learned_params.clear();
    save(&mut world, panel, draft.clone());
    assert_eq!(connection_now(&mut world, panel).quirks.learned_params, Vec::<String>::new());

    let (mut world, panel) = taught();
    let quirks = connection_now(&mut world, panel).quirks;
    save(&mut world, panel, ConnectionDraft { quirks, ..connection("https://elsewhere.example/v1") });
    assert_eq!(connection_now(&mut world, panel).quirks.learned_params, Vec::<String>::new());
}

#[test]
fn what_did_not_help_is_not_learned() {
    let body = format!(r#"{{"error":{{"message":"Unsupported parameter","param":"{PARAM}"}}}}"#);
    let mut world =
        World::of(move |_| Say::text("").failing(Fault::Refused { status: 400, body: body.clone() }));
    let panel = world.open("t1");
    world.submit(panel, "hello");
    settled(&mut world);
    let learned = connection_now(&mut world, panel);
    assert_eq!(learned.id, ConnectionId::new("c1"));
    assert_eq!(learned.quirks.learned_params, Vec::<String>::new());
}
