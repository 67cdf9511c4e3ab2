//! Released journals: the rows of a Thread in every state that a Run can be stored in, and with everything that a Thread can
//! hold. They are loaded as they are, read whole, and continued. A file is never rewritten: what it means must never change.

use crate::completion::boaster;
use crate::stage::{REQUEST, settled, sound};
use fairlead_protocol::approval::Approval;
use fairlead_protocol::attachment::{Attachment, Blob};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::connection::Connection;
use fairlead_protocol::evidence::Standing;
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::interaction::Interaction;
use fairlead_protocol::item::{Item, ItemBody, StepStatus};
use fairlead_protocol::memory::Memory;
use fairlead_protocol::node::{Delivery, Node};
use fairlead_protocol::permission::Rule;
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::row::{JournalRow, Receipt, Steer};
use fairlead_protocol::run::{Drift, Overrides, Phase, Run, RunErrorCode, RunState};
use fairlead_protocol::settings::{Limits, LimitsProfile, Settings};
use fairlead_protocol::thread::{QueueMode, Thread};
use fairlead_sim::model::{Asked, Fault, Say, shopper};
use fairlead_sim::panel::Answered;
use fairlead_sim::{PanelId, Person, Setup, World};
use fairlead_store::{Batch, Row, Store, Table};
use futures::FutureExt;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::rc::Rc;

struct Golden {
    name: &'static str,
    /// Of one of its Runs: of the one that owns the Thread, but for messages that wait.
    state: RunState,
    /// How the file was made.
    make: fn() -> World,
    moment: Moment,
    /// How the person takes it up.
    take_up: fn(&mut World, PanelId),
}

/// When the rows were taken.
#[derive(PartialEq)]
enum Moment {
    /// Nothing goes on by itself.
    AtRest,
    /// The worker died right there.
    Midway,
}

fn away(brain: fn(&Asked) -> Say) -> World {
    let mut world = World::new(Setup { person: Person::away(), brain: Rc::new(brain), ..Setup::default() });
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    world
}

/// A model with a small window in front of pages like these.
fn narrow(text: fn(usize) -> String) -> World {
    let setup = Setup { person: Person::away(), window: Some(16_384), ..Setup::default() };
    let mut world = World::new(Setup { brain: Rc::new(thorough), ..setup });
    world.web.borrow_mut().text = text;
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    world
}

/// Too long for any window of this size.
fn long_page(number: usize) -> String {
    if number == 1 { "All about headphones. ".repeat(1_700) } else { String::new() }
}

/// Two of these do not fit.
fn pages(number: usize) -> String {
    if number <= 2 { "All about headphones. ".repeat(600) } else { String::new() }
}

/// Looks at the page three times before it does what it was asked to do.
fn thorough(asked: &Asked) -> Say {
    let reads = asked.steps().iter().filter(|step| step.tool == "find_in_page").count();
    match reads {
        0 | 1 if asked.number < 3 => {
            Say::call("find_in_page", &json!({"query": format!("{}", asked.number)}))
        }
        _ => shopper(asked),
    }
}

/// The first panel of a world that opens no other before.
const FIRST: PanelId = PanelId(2);

fn resume(world: &mut World, panel: PanelId) {
    world.resume(panel);
}

fn nothing(_: &mut World, _: PanelId) {}

fn standings(world: &World, panel: PanelId) -> Vec<Standing> {
    let standing = |item: &Item| match &item.body {
        ItemBody::AssistantMessage { evidence, .. } => evidence.as_ref().map(|evidence| evidence.standing),
        _ => None,
    };
    world.view(panel).items.iter().filter_map(standing).collect()
}

fn asks(asked: &Asked) -> Say {
    match asked.steps().last() {
        None => Say::call("ask_user", &json!({"question": "New or used?", "options": ["new", "used"]})),
        Some(_) => shopper(asked),
    }
}

/// In its second Turn it looks at the tabs, so that there is a call that can be told what has changed.
fn takes_notes(asked: &Asked) -> Say {
    let steps = json!([{"text": "Look", "status": "done"}, {"text": "Choose", "status": "in_progress"}]);
    match (asked.request().as_str(), asked.steps().len()) {
        ("I take size 42", 0) => Say::calls([
            ("remember", json!({"text": "Shoe size 42", "topic": "shoes"})),
            ("plan_update", json!({ "steps": steps })),
        ]),
        ("And now?", 0) => Say::call("tabs_list", &json!({})),
        _ => Say::text("So far, so good."),
    }
}

fn sleeps(asked: &Asked) -> Say {
    match asked.steps().last() {
        None => Say::call("schedule_resume", &json!({"minutes": 60, "reason": "The sale begins"})),
        Some(_) => shopper(asked),
    }
}

fn looks_around(asked: &Asked) -> Say {
    match asked.steps().last() {
        None => Say::calls([
            ("tabs_list", json!({})),
            ("find_in_page", json!({"query": "Aurora"})),
            ("read_page", json!({})),
        ]),
        Some(_) => shopper(asked),
    }
}

/// What no version writes any more as the end of a commit and an older one may have left.
fn put_back_to_ready(world: &World) {
    let state = world.stored(&ThreadId::new("t1")).unwrap();
    let run = Run { phase: Phase::Ready, ..state.run().unwrap().clone() };
    world.rows.commit(Batch::new().put(run)).now_or_never().unwrap().unwrap();
}

fn hands_over(asked: &Asked) -> Say {
    match asked.steps().last() {
        None => {
            Say::call("request_user_action", &json!({"what": "Sign in", "why": "It asks for a password"}))
        }
        Some(_) => shopper(asked),
    }
}

fn watches(asked: &Asked) -> Say {
    match asked.steps().last() {
        None => Say::call("watch_page", &json!({"changed": true, "timeout_minutes": 1_440})),
        Some(_) => shopper(asked),
    }
}

const ALL: [Golden; 26] = [
    Golden {
        name: "completed",
        state: RunState::Completed,
        make: || {
            let mut world = World::new(Setup::default());
            let panel = world.open("t1");
            world.submit(panel, REQUEST);
            world
        },
        moment: Moment::AtRest,
        take_up: |world, panel| {
            world.submit(panel, REQUEST);
        },
    },
    Golden {
        name: "unverified",
        state: RunState::Completed,
        make: || away(boaster),
        moment: Moment::AtRest,
        take_up: |world, panel| {
            assert_eq!(
                standings(world, panel),
                [Standing::Rejected, Standing::Rejected, Standing::Unverified]
            );
            world.submit(panel, REQUEST);
        },
    },
    Golden {
        name: "with_a_rejection",
        state: RunState::StreamingModel,
        make: || {
            let mut world = away(boaster);
            world.until(|world| world.model.count() == 2);
            world
        },
        moment: Moment::Midway,
        take_up: |world, panel| {
            world.settle();
            assert_eq!(standings(world, panel).first(), Some(&Standing::Rejected));
        },
    },
    Golden {
        name: "failed",
        state: RunState::Failed,
        make: || away(|_| Say::text("It begins").failing(Fault::Broken { percent: 60 })),
        moment: Moment::AtRest,
        take_up: resume,
    },
    Golden {
        name: "interrupted",
        state: RunState::Interrupted,
        make: || {
            let mut world = away(shopper);
            world.until(|world| !world.view(FIRST).approvals.is_empty());
            world.interrupt(FIRST);
            world
        },
        moment: Moment::AtRest,
        take_up: resume,
    },
    Golden {
        name: "paused_budget",
        state: RunState::PausedBudget,
        make: || {
            let mut world = World::new(Setup::default());
            let panel = world.open("t1");
            let limits = Limits { tokens: Some(1), ..Limits::default() };
            let overrides = Overrides { limits: Some(LimitsProfile::Own { limits }), ..Overrides::default() };
            let (thread, text, tab) = (world.thread_of(panel), REQUEST.to_owned(), world.front());
            let attachments = Vec::new();
            world.send(panel, CommandBody::TurnSubmit { thread, text, tab, attachments, overrides });
            world.until(|world| world.view(panel).state() == Some(RunState::PausedBudget));
            world
        },
        moment: Moment::AtRest,
        // Each time it is granted what one call of the model takes.
        take_up: |world, panel| {
            while world.view(panel).state() == Some(RunState::PausedBudget) {
                let asked = world.resume(panel).unwrap();
                world.settle();
                if let Some(Answered::Rejected(_)) = world.answer(panel, &asked) {
                    break;
                }
            }
        },
    },
    Golden {
        name: "paused_limit",
        state: RunState::PausedLimit,
        make: || away(|_| Say::raw_calls([("read_page", "{".to_owned())])),
        moment: Moment::AtRest,
        take_up: resume,
    },
    Golden {
        name: "paused_context",
        state: RunState::PausedContext,
        make: || narrow(long_page),
        moment: Moment::AtRest,
        // What is too much to be read at once goes out of view, and the model looks for what it needs.
        take_up: resume,
    },
    Golden {
        name: "compacting",
        state: RunState::Compacting,
        make: || {
            let mut world = narrow(pages);
            world.until(|world| world.view(FIRST).state() == Some(RunState::Compacting));
            world
        },
        moment: Moment::Midway,
        take_up: nothing,
    },
    Golden {
        name: "with_a_summary",
        state: RunState::WaitingApproval,
        make: || narrow(pages),
        moment: Moment::AtRest,
        take_up: nothing,
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
        moment: Moment::AtRest,
        take_up: nothing,
    },
    Golden {
        name: "waiting_approval",
        state: RunState::WaitingApproval,
        make: || away(shopper),
        moment: Moment::AtRest,
        take_up: nothing,
    },
    Golden {
        name: "waiting_interaction_question",
        state: RunState::WaitingInteraction,
        make: || away(asks),
        moment: Moment::AtRest,
        take_up: nothing,
    },
    Golden {
        name: "waiting_interaction_timer",
        state: RunState::WaitingInteraction,
        make: || {
            let mut world = away(sleeps);
            world.until(|world| !world.view(FIRST).interactions.is_empty());
            world
        },
        moment: Moment::Midway,
        take_up: nothing,
    },
    Golden {
        name: "waiting_interaction_action",
        state: RunState::WaitingInteraction,
        make: || away(hands_over),
        moment: Moment::AtRest,
        take_up: nothing,
    },
    Golden {
        name: "waiting_interaction_watch",
        state: RunState::WaitingInteraction,
        make: || {
            let mut world = away(watches);
            world.until(|world| world.web.borrow().glances == 2);
            world
        },
        moment: Moment::Midway,
        // The last minutes of its day.
        take_up: |world, _| "Take".clone_into(&mut world.web.borrow_mut().wording),
    },
    Golden {
        name: "ready",
        state: RunState::Ready,
        make: || {
            let mut world = away(shopper);
            world.until(|world| world.view(FIRST).state() == Some(RunState::StreamingModel));
            put_back_to_ready(&world);
            world
        },
        moment: Moment::Midway,
        take_up: nothing,
    },
    Golden {
        name: "streaming_model",
        state: RunState::StreamingModel,
        make: || {
            let mut world = away(shopper);
            world.until(|world| world.view(FIRST).state() == Some(RunState::StreamingModel));
            world
        },
        moment: Moment::Midway,
        take_up: nothing,
    },
    Golden {
        name: "executing_tool",
        state: RunState::ExecutingTool,
        make: || {
            let mut world = away(shopper);
            world.until(|world| world.view(FIRST).state() == Some(RunState::ExecutingTool));
            world
        },
        moment: Moment::Midway,
        take_up: nothing,
    },
    Golden {
        name: "executing_side_by_side",
        state: RunState::ExecutingTool,
        make: || {
            let mut world = away(looks_around);
            world.until(|world| {
                let back = |item: &Item| {
                    matches!(&item.body, ItemBody::ToolCall { status: StepStatus::Done { .. }, .. })
                };
                world.view(FIRST).items.iter().any(back)
            });
            let state = world.stored(&ThreadId::new("t1")).unwrap();
            let Phase::ExecutingTool { beside, .. } = &state.run().unwrap().phase else { panic!() };
            assert_eq!(beside.len(), 1, "one has come back, two are out");
            world
        },
        moment: Moment::Midway,
        take_up: nothing,
    },
    Golden {
        name: "queued",
        state: RunState::Queued,
        make: || {
            let mut world = away(shopper);
            world.until(|world| !world.view(FIRST).approvals.is_empty());
            world.enqueue(FIRST, "Is it in the cart?");
            world.enqueue(FIRST, REQUEST);
            world.until(|world| world.view(FIRST).queue.len() == 2);
            let (thread, turn) = (ThreadId::new("t1"), world.view(FIRST).queue[1].turn.clone());
            world.send(FIRST, CommandBody::QueueMove { thread, turn, to: 0 });
            world.interrupt(FIRST);
            world
        },
        moment: Moment::AtRest,
        take_up: |world, panel| {
            assert_eq!(world.view(panel).queue_mode, QueueMode::Held);
            let texts: Vec<String> =
                world.view(panel).queue.into_iter().map(|waiting| waiting.text).collect();
            assert_eq!(texts, [REQUEST, "Is it in the cart?"]);
            let (thread, turn) = (ThreadId::new("t1"), world.view(panel).queue[1].turn.clone());
            world.send(panel, CommandBody::QueueRemove { thread: thread.clone(), turn });
            world.send(panel, CommandBody::QueueRelease { thread });
        },
    },
    Golden {
        name: "with_steers",
        state: RunState::WaitingApproval,
        make: || {
            let mut world = away(shopper);
            world.until(|world| !world.view(FIRST).approvals.is_empty());
            world.steer(FIRST, "the cheapest of them");
            world.steer(FIRST, "the cheapest of them, in stock");
            world
        },
        moment: Moment::AtRest,
        take_up: |world, panel| {
            world.settle();
            let said = |item: &&Item| {
                matches!(&item.body, ItemBody::UserMessage { delivery: Delivery::Steered, .. })
            };
            assert_eq!(world.view(panel).items.iter().filter(said).count(), 2);
        },
    },
    Golden {
        name: "with_a_tree",
        state: RunState::Completed,
        make: || {
            let mut world = World::new(Setup::default());
            let panel = world.open("t1");
            for text in ["Good morning", "Good day"] {
                world.submit(panel, text);
                world.settle();
            }
            for text in ["Good evening", "Good night"] {
                let turn = world.turn(panel).unwrap();
                world.fork_turn(panel, turn, Some(text));
                world.settle();
            }
            let (thread, turn) = (ThreadId::new("t1"), world.turn(panel).unwrap());
            world.send(panel, CommandBody::TurnDelete { thread, turn });
            world
        },
        moment: Moment::AtRest,
        take_up: |world, panel| {
            let fork = world.view(panel).forks[0].clone();
            assert_eq!((fork.siblings.len(), fork.at), (2, 1));
            let (thread, node) = (ThreadId::new("t1"), fork.siblings[0].clone());
            world.send(panel, CommandBody::ThreadSelectBranch { thread, node });
            world.submit(panel, REQUEST);
        },
    },
    Golden {
        name: "with_attachments",
        state: RunState::Completed,
        make: || {
            let mut world = World::new(Setup::default());
            let panel = world.open("t1");
            world.attach(panel, "file1", "notes.txt", "QXVyb3Jh");
            world.attach(panel, "file2", "unsent.txt", "Qm9yZWFsaXM=");
            world.submit_with(panel, "What does it say?", &["file1"]);
            world
        },
        moment: Moment::AtRest,
        take_up: |world, panel| {
            world.submit_with(panel, REQUEST, &["file2"]);
            world.settle();
            let asked = serde_json::to_string(&world.model.requests().last().unwrap().messages).unwrap();
            assert!(asked.contains("notes.txt") && asked.contains("Borealis"));
        },
    },
    Golden {
        name: "with_notes",
        state: RunState::Completed,
        make: || {
            let mut world = World::new(Setup { brain: Rc::new(takes_notes), ..Setup::default() });
            let panel = world.open("t1");
            let settings = Settings { instructions: "In prose.".to_owned(), ..Settings::default() };
            world.send(panel, CommandBody::SettingsSet { settings });
            world.submit(panel, "I take size 42");
            world.settle();
            world.submit(panel, "And now?");
            world.until(|world| world.view(panel).live.is_some());
            world.send(panel, CommandBody::SettingsSet { settings: Settings::default() });
            let (thread, tab) = (world.thread_of(panel), None);
            world.send(panel, CommandBody::ContextRefresh { thread, tab });
            world
        },
        moment: Moment::AtRest,
        take_up: |world, panel| {
            assert_eq!(world.view(panel).plan.map(|plan| plan.steps.len()), Some(2));
            world.submit(panel, REQUEST);
            world.settle();
            let asked = serde_json::to_string(&world.model.requests().last().unwrap().messages).unwrap();
            assert!(
                asked.contains("Shoe size 42") && asked.contains("taken their standing instructions back")
            );
        },
    },
    Golden {
        name: "with_a_copy",
        state: RunState::Completed,
        make: || {
            let mut world = World::new(Setup::default());
            let panel = world.open("t1");
            world.submit(panel, "Good morning");
            world.settle();
            let last = world.view(panel).items.last().unwrap().id.clone();
            world.fork_thread(panel, last, "t2");
            world
        },
        moment: Moment::AtRest,
        take_up: |world, panel| {
            let there = world.look_at("t2");
            world.submit(there, "Good evening");
            world.settle();
            assert_eq!(world.view(there).items.len(), 4);
            world.submit(panel, REQUEST);
        },
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

pub(crate) fn read(name: &str) -> Batch {
    let text = std::fs::read_to_string(file(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let tables: Map<String, Value> = serde_json::from_str(&text).unwrap();
    let mut batch = Batch::new();
    for (table, rows) in tables {
        for row in rows.as_array().unwrap() {
            let table = [Table::Threads, Table::Nodes, Table::Runs, Table::Approvals, Table::Receipts]
                .into_iter()
                .chain([Table::Journal, Table::Rules, Table::Connections, Table::Steers])
                .chain([
                    Table::Interactions,
                    Table::Attachments,
                    Table::Blobs,
                    Table::Memories,
                    Table::Settings,
                ])
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
        Table::Memories => Row::Memory(parse::<Memory>(row)),
        Table::Connections => Row::Connection(parse::<Connection>(row)),
        Table::Steers => Row::Steer(parse::<Steer>(row)),
        Table::Interactions => Row::Interaction(parse::<Interaction>(row)),
        Table::Attachments => Row::Attachment(parse::<Attachment>(row)),
        Table::Blobs => Row::Blob(parse::<Blob>(row)),
        Table::Settings => Row::Settings(parse::<Settings>(row)),
        Table::Keys => panic!("no journal has rows of {table}"),
    }
}

/// Whether a Run of the Thread is in the state that the file is kept for.
fn shows(world: &World, golden: &Golden) -> bool {
    let state = world.stored(&ThreadId::new("t1")).unwrap();
    match golden.state {
        RunState::Queued => !state.queue.is_empty(),
        state_of_its_run => state.run().unwrap().phase.state() == state_of_its_run,
    }
}

/// Writes the files that are not there yet; those that are stay as they were released.
#[test]
fn every_state_has_its_journal() {
    for golden in &ALL {
        let mut world = (golden.make)();
        match golden.moment {
            Moment::AtRest => settled(&mut world),
            Moment::Midway => sound(&world),
        }
        assert!(shows(&world, golden), "{}", golden.name);
        if std::env::var("FAIRLEAD_WRITE_JOURNALS").is_ok() && !file(golden.name).exists() {
            let text = serde_json::to_string_pretty(&written(&world)).unwrap();
            std::fs::write(file(golden.name), text + "\n").unwrap();
        }
        assert!(file(golden.name).exists(), "FAIRLEAD_WRITE_JOURNALS=1 writes {}", golden.name);
    }
}

#[test]
fn no_state_lacks_a_journal() {
    let missing = RunState::ALL.into_iter().filter(|state| !ALL.iter().any(|golden| golden.state == *state));
    assert_eq!(missing.collect::<Vec<_>>(), []);
}

#[test]
fn released_journals_load_and_go_on_to_the_end() {
    for golden in &ALL {
        // Another seed and a later day: no id and no moment comes twice.
        let mut world = World::new(Setup { seed: 99, ..Setup::default() });
        world.clock.pass(86_400_000);
        world.rows.commit(read(golden.name)).now_or_never().unwrap().unwrap();
        assert!(shows(&world, golden), "{}", golden.name);
        world.crash();
        let panel = world.look_at("t1");
        world.until(|world| world.view(panel).is_connected);
        (golden.take_up)(&mut world, panel);
        settled(&mut world);
        if has_other_tools(&world, panel) {
            world.submit(panel, REQUEST);
            settled(&mut world);
        }
        assert_eq!(world.view(panel).answer(), "Aurora is in your cart for $49.90.", "{}", golden.name);
        assert_eq!(world.view(panel).state(), Some(RunState::Completed), "{}", golden.name);
    }
}

/// The Turn began with the tools of another version, and ended for that or cannot be continued. The next one goes on from there.
fn has_other_tools(world: &World, panel: PanelId) -> bool {
    let view = world.view(panel);
    let refused = |answer: &Answered| matches!(answer, Answered::Rejected(refusal) if refusal.code == RefusalCode::EnvironmentDrift);
    let code = RunErrorCode::EnvironmentDrift { drift: Drift::Tools };
    view.answers.values().any(refused)
        || view.run.and_then(|run| run.error).is_some_and(|error| error.code == code)
}
