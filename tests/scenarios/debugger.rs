//! Calls through the debugger: attached for a Turn and no longer, refused or lost with a way on, and never repeated by themselves.

use crate::crash::Script;
use crate::stage::{cart, settled, steps};
use fairlead_protocol::tool::ToolErrorCode;
use fairlead_sim::browser::Debugging;
use fairlead_sim::model::{Asked, Say};
use fairlead_sim::{Person, World};
use serde_json::json;

/// The second thing on the shelf, by its place.
fn clicks_a_place(asked: &Asked) -> Say {
    match asked.steps().len() {
        0 => Say::call("screenshot", &json!({})),
        1 => Say::call("click_xy", &json!({"element": "the second button", "x": 10, "y": 2})),
        _ => Say::text("Done."),
    }
}

#[test]
fn a_tab_is_attached_during_the_turn_and_let_go_at_its_end() {
    let mut world = World::of(clicks_a_place);
    let panel = world.open("t1");
    world.submit(panel, "Click the second button");
    world.until(|world| !world.web.borrow().debugged.is_empty());
    settled(&mut world);
    assert_eq!(cart(&world), ["Borealis"]);
    assert!(world.web.borrow().debugged.is_empty(), "nothing stays attached");
    let told = serde_json::to_string(&world.model.requests().last().unwrap().messages).unwrap();
    assert!(told.contains("R0lGODlhAQABAIAAAAAAAP"), "the picture is shown to the model");
}

#[test]
fn a_debugger_that_is_refused_leaves_the_gentler_way() {
    let mut world = World::of(|asked| match asked.steps().len() {
        0 => Say::call("click_trusted", &json!({"element": "Borealis", "ref": "s1_2"})),
        1 => Say::call("click", &json!({"element": "Borealis", "ref": "s1_2"})),
        _ => Say::text("Done."),
    });
    world.web.borrow_mut().debugging = Debugging::Refused;
    let panel = world.open("t1");
    world.submit(panel, "Click the second button");
    settled(&mut world);
    let refused = ("click_trusted".to_owned(), Some(Err(ToolErrorCode::NoDebugger)));
    assert_eq!(steps(&world, panel), [refused, ("click".to_owned(), Some(Ok(())))]);
    assert_eq!(cart(&world), ["Borealis"]);
}

#[test]
fn a_debugger_that_is_lost_behind_the_action_says_that_it_may_have_happened() {
    let mut world = World::of(|asked| match asked.steps().len() {
        0 => Say::call("click_xy", &json!({"element": "Borealis", "x": 10, "y": 2})),
        _ => Say::text("I do not know whether it worked."),
    });
    world.web.borrow_mut().debugging = Debugging::LostMidway;
    let panel = world.open("t1");
    world.submit(panel, "Click the second button");
    settled(&mut world);
    assert_eq!(steps(&world, panel), [("click_xy".to_owned(), Some(Err(ToolErrorCode::MaybeDone)))]);
    assert_eq!(cart(&world), ["Borealis"], "once");
}

#[test]
fn a_click_at_a_place_survives_a_crash_at_each_point_and_is_never_made_twice() {
    let script = Script {
        brain: clicks_a_place,
        person: Person::attentive,
        play: |world, panel| {
            world.submit(panel, "Click the second button");
        },
    };
    assert!(script.everywhere() >= 12);
}
