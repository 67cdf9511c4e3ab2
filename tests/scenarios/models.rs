//! Lists of models: of a stored connection and of one that is being written, each within its own time.

use crate::stage::{settled, sound};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::connection::{
    DraftKey, Endpoint, ListedModel, ModelList, ModelsOf, Quirks, Secret, Wire,
};
use fairlead_protocol::conversation::ModelErrorKind;
use fairlead_protocol::event::AckBody;
use fairlead_protocol::exchange::{Method, Purpose};
use fairlead_protocol::ids::{ConnectionId, KeyId, SubmissionId};
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::RunErrorCode;
use fairlead_sim::panel::Answered;
use fairlead_sim::{Clock, PanelId, Setup, World};

fn endpoint(base_url: &str, key: Option<&str>) -> ModelsOf {
    let entered = |key: &str| DraftKey { id: KeyId::new("k1"), secret: Some(Secret(key.to_owned())) };
    ModelsOf::Draft {
        endpoint: Endpoint {
            id: ConnectionId::new("c9"),
            wire: Wire::OpenaiChat,
            base_url: base_url.to_owned(),
            quirks: Quirks::default(),
            keys: key.map(entered).into_iter().collect(),
            headers: Vec::new(),
        },
    }
}

fn list(world: &World, panel: PanelId, sent: &SubmissionId) -> Option<ModelList> {
    match world.answer(panel, sent)? {
        Answered::Acknowledged(AckBody::Models { list }) => Some(list),
        other => panic!("answered with {other:?}"),
    }
}

fn listed() -> ModelList {
    let model = |id: &str, context_window| ListedModel { id: id.to_owned(), context_window };
    ModelList::Listed { models: vec![model("sim-1", Some(32_000)), model("sim-2", None)] }
}

#[test]
fn a_slow_endpoint_holds_no_other_up_and_is_given_up_after_four_seconds() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    settled(&mut world);
    let begun = world.clock.now().0;
    let slow =
        world.send(panel, CommandBody::ConnectionsModels { of: endpoint("https://slow.example/v1", None) });
    let stored = ModelsOf::Stored { connection: ConnectionId::new("c1") };
    let quick = world.send(panel, CommandBody::ConnectionsModels { of: stored });
    assert!(world.until(|world| list(world, panel, &quick).is_some()));
    assert_eq!(list(&world, panel, &quick), Some(listed()));
    assert_eq!(list(&world, panel, &slow), None);
    assert!(world.clock.now().0 - begun < 1_000);
    assert!(world.until(|world| list(world, panel, &slow).is_some()));
    assert!((4_000..4_500).contains(&(world.clock.now().0 - begun)));
    let Some(ModelList::Failed { error }) = list(&world, panel, &slow) else { panic!("it was given up") };
    assert_eq!(error.code, RunErrorCode::Model { kind: ModelErrorKind::Timeout });
    sound(&world);
}

#[test]
fn a_connection_that_is_being_written_is_asked_with_the_key_that_was_entered_and_nothing_is_stored() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    let of = endpoint("https://other.example/v1", Some("sk-being-written"));
    let sent = world.send(panel, CommandBody::ConnectionsModels { of });
    settled(&mut world);
    assert_eq!(list(&world, panel, &sent), Some(listed()));
    assert!(world.keys().into_iter().all(|(connection, _)| connection != ConnectionId::new("c9")));
    assert!(world.rows.snapshot().values().all(|row| !row.to_string().contains("sk-being-written")));
    let asked = world.send(panel, CommandBody::ExchangesList { turn: None });
    settled(&mut world);
    let Some(Answered::Acknowledged(AckBody::Exchanges { exchanges })) = world.answer(panel, &asked) else {
        panic!("what was sent can be seen")
    };
    let [exchange] = exchanges.as_slice() else { panic!("{exchanges:?}") };
    assert_eq!((exchange.purpose, exchange.request.method), (Purpose::Models, Method::Get));
    assert_eq!(exchange.request.url, "https://other.example/v1/models");
}

#[test]
fn an_address_that_nobody_may_be_asked_at_is_refused() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    let of = endpoint("http://models.example/v1", None);
    let sent = world.send(panel, CommandBody::ConnectionsModels { of });
    settled(&mut world);
    assert!(
        matches!(world.answer(panel, &sent), Some(Answered::Rejected(refusal)) if refusal.code == RefusalCode::BadBaseUrl)
    );
}
