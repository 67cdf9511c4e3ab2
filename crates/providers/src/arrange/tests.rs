use super::rules::{with_images_behind, with_one_system};
use super::*;
use serde_json::json;

fn text(role: Role, text: &str) -> Message {
    Message::text(role, text)
}

fn calls(ids: &[&str]) -> Message {
    let content = ids
        .iter()
        .map(|id| Part::ToolCall {
            id: (*id).to_owned(),
            name: "t".to_owned(),
            args: json!({}),
            opaque: None,
        })
        .collect();
    Message { role: Role::Assistant, content, opaque: None, paused: false }
}

fn result(id: &str, is_error: bool, text: &str) -> Message {
    let content = vec![Part::Text { text: text.to_owned() }];
    let part = Part::ToolResult { call_id: id.to_owned(), is_error, content };
    Message { role: Role::Tool, content: vec![part], opaque: None, paused: false }
}

/// The entries as short words: who, and what text.
fn told(entries: &[Entry<'_>]) -> Vec<String> {
    let one = |entry: &Entry<'_>| match entry {
        Entry::System(text) => format!("system {text}"),
        Entry::User(blocks) => format!("user {}", blocks.len()),
        Entry::Assistant(turn) => format!("assistant {}{}", turn.text(), turn.calls().count()),
        Entry::Result(answer) => format!("{} {}", answer.call_id, result_text(answer)),
    };
    entries.iter().map(one).collect()
}

fn paired(messages: &[Message]) -> Vec<String> {
    told(&pair(messages, None, Images::Sent))
}

#[test]
fn results_stand_behind_their_calls_in_the_order_of_the_calls() {
    let messages =
        [calls(&["a", "b"]), result("b", false, "2"), text(Role::User, "x"), result("a", true, "1")];
    assert_eq!(paired(&messages), ["assistant 2", "a Error: 1", "b 2", "user 1"]);
}

#[test]
fn a_call_without_a_result_gets_a_stand_in_and_a_result_without_a_call_goes() {
    let messages = [result("a", false, "too early"), calls(&["a"]), result("ghost", false, "lost")];
    assert_eq!(paired(&messages), ["assistant 1".to_owned(), format!("a {NO_RESULT}")]);
}

#[test]
fn a_call_id_that_was_used_twice_gets_each_result_once() {
    let messages = [calls(&["a"]), result("a", false, "1"), calls(&["a"]), result("a", false, "2")];
    assert_eq!(paired(&messages), ["assistant 1", "a 1", "assistant 1", "a 2"]);
}

#[test]
fn a_late_note_of_the_system_keeps_its_place_between_turns() {
    let messages =
        [text(Role::System, "A"), text(Role::User, "q"), text(Role::System, "N"), text(Role::Assistant, "r")];
    let entries = with_one_system(pair(&messages, None, Images::Sent));
    assert_eq!(told(&entries), ["system A", "user 1", "user 1", "assistant r0"]);
}

#[test]
fn images_of_results_that_cannot_hold_them_come_behind_all_results_of_their_message() {
    let image = || Part::Image { media_type: "image/png".to_owned(), data_b64: "AA==".to_owned() };
    let seen = |id: &str| {
        let part =
            Part::ToolResult { call_id: id.to_owned(), is_error: false, content: vec![image(), image()] };
        Message { role: Role::Tool, content: vec![part], opaque: None, paused: false }
    };
    let messages = [calls(&["a", "b"]), seen("a"), result("b", false, "2"), text(Role::User, "x")];
    let entries = with_images_behind(pair(&messages, None, Images::Sent), |_| true);
    assert_eq!(told(&entries), ["assistant 2", "a [image follows]", "b 2", "user 3", "user 1"]);
    let entries = with_images_behind(pair(&messages, None, Images::Sent), |answer| answer.is_error);
    assert_eq!(told(&entries), ["assistant 2", "a ", "b 2", "user 1"]);
    assert_eq!(paired(&messages).len(), told(&pair(&messages, None, Images::Told)).len());
}

const RECORD: Record = Record {
    format: "w",
    call_id: |part| part.get("id").and_then(Value::as_str),
    is_text: |part| part.get("text").is_some(),
};

fn state(format: &str, value: Value) -> Option<Opaque> {
    Some(Opaque { format: format.to_owned(), value })
}

/// The pieces as short words; what is the wire's own is marked.
fn pieces(message: &Message) -> Vec<String> {
    let turn = turn(message, Some(RECORD));
    let one = |piece: &Piece<'_>| match piece {
        Piece::Text(text) => (*text).to_owned(),
        Piece::Own(own) => format!("own {own}"),
        Piece::Call { call, own } => format!("call {} {}", call.id, own.is_some()),
        Piece::OwnCall { id, .. } => format!("own call {id}"),
    };
    turn.pieces.iter().map(one).collect()
}

#[test]
fn a_wires_own_record_takes_the_calls_that_it_holds_and_replaces_the_text() {
    let mut message = calls(&["a", "renamed", "later"]);
    message.content.insert(0, Part::Text { text: "t".to_owned() });
    message.opaque = state("w", json!([{"n": 1}, {"id": "a"}, {"text": "t"}, {"id": "b"}]));
    let own =
        [r#"own {"n":1}"#, "call a true", r#"own {"text":"t"}"#, "call renamed true", "call later false"];
    assert_eq!(pieces(&message), own);

    message.opaque = state("w", json!([{"id": "x"}, {"id": "y"}]));
    message.content.truncate(2);
    assert_eq!(pieces(&message), ["call a true", "own call y", "t"]);
}

#[test]
fn a_record_beside_a_thought_stands_where_the_thought_stood() {
    let mut message = calls(&["a", "b"]);
    let thought = |value| Part::Reasoning { text: "r".to_owned(), opaque: state("w", value) };
    message.content.insert(1, thought(json!([{"n": 2}])));
    message.content.insert(0, thought(json!([{"n": 1}])));
    let order = [r#"own {"n":1}"#, "call a false", r#"own {"n":2}"#, "call b false"];
    assert_eq!(pieces(&message), order);
}

#[test]
fn state_of_another_wire_is_not_looked_into() {
    let mut message = calls(&["a"]);
    message.opaque = state("other", json!([{"n": 1}]));
    assert_eq!(pieces(&message), ["call a false"]);
    message.opaque = state("w", json!({"n": 1}));
    assert_eq!(pieces(&message), ["call a false"]);
}
