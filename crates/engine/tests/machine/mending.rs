//! A call is judged, shown and made as it is meant; what the model sent stays as it was.

use crate::bench::Bench;
use crate::inputs::{call, calls, says};
use fairlead_engine::view;
use fairlead_protocol::approval::Ask;
use fairlead_protocol::conversation::{BrokenArgs, CallArgs, ModelStop, Reply};
use fairlead_protocol::item::ItemBody;
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::run::RunState;
use fairlead_protocol::tool::ToolErrorCode;
use serde_json::{Value, json};

fn shown(bench: &Bench) -> Vec<Value> {
    let items = bench.state.nodes.iter().filter_map(|node| view::item(&bench.state, node));
    let arguments = |body| match body {
        ItemBody::ToolCall { arguments, .. } => Some(arguments),
        _ => None,
    };
    items.filter_map(|item| arguments(item.body)).collect()
}

#[test]
fn the_card_and_the_step_show_what_will_be_done_and_the_node_what_was_sent() {
    let sent = json!({"element": "Buy", "ref": "[ref=s1_1]", "double": "true", "tabId": null});
    let meant = json!({"element": "Buy", "ref": "s1_1", "double": true});
    let mut bench = Bench::streaming();
    bench.reply(calls([("click", sent.clone())]));
    let card = bench.state.approvals.values().next().unwrap();
    assert!(matches!(&card.ask, Ask::Call { arguments, .. } if *arguments == meant));
    assert_eq!(shown(&bench), [meant]);
    let stored = bench.state.nodes.iter().find_map(|node| match &node.body {
        NodeBody::ToolCall { arguments: CallArgs::Parsed { value }, .. } => Some(value),
        _ => None,
    });
    assert_eq!(stored, Some(&sent));
}

#[test]
fn the_same_call_written_in_two_ways_is_the_same_call() {
    let mut bench = Bench::streaming();
    bench.reply(calls([
        ("read_page", json!({"max_tokens": 500})),
        ("read_page", json!({"maxTokens": "500"})),
    ]));
    bench.must(bench.tool_done());
    assert_eq!(bench.ends(), [Ok("done".to_owned()), Err(ToolErrorCode::AlreadyDone)]);
}

#[test]
fn arguments_between_fences_are_run_and_do_not_count_as_unreadable() {
    let raw = "```json\n{\"query\": \"size\"}\n```".to_owned();
    let args = CallArgs::Broken { raw, why: BrokenArgs::InvalidJson };
    let mut bench = Bench::streaming();
    bench.reply(Reply { calls: vec![call("find_in_page", args)], stop: ModelStop::ToolUse, ..says("") });
    assert_eq!(bench.phase(), RunState::ExecutingTool);
    assert_eq!(bench.state.run().unwrap().counters.broken_arguments_in_row, 0);
    bench.must(bench.tool_done());
    assert!(!format!("{:?}", bench.messages()).contains("unreadable"));
    assert_eq!(shown(&bench), [json!({"query": "size"})]);
}
