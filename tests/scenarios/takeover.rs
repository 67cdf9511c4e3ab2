//! The person's hand on the page: whoever uses a page that a Turn acts on has it, and the Turn waits until it is given back.

use crate::crash::Script;
use crate::delegate::{is_child, task};
use crate::stage::{REQUEST, cart, is, settled, steps};
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::item::{ItemBody, StepStatus};
use fairlead_protocol::pause::{Gesture, HandOnPage, Takeover};
use fairlead_protocol::run::{RunState, StopReason};
use fairlead_protocol::thread::Activity;
use fairlead_protocol::tool::ToolErrorCode;
use fairlead_sim::browser::SHOP;
use fairlead_sim::model::{Asked, Say, shopper};
use fairlead_sim::{Dice, PanelId, Person, Setup, World};
use serde_json::json;
use std::rc::Rc;

/// Its own dice: what else happens in a schedule does not change with it.
pub(crate) struct Hand(Dice);

impl Hand {
    pub(crate) fn of(seed: u64) -> Self {
        Self(Dice::new(seed ^ 0x0a11))
    }

    /// Now and then the person does something on the page, and may let the Turn go on right behind it.
    pub(crate) fn act(&mut self, world: &mut World, panel: PanelId) {
        if !self.0.comes_up(6) {
            return;
        }
        let gesture = match self.0.below(6) {
            0 => Gesture::Stop,
            1 | 2 => Gesture::Pause,
            _ => Gesture::Touch,
        };
        world.on_page(panel, gesture);
        if self.0.comes_up(40) {
            world.step();
            world.resume(panel);
        }
    }
}

/// The Turn clicks, and the click is out.
fn clicking() -> (World, PanelId) {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    assert!(world.until(|world| is(world, panel, RunState::ExecutingTool) && steps(world, panel).len() == 2));
    // The order is on its way: the tab shows it.
    assert!(world.until(|world| !world.web.borrow().held.is_empty()));
    (world, panel)
}

#[test]
fn a_touch_pauses_the_turn_and_nothing_more_goes_out_until_it_is_continued() {
    let (mut world, panel) = clicking();
    let asked = world.model.count();
    world.on_page(panel, Gesture::Touch);
    settled(&mut world);
    let run = world.view(panel).run.unwrap();
    assert_eq!((run.state, run.takeover), (RunState::PausedTakeover, Some(Takeover::Touched)));
    assert_eq!(steps(&world, panel)[1].1, Some(Err(ToolErrorCode::OutcomeUnknown)));
    assert_eq!(world.model.count(), asked);
    assert!(world.web.borrow().held.is_empty(), "the page is the person's");
    world.resume(panel);
    settled(&mut world);
    assert!(is(&world, panel, RunState::Completed));
    assert!(!cart(&world).is_empty());
}

#[test]
fn stop_on_the_page_stops_the_turn() {
    let (mut world, panel) = clicking();
    world.on_page(panel, Gesture::Stop);
    settled(&mut world);
    assert!(is(&world, panel, RunState::Interrupted));
    assert_eq!(world.view(panel).run.unwrap().stop, Some(StopReason::Interrupted));
}

#[test]
fn while_a_card_waits_the_page_is_the_persons_and_using_it_pauses_nothing() {
    let mut world = World::new(Setup { person: Person::away(), ..Setup::default() });
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    world.on_page(panel, Gesture::Touch);
    settled(&mut world);
    assert!(is(&world, panel, RunState::WaitingApproval));
    assert!(world.web.borrow().held.is_empty());
}

#[test]
fn a_touch_that_wakes_a_worker_that_died_pauses_the_turn_that_it_takes_up() {
    let (mut world, panel) = clicking();
    // A read may go on by itself, which a click may not.
    let reads = |world: &World| {
        is(world, panel, RunState::StreamingModel)
            && steps(world, panel).last().is_some_and(|(_, ending)| ending.is_some())
    };
    assert!(world.until(reads));
    let (thread, turn) = (ThreadId::new("t1"), world.view(panel).run.unwrap().turn);
    world.crash();
    // No panel is needed: the page says whose it is.
    world.gesture(HandOnPage { thread, turn, gesture: Gesture::Touch });
    settled(&mut world);
    assert!(is(&world, panel, RunState::PausedTakeover));
    world.crash();
    settled(&mut world);
    assert!(is(&world, panel, RunState::PausedTakeover), "it outlives the worker");
}

#[test]
fn a_page_that_a_worker_left_as_held_is_handed_back_where_its_turn_does_not_go_on() {
    let person = Person { losses: Rc::new(|_, _| None), ..Person::attentive() };
    let mut world = World::new(Setup { person, ..Setup::default() });
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    assert!(world.until(|world| !world.web.borrow().held.is_empty()));
    world.crash();
    settled(&mut world);
    assert!(is(&world, panel, RunState::PausedUncertain));
    assert!(world.web.borrow().held.is_empty());
}

/// Has a child open a page, and never be done with it.
fn delegates(asked: &Asked) -> Say {
    match (is_child(asked), asked.steps().last()) {
        (false, None) => Say::call("delegate", &task("terms")),
        (false, Some(_)) => Say::text("I leave it to you."),
        (true, None) => Say::call("tab_open", &json!({"url": format!("{SHOP}/terms")})),
        (true, Some(_)) => Say::text("Slow words. ".repeat(400)),
    }
}

#[test]
fn a_hand_on_the_page_of_a_child_pauses_the_turn_that_it_works_for() {
    let mut world = World::of(delegates);
    let panel = world.open("t1");
    world.submit(panel, "Read the terms");
    let child = |world: &World| {
        let view = world.view(panel);
        view.items.into_iter().find_map(|item| match item.body {
            ItemBody::ToolCall { child: Some(child), status: StepStatus::Running { .. }, .. } => Some(child),
            _ => None,
        })
    };
    let writes = |world: &World| {
        let stored = child(world).and_then(|child| world.stored(&child));
        stored.is_some_and(|child| {
            child.run().is_some_and(|run| {
                run.phase.state() == RunState::StreamingModel && run.counters.tool_calls == 1
            })
        })
    };
    assert!(world.until(writes));
    let thread = child(&world).unwrap();
    let turn = world.stored(&thread).unwrap().run().unwrap().id.clone();
    world.gesture(HandOnPage { thread: thread.clone(), turn, gesture: Gesture::Touch });
    settled(&mut world);
    assert!(is(&world, panel, RunState::PausedTakeover));
    assert_eq!(world.stored(&thread).unwrap().thread.unwrap().activity, Activity::Idle);
    assert_eq!(world.stored(&ThreadId::new("t1")).unwrap().thread.unwrap().activity, Activity::Idle);
}

/// Uses the page until the Turn has stopped for it: a worker that dies may not have heard it.
fn insists(world: &mut World, panel: PanelId) {
    let is_between = |world: &World| {
        is(world, panel, RunState::StreamingModel)
            && matches!(steps(world, panel).as_slice(), [(_, Some(Ok(())))])
    };
    world.until(is_between);
    for _ in 0..400 {
        if is(world, panel, RunState::PausedTakeover) {
            break;
        }
        world.on_page(panel, Gesture::Touch);
        world.step();
    }
    world.settle();
    world.resume(panel);
}

#[test]
fn a_takeover_and_its_end_survive_a_crash_at_each_point() {
    let script = Script {
        brain: shopper,
        person: Person::attentive,
        play: |world, panel| {
            world.submit(panel, REQUEST);
            insists(world, panel);
        },
    };
    assert!(script.everywhere() >= 12);
}
