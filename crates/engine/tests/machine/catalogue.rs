//! Which tools a model is told of, and that it is no permission.

use crate::bench::{Bench, thread};
use crate::inputs::{calls, says, steer, submit};
use fairlead_engine::attached::Contents;
use fairlead_engine::{Input, context};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::run::{RunState, ToolOffer};
use fairlead_protocol::settings::ToolChoice;
use serde_json::json;

fn asked(text: &str) -> Bench {
    let mut bench = Bench::new();
    bench.settings.tools = ToolChoice::ByIntent;
    bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
    bench.must(submit(text));
    bench
}

fn told(bench: &Bench) -> Vec<String> {
    let request =
        context::request(&bench.state, &bench.turn(), ToolOffer::Offered, &Contents::new()).unwrap();
    request.tools.into_iter().map(|tool| tool.name).collect()
}

fn tells(bench: &Bench, tool: &str) -> bool {
    told(bench).iter().any(|told| told == tool)
}

#[test]
fn a_request_to_read_is_told_of_fewer_tools_and_the_setting_for_all_of_all() {
    let bench = asked("总结这个页面");
    assert!(tells(&bench, "read_page") && tells(&bench, "tabs_list") && tells(&bench, "ask_user"));
    assert!(!tells(&bench, "click") && !tells(&bench, "schedule_resume") && !tells(&bench, "remember"));
    assert_eq!(told(&Bench::with_window(65_536)).len(), fairlead_tools::catalogue().count());
}

#[test]
fn a_tool_that_was_not_told_of_is_judged_like_any_other_and_is_told_of_from_then_on() {
    let mut bench = asked("Summarise this page");
    let before = told(&bench);
    bench.reply(calls([("click", json!({"element": "More", "ref": "s1_1"}))]));
    assert_eq!(bench.phase(), RunState::WaitingApproval);
    bench.must(bench.allow());
    bench.must(bench.tool_done());
    assert!(tells(&bench, "click"));
    // It only grows, in the order of the table, so that what stood there still stands.
    assert!(before.iter().all(|tool| tells(&bench, tool)));
    bench.restart();
    assert!(tells(&bench, "click"));
}

#[test]
fn what_the_person_says_meanwhile_brings_the_tools_for_it() {
    let mut bench = asked("Summarise this page");
    bench.must(steer(bench.turn(), "and then submit the form"));
    assert!(!tells(&bench, "click"), "it is read at the next call");
    bench.reply(calls([("tabs_list", json!({}))]));
    bench.must(bench.tool_done());
    assert!(tells(&bench, "click"));
}

#[test]
fn the_choice_is_frozen_with_the_turn() {
    let mut bench = asked("Summarise this page");
    bench.settings.tools = ToolChoice::All;
    assert!(!tells(&bench, "click"));
    bench.reply(calls([("read_page", json!({}))]));
    bench.must(bench.tool_done());
    bench.reply(says("Here it is."));
    bench.must(submit("Summarise this page"));
    assert!(tells(&bench, "click"));
}

#[test]
fn a_model_without_tools_is_told_of_none_in_new_and_recovered_runs_alike() {
    let mut bench = Bench::new();
    bench.connections[0].quirks.no_tools = true;
    bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
    bench.must(submit("Put it in the cart"));
    assert_eq!(told(&bench), Vec::<String>::new());
    let system = serde_json::to_string(&bench.messages()[0]).unwrap();
    assert!(system.contains("This model takes no tools"));
    bench.restart();
    assert_eq!(told(&bench), Vec::<String>::new());
}

/// What the choice saves, in the estimate that the window is measured by.
#[test]
fn a_request_to_read_takes_less_than_three_quarters_of_the_whole_catalogue() {
    let tokens = |bench: &Bench| bench.state.run().unwrap().measure.clone().unwrap().occupancy.parts.tools;
    let (whole, reading) = (tokens(&Bench::streaming()), tokens(&asked("Summarise this page")));
    println!("all tools {whole} tokens, to read {reading}");
    assert!(4 * reading < 3 * whole, "{reading} of {whole}");
}

#[test]
fn a_small_window_is_not_filled_with_tools_that_are_seldom_needed() {
    let small = told(&Bench::with_window(16_384));
    let wide = told(&Bench::with_window(65_536));
    assert_eq!(wide.len(), fairlead_tools::catalogue().count());
    assert!(wide.len() > small.len() && small.iter().any(|name| name == "click"));
    assert!(!small.iter().any(|name| name == "drag" || name == "fill_form"));
}
