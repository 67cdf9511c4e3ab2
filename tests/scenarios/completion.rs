//! The completion gate through the whole engine: an answer that nothing shows is set aside, whatever dies meanwhile.

use crate::crash::Script;
use crate::stage::{REQUEST, cart, is, settled};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::evidence::{Evidence, Missing, Proof, Standing};
use fairlead_protocol::item::ItemBody;
use fairlead_protocol::run::{RunState, StopReason};
use fairlead_protocol::settings::{Completion, Limits, LimitsProfile, Settings};
use fairlead_sim::model::{Asked, Say, shopper};
use fairlead_sim::{PanelId, Person, Setup, World};
use std::rc::Rc;

const BOAST: &str = "Aurora is in your cart for $49.90.";

/// Says that it is done, and does nothing.
pub(crate) fn boaster(_: &Asked) -> Say {
    Say::text(BOAST)
}

/// Says that it is done, and does it once it is told that nothing shows it.
pub(crate) fn repenter(asked: &Asked) -> Say {
    if asked.steps().is_empty() && asked.notices().is_empty() { boaster(asked) } else { shopper(asked) }
}

fn of(brain: fn(&Asked) -> Say) -> (World, PanelId) {
    let mut world = World::new(Setup { brain: Rc::new(brain), ..Setup::default() });
    let panel = world.open("t1");
    (world, panel)
}

fn set(world: &mut World, panel: PanelId, settings: Settings) {
    let sent = world.send(panel, CommandBody::SettingsSet { settings });
    world.until(|world| world.answer(panel, &sent).is_some());
}

/// Of every answer that the panel shows, oldest first.
fn shown(world: &World, panel: PanelId) -> Vec<Option<Evidence>> {
    let evidence = |body: &ItemBody| match body {
        ItemBody::AssistantMessage { text, evidence, .. } if text.contains("is in your cart") => {
            Some(evidence.clone())
        }
        _ => None,
    };
    world.view(panel).items.iter().filter_map(|item| evidence(&item.body)).collect()
}

fn standings(world: &World, panel: PanelId) -> Vec<Option<Standing>> {
    shown(world, panel).into_iter().map(|found| found.map(|evidence| evidence.standing)).collect()
}

fn stop(world: &World, panel: PanelId) -> Option<StopReason> {
    world.view(panel).run.and_then(|run| run.stop)
}

#[test]
fn a_model_that_only_talks_is_told_twice_and_its_third_answer_is_marked() {
    let (mut world, panel) = of(boaster);
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert_eq!(
        standings(&world, panel),
        [Some(Standing::Rejected), Some(Standing::Rejected), Some(Standing::Unverified)]
    );
    assert_eq!((stop(&world, panel), world.model.count()), (Some(StopReason::Unverified), 3));
    let told = world.model.requests()[2].notices();
    assert!(told.len() == 2 && told[0].contains("no step did what the answer says"), "{told:?}");
    assert_eq!(cart(&world), Vec::<String>::new());
    // Whoever opens the conversation later is shown the same.
    let later = world.look_at("t1");
    settled(&mut world);
    assert_eq!(shown(&world, later), shown(&world, panel));
}

#[test]
fn a_model_that_then_does_the_work_is_believed_and_each_claim_names_its_step() {
    let (mut world, panel) = of(repenter);
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert_eq!(standings(&world, panel), [Some(Standing::Rejected), Some(Standing::Proved)]);
    assert_eq!(stop(&world, panel), Some(StopReason::End));
    assert_eq!(cart(&world), ["Aurora"]);
    let last = shown(&world, panel).pop().unwrap().unwrap();
    assert_eq!(last.missing, []);
    assert!(last.claims.len() >= 2, "{last:?}");
    let calls: Vec<_> = world
        .view(panel)
        .items
        .iter()
        .filter(|item| matches!(item.body, ItemBody::ToolCall { .. }))
        .map(|item| Proof::Step { call: item.id.clone() })
        .collect();
    assert!(last.claims.iter().all(|claim| claim.by.iter().any(|proof| calls.contains(proof))));
}

#[test]
fn what_is_looked_at_is_chosen_in_the_settings() {
    let (mut world, panel) = of(boaster);
    set(&mut world, panel, Settings { completion: Completion::Mark, ..Settings::default() });
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert_eq!(standings(&world, panel), [Some(Standing::Unverified)]);
    assert_eq!((stop(&world, panel), world.model.count()), (Some(StopReason::Unverified), 1));
    let (mut world, panel) = of(boaster);
    set(&mut world, panel, Settings { completion: Completion::Off, ..Settings::default() });
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert_eq!((standings(&world, panel), stop(&world, panel)), (vec![None], Some(StopReason::End)));
}

#[test]
fn a_rejection_is_a_call_of_the_model_and_the_last_tokens_end_it() {
    let (mut world, panel) = of(boaster);
    let limits = LimitsProfile::Own { limits: Limits { tokens: Some(1), ..Limits::default() } };
    set(&mut world, panel, Settings { limits, ..Settings::default() });
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert_eq!((stop(&world, panel), world.model.count()), (Some(StopReason::Unverified), 1));
    assert_eq!(world.view(panel).run.unwrap().counters.model_calls, 1);
}

#[test]
fn what_a_file_says_proves_and_what_it_does_not_say_is_missed() {
    fn reads_out(asked: &Asked) -> Say {
        Say::text(if asked.notices().is_empty() { "It costs $52." } else { "It costs $49.90." })
    }
    let (mut world, panel) = of(reads_out);
    // Aurora $49.90
    world.attach(panel, "file1", "prices.txt", "QXVyb3JhICQ0OS45MA==");
    world.submit_with(panel, "What does Aurora cost according to the file?", &["file1"]);
    settled(&mut world);
    let found = world.view(panel).items.into_iter().filter_map(|item| match item.body {
        ItemBody::AssistantMessage { evidence, .. } => evidence,
        _ => None,
    });
    let found: Vec<(Standing, Vec<Missing>)> = found.map(|one| (one.standing, one.missing)).collect();
    assert_eq!(found, [(Standing::Rejected, vec![Missing::FigureNotFound]), (Standing::Proved, Vec::new())]);
}

#[test]
fn a_steer_that_comes_behind_a_rejection_is_read_with_it() {
    let (mut world, panel) = of(repenter);
    world.submit(panel, REQUEST);
    assert!(world.until(|world| world.model.count() == 2));
    world.steer(panel, "the cheapest, please");
    settled(&mut world);
    assert!(is(&world, panel, RunState::Completed));
    assert_eq!(cart(&world), ["Aurora"]);
}

fn submit(world: &mut World, panel: PanelId) {
    world.submit(panel, REQUEST);
}

#[test]
fn a_rejection_survives_a_crash_at_each_point() {
    let script = Script { brain: repenter, person: Person::attentive, play: submit };
    assert!(script.everywhere() >= 33);
}

#[test]
fn a_turn_that_ends_unverified_survives_any_two_crashes() {
    let script = Script { brain: boaster, person: Person::attentive, play: submit };
    script.everywhere_twice();
}

#[test]
fn a_stop_behind_a_rejection_keeps_it_and_the_turn_can_go_on() {
    let script = Script {
        brain: repenter,
        person: Person::attentive,
        play: |world, panel| {
            world.submit(panel, REQUEST);
            world.until(|world| world.model.count() == 2);
            world.interrupt(panel);
            world.settle();
            world.resume(panel);
        },
    };
    script.everywhere();
}
