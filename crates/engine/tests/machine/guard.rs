//! Calls that only repeat themselves are not made, and the model is told why.

use crate::bench::Bench;
use crate::inputs::{calls, steer};
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::run::RunState;
use fairlead_protocol::tool::ToolErrorCode;

const CLICK: (&str, &str) = ("click", r#"{"element": "Buy", "ref": "s1_1"}"#);
const READ: (&str, &str) = ("read_page", "{}");

fn asks(bench: &mut Bench, asked: &[(&str, &str)]) {
    let asked = asked.iter().map(|(tool, args)| (*tool, serde_json::from_str(args).unwrap()));
    bench.reply(calls(asked.collect::<Vec<_>>()));
    if bench.phase() == RunState::WaitingApproval {
        bench.must(bench.allow());
    }
}

#[test]
fn the_same_call_twice_in_one_reply_runs_once() {
    let mut bench = Bench::streaming();
    asks(&mut bench, &[READ, READ]);
    bench.must(bench.tool_done());
    assert_eq!(bench.phase(), RunState::StreamingModel);
    let ends = bench.ends();
    assert_eq!(ends[0], Ok("done".to_owned()));
    assert_eq!(ends[1], Err(ToolErrorCode::AlreadyDone));
    assert_eq!(bench.state.run().unwrap().counters.tool_calls, 1);
}

#[test]
fn reading_again_is_always_allowed_in_another_reply() {
    let mut bench = Bench::streaming();
    for _ in 0..3 {
        asks(&mut bench, &[READ]);
        bench.must(bench.tool_done());
    }
    assert_eq!(bench.state.run().unwrap().counters.tool_calls, 3);
}

#[test]
fn a_write_that_succeeded_is_not_made_again_before_the_page_was_looked_at() {
    let mut bench = Bench::streaming();
    asks(&mut bench, &[CLICK]);
    bench.must(bench.tool_done());
    asks(&mut bench, &[CLICK]);
    assert_eq!(bench.ends().last(), Some(&Err(ToolErrorCode::AlreadyDone)));
    assert_eq!(bench.phase(), RunState::StreamingModel, "nobody was asked about it");
    asks(&mut bench, &[READ]);
    bench.must(bench.tool_done());
    asks(&mut bench, &[CLICK]);
    assert_eq!(bench.phase(), RunState::ExecutingTool);
}

#[test]
fn a_call_that_failed_is_not_made_again_until_something_has_changed() {
    let mut bench = Bench::streaming();
    asks(&mut bench, &[CLICK]);
    bench.must(bench.tool_fails(ToolErrorCode::Covered));
    for _ in 0..2 {
        asks(&mut bench, &[CLICK]);
        assert_eq!(bench.ends().last(), Some(&Err(ToolErrorCode::RepeatedFailure)));
    }
    asks(&mut bench, &[READ]);
    bench.must(bench.tool_done());
    asks(&mut bench, &[CLICK]);
    assert_eq!(bench.phase(), RunState::ExecutingTool);
}

#[test]
fn what_may_pass_by_itself_is_tried_again() {
    let mut bench = Bench::streaming();
    asks(&mut bench, &[READ]);
    bench.must(bench.tool_fails(ToolErrorCode::Timeout));
    asks(&mut bench, &[READ]);
    assert_eq!(bench.phase(), RunState::ExecutingTool);
}

#[test]
fn another_document_is_another_call_and_a_word_of_the_person_is_a_change() {
    let mut failed = Bench::streaming();
    asks(&mut failed, &[CLICK]);
    failed.must(failed.tool_fails(ToolErrorCode::Covered));
    let mut elsewhere = failed.clone();
    elsewhere.document = "e";
    asks(&mut elsewhere, &[CLICK]);
    assert_eq!(elsewhere.phase(), RunState::ExecutingTool);
    let turn = failed.turn();
    failed.must(steer(turn, "I closed the dialog"));
    asks(&mut failed, &[READ]);
    failed.must(failed.tool_fails(ToolErrorCode::Timeout));
    asks(&mut failed, &[CLICK]);
    assert_eq!(failed.phase(), RunState::ExecutingTool);
}

#[test]
fn a_model_that_only_repeats_itself_is_stopped_like_one_that_only_fails() {
    let mut bench = Bench::streaming();
    asks(&mut bench, &[CLICK]);
    bench.must(bench.tool_fails(ToolErrorCode::Covered));
    for _ in 0..4 {
        asks(&mut bench, &[CLICK]);
    }
    let withheld = bench.state.nodes.iter().any(|node| {
        matches!(&node.body, NodeBody::SystemNotice { code, .. } if *code == fairlead_protocol::node::NoticeCode::ToolsWithheld)
    });
    assert!(withheld);
}
