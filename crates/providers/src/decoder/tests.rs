use super::*;
use crate::fixture::connection;
use fairlead_protocol::connection::Quirks;
use fairlead_protocol::conversation::{ModelStop, Reply, ToolSpec};
use serde_json::json;

const CHUNK: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"hi\"}}]}\n\n";
const STOP: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
const DONE: &str = "data: [DONE]\n\n";

fn decoder(status: u16, content_type: &str) -> Decoder {
    let headers = vec![("content-type".to_owned(), content_type.to_owned())];
    let connection = connection("https://example.test/v1", Quirks::default());
    Decoder::new(&connection, ResponseHead { status, headers }, Timestamp(0))
}

fn heard(content_type: &str, body: &str, end: BodyEnd) -> Outcome {
    let mut decoder = decoder(200, content_type);
    decoder.push(body.as_bytes());
    decoder.finish(end)
}

fn text_of(outcome: Outcome) -> String {
    match outcome {
        Outcome::Complete(Reply { text, stop: ModelStop::End, .. }) => text,
        other => panic!("{other:?}"),
    }
}

fn failure_of(outcome: Outcome) -> (ModelErrorKind, bool, Option<String>) {
    match outcome {
        Outcome::Failed { error, partial } => (error.kind, error.retryable, partial.map(|reply| reply.text)),
        Outcome::Complete(reply) => panic!("{reply:?}"),
    }
}

#[test]
fn a_stream_is_done_at_its_end_marker_and_not_at_its_finish_reason() {
    let mut decoder = decoder(200, "text/event-stream");
    assert_eq!(decoder.push(CHUNK.as_bytes()), [Delta::Text { text: "hi".to_owned() }]);
    decoder.push(STOP.as_bytes());
    assert!(!decoder.is_done());
    decoder.push(DONE.as_bytes());
    assert!(decoder.is_done());
    assert_eq!(decoder.push(CHUNK.as_bytes()), []);
    assert_eq!(text_of(decoder.finish(BodyEnd::Closed)), "hi");
}

#[test]
fn a_connection_that_breaks_after_the_finish_reason_has_cost_nothing() {
    let body = format!("{CHUNK}{STOP}data: {{\"choi");
    assert_eq!(text_of(heard("text/event-stream", &body, BodyEnd::Broken)), "hi");
}

#[test]
fn a_break_before_the_end_keeps_what_was_given_out() {
    let partial = Some("hi".to_owned());
    let closed = failure_of(heard("text/event-stream", CHUNK, BodyEnd::Closed));
    assert_eq!(closed, (ModelErrorKind::TruncatedStream, true, partial.clone()));
    let broken = failure_of(heard("text/event-stream", CHUNK, BodyEnd::Broken));
    assert_eq!(broken, (ModelErrorKind::Network, true, partial));
}

#[test]
fn a_whole_event_that_a_break_cut_off_is_not_taken() {
    let body = format!("{CHUNK}{}", STOP.trim_end());
    assert_eq!(text_of(heard("text/event-stream", &body, BodyEnd::Closed)), "hi");
    assert_eq!(failure_of(heard("text/event-stream", &body, BodyEnd::Broken)).0, ModelErrorKind::Network);
}

#[test]
fn what_the_body_is_shows_in_the_body() {
    let stream = format!("\n{CHUNK}{STOP}");
    assert_eq!(text_of(heard("application/json", &stream, BodyEnd::Closed)), "hi");
    assert_eq!(text_of(heard("", &stream, BodyEnd::Closed)), "hi");
    let whole = r#" {"choices":[{"message":{"content":"hi"},"finish_reason":"stop"}]}"#;
    assert_eq!(text_of(heard("text/event-stream", whole, BodyEnd::Closed)), "hi");
}

#[test]
fn pages_and_nonsense_are_no_reply_and_not_worth_another_try() {
    for (content_type, body) in [
        ("text/html", "welcome"),
        ("text/plain", "<!doctype html>"),
        ("text/plain", "Bad gateway"),
        ("application/json", "{\"ok\":true}"),
        ("application/json", "{\"choices\":["),
    ] {
        let failure = failure_of(heard(content_type, body, BodyEnd::Closed));
        assert_eq!(failure, (ModelErrorKind::Protocol, false, None), "{body}");
    }
}

#[test]
fn two_calls_of_a_whole_reply_stay_two_without_ids() {
    let call = json!({"function": {"name": "f", "arguments": "{}"}});
    let body = json!({"choices": [{"message": {"tool_calls": [call, call]}, "finish_reason": "tool_calls"}]});
    match heard("application/json", &body.to_string(), BodyEnd::Closed) {
        Outcome::Complete(reply) => {
            let ids: Vec<&str> = reply.calls.iter().map(|call| call.id.as_str()).collect();
            assert_eq!(ids, ["call_0", "call_1"]);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_event_and_a_response_have_a_cap() {
    let mut one = decoder(200, "text/event-stream");
    one.push(b"data: ");
    for _ in 0..9 {
        one.push(&vec![b'a'; 1024 * 1024]);
    }
    assert!(one.is_done());
    assert_eq!(failure_of(one.finish(BodyEnd::Closed)).0, ModelErrorKind::Protocol);

    let mut many = decoder(200, "text/event-stream");
    let comment = [b": ".as_slice(), &vec![b'a'; 1024 * 1024], b"\n"].concat();
    let mut pushed = 0;
    while !many.is_done() {
        many.push(&comment);
        pushed += 1;
    }
    assert_eq!(pushed, 64);
    assert_eq!(failure_of(many.finish(BodyEnd::Closed)).0, ModelErrorKind::Protocol);
}

#[test]
fn calls_come_back_under_our_names() {
    let tools = [ToolSpec { name: "fs.read".to_owned(), description: String::new(), schema: json!({}) }];
    let mut decoder = decoder(200, "text/event-stream").with_names(ToolNames::new(&tools, &[]));
    let chunk = json!({"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "a",
        "function": {"name": "fs_read", "arguments": "{}"}}]}, "finish_reason": "tool_calls"}]});
    let deltas = decoder.push(format!("data: {chunk}\n\n").as_bytes());
    assert_eq!(deltas, [Delta::ToolCallStarted { index: 0, name: "fs.read".to_owned() }]);
    match decoder.finish(BodyEnd::Closed) {
        Outcome::Complete(reply) => assert_eq!(reply.calls[0].name, "fs.read"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_key_that_a_server_repeats_is_in_no_error() {
    const KEY: &str = "sk-canary-0123456789abcdef";
    let refusals = [
        json!({"error": {"message": format!("Incorrect API key provided: {KEY}."), "code": "invalid_api_key"}}),
        json!({"error": {"message": "no", "code": KEY, "param": KEY, "failed_generation": KEY}}),
        json!({"error": format!("Bearer {KEY} is not known")}),
    ];
    for refusal in refusals {
        for (status, body) in [(401, refusal.to_string()), (200, format!("data: {refusal}\n\n"))] {
            let mut decoder = decoder(status, "application/json");
            decoder.push(body.as_bytes());
            let told = format!("{:?}", decoder.finish(BodyEnd::Closed));
            assert!(!told.contains("canary"), "{told}");
        }
    }
}

#[test]
fn a_refusal_is_read_even_if_the_connection_breaks() {
    let mut decoder = decoder(429, "application/json");
    decoder.push(br#"{"error":{"mess"#);
    assert_eq!(failure_of(decoder.finish(BodyEnd::Broken)).0, ModelErrorKind::RateLimit);
}

/// Streams with a byte or a field changed here and there: whatever comes, there is an outcome.
#[test]
fn no_stream_of_damaged_chunks_breaks_the_decoder() {
    let values =
        [json!(null), json!(""), json!([]), json!({}), json!(-1), json!(1e300), json!(true), json!("x")];
    let keys = [
        "choices",
        "index",
        "delta",
        "content",
        "tool_calls",
        "id",
        "function",
        "arguments",
        "name",
        "usage",
    ];
    let whole =
        json!({"id": "x", "usage": {"prompt_tokens": 1}, "choices": [{"index": 0, "finish_reason": "stop",
        "delta": {"content": "a", "reasoning": "b", "reasoning_details": [{"index": 0}], "refusal": null,
        "tool_calls": [{"index": 0, "id": "c", "function": {"name": "f", "arguments": "{}"}}]}}]})
        .to_string();
    for key in keys {
        for value in &values {
            let damaged = whole.replacen(&format!("\"{key}\":"), &format!("\"{key}\":{value},\"was\":"), 1);
            let body = format!("data: {damaged}\n\n{DONE}");
            heard("text/event-stream", &body, BodyEnd::Closed);
        }
    }
    for at in 0..whole.len() {
        for byte in [b'"', b'}', 0xFF, b'\n', 0] {
            let mut body = format!("data: {whole}\n\n{DONE}").into_bytes();
            body[6 + at] = byte;
            let mut decoder = decoder(200, "text/event-stream");
            decoder.push(&body);
            decoder.finish(BodyEnd::Closed);
        }
    }
}
