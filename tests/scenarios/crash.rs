//! The engine is killed before and behind every commit and around every effect of scripted Turns, starts anew on the same
//! rows, and comes to the same end.

use crate::stage::{REQUEST, sound};
use fairlead_protocol::approval::{Answer, Scope};
use fairlead_protocol::item::ItemBody;
use fairlead_protocol::run::{RunState, StopReason};
use fairlead_sim::model::{Asked, Say, shopper};
use fairlead_sim::{PanelId, Person, Point, Setup, World};
use serde_json::json;
use std::rc::Rc;

/// What has to be the same, whatever died on the way.
#[derive(Debug, PartialEq)]
struct Ending {
    state: Option<RunState>,
    stop: Option<StopReason>,
    answer: String,
    said: Vec<String>,
    cart: Vec<String>,
    effects: Vec<String>,
    rules: usize,
    queue: usize,
    steers: usize,
    waits: usize,
    tabs: usize,
    /// Turns beside each other.
    siblings: Vec<usize>,
    titles: Vec<String>,
}

fn ending(world: &World, panel: PanelId) -> Ending {
    let view = world.view(panel);
    let said = view.items.iter().filter_map(|item| match &item.body {
        ItemBody::UserMessage { text, .. } => Some(text.clone()),
        _ => None,
    });
    let web = world.web.borrow();
    // Those of Threads that work side by side come in no order.
    let mut effects: Vec<String> = web.effects.iter().map(|effect| effect.what.clone()).collect();
    effects.sort();
    Ending {
        state: view.state(),
        stop: view.run.as_ref().and_then(|run| run.stop),
        answer: view.answer(),
        said: said.collect(),
        cart: web.cart.clone(),
        effects,
        rules: world.rows.snapshot().keys().filter(|key| key.table() == fairlead_store::Table::Rules).count(),
        queue: view.queue.len(),
        steers: view.steers.len(),
        waits: view.interactions.len(),
        tabs: web.tabs.len(),
        siblings: view.forks.iter().map(|fork| fork.siblings.len()).collect(),
        titles: view.threads.values().map(|thread| thread.title.clone()).collect(),
    }
}

/// The same after two deaths: no more than two calls for a title are paid for, and if both were lost, the first line stands.
fn ending_after_two(world: &World, panel: PanelId, undisturbed: &Ending) -> Ending {
    let mut ending = ending(world, panel);
    for (title, wanted) in ending.titles.iter_mut().zip(&undisturbed.titles) {
        if wanted.starts_with("About ") && !title.starts_with("About ") {
            title.clone_from(wanted);
        }
    }
    ending
}

/// What is played, undisturbed or not.
pub(crate) struct Script {
    pub(crate) brain: fn(&Asked) -> Say,
    pub(crate) person: fn() -> Person,
    pub(crate) play: fn(&mut World, PanelId),
}

impl Script {
    fn run(&self, deaths: &[usize]) -> (World, PanelId) {
        let setup = Setup { brain: Rc::new(self.brain), person: (self.person)(), ..Setup::default() };
        let mut world = World::new(setup);
        world.fate.arm(deaths.iter().copied());
        let panel = world.open("t1");
        (self.play)(&mut world, panel);
        world.settle();
        (world, panel)
    }

    /// Points that a life without a death passes.
    pub(crate) fn everywhere(&self) -> usize {
        let (world, panel) = self.run(&[]);
        sound(&world);
        let (undisturbed, lives) = (ending(&world, panel), world.lives);
        let points = world.fate.passed();
        for (at, point) in points.iter().enumerate() {
            let (world, panel) = self.run(&[at]);
            let context = format!("killed at point {at}, {point:?}");
            assert_eq!(world.violations(), Vec::<String>::new(), "{context}");
            assert_eq!(world.lives, lives + 1, "{context}");
            assert_eq!(ending(&world, panel), undisturbed, "{context}");
        }
        points.len()
    }

    /// For short ones: every second death behind every first.
    pub(crate) fn everywhere_twice(&self) {
        let (world, panel) = self.run(&[]);
        let undisturbed = ending(&world, panel);
        // The second life passes points of its own before it comes as far as the first.
        let points = world.fate.passed().len() + 6;
        for first in 0..points {
            for second in first + 1..points {
                let (world, panel) = self.run(&[first, second]);
                let context = format!("killed at points {first} and {second}");
                assert_eq!(world.violations(), Vec::<String>::new(), "{context}");
                assert_eq!(ending_after_two(&world, panel, &undisturbed), undisturbed, "{context}");
            }
        }
    }
}

fn submit(world: &mut World, panel: PanelId) {
    world.submit(panel, REQUEST);
}

#[test]
fn a_text_turn_survives_a_crash_at_each_point() {
    let script = Script {
        brain: shopper,
        person: Person::attentive,
        play: |world, panel| {
            world.submit(panel, "Good morning");
        },
    };
    assert!(script.everywhere() >= 6 + 3);
}

#[test]
fn the_journey_survives_a_crash_at_each_point() {
    let script = Script { brain: shopper, person: Person::attentive, play: submit };
    assert!(script.everywhere() >= 30);
}

#[test]
fn the_journey_survives_two_crashes_at_any_two_neighbouring_points() {
    let script = Script { brain: shopper, person: Person::attentive, play: submit };
    let (world, panel) = script.run(&[]);
    let undisturbed = ending(&world, panel);
    for at in 0..world.fate.passed().len() {
        for gap in 1..4 {
            let (world, panel) = script.run(&[at, at + gap]);
            assert_eq!(world.violations(), Vec::<String>::new(), "killed at points {at} and {}", at + gap);
            assert_eq!(
                ending_after_two(&world, panel, &undisturbed),
                undisturbed,
                "killed at points {at} and {}",
                at + gap
            );
        }
    }
}

#[test]
fn a_refusal_survives_a_crash_at_each_point() {
    let script = Script {
        brain: shopper,
        person: || Person::answering(Answer::Deny { note: Some("too dear".to_owned()) }),
        play: submit,
    };
    script.everywhere();
    let script = Script { person: || Person::answering(Answer::DenyAndStop), ..script };
    script.everywhere();
}

#[test]
fn wider_permissions_survive_a_crash_at_each_point() {
    for scope in [Scope::Session, Scope::Always] {
        let person = match scope {
            Scope::Session => || Person::with_scope(Scope::Session),
            Scope::Always | Scope::Once => || Person::with_scope(Scope::Always),
        };
        Script { brain: shopper, person, play: submit }.everywhere();
    }
}

#[test]
fn queued_messages_survive_a_crash_at_each_point() {
    let script = Script {
        brain: shopper,
        person: Person::attentive,
        play: |world, panel| {
            world.submit(panel, REQUEST);
            world.submit(panel, "first in the queue");
            world.submit(panel, "second in the queue");
        },
    };
    script.everywhere();
}

#[test]
fn calls_of_one_reply_survive_a_crash_at_each_point() {
    fn brain(asked: &Asked) -> Say {
        if asked.steps().is_empty() {
            let click = json!({"element": "Terms", "ref": "s1_90"});
            return Say::calls([
                ("tabs_list", json!({})),
                ("read_page", json!({})),
                ("no_such_tool", json!({})),
                ("click", click),
            ]);
        }
        Say::text("All tried.")
    }
    Script { brain, person: Person::attentive, play: submit }.everywhere();
}

#[test]
fn calls_side_by_side_survive_a_crash_at_each_point_and_at_any_two() {
    fn brain(asked: &Asked) -> Say {
        if asked.steps().is_empty() {
            return Say::calls([
                ("tabs_list", json!({})),
                ("find_in_page", json!({"query": "Aurora"})),
                ("read_page", json!({})),
                ("click", json!({"element": "Terms", "ref": "s1_90"})),
            ]);
        }
        Say::text("All seen.")
    }
    let script = Script { brain, person: || Person::with_scope(Scope::Always), play: submit };
    assert!(script.everywhere() >= 6 + 8);
    script.everywhere_twice();
}

#[test]
fn a_stop_with_calls_side_by_side_survives_a_crash_at_each_point() {
    fn brain(asked: &Asked) -> Say {
        match asked.steps().len() {
            0 => Say::calls([("read_page", json!({})), ("tabs_list", json!({})), ("extract", json!({}))]),
            _ => Say::text("Seen."),
        }
    }
    let script = Script {
        brain,
        person: Person::attentive,
        play: |world, panel| {
            world.submit(panel, REQUEST);
            world.until(|world| world.view(panel).state() == Some(RunState::ExecutingTool));
            world.interrupt(panel);
        },
    };
    script.everywhere();
}

#[test]
fn a_navigation_survives_a_crash_at_each_point_because_the_model_looks_before_it_goes_again() {
    fn brain(asked: &Asked) -> Say {
        match asked.steps().last() {
            Some(step) if step.tool == "navigate" => Say::call("tabs_list", &json!({})),
            Some(step) if step.result.contains("/basket") => Say::text("The basket is open."),
            Some(_) | None => Say::call("navigate", &json!({"url": "https://shop.example/basket"})),
        }
    }
    Script { brain, person: Person::attentive, play: submit }.everywhere();
}

#[test]
fn an_interrupt_survives_a_crash_at_each_point() {
    let script = Script {
        brain: shopper,
        person: Person::away,
        play: |world, panel| {
            world.submit(panel, REQUEST);
            world.until(|world| !world.view(panel).approvals.is_empty());
            world.interrupt(panel);
        },
    };
    script.everywhere();
}

#[test]
fn a_turn_that_is_resumed_survives_a_crash_at_each_point() {
    let script = Script {
        brain: shopper,
        person: Person::attentive,
        play: |world, panel| {
            world.submit(panel, REQUEST);
            world.until(|world| world.view(panel).state() == Some(RunState::ExecutingTool));
            world.interrupt(panel);
            world.settle();
            world.resume(panel);
        },
    };
    assert!(script.everywhere() >= 20);
}

#[test]
fn a_text_turn_survives_any_two_crashes() {
    let script = Script {
        brain: shopper,
        person: Person::attentive,
        play: |world, panel| {
            world.submit(panel, "Good morning");
        },
    };
    script.everywhere_twice();
}

#[test]
fn a_deleted_thread_stays_deleted_after_a_crash_at_each_point() {
    let script = Script {
        brain: shopper,
        person: Person::away,
        play: |world, panel| {
            world.submit(panel, REQUEST);
            world.until(|world| !world.view(panel).approvals.is_empty());
            let thread = world.thread_of(panel);
            world.send(panel, fairlead_protocol::command::CommandBody::ThreadDelete { thread });
        },
    };
    script.everywhere();
}

#[test]
fn a_turn_that_keeps_killing_the_engine_is_interrupted_after_three_resumptions() {
    let script = Script {
        brain: shopper,
        person: Person::attentive,
        play: |world, panel| {
            world.submit(panel, "Good morning");
        },
    };
    let (world, _) = script.run(&[]);
    let asked = world.fate.passed().iter().position(|point| *point == Point::ModelAsked).unwrap();
    // Each new life passes the two points of its restart and then asks the model again.
    let deaths: Vec<usize> = (0..4).map(|life| asked + life * 3).collect();
    let (world, panel) = script.run(&deaths);
    sound(&world);
    assert_eq!(world.lives, 5);
    assert_eq!(world.view(panel).state(), Some(RunState::Interrupted));
    assert_eq!(world.model.count(), 4);
}

#[test]
fn a_read_that_a_crash_cut_is_judged_by_the_rules_of_now_before_it_runs_again() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    assert!(world.until(|world| world.view(panel).state() == Some(RunState::ExecutingTool)));
    world.web.borrow_mut().locked.insert(fairlead_sim::browser::SHOP.to_owned());
    world.person(panel, Person::away());
    world.crash();
    world.reconnect(panel);
    world.settle();
    assert_eq!(
        world.view(panel).state(),
        Some(RunState::WaitingApproval),
        "access is gone, so it is asked for"
    );
    assert_eq!(world.web.borrow().reads, 0);
}
