//! Several keys of one connection: what one cannot do, the next one does at once, and nothing is done twice for it.

use crate::stage::{REQUEST, cart, connection_now, settled};
use fairlead_protocol::caps::MODEL_TRIES;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::connection::{ConnectionDraft, DraftKey, Secret};
use fairlead_protocol::conversation::ModelErrorKind;
use fairlead_protocol::ids::KeyId;
use fairlead_protocol::run::{RunErrorCode, RunState};
use fairlead_sim::model::{Asked, Fault, Say, shopper};
use fairlead_sim::{PanelId, Setup, World, connection};
use std::rc::Rc;

const KEYS: [&str; 3] = ["a", "b", "c"];

const REVOKED: (u16, &str) =
    (401, r#"{"error":{"message":"Incorrect API key provided","code":"invalid_api_key"}}"#);
const FORBIDDEN: (u16, &str) = (403, r#"{"error":{"message":"This key may not use the model"}}"#);
const TOO_FAST: (u16, &str) =
    (429, r#"{"error":{"message":"Too many requests","code":"rate_limit_exceeded"}}"#);
const SPENT: (u16, &str) =
    (429, r#"{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}"#);

fn refused((status, body): (u16, &str)) -> Say {
    Say::text("").failing(Fault::Refused { status, body: body.to_owned() })
}

/// A connection with three keys, which were entered in this order.
fn world(brain: impl Fn(&Asked) -> Say + 'static) -> (World, PanelId) {
    let mut world = World::new(Setup { brain: Rc::new(brain), ..Setup::default() });
    let panel = world.open("t1");
    let key = |id: &str| DraftKey {
        id: KeyId::new(id),
        secret: Some(Secret(format!("sk-0123456789-{}", id.repeat(4)))),
    };
    let draft = connection("https://models.example/v1");
    let draft = ConnectionDraft { keys: KEYS.iter().map(|id| key(id)).collect(), ..draft };
    world.send(panel, CommandBody::ConnectionsSave { connection: draft });
    settled(&mut world);
    (world, panel)
}

fn in_use(world: &mut World, panel: PanelId) -> Option<KeyId> {
    connection_now(world, panel).key_in_use().map(|key| key.id.clone())
}

/// The keys of all requests, in order.
fn asked_with(world: &World) -> String {
    world.model.requests().into_iter().filter_map(|asked| asked.key).map(|key| key.0).collect()
}

fn is_key(asked: &Asked, id: &str) -> bool {
    asked.key == Some(KeyId::new(id))
}

#[test]
fn a_key_that_is_refused_gives_way_at_once_and_the_one_that_works_stays_in_use() {
    for why in [REVOKED, FORBIDDEN, TOO_FAST, SPENT] {
        let (mut world, panel) =
            world(move |asked| if is_key(asked, "b") { shopper(asked) } else { refused(why) });
        world.submit(panel, "Good morning");
        settled(&mut world);
        assert_eq!(world.view(panel).state(), Some(RunState::Completed), "{why:?}");
        assert_eq!(asked_with(&world), "ab", "{why:?}");
        assert_eq!(in_use(&mut world, panel), Some(KeyId::new("b")));
        world.crash();
        world.submit(panel, "Good evening");
        settled(&mut world);
        assert_eq!(asked_with(&world), "abb", "it is remembered beyond a life: {why:?}");
    }
}

#[test]
fn a_key_that_fails_in_the_middle_of_a_turn_makes_no_write_happen_twice() {
    let (mut world, panel) = world(|asked| {
        if is_key(asked, "a") && asked.steps().iter().any(|step| step.tool == "click") {
            return refused(SPENT);
        }
        shopper(asked)
    });
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert_eq!(world.view(panel).state(), Some(RunState::Completed));
    assert_eq!(cart(&world).len(), 1);
    let keys = asked_with(&world);
    assert!(keys.starts_with("aa") && keys.matches("ab").count() == 1 && keys.ends_with('b'), "{keys}");
}

#[test]
fn where_no_key_works_each_is_named_and_what_helps_most_is_said() {
    let (mut world, panel) = world(|asked| {
        refused(match asked.key.as_ref().map(KeyId::as_str) {
            Some("a") => REVOKED,
            Some("b") => SPENT,
            _ => FORBIDDEN,
        })
    });
    world.submit(panel, "Good morning");
    settled(&mut world);
    let error = world.view(panel).run.and_then(|run| run.error).unwrap();
    assert_eq!(error.code, RunErrorCode::Model { kind: ModelErrorKind::Quota });
    for hint in ["…aaaa", "…bbbb", "…cccc"] {
        assert!(error.message.contains(hint), "{}", error.message);
    }
    assert_eq!(asked_with(&world), "abc", "each once");
    assert_eq!(in_use(&mut world, panel), Some(KeyId::new("a")), "none of them worked");
}

fn later(seconds: u32) -> Say {
    let details = format!(r#"[{{"retryDelay":"{seconds}s"}}]"#);
    let said = r#""message":"Too many requests","code":"rate_limit_exceeded""#;
    refused((429, &format!(r#"{{"error":{{{said},"details":{details}}}}}"#)))
}

#[test]
fn a_key_that_is_to_come_again_later_is_left_in_peace_until_then() {
    let (mut world, panel) = world(|asked| match asked.number {
        0 => later(600),
        2 => refused(REVOKED),
        _ => shopper(asked),
    });
    for text in ["Good morning", "Good evening"] {
        world.submit(panel, text);
        settled(&mut world);
    }
    assert_eq!(asked_with(&world), "abbc", "`a` is not asked, though it comes before `c`");
}

#[test]
fn where_all_were_asked_too_fast_the_next_call_begins_with_one_that_has_rested() {
    let (mut world, panel) = world(|asked| match asked.number {
        0 | 2 => later(600),
        1 => later(0),
        _ => shopper(asked),
    });
    world.submit(panel, "Good morning");
    settled(&mut world);
    assert_eq!(world.view(panel).state(), Some(RunState::Failed), "nobody waits ten minutes");
    world.resume(panel);
    settled(&mut world);
    assert_eq!(asked_with(&world), "abcb");
    assert_eq!(in_use(&mut world, panel), Some(KeyId::new("b")));
}

#[test]
fn what_is_not_about_the_key_is_tried_with_the_same_one() {
    let overloaded = (503, r#"{"error":{"message":"overloaded"}}"#);
    let (mut world, panel) =
        world(move |asked| if asked.number == 0 { refused(overloaded) } else { shopper(asked) });
    world.submit(panel, "Good morning");
    settled(&mut world);
    assert_eq!(asked_with(&world), "aa");
}

#[test]
fn whatever_keys_say_at_random_nothing_is_lost_or_done_twice_and_tries_are_bounded() {
    for seed in 0..60_u64 {
        let (mut world, panel) = world(move |asked| {
            let salt = asked.key.as_ref().map_or(0, |key| u64::from(key.0.as_bytes()[0]));
            // splitmix64
            let mut mixed =
                (seed << 32 | salt << 16 | asked.number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            match (mixed ^ (mixed >> 27)) % 10 {
                0 => refused(REVOKED),
                1 => refused(FORBIDDEN),
                2 => refused(TOO_FAST),
                3 => refused(SPENT),
                _ => shopper(asked),
            }
        });
        world.submit(panel, REQUEST);
        settled(&mut world);
        let (mut heard, mut resumed) = (0, 0);
        loop {
            let asked = world.model.requests();
            for call in asked[heard..].chunk_by(|one, other| one.messages == other.messages) {
                assert!(call.len() < KEYS.len() + MODEL_TRIES as usize, "seed {seed}: {} tries", call.len());
            }
            heard = asked.len();
            match world.view(panel).state() {
                Some(RunState::Completed) => break,
                state => assert_eq!(state, Some(RunState::Failed), "seed {seed}"),
            }
            resumed += 1;
            assert!(resumed < 20, "seed {seed}");
            world.resume(panel);
            settled(&mut world);
        }
        assert_eq!(cart(&world).len(), 1, "seed {seed}");
    }
}
