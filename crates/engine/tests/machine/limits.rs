//! What a Turn may use before it asks whether to go on.

use crate::bench::{Bench, thread};
use crate::inputs::{calls, resume, says, submit};
use fairlead_engine::decide::Rejection;
use fairlead_engine::{Fact, Input, limits::used};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::connection::Prices;
use fairlead_protocol::conversation::{Reply, Usage};
use fairlead_protocol::ids::Timestamp;
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::{Limit, Phase, RunState};
use fairlead_protocol::settings::{Limits, LimitsProfile};
use fairlead_protocol::tool::ToolErrorCode;
use serde_json::json;

fn limited(limits: Limits) -> Bench {
    let mut bench = Bench::new();
    bench.settings.limits = LimitsProfile::Own { limits };
    bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
    bench.must(submit("hello"));
    bench
}

fn reads(count: usize) -> Reply {
    let usage = Some(Usage { input: 60, output: 40, ..Usage::default() });
    let asked = (0..count).map(|number| ("find_in_page", json!({"query": number.to_string()})));
    Reply { usage, ..calls(asked.collect::<Vec<_>>()) }
}

/// Paused because its tokens were used, and continued.
pub(crate) fn spent() -> Bench {
    let mut bench = limited(Limits { tokens: Some(100), ..Limits::default() });
    bench.reply(reads(1));
    bench.must(bench.tool_done());
    assert_eq!(bench.phase(), RunState::PausedBudget);
    bench.must(resume(bench.turn()));
    bench
}

/// And paused once more.
pub(crate) fn spent_again() -> Bench {
    let mut bench = spent();
    bench.reply(reads(1));
    bench.must(bench.tool_done());
    bench
}

#[test]
fn a_budget_of_tokens_pauses_the_turn_before_the_next_call_and_each_continue_grants_it_again() {
    let bench = spent();
    assert_eq!(bench.phase(), RunState::StreamingModel);
    assert_eq!(used(bench.state.run().unwrap()).tokens, 0);
    assert_eq!(spent_again().phase(), RunState::PausedBudget);
}

/// Of a token of input a millionth of a dollar, of one of output five.
const PRICES: Prices =
    Prices { input: 1_000_000, output: 5_000_000, cache_read: Some(100_000), cache_write: None };

#[test]
fn a_cost_is_counted_by_kind_and_rounded_up() {
    let cost = |usage: Usage| PRICES.cost(&usage);
    let none = Usage::default();
    assert_eq!(cost(none), 0);
    assert_eq!(cost(Usage { input: 60, output: 40, ..none }), 260);
    assert_eq!(cost(Usage { cache_read: 100, cache_write: 100, ..none }), 110);
    assert_eq!(cost(Usage { cache_read: 1, ..none }), 1);
    let dear = Prices { input: u64::MAX, ..PRICES };
    assert_eq!(dear.cost(&Usage { input: u64::MAX, ..none }), u64::MAX);
}

#[test]
fn a_budget_of_money_pauses_the_turn_and_each_continue_grants_it_again() {
    let mut bench = Bench::new();
    bench.connections[0].models.first.prices = Some(PRICES);
    bench.settings.limits =
        LimitsProfile::Own { limits: Limits { cost_micros: Some(500), ..Limits::default() } };
    bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
    bench.must(submit("hello"));
    // Whatever the connection costs from now on: this Turn is counted by what it began with.
    bench.connections[0].models.first.prices = None;
    bench.reply(reads(1));
    bench.must(bench.tool_done());
    assert_eq!(bench.phase(), RunState::StreamingModel);
    bench.reply(reads(1));
    bench.must(bench.tool_done());
    assert_eq!(bench.phase(), RunState::PausedBudget);
    assert_eq!(bench.state.run().unwrap().counters.cost_micros, 520);
    bench.must(resume(bench.turn()));
    assert_eq!((bench.phase(), used(bench.state.run().unwrap()).cost_micros), (RunState::StreamingModel, 0));
}

#[test]
fn a_limit_of_money_without_prices_is_refused_with_the_remedy_and_nothing_is_stored() {
    let mut bench = Bench::new();
    bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
    bench.settings.limits =
        LimitsProfile::Own { limits: Limits { cost_micros: Some(500), ..Limits::default() } };
    let refused = bench.tries(&bench.state, &submit("hello"));
    let Err(Rejection::Refused(refusal)) = refused else { panic!("{refused:?}") };
    assert_eq!((refusal.code, refusal.field.as_deref()), (RefusalCode::NoPrices, Some("limits.cost_micros")));
    assert!(refusal.message.contains("settings"), "{}", refusal.message);
}

#[test]
fn an_answer_is_never_withheld_for_a_limit() {
    let mut bench = limited(Limits { tokens: Some(100), ..Limits::default() });
    bench.reply(Reply { usage: Some(Usage { input: 1_000, ..Usage::default() }), ..says("done") });
    assert_eq!(bench.phase(), RunState::Completed);
}

#[test]
fn calls_beyond_the_limit_are_not_run_and_have_their_results() {
    let mut bench = limited(Limits { calls: Some(2), ..Limits::default() });
    bench.reply(reads(4));
    bench.must(bench.tool_done());
    bench.must(bench.tool_done());
    let Phase::PausedLimit { limit, .. } = bench.state.run().unwrap().phase else {
        panic!("{:?}", bench.phase())
    };
    assert_eq!(limit, Limit::Calls);
    let done = || Ok("done".to_owned());
    assert_eq!(bench.ends(), [done(), done(), Err(ToolErrorCode::NotRun), Err(ToolErrorCode::NotRun)]);
}

#[test]
fn time_counts_while_something_is_at_work_and_not_while_the_person_is_waited_for() {
    let mut bench = Bench::waiting();
    let worked = bench.state.run().unwrap().counters.active_ms;
    assert!(worked > 0);
    bench.steps += 500;
    bench.must(bench.allow());
    assert_eq!(bench.state.run().unwrap().counters.active_ms, worked);
    bench.steps += 500;
    bench.must(bench.tool_done());
    assert!(bench.state.run().unwrap().counters.active_ms >= worked + 500);
}

#[test]
fn time_between_two_lives_of_the_worker_does_not_count() {
    let mut bench = Bench::streaming();
    let worked = bench.state.run().unwrap().counters.active_ms;
    bench.steps += 500;
    let facts = bench.must(Input::Booted);
    assert!(matches!(facts.first(), Some(Fact::TurnTakenUp { .. })));
    assert_eq!(bench.state.run().unwrap().counters.active_ms, worked);
    let at = bench.state.run().unwrap().updated_at;
    assert!(at > Timestamp(1_500));
}

#[test]
fn a_limit_of_time_pauses_at_the_next_step() {
    let mut bench = limited(Limits { active_ms: Some(400), ..Limits::default() });
    bench.reply(reads(2));
    bench.steps += 500;
    bench.must(bench.tool_done());
    assert_eq!(bench.phase(), RunState::ExecutingTool, "what is out comes to its end");
    bench.must(bench.tool_done());
    let Phase::PausedLimit { limit, .. } = bench.state.run().unwrap().phase else {
        panic!("{:?}", bench.phase())
    };
    assert_eq!(limit, Limit::ActiveTime);
    bench.must(resume(bench.turn()));
    assert_eq!(bench.phase(), RunState::StreamingModel);
}

#[test]
fn the_limits_are_those_that_stood_when_the_turn_began_or_that_it_was_sent_with() {
    let mut bench = limited(Limits::default());
    bench.settings.limits = LimitsProfile::Guarded;
    bench.reply(says("hi"));
    assert_eq!(bench.state.run().unwrap().environment.limits, Limits::default());
    bench.must(submit("again"));
    assert_eq!(bench.state.run().unwrap().environment.limits.calls, Some(100));
}
