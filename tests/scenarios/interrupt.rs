//! Stop, go on, and messages that wait.

use crate::stage::{REQUEST, cart, is, refused, settled, steps};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::event::AckBody;
use fairlead_protocol::ids::TurnId;
use fairlead_protocol::item::{ItemBody, ItemEnding};
use fairlead_protocol::node::PartialWhy;
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::{RunState, StopReason};
use fairlead_protocol::thread::QueueMode;
use fairlead_protocol::tool::ToolErrorCode;
use fairlead_sim::model::{Fault, Say, shopper};
use fairlead_sim::panel::Answered;
use fairlead_sim::{Clock, PanelId, Person, Setup, World};

fn stops(world: &World, panel: PanelId) -> Vec<StopReason> {
    world.view(panel).completed.into_iter().map(|(_, stop)| stop).collect()
}

#[test]
fn stopping_a_stream_aborts_it_and_keeps_what_was_shown() {
    let mut world = World::of(|_| Say::text("Let me tell you a very long story about owls. ".repeat(20)));
    let panel = world.open("t1");
    world.submit(panel, "tell me a story");
    assert!(world.until(|world| world.view(panel).live.is_some_and(|live| live.text.len() > 60)));
    let shown = world.view(panel).live.unwrap().text;
    world.interrupt(panel);
    settled(&mut world);
    assert_eq!(world.model.aborted(), 1);
    assert_eq!(stops(&world, panel), [StopReason::Interrupted]);
    assert!(world.view(panel).answer().starts_with(&shown));
    let partial = ItemEnding::Partial { why: PartialWhy::Interrupted };
    assert!(matches!(&world.view(panel).items.last().unwrap().body,
        ItemBody::AssistantMessage { ending, .. } if *ending == partial));
}

#[test]
fn stopping_before_any_output_leaves_the_message_and_nothing_else() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    world.submit(panel, "hello");
    assert!(world.until(|world| world.model.count() == 1));
    world.interrupt(panel);
    settled(&mut world);
    assert_eq!(world.view(panel).items.len(), 1);
    assert_eq!(stops(&world, panel), [StopReason::Interrupted]);
}

#[test]
fn stopping_while_a_card_is_open_closes_it_and_nothing_happens() {
    let mut world = World::new(Setup { person: Person::away(), ..Setup::default() });
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    world.interrupt(panel);
    settled(&mut world);
    assert!(world.view(panel).approvals.is_empty());
    assert_eq!(steps(&world, panel)[1], ("click".to_owned(), Some(Err(ToolErrorCode::NotRun))));
    assert!(cart(&world).is_empty());
}

#[test]
fn stopping_a_read_ends_it_and_stopping_a_write_says_that_it_may_have_happened() {
    for (tool, code) in [(0, ToolErrorCode::Interrupted), (1, ToolErrorCode::OutcomeUnknown)] {
        let mut world = World::new(Setup::default());
        let panel = world.open("t1");
        world.submit(panel, REQUEST);
        assert!(world.until(|world| {
            is(world, panel, RunState::ExecutingTool) && steps(world, panel).len() == tool + 1
        }));
        world.interrupt(panel);
        settled(&mut world);
        assert_eq!(steps(&world, panel)[tool].1, Some(Err(code)));
        assert_eq!(stops(&world, panel), [StopReason::Interrupted]);
    }
}

#[test]
fn stop_does_not_wait_for_a_page_that_takes_its_time_to_be_looked_at() {
    let mut world = World::new(Setup::default());
    world.web.borrow_mut().look_ms = 5_000;
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    assert!(world.until(|world| world.web.borrow().looks == 1));
    let pressed = world.clock.now();
    world.interrupt(panel);
    assert!(world.until(|world| is(world, panel, RunState::Interrupted)));
    assert!(world.clock.now().0 - pressed.0 < 500);
    settled(&mut world);
    assert_eq!(world.web.borrow().reads, 0);
}

#[test]
fn a_message_that_a_stop_holds_waits_until_it_is_sent_on() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    world.submit(panel, "hello");
    assert!(world.until(|world| world.view(panel).queue.len() == 1));
    let held = world.view(panel).queue[0].turn.clone();
    let thread = world.thread_of(panel);
    let early = world.send(panel, CommandBody::RunResume { thread: thread.clone(), turn: held.clone() });
    world.interrupt(panel);
    settled(&mut world);
    assert_eq!(refused(&world, panel, &early), RefusalCode::Busy);
    assert_eq!(stops(&world, panel), [StopReason::Interrupted]);
    world.send(panel, CommandBody::RunResume { thread, turn: held.clone() });
    settled(&mut world);
    assert_eq!(world.turn(panel), Some(held));
    assert_eq!(stops(&world, panel), [StopReason::Interrupted, StopReason::End]);
}

#[test]
fn stopping_twice_or_after_the_end_is_acknowledged_and_changes_nothing() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    world.submit(panel, "hello");
    settled(&mut world);
    let commits = world.rows.commits();
    let sent = world.interrupt(panel).unwrap();
    settled(&mut world);
    assert_eq!(world.answer(panel, &sent), Some(Answered::Acknowledged(AckBody::Done)));
    assert_eq!((world.rows.commits(), stops(&world, panel)), (commits, vec![StopReason::End]));
}

#[test]
fn an_interrupted_turn_goes_on_as_the_same_turn() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    world.until(|world| steps(world, panel).len() == 1);
    let turn = world.turn(panel);
    world.interrupt(panel);
    settled(&mut world);
    world.resume(panel);
    settled(&mut world);
    assert_eq!(world.turn(panel), turn);
    assert_eq!(stops(&world, panel), [StopReason::Interrupted, StopReason::End]);
    assert_eq!(world.view(panel).answer(), "Aurora is in your cart for $49.90.");
}

#[test]
fn only_the_newest_turn_that_stopped_can_go_on() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    world.submit(panel, "hello");
    settled(&mut world);
    let done = world.resume(panel).unwrap();
    let thread = world.thread_of(panel);
    let unknown = world.send(panel, CommandBody::RunResume { thread, turn: TurnId::new("r_none") });
    settled(&mut world);
    assert_eq!(refused(&world, panel, &done), RefusalCode::NotResumable);
    assert_eq!(refused(&world, panel, &unknown), RefusalCode::UnknownTurn);
}

#[test]
fn a_failed_turn_goes_on_once_the_model_is_back() {
    let mut world = World::of(|asked| match asked.number {
        0 => Say::text("")
            .failing(Fault::Refused { status: 401, body: r#"{"error":{"message":"bad key"}}"#.into() }),
        _ => shopper(asked),
    });
    let panel = world.open("t1");
    world.submit(panel, "hello");
    settled(&mut world);
    assert!(is(&world, panel, RunState::Failed));
    world.resume(panel);
    settled(&mut world);
    assert!(is(&world, panel, RunState::Completed));
    assert_eq!(stops(&world, panel), [StopReason::Error, StopReason::End]);
}

#[test]
fn messages_sent_while_a_turn_runs_wait_and_run_in_order() {
    for seed in 0..20 {
        let mut world = World::new(Setup { seed, ..Setup::default() });
        let panel = world.open("t1");
        world.submit(panel, REQUEST);
        let second = world.submit(panel, "second");
        let third = world.submit(panel, "third");
        world.until(|world| world.answer(panel, &third).is_some());
        let position = |sent| match world.answer(panel, sent) {
            Some(Answered::Acknowledged(AckBody::TurnQueued { position, .. })) => position,
            other => panic!("{other:?}"),
        };
        assert_eq!((position(&second), position(&third)), (1, 2));
        assert_eq!(world.view(panel).queue.len(), 2);
        // What waits must wait in the same order in the eyes of the next life.
        world.crash();
        settled(&mut world);
        let said: Vec<String> = world
            .view(panel)
            .items
            .iter()
            .filter_map(|item| match &item.body {
                ItemBody::UserMessage { text, .. } => Some(text.clone()),
                _ => None,
            })
            .collect();
        assert_eq!(said, [REQUEST, "second", "third"], "seed {seed}");
        assert!(world.view(panel).queue.is_empty());
    }
}

#[test]
fn a_message_that_waits_can_be_taken_back_and_the_ninth_is_refused() {
    let mut world = World::new(Setup { person: Person::away(), ..Setup::default() });
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    let sent: Vec<_> = (0..9).map(|at| world.submit(panel, &format!("message {at}"))).collect();
    settled(&mut world);
    assert_eq!(refused(&world, panel, &sent[8]), RefusalCode::QueueFull);
    let waiting = world.view(panel).queue;
    assert_eq!(waiting.len(), 8);
    let thread = world.thread_of(panel);
    let turn = waiting[3].turn.clone();
    world.send(panel, CommandBody::QueueRemove { thread: thread.clone(), turn: turn.clone() });
    let again = world.send(panel, CommandBody::QueueRemove { thread, turn });
    settled(&mut world);
    assert_eq!(refused(&world, panel, &again), RefusalCode::UnknownTurn);
    assert!(world.view(panel).queue.iter().all(|message| message.text != "message 3"));
    world.person(panel, Person::attentive());
    world.reconnect(panel);
    settled(&mut world);
    assert_eq!(
        world
            .view(panel)
            .items
            .iter()
            .filter(|item| matches!(item.body, ItemBody::UserMessage { .. }))
            .count(),
        8
    );
}

#[test]
fn after_a_stop_what_waits_is_held_until_it_is_released() {
    let mut world = World::new(Setup { person: Person::away(), ..Setup::default() });
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    world.submit(panel, "held");
    world.interrupt(panel);
    settled(&mut world);
    assert_eq!(world.view(panel).queue.len(), 1);
    assert_eq!(world.view(panel).queue_mode, QueueMode::Held);
    world.submit(panel, "now");
    settled(&mut world);
    assert_eq!((world.view(panel).queue.len(), world.view(panel).queue_mode), (1, QueueMode::Held));
    let thread = world.thread_of(panel);
    world.send(panel, CommandBody::QueueRelease { thread });
    settled(&mut world);
    assert!(world.view(panel).queue.is_empty());
    assert_eq!(world.view(panel).answer(), "You said: held. 你好，世界！");
}

#[test]
fn a_thread_can_be_deleted_while_its_turn_runs() {
    let mut world = World::of(|_| Say::text("on and on ".repeat(100)));
    let panel = world.open("t1");
    world.submit(panel, "hello");
    assert!(world.until(|world| world.view(panel).live.is_some_and(|live| !live.text.is_empty())));
    let thread = world.thread_of(panel);
    let sent = world.send(panel, CommandBody::ThreadDelete { thread: thread.clone() });
    settled(&mut world);
    assert_eq!(world.answer(panel, &sent), Some(Answered::Acknowledged(AckBody::Done)));
    assert!(world.view(panel).is_deleted);
    assert_eq!(world.model.aborted(), 1);
    assert!(world.stored(&thread).is_none());
    let text = serde_json::to_string(&world.rows.snapshot().into_values().collect::<Vec<_>>()).unwrap();
    assert!(!text.contains("on and on"));
    let late = world.submit(panel, "still there?");
    settled(&mut world);
    assert_eq!(refused(&world, panel, &late), RefusalCode::UnknownThread);
}
