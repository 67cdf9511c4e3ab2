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
fn told(messages: &[Message], quirks: &Quirks) -> Vec<String> {
    arrange(messages, quirks)
        .iter()
        .map(|entry| match entry {
            Entry::System(text) => format!("system {text}"),
            Entry::User(blocks) => format!("user {}", blocks.len()),
            Entry::Assistant(turn) => format!("assistant {}{}", turn.text, turn.calls.len()),
            Entry::Tool { call_id, text } => format!("{call_id} {text}"),
        })
        .collect()
}

#[test]
fn results_stand_behind_their_calls_in_the_order_of_the_calls() {
    let messages =
        [calls(&["a", "b"]), result("b", false, "2"), text(Role::User, "x"), result("a", true, "1")];
    assert_eq!(told(&messages, &Quirks::default()), ["assistant 2", "a Error: 1", "b 2", "user 1"]);
}

#[test]
fn a_call_without_a_result_gets_a_stand_in_and_a_result_without_a_call_goes() {
    let messages = [result("a", false, "too early"), calls(&["a"]), result("ghost", false, "lost")];
    assert_eq!(told(&messages, &Quirks::default()), ["assistant 1".to_owned(), format!("a {NO_RESULT}")]);
}

#[test]
fn a_call_id_that_was_used_twice_gets_each_result_once() {
    let messages = [calls(&["a"]), result("a", false, "1"), calls(&["a"]), result("a", false, "2")];
    assert_eq!(told(&messages, &Quirks::default()), ["assistant 1", "a 1", "assistant 1", "a 2"]);
}

#[test]
fn a_late_note_of_the_system_keeps_its_place_between_turns() {
    let quirks = Quirks { single_system_first: true, ..Quirks::default() };
    let messages =
        [text(Role::System, "A"), text(Role::User, "q"), text(Role::System, "N"), text(Role::Assistant, "r")];
    assert_eq!(told(&messages, &quirks), ["system A", "user 1", "user 1", "assistant r0"]);
}

#[test]
fn state_of_another_wire_is_not_kept() {
    let opaque = |format: &str| Some(Opaque { format: format.to_owned(), value: json!("s") });
    let part = Part::Reasoning { text: "r".to_owned(), opaque: opaque("anthropic.content") };
    let message = Message {
        role: Role::Assistant,
        content: vec![part],
        opaque: opaque(REASONING_DETAILS),
        paused: false,
    };
    let turn = turn(&message);
    assert_eq!((turn.reasoning_content, turn.reasoning_details), (None, Some(&json!("s"))));
}
