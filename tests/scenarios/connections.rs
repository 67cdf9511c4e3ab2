//! Connections as the settings page writes them: which are taken, and what becomes of their keys.

use crate::stage::{connection_now, settled};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::connection::{ConnectionDraft, DraftKey, Header, Model, ModelChoice, Prices, Secret};
use fairlead_protocol::event::AckBody;
use fairlead_protocol::ids::{ConnectionId, KeyId};
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::settings::{Settings, Theme};
use fairlead_sim::model::Asked;
use fairlead_sim::panel::Answered;
use fairlead_sim::{PanelId, Setup, World, connection};

const ADDRESS: &str = "https://models.example/v1";

fn world() -> (World, PanelId) {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    settled(&mut world);
    (world, panel)
}

fn save(world: &mut World, panel: PanelId, draft: ConnectionDraft) -> Result<(), Refusal> {
    let sent = world.send(panel, CommandBody::ConnectionsSave { connection: draft });
    settled(world);
    match world.answer(panel, &sent) {
        Some(Answered::Acknowledged(AckBody::Done)) => Ok(()),
        Some(Answered::Rejected(refusal)) => Err(refusal),
        other => panic!("{other:?}"),
    }
}

/// A key that is entered.
fn entered(id: &str, secret: &str) -> DraftKey {
    DraftKey { id: KeyId::new(id), secret: Some(Secret(secret.to_owned())) }
}

/// A key that stays.
fn kept(id: &str) -> DraftKey {
    DraftKey { id: KeyId::new(id), secret: None }
}

fn with_keys(keys: Vec<DraftKey>) -> ConnectionDraft {
    ConnectionDraft { keys, ..connection(ADDRESS) }
}

fn in_vault(world: &World) -> Vec<String> {
    world.keys().into_iter().map(|(_, key)| key.0).collect()
}

type Change = fn(&mut ConnectionDraft);

/// What is refused, and at which field.
const REFUSED: [(&str, Change); 17] = [
    ("connection.id", |draft| draft.id = ConnectionId::new("")),
    ("connection.name", |draft| draft.name = " ".to_owned()),
    ("connection.base_url", |draft| draft.base_url = "http://models.example/v1".to_owned()),
    ("connection.models", |draft| draft.models.clear()),
    ("connection.models", |draft| draft.models[0].id = String::new()),
    ("connection.models", |draft| draft.models.push(Model::named("sim-1 "))),
    ("connection.models", |draft| draft.models = (0..101).map(|n| Model::named(format!("m{n}"))).collect()),
    ("connection.models", |draft| draft.models[0].context_window = Some(100)),
    ("connection.models", |draft| {
        let prices = Prices { input: 1, output: 1, cache_read: Some(10_000_000_001), cache_write: None };
        draft.models[0].prices = Some(prices);
    }),
    ("connection.keys", |draft| draft.keys.push(kept("unknown"))),
    ("connection.keys", |draft| draft.keys = vec![entered("k2", " \n")]),
    ("connection.keys", |draft| draft.keys = vec![entered("k2", "a"), entered("k2", "b")]),
    ("connection.keys", |draft| draft.keys = (0..17).map(|n| entered(&format!("k{n}"), "a")).collect()),
    ("connection.headers", |draft| draft.headers = vec![header("Authorization", "Bearer x")]),
    ("connection.headers", |draft| draft.headers = vec![header("x-team", "red\r\nhost: y")]),
    ("connection.headers", |draft| draft.headers = vec![header("x-team", "a"), header("X-Team", "b")]),
    ("connection.headers", |draft| draft.headers = vec![header("x-team", &"a".repeat(2_001))]),
];

fn header(name: &str, value: &str) -> Header {
    Header { name: name.to_owned(), value: value.to_owned() }
}

#[test]
fn what_no_request_can_be_made_of_is_refused_at_its_field_and_changes_nothing() {
    let (mut world, panel) = world();
    let before = connection_now(&mut world, panel);
    for (at, (field, change)) in REFUSED.into_iter().enumerate() {
        let mut draft = connection(ADDRESS);
        change(&mut draft);
        let refusal = save(&mut world, panel, draft).unwrap_err();
        assert_eq!(refusal.field.as_deref(), Some(field), "{at}: {}", refusal.message);
    }
    assert_eq!(connection_now(&mut world, panel), before);
    assert_eq!(in_vault(&world), ["one"]);
}

#[test]
fn a_credential_in_a_header_is_refused_with_the_place_where_it_belongs() {
    let (mut world, panel) = world();
    let draft = ConnectionDraft { headers: vec![header("X-Api-Key", "k")], ..connection(ADDRESS) };
    let refusal = save(&mut world, panel, draft).unwrap_err();
    assert!(refusal.message.contains("write it as a key"), "{}", refusal.message);
}

#[test]
fn a_connection_has_the_keys_that_were_sent_in_their_order_and_the_vault_no_others() {
    let (mut world, panel) = world();
    let draft = with_keys(vec![entered("k2", "sk-2-0123456789-wxyz"), kept("one"), entered("k3", "short")]);
    save(&mut world, panel, draft).unwrap();
    let keys = connection_now(&mut world, panel).keys;
    let told: Vec<_> = keys.iter().map(|key| (key.id.as_str(), key.hint.as_deref())).collect();
    assert_eq!(told, [("k2", Some("wxyz")), ("one", None), ("k3", None)]);
    assert_eq!(in_vault(&world), ["k2", "k3", "one"]);

    save(&mut world, panel, with_keys(vec![kept("k3"), kept("k2")])).unwrap();
    assert_eq!(in_vault(&world), ["k2", "k3"]);
    save(&mut world, panel, with_keys(Vec::new())).unwrap();
    assert_eq!((connection_now(&mut world, panel).keys, in_vault(&world)), (Vec::new(), Vec::new()));
}

#[test]
fn a_connection_that_is_deleted_takes_all_its_keys_along() {
    let (mut world, panel) = world();
    save(&mut world, panel, with_keys(vec![kept("one"), entered("k2", "sk")])).unwrap();
    world.send(panel, CommandBody::ConnectionsDelete { connection: ConnectionId::new("c1") });
    settled(&mut world);
    assert_eq!(in_vault(&world), Vec::<String>::new());
}

#[test]
fn keys_do_not_move_with_an_address_and_have_to_be_entered_for_the_new_one() {
    let (mut world, panel) = world();
    let moved = |keys| ConnectionDraft { keys, ..connection("https://elsewhere.example/v1") };
    let refusal = save(&mut world, panel, moved(vec![kept("one")])).unwrap_err();
    assert_eq!((refusal.code, refusal.field.as_deref()), (RefusalCode::VaultFailed, Some("connection.keys")));
    save(&mut world, panel, moved(vec![entered("k2", "sk-new")])).unwrap();
    assert_eq!(in_vault(&world), ["k2"]);
}

/// A second connection for titles, and where its requests go if they go anywhere.
fn beside(world: &mut World, panel: PanelId) {
    let small = ConnectionDraft {
        id: ConnectionId::new("c2"),
        models: vec![Model::named("small")],
        keys: vec![entered("k2", "sk-small")],
        ..connection("https://small.example/v1")
    };
    save(world, panel, small).unwrap();
    let task_model = Some(ModelChoice { connection: ConnectionId::new("c2"), model: None });
    world.send(panel, CommandBody::SettingsSet { settings: Settings { task_model, ..Settings::default() } });
    settled(world);
}

fn asked(world: &World) -> (Vec<String>, Vec<String>) {
    let models = |asked: Vec<Asked>| asked.into_iter().map(|asked| asked.model).collect();
    (models(world.model.requests()), models(world.model.titles()))
}

#[test]
fn titles_are_asked_of_the_model_that_is_chosen_for_them_and_turns_are_not() {
    let (mut world, panel) = world();
    beside(&mut world, panel);
    world.submit(panel, "hello");
    settled(&mut world);
    assert_eq!(asked(&world), (vec!["sim-1".to_owned()], vec!["small".to_owned()]));
}

#[test]
fn where_that_model_cannot_be_asked_the_one_of_the_turn_is() {
    let (mut world, panel) = world();
    beside(&mut world, panel);
    world.lose_keys();
    save(&mut world, panel, connection(ADDRESS)).unwrap();
    world.submit(panel, "hello");
    settled(&mut world);
    assert_eq!(asked(&world), (vec!["sim-1".to_owned()], vec!["sim-1".to_owned()]));
}

#[test]
fn a_choice_of_what_is_not_there_is_refused_and_one_that_is_gone_by_now_is_in_nobodys_way() {
    let (mut world, panel) = world();
    beside(&mut world, panel);
    let choice =
        |connection: &str| Some(ModelChoice { connection: ConnectionId::new(connection), model: None });
    let set = |world: &mut World, settings: Settings| {
        let sent = world.send(panel, CommandBody::SettingsSet { settings });
        settled(world);
        world.answer(panel, &sent)
    };
    for wrong in [
        Settings { model: choice("gone"), ..Settings::default() },
        Settings { task_model: choice("gone"), ..Settings::default() },
    ] {
        let answer = set(&mut world, wrong);
        let Some(Answered::Rejected(refusal)) = answer else { panic!("{answer:?}") };
        assert_eq!(refusal.code, RefusalCode::UnknownConnection);
    }
    world.send(panel, CommandBody::ConnectionsDelete { connection: ConnectionId::new("c2") });
    settled(&mut world);
    let dark = Settings { task_model: choice("c2"), theme: Theme::Dark, ..Settings::default() };
    assert!(matches!(set(&mut world, dark), Some(Answered::Acknowledged(AckBody::Done))));
}
