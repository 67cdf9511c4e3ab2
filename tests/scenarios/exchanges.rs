//! What is kept of requests to the model: written before they leave, completed at their end, gone with their Thread.

use crate::stage::{REQUEST, settled};
use fairlead_protocol::canonical::sha256;
use fairlead_protocol::caps::EXCHANGES;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::connection::ThinkingParam;
use fairlead_protocol::event::AckBody;
use fairlead_protocol::exchange::{Ending, Exchange, ExchangeState, Purpose, ReceivedResponse};
use fairlead_protocol::ids::{ConnectionId, ThreadId, TurnId};
use fairlead_sim::model::{Fault, Say};
use fairlead_sim::panel::Answered;
use fairlead_sim::{PanelId, Point, Setup, World, connection};
use serde_json::Value;

/// The oldest first.
fn kept(world: &mut World, panel: PanelId, turn: Option<TurnId>) -> Vec<Exchange> {
    let sent = world.send(panel, CommandBody::ExchangesList { turn });
    settled(world);
    match world.answer(panel, &sent) {
        Some(Answered::Acknowledged(AckBody::Exchanges { mut exchanges })) => {
            exchanges.reverse();
            exchanges
        }
        other => panic!("answered with {other:?}"),
    }
}

fn bodies(world: &mut World, panel: PanelId, exchange: &Exchange) -> (Option<String>, Option<String>) {
    let sent = world.send(panel, CommandBody::ExchangesRead { exchange: exchange.id.clone() });
    settled(world);
    match world.answer(panel, &sent) {
        Some(Answered::Acknowledged(AckBody::Exchange { exchange: same, request, response })) => {
            assert_eq!(same, *exchange);
            (request, response)
        }
        other => panic!("answered with {other:?}"),
    }
}

fn over(exchange: &Exchange) -> (&Ending, Option<&ReceivedResponse>) {
    match &exchange.state {
        ExchangeState::Ended { ending, response, .. } => (ending, response.as_ref()),
        ExchangeState::Sent => panic!("{exchange:?} has no end"),
    }
}

fn of(exchanges: &[Exchange], purpose: Purpose) -> Vec<&Exchange> {
    exchanges.iter().filter(|exchange| exchange.purpose == purpose).collect()
}

#[test]
fn every_request_of_a_turn_is_kept_as_it_was_and_so_is_what_came_of_it() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    let turn = world.turn(panel);
    let all = kept(&mut world, panel, turn);
    let (replies, titles) = (of(&all, Purpose::Reply), of(&all, Purpose::Title));
    let asked = world.model.requests();
    assert_eq!((replies.len(), titles.len()), (asked.len(), 1));
    for (exchange, asked) in replies.into_iter().zip(asked) {
        assert_eq!(exchange.request.url, "https://models.example/v1/chat/completions");
        let key = exchange.request.headers.iter().find(|header| header.name == "authorization").unwrap();
        assert_eq!(key.value, "Bearer [masked]");
        let (request, response) = bodies(&mut world, panel, exchange);
        let request = request.unwrap();
        let facts = exchange.request.body.as_ref().unwrap();
        assert_eq!(facts.digest, sha256(request.as_bytes()));
        let body: Value = serde_json::from_str(&request).unwrap();
        assert_eq!(body["messages"], Value::from(asked.messages));
        let (ending, received) = over(exchange);
        assert_eq!((ending, received.unwrap().status), (&Ending::Complete, 200));
        let response = response.unwrap();
        assert!(response.ends_with("data: [DONE]\n\n"), "{response}");
        assert_eq!(received.unwrap().body.digest, sha256(response.as_bytes()));
        assert!(matches!(&exchange.state, ExchangeState::Ended { usage: Some(_), .. }));
    }
}

#[test]
fn a_model_that_thinks_when_asked_is_asked_to_for_its_replies_and_for_nothing_else() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    let mut draft = connection("https://models.example/v1");
    draft.quirks.thinks_when_asked = true;
    draft.quirks.thinking_param = ThinkingParam::EnableThinking;
    draft.models[0].capabilities.reasoning = true;
    world.send(panel, CommandBody::ConnectionsSave { connection: draft });
    world.submit(panel, "hello");
    settled(&mut world);
    let all = kept(&mut world, panel, None);
    let mut thinks = |purpose| {
        let of_it = of(&all, purpose);
        let body: Value = serde_json::from_str(&bodies(&mut world, panel, of_it[0]).0.unwrap()).unwrap();
        body.get("enable_thinking").cloned()
    };
    assert_eq!(thinks(Purpose::Reply), Some(Value::Bool(true)));
    assert_eq!(thinks(Purpose::Title), None);
}

#[test]
fn each_try_is_kept_with_what_it_was_answered() {
    let mut world = World::of(|asked| {
        let refused = Fault::Refused { status: 503, body: r#"{"error":{"message":"busy"}}"#.to_owned() };
        if asked.number == 0 { Say::text("").failing(refused) } else { Say::text("done") }
    });
    let panel = world.open("t1");
    world.submit(panel, "hello");
    settled(&mut world);
    let all = kept(&mut world, panel, None);
    let tries = of(&all, Purpose::Reply);
    assert_eq!(tries.iter().map(|exchange| exchange.attempt).collect::<Vec<_>>(), [1, 2]);
    assert!(matches!(over(tries[0]), (Ending::Failed { .. }, Some(response)) if response.status == 503));
    assert_eq!(bodies(&mut world, panel, tries[0]).1.unwrap(), r#"{"error":{"message":"busy"}}"#);
    assert_eq!(over(tries[1]).0, &Ending::Complete);
}

#[test]
fn a_request_whose_worker_died_stays_as_one_that_was_sent_and_its_successor_is_another() {
    for point in [Point::ModelAsked, Point::ModelMidway, Point::ModelAnswered] {
        let mut world = World::new(Setup::default());
        let panel = world.open("t1");
        settled(&mut world);
        world.submit(panel, "hello");
        world.fate.arm([]);
        assert!(world.until(|world| world.fate.passed().contains(&point)));
        world.fate.disarm();
        world.crash();
        settled(&mut world);
        let all = kept(&mut world, panel, None);
        let replies = of(&all, Purpose::Reply);
        assert_eq!(replies.len(), 2, "{point:?}");
        assert_eq!(replies[0].state, ExchangeState::Sent, "{point:?}");
        assert_eq!(over(replies[1]).0, &Ending::Complete, "{point:?}");
        assert!(bodies(&mut world, panel, replies[0]).0.unwrap().contains("hello"));
    }
}

#[test]
fn a_request_that_was_stopped_says_so_and_keeps_what_had_come() {
    let long = "word ".repeat(400);
    let mut world = World::of(move |_| Say::text(long.clone()));
    let panel = world.open("t1");
    world.submit(panel, "hello");
    assert!(world.until(|world| world.view(panel).live.is_some_and(|live| live.text.len() > 60)));
    world.interrupt(panel);
    settled(&mut world);
    let all = kept(&mut world, panel, None);
    let reply = of(&all, Purpose::Reply)[0];
    assert_eq!(over(reply).0, &Ending::Stopped);
    let response = bodies(&mut world, panel, reply).1.unwrap();
    assert!(response.contains("word") && !response.contains("[DONE]"), "{response}");
}

#[test]
fn a_key_that_the_endpoint_repeats_is_not_kept() {
    let body = r#"{"error":{"message":"no such key: sk-simulated"}}"#.to_owned();
    let mut world =
        World::of(move |_| Say::text("").failing(Fault::Refused { status: 401, body: body.clone() }));
    let panel = world.open("t1");
    world.submit(panel, "hello");
    settled(&mut world);
    let all = kept(&mut world, panel, None);
    let reply = of(&all, Purpose::Reply)[0];
    assert_eq!(over(reply).1.unwrap().body.masked, 1);
    assert_eq!(
        bodies(&mut world, panel, reply).1.unwrap(),
        r#"{"error":{"message":"no such key: [masked]"}}"#
    );
    assert!(world.rows.snapshot().values().all(|row| !row.to_string().contains("sk-simulated")));
}

#[test]
fn requests_go_with_their_thread_even_one_that_is_under_way_and_a_check_of_a_connection_stays() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    world.send(panel, CommandBody::ConnectionsVerify { connection: ConnectionId::new("c1") });
    settled(&mut world);
    world.submit(panel, "hello");
    assert!(world.until(|world| world.view(panel).live.is_some()));
    world.send(panel, CommandBody::ThreadDelete { thread: ThreadId::new("t1") });
    settled(&mut world);
    let other = world.open("t2");
    let all = kept(&mut world, other, None);
    assert_eq!(all.iter().map(|exchange| exchange.purpose).collect::<Vec<_>>(), [Purpose::Check]);
    assert_eq!(world.rows.snapshot().keys().filter(|key| is_body(key)).count(), 2);
}

#[test]
fn a_turn_that_is_erased_takes_the_requests_of_its_thread_along_for_they_hold_its_words() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    world.submit(panel, "the first words");
    settled(&mut world);
    let erased = world.turn(panel).unwrap();
    world.submit(panel, "hello again");
    settled(&mut world);
    world.send(panel, CommandBody::TurnDelete { thread: ThreadId::new("t1"), turn: erased });
    settled(&mut world);
    assert_eq!(kept(&mut world, panel, None), []);
    assert!(world.rows.snapshot().values().all(|row| !row.to_string().contains("the first words")));
}

#[test]
fn no_more_are_kept_than_the_bound_and_clearing_takes_all() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    for _ in 0..=EXCHANGES {
        world.send(panel, CommandBody::ConnectionsVerify { connection: ConnectionId::new("c1") });
        settled(&mut world);
    }
    assert_eq!(kept(&mut world, panel, None).len(), EXCHANGES);
    world.send(panel, CommandBody::ExchangesClear);
    settled(&mut world);
    assert_eq!(kept(&mut world, panel, None), []);
    assert_eq!(world.rows.snapshot().keys().filter(|key| is_body(key)).count(), 0);
}

fn is_body(key: &fairlead_store::RowKey) -> bool {
    key.table() == fairlead_store::Table::ExchangeBodies
}
