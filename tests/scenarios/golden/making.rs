//! What the journals are made with: models, pages and people.

use crate::stage::REQUEST;
use fairlead_protocol::evidence::Standing;
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::item::{Item, ItemBody};
use fairlead_protocol::run::{Phase, Run};
use fairlead_sim::model::{Asked, Say, shopper};
use fairlead_sim::{PanelId, Person, Setup, World};
use fairlead_store::{Batch, Store};
use futures::FutureExt;
use serde_json::json;
use std::rc::Rc;

pub(super) fn away(brain: fn(&Asked) -> Say) -> World {
    let mut world = World::new(Setup { person: Person::away(), brain: Rc::new(brain), ..Setup::default() });
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    world
}

/// A model with a small window in front of pages like these.
pub(super) fn narrow(text: fn(usize) -> String) -> World {
    let setup = Setup { person: Person::away(), window: Some(16_384), ..Setup::default() };
    let mut world = World::new(Setup { brain: Rc::new(thorough), ..setup });
    world.web.borrow_mut().text = text;
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    world
}

/// Too long for any window of this size.
pub(super) fn long_page(number: usize) -> String {
    if number == 1 { "All about headphones. ".repeat(1_700) } else { String::new() }
}

/// Two of these do not fit.
pub(super) fn pages(number: usize) -> String {
    if number <= 2 { "All about headphones. ".repeat(600) } else { String::new() }
}

/// Looks at the page three times before it does what it was asked to do.
fn thorough(asked: &Asked) -> Say {
    let reads = asked.steps().iter().filter(|step| step.tool == "find_in_page").count();
    match reads {
        0 | 1 if asked.number < 3 => {
            Say::call("find_in_page", &json!({"query": format!("{}", asked.number)}))
        }
        _ => shopper(asked),
    }
}

/// The first panel of a world that opens no other before.
pub(super) const FIRST: PanelId = PanelId(2);

pub(super) fn resume(world: &mut World, panel: PanelId) {
    world.resume(panel);
}

pub(super) fn nothing(_: &mut World, _: PanelId) {}

pub(super) fn standings(world: &World, panel: PanelId) -> Vec<Standing> {
    let standing = |item: &Item| match &item.body {
        ItemBody::AssistantMessage { evidence, .. } => evidence.as_ref().map(|evidence| evidence.standing),
        _ => None,
    };
    world.view(panel).items.iter().filter_map(standing).collect()
}

pub(super) fn asks(asked: &Asked) -> Say {
    match asked.steps().last() {
        None => Say::call("ask_user", &json!({"question": "New or used?", "options": ["new", "used"]})),
        Some(_) => shopper(asked),
    }
}

/// In its second Turn it looks at the tabs, so that there is a call that can be told what has changed.
pub(super) fn takes_notes(asked: &Asked) -> Say {
    let steps = json!([{"text": "Look", "status": "done"}, {"text": "Choose", "status": "in_progress"}]);
    match (asked.request().as_str(), asked.steps().len()) {
        ("I take size 42", 0) => Say::calls([
            ("remember", json!({"text": "Shoe size 42", "topic": "shoes"})),
            ("plan_update", json!({ "steps": steps })),
        ]),
        ("And now?", 0) => Say::call("tabs_list", &json!({})),
        _ => Say::text("So far, so good."),
    }
}

pub(super) fn sleeps(asked: &Asked) -> Say {
    match asked.steps().last() {
        None => Say::call("schedule_resume", &json!({"minutes": 60, "reason": "The sale begins"})),
        Some(_) => shopper(asked),
    }
}

pub(super) fn looks_around(asked: &Asked) -> Say {
    match asked.steps().last() {
        None => Say::calls([
            ("tabs_list", json!({})),
            ("find_in_page", json!({"query": "Aurora"})),
            ("read_page", json!({})),
        ]),
        Some(_) => shopper(asked),
    }
}

/// What no version writes any more as the end of a commit and an older one may have left.
pub(super) fn put_back_to_ready(world: &World) {
    let state = world.stored(&ThreadId::new("t1")).unwrap();
    let run = Run { phase: Phase::Ready, ..state.run().unwrap().clone() };
    world.rows.commit(Batch::new().put(run)).now_or_never().unwrap().unwrap();
}

pub(super) fn hands_over(asked: &Asked) -> Say {
    match asked.steps().last() {
        None => {
            Say::call("request_user_action", &json!({"what": "Sign in", "why": "It asks for a password"}))
        }
        Some(_) => shopper(asked),
    }
}

pub(super) fn watches(asked: &Asked) -> Say {
    match asked.steps().last() {
        None => Say::call("watch_page", &json!({"changed": true, "timeout_minutes": 1_440})),
        Some(_) => shopper(asked),
    }
}
