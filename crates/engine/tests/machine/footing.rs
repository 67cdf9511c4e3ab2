//! What a Run stands on: frozen at its start, compared when it goes on, and refused on any other ground.

use crate::bench::{Bench, connection, rows, tab, thread};
use crate::inputs::{enqueue, resume, says, submit};
use fairlead_engine::decide::Rejection;
use fairlead_engine::{Fact, Input, ThreadState, apply, due};
use fairlead_protocol::canonical;
use fairlead_protocol::caps;
use fairlead_protocol::command::{CommandBody, Resolution};
use fairlead_protocol::connection::{
    Capabilities, Connection, KeyState, Model, ModelChoice, Models, Prices, StoredKey,
};
use fairlead_protocol::ids::{ConnectionId, Digest, KeyId, TurnId};
use fairlead_protocol::page::TabRef;
use fairlead_protocol::permission::Policy;
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::{Catalogue, Drift, Environment, Overrides, Phase, RunErrorCode, RunState};
use serde_json::Value;

/// Moves one thing under a Run: in what was stored of it, or in the world.
type Move = fn(&mut Environment, &mut Vec<Connection>);

const MOVES: [(Drift, Move); 13] = [
    (Drift::Format, |environment, _| environment.format = 3),
    (Drift::Record, |environment, _| environment.model = "other".to_owned()),
    (Drift::Record, |environment, _| environment.policy = Policy::Auto),
    (Drift::Record, |environment, _| environment.locale = "de".to_owned()),
    (Drift::Record, |environment, _| environment.prices = Some(prices())),
    (Drift::Record, |environment, _| environment.footing = None),
    (Drift::Record, |environment, _| footing(environment).digest = Digest::new("")),
    (Drift::Record, |environment, _| footing(environment).tools = Digest::new("other")),
    (Drift::Connection, |_, connections| connections.clear()),
    (Drift::Connection, |_, connections| connections[0].id = ConnectionId::new("other")),
    (Drift::Transport, |_, connections| connections[0].base_url.push_str("/other")),
    (Drift::Credential, |_, connections| connections[0].keys = vec![key()]),
    (Drift::Tools, |environment, _| {
        footing(environment).tools = Digest::new("0".repeat(64));
        let digest = digest(environment);
        footing(environment).digest = digest;
    }),
];

/// What may move without anything being wrong.
const HARMLESS: [(&str, Move); 6] = [
    ("other prices for new Turns", |_, connections| connections[0].models.first.prices = Some(prices())),
    ("another name", |_, connections| connections[0].name = "other".to_owned()),
    ("another model for new Turns", |_, connections| connections[0].models.first.id = "other".to_owned()),
    ("another connection in front", |_, connections| {
        connections.insert(0, Connection { id: ConnectionId::new("b"), ..connection() });
    }),
    ("the tab went on", |environment, _| {
        environment.tab = Some(TabRef { url: "https://shop.example/cart".to_owned(), ..tab() });
    }),
    ("a record of format 1", |environment, _| {
        environment.format = 1;
        environment.footing = None;
    }),
];

fn prices() -> Prices {
    Prices { input: 1, output: 1, cache_read: None, cache_write: None }
}

fn key() -> StoredKey {
    StoredKey { id: KeyId::new("k"), hint: None }
}

fn footing(environment: &mut Environment) -> &mut fairlead_protocol::run::Footing {
    environment.footing.as_mut().unwrap()
}

/// By the words of the protocol: of the whole record but for this field and the tab.
fn digest(environment: &Environment) -> Digest {
    let mut record = serde_json::to_value(environment).unwrap();
    record.as_object_mut().unwrap().remove("tab");
    record["footing"].as_object_mut().unwrap().remove("digest");
    canonical::digest(&record)
}

/// The Thread as a new worker finds it after the move.
fn moved(bench: &Bench, change: Move) -> (Bench, ThreadState) {
    let mut bench = bench.clone();
    let mut rows = rows(&bench.state).unwrap();
    let turn = bench.turn();
    let run = rows.runs.iter_mut().find(|run| run.id == turn).unwrap();
    change(&mut run.environment, &mut bench.connections);
    let state = ThreadState::load(rows);
    (bench, state)
}

#[test]
fn a_turn_freezes_what_it_stands_on_with_a_digest_that_anybody_can_take_again() {
    let bench = Bench::streaming();
    let environment = &bench.state.run().unwrap().environment;
    let footing = environment.footing.as_ref().unwrap();
    assert_eq!(environment.format, 2);
    assert_eq!((footing.wire, footing.base_url.as_str()), (connection().wire, "https://models.example/v1"));
    assert_eq!((footing.key, footing.tools.clone()), (KeyState::Absent, fairlead_tools::generation()));
    assert_eq!(footing.digest, digest(environment));
}

#[test]
fn a_stopped_turn_is_not_continued_on_other_ground_and_the_person_reads_why() {
    for stopped in [Bench::interrupted(), Bench::failed(), Bench::paused()] {
        for (drift, change) in MOVES {
            let (bench, state) = moved(&stopped, change);
            let refused = bench.tries(&state, &resume(bench.turn()));
            let Err(Rejection::Refused(refusal)) = refused else { panic!("{drift:?}: {refused:?}") };
            assert_eq!(refusal.code, RefusalCode::EnvironmentDrift, "{drift:?}");
            assert!(refusal.message.contains("send the message again"), "{}", refusal.message);
        }
    }
}

#[test]
fn a_live_run_fails_at_boot_with_the_reason_and_every_call_has_its_result() {
    for (name, live) in Bench::live() {
        for (drift, change) in MOVES {
            let (bench, mut state) = moved(&live, change);
            let mut inputs = vec![Input::Booted];
            if live.phase() == RunState::PausedUncertain {
                // What became of the call is still asked, but it is not made again on other ground.
                let refused = bench.tries(&state, &live.resolve(Resolution::Retry));
                let Err(Rejection::Refused(refusal)) = refused else { panic!("{drift:?}: {refused:?}") };
                assert_eq!(refusal.code, RefusalCode::EnvironmentDrift, "{drift:?}");
                inputs.push(live.resolve(Resolution::MarkDone));
            }
            for fact in inputs.iter().flat_map(|input| bench.would(&state, input)).collect::<Vec<_>>() {
                apply(&mut state, &fact, bench.now());
            }
            let run = state.run().unwrap();
            let Phase::Failed { error } = &run.phase else { panic!("{name}, {drift:?}: {:?}", run.phase) };
            assert_eq!(error.code, RunErrorCode::EnvironmentDrift { drift }, "{name}");
            assert!(!error.message.is_empty());
            crate::bench::well_formed(&state);
            assert!(state.approvals.is_empty() && state.interactions.is_empty() && due(&state).is_empty());
        }
    }
}

#[test]
fn what_does_not_matter_moves_freely_and_so_does_the_secret_behind_a_key() {
    for (name, change) in HARMLESS {
        let (bench, state) = moved(&Bench::interrupted(), change);
        assert!(bench.tries(&state, &resume(bench.turn())).is_ok(), "{name}");
        let (bench, state) = moved(&Bench::streaming(), change);
        let facts = bench.would(&state, &Input::Booted);
        assert!(
            matches!(facts.as_slice(), [Fact::TurnTakenUp { .. }, Fact::ModelCallRestarted { .. }]),
            "{name}: {facts:?}"
        );
    }
    // All that is known of a key is whether there is one: two keys look the same.
    let mut keyed = Bench::new();
    keyed.connections[0].keys = vec![key()];
    keyed.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
    keyed.must(submit("hello"));
    keyed.must(keyed.interrupt());
    keyed.must(resume(keyed.turn()));
    let (bench, state) = moved(&keyed, |_, connections| connections[0].keys.clear());
    assert!(matches!(bench.would(&state, &Input::Booted).last(), Some(Fact::TurnFailed { .. })));
}

#[test]
fn a_waiting_turn_has_not_begun_and_stands_on_whatever_is_there_when_it_does() {
    let mut bench = Bench::streaming();
    bench.must(enqueue("next"));
    bench.connections[0].base_url = "https://elsewhere.example/v1".to_owned();
    bench.reply(says("done"));
    let footing = bench.state.run().unwrap().environment.footing.clone().unwrap();
    assert_eq!(
        (bench.phase(), footing.base_url.as_str()),
        (RunState::StreamingModel, "https://elsewhere.example/v1")
    );
}

#[test]
fn the_frozen_record_is_bounded_whatever_a_page_calls_itself() {
    let mut bench = Bench::new();
    bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
    let page = TabRef {
        id: tab().id,
        url: format!("https://shop.example/{}", "价".repeat(200_000)),
        title: "价".repeat(200_000),
    };
    let input = Input::Command(CommandBody::TurnSubmit {
        thread: thread(),
        text: "hello".to_owned(),
        tab: Some(page),
        attachments: Vec::new(),
        overrides: Overrides::default(),
    });
    bench.must(input);
    let environment = &bench.state.run().unwrap().environment;
    assert!(canonical::text(environment).len() <= caps::ENVIRONMENT_BYTES);
    let sent = serde_json::to_string(&bench.messages()).unwrap();
    assert!(sent.contains("The tab in front is https://shop.example ("), "{sent}");
}

#[test]
fn a_connection_that_would_be_too_much_to_keep_is_refused() {
    let mut bench = Bench::completed();
    bench.connections[0].base_url = format!("https://models.example/{}", "x".repeat(caps::ENVIRONMENT_BYTES));
    assert_eq!(bench.refused(&submit("hello")), RefusalCode::TooLarge);
}

#[test]
fn overrides_are_checked_before_anything_is_frozen() {
    let mut bench = Bench::completed();
    let with = |overrides: Overrides| {
        Input::Command(CommandBody::TurnSubmit {
            thread: thread(),
            text: "hello".to_owned(),
            tab: None,
            attachments: Vec::new(),
            overrides,
        })
    };
    let none = Overrides { connection: Some(ConnectionId::new("none")), ..Overrides::default() };
    assert_eq!(bench.refused(&with(none)), RefusalCode::UnknownConnection);
    for model in [" ".to_owned(), "x".repeat(caps::ID_BYTES + 1)] {
        let named = Overrides { model: Some(model), ..Overrides::default() };
        assert_eq!(bench.refused(&with(named)), RefusalCode::BadCommand);
    }
    bench.connections.clear();
    assert_eq!(bench.refused(&submit("hello")), RefusalCode::NoConnection);
}

#[test]
fn nothing_but_the_shape_of_a_credential_is_ever_kept() {
    let mut bench = Bench::executing("read_page");
    bench.must(bench.interrupt());
    let run = serde_json::to_value(bench.state.run().unwrap()).unwrap();
    let mut fields = Vec::new();
    names(&run["environment"], &mut fields);
    fields.sort_unstable();
    let footing = ["base_url", "digest", "key", "tools", "wire"];
    let own = [
        "completion",
        "connection",
        "footing",
        "format",
        "id",
        "locale",
        "model",
        "policy",
        "tab",
        "title",
        "url",
    ];
    let rules =
        ["context", "context", "gate", "prompt", "saving", "scheduler", "turn_loop", "versions", "window"];
    let mut known: Vec<&str> = footing.into_iter().chain(own).chain(rules).collect();
    known.sort_unstable();
    assert_eq!(fields, known, "a new field needs a look: can it hold a secret?");
    assert_eq!(run["environment"]["footing"]["key"], "absent");
}

/// The names of all fields, at any depth.
fn names<'a>(value: &'a Value, into: &mut Vec<&'a str>) {
    for (name, inner) in value.as_object().into_iter().flatten() {
        into.push(name);
        names(inner, into);
    }
}

#[test]
fn a_turn_that_is_not_there_cannot_be_continued() {
    assert_eq!(Bench::failed().refused(&resume(TurnId::new("r_none"))), RefusalCode::UnknownTurn);
}

fn with_overrides(text: &str, overrides: Overrides) -> Input {
    let (thread, tab) = (thread(), Some(tab()));
    let body =
        CommandBody::TurnSubmit { thread, text: text.to_owned(), tab, attachments: Vec::new(), overrides };
    Input::Command(body)
}

/// Another connection with two models, behind the one of the bench.
fn second() -> Connection {
    let models = Models { first: Model::named("large"), others: vec![Model::named("small")] };
    Connection { id: ConnectionId::new("b"), models, ..connection() }
}

#[test]
fn a_turn_asks_the_model_that_it_names_or_the_settings_name_or_the_first_of_what_there_is() {
    let overrides = |connection: Option<&str>, model: Option<&str>| Overrides {
        connection: connection.map(ConnectionId::new),
        model: model.map(str::to_owned),
        ..Overrides::default()
    };
    let choice = |connection: &str, model: Option<&str>| {
        Some(ModelChoice { connection: ConnectionId::new(connection), model: model.map(str::to_owned) })
    };
    for (settings, wanted, asked) in [
        (None, overrides(None, None), ("c", "m")),
        (choice("b", None), overrides(None, None), ("b", "large")),
        (choice("b", Some("small")), overrides(None, None), ("b", "small")),
        // A choice that is not there any more gives way to what is.
        (choice("b", Some("gone")), overrides(None, None), ("b", "large")),
        (choice("gone", Some("small")), overrides(None, None), ("c", "m")),
        (choice("b", Some("small")), overrides(Some("c"), None), ("c", "m")),
        (choice("b", Some("small")), overrides(Some("b"), None), ("b", "large")),
        (choice("b", Some("small")), overrides(None, Some("large")), ("b", "large")),
        (None, overrides(Some("b"), Some("unlisted")), ("b", "unlisted")),
    ] {
        let mut bench = Bench::new();
        bench.connections.push(second());
        bench.settings.model = settings.clone();
        bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
        let told = format!("{settings:?} {wanted:?}");
        bench.must(with_overrides("hello", wanted));
        let environment = &bench.state.run().unwrap().environment;
        assert_eq!((environment.connection.as_str(), environment.model.as_str()), asked, "{told}");
    }
}

#[test]
fn a_turn_freezes_what_its_own_model_holds_costs_and_can_do() {
    let mut bench = Bench::new();
    let capabilities = Capabilities { tools: false, ..Capabilities::default() };
    let mut small = Model { context_window: Some(16_384), prices: Some(prices()), ..Model::named("small") };
    small.capabilities = capabilities;
    bench.connections[0].models.others.push(small);
    bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
    let overrides = Overrides { model: Some("small".to_owned()), ..Overrides::default() };
    bench.must(with_overrides("hello", overrides));
    let environment = &bench.state.run().unwrap().environment;
    assert_eq!(environment.context.map(|terms| terms.window), Some(16_384));
    assert_eq!((environment.prices, environment.catalogue), (Some(prices()), Catalogue::None));
}
