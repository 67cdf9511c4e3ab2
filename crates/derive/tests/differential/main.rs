//! `FromJson` and `ToJson` against serde's own derives: every type of the protocol is compiled twice from the same source, and both
//! have to take the same JSON, refuse the same JSON, mean the same by it and write it with the same bytes.
//!
//! Four differences are meant, and no JSON of the comparison has them: refused are a list in place of an object, an object in place of
//! a word, a number in place of a tag, and, where a type refuses unknown fields, those beside a tag that has no fields. Serde's derive
//! takes all four, and nobody writes them.

// The sources ask for a feature of their own crate.
#![allow(unexpected_cfgs)]
#![allow(dead_code)]
// A test may end by panicking, in functions that are not marked as tests too.
#![allow(clippy::panic, clippy::unwrap_used, clippy::indexing_slicing)]

mod mutation;
mod sampling;

/// The sources derive `crate::from_json::FromJson`; here that is serde's derive.
mod from_json {
    pub(crate) use serde::Deserialize as FromJson;
}

/// And `crate::to_json::ToJson`, which is here serde's too.
mod to_json {
    pub(crate) use serde::Serialize as ToJson;
}

#[path = "../../../protocol/src/approval.rs"]
pub mod approval;
#[path = "../../../protocol/src/attachment.rs"]
pub mod attachment;
#[path = "../../../protocol/src/caps.rs"]
pub mod caps;
#[path = "../../../protocol/src/command.rs"]
pub mod command;
#[path = "../../../protocol/src/connection/mod.rs"]
pub mod connection;
#[path = "../../../protocol/src/context.rs"]
pub mod context;
#[path = "../../../protocol/src/conversation.rs"]
pub mod conversation;
#[path = "../../../protocol/src/debugger.rs"]
pub mod debugger;
#[path = "../../../protocol/src/delegation.rs"]
pub mod delegation;
#[path = "../../../protocol/src/event.rs"]
pub mod event;
#[path = "../../../protocol/src/evidence.rs"]
pub mod evidence;
#[path = "../../../protocol/src/exchange.rs"]
pub mod exchange;
#[path = "../../../protocol/src/fetching.rs"]
pub mod fetching;
#[path = "../../../protocol/src/ids.rs"]
pub mod ids;
#[path = "../../../protocol/src/interaction.rs"]
pub mod interaction;
#[path = "../../../protocol/src/item.rs"]
pub mod item;
#[path = "../../../protocol/src/memory.rs"]
pub mod memory;
#[path = "../../../protocol/src/node.rs"]
pub mod node;
#[path = "../../../protocol/src/notice.rs"]
pub mod notice;
#[path = "../../../protocol/src/page.rs"]
pub mod page;
#[path = "../../../protocol/src/pause.rs"]
pub mod pause;
#[path = "../../../protocol/src/permission.rs"]
pub mod permission;
#[path = "../../../protocol/src/plan.rs"]
pub mod plan;
#[path = "../../../protocol/src/refusal.rs"]
pub mod refusal;
#[path = "../../../protocol/src/row.rs"]
pub mod row;
#[path = "../../../protocol/src/run/mod.rs"]
pub mod run;
#[path = "../../../protocol/src/settings.rs"]
pub mod settings;
#[path = "../../../protocol/src/thread.rs"]
pub mod thread;
#[path = "../../../protocol/src/tool.rs"]
pub mod tool;
#[path = "../../../protocol/src/vault.rs"]
pub mod vault;
#[path = "../../../protocol/src/watch.rs"]
pub mod watch;

use fairlead_protocol as ours;
use fairlead_protocol::to_json::{self as writing, ToJson};
use sampling::Sampler;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const SAMPLES: u64 = 200;
const MUTANTS: u64 = 12;

#[derive(Debug, Default)]
struct Seen {
    taken: u64,
    refused: u64,
}

fn read<T: DeserializeOwned>(json: &Value) -> Result<T, String> {
    serde_json::from_value(json.clone()).map_err(|error| error.to_string())
}

fn compare<Ours, Serdes>(json: &Value, seen: &mut Seen)
where
    Ours: DeserializeOwned + ToJson,
    Serdes: DeserializeOwned + Serialize,
{
    match (read::<Ours>(json), read::<Serdes>(json)) {
        (Ok(ours), Ok(serdes)) => {
            assert_eq!(writing::text(&ours), serde_json::to_string(&serdes).unwrap(), "{json}");
            assert_eq!(writing::value(&ours), serde_json::to_value(&serdes).unwrap(), "{json}");
            seen.taken += 1;
        }
        (Err(_), Err(_)) => seen.refused += 1,
        (ours, serdes) => panic!("{json}\nours: {:?}\nserde's: {:?}", ours.err(), serdes.err()),
    }
}

fn differ<Ours, Serdes>()
where
    Ours: DeserializeOwned + ToJson + JsonSchema,
    Serdes: DeserializeOwned + Serialize,
{
    let mut sampler = Sampler::of::<Ours>();
    let mut seen = Seen::default();
    for _ in 0..SAMPLES {
        let sample = sampler.sample();
        let text = sample.to_string();
        assert_eq!(read::<Ours>(&sample).err(), None, "a sample is refused: {text}");
        compare::<Ours, Serdes>(&sample, &mut seen);
        for _ in 0..MUTANTS {
            let mutant = mutation::of(&sample, sampler.dice());
            compare::<Ours, Serdes>(&mutant, &mut seen);
        }
    }
    assert!(seen.taken > SAMPLES && seen.refused > SAMPLES, "the mutants prove little: {seen:?}");
}

macro_rules! the_same {
    ($($name:ident: $module:ident :: $ty:ident),+ $(,)?) => {
        $(#[test]
        fn $name() {
            differ::<ours::$module::$ty, $module::$ty>();
        })+
    };
}

the_same!(
    commands_are_alike: command::Command,
    events_are_alike: event::Event,
    requests_to_a_page_are_alike: page::PageRequest,
    replies_of_a_page_are_alike: page::PageReply,
    orders_to_the_debugger_are_alike: debugger::DebugOrder,
    replies_of_the_debugger_are_alike: debugger::DebugReply,
    orders_to_fetch_are_alike: fetching::FetchOrder,
    replies_of_fetching_are_alike: fetching::FetchReply,
    notices_are_alike: notice::Notice,
    threads_are_alike: thread::Thread,
    nodes_are_alike: node::Node,
    runs_are_alike: run::Run,
    approvals_are_alike: approval::Approval,
    receipts_are_alike: row::Receipt,
    journals_are_alike: row::JournalRow,
    steers_are_alike: row::Steer,
    interactions_are_alike: interaction::Interaction,
    attachments_are_alike: attachment::Attachment,
    blobs_are_alike: attachment::Blob,
    memories_are_alike: memory::Memory,
    rules_are_alike: permission::Rule,
    connections_are_alike: connection::Connection,
    settings_are_alike: settings::Settings,
    model_requests_are_alike: conversation::ModelRequest,
    replies_are_alike: conversation::Reply,
    model_errors_are_alike: conversation::ModelError,
    deltas_are_alike: conversation::Delta,
);

#[test]
fn what_serde_takes_by_accident_is_refused() {
    fn refused<Ours: DeserializeOwned, Serdes: DeserializeOwned>(json: Value) -> String {
        assert_eq!(read::<Serdes>(&json).err(), None, "{json}");
        read::<Ours>(&json).err().unwrap()
    }
    let list = json!([1, "u", "t"]);
    assert_eq!(refused::<ours::page::TabRef, page::TabRef>(list), "expected an object, found a list");
    let object = json!({"retry": null});
    assert_eq!(
        refused::<ours::command::Resolution, command::Resolution>(object),
        "expected text, found an object"
    );
    let number = json!({"op": "wait_for", "timeout_ms": 1, "condition": {"for": 3, "contains": "x"}});
    assert_eq!(
        refused::<ours::page::PageOp, page::PageOp>(number),
        "condition.for: expected text, found a number"
    );
    let surplus = json!({"type": "ping", "surplus": 1});
    assert_eq!(refused::<ours::command::CommandBody, command::CommandBody>(surplus), "unknown field surplus");
}

#[test]
fn a_refusal_names_the_place_and_what_was_expected() {
    let refused =
        |json: Value| serde_json::from_value::<ours::command::Command>(json).unwrap_err().to_string();
    let with = |body: Value| json!({"client_id": "c", "submission_id": "s", "body": body});
    let submit = |tab: Value| with(json!({"type": "turn.submit", "thread": "t", "text": "x", "tab": tab}));
    assert_eq!(
        refused(submit(json!({"id": "1", "url": "u", "title": "t"}))),
        "body.tab.id: expected a whole number, found text"
    );
    assert_eq!(
        refused(submit(json!({"id": 1.5, "url": "u", "title": "t"}))),
        "body.tab.id: expected a whole number, found a fraction"
    );
    assert_eq!(
        refused(submit(json!({"id": 3_000_000_000_u64, "url": "u", "title": "t"}))),
        "body.tab.id: expected a whole number, found one out of range"
    );
    assert_eq!(refused(submit(json!({"id": 1, "url": "u"}))), "body.tab.title: missing");
    assert_eq!(refused(json!({"client_id": "c", "submission_id": "s"})), "body: missing");
    let theme = refused(with(json!({"type": "settings.set", "settings": {"theme": "blue"}})));
    assert_eq!(theme, "body.settings.theme: expected one of auto, light, dark, found blue");
    let rows = serde_json::from_value::<ours::conversation::Message>(
        json!({"role": "user", "content": [{"type": "text", "text": "x"}, {"type": "text", "text": null}]}),
    );
    assert_eq!(rows.unwrap_err().to_string(), "content[1].text: expected text, found null");
}
