//! The engine is killed around steps that the person takes, and while it waits for a page: between two looks, with nobody there,
//! and together with the browser, whose alarms are lost.

use crate::crash::Script;
use crate::mutation::is_noticed_in;
use crate::stage::settled;
use fairlead_protocol::interaction::Response;
use fairlead_protocol::run::RunState;
use fairlead_protocol::tool::ToolErrorCode;
use fairlead_sim::browser::SHOP_TAB;
use fairlead_sim::fault::Fault;
use fairlead_sim::model::{Asked, Say};
use fairlead_sim::{PanelId, Person, Setup, World};
use serde_json::json;
use std::rc::Rc;

fn begin(world: &mut World, panel: PanelId) {
    world.submit(panel, "Good morning");
}

/// Minutes are none of its business: a death makes a wait longer.
fn said(asked: &Asked) -> Say {
    match asked.steps().last() {
        Some(step) if step.result.contains("is on the page") => Say::text("It is there."),
        Some(step) if step.result.contains("another than when") => Say::text("It is another."),
        Some(step) if step.result.contains("did not show") => Say::text("It never came."),
        Some(step) if step.result.contains("says that it is done") => Say::text("Thank you."),
        Some(step) => Say::text(format!("I see. {}", step.result)),
        None => Say::text("I see."),
    }
}

fn watches(asked: &Asked) -> Say {
    if asked.steps().is_empty() {
        let waits = json!({"text": "Take Aurora", "timeout_minutes": 60, "every_seconds": 300});
        return Say::call("watch_page", &waits);
    }
    said(asked)
}

fn compares(asked: &Asked) -> Say {
    if asked.steps().is_empty() {
        return Say::call("watch_page", &json!({"changed": true, "timeout_minutes": 10}));
    }
    said(asked)
}

fn hands_over(asked: &Asked) -> Say {
    if asked.steps().is_empty() {
        return Say::call(
            "request_user_action",
            &json!({"what": "Sign in", "why": "It asks for a password"}),
        );
    }
    said(asked)
}

const STEP: Script = Script { brain: hands_over, person: Person::attentive, play: begin };
const WATCH: Script = Script { brain: watches, person: Person::attentive, play: shows_it };

fn waits(world: &mut World, panel: PanelId) {
    world.until(|world| !world.view(panel).interactions.is_empty());
}

fn looked(world: &mut World, times: u32) {
    let before = world.web.borrow().glances;
    world.until(|world| world.web.borrow().glances >= before + times);
}

fn change_the_page(world: &World) {
    "Take".clone_into(&mut world.web.borrow_mut().wording);
}

fn shows_it(world: &mut World, panel: PanelId) {
    begin(world, panel);
    waits(world, panel);
    looked(world, 2);
    change_the_page(world);
}

#[test]
fn a_step_that_the_person_takes_survives_a_crash_at_each_point() {
    assert!(STEP.everywhere() >= 12);
}

#[test]
fn a_step_that_the_person_takes_survives_any_two_crashes() {
    STEP.everywhere_twice();
}

#[test]
fn a_step_that_the_person_cannot_take_and_one_behind_which_the_turn_is_stopped_survive_a_crash_at_each_point()
{
    let person = || Person { waits: Rc::new(|_| Some(Response::Skip)), ..Person::attentive() };
    Script { person, ..STEP }.everywhere();
    let stopped = Script {
        person: Person::away,
        play: |world, panel| {
            begin(world, panel);
            waits(world, panel);
            world.interrupt(panel);
        },
        ..STEP
    };
    stopped.everywhere();
}

#[test]
fn a_step_outlives_the_browser_and_the_tab_that_is_gone_is_said_to_be() {
    let mut world =
        World::new(Setup { brain: Rc::new(hands_over), person: Person::away(), ..Setup::default() });
    let panel = world.open("t1");
    begin(&mut world, panel);
    waits(&mut world, panel);
    world.restart_browser();
    world.web.borrow_mut().close(SHOP_TAB);
    world.settle();
    let open = world.view(panel).interactions.keys().next().cloned().unwrap();
    world.respond(panel, open, Response::Done);
    settled(&mut world);
    assert_eq!(world.view(panel).answer(), "Thank you.");
    let told = world.model.requests().last().map(|asked| serde_json::to_string(&asked.messages).unwrap());
    assert!(told.unwrap().contains("cannot be seen any more"));
}

#[test]
fn a_page_that_comes_to_show_it_survives_a_crash_at_each_point() {
    assert!(WATCH.everywhere() >= 12);
}

#[test]
fn a_page_that_never_shows_it_survives_a_crash_at_each_point() {
    Script { play: begin, ..WATCH }.everywhere();
}

#[test]
fn a_wait_for_a_change_compares_with_its_first_look_over_any_crash() {
    Script { brain: compares, ..WATCH }.everywhere();
}

#[test]
fn a_page_that_the_person_waits_for_no_longer_survives_a_crash_at_each_point() {
    let person = || Person { waits: Rc::new(|_| Some(Response::Skip)), ..Person::attentive() };
    Script { person, play: begin, ..WATCH }.everywhere();
}

#[test]
fn a_tab_that_goes_elsewhere_or_is_closed_ends_the_wait_over_a_crash_at_each_point() {
    let left = Script {
        play: |world, panel| {
            begin(world, panel);
            waits(world, panel);
            looked(world, 1);
            world.web.borrow_mut().go(SHOP_TAB, "https://elsewhere.example/");
        },
        ..WATCH
    };
    left.everywhere();
    let closed = Script {
        play: |world, panel| {
            begin(world, panel);
            waits(world, panel);
            world.web.borrow_mut().close(SHOP_TAB);
        },
        ..WATCH
    };
    closed.everywhere();
}

/// No panel is open and the worker is stopped: nothing but alarms is left to look.
#[test]
fn alarms_alone_look_at_the_page_until_it_shows_it_and_a_crash_at_each_point_changes_nothing() {
    let script = Script {
        play: |world, panel| {
            begin(world, panel);
            waits(world, panel);
            world.sleep();
            for _ in 0..3 {
                // Woken by the alarm; it looks, and is stopped again.
                looked(world, 1);
                world.sleep();
            }
            change_the_page(world);
            world.settle();
            assert!(world.chronicle.read().woken >= 3);
            let state = world.stored(&world.thread_of(panel)).unwrap();
            assert_eq!(state.run().unwrap().phase.state(), RunState::Completed, "before any panel came back");
            world.reconnect(panel);
        },
        ..WATCH
    };
    script.everywhere();
}

#[test]
fn a_browser_that_starts_again_without_its_alarms_goes_on_looking() {
    let script = Script {
        play: |world, panel| {
            begin(world, panel);
            waits(world, panel);
            world.restart_browser();
            looked(world, 1);
            change_the_page(world);
        },
        ..WATCH
    };
    script.everywhere();
}

/// Another Thread wants to read the tab meanwhile.
fn reads_beside() -> World {
    fn brain(asked: &Asked) -> Say {
        let all = serde_json::to_string(&asked.messages).unwrap_or_default();
        if all.contains("And here?") && asked.steps().is_empty() {
            return Say::call("read_page", &json!({}));
        }
        if all.contains("And here?") {
            return Say::text("So it is.");
        }
        hands_over(asked)
    }
    let mut world = World::new(Setup { brain: Rc::new(brain), person: Person::away(), ..Setup::default() });
    let panel = world.open("t1");
    begin(&mut world, panel);
    waits(&mut world, panel);
    let other = world.open("t2");
    world.submit(other, "And here?");
    world.settle();
    world
}

#[test]
fn while_the_person_has_a_page_no_other_conversation_reads_it() {
    let world = reads_beside();
    assert_eq!(world.violations(), Vec::<String>::new());
    assert_eq!(world.web.borrow().reads, 0);
    let failed = world
        .rows
        .snapshot()
        .into_values()
        .any(|row| row.pointer("/body/outcome/failure/code") == Some(&json!(ToolErrorCode::WithPerson)));
    assert!(failed, "and is told why");
}

#[test]
fn a_page_that_is_read_while_the_person_has_it_is_noticed() {
    is_noticed_in(|| reads_beside().violations(), Fault::TakenPageRead, "while the person had it");
}

/// Looks once, and then the tab goes elsewhere.
fn goes_elsewhere() -> Vec<String> {
    let mut world = World::new(Setup { brain: Rc::new(watches), ..Setup::default() });
    let panel = world.open("t1");
    begin(&mut world, panel);
    waits(&mut world, panel);
    looked(&mut world, 1);
    world.web.borrow_mut().go(SHOP_TAB, "https://elsewhere.example/");
    world.settle();
    world.violations()
}

#[test]
fn a_look_that_nobody_judged_is_noticed() {
    is_noticed_in(goes_elsewhere, Fault::LookUnjudged, "was looked at and no wait says so");
}

#[test]
fn a_page_that_is_not_looked_at_any_more_is_noticed() {
    let watched = || {
        let mut world = World::new(Setup { brain: Rc::new(watches), ..Setup::default() });
        let panel = world.open("t1");
        begin(&mut world, panel);
        waits(&mut world, panel);
        world.crash();
        world.settle();
        world.violations()
    };
    is_noticed_in(watched, Fault::WatchForgotten, "are due in");
}
