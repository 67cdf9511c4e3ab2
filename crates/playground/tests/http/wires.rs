//! The two other wires over real sockets: the events of a reply, a call that is answered, and what each refuses.

use crate::client::{Answer, Ask, ask};
use fairlead_playground::Playground;
use serde_json::{Value, json};

const KEY: (&str, &str) = ("x-api-key", "demo-key");
const VERSION: (&str, &str) = ("anthropic-version", "2023-06-01");

fn playground() -> Playground {
    Playground::start(0).unwrap()
}

fn post(server: &Playground, path: &str, headers: &[(&str, &str)], body: &Value) -> Answer {
    ask(server, &Ask { method: "POST", path, headers, body: body.to_string(), ..Ask::default() })
}

fn tool(schema: &str) -> Value {
    json!({ "name": "read_page", "type": "function", schema: { "type": "object" } })
}

fn messages(model: &str, messages: Value) -> Value {
    json!({ "model": model, "max_tokens": 100, "stream": true, "system": "You help.", "messages": messages,
        "tools": [tool("input_schema")] })
}

fn responses(model: &str, input: Value) -> Value {
    json!({ "model": model, "stream": true, "store": false, "instructions": "You help.", "input": input,
        "tools": [tool("parameters")] })
}

/// The types of the events, each once where it repeats.
fn types(answer: &Answer) -> Vec<String> {
    let mut types: Vec<String> =
        answer.chunks().iter().map(|event| event["type"].as_str().unwrap().to_owned()).collect();
    types.dedup();
    types
}

fn joined(answer: &Answer, pointer: &str) -> String {
    answer.chunks().iter().filter_map(|event| event.pointer(pointer)?.as_str().map(str::to_owned)).collect()
}

#[test]
fn messages_streams_thoughts_words_and_calls_as_blocks() {
    let asked = json!([{ "role": "user", "content": r#"[[call read_page {"max_tokens":1234}]]"# }]);
    let answer = post(&playground(), "/v1/messages", &[KEY, VERSION], &messages("demo-reasoning", asked));
    let block = ["content_block_start", "content_block_delta", "content_block_stop"];
    let expected: Vec<&str> = ["message_start"]
        .into_iter()
        .chain(block)
        .chain(block)
        .chain(["message_delta", "message_stop"])
        .collect();
    assert_eq!(types(&answer), expected);
    assert!(!joined(&answer, "/delta/thinking").is_empty());
    assert!(!joined(&answer, "/delta/signature").is_empty());
    let input: Value = serde_json::from_str(&joined(&answer, "/delta/partial_json")).unwrap();
    assert_eq!(
        (input, joined(&answer, "/delta/stop_reason")),
        (json!({ "max_tokens": 1234 }), "tool_use".to_owned())
    );
}

#[test]
fn responses_streams_thoughts_words_and_calls_as_items() {
    let asked = json!([{ "type": "message", "role": "user",
        "content": [{ "type": "input_text", "text": r#"[[call read_page {"max_tokens":1234}]]"# }] }]);
    let key = ("authorization", "Bearer demo-key");
    let answer = post(&playground(), "/v1/responses", &[key], &responses("demo-reasoning", asked));
    let item = |kind: &str| {
        [
            "response.output_item.added".to_owned(),
            format!("response.{kind}.delta"),
            "response.output_item.done".to_owned(),
        ]
    };
    let mut expected = vec!["response.created".to_owned()];
    expected.extend(item("reasoning_summary_text").into_iter().chain(item("function_call_arguments")));
    expected.push("response.completed".to_owned());
    assert_eq!(types(&answer), expected);
    let last = answer.chunks().pop().unwrap();
    let call = &last["response"]["output"][1];
    assert_eq!((&call["name"], &call["arguments"]), (&json!("read_page"), &json!(r#"{"max_tokens":1234}"#)));
    assert!(last["response"]["usage"]["input_tokens"].as_u64().unwrap() > 0);
}

#[test]
fn a_result_is_read_on_both_wires_and_a_call_without_one_is_refused() {
    let server = playground();
    let script = "[[call read_page {}]][[say it is read]]";
    let call = json!({ "type": "tool_use", "id": "c", "name": "read_page", "input": {} });
    let result =
        json!({ "type": "tool_result", "tool_use_id": "c", "content": [{ "type": "text", "text": "ok" }] });
    let said = json!({ "role": "user", "content": script });
    let open = json!([said, { "role": "assistant", "content": [call] }]);
    let mut answered = open.clone();
    answered.as_array_mut().unwrap().push(json!({ "role": "user", "content": [result] }));
    let asked = |history| post(&server, "/v1/messages", &[KEY, VERSION], &messages("demo", history));
    assert_eq!(joined(&asked(answered), "/delta/text"), "it is read");
    assert_eq!(asked(open).status, 400);

    let call = json!({ "type": "function_call", "call_id": "c", "name": "read_page", "arguments": "{}" });
    let output = json!({ "type": "function_call_output", "call_id": "c", "output": "ok" });
    let said = json!({ "type": "message", "role": "user", "content": script });
    let asked = |history| post(&server, "/v1/responses", &[KEY], &responses("demo", history));
    assert_eq!(joined(&asked(json!([said, call, output])), "/delta"), "it is read");
    assert_eq!(asked(json!([said, call])).status, 400);
}

#[test]
fn thoughts_come_back_as_they_were_or_are_refused() {
    let server = playground();
    let thought = |signature: &str| json!({ "type": "thinking", "thinking": "t", "signature": signature });
    let history = |signature: &str| {
        json!([{ "role": "user", "content": "hello" }, { "role": "assistant", "content": [thought(signature)] },
            { "role": "user", "content": "and?" }])
    };
    let asked =
        |signature| post(&server, "/v1/messages", &[KEY, VERSION], &messages("demo", history(signature)));
    assert_eq!(asked("ZGVtbyBzaWduYXR1cmU=").status, 200);
    let refused = asked("forged");
    assert!(refused.body.contains("Invalid `signature`"), "{}", refused.body);

    let history = json!([{ "type": "reasoning", "summary": [], "encrypted_content": "forged" }]);
    let refused = post(&server, "/v1/responses", &[KEY], &responses("demo", history));
    assert_eq!(refused.status, 400);
}

#[test]
fn messages_wants_its_version_and_a_word_from_browsers() {
    let server = playground();
    let body = messages("demo", json!([{ "role": "user", "content": "hello" }]));
    assert_eq!(post(&server, "/v1/messages", &[KEY], &body).status, 400);
    let origin = ("origin", "chrome-extension://x");
    let refused = post(&server, "/v1/messages", &[KEY, VERSION, origin], &body);
    assert_eq!((refused.status, refused.body.contains("CORS requests must set")), (401, true));
    let meant = ("anthropic-dangerous-direct-browser-access", "true");
    assert_eq!(post(&server, "/v1/messages", &[KEY, VERSION, origin, meant], &body).status, 200);
}
