//! Every input in every phase, in one table.

use crate::bench::{Bench, report, tab, thread};
use crate::inputs::{
    answer, attach, call, calls, edit, enqueue, erase, queue_hold, queue_move, queue_release, queue_remove,
    queue_steer, queue_update, regenerate, respond, resume, says, select, steer, submit, summary,
};
use fairlead_engine::attached::Contents;
use fairlead_engine::decide::Rejection;
use fairlead_engine::phase::may_follow;
use fairlead_engine::{Input, Seen, context};
use fairlead_protocol::approval::Answer;
use fairlead_protocol::command::{CommandBody, Resolution};
use fairlead_protocol::conversation::{BrokenArgs, CallArgs, ModelStop, Reply};
use fairlead_protocol::ids::{EffectId, NodeId, TurnId};
use fairlead_protocol::interaction::Response;
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::pause::Gesture;
use fairlead_protocol::permission::Policy;
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

/// All that can be said to a Thread. What names nothing that is there names `none`.
const INPUTS: [(&str, MakesInput); 46] = [
    ("create", |_| command(CommandBody::ThreadCreate { thread: thread() })),
    ("rename", |_| command(CommandBody::ThreadRename { thread: thread(), title: "Title".to_owned() })),
    ("pin", |_| command(CommandBody::ThreadPin { thread: thread(), pinned: true })),
    ("archive", |_| command(CommandBody::ThreadArchive { thread: thread(), archived: true })),
    ("delete", |_| command(CommandBody::ThreadDelete { thread: thread() })),
    ("submit", |_| submit("more")),
    ("enqueue", |_| enqueue("more")),
    ("steer", |bench| steer(bench.turn(), "more")),
    ("edit", |bench| edit(bench.turn(), "other")),
    ("regenerate", |bench| regenerate(bench.turn())),
    ("select", |bench| {
        select(bench.state.nodes.iter().next().map_or(NodeId::new("none"), |node| node.id.clone()))
    }),
    ("erase", |bench| erase(bench.turn())),
    ("interrupt", Bench::interrupt),
    ("resume", |bench| resume(bench.turn())),
    ("leave", |bench| command(CommandBody::RunLeave { thread: thread(), turn: bench.turn() })),
    ("send now", |bench| resume(waiting(bench))),
    ("update", |bench| queue_update(waiting(bench), "other")),
    ("remove", |bench| queue_remove(waiting(bench))),
    ("move", |bench| queue_move(waiting(bench), 0)),
    ("join", |bench| queue_steer(waiting(bench), bench.turn())),
    ("hold", |_| queue_hold()),
    ("release", |_| queue_release()),
    ("touch", |bench| bench.gesture(Gesture::Touch)),
    ("pause on page", |bench| bench.gesture(Gesture::Pause)),
    ("stop on page", |bench| bench.gesture(Gesture::Stop)),
    ("allow", Bench::allow),
    ("deny", |bench| bench.answer(Answer::Deny { note: None })),
    ("deny and stop", |bench| bench.answer(Answer::DenyAndStop)),
    ("answer", |bench| respond(bench, answer("M"))),
    ("skip", |bench| respond(bench, Response::Skip)),
    ("done", |bench| respond(bench, Response::Done)),
    ("retry", |bench| bench.resolve(Resolution::Retry)),
    ("mark done", |bench| bench.resolve(Resolution::MarkDone)),
    ("mark failed", |bench| bench.resolve(Resolution::Fail)),
    ("refresh", |_| {
        let tab = fairlead_protocol::page::TabRef { url: "https://other.example/".to_owned(), ..tab() };
        command(CommandBody::ContextRefresh { thread: thread(), tab: Some(tab) })
    }),
    ("attach", |_| attach("f", "notes.txt", "text/plain", "aGk=")),
    ("boot", |_| Input::Booted),
    ("model replies", |bench| Input::ModelReplied { effect: bench.effect(), reply: says("hi") }),
    ("model fails", Bench::model_fails),
    ("keys locked", Bench::finds_keys_locked),
    ("keys unlocked", |_| Input::KeysUnlocked),
    ("tool done", Bench::tool_done),
    ("summary made", |bench| summary(bench, Some(r#"{"goal": "say hello"}"#))),
    ("no summary", |bench| summary(bench, None)),
    ("woken", |bench| Input::Woken { effect: bench.effect() }),
    ("watched", |bench| Input::Watched { effect: bench.effect(), seen: Seen::Met }),
];

fn command(body: CommandBody) -> Input {
    Input::Command(body)
}

fn waiting(bench: &Bench) -> TurnId {
    bench.state.queue.first().cloned().unwrap_or(TurnId::new("none"))
}

/// Per phase, each outcome with the inputs that have it. A state is the one that the Run at the leaf is in afterwards; behind `!`
/// stands why nothing was changed.
#[test]
fn every_input_in_every_phase_leads_where_the_table_says() {
    let expected: Vec<&str> = include_str!("table.txt").split("\n\n").map(str::trim).collect();
    let mut blocks = Vec::new();
    for (name, bench) in Bench::all() {
        let mut outcomes: Vec<(String, Vec<&str>)> = Vec::new();
        for (input, make) in INPUTS {
            let mut bench = bench.clone();
            let made = make(&bench);
            let became = outcome(&mut bench, &made);
            match outcomes.iter_mut().find(|(known, _)| *known == became) {
                Some((_, inputs)) => inputs.push(input),
                None => outcomes.push((became, vec![input])),
            }
        }
        let lines = outcomes.iter().map(|(became, inputs)| format!("  {became}: {}", inputs.join(", ")));
        blocks.push(format!("{name}\n{}", lines.collect::<Vec<_>>().join("\n")));
    }
    for (block, expected) in blocks.iter().zip(&expected) {
        assert_eq!(block, expected);
    }
    assert_eq!(blocks.len(), expected.len());
}

#[test]
fn an_outcome_that_nobody_waits_for_changes_nothing_in_any_phase() {
    for (name, mut bench) in Bench::all() {
        let stale = EffectId::new("tool:n_none:1:1");
        let outcome = ResultOutcome::Done { content: "late".to_owned(), tab: None };
        let inputs = [
            Input::ToolFinished { effect: stale.clone(), report: report(outcome) },
            Input::ModelReplied { effect: stale.clone(), reply: says("late") },
        ];
        for input in inputs {
            let before = bench.state.clone();
            assert_eq!(bench.take(&input), Err(Rejection::NobodyWaits(stale.clone())), "{name}");
            assert_eq!(bench.state, before);
        }
    }
}

/// Two calls of one reply, driven to the end of the first: by what answers it, and by a crash that loses it.
fn batches() -> Vec<Bench> {
    let call = |name: &'static str| match name {
        "click" => (name, json!({"element": "Buy", "ref": "s1_1"})),
        "ask_user" => (name, json!({"question": "Which?"})),
        _ => (name, json!({})),
    };
    let mut batches = Vec::new();
    for first in ["tabs_list", "click", "ask_user"] {
        for second in [None, Some("tabs_list"), Some("click"), Some("ask_user")] {
            let mut bench = Bench::streaming();
            bench.reply(calls([call(first)].into_iter().chain(second.map(call))));
            let (allow, deny) = (bench.allow(), bench.answer(Answer::Deny { note: None }));
            match first {
                "tabs_list" => batches.extend([after(&bench, &[bench.tool_done()])]),
                "ask_user" => batches.extend([after(&bench, &[respond(&bench, answer("M"))])]),
                _ => {
                    let lost = after(&bench, &[allow, Input::Booted]);
                    let says = [Resolution::Retry, Resolution::MarkDone, Resolution::Fail];
                    batches.extend(says.map(|said| after(&lost, &[lost.resolve(said)])));
                    batches.push(after(&bench, &[deny]));
                }
            }
        }
    }
    batches
}

fn after(bench: &Bench, inputs: &[Input]) -> Bench {
    let mut bench = bench.clone();
    for input in inputs {
        bench.must(input.clone());
    }
    bench
}

/// The table of phases has no row that nothing uses: real facts walk each pair of it, but for the limits that nobody can set yet,
/// and for what is never the state between two commits.
#[test]
fn real_facts_walk_every_pair_of_the_table() {
    use RunState::*;
    let mut walked = BTreeSet::new();
    for (_, bench) in Bench::all() {
        for (_, input) in INPUTS {
            let mut bench = bench.clone();
            let input = input(&bench);
            let _ = bench.take(&input);
            walked.extend(bench.walked);
        }
        let mut drifted = bench.clone();
        drifted.connections.clear();
        drifted.must(Input::Booted);
        let _ = drifted.take(&drifted.resolve(Resolution::Fail));
        walked.extend(drifted.walked);
    }
    let mut asked = Bench::new();
    asked.settings.policy = Policy::Always;
    asked.must(command(CommandBody::ThreadCreate { thread: thread() }));
    asked.must(submit("hello"));
    asked.reply(calls([("schedule_resume", json!({"minutes": 1, "reason": "the oven"}))]));
    walked.extend(after(&asked, &[asked.allow()]).walked);
    walked.extend(crate::limits::spent().walked);
    walked.extend(batches().into_iter().flat_map(|bench| bench.walked));
    let pairs = RunState::ALL.into_iter().flat_map(|from| RunState::ALL.map(|to| (from, to)));
    let table: BTreeSet<_> = pairs.filter(|(from, to)| from != to && may_follow(*from, *to)).collect();
    let beyond: Vec<_> = walked.difference(&table).collect();
    assert!(beyond.is_empty(), "walked and not in the table: {beyond:?}");
    let unwalked: Vec<_> = table.difference(&walked).copied().collect();
    let unused = [(Ready, Failed), (Ready, Interrupted), (Ready, PausedTakeover)];
    assert_eq!(unwalked, unused);
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
