//! The engine is killed at each point of a Turn that delegates: the children that were begun are the ones that are awaited, none is
//! begun twice, and none goes on alone.

use crate::crash::Script;
use crate::delegate::{COMPARE, compares, shops};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::run::RunState;
use fairlead_sim::{PanelId, Person, World};

fn begin(world: &mut World, panel: PanelId) {
    world.submit(panel, COMPARE);
}

const BOTH: Script = Script { brain: compares, person: Person::attentive, play: begin };

#[test]
fn two_children_survive_a_crash_at_each_point() {
    assert!(BOTH.everywhere() >= 60);
}

#[test]
fn a_child_that_writes_survives_a_crash_at_each_point() {
    let script = Script {
        brain: shops,
        person: Person::attentive,
        play: |world, panel| {
            world.submit(panel, "Buy");
        },
    };
    assert!(script.everywhere() >= 40);
}

#[test]
fn a_stop_while_a_child_works_survives_a_crash_at_each_point() {
    let script = Script {
        person: Person::away,
        play: |world, panel| {
            begin(world, panel);
            world.until(|world| {
                world
                    .view(panel)
                    .thread
                    .is_some_and(|thread| thread.activity == fairlead_protocol::thread::Activity::Waiting)
            });
            world.interrupt(panel);
        },
        ..BOTH
    };
    script.everywhere();
}

#[test]
fn a_stop_right_behind_the_call_survives_a_crash_at_each_point() {
    let script = Script {
        play: |world, panel| {
            begin(world, panel);
            world.until(|world| world.view(panel).state() == Some(RunState::ExecutingTool));
            world.interrupt(panel);
        },
        ..BOTH
    };
    script.everywhere();
}

#[test]
fn a_thread_that_is_deleted_while_a_child_works_stays_deleted_after_a_crash_at_each_point() {
    let script = Script {
        play: |world, panel| {
            begin(world, panel);
            world.until(|world| world.view(panel).state() == Some(RunState::ExecutingTool));
            let thread = world.thread_of(panel);
            world.send(panel, CommandBody::ThreadDelete { thread });
        },
        ..BOTH
    };
    script.everywhere();
}

#[test]
fn a_turn_that_goes_on_after_a_stop_delegates_anew_and_survives_a_crash_at_each_point() {
    let script = Script {
        play: |world, panel| {
            begin(world, panel);
            world.until(|world| world.view(panel).state() == Some(RunState::ExecutingTool));
            world.interrupt(panel);
            world.settle();
            world.resume(panel);
        },
        ..BOTH
    };
    script.everywhere();
}
