//! The completion gate: what an answer rests on, when it is set aside, and when the Turn ends all the same.

use crate::bench::{Bench, report, rows, tab, thread};
use crate::inputs::{answer, attach, calls, respond, says, steer, submit, submit_with};
use fairlead_engine::{Fact, Input, ThreadState, evidence};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::conversation::{ModelStop, Reply, Usage};
use fairlead_protocol::evidence::{ClaimKind, Evidence, Missing, Proof, Standing};
use fairlead_protocol::ids::NodeId;
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::run::{Phase, RunState, StopReason};
use fairlead_protocol::settings::{Completion, Limits, LimitsProfile};
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use serde_json::{Value, json};

/// What the model does before it answers.
#[derive(Clone, Copy)]
enum Deed {
    Click,
    ClickFails,
    /// With what the page says.
    Read(&'static str),
    /// Where the tab ends.
    Go(&'static str),
    Asks(&'static str),
}

use Deed::{Asks, Click, ClickFails, Go, Read};

fn asked(mode: Completion, request: &str) -> Bench {
    let mut bench = Bench::new();
    bench.settings.completion = mode;
    bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
    bench.must(submit(request));
    bench
}

impl Deed {
    fn call(self) -> (&'static str, Value) {
        match self {
            Click | ClickFails => ("click", json!({"element": "Add to cart", "ref": "s1_1"})),
            Read(_) => ("read_page", json!({})),
            Go(_) => ("navigate", json!({"url": "https://shop.example/orders"})),
            Asks(_) => ("ask_user", json!({"question": "Which?"})),
        }
    }

    fn happens(self, bench: &mut Bench) {
        bench.reply(calls([self.call()]));
        if bench.phase() == RunState::WaitingApproval {
            bench.must(bench.allow());
        }
        let shown = |content: &str, url: &str| ResultOutcome::Done {
            content: content.to_owned(),
            tab: Some(fairlead_protocol::page::TabRef { url: url.to_owned(), ..tab() }),
        };
        let outcome = match self {
            Click => shown("Clicked button \"Add to cart\".", &tab().url),
            ClickFails => ResultOutcome::Failed {
                failure: ToolFailure::new(ToolErrorCode::Disabled, "it is disabled", "Look at the page."),
            },
            Read(page) => shown(page, &tab().url),
            Go(url) => shown("tab_id 1 now shows it", url),
            Asks(said) => {
                bench.must(respond(bench, answer(said)));
                return;
            }
        };
        let report = report(outcome);
        bench.must(Input::ToolFinished { effect: bench.effect(), report });
    }
}

/// The evidence beside every answer, oldest first.
fn all_evidence(state: &ThreadState) -> Vec<Option<Evidence>> {
    let of = |body: &NodeBody| match body {
        NodeBody::AssistantMessage { evidence, text, .. } if !text.is_empty() => Some(evidence.clone()),
        _ => None,
    };
    state.nodes.iter().filter_map(|node| of(&node.body)).collect()
}

fn stop(bench: &Bench) -> Option<StopReason> {
    match &bench.state.run().unwrap().phase {
        Phase::Completed { stop } => Some(*stop),
        _ => None,
    }
}

const BUY: &str = "Add the mug to my cart";
const BOUGHT: &str = "The mug is in your cart.";
const FULL: &str = "- link \"Cart (1)\"\n- text \"Mug $12.50\"";
const LOOK: &str = "What does the mug on this page cost?";

/// Request, what happens, answer, and how the answer stands where the gate only marks.
const ROWS: &[(&str, &[Deed], &str, Option<Standing>)] = &[
    ("hello", &[], "hi", None),
    ("Write a poem about tea", &[], "Steam rises, leaf by leaf.", None),
    // A change of a page.
    (BUY, &[Click, Read(FULL)], BOUGHT, Some(Standing::Proved)),
    (BUY, &[], BOUGHT, Some(Standing::Unverified)),
    (BUY, &[Click], BOUGHT, Some(Standing::Unverified)),
    (BUY, &[Read(FULL), Click], BOUGHT, Some(Standing::Unverified)),
    (BUY, &[ClickFails], BOUGHT, Some(Standing::Unverified)),
    (BUY, &[ClickFails], "I could not add it: the button is disabled.", Some(Standing::Admitted)),
    ("把杯子加入购物车", &[], "杯子已加入购物车。", Some(Standing::Unverified)),
    (
        "把杯子加入购物车",
        &[Click, Read("- text \"购物车 (1) 杯子\"")],
        "杯子已加入购物车。",
        Some(Standing::Proved),
    ),
    // Reading and figures.
    (LOOK, &[Read(FULL)], "It costs $12.50.", Some(Standing::Proved)),
    (LOOK, &[Read(FULL)], "It costs $13.50.", Some(Standing::Unverified)),
    (LOOK, &[], "It costs $12.50.", Some(Standing::Unverified)),
    ("这页上的杯子多少钱?", &[Read("- text \"杯子 35 元\"")], "35 元。", Some(Standing::Proved)),
    ("这页上的杯子多少钱?", &[Read("- text \"杯子 35 元\"")], "53 元。", Some(Standing::Unverified)),
    // What follows in two steps is marked, and no reason to set the answer aside.
    (
        "What do 2 mugs on this page come to with the fee?",
        &[Read("- text \"Mug $12.50\"\n- text \"Fee $4.99\"")],
        "That comes to $29.99.",
        Some(Standing::Proved),
    ),
    // Going somewhere.
    (
        "Open https://shop.example/orders",
        &[Go("https://shop.example/orders")],
        "Your orders are open.",
        Some(Standing::Proved),
    ),
    (
        "Open https://shop.example/orders",
        &[Go("https://shop.example/login")],
        "Your orders are open.",
        Some(Standing::Unverified),
    ),
    // What the person said counts.
    (
        "Tell me the total of this page with the discount that I tell you",
        &[Read("- text \"Total $80\""), Asks("$20")],
        "The total is $80, and $60 with your discount of $20.",
        Some(Standing::Proved),
    ),
];

#[test]
fn each_request_is_held_against_the_results_of_its_turn() {
    for (request, deeds, text, standing) in ROWS {
        let mut bench = asked(Completion::Mark, request);
        for deed in *deeds {
            deed.happens(&mut bench);
        }
        bench.reply(says(text));
        let found = all_evidence(&bench.state).pop().unwrap().map(|evidence| evidence.standing);
        assert_eq!(found, *standing, "{request} -> {text}");
        let unverified = *standing == Some(Standing::Unverified);
        let expected = if unverified { StopReason::Unverified } else { StopReason::End };
        assert_eq!(stop(&bench), Some(expected), "{request} -> {text}");
    }
}

#[test]
fn an_answer_that_stands_ends_the_turn_in_every_mode_and_another_depends_on_the_mode() {
    for (request, deeds, text, standing) in ROWS {
        for mode in [Completion::Off, Completion::Mark, Completion::Enforce] {
            let mut bench = asked(mode, request);
            for deed in *deeds {
                deed.happens(&mut bench);
            }
            let facts = bench.must(Input::ModelReplied { effect: bench.effect(), reply: says(text) });
            let rejects = mode == Completion::Enforce && *standing == Some(Standing::Unverified);
            let kind = |fact: &&Fact| matches!(fact, Fact::CompletionRejected { .. });
            assert_eq!(facts.iter().any(|fact| kind(&fact)), rejects, "{mode:?}: {request} -> {text}");
            assert_eq!(bench.phase() == RunState::StreamingModel, rejects, "{mode:?}: {request} -> {text}");
            if mode == Completion::Off {
                assert_eq!(all_evidence(&bench.state).pop().unwrap(), None);
                assert_eq!(stop(&bench), Some(StopReason::End));
            }
        }
    }
}

#[test]
fn a_rejected_answer_is_stored_with_what_is_missing_and_the_model_reads_what_to_do() {
    let mut bench = asked(Completion::Enforce, BUY);
    let facts = bench.must(Input::ModelReplied { effect: bench.effect(), reply: says(BOUGHT) });
    let kinds: Vec<&str> =
        facts.iter().filter_map(|fact| Some(fact.journal(bench.state.run()?.counters)?.kind)).collect();
    assert_eq!(
        kinds,
        ["node.appended", "model.responded", "node.appended", "completion.rejected", "model.requested"]
    );
    let evidence = all_evidence(&bench.state).pop().unwrap().unwrap();
    assert_eq!(
        (evidence.standing, evidence.missing.as_slice()),
        (Standing::Rejected, &[Missing::NoWrite][..])
    );
    let told = serde_json::to_string(&bench.messages()).unwrap();
    assert!(told.contains("[The answer is not shown by this turn's results: no step did what"), "{told}");
    // Nothing but codes goes to the journal.
    let entry = facts[3].journal(bench.state.run().unwrap().counters).unwrap();
    assert_eq!(entry.payload["missing"], json!(["no_write"]));
    assert_eq!(entry.payload.keys().collect::<Vec<_>>(), ["missing", "reply"]);
}

#[test]
fn the_model_that_then_does_the_work_is_believed() {
    let mut bench = asked(Completion::Enforce, BUY);
    bench.reply(says(BOUGHT));
    Click.happens(&mut bench);
    Read(FULL).happens(&mut bench);
    bench.reply(says(BOUGHT));
    assert_eq!(stop(&bench), Some(StopReason::End));
    let standings: Vec<_> =
        all_evidence(&bench.state).into_iter().map(|evidence| evidence.map(|found| found.standing)).collect();
    assert_eq!(standings, [Some(Standing::Rejected), Some(Standing::Proved)]);
}

#[test]
fn a_third_answer_that_nothing_shows_ends_the_turn_as_unverified() {
    let mut bench = asked(Completion::Enforce, BUY);
    bench.reply(says(BOUGHT));
    bench.reply(says(BOUGHT));
    assert_eq!(bench.phase(), RunState::StreamingModel);
    let facts = bench.must(Input::ModelReplied { effect: bench.effect(), reply: says(BOUGHT) });
    assert_eq!(stop(&bench), Some(StopReason::Unverified));
    let end: Vec<_> = facts.iter().rev().take(2).collect();
    assert!(matches!(end[..], [Fact::TurnCompleted { .. }, Fact::CompletionUnverified { missing, .. }]
            if *missing == [Missing::NoWrite]));
    let rejected =
        bench.state.nodes.iter().filter(|node| matches!(node.body, NodeBody::CompletionRejected { .. }));
    assert_eq!(rejected.count(), 2);
    assert_eq!(bench.state.run().unwrap().counters.model_calls, 3);
}

#[test]
fn a_message_behind_an_unverified_turn_begins() {
    let mut bench = asked(Completion::Mark, BUY);
    bench.must(submit("hello"));
    bench.reply(says(BOUGHT));
    assert_eq!(bench.phase(), RunState::StreamingModel);
    assert!(bench.state.queue.is_empty());
}

#[test]
fn where_no_call_may_follow_the_turn_ends_unverified_at_once() {
    let limited = |limits: Limits| {
        let mut bench = Bench::new();
        bench.settings.completion = Completion::Enforce;
        bench.settings.limits = LimitsProfile::Own { limits };
        bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
        bench.must(submit(BUY));
        bench
    };
    // The reply itself takes the last tokens.
    let mut bench = limited(Limits { tokens: Some(100), ..Limits::default() });
    let usage = Some(Usage { input: 99, output: 1, ..Usage::default() });
    bench.reply(Reply { usage, ..says(BOUGHT) });
    assert_eq!(stop(&bench), Some(StopReason::Unverified));
    let mut bench = limited(Limits { tokens: Some(101), ..Limits::default() });
    bench.reply(Reply { usage, ..says(BOUGHT) });
    assert_eq!(bench.phase(), RunState::StreamingModel);
    // The time is over with it.
    let mut bench = limited(Limits { active_ms: Some(500), ..Limits::default() });
    bench.steps += 600;
    bench.reply(says(BOUGHT));
    assert_eq!(stop(&bench), Some(StopReason::Unverified));
    // Tools are withheld: this was the closing reply.
    let mut bench = asked(Completion::Enforce, BUY);
    for _ in 0..5 {
        bench.reply(calls([Read("").call()]));
        bench.must(bench.tool_fails(ToolErrorCode::Timeout));
    }
    bench.reply(says(BOUGHT));
    assert_eq!(stop(&bench), Some(StopReason::Unverified));
}

#[test]
fn a_reply_that_was_cut_off_or_refused_says_so_itself() {
    for (ended, expected) in [
        (ModelStop::MaxTokens, StopReason::MaxTokens),
        (ModelStop::ContextWindow, StopReason::MaxTokens),
        (ModelStop::Refusal { category: None }, StopReason::Refusal),
        (ModelStop::ContentFilter, StopReason::ContentFilter),
    ] {
        let mut bench = asked(Completion::Enforce, BUY);
        bench.reply(Reply { stop: ended, ..says(BOUGHT) });
        assert_eq!(stop(&bench), Some(expected));
        assert_eq!(all_evidence(&bench.state), [None]);
    }
    for ended in [ModelStop::StopSequence, ModelStop::ToolUse] {
        let mut bench = asked(Completion::Enforce, BUY);
        bench.reply(Reply { stop: ended, ..says(BOUGHT) });
        assert_eq!(bench.phase(), RunState::StreamingModel, "it came to its own end");
    }
}

#[test]
fn what_the_person_said_meanwhile_comes_before_any_judgement() {
    let mut bench = asked(Completion::Enforce, BUY);
    bench.must(steer(bench.turn(), "never mind, just say hello"));
    let facts = bench.must(Input::ModelReplied { effect: bench.effect(), reply: says(BOUGHT) });
    assert!(facts.iter().any(|fact| matches!(fact, Fact::AnswerOvertaken { .. })));
    assert_eq!(all_evidence(&bench.state), [None]);
}

#[test]
fn a_claim_names_its_place_as_the_panel_counts_and_the_step_that_shows_it() {
    let mut bench = asked(Completion::Enforce, LOOK);
    Read(FULL).happens(&mut bench);
    bench.reply(says("🍵 Der Becher: $12.50."));
    let evidence = all_evidence(&bench.state).pop().unwrap().unwrap();
    let figure = evidence.claims.iter().find(|claim| claim.kind == ClaimKind::Figure).unwrap();
    let call = bench.state.nodes.iter().find(|node| matches!(node.body, NodeBody::ToolCall { .. }));
    assert_eq!((figure.start, figure.end), (15, 21), "the cup has two code units");
    assert_eq!(figure.by, [Proof::Step { call: call.unwrap().id.clone() }]);
}

#[test]
fn a_report_of_one_reading_is_one_claim_beside_its_figures() {
    let mut bench = asked(Completion::Enforce, "Summarise this page");
    Read("- heading \"Mugs\"\n- text \"Plain and sturdy.\"\n- text \"Since 1990.\"").happens(&mut bench);
    bench.reply(says("It sells mugs. They are plain. They are sturdy. It is about mugs, since 1990."));
    let evidence = all_evidence(&bench.state).pop().unwrap().unwrap();
    let kinds: Vec<ClaimKind> = evidence.claims.iter().map(|claim| claim.kind).collect();
    assert_eq!(kinds, [ClaimKind::Read, ClaimKind::Figure]);
}

#[test]
fn a_file_counts_as_what_was_read_and_is_asked_for_only_for_an_answer() {
    let mut bench = asked(Completion::Enforce, "hello");
    bench.must(attach("f", "prices.txt", "text/plain", "TXVnICQxMi41MA=="));
    bench.reply(says("hi"));
    bench.must(submit_with("What does the mug cost according to the file?", &["f"]));
    let would = |reply: Reply| Input::ModelReplied { effect: bench.effect(), reply };
    assert_eq!(evidence::wanted(&bench.state, &would(calls([Read("").call()]))), []);
    assert_eq!(evidence::wanted(&bench.state, &Input::Booted), []);
    assert_eq!(evidence::wanted(&bench.state, &would(says("$12.50."))).len(), 1);
    let mut other = bench.clone();
    bench.reply(says("It costs $12.50."));
    let found = all_evidence(&bench.state).pop().unwrap().unwrap();
    assert_eq!(found.standing, Standing::Proved);
    let message = bench.state.nodes.iter().find(
        |node| matches!(&node.body, NodeBody::UserMessage { attachments, .. } if !attachments.is_empty()),
    );
    let figure = found.claims.iter().find(|claim| claim.kind == ClaimKind::Figure).unwrap();
    assert_eq!(figure.by, [Proof::Attached { message: message.unwrap().id.clone() }]);
    other.reply(says("It costs $99."));
    assert_eq!(other.phase(), RunState::StreamingModel);
}

#[test]
fn a_figure_of_an_earlier_turn_names_it() {
    let mut bench = asked(Completion::Mark, LOOK);
    Read(FULL).happens(&mut bench);
    bench.reply(says("It costs $12.50."));
    let opening: NodeId = bench
        .state
        .nodes
        .iter()
        .find(|node| matches!(node.body, NodeBody::UserMessage { .. }))
        .map(|node| node.id.clone())
        .unwrap();
    bench.must(submit("Is it still that price now?"));
    bench.reply(says("Yes, it is $12.50 now."));
    let found = all_evidence(&bench.state).pop().unwrap().unwrap();
    assert_eq!(found.standing, Standing::Unverified);
    let figure = found.claims.iter().find(|claim| claim.kind == ClaimKind::Figure).unwrap();
    assert_eq!(
        (figure.lacks, figure.by.as_slice()),
        (Some(Missing::StaleTurn), &[Proof::Earlier { message: opening }][..])
    );
}

#[test]
fn a_call_that_only_repeats_one_that_worked_is_no_failed_attempt() {
    let mut bench = asked(Completion::Enforce, BUY);
    Click.happens(&mut bench);
    bench.reply(calls([Click.call()]));
    Read(FULL).happens(&mut bench);
    bench.reply(says(BOUGHT));
    assert_eq!(stop(&bench), Some(StopReason::End));
}

#[test]
fn a_turn_that_began_before_the_gate_is_not_judged_by_it() {
    let stopped = {
        let mut bench = asked(Completion::Enforce, BUY);
        bench.must(bench.interrupt());
        bench
    };
    let mut old = rows(&stopped.state).unwrap();
    for run in &mut old.runs {
        run.environment.completion = None;
        run.environment.format = 1;
        run.environment.footing = None;
    }
    let mut bench = Bench::of(ThreadState::load(old));
    bench.must(crate::inputs::resume(bench.turn()));
    bench.reply(says(BOUGHT));
    assert_eq!(stop(&bench), Some(StopReason::End));
    assert_eq!(all_evidence(&bench.state), [None]);
}
