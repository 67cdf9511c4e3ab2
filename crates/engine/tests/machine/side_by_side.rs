//! Calls of one reply that run side by side: what goes out together, what waits, and that neither the order in which they come
//! back nor a crash between changes what the model is told.

use crate::bench::{Bench, report};
use crate::delegate::{begun, task, writing};
use crate::inputs::{calls, steer};
use fairlead_engine::delegation::{awaited, let_go};
use fairlead_engine::{Fact, Input, due};
use fairlead_protocol::caps;
use fairlead_protocol::conversation::{Message, Part};
use fairlead_protocol::ids::{EffectId, NodeId};
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::run::{Counters, Phase, RunState};
use fairlead_protocol::tool::ToolErrorCode;
use serde_json::{Value, json};

fn asked(asked: &[(&'static str, Value)]) -> Bench {
    let mut bench = Bench::streaming();
    bench.reply(calls(asked.to_vec()));
    bench
}

fn find(word: &str) -> (&'static str, Value) {
    ("find_in_page", json!({"query": word}))
}

fn click() -> (&'static str, Value) {
    ("click", json!({"element": "Buy", "ref": "s1_1"}))
}

/// What is out, in the order of the calls.
fn out(bench: &Bench) -> Vec<EffectId> {
    due(&bench.state).into_keys().filter(|id| id.0.starts_with("tool:")).collect()
}

fn comes_back(bench: &mut Bench, effect: &EffectId, content: &str) -> Vec<Fact> {
    let outcome = ResultOutcome::Done { content: content.to_owned(), tab: None };
    bench.must(Input::ToolFinished { effect: effect.clone(), report: report(outcome) })
}

fn results(messages: &[Message]) -> Vec<String> {
    let parts = messages.iter().flat_map(|message| &message.content);
    let result = |part: &Part| match part {
        Part::ToolResult { content, .. } => Some(format!("{content:?}")),
        _ => None,
    };
    parts.filter_map(result).collect()
}

#[test]
fn what_changes_nothing_goes_out_together_and_what_stands_behind_it_waits() {
    let mut bench = asked(&[find("a"), ("tabs_list", json!({})), find("b"), click(), find("c")]);
    let group = out(&bench);
    assert_eq!(group.len(), 3);
    assert_eq!(bench.state.run().unwrap().counters.tool_calls, 3);
    for effect in &group {
        assert_eq!(bench.phase(), RunState::ExecutingTool);
        comes_back(&mut bench, effect, "done");
    }
    assert_eq!(bench.phase(), RunState::WaitingApproval);
    bench.must(bench.allow());
    assert_eq!(out(&bench).len(), 1, "a write runs alone");
    bench.must(bench.tool_done());
    assert_eq!(out(&bench).len(), 1);
    bench.must(bench.tool_done());
    assert_eq!(bench.phase(), RunState::StreamingModel);
    assert_eq!(bench.ends().len(), 5);
}

#[test]
fn a_wait_and_a_scroll_come_to_their_end_before_what_stands_behind_them() {
    for alone in [("wait_for", json!({"text": "Ready"})), ("scroll", json!({}))] {
        let mut bench = asked(&[alone, find("a"), find("b")]);
        assert_eq!(out(&bench).len(), 1);
        bench.must(bench.tool_done());
        assert_eq!(out(&bench).len(), 2);
    }
}

#[test]
fn results_are_stored_as_they_come_and_told_in_the_order_of_the_calls() {
    let words = ["a", "b", "c"];
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    for order in orders {
        let mut bench = asked(&words.map(find));
        let group = out(&bench);
        for (step, at) in (1..).zip(order) {
            comes_back(&mut bench, &group[at], &format!("saw {}", words[at]));
            assert_eq!(bench.ends().len(), step, "each is stored with its own commit");
        }
        assert_eq!(bench.phase(), RunState::StreamingModel);
        let told = results(&bench.messages());
        for (word, told) in words.iter().zip(&told) {
            assert!(told.contains(&format!("saw {word}")), "{order:?}: {told}");
        }
        assert_eq!(told.len(), 3);
    }
}

#[test]
fn a_call_that_is_answered_at_once_does_not_end_the_group() {
    let wrong = ("find_in_page", json!({"word": "a"}));
    let mut bench = asked(&[find("a"), wrong, find("a"), find("b")]);
    let group = out(&bench);
    assert_eq!(group.len(), 2);
    comes_back(&mut bench, &group[1], "saw b");
    comes_back(&mut bench, &group[0], "saw a");
    let wrong = Err(ToolErrorCode::InvalidArguments);
    let twice = Err(ToolErrorCode::AlreadyDone);
    assert_eq!(bench.ends(), [Ok("saw a".to_owned()), wrong, twice, Ok("saw b".to_owned())]);
    assert_eq!(bench.phase(), RunState::StreamingModel);
}

#[test]
fn at_most_eight_calls_go_out_and_the_journal_says_that_there_were_more() {
    let words: Vec<String> = (0..11).map(|number| number.to_string()).collect();
    let mut bench = Bench::streaming();
    let effect = bench.effect();
    let reply = calls(words.iter().map(|word| find(word)));
    let facts = bench.must(Input::ModelReplied { effect, reply });
    let limited = |fact: &&Fact| matches!(fact, Fact::BatchLimited { asked: 11, .. });
    assert_eq!(facts.iter().filter(limited).count(), 1);
    let entry = facts.iter().find(limited).unwrap().journal(Counters::default()).unwrap();
    assert_eq!((entry.kind, &entry.payload["asked"]), ("tool.batch_limited", &json!(11)));
    let group = out(&bench);
    assert_eq!(group.len(), caps::CALLS_PER_REPLY);
    for effect in group.iter().rev() {
        comes_back(&mut bench, effect, "done");
    }
    assert_eq!(bench.ends()[caps::CALLS_PER_REPLY..], [const { Err(ToolErrorCode::BatchLimited) }; 3]);
    assert_eq!(bench.phase(), RunState::StreamingModel);
}

#[test]
fn a_crash_repeats_only_what_has_no_result() {
    for first_back in 0..3 {
        let mut bench = asked(&["a", "b", "c"].map(find));
        let group = out(&bench);
        comes_back(&mut bench, &group[first_back], "saw it");
        bench.restart();
        let again = out(&bench);
        assert_eq!(again.len(), 2);
        assert!(again.iter().all(|id| !group.contains(id) && id.0.ends_with(":2")), "{again:?}");
        let Phase::ExecutingTool { batch, beside, .. } = &bench.state.run().unwrap().phase else { panic!() };
        assert_eq!((beside.len(), batch.at), (1, u32::from(first_back == 0)));
        let counters = bench.state.run().unwrap().counters;
        assert_eq!((counters.tool_calls, counters.resumptions), (3, 1), "a restart is one restart");
        let late = ResultOutcome::Done { content: "late".to_owned(), tab: None };
        let report = report(late);
        let old = group.iter().find(|id| **id != group[first_back]).unwrap().clone();
        assert!(bench.take(&Input::ToolFinished { effect: old, report }).is_err());
        for effect in again.iter().rev() {
            comes_back(&mut bench, effect, "saw it");
        }
        assert_eq!(bench.phase(), RunState::StreamingModel);
        assert_eq!(bench.ends().len(), 3);
    }
}

#[test]
fn a_group_is_repeated_three_times_and_then_the_turn_is_interrupted() {
    let mut bench = asked(&["a", "b"].map(find));
    for _ in 0..caps::RESUMPTIONS {
        bench.restart();
        assert_eq!(out(&bench).len(), 2);
    }
    bench.restart();
    assert_eq!(bench.phase(), RunState::Interrupted);
    assert_eq!(bench.ends(), [const { Err(ToolErrorCode::Interrupted) }; 2]);
}

#[test]
fn a_stop_ends_all_that_is_out_and_what_has_come_back_stays() {
    let mut bench = asked(&[find("a"), find("b"), find("c"), click()]);
    let group = out(&bench);
    comes_back(&mut bench, &group[1], "saw b");
    bench.must(bench.interrupt());
    assert!(out(&bench).is_empty());
    let cut = || Err(ToolErrorCode::Interrupted);
    assert_eq!(bench.ends(), [cut(), Ok("saw b".to_owned()), cut(), Err(ToolErrorCode::NotRun)]);
}

#[test]
fn a_steer_is_read_when_the_whole_group_has_come_back() {
    let mut bench = asked(&["a", "b"].map(find));
    let group = out(&bench);
    comes_back(&mut bench, &group[1], "saw b");
    bench.must(steer(bench.turn(), "and the blue one"));
    assert_eq!(bench.state.steers.len(), 1);
    comes_back(&mut bench, &group[0], "saw a");
    assert!(bench.state.steers.is_empty());
}

#[test]
fn a_tool_set_that_changed_while_a_group_was_out_ends_the_turn_with_a_result_for_each() {
    let mut bench = asked(&["a", "b"].map(find));
    bench.connections.clear();
    bench.restart();
    assert_eq!(bench.phase(), RunState::Failed);
    assert_eq!(bench.ends().len(), 2);
}

/// Two calls that delegate and a read, all out at once.
fn children_and_a_read() -> (Bench, Vec<Fact>) {
    let mut bench = Bench::streaming();
    let second = ("delegate", json!({"role": "reader", "task": "Read https://shop.example/b."}));
    let asked = calls([task(), second, ("tabs_list", json!({}))]);
    let facts = bench.must(Input::ModelReplied { effect: bench.effect(), reply: asked });
    (bench, facts)
}

#[test]
fn children_that_read_are_begun_in_one_commit_and_one_that_writes_is_alone() {
    let (bench, facts) = children_and_a_read();
    assert_eq!(facts.iter().filter(|fact| matches!(fact, Fact::DelegateBegun { .. })).count(), 2);
    assert_eq!((out(&bench).len(), awaited(&bench.state).count()), (3, 2));
    let mut writes = Bench::streaming();
    writes.reply(calls([writing(), task()]));
    let facts = writes.must(writes.allow());
    assert_eq!(facts.iter().filter(|fact| matches!(fact, Fact::DelegateBegun { .. })).count(), 1);
    assert_eq!(out(&writes).len(), 1);
}

#[test]
fn a_restart_among_others_sends_the_read_out_again_and_begins_no_child_twice() {
    let (mut bench, _) = children_and_a_read();
    let before: Vec<NodeId> = awaited(&bench.state).cloned().collect();
    let facts = bench.restart();
    assert!(begun(&facts).is_none(), "{facts:?}");
    assert_eq!((out(&bench).len(), awaited(&bench.state).cloned().collect::<Vec<_>>()), (3, before));
    assert_eq!(let_go(&children_and_a_read().0.state, &[], &bench.state), []);
}
