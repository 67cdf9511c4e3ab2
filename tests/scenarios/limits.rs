//! A Turn that reaches a limit pauses, says what it used, and goes on when the person says so.

use crate::crash::Script;
use crate::stage::{REQUEST, cart, is, settled};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::run::{Limit, RunState, StopReason};
use fairlead_protocol::settings::{Limits, LimitsProfile, Settings};
use fairlead_sim::model::shopper;
use fairlead_sim::{PanelId, Person, Setup, World};

fn limit(world: &mut World, panel: PanelId, limits: Limits) {
    let settings = Settings { limits: LimitsProfile::Own { limits }, ..Settings::default() };
    let sent = world.send(panel, CommandBody::SettingsSet { settings });
    world.until(|world| world.answer(panel, &sent).is_some());
}

#[test]
fn reaching_a_limit_of_calls_pauses_with_what_was_used_and_continue_grants_it_again() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    limit(&mut world, panel, Limits { calls: Some(2), ..Limits::default() });
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert!(is(&world, panel, RunState::PausedLimit));
    let run = world.view(panel).run.unwrap();
    assert_eq!((run.limit, run.used.calls, run.limits.calls), (Some(Limit::Calls), 2, Some(2)));
    assert_eq!(run.stop, Some(StopReason::LimitPause));
    world.resume(panel);
    settled(&mut world);
    assert!(is(&world, panel, RunState::Completed));
    assert_eq!(cart(&world).len(), 1);
}

#[test]
fn a_budget_of_tokens_pauses_and_what_waits_is_held() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    limit(&mut world, panel, Limits { tokens: Some(1), ..Limits::default() });
    world.submit(panel, REQUEST);
    world.submit(panel, "hello");
    settled(&mut world);
    assert!(is(&world, panel, RunState::PausedBudget));
    assert_eq!(world.view(panel).queue.len(), 1);
    assert_eq!(world.view(panel).run.unwrap().stop, Some(StopReason::BudgetPause));
}

#[test]
fn a_pause_at_a_limit_and_its_end_survive_a_crash_at_each_point() {
    let script = Script {
        brain: shopper,
        person: Person::attentive,
        play: |world, panel| {
            limit(world, panel, Limits { calls: Some(2), ..Limits::default() });
            world.submit(panel, REQUEST);
            world.until(|world| is(world, panel, RunState::PausedLimit));
            world.settle();
            world.resume(panel);
        },
    };
    assert!(script.everywhere() >= 12);
}
