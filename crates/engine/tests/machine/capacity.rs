//! Long Threads: what is found by index and what behind it, and ids that must stay unique all along.

use crate::bench::{Bench, thread};
use crate::inputs::{call, erase, says, submit};
use fairlead_engine::nodes::Nodes;
use fairlead_engine::{Fact, ThreadState, apply};
use fairlead_protocol::caps;
use fairlead_protocol::conversation::{CallArgs, ModelStop, Reply, ReplyCall};
use fairlead_protocol::ids::{NodeId, Seq, Timestamp, TurnId};
use fairlead_protocol::node::{Node, NodeBody, ResultOutcome};
use fairlead_protocol::tool::Trust;
use serde_json::json;
use std::collections::BTreeSet;

fn id(count: u64) -> NodeId {
    NodeId(format!("n{count}"))
}

/// Calls at odd places, each followed by its result.
fn node(count: u64) -> Node {
    let body = if count % 2 == 1 {
        NodeBody::ToolCall {
            reply: NodeId::new("reply"),
            call_id: format!("call_{count}"),
            tool: "tabs_list".to_owned(),
            arguments: CallArgs::Parsed { value: json!({}) },
            opaque: None,
        }
    } else {
        let outcome = ResultOutcome::Done { content: format!("result {count}"), tab: None };
        NodeBody::ToolResult {
            call: id(count - 1),
            trust: Trust::Trusted,
            outcome,
            took_ms: 1,
            document: None,
            pictures: Vec::new(),
        }
    };
    Node {
        id: id(count),
        thread: thread(),
        turn: TurnId(format!("r{}", count / 10)),
        parent: (count > 1).then(|| id(count - 1)),
        seq: Seq(count),
        at: Timestamp(0),
        body,
    }
}

/// As they grow one by one.
fn grown(count: u64) -> ThreadState {
    let mut state = Bench::completed().state;
    state.nodes = Nodes::default();
    for place in 1..=count {
        apply(&mut state, &Fact::NodeAppended { node: node(place) }, Timestamp(0));
    }
    state
}

#[test]
fn every_node_is_found_wherever_the_index_stands() {
    for count in [0, 1, 2, 62, 63, 64, 65, 66, 127, 128, 129, 130, 131, 192, 193, 195, 1_000] {
        let nodes = grown(count).nodes;
        let at_once: Nodes = (1..=count).map(node).collect();
        assert_eq!(nodes, at_once, "{count}: how far an index is makes no difference");
        for nodes in [&nodes, &at_once] {
            assert_eq!(nodes.len() as u64, count);
            for place in 1..=count {
                assert_eq!(nodes.get(&id(place)).unwrap().seq, Seq(place), "{place} of {count}");
                let result = nodes.result_of(&id(place)).map(|node| node.seq);
                let expected = (place % 2 == 1 && place < count).then_some(Seq(place + 1));
                assert_eq!(result, expected, "{place} of {count}");
                assert_eq!(nodes.has_call_id(&format!("call_{place}")), place % 2 == 1);
                assert_eq!(nodes.after(&id(place)).count() as u64, count - place);
            }
            assert_eq!(nodes.get(&id(count + 1)), None);
            assert_eq!(nodes.after(&id(count + 1)).count(), 0);
            assert!(!nodes.has_call_id("") && nodes.result_of(&NodeId::new("none")).is_none());
        }
    }
}

#[test]
fn a_copy_is_not_changed_by_what_the_other_one_takes_up() {
    let one = grown(130);
    let mut other = one.clone();
    apply(&mut other, &Fact::TurnErased { turn: TurnId::new("r3") }, Timestamp(0));
    for place in 131..=260 {
        apply(&mut other, &Fact::NodeAppended { node: node(place) }, Timestamp(0));
    }
    assert_eq!(one.nodes, grown(130).nodes);
    assert!(one.nodes.has_call_id("call_31") && !other.nodes.has_call_id("call_31"));
    assert_eq!(other.nodes.len(), 260);
}

#[test]
fn what_is_erased_is_forgotten_by_the_index_and_behind_it() {
    for count in [60, 64, 65, 100, 200] {
        let mut state = grown(count);
        for turn in 0..=count / 10 {
            apply(&mut state, &Fact::TurnErased { turn: TurnId(format!("r{turn}")) }, Timestamp(0));
        }
        for place in 1..=count {
            assert_eq!(state.nodes.get(&id(place)).unwrap().body, NodeBody::Tombstone);
            assert!(!state.nodes.has_call_id(&format!("call_{place}")));
            assert_eq!(state.nodes.result_of(&id(place)), None);
        }
    }
}

fn named(ids: &[&str]) -> Reply {
    let one = |id: &&str| {
        let args = CallArgs::Parsed { value: json!({}) };
        ReplyCall { id: (*id).to_owned(), ..call("no_such_tool", args) }
    };
    Reply { calls: ids.iter().map(one).collect(), stop: ModelStop::ToolUse, ..says("") }
}

#[test]
fn an_empty_call_id_and_one_that_was_used_before_are_replaced_before_anything_is_stored() {
    let mut bench = Bench::streaming();
    let long = "x".repeat(caps::ID_BYTES + 1);
    bench.reply(named(&["call_1", "", "call_1", &long]));
    // Beyond what the index of nodes knows, and back to the first.
    for _ in 0..40 {
        bench.must(submit("again"));
        bench.reply(named(&["call_1"]));
        bench.reply(says("done"));
    }
    let calls = bench.state.nodes.iter().filter_map(|node| match &node.body {
        NodeBody::ToolCall { call_id, .. } => Some((&node.id, call_id.as_str())),
        _ => None,
    });
    let calls: Vec<(&NodeId, &str)> = calls.collect();
    assert_eq!(calls[0].1, "call_1", "the first keeps what the provider sent");
    let unique: BTreeSet<&str> = calls.iter().map(|(_, id)| *id).collect();
    assert_eq!(unique.len(), calls.len());
    assert!(unique.iter().all(|id| !id.is_empty() && id.len() <= caps::ID_BYTES));
    for (call, _) in calls {
        let result = &bench.state.result_of(call).unwrap().body;
        assert!(matches!(result, NodeBody::ToolResult { call: of, .. } if of == call));
    }
}

#[test]
fn a_call_id_of_an_erased_turn_is_free_again_before_a_load_as_after_it() {
    let mut bench = Bench::streaming();
    bench.reply(named(&["call_1"]));
    bench.reply(says("done"));
    let erased = bench.turn();
    bench.must(erase(erased));
    let mut loaded = bench.clone();
    loaded.restart();
    for mut bench in [bench, loaded] {
        bench.must(submit("again"));
        bench.reply(named(&["call_1"]));
        assert!(bench.state.nodes.has_call_id("call_1"));
    }
}
