//! Where room is made in the model's window, the engine is killed at each point, and comes to the same end.

use crate::crash::Script;
use crate::stage::is;
use fairlead_protocol::run::RunState;
use fairlead_sim::model::{Asked, Say};
use fairlead_sim::{PanelId, Person, World};
use serde_json::json;

/// Three of these are too much for the window, and no mask helps: there are too few.
fn page(_: usize) -> String {
    "All about headphones. ".repeat(600)
}

/// One of these is too much.
fn long_page(_: usize) -> String {
    "All about headphones. ".repeat(2_000)
}

/// Reads until what it read is out of its view.
fn reads(asked: &Asked) -> Say {
    let all = serde_json::to_string(&asked.messages).unwrap();
    let seen = asked.steps().iter().filter(|step| step.tool == "find_in_page").count();
    if all.contains("What came before this point") || all.contains("[masked") || seen > 3 {
        return Say::text("Done.");
    }
    Say::call("find_in_page", &json!({"query": format!("part {seen}")}))
}

fn begin(world: &mut World, panel: PanelId, text: fn(usize) -> String) {
    world.web.borrow_mut().text = text;
    let sent = world.narrow(panel, 16_384);
    world.until(|world| world.answer(panel, &sent).is_some());
    world.submit(panel, "Read all of it");
}

#[test]
fn a_history_that_becomes_notes_survives_a_crash_at_each_point() {
    let script = Script {
        brain: reads,
        person: Person::attentive,
        play: |world, panel| {
            begin(world, panel, page);
            world.settle();
            assert!(is(world, panel, RunState::Completed));
            assert!(!world.model.notes().is_empty());
        },
    };
    assert!(script.everywhere() >= 12);
}

#[test]
fn a_full_window_and_its_end_survive_a_crash_at_each_point() {
    let script = Script {
        brain: reads,
        person: Person::attentive,
        play: |world, panel| {
            begin(world, panel, long_page);
            world.until(|world| is(world, panel, RunState::PausedContext));
            world.settle();
            world.resume(panel);
        },
    };
    assert!(script.everywhere() >= 8);
}

#[test]
fn a_stop_while_notes_are_made_survives_a_crash_at_each_point() {
    let script = Script {
        brain: reads,
        person: Person::attentive,
        play: |world, panel| {
            begin(world, panel, page);
            world.until(|world| is(world, panel, RunState::Compacting));
            world.interrupt(panel);
        },
    };
    script.everywhere();
}
