//! The engine is killed around questions, times that are waited for, files, lost outcomes and ground that moves.

use crate::crash::Script;
use crate::stage::REQUEST;
use fairlead_protocol::command::Resolution;
use fairlead_protocol::connection::Connection;
use fairlead_protocol::ids::ConnectionId;
use fairlead_protocol::interaction::Response;
use fairlead_protocol::run::RunState;
use fairlead_sim::model::{Asked, Say, shopper};
use fairlead_sim::{PanelId, Person, World};
use fairlead_store::{Batch, RowKey, Store};
use futures::FutureExt;
use serde::Deserialize;
use serde_json::json;
use std::rc::Rc;

fn begin(world: &mut World, panel: PanelId) {
    world.submit(panel, "Good morning");
}

fn asks(asked: &Asked) -> Say {
    match asked.steps().last() {
        None => Say::call("ask_user", &json!({"question": "Which one?", "options": ["the blue one"]})),
        Some(step) => Say::text(format!("I see. {}", step.result)),
    }
}

fn sleeps(asked: &Asked) -> Say {
    match asked.steps().last() {
        None => Say::call("schedule_resume", &json!({"minutes": 600, "reason": "The sale begins"})),
        Some(step) => Say::text(format!("I see. {}", step.result)),
    }
}

const QUESTION: Script = Script { brain: asks, person: Person::attentive, play: begin };

#[test]
fn a_question_that_is_answered_survives_a_crash_at_each_point() {
    assert!(QUESTION.everywhere() >= 12);
}

#[test]
fn a_question_that_is_answered_survives_any_two_crashes() {
    QUESTION.everywhere_twice();
}

#[test]
fn a_question_that_is_skipped_survives_a_crash_at_each_point() {
    let script = Script {
        person: || Person { waits: Rc::new(|_| Some(Response::Skip)), ..Person::attentive() },
        ..QUESTION
    };
    script.everywhere();
}

#[test]
fn a_question_behind_which_the_turn_is_stopped_survives_a_crash_at_each_point() {
    let script = Script {
        person: Person::away,
        play: |world, panel| {
            begin(world, panel);
            world.until(|world| !world.view(panel).interactions.is_empty());
            world.interrupt(panel);
        },
        ..QUESTION
    };
    script.everywhere();
}

#[test]
fn a_time_that_comes_survives_a_crash_at_each_point() {
    Script { brain: sleeps, ..QUESTION }.everywhere();
}

#[test]
fn a_time_before_which_the_person_goes_on_survives_a_crash_at_each_point() {
    let script = Script {
        brain: sleeps,
        person: || Person { waits: Rc::new(|_| Some(Response::Skip)), ..Person::attentive() },
        ..QUESTION
    };
    script.everywhere();
}

/// No panel is open and the worker is stopped: nothing but the alarm is left to go on.
fn slept_through(world: &mut World, panel: PanelId) {
    begin(world, panel);
    world.until(|world| !world.view(panel).interactions.is_empty());
    world.sleep();
    world.settle();
    assert!(world.chronicle.read().woken > 0);
    let state = world.stored(&world.thread_of(panel)).unwrap();
    assert_eq!(state.run().unwrap().phase.state(), RunState::Completed, "before any panel came back");
    world.reconnect(panel);
}

#[test]
fn an_alarm_alone_wakes_a_turn_that_waits_and_it_survives_a_crash_at_each_point() {
    Script { brain: sleeps, play: slept_through, ..QUESTION }.everywhere();
}

#[test]
fn a_panel_wakes_a_worker_that_sleeps_and_the_time_still_comes() {
    let script = Script {
        brain: sleeps,
        play: |world, panel| {
            begin(world, panel);
            world.until(|world| !world.view(panel).interactions.is_empty());
            world.sleep();
            world.reconnect(panel);
            world.until(|world| world.view(panel).is_connected);
            assert_eq!(world.view(panel).state(), Some(RunState::WaitingInteraction));
        },
        ..QUESTION
    };
    script.everywhere();
}

#[test]
fn a_file_and_the_message_that_brings_it_survive_a_crash_at_each_point() {
    fn reads(asked: &Asked) -> Say {
        let all = serde_json::to_string(&asked.messages).unwrap();
        Say::text(if all.contains("Aurora is the best.") { "Aurora" } else { "nothing" })
    }
    let script = Script {
        brain: reads,
        play: |world, panel| {
            world.attach(panel, "file1", "notes.txt", "QXVyb3JhIGlzIHRoZSBiZXN0Lg==");
            world.submit_with(panel, "Which one?", &["file1"]);
            world.settle();
            assert_eq!(world.view(panel).answer(), "Aurora");
        },
        ..QUESTION
    };
    script.everywhere();
}

/// The click was sent out and its outcome died with the worker.
fn loses_a_click(world: &mut World, panel: PanelId) {
    world.submit(panel, REQUEST);
    world.until(|world| {
        world.view(panel).asked > 0 && world.view(panel).state() == Some(RunState::ExecutingTool)
    });
    world.crash();
}

#[test]
fn a_lost_outcome_that_is_tried_again_or_found_done_survives_a_crash_at_each_point() {
    Script { brain: shopper, person: Person::attentive, play: loses_a_click }.everywhere();
}

#[test]
fn a_lost_outcome_that_failed_or_is_found_done_survives_a_crash_at_each_point() {
    let person = || Person {
        losses: Rc::new(|_, web| {
            Some(if web.borrow().cart.is_empty() { Resolution::Fail } else { Resolution::MarkDone })
        }),
        ..Person::attentive()
    };
    Script { brain: shopper, person, play: loses_a_click }.everywhere();
}

/// Past the engine, as by another version of it while this one was dead.
fn move_the_ground(world: &World) {
    let key = RowKey::Connection(ConnectionId::new("c1"));
    let row = world.rows.snapshot().remove(&key).unwrap();
    let connection = Connection::deserialize(row).unwrap();
    let moved = Connection { base_url: "https://elsewhere.example/v1".to_owned(), ..connection };
    world.rows.commit(Batch::new().put(moved)).now_or_never().unwrap().unwrap();
}

#[test]
fn ground_that_moves_between_two_lives_ends_the_turn_and_the_next_one_stands_on_it() {
    let script = Script {
        brain: shopper,
        person: Person::attentive,
        play: |world, panel| {
            begin(world, panel);
            world.until(|world| world.view(panel).live.is_some_and(|live| !live.text.is_empty()));
            move_the_ground(world);
            world.crash();
            world.settle();
            assert_eq!(world.view(panel).state(), Some(RunState::Failed));
            world.resume(panel);
            world.settle();
            assert_eq!(world.view(panel).state(), Some(RunState::Failed));
            world.submit(panel, "Good evening");
        },
    };
    script.everywhere();
}
