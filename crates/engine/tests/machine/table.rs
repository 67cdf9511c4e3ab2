//! Every input in every phase, in one table.

use crate::bench::{Bench, thread};
use crate::inputs::{call, calls, says, submit};
use fairlead_engine::attached::Contents;
use fairlead_engine::decide::Rejection;
use fairlead_engine::{Input, ToolReport, context};
use fairlead_protocol::approval::Answer;
use fairlead_protocol::command::{CommandBody, Resolution};
use fairlead_protocol::conversation::{BrokenArgs, CallArgs, ModelStop, Reply};
use fairlead_protocol::ids::EffectId;
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::run::{RunState, ToolOffer};
use serde_json::json;
use std::collections::BTreeSet;

/// What became of an input: the state afterwards, or why it was refused.
fn outcome(bench: &mut Bench, input: &Input) -> String {
    match bench.take(input) {
        Ok(facts) if facts.is_empty() => "unchanged".to_owned(),
        Ok(_) => bench.state.run().map_or("no run".to_owned(), |run| code(&run.phase.state())),
        Err(Rejection::Refused(refusal)) => format!("!{}", code(&refusal.code)),
        Err(Rejection::NobodyWaits(_)) => "!nobody waits".to_owned(),
    }
}

fn code(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).unwrap().as_str().unwrap().to_owned()
}

type MakesInput = fn(&Bench) -> Input;

const INPUTS: [(&str, MakesInput); 11] = [
    ("create", |_| Input::Command(CommandBody::ThreadCreate { thread: thread() })),
    ("submit", |_| submit("more")),
    ("interrupt", Bench::interrupt),
    ("resume", |bench| Input::Command(CommandBody::RunResume { thread: thread(), turn: bench.turn() })),
    ("allow", Bench::allow),
    ("deny", |bench| bench.answer(Answer::Deny { note: None })),
    ("mark done", |bench| bench.resolve(Resolution::MarkDone)),
    ("retry", |bench| bench.resolve(Resolution::Retry)),
    ("boot", |_| Input::Booted),
    ("model fails", Bench::model_fails),
    ("tool done", Bench::tool_done),
];

#[test]
fn every_input_in_every_phase_leads_where_the_table_says() {
    let mut table = Vec::new();
    for (name, bench) in Bench::all() {
        let row: Vec<String> = INPUTS
            .iter()
            .map(|(_, input)| {
                let mut bench = bench.clone();
                let input = input(&bench);
                outcome(&mut bench, &input)
            })
            .collect();
        table.push(format!("{name}: {}", row.join(", ")));
    }
    assert_eq!(table, EXPECTED);
}

/// In the order of the inputs: create, submit, interrupt, resume, allow, deny, mark done, retry, boot, model fails, tool done.
/// A state is the one that the newest Run is in afterwards; behind `!` stands why nothing was changed.
const EXPECTED: [&str; 11] = [
    "absent: no run, !unknown_thread, !unknown_thread, !unknown_thread, !unknown_thread, !unknown_thread, !unknown_thread, !unknown_thread, unchanged, !nobody waits, !nobody waits",
    "streaming: !thread_exists, streaming_model, interrupted, !not_resumable, !unknown_approval, !unknown_approval, !not_uncertain, !not_uncertain, streaming_model, failed, unchanged",
    "reading: !thread_exists, executing_tool, interrupted, !not_resumable, !unknown_approval, !unknown_approval, !not_uncertain, !not_uncertain, executing_tool, unchanged, streaming_model",
    "navigating: !thread_exists, executing_tool, interrupted, !not_resumable, !unknown_approval, !unknown_approval, !not_uncertain, !not_uncertain, streaming_model, unchanged, streaming_model",
    "clicking: !thread_exists, executing_tool, interrupted, !not_resumable, !unknown_approval, !unknown_approval, !not_uncertain, !not_uncertain, paused_uncertain, unchanged, executing_tool",
    "waiting: !thread_exists, waiting_approval, interrupted, !not_resumable, executing_tool, executing_tool, !not_uncertain, !not_uncertain, unchanged, !nobody waits, !nobody waits",
    "uncertain: !thread_exists, paused_uncertain, interrupted, !not_resumable, !unknown_approval, !unknown_approval, executing_tool, waiting_approval, unchanged, !nobody waits, !nobody waits",
    "completed: !thread_exists, streaming_model, unchanged, !not_resumable, !unknown_approval, !unknown_approval, !not_uncertain, !not_uncertain, unchanged, !nobody waits, !nobody waits",
    "failed: !thread_exists, streaming_model, unchanged, streaming_model, !unknown_approval, !unknown_approval, !not_uncertain, !not_uncertain, unchanged, !nobody waits, !nobody waits",
    "interrupted: !thread_exists, streaming_model, unchanged, streaming_model, !unknown_approval, !unknown_approval, !not_uncertain, !not_uncertain, unchanged, !nobody waits, !nobody waits",
    "paused: !thread_exists, streaming_model, unchanged, streaming_model, !unknown_approval, !unknown_approval, !not_uncertain, !not_uncertain, unchanged, !nobody waits, !nobody waits",
];

#[test]
fn an_outcome_that_nobody_waits_for_changes_nothing_in_any_phase() {
    for (name, mut bench) in Bench::all() {
        let stale = EffectId::new("tool:n_none:1:1");
        let outcome = ResultOutcome::Done { content: "late".to_owned(), tab: None };
        let inputs = [
            Input::ToolFinished { effect: stale.clone(), report: ToolReport { outcome, took_ms: 1 } },
            Input::ModelReplied { effect: stale.clone(), reply: says("late") },
        ];
        for input in inputs {
            let before = bench.state.clone();
            assert_eq!(bench.take(&input), Err(Rejection::NobodyWaits(stale.clone())), "{name}");
            assert_eq!(bench.state, before);
        }
    }
}

#[test]
fn real_facts_walk_these_pairs_of_the_table() {
    use RunState::*;
    let mut walked = BTreeSet::new();
    for (_, bench) in Bench::all() {
        for (_, input) in INPUTS {
            let mut bench = bench.clone();
            let input = input(&bench);
            let _ = bench.take(&input);
            walked.extend(bench.walked);
        }
    }
    let mut queued = Bench::streaming();
    queued.must(submit("second"));
    queued.reply(says("first done"));
    walked.extend(queued.walked);
    for pair in [
        (Queued, Ready),
        (Ready, StreamingModel),
        (Ready, PausedLimit),
        (StreamingModel, ExecutingTool),
        (StreamingModel, WaitingApproval),
        (StreamingModel, Ready),
        (StreamingModel, Completed),
        (StreamingModel, Failed),
        (StreamingModel, Interrupted),
        (ExecutingTool, Ready),
        (ExecutingTool, Interrupted),
        (ExecutingTool, PausedUncertain),
        (WaitingApproval, ExecutingTool),
        (WaitingApproval, Interrupted),
        (PausedUncertain, ExecutingTool),
        (PausedUncertain, WaitingApproval),
        (PausedUncertain, Interrupted),
        (Failed, Ready),
        (Interrupted, Ready),
        (PausedLimit, Ready),
    ] {
        assert!(walked.remove(&pair), "{pair:?} was never walked");
    }
    assert_eq!(walked, BTreeSet::new(), "walked and not listed");
}

#[test]
fn a_request_begins_with_the_one_before_and_unreadable_arguments_are_shown_as_such() {
    let mut bench = Bench::streaming();
    let first =
        context::request(&bench.state, &bench.turn(), ToolOffer::Offered, &Contents::new()).unwrap().messages;
    let args = CallArgs::Broken { raw: "{\"mode\":".to_owned(), why: BrokenArgs::Truncated };
    bench.reply(Reply { calls: vec![call("read_page", args)], stop: ModelStop::ToolUse, ..says("") });
    let second =
        context::request(&bench.state, &bench.turn(), ToolOffer::Offered, &Contents::new()).unwrap().messages;
    bench.reply(calls([("tabs_list", json!({}))]));
    bench.must(bench.tool_done());
    let third = context::request(&bench.state, &bench.turn(), ToolOffer::Withheld, &Contents::new()).unwrap();
    assert!(second.starts_with(&first) && third.messages.starts_with(&second));
    assert!(serde_json::to_string(&second).unwrap().contains("unreadable"));
    assert!(third.tools.is_empty());
}
