//! The person's hand on a page that the Turn acts on.

use crate::bench::Bench;
use crate::inputs::{calls, enqueue, resume};
use fairlead_engine::attached::Contents;
use fairlead_engine::{LiveReply, context, due, view};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::ids::TurnId;
use fairlead_protocol::node::{NodeBody, NoticeCode, PartialWhy, ReplyEnding, ResultOutcome};
use fairlead_protocol::pause::{Asking, Gesture, Takeover};
use fairlead_protocol::run::{Phase, RunState, StopReason, ToolOffer};
use fairlead_protocol::thread::QueueMode;
use fairlead_protocol::tool::ToolErrorCode;
use serde_json::json;

fn endings(bench: &Bench) -> Vec<Option<ToolErrorCode>> {
    let ending = |outcome: &ResultOutcome| match outcome {
        ResultOutcome::Done { .. } => None,
        ResultOutcome::Failed { failure } => Some(failure.code),
    };
    let nodes = bench.state.path().into_iter();
    nodes
        .filter_map(|node| match &node.body {
            NodeBody::ToolResult { outcome, .. } => Some(ending(outcome)),
            _ => None,
        })
        .collect()
}

fn told(bench: &Bench) -> Vec<String> {
    let request =
        context::request(&bench.state, &bench.turn(), ToolOffer::Offered, &Contents::new()).unwrap();
    request.messages.iter().map(|message| serde_json::to_string(message).unwrap()).collect()
}

#[test]
fn a_touch_pauses_a_write_whose_outcome_is_then_unknown_and_nothing_else_is_due() {
    let bench = Bench::taken_over();
    let run = view::run_view(bench.state.run().unwrap());
    assert_eq!(run.state, RunState::PausedTakeover);
    assert_eq!((run.takeover, run.stop), (Some(Takeover::Touched), Some(StopReason::Takeover)));
    assert_eq!(run.asking, Asking::Asks);
    // The click that was out, and the call behind it.
    assert_eq!(endings(&bench), [Some(ToolErrorCode::OutcomeUnknown), Some(ToolErrorCode::NotRun)]);
    assert!(due(&bench.state).is_empty());
}

#[test]
fn a_turn_that_goes_on_reads_first_that_the_person_had_the_page() {
    for (gesture, words) in [(Gesture::Touch, "used the page"), (Gesture::Pause, "paused this turn")] {
        let mut bench = Bench::clicking();
        bench.must(bench.gesture(gesture));
        bench.must(resume(bench.turn()));
        assert_eq!(bench.phase(), RunState::StreamingModel);
        let last = told(&bench).pop().unwrap();
        assert!(last.contains(words) && last.contains("read it again"), "{last}");
    }
}

#[test]
fn whoever_writes_anew_instead_of_going_on_has_the_model_told_all_the_same() {
    let mut bench = Bench::taken_over();
    bench.must(crate::inputs::submit("Do it without me after all"));
    let told = told(&bench);
    assert!(told[told.len() - 2].contains("used the page"), "{told:?}");
}

#[test]
fn a_pause_amid_a_reply_keeps_what_was_shown() {
    let mut bench = Bench::streaming();
    let Phase::StreamingModel { call } = bench.state.run().unwrap().phase.clone() else { panic!() };
    bench.shown = Some(LiveReply { reply: call.reply, text: "I will".to_owned(), reasoning: String::new() });
    bench.must(bench.gesture(Gesture::Pause));
    let kept = bench.state.path().into_iter().any(|node| {
        matches!(&node.body, NodeBody::AssistantMessage { text, ending, .. }
            if text == "I will" && *ending == ReplyEnding::Partial { why: PartialWhy::Interrupted })
    });
    assert!(kept);
    assert_eq!(view::run_view(bench.state.run().unwrap()).takeover, Some(Takeover::Pressed));
}

#[test]
fn what_waits_behind_a_turn_that_was_taken_over_is_held() {
    let mut bench = Bench::clicking();
    bench.must(enqueue("more"));
    bench.must(bench.gesture(Gesture::Touch));
    assert_eq!(bench.state.thread.as_ref().unwrap().queue, QueueMode::Held);
    assert_eq!(bench.state.queue.len(), 1);
}

#[test]
fn a_page_that_still_holds_for_an_older_turn_changes_nothing() {
    let mut bench = Bench::clicking();
    let older = fairlead_engine::Input::HandOnPage { turn: TurnId::new("none"), gesture: Gesture::Stop };
    assert_eq!(bench.must(older), []);
    assert_eq!(bench.phase(), RunState::ExecutingTool);
}

#[test]
fn the_pause_is_told_once_and_can_be_left() {
    let mut bench = Bench::taken_over();
    let notices = |bench: &Bench| {
        let is_told = |code: &NoticeCode| *code == NoticeCode::PersonTookOver;
        let path = bench.state.path().into_iter();
        path.filter(|node| matches!(&node.body, NodeBody::SystemNotice { code, .. } if is_told(code))).count()
    };
    assert_eq!(bench.must(bench.gesture(Gesture::Touch)), []);
    assert_eq!(notices(&bench), 1);
    let turn = bench.turn();
    bench.must(fairlead_engine::Input::Command(CommandBody::RunLeave {
        thread: crate::bench::thread(),
        turn,
    }));
    assert_eq!(view::run_view(bench.state.run().unwrap()).asking, Asking::Left);
}

#[test]
fn reads_that_were_out_are_called_off_and_not_called_done() {
    let mut bench = Bench::streaming();
    bench.reply(calls([("find_in_page", json!({"query": "a"})), ("find_in_page", json!({"query": "b"}))]));
    bench.must(bench.gesture(Gesture::Touch));
    assert_eq!(endings(&bench), [Some(ToolErrorCode::Interrupted); 2]);
}
