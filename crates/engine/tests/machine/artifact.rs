//! Files that a model writes: the person is asked, then they are there with their result, in one commit.

use crate::bench::Bench;
use crate::inputs::calls;
use fairlead_engine::attached::wanted;
use fairlead_engine::{Fact, view};
use fairlead_protocol::attachment::Provenance;
use fairlead_protocol::item::{ItemBody, StepStatus};
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::run::RunState;
use fairlead_protocol::tool::ToolErrorCode;
use serde_json::{Value, json};

const CSV: &str = "model,price\nAria 2,49.90\n";

fn asked(arguments: Value) -> Bench {
    let mut bench = Bench::streaming();
    bench.reply(calls([("artifact", arguments)]));
    bench
}

fn prices() -> Value {
    json!({"name": "prices.csv", "media_type": "text/csv", "content": CSV})
}

/// Code of the newest result; `None` where it succeeded.
fn refusal(bench: &Bench) -> Option<ToolErrorCode> {
    let outcome = bench.state.path().into_iter().rev().find_map(|node| match &node.body {
        NodeBody::ToolResult { outcome, .. } => Some(outcome.clone()),
        _ => None,
    });
    match outcome.unwrap() {
        ResultOutcome::Done { .. } => None,
        ResultOutcome::Failed { failure } => Some(failure.code),
    }
}

#[test]
fn a_file_is_asked_about_stored_with_its_result_and_shown_in_its_step() {
    let mut bench = asked(prices());
    assert_eq!((bench.phase(), bench.state.attachments.len()), (RunState::WaitingApproval, 0));
    // A worker that dies while the card waits has written nothing, and the answer still counts.
    bench.restart();
    let facts = bench.must(bench.allow());
    let blob = facts.iter().find_map(|fact| match fact {
        Fact::AttachmentKept { blob, .. } => Some(blob.data.clone()),
        _ => None,
    });
    assert_eq!(blob.as_deref(), Some("bW9kZWwscHJpY2UKQXJpYSAyLDQ5LjkwCg=="));
    let [held] = bench.state.attachments.values().collect::<Vec<_>>()[..] else { panic!("one file") };
    assert_eq!(
        (held.name.as_str(), held.media_type.as_str(), held.bytes, held.provenance),
        ("prices.csv", "text/csv", CSV.len() as u64, Provenance::Model)
    );
    let items = view::snapshot(&bench.state, None).unwrap().items;
    let step = items.iter().find_map(|item| match &item.body {
        ItemBody::ToolCall { status: StepStatus::Done { pictures, content, .. }, .. } => {
            Some((pictures, content))
        }
        _ => None,
    });
    let (files, content) = step.unwrap();
    assert_eq!(files[0].link, held.link());
    assert_eq!(content, "The file \"prices.csv\" was created, 25 bytes. The person can open and save it.");
}

#[test]
fn what_the_model_wrote_is_not_sent_to_it_a_second_time() {
    let mut bench = asked(prices());
    bench.must(bench.allow());
    assert_eq!(wanted(&bench.state), []);
    let told = serde_json::to_string(&bench.messages()).unwrap();
    assert_eq!(told.matches("Aria 2").count(), 1, "{told}");
    assert!(!told.contains("no longer kept"), "{told}");
}

#[test]
fn nobody_is_asked_about_a_file_that_cannot_be_kept() {
    for wrong in [
        json!({"name": "../prices.csv", "content": CSV}),
        json!({"name": "prices.csv", "content": ""}),
        json!({"name": "prices.png", "media_type": "image/png", "content": CSV}),
    ] {
        let bench = asked(wrong.clone());
        assert_eq!(refusal(&bench), Some(ToolErrorCode::InvalidArguments), "{wrong}");
        assert!(bench.state.attachments.is_empty(), "{wrong}");
    }
}

/// Files are given to pages by their names.
#[test]
fn no_file_takes_the_name_of_another_one_of_the_conversation() {
    let mut bench = asked(prices());
    bench.must(bench.allow());
    bench.reply(calls([("artifact", json!({"name": "prices.csv", "content": "model,price\n"}))]));
    assert_eq!(refusal(&bench), Some(ToolErrorCode::InvalidArguments));
    bench.reply(calls([("artifact", json!({"name": "prices-2.csv", "content": "model,price\n"}))]));
    bench.must(bench.allow());
    assert_eq!((refusal(&bench), bench.state.attachments.len()), (None, 2));
}
