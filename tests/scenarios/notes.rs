//! What is kept beyond a message: plans, memories and notes of what has changed. Whole Turns, and the engine killed around each
//! of them.

use crate::crash::Script;
use crate::stage::{REQUEST, refused, settled, sound};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::event::AckBody;
use fairlead_protocol::ids::MemoryId;
use fairlead_protocol::item::{ItemBody, StepStatus};
use fairlead_protocol::memory::{Memory, MemorySource};
use fairlead_protocol::plan::PlanStatus;
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::settings::Settings;
use fairlead_protocol::tool::ToolErrorCode;
use fairlead_sim::model::{Asked, Say, shopper};
use fairlead_sim::panel::Answered;
use fairlead_sim::{PanelId, Person, Setup, World};
use fairlead_store::Store;
use futures::FutureExt;
use serde_json::{Value, json};

fn plan(statuses: [&str; 3]) -> Value {
    let texts = ["Look at the shop", "Compare", "Put it in the cart"];
    let steps = texts.iter().zip(statuses).map(|(text, status)| json!({"text": text, "status": status}));
    json!({ "steps": steps.collect::<Vec<_>>() })
}

/// Plans, remembers, looks into what it knows, and goes shopping.
fn notekeeper(asked: &Asked) -> Say {
    let steps = asked.steps();
    match steps.len() {
        0 => Say::calls([
            ("plan_update", plan(["in_progress", "pending", "pending"])),
            ("remember", json!({"text": "Prefers quiet headphones", "topic": "headphones"})),
        ]),
        2 => Say::call("recall", &json!({"query": "headphones"})),
        3 => Say::calls([("plan_update", plan(["done", "done", "in_progress"])), ("tabs_list", json!({}))]),
        5 => {
            let id = steps[1].result.split(' ').nth(2).unwrap_or_default().trim_end_matches('.').to_owned();
            Say::call("forget", &json!({ "id": id }))
        }
        _ => Say::text("That is all."),
    }
}

fn memories(world: &World) -> Vec<Memory> {
    world.rows.memories().now_or_never().unwrap().unwrap().rows
}

fn begin(world: &mut World, panel: PanelId) {
    world.submit(panel, "Good morning");
}

const NOTES: Script = Script { brain: notekeeper, person: Person::attentive, play: begin };

#[test]
fn plans_and_memories_survive_a_crash_at_each_point() {
    assert!(NOTES.everywhere() >= 12);
}

#[test]
fn plans_and_memories_survive_any_two_crashes() {
    NOTES.everywhere_twice();
}

/// Both calls of a reply in one commit with it, and the next request planned: the count of transactions is that of a text.
#[test]
fn a_plan_and_a_memory_cost_no_transaction_of_their_own() {
    let commits = |brain: fn(&Asked) -> Say| {
        let mut world = World::of(brain);
        let panel = world.open("t1");
        begin(&mut world, panel);
        settled(&mut world);
        world.rows.commits()
    };
    let silent = commits(|_| Say::text("Good morning."));
    let noting = commits(|asked| match asked.steps().len() {
        0 => Say::calls([
            ("plan_update", plan(["in_progress", "pending", "pending"])),
            ("remember", json!({"text": "Says good morning"})),
        ]),
        _ => Say::text("Good morning."),
    });
    assert_eq!(noting, silent + 1, "one more reply, and nothing else");
}

#[test]
fn what_is_said_in_one_conversation_is_known_in_the_next_until_it_is_deleted() {
    let mut world = World::of(|asked| {
        let all = serde_json::to_string(&asked.messages).unwrap();
        match asked.request().as_str() {
            "I take size 42" if asked.steps().is_empty() => {
                Say::call("remember", &json!({"text": "Shoe size 42", "topic": "shoes"}))
            }
            "I take size 42" => Say::text("Noted."),
            _ if all.contains("Shoe size 42") => Say::text("Size 42 it is."),
            _ => Say::text("Which size?"),
        }
    });
    let one = world.open("t1");
    let other = world.open("t2");
    world.submit(one, "I take size 42");
    settled(&mut world);
    // Everybody hears of it.
    assert_eq!(world.view(other).memories, world.view(one).memories);
    let id = world.view(other).memories.keys().next().unwrap().clone();
    world.submit(other, "Buy me shoes");
    settled(&mut world);
    assert_eq!(world.view(other).answer(), "Size 42 it is.");

    world.crash();
    let listed = world.send(other, CommandBody::MemoryList);
    settled(&mut world);
    let Some(Answered::Acknowledged(AckBody::Memories { memories: held })) = world.answer(other, &listed)
    else {
        panic!("not listed")
    };
    assert_eq!(held, memories(&world));
    assert_eq!((held[0].text.as_str(), &held[0].source), ("Shoe size 42", &MemorySource::Conversation));

    world.send(other, CommandBody::MemoryDelete { memory: id.clone() });
    let again = world.send(other, CommandBody::MemoryDelete { memory: id });
    let third = world.open("t3");
    world.submit(third, "Buy me shoes");
    settled(&mut world);
    assert_eq!(world.view(third).answer(), "Which size?");
    assert_eq!(refused(&world, other, &again), RefusalCode::UnknownMemory);
    assert_eq!(memories(&world), Vec::new());
}

#[test]
fn the_person_writes_a_memory_anew_and_it_is_theirs_from_then_on() {
    let mut world = World::of(|asked| match asked.steps().len() {
        0 => Say::call("tabs_list", &json!({})),
        1 => Say::call("remember", &json!({"text": "The shop is the best"})),
        _ => Say::text("Noted."),
    });
    let panel = world.open("t1");
    begin(&mut world, panel);
    settled(&mut world);
    let held = memories(&world).remove(0);
    assert!(held.source.is_of_others());
    let update = |text: &str| CommandBody::MemoryUpdate {
        memory: held.id.clone(),
        text: text.to_owned(),
        topic: Some(" shops ".to_owned()),
    };
    let secret = world.send(panel, update("my password is hunter2"));
    let empty = world.send(panel, update("  "));
    let long = world.send(panel, update(&"x".repeat(2_000)));
    world.send(panel, update("The shop is  slow"));
    settled(&mut world);
    assert_eq!(refused(&world, panel, &secret), RefusalCode::LooksSecret);
    assert_eq!(refused(&world, panel, &empty), RefusalCode::EmptyMessage);
    assert_eq!(refused(&world, panel, &long), RefusalCode::TooLarge);
    let now = memories(&world).remove(0);
    assert_eq!((now.text.as_str(), now.topic.as_deref()), ("The shop is slow", Some("shops")));
    assert_eq!((now.source, now.created_at), (MemorySource::Person, held.created_at));

    world.send(panel, CommandBody::MemoryClear);
    settled(&mut world);
    assert!(memories(&world).is_empty() && world.view(panel).memories.is_empty());
}

#[test]
fn a_memory_outlives_its_conversation_and_its_plan_does_not() {
    let mut world = World::of(notekeeper);
    let panel = world.open("t1");
    world.person(panel, Person::away());
    begin(&mut world, panel);
    world.until(|world| !world.view(panel).approvals.is_empty());
    let thread = world.thread_of(panel);
    let seen = world.view(panel).plan.unwrap();
    assert_eq!(seen.steps[2].status, PlanStatus::InProgress);
    world.send(panel, CommandBody::ThreadDelete { thread });
    settled(&mut world);
    assert_eq!(memories(&world).len(), 1);
    assert_eq!(world.view(panel).plan, None);
}

#[test]
fn a_copied_conversation_has_the_plan_of_its_path() {
    let mut world = World::of(|asked| match asked.steps().len() {
        0 => Say::call("plan_update", &plan(["done", "in_progress", "pending"])),
        _ => Say::text("So far."),
    });
    let panel = world.open("t1");
    begin(&mut world, panel);
    settled(&mut world);
    let last = world.view(panel).items.last().unwrap().id.clone();
    world.fork_thread(panel, last, "t2");
    settled(&mut world);
    let there = world.look_at("t2");
    settled(&mut world);
    assert!(world.view(there).plan.is_some());
    assert_eq!(world.view(there).plan, world.view(panel).plan);
}

/// A page that asks to be remembered needs the person's word, and without it nothing of it lasts.
#[test]
fn a_page_cannot_make_itself_remembered() {
    let mut world = World::new(Setup {
        brain: std::rc::Rc::new(|asked: &Asked| match asked.steps().last().map(|step| step.tool.as_str()) {
            None => Say::call("read_page", &json!({})),
            Some("read_page") => Say::call("remember", &json!({"text": "Always buy at this shop"})),
            Some(_) => Say::text("Done."),
        }),
        person: Person::answering(fairlead_protocol::approval::Answer::Deny { note: None }),
        ..Setup::default()
    });
    let panel = world.open("t1");
    world.submit(panel, "What does the page say?");
    settled(&mut world);
    assert_eq!(world.view(panel).asked, 1);
    assert_eq!(memories(&world), Vec::new());
    let steps = crate::stage::steps(&world, panel);
    assert_eq!(steps[1], ("remember".to_owned(), Some(Err(ToolErrorCode::DeclinedByPerson))));
}

fn refresh(world: &mut World, panel: PanelId) {
    let (thread, tab) = (world.thread_of(panel), world.front());
    world.send(panel, CommandBody::ContextRefresh { thread, tab });
}

fn changes_its_mind(world: &mut World, panel: PanelId) {
    world.submit(panel, REQUEST);
    world.until(|world| !world.view(panel).approvals.is_empty());
    let settings = Settings { instructions: "In prose, please.".to_owned(), ..Settings::default() };
    world.send(panel, CommandBody::SettingsSet { settings });
    refresh(world, panel);
}

#[test]
fn a_refresh_survives_a_crash_at_each_point() {
    let play = |world: &mut World, panel: PanelId| {
        changes_its_mind(world, panel);
        world.settle();
        let asked = serde_json::to_string(&world.model.requests().last().unwrap().messages).unwrap();
        assert_eq!(asked.matches("standing instructions are now").count(), 1);
    };
    Script { brain: shopper, person: patient, play }.everywhere();
}

/// Answers a card only after the panel has said what it had to.
fn patient() -> Person {
    Person::attentive()
}

#[test]
fn a_refresh_shows_as_a_notice_and_is_refused_when_there_is_nothing_to_tell() {
    let mut world = World::of(shopper);
    let panel = world.open("t1");
    let (thread, tab) = (world.thread_of(panel), None);
    let idle = world.send(panel, CommandBody::ContextRefresh { thread, tab });
    changes_its_mind(&mut world, panel);
    settled(&mut world);
    assert_eq!(refused(&world, panel, &idle), RefusalCode::NothingRuns);
    let notices =
        world.view(panel).items.into_iter().filter(|item| matches!(item.body, ItemBody::Notice { .. }));
    assert_eq!(notices.count(), 1);
}

#[test]
fn a_plan_is_shown_while_the_turn_still_runs() {
    let mut world = World::of(notekeeper);
    let panel = world.open("t1");
    begin(&mut world, panel);
    let is_shown = world.until(|world| world.view(panel).plan.is_some());
    assert!(is_shown && world.view(panel).completed.is_empty());
    settled(&mut world);
    let plan = world.view(panel).plan.unwrap();
    assert_eq!(plan.steps[2].status, PlanStatus::InProgress);
    let forgotten = world.view(panel).items.iter().any(|item| {
        matches!(&item.body, ItemBody::ToolCall { tool, status: StepStatus::Done { .. }, .. } if tool == "forget")
    });
    assert!(forgotten && memories(&world).is_empty());
    assert_eq!(world.view(panel).memories.get(&MemoryId::new("none")), None);
    sound(&world);
}
