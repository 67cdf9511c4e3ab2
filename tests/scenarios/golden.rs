//! Released journals: the rows of a Thread in every state in which a Run can rest, one file a state. They are loaded as they
//! are, read whole, and continued. A file is never rewritten: what it means must never change.

use crate::stage::{REQUEST, settled};
use fairlead_protocol::approval::Approval;
use fairlead_protocol::attachment::{Attachment, Blob};
use fairlead_protocol::connection::Connection;
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::interaction::Interaction;
use fairlead_protocol::node::Node;
use fairlead_protocol::permission::Rule;
use fairlead_protocol::row::{JournalRow, Receipt, Steer};
use fairlead_protocol::run::{Run, RunState};
use fairlead_protocol::thread::Thread;
use fairlead_sim::model::{Fault, Say, shopper};
use fairlead_sim::{PanelId, Person, Setup, World};
use fairlead_store::{Batch, Row, Store, Table};
use futures::FutureExt;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::rc::Rc;

struct Golden {
    name: &'static str,
    state: RunState,
    /// How the file was made.
    make: fn() -> World,
    /// How the person takes it up.
    take_up: fn(&mut World, PanelId),
}

fn away(brain: fn(&fairlead_sim::model::Asked) -> Say) -> World {
    let mut world = World::new(Setup { person: Person::away(), brain: Rc::new(brain), ..Setup::default() });
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    world
}

fn resume(world: &mut World, panel: PanelId) {
    world.resume(panel);
}

fn nothing(_: &mut World, _: PanelId) {}

const ALL: [Golden; 6] = [
    Golden {
        name: "completed",
        state: RunState::Completed,
        make: || {
            let mut world = World::new(Setup::default());
            let panel = world.open("t1");
            world.submit(panel, REQUEST);
            world
        },
        take_up: |world, panel| {
            world.submit(panel, REQUEST);
        },
    },
    Golden {
        name: "failed",
        state: RunState::Failed,
        make: || away(|_| Say::text("It begins").failing(Fault::Broken { percent: 60 })),
        take_up: resume,
    },
    Golden {
        name: "interrupted",
        state: RunState::Interrupted,
        make: || {
            let mut world = away(shopper);
            let panel = PanelId(2);
            world.until(|world| !world.view(panel).approvals.is_empty());
            world.interrupt(panel);
            world
        },
        take_up: resume,
    },
    Golden {
        name: "paused_limit",
        state: RunState::PausedLimit,
        make: || away(|_| Say::raw_calls([("read_page", "{".to_owned())])),
        take_up: resume,
    },
    Golden {
        name: "paused_uncertain",
        state: RunState::PausedUncertain,
        make: || {
            let person = Person { losses: Rc::new(|_, _| None), ..Person::attentive() };
            let mut world = World::new(Setup { person, ..Setup::default() });
            let panel = world.open("t1");
            world.submit(panel, REQUEST);
            world.until(|world| world.view(panel).asked == 1);
            world.until(|world| world.view(panel).state() == Some(RunState::ExecutingTool));
            world.crash();
            world
        },
        take_up: nothing,
    },
    Golden {
        name: "waiting_approval",
        state: RunState::WaitingApproval,
        make: || away(shopper),
        take_up: nothing,
    },
];

fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("journals").join(format!("{name}.json"))
}

/// Tables in their order, each with its rows.
fn written(world: &World) -> Value {
    let mut tables = Map::new();
    for (key, row) in world.rows.snapshot() {
        let rows = tables.entry(key.table().name()).or_insert(json!([]));
        rows.as_array_mut().unwrap().push(row);
    }
    Value::Object(tables)
}

fn read(name: &str) -> Batch {
    let text = std::fs::read_to_string(file(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let tables: Map<String, Value> = serde_json::from_str(&text).unwrap();
    let mut batch = Batch::new();
    for (table, rows) in tables {
        for row in rows.as_array().unwrap() {
            let table = [Table::Threads, Table::Nodes, Table::Runs, Table::Approvals, Table::Receipts]
                .into_iter()
                .chain([Table::Journal, Table::Rules, Table::Connections])
                .find(|known| known.name() == table)
                .unwrap_or_else(|| panic!("no table {table}"));
            batch.puts.push(row_of(table, row));
        }
    }
    batch
}

fn row_of(table: Table, row: &Value) -> Row {
    fn parse<T: DeserializeOwned>(row: &Value) -> T {
        T::deserialize(row).unwrap_or_else(|error| panic!("{error} in {row}"))
    }
    match table {
        Table::Threads => Row::Thread(parse::<Thread>(row)),
        Table::Nodes => Row::Node(parse::<Node>(row)),
        Table::Runs => Row::Run(parse::<Run>(row)),
        Table::Approvals => Row::Approval(parse::<Approval>(row)),
        Table::Receipts => Row::Receipt(parse::<Receipt>(row)),
        Table::Journal => Row::Journal(parse::<JournalRow>(row)),
        Table::Rules => Row::Rule(parse::<Rule>(row)),
        Table::Connections => Row::Connection(parse::<Connection>(row)),
        Table::Steers => Row::Steer(parse::<Steer>(row)),
        Table::Interactions => Row::Interaction(parse::<Interaction>(row)),
        Table::Attachments => Row::Attachment(parse::<Attachment>(row)),
        Table::Blobs => Row::Blob(parse::<Blob>(row)),
        Table::Settings | Table::Keys => panic!("no journal has rows of {table}"),
    }
}

/// Writes the files that are not there yet; those that are stay as they were released.
#[test]
fn every_resting_state_has_its_journal() {
    for golden in &ALL {
        let mut world = (golden.make)();
        settled(&mut world);
        let state = world.stored(&ThreadId::new("t1")).unwrap().run().unwrap().phase.state();
        assert_eq!(state, golden.state, "{}", golden.name);
        if std::env::var("FAIRLEAD_WRITE_JOURNALS").is_ok() && !file(golden.name).exists() {
            let text = serde_json::to_string_pretty(&written(&world)).unwrap();
            std::fs::write(file(golden.name), text + "\n").unwrap();
        }
        assert!(file(golden.name).exists(), "FAIRLEAD_WRITE_JOURNALS=1 writes {}", golden.name);
    }
}

#[test]
fn released_journals_load_and_go_on_to_the_end() {
    for golden in &ALL {
        // Another seed and a later day: no id and no moment comes twice.
        let mut world = World::new(Setup { seed: 99, ..Setup::default() });
        world.clock.pass(86_400_000);
        world.rows.commit(read(golden.name)).now_or_never().unwrap().unwrap();
        let state = world.stored(&ThreadId::new("t1")).unwrap();
        assert_eq!(state.run().unwrap().phase.state(), golden.state, "{}", golden.name);
        world.crash();
        let panel = world.look_at("t1");
        world.until(|world| world.view(panel).is_connected);
        (golden.take_up)(&mut world, panel);
        settled(&mut world);
        assert_eq!(world.view(panel).answer(), "Aurora is in your cart for $49.90.", "{}", golden.name);
        assert_eq!(world.view(panel).state(), Some(RunState::Completed), "{}", golden.name);
    }
}
