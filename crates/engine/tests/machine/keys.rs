//! Keys that are locked: what needs one waits, and goes on by itself. Nothing of it counts as a failure.

use crate::bench::{Bench, thread};
use crate::inputs::{steer, submit};
use fairlead_engine::{Effect, Fact, Input, due};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::conversation::Role;
use fairlead_protocol::ids::EffectId;
use fairlead_protocol::run::{Drift, Phase, RunErrorCode, RunState, ToolOffer};
use fairlead_protocol::settings::Titles;
use fairlead_protocol::thread::{Activity, Titling};

/// A Thread whose title and whose first reply are both asked for.
fn entitled() -> Bench {
    let mut bench = Bench::new();
    bench.settings.titles = Titles::Model;
    bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
    bench.must(submit("hello"));
    bench
}

fn title(bench: &Bench) -> Option<EffectId> {
    due(&bench.state).into_iter().find(|(_, effect)| *effect == Effect::FindTitle).map(|(id, _)| id)
}

fn titling(bench: &Bench) -> Titling {
    bench.state.thread.as_ref().unwrap().titling
}

#[test]
fn a_call_that_finds_the_keys_locked_waits_for_the_person_and_the_same_request_goes_out_once_they_are_not() {
    let mut bench = Bench::streaming();
    let asked = bench.messages();
    bench.must(bench.finds_keys_locked());
    assert_eq!(bench.phase(), RunState::WaitingKeys);
    assert_eq!(bench.state.thread.as_ref().unwrap().activity, Activity::Waiting);
    assert!(due(&bench.state).is_empty());
    bench.must(Input::KeysUnlocked);
    assert_eq!(bench.phase(), RunState::StreamingModel);
    assert_eq!(bench.messages(), asked);
    let counters = bench.state.run().unwrap().counters;
    assert_eq!((counters.model_calls, counters.resumptions), (0, 0));
}

#[test]
fn notes_that_find_the_keys_locked_are_made_later_and_count_as_no_failure() {
    let mut bench = Bench::compacting();
    bench.must(bench.finds_keys_locked());
    assert_eq!(bench.phase(), RunState::WaitingKeys);
    bench.must(Input::KeysUnlocked);
    assert_eq!(bench.phase(), RunState::Compacting);
    assert_eq!(bench.state.run().unwrap().counters.summary_failures_in_row, 0);
}

#[test]
fn a_closing_reply_is_still_one_without_tools_when_it_had_to_wait() {
    let mut bench = Bench::locked();
    let turn = bench.turn();
    let run = bench.state.runs.get_mut(&turn).unwrap();
    run.phase = Phase::WaitingKeys { offer: ToolOffer::Withheld };
    let facts = bench.would(&bench.state, &Input::KeysUnlocked);
    let offered = facts.iter().find_map(|fact| match fact {
        Fact::ModelCallPlanned { call, .. } => Some(call.offer),
        _ => None,
    });
    assert_eq!(offered, Some(ToolOffer::Withheld));
}

#[test]
fn it_waits_as_long_as_it_takes_whatever_dies_meanwhile() {
    let mut bench = Bench::locked();
    for _ in 0..20 {
        assert_eq!(bench.restart(), []);
        assert_eq!(bench.phase(), RunState::WaitingKeys);
    }
    bench.must(Input::KeysUnlocked);
    assert_eq!(bench.phase(), RunState::StreamingModel);
}

#[test]
fn keys_that_are_locked_again_make_it_wait_again() {
    let mut bench = Bench::locked();
    for _ in 0..5 {
        bench.must(Input::KeysUnlocked);
        bench.must(bench.finds_keys_locked());
        assert_eq!(bench.phase(), RunState::WaitingKeys);
    }
}

#[test]
fn what_the_person_says_meanwhile_is_read_with_the_call() {
    let mut bench = Bench::locked();
    bench.must(steer(bench.turn(), "and quickly"));
    bench.must(Input::KeysUnlocked);
    let last = bench.messages().into_iter().rfind(|message| message.role == Role::User).unwrap();
    assert!(serde_json::to_string(&last).unwrap().contains("and quickly"));
    assert!(bench.state.steers.is_empty());
}

#[test]
fn a_turn_whose_keys_were_forgotten_ends_with_what_has_changed() {
    let mut bench = Bench::locked();
    bench.connections.clear();
    bench.must(Input::KeysUnlocked);
    let Phase::Failed { error } = &bench.state.run().unwrap().phase else { panic!("{:?}", bench.phase()) };
    assert_eq!(error.code, RunErrorCode::EnvironmentDrift { drift: Drift::Connection });
}

#[test]
fn a_title_waits_beside_its_turn_and_takes_nothing_from_a_reply_under_way() {
    let mut bench = entitled();
    let effect = title(&bench).unwrap();
    bench.must(Input::KeysLocked { effect });
    assert_eq!(
        (bench.phase(), titling(&bench), title(&bench)),
        (RunState::StreamingModel, Titling::Held, None)
    );
    bench.must(bench.finds_keys_locked());
    bench.restart();
    assert_eq!(titling(&bench), Titling::Held);
    bench.must(Input::KeysUnlocked);
    assert_eq!((bench.phase(), titling(&bench)), (RunState::StreamingModel, Titling::Wanted));
}

#[test]
fn of_a_turn_that_was_stopped_meanwhile_the_first_line_stays() {
    let mut bench = entitled();
    let effect = title(&bench).unwrap();
    bench.must(Input::KeysLocked { effect });
    bench.must(bench.finds_keys_locked());
    bench.must(bench.interrupt());
    bench.restart();
    assert_eq!(titling(&bench), Titling::Settled);
}

#[test]
fn where_nothing_waits_unlocking_changes_nothing() {
    for (name, mut bench) in Bench::all() {
        if bench.state.run().is_none() || bench.phase() != RunState::WaitingKeys {
            assert_eq!(bench.must(Input::KeysUnlocked), [], "{name}");
        }
    }
}
