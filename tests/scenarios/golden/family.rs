//! Turns that gave work away: the rows of the Turn and of its children, at work, at a question and over.

use super::making::FIRST;
use super::{Golden, Moment};
use crate::delegate::{COMPARE, asks, compares, have_tabs};
use crate::stage::REQUEST;
use fairlead_engine::ThreadState;
use fairlead_engine::delegation::has_work;
use fairlead_protocol::run::{Drift, Phase, RunErrorCode, RunState};
use fairlead_sim::{PanelId, Person, Setup, World};
use std::rc::Rc;

pub(super) const FAMILY: [Golden; 3] = [
    Golden {
        name: "delegating",
        state: RunState::ExecutingTool,
        make: || {
            let mut world = compared(Person::attentive());
            assert!(world.until(have_tabs));
            world
        },
        moment: Moment::Midway,
        take_up,
    },
    Golden {
        name: "delegating_with_questions",
        state: RunState::ExecutingTool,
        make: || {
            let mut world = compared(Person::away());
            assert!(world.until(asks));
            world
        },
        moment: Moment::AtRest,
        take_up,
    },
    Golden {
        name: "with_children",
        state: RunState::Completed,
        make: || compared(Person::attentive()),
        moment: Moment::AtRest,
        take_up: |world, panel| {
            let answers = |child: &ThreadState| child.nodes.len() > 4 && !has_work(child);
            assert_eq!(world.children().iter().filter(|child| answers(child)).count(), 2);
            world.submit(panel, REQUEST);
        },
    },
];

fn compared(person: Person) -> World {
    let mut world = World::new(Setup { person, brain: Rc::new(compares), ..Setup::default() });
    assert_eq!(world.open("t1"), FIRST);
    world.submit(FIRST, COMPARE);
    world
}

/// Children come to their ends, and the Turn with them.
fn take_up(world: &mut World, panel: PanelId) {
    let children = world.children();
    assert_eq!(children.iter().filter(|child| has_work(child) || has_other_tools(child)).count(), 2);
    world.settle();
    assert!(!world.children().iter().any(has_work));
    world.submit(panel, REQUEST);
}

/// Its Run was cut by the worker's death and cannot go on with the tools of another version.
fn has_other_tools(child: &ThreadState) -> bool {
    let tools = RunErrorCode::EnvironmentDrift { drift: Drift::Tools };
    matches!(&child.run().unwrap().phase, Phase::Failed { error, .. } if error.code == tools)
}
