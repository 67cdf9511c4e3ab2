//! Durable waits: for the person's word, and for a time. Each is continued once, whoever wakes it.

use crate::bench::{Bench, thread};
use crate::inputs::{answer, calls, respond, respond_to, says, submit};
use fairlead_engine::decide::Rejection;
use fairlead_engine::{Effect, Fact, Input, announce, due, view};
use fairlead_protocol::approval::Answer;
use fairlead_protocol::caps;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::conversation::Part;
use fairlead_protocol::event::Event;
use fairlead_protocol::ids::{EffectId, InteractionId, Timestamp};
use fairlead_protocol::interaction::{Response, Wait};
use fairlead_protocol::item::{ItemBody, StepStatus};
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::permission::Policy;
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::RunState;
use fairlead_protocol::tool::ToolErrorCode;
use serde_json::{Value, json};

fn open(bench: &Bench) -> InteractionId {
    bench.state.interactions.keys().next().unwrap().clone()
}

/// The outcome of the newest result on the path.
fn outcome(bench: &Bench) -> ResultOutcome {
    let newest = bench.state.path().into_iter().rev().find_map(|node| match &node.body {
        NodeBody::ToolResult { outcome, .. } => Some(outcome.clone()),
        _ => None,
    });
    newest.unwrap()
}

fn content(bench: &Bench) -> String {
    match outcome(bench) {
        ResultOutcome::Done { content, .. } => content,
        ResultOutcome::Failed { failure } => panic!("{failure:?}"),
    }
}

fn failure(bench: &Bench) -> ToolErrorCode {
    match outcome(bench) {
        ResultOutcome::Failed { failure } => failure.code,
        ResultOutcome::Done { content, .. } => panic!("{content}"),
    }
}

/// The model asks one thing of the person or the clock.
fn asks(tool: &str, arguments: Value) -> Bench {
    let mut bench = Bench::streaming();
    bench.reply(calls([(tool, arguments)]));
    bench
}

#[test]
fn a_question_waits_for_the_person_and_asks_for_no_effect() {
    let mut bench = Bench::streaming();
    let before = bench.state.clone();
    let asked = json!({"question": "Which size?", "options": ["S", "M"]});
    let reply = calls([("ask_user", asked)]);
    let facts = bench.must(Input::ModelReplied { effect: bench.effect(), reply });
    assert_eq!(bench.phase(), RunState::WaitingInteraction);
    assert!(due(&bench.state).is_empty());
    let shown = view::snapshot(&bench.state, None).unwrap();
    let wait =
        Wait::Question { question: "Which size?".to_owned(), options: vec!["S".to_owned(), "M".to_owned()] };
    assert_eq!(shown.interactions[0].wait, wait);
    let id = open(&bench);
    let step = shown.items.iter().find_map(|item| match &item.body {
        ItemBody::ToolCall { status, .. } => Some(status.clone()),
        _ => None,
    });
    assert_eq!(step, Some(StepStatus::AwaitingInteraction { interaction: id.clone() }));
    let told = announce(&before, &facts, &bench.state);
    assert!(
        told.iter().any(
            |event| matches!(event, Event::InteractionRequest { interaction, .. } if interaction.id == id)
        )
    );
}

#[test]
fn an_answer_is_what_the_model_reads_and_the_turn_goes_on() {
    let mut bench = Bench::asking();
    let id = open(&bench);
    let before = bench.state.clone();
    let facts = bench.must(respond(&bench, answer("M")));
    assert_eq!(bench.phase(), RunState::ExecutingTool, "the next call of the reply");
    assert_eq!(content(&bench), "The person answered: M");
    assert!(bench.state.interactions.is_empty());
    let told = announce(&before, &facts, &bench.state);
    assert!(
        told.iter()
            .any(|event| matches!(event, Event::InteractionClosed { interaction, .. } if *interaction == id))
    );
    bench.must(bench.tool_done());
    let messages = bench.messages();
    let results = messages.iter().flat_map(|message| &message.content);
    let results = results.filter(|part| matches!(part, Part::ToolResult { .. }));
    assert_eq!(results.count(), 2);
}

#[test]
fn a_question_that_is_skipped_is_an_error_that_counts_as_no_failure() {
    let mut bench = Bench::asking();
    bench.must(respond(&bench, Response::Skip));
    assert_eq!(failure(&bench), ToolErrorCode::DeclinedByPerson);
    assert_eq!(bench.state.run().unwrap().counters.tool_failures_in_row, 0);
}

#[test]
fn the_same_answer_again_changes_nothing_and_another_one_is_refused() {
    let mut bench = Bench::asking();
    let id = open(&bench);
    bench.must(respond(&bench, answer("M")));
    for _ in 0..2 {
        assert_eq!(bench.must(respond_to(id.clone(), answer("M"))), []);
        assert_eq!(bench.refused(&respond_to(id.clone(), answer("S"))), RefusalCode::AlreadyAnswered);
        assert_eq!(bench.refused(&respond_to(id.clone(), Response::Skip)), RefusalCode::AlreadyAnswered);
        bench.restart();
    }
}

#[test]
fn an_empty_answer_and_one_that_is_too_long_are_refused_and_the_question_stays() {
    let mut bench = Bench::asking();
    assert_eq!(bench.refused(&respond(&bench, answer(" \n"))), RefusalCode::EmptyMessage);
    let long = "x".repeat(caps::MESSAGE_BYTES + 1);
    assert_eq!(bench.refused(&respond(&bench, answer(&long))), RefusalCode::TooLarge);
    bench.must(respond(&bench, answer(&"x".repeat(caps::MESSAGE_BYTES))));
}

#[test]
fn a_response_to_nothing_is_refused_in_every_phase() {
    for (name, mut bench) in Bench::all().into_iter().filter(|(name, _)| *name != "absent") {
        let input = respond_to(InteractionId::new("none"), answer("x"));
        assert_eq!(bench.refused(&input), RefusalCode::UnknownInteraction, "{name}");
    }
}

#[test]
fn a_stop_closes_the_wait_and_the_person_is_told() {
    for mut bench in [Bench::asking(), Bench::sleeping()] {
        let (id, before) = (open(&bench), bench.state.clone());
        let facts = bench.must(bench.interrupt());
        assert_eq!(bench.phase(), RunState::Interrupted);
        assert!(bench.state.interactions.is_empty() && due(&bench.state).is_empty());
        let told = announce(&before, &facts, &bench.state);
        assert!(told.iter().any(
            |event| matches!(event, Event::InteractionClosed { interaction, .. } if *interaction == id)
        ));
        assert_eq!(bench.refused(&respond_to(id, Response::Skip)), RefusalCode::UnknownInteraction);
        assert_eq!(failure(&bench), ToolErrorCode::NotRun);
    }
}

#[test]
fn a_sleeping_turn_is_woken_at_its_time_and_told_so() {
    let mut bench = Bench::sleeping();
    let Some((id, Effect::Wake { at })) = due(&bench.state).into_iter().next() else { unreachable!() };
    assert_eq!(at, Timestamp(bench.now().0 + 30 * 60_000));
    let facts = bench.must(Input::Woken { effect: id.clone() });
    assert!(matches!(facts[0], Fact::InteractionElapsed { .. }));
    assert!(content(&bench).contains("time has come"));
    assert_eq!(bench.phase(), RunState::StreamingModel);
    assert_eq!(bench.take(&Input::Woken { effect: id.clone() }), Err(Rejection::NobodyWaits(id)));
}

#[test]
fn the_person_may_go_on_before_the_time_but_has_nothing_to_answer() {
    let mut bench = Bench::sleeping();
    let (id, wake) = (open(&bench), bench.effect());
    assert_eq!(bench.refused(&respond(&bench, answer("now"))), RefusalCode::BadCommand);
    bench.must(respond(&bench, Response::Skip));
    assert!(content(&bench).contains("before the time"));
    assert_eq!(bench.take(&Input::Woken { effect: wake.clone() }), Err(Rejection::NobodyWaits(wake)));
    assert_eq!(bench.must(respond_to(id, Response::Skip)), []);
}

#[test]
fn a_wait_that_elapsed_cannot_be_skipped_any_more() {
    let mut bench = Bench::sleeping();
    let id = open(&bench);
    bench.must(Input::Woken { effect: bench.effect() });
    assert_eq!(bench.refused(&respond_to(id, Response::Skip)), RefusalCode::UnknownInteraction);
}

#[test]
fn a_new_worker_finds_the_wait_as_it_was_with_the_same_time() {
    for mut bench in [Bench::asking(), Bench::sleeping()] {
        let before = bench.state.clone();
        let effects = due(&before);
        for _ in 0..5 {
            assert_eq!(bench.restart(), []);
        }
        assert_eq!((&bench.state, due(&bench.state)), (&before, effects), "waiting wears nothing out");
    }
}

#[test]
fn a_wake_that_is_not_the_open_one_changes_nothing() {
    for (name, mut bench) in Bench::all() {
        let stale = EffectId::new("wake:i_none");
        assert_eq!(
            bench.take(&Input::Woken { effect: stale.clone() }),
            Err(Rejection::NobodyWaits(stale)),
            "{name}"
        );
    }
}

#[test]
fn arguments_out_of_bounds_are_results_that_the_model_reads() {
    let long = "x".repeat(caps::QUESTION_BYTES + 1);
    let many: Vec<String> = (0..=caps::QUESTION_OPTIONS).map(|option| option.to_string()).collect();
    let beyond = caps::SLEEP_MS / 60_000 + 1;
    for (tool, arguments) in [
        ("ask_user", json!({"question": " "})),
        ("ask_user", json!({"question": long})),
        ("ask_user", json!({"question": "Which?", "options": many})),
        ("ask_user", json!({"question": "Which?", "options": [long]})),
        ("ask_user", json!({"question": "Which?", "choices": ["S"]})),
        ("ask_user", json!({})),
        ("schedule_resume", json!({"minutes": 0, "reason": "r"})),
        ("schedule_resume", json!({"minutes": beyond, "reason": "r"})),
        ("schedule_resume", json!({"minutes": -1, "reason": "r"})),
        ("schedule_resume", json!({"minutes": 1.5, "reason": "r"})),
        ("schedule_resume", json!({"minutes": 1})),
    ] {
        let mut bench = Bench::streaming();
        bench.settings.policy = Policy::Always;
        bench.reply(calls([(tool, arguments.clone())]));
        assert_eq!(failure(&bench), ToolErrorCode::InvalidArguments, "{arguments}");
        assert_eq!(bench.phase(), RunState::StreamingModel, "{arguments}");
        assert!(bench.state.interactions.is_empty() && bench.state.approvals.is_empty(), "{arguments}");
    }
}

#[test]
fn arguments_at_their_bounds_are_taken_and_a_long_reason_is_cut() {
    let most = caps::SLEEP_MS / 60_000;
    let bench = asks("schedule_resume", json!({"minutes": most, "reason": "r".repeat(9_000)}));
    let Wait::Until { at, reason } = &bench.state.interactions.values().next().unwrap().wait else {
        panic!("not a wait for a time")
    };
    assert_eq!(*at, Timestamp(bench.now().0 + caps::SLEEP_MS));
    assert!(reason.len() < caps::QUESTION_BYTES + 100);
    let options: Vec<String> = (0..caps::QUESTION_OPTIONS).map(|option| option.to_string()).collect();
    let question = "x".repeat(caps::QUESTION_BYTES);
    let bench = asks("ask_user", json!({"question": question, "options": options}));
    assert_eq!(bench.phase(), RunState::WaitingInteraction);
}

/// A Thread whose policy asks about everything, and a model that wants to sleep.
fn carded() -> Bench {
    let mut bench = Bench::new();
    bench.settings.policy = Policy::Always;
    bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
    bench.must(submit("hello"));
    bench.reply(calls([("schedule_resume", json!({"minutes": 5, "reason": "the oven"}))]));
    bench
}

#[test]
fn where_everything_is_asked_about_a_sleep_has_its_card_first_and_its_time_begins_with_the_yes() {
    let mut bench = carded();
    assert_eq!(bench.phase(), RunState::WaitingApproval);
    bench.restart();
    bench.must(bench.allow());
    assert_eq!(bench.phase(), RunState::WaitingInteraction);
    let Some((_, Effect::Wake { at })) = due(&bench.state).into_iter().next() else { unreachable!() };
    assert_eq!(at, Timestamp(bench.now().0 + 5 * 60_000));
    bench.must(Input::Woken { effect: bench.effect() });
    assert_eq!(bench.phase(), RunState::StreamingModel);
}

#[test]
fn a_sleep_that_is_declined_is_never_begun() {
    let mut bench = carded();
    bench.must(bench.answer(Answer::Deny { note: None }));
    assert_eq!((bench.phase(), failure(&bench)), (RunState::StreamingModel, ToolErrorCode::DeclinedByPerson));
    assert!(bench.state.interactions.is_empty());
}

#[test]
fn two_questions_of_one_reply_are_asked_one_after_the_other() {
    let mut bench = Bench::streaming();
    bench.reply(calls([
        ("ask_user", json!({"question": "Size?"})),
        ("ask_user", json!({"question": "Colour?"})),
    ]));
    let first = open(&bench);
    bench.must(respond(&bench, answer("M")));
    assert_ne!(open(&bench), first);
    bench.restart();
    bench.must(respond(&bench, answer("blue")));
    assert_eq!(content(&bench), "The person answered: blue");
    bench.reply(says("done"));
    assert_eq!(bench.phase(), RunState::Completed);
}
