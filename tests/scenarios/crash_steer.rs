//! The engine is killed around messages that join a Turn, and around messages that wait.

use crate::crash::Script;
use crate::stage::REQUEST;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::ids::TurnId;
use fairlead_protocol::run::RunState;
use fairlead_protocol::thread::QueueMode;
use fairlead_sim::model::{Fault, Say, shopper};
use fairlead_sim::{PanelId, Person, World};

fn until_words(world: &mut World, panel: PanelId) {
    world.until(|world| world.view(panel).live.is_some_and(|live| !live.text.is_empty()));
}

const TEXT: Script = Script {
    brain: shopper,
    person: Person::attentive,
    play: |world, panel| {
        world.submit(panel, "Good morning");
        until_words(world, panel);
        world.steer(panel, "and good night");
    },
};

#[test]
fn a_steer_amid_a_reply_survives_a_crash_at_each_point() {
    assert!(TEXT.everywhere() >= 15);
}

#[test]
fn a_steer_amid_a_reply_survives_any_two_crashes() {
    TEXT.everywhere_twice();
}

#[test]
fn a_steer_that_comes_too_late_is_sent_anew_once_whatever_crashes() {
    let script = Script {
        play: |world, panel| {
            world.submit(panel, "Good morning");
            world.settle();
            world.steer(panel, "and good night");
        },
        ..TEXT
    };
    script.everywhere();
}

#[test]
fn three_steers_survive_a_crash_at_each_point_in_their_order() {
    let script = Script {
        play: |world, panel| {
            world.submit(panel, "Good morning");
            until_words(world, panel);
            for said in ["one", "two", "three"] {
                world.steer(panel, said);
            }
        },
        ..TEXT
    };
    script.everywhere();
}

#[test]
fn a_steer_while_a_call_is_out_survives_a_crash_at_each_point() {
    let script = Script {
        play: |world, panel| {
            world.submit(panel, REQUEST);
            world.until(|world| world.view(panel).state() == Some(RunState::ExecutingTool));
            world.steer(panel, "the cheapest of them, please");
        },
        ..TEXT
    };
    assert!(script.everywhere() >= 35);
}

#[test]
fn a_steer_while_a_card_is_open_survives_a_crash_at_each_point() {
    let script = Script {
        person: Person::away,
        play: |world, panel| {
            world.submit(panel, REQUEST);
            world.until(|world| !world.view(panel).approvals.is_empty());
            world.steer(panel, "the cheapest of them, please");
            world.until(|world| !world.view(panel).steers.is_empty());
            world.person(panel, Person::attentive());
        },
        ..TEXT
    };
    script.everywhere();
}

#[test]
fn a_steer_and_then_a_stop_survive_a_crash_at_each_point() {
    let script = Script {
        play: |world, panel| {
            world.submit(panel, "Good morning");
            until_words(world, panel);
            world.steer(panel, "and good night");
            world.interrupt(panel);
            world.settle();
            assert_eq!(world.view(panel).state(), Some(RunState::Interrupted));
            // How much of the reply was seen differs; what it says once it is whole does not.
            world.resume(panel);
        },
        ..TEXT
    };
    script.everywhere();
}

#[test]
fn a_steer_and_then_a_failure_survive_a_crash_at_each_point() {
    let script = Script {
        brain: |_| {
            Say::text("It begins well and ends badly. ".repeat(4)).failing(Fault::Broken { percent: 80 })
        },
        ..TEXT
    };
    script.everywhere();
}

#[test]
fn a_line_that_is_changed_moved_thinned_held_and_released_survives_a_crash_at_each_point() {
    fn waiting(world: &World, panel: PanelId, text: &str) -> TurnId {
        let queue = world.view(panel).queue;
        queue.iter().find(|waiting| waiting.text == text).unwrap().turn.clone()
    }
    fn texts(world: &World, panel: PanelId) -> Vec<String> {
        world.view(panel).queue.into_iter().map(|waiting| waiting.text).collect()
    }
    let script = Script {
        brain: shopper,
        person: Person::away,
        play: |world, panel| {
            let thread = world.thread_of(panel);
            world.submit(panel, REQUEST);
            world.until(|world| !world.view(panel).approvals.is_empty());
            for text in ["first", "second", "third", "fourth"] {
                world.enqueue(panel, text);
            }
            world.until(|world| world.view(panel).queue.len() == 4);
            let turn = waiting(world, panel, "first");
            let text = "changed".to_owned();
            world.send(panel, CommandBody::QueueUpdate { thread: thread.clone(), turn, text });
            let turn = waiting(world, panel, "third");
            world.send(panel, CommandBody::QueueMove { thread: thread.clone(), turn, to: 0 });
            let turn = waiting(world, panel, "second");
            world.send(panel, CommandBody::QueueRemove { thread: thread.clone(), turn });
            let turn = waiting(world, panel, "fourth");
            let expected_turn = world.turn(panel).unwrap();
            world.send(panel, CommandBody::QueueSteer { thread: thread.clone(), turn, expected_turn });
            world.send(panel, CommandBody::QueueHold { thread: thread.clone() });
            world.until(|world| world.view(panel).queue_mode == QueueMode::Held);
            assert_eq!(texts(world, panel), ["third", "changed"]);
            world.person(panel, Person::attentive());
            world.settle();
            assert_eq!(texts(world, panel), ["third", "changed"]);
            world.send(panel, CommandBody::QueueRelease { thread });
        },
    };
    assert!(script.everywhere() >= 40);
}
