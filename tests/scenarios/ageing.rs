//! A conversation that has grown old: more Turns than are kept in memory.

use crate::stage::{is, settled};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::ids::{NodeId, TurnId};
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::run::RunState;
use fairlead_sim::model::{Fault, Say};
use fairlead_sim::{PanelId, World};
use fairlead_store::{RUNS_AT_LOAD, RowKey};

/// So many that the first is not loaded any more. The first one failed.
fn old_world() -> (World, PanelId, TurnId, NodeId) {
    let mut world = World::of(|asked| match asked.request().as_str() {
        "first" => Say::text("").failing(Fault::Refused { status: 400, body: "{}".to_owned() }),
        said => Say::text(format!("You said {said}")),
    });
    let panel = world.open("t1");
    world.submit(panel, "first");
    settled(&mut world);
    let first = world.turn(panel).unwrap();
    // The others stand beside it, so that it is the end of a branch of its own.
    let (sibling_of, text) = (first.clone(), Some("another".to_owned()));
    let fork = CommandBody::TurnFork {
        thread: world.thread_of(panel),
        sibling_of,
        text,
        tab: None,
        overrides: Default::default(),
    };
    world.send(panel, fork);
    settled(&mut world);
    for number in 0..RUNS_AT_LOAD + 2 {
        world.submit(panel, &format!("message {number}"));
        settled(&mut world);
    }
    let begun = world.view(panel).forks[0].siblings[0].clone();
    world.crash();
    world.until(|world| world.view(panel).is_connected);
    (world, panel, first, begun)
}

#[test]
fn a_branch_whose_turn_is_too_old_to_be_in_memory_is_shown_with_its_run_and_goes_on() {
    let (mut world, panel, first, node) = old_world();
    let thread = world.thread_of(panel);
    world.send(panel, CommandBody::ThreadSelectBranch { thread, node });
    settled(&mut world);
    assert_eq!(world.turn(panel), Some(first));
    assert!(is(&world, panel, RunState::Failed));
    let resumed = world.resume(panel).unwrap();
    settled(&mut world);
    assert!(world.answer(panel, &resumed).is_some());
}

#[test]
fn erasing_a_turn_that_is_too_old_to_be_in_memory_keeps_the_record_of_its_run_and_none_of_its_words() {
    let (mut world, panel, first, _) = old_world();
    let thread = world.thread_of(panel);
    world.send(panel, CommandBody::TurnDelete { thread: thread.clone(), turn: first.clone() });
    settled(&mut world);
    assert!(world.rows.snapshot().contains_key(&RowKey::Run(first.clone())));
    let state = world.stored(&thread).unwrap();
    assert!(state.turn_nodes(&first).all(|node| node.body == NodeBody::Tombstone));
    assert!(world.view(panel).forks.is_empty());
}
