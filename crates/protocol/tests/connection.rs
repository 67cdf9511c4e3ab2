//! Rows of connections and of settings, as they are written now and as they were written once.

// A test may end by panicking, in functions that are not marked as tests too.
#![allow(clippy::unwrap_used)]

use fairlead_protocol::connection::{
    Capabilities, Connection, Header, KeyState, Model, ModelChoice, Models, Prices, Quirks, StoredKey, Wire,
};
use fairlead_protocol::from_json::FromJson;
use fairlead_protocol::ids::{ConnectionId, KeyId};
use fairlead_protocol::settings::Settings;
use fairlead_protocol::to_json;
use serde_json::{Value, json};

fn read(mut row: Value) -> Connection {
    Connection::from_json(&mut row).unwrap()
}

fn key(id: &str) -> StoredKey {
    StoredKey { id: KeyId::new(id), hint: None }
}

fn connection(keys: Vec<StoredKey>, current: Option<&str>) -> Connection {
    Connection {
        id: ConnectionId::new("c1"),
        name: "Local".to_owned(),
        wire: Wire::OpenaiChat,
        base_url: "http://127.0.0.1:8080/v1".to_owned(),
        models: Models { first: Model::named("large"), others: vec![Model::named("small")] },
        quirks: Quirks::default(),
        keys,
        current: current.map(KeyId::new),
        headers: vec![Header { name: "x-team".to_owned(), value: "red".to_owned() }],
    }
}

#[test]
fn a_connection_is_read_as_it_was_written() {
    let written = connection(vec![key("a"), key("b")], Some("b"));
    assert_eq!(read(to_json::value(&written)), written);
}

#[test]
fn a_row_of_one_model_and_one_key_is_a_connection_with_lists_of_one() {
    let row = json!({
        "id": "c1", "name": "Local", "wire": "anthropic", "base_url": "https://api.example/v1", "model": "large",
        "quirks": {"no_vision": true, "no_origin": true}, "key": "stored",
        "prices": {"input": 3, "output": 15}, "context_window": 64_000,
    });
    let prices = Prices { input: 3, output: 15, cache_read: None, cache_write: None };
    let large = Model {
        id: "large".to_owned(),
        capabilities: Capabilities { tools: true, vision: false, reasoning: false },
        context_window: Some(64_000),
        prices: Some(prices),
    };
    let expected = Connection {
        wire: Wire::Anthropic,
        base_url: "https://api.example/v1".to_owned(),
        models: large.into(),
        quirks: Quirks { no_origin: true, ..Quirks::default() },
        headers: Vec::new(),
        ..connection(vec![StoredKey { id: KeyId::of_one(), hint: None }], None)
    };
    assert_eq!(read(row), expected);
}

#[test]
fn a_row_that_says_no_more_than_it_must_is_read_too() {
    let found = read(json!({
        "id": "c1", "name": "Local", "wire": "openai-chat", "base_url": "http://127.0.0.1/v1", "model": "m",
        "key": "absent",
    }));
    assert_eq!(found.models, Model::named("m").into());
    assert_eq!((found.key_state(), found.keys), (KeyState::Absent, Vec::new()));
}

#[test]
fn a_connection_has_a_model() {
    let mut row = to_json::value(&connection(Vec::new(), None));
    row["models"] = json!([]);
    let refused = Connection::from_json(&mut row).unwrap_err().to_string();
    assert!(refused.contains("without a model"), "{refused}");
}

#[test]
fn the_key_in_use_is_the_current_one_while_it_is_there_and_the_first_otherwise() {
    let used = |keys: &[&str], current| {
        let connection = connection(keys.iter().map(|id| key(id)).collect(), current);
        connection.key_in_use().map(|key| key.id.0.clone())
    };
    assert_eq!(used(&["a", "b"], None).as_deref(), Some("a"));
    assert_eq!(used(&["a", "b"], Some("b")).as_deref(), Some("b"));
    assert_eq!(used(&["a"], Some("b")).as_deref(), Some("a"));
    assert_eq!(used(&[], Some("b")), None);
}

#[test]
fn the_model_of_settings_is_read_from_those_that_named_a_connection_alone() {
    let model = |mut settings: Value| Settings::from_json(&mut settings).unwrap().model;
    let choice = |model: Option<&str>| {
        Some(ModelChoice { connection: ConnectionId::new("c1"), model: model.map(str::to_owned) })
    };
    assert_eq!(model(json!({"connection": "c1"})), choice(None));
    assert_eq!(model(json!({"model": {"connection": "c1", "model": "small"}})), choice(Some("small")));
    assert_eq!(model(json!({})), None);
    let settings = Settings { model: choice(Some("small")), ..Settings::default() };
    assert_eq!(Settings::from_json(&mut to_json::value(&settings)), Ok(settings));
}

#[test]
fn a_choice_that_names_no_connection_or_a_model_that_is_no_text_is_refused() {
    for mut wrong in [
        json!({"model": {"model": "small"}}),
        json!({"model": {"connection": "c1", "model": 3}}),
        json!({"model": 3}),
    ] {
        let read = Settings::from_json(&mut wrong);
        assert!(read.is_err(), "{read:?}");
    }
    let twice = Settings::from_json(&mut json!({"connection": "c1", "model": {"connection": "c2"}}));
    assert!(twice.unwrap_err().to_string().contains("twice"));
}
