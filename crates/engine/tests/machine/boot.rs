//! A worker that finds a Run under way: what goes on by itself, how often, and what waits for the person.

use crate::bench::Bench;
use crate::inputs::{calls, enqueue, resume, says, steer};
use fairlead_engine::{Fact, Input, due};
use fairlead_protocol::caps;
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::run::{Phase, RunState};
use fairlead_protocol::thread::QueueMode;
use fairlead_protocol::tool::ToolErrorCode;
use serde_json::json;

fn restarts(bench: &mut Bench, times: u32) {
    for _ in 0..times {
        bench.restart();
    }
}

fn failure(bench: &Bench) -> Option<ToolErrorCode> {
    bench.state.path().into_iter().rev().find_map(|node| match &node.body {
        NodeBody::ToolResult { outcome: ResultOutcome::Failed { failure }, .. } => Some(failure.code),
        _ => None,
    })
}

#[test]
fn a_model_call_starts_over_three_times_and_then_waits_for_the_person() {
    let mut bench = Bench::streaming();
    bench.must(enqueue("next"));
    bench.must(steer(bench.turn(), "wait"));
    let (first, shown) = (bench.effect(), bench.messages());
    for _ in 0..caps::RESUMPTIONS {
        let before = bench.effect();
        bench.restart();
        assert_eq!(bench.phase(), RunState::StreamingModel);
        assert_ne!(bench.effect(), before, "the dead attempt is told from the new one");
        assert_eq!(bench.messages(), shown);
    }
    let late = bench.take(&Input::ModelReplied { effect: first, reply: says("late") });
    assert!(late.is_err());
    bench.restart();
    assert_eq!(bench.phase(), RunState::Interrupted);
    assert_eq!(bench.state.thread.as_ref().unwrap().queue, QueueMode::Held);
    assert!(due(&bench.state).is_empty());
    restarts(&mut bench, 3);
    assert_eq!(bench.phase(), RunState::Interrupted);
    bench.must(resume(bench.turn()));
    restarts(&mut bench, caps::RESUMPTIONS);
    assert_eq!(bench.phase(), RunState::StreamingModel, "the person's word counts anew");
}

#[test]
fn a_checkpoint_sets_the_count_back() {
    let mut bench = Bench::streaming();
    restarts(&mut bench, caps::RESUMPTIONS);
    bench.reply(calls([("tabs_list", json!({}))]));
    restarts(&mut bench, caps::RESUMPTIONS);
    assert_eq!(bench.phase(), RunState::ExecutingTool);
    bench.must(bench.tool_done());
    restarts(&mut bench, caps::RESUMPTIONS);
    bench.reply(says("done"));
    assert_eq!(bench.phase(), RunState::Completed);
}

#[test]
fn a_read_is_repeated_three_times_and_then_the_turn_is_interrupted() {
    let mut bench = Bench::executing("read_page");
    for attempt in 2..=caps::RESUMPTIONS + 1 {
        let before = bench.effect();
        bench.restart();
        let Phase::ExecutingTool { dispatch, .. } = &bench.state.run().unwrap().phase else { panic!() };
        assert_eq!(dispatch.attempt.0, attempt);
        assert_ne!(bench.effect(), before);
    }
    bench.restart();
    assert_eq!((bench.phase(), failure(&bench)), (RunState::Interrupted, Some(ToolErrorCode::Interrupted)));
}

#[test]
fn a_call_that_is_to_be_looked_at_first_is_never_repeated_and_the_model_is_told() {
    let mut bench = Bench::executing("navigate");
    bench.restart();
    assert_eq!(
        (bench.phase(), failure(&bench)),
        (RunState::StreamingModel, Some(ToolErrorCode::OutcomeUnknown))
    );
    let dispatched = bench.state.run().unwrap().counters.tool_calls;
    restarts(&mut bench, 2);
    assert_eq!(bench.state.run().unwrap().counters.tool_calls, dispatched);
}

#[test]
fn a_write_of_unknown_outcome_waits_for_the_person_however_often_the_worker_starts() {
    let mut bench = Bench::clicking();
    let facts = bench.restart();
    assert!(matches!(facts.as_slice(), [Fact::TurnTakenUp { .. }, Fact::OutcomeLost { .. }]));
    for _ in 0..5 {
        assert_eq!(bench.restart(), []);
    }
    assert_eq!(bench.phase(), RunState::PausedUncertain);
    assert!(due(&bench.state).is_empty(), "nothing runs behind the person's back");
}

#[test]
fn what_waits_for_the_person_or_is_over_is_left_as_it_is() {
    for (name, mut bench) in Bench::all() {
        let waits = match bench.state.run().map(|run| run.phase.state()) {
            Some(RunState::StreamingModel | RunState::Compacting | RunState::ExecutingTool) | None => false,
            Some(_) => true,
        };
        if waits {
            assert_eq!(bench.restart(), [], "{name}");
        }
    }
}
