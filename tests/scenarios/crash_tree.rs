//! The engine is killed around another Turn beside one, the choice of a branch, what is erased, and copies of a Thread.

use crate::crash::Script;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::ids::NodeId;
use fairlead_sim::model::shopper;
use fairlead_sim::{PanelId, Person, World};

fn greeted(world: &mut World, panel: PanelId) {
    world.submit(panel, "Good morning");
    world.settle();
}

fn siblings(world: &World, panel: PanelId) -> Vec<NodeId> {
    world.view(panel).forks.into_iter().flat_map(|fork| fork.siblings).collect()
}

const EDIT: Script = Script {
    brain: shopper,
    person: Person::attentive,
    play: |world, panel| {
        greeted(world, panel);
        let turn = world.turn(panel).unwrap();
        world.fork_turn(panel, turn, Some("Good evening"));
    },
};

#[test]
fn a_message_that_is_edited_and_sent_again_survives_a_crash_at_each_point() {
    EDIT.everywhere();
}

#[test]
fn an_answer_that_is_asked_for_again_survives_a_crash_at_each_point() {
    let script = Script {
        play: |world, panel| {
            greeted(world, panel);
            let turn = world.turn(panel).unwrap();
            world.fork_turn(panel, turn, None);
        },
        ..EDIT
    };
    script.everywhere();
}

#[test]
fn the_choice_of_a_branch_survives_a_crash_at_each_point() {
    let script = Script {
        play: |world, panel| {
            (EDIT.play)(world, panel);
            world.settle();
            let (thread, node) = (world.thread_of(panel), siblings(world, panel)[0].clone());
            world.send(panel, CommandBody::ThreadSelectBranch { thread, node });
            world.settle();
            world.submit(panel, "And now?");
        },
        ..EDIT
    };
    script.everywhere();
}

#[test]
fn a_turn_that_is_erased_stays_erased_after_a_crash_at_each_point() {
    let script = Script {
        play: |world, panel| {
            (EDIT.play)(world, panel);
            world.settle();
            let (thread, turn) = (world.thread_of(panel), world.turn(panel).unwrap());
            world.send(panel, CommandBody::TurnDelete { thread, turn });
            world.settle();
            world.submit(panel, "And now?");
        },
        ..EDIT
    };
    script.everywhere();
}

/// Whatever dies, the copy is there whole in the end; `invariants` see to it that it was never there in part.
#[test]
fn a_copy_of_a_thread_survives_a_crash_at_each_point() {
    let script = Script {
        play: |world, panel| {
            greeted(world, panel);
            world.attach(panel, "file1", "notes.txt", "QXVyb3Jh");
            world.submit_with(panel, "What does it say?", &["file1"]);
            world.settle();
            let last = world.view(panel).items.last().unwrap().id.clone();
            world.fork_thread(panel, last, "t2");
            world.settle();
            let there = world.look_at("t2");
            world.submit(there, "Good evening");
            world.settle();
            assert_eq!(world.view(there).items.len(), 6);
        },
        ..EDIT
    };
    script.everywhere();
}
