use crate::Outcome;
use crate::fixture::{body, called, heard, image, reply, resulted, said, text};
use crate::options::{Options, Thinking, ToolChoice};
use fairlead_protocol::connection::{Quirks, Wire};
use fairlead_protocol::conversation::{
    BrokenArgs, CallArgs, Delta, Message, ModelErrorKind, ModelStop, Role, Usage,
};
use serde_json::{Value, json};

fn heard_reply(events: &[Value]) -> fairlead_protocol::conversation::Reply {
    reply(Wire::OpenaiResponses, events)
}

fn built(messages: &[Message], options: &Options) -> Value {
    body(Wire::OpenaiResponses, Quirks::default(), messages, options)
}

fn completed(output: Value) -> Value {
    json!({"type": "response.completed", "response": {"status": "completed", "output": output,
        "usage": {"input_tokens": 10, "output_tokens": 4, "input_tokens_details": {"cached_tokens": 6}}}})
}

fn call(id: &str, call_id: &str, arguments: &str) -> Value {
    json!({"type": "function_call", "id": id, "call_id": call_id, "name": "f", "arguments": arguments})
}

fn said_item(text: &str) -> Value {
    json!({"type": "message", "id": "m", "content": [{"type": "output_text", "text": text}]})
}

fn event(kind: &str, fields: Value) -> Value {
    let mut event = json!({"type": format!("response.{kind}")});
    event.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    event
}

fn failure(events: &[Value]) -> fairlead_protocol::conversation::ModelError {
    match heard(Wire::OpenaiResponses, events).0 {
        Outcome::Failed { error, .. } => error,
        Outcome::Complete(reply) => panic!("{reply:?}"),
    }
}

/// All that was told of one kind.
fn told(deltas: &[Delta]) -> (String, String) {
    let (mut text, mut reasoning) = (String::new(), String::new());
    for delta in deltas {
        match delta {
            Delta::Text { text: more } | Delta::Refusal { text: more } => text.push_str(more),
            Delta::Reasoning { text: more } => reasoning.push_str(more),
            Delta::ToolCallStarted { .. } => {}
        }
    }
    (text, reasoning)
}

#[test]
fn what_streamed_is_told_once_and_what_did_not_at_its_end() {
    let events = [
        event("output_item.added", json!({"output_index": 0, "item": {"type": "message", "id": "m"}})),
        event("output_text.delta", json!({"output_index": 0, "content_index": 0, "delta": "ab"})),
        event("output_text.done", json!({"output_index": 0, "content_index": 0, "text": "abc"})),
        event("output_text.done", json!({"output_index": 0, "content_index": 1, "text": "d"})),
        event(
            "output_item.done",
            json!({"output_index": 0, "item": {"type": "message", "id": "m",
            "content": [{"type": "output_text", "text": "abc"}, {"type": "output_text", "text": "d!"}]}}),
        ),
        completed(json!([said_item("abcd!")])),
    ];
    let (outcome, deltas) = heard(Wire::OpenaiResponses, &events);
    let Outcome::Complete(reply) = outcome else { panic!("{outcome:?}") };
    assert_eq!((reply.text.as_str(), told(&deltas).0.as_str()), ("abcd!", "abcd!"));
    assert_eq!(reply.usage, Some(Usage { input: 4, output: 4, cache_read: 6, ..Usage::default() }));
}

#[test]
fn thoughts_in_the_open_are_shown_and_without_a_seal_not_kept() {
    let events = [
        event("reasoning_text.delta", json!({"output_index": 0, "content_index": 0, "delta": "hm"})),
        event("reasoning_summary_text.delta", json!({"output_index": 1, "summary_index": 0, "delta": "so"})),
        event(
            "output_item.done",
            json!({"output_index": 1, "item": {"type": "reasoning", "id": "rs",
            "summary": [{"type": "summary_text", "text": "so"}], "encrypted_content": null}}),
        ),
        completed(json!([said_item("a")])),
    ];
    let (outcome, deltas) = heard(Wire::OpenaiResponses, &events);
    let Outcome::Complete(reply) = outcome else { panic!("{outcome:?}") };
    assert_eq!((reply.reasoning.as_str(), told(&deltas).1.as_str()), ("hm\n\nso", "hm\n\nso"));
    assert_eq!((reply.text.as_str(), reply.opaque.len()), ("a", 0));
}

#[test]
fn items_of_the_last_event_find_those_that_streamed_whatever_they_are_called() {
    let events = [
        event("output_item.added", json!({"output_index": 2, "item": call("x1", "c1", "")})),
        event(
            "output_item.added",
            json!({"output_index": 5, "item": {"type": "function_call", "name": "f"}}),
        ),
        event("function_call_arguments.delta", json!({"output_index": 5, "delta": "{\"b\":2}"})),
        event("output_text.delta", json!({"item_id": "other", "delta": "t"})),
        completed(json!([
            said_item("t"),
            call("y2", "c2", "{\"b\":2}"),
            call("y1", "c1", "{\"a\":1}"),
            call("y3", "c3", "{}")
        ])),
    ];
    let reply = heard_reply(&events);
    let calls: Vec<(&str, &CallArgs)> =
        reply.calls.iter().map(|call| (call.id.as_str(), &call.args)).collect();
    let parsed = |value| CallArgs::Parsed { value };
    assert_eq!(reply.text, "t");
    assert_eq!(
        calls,
        [("c1", &parsed(json!({"a": 1}))), ("c2", &parsed(json!({"b": 2}))), ("c3", &parsed(json!({})))]
    );
}

#[test]
fn items_of_the_last_event_that_have_no_name_are_each_their_own() {
    let nameless = json!([{"type": "message", "content": [{"type": "output_text", "text": "a"}]},
        {"type": "function_call", "name": "f", "arguments": "{}"}, {"type": "function_call", "name": "g"}]);
    let reply = heard_reply(&[completed(nameless)]);
    let calls: Vec<(&str, &str)> =
        reply.calls.iter().map(|call| (call.id.as_str(), call.name.as_str())).collect();
    assert_eq!((reply.text.as_str(), calls), ("a", vec![("call_0", "f"), ("call_1", "g")]));
}

#[test]
fn a_call_is_told_of_once_and_pieces_without_a_name_belong_to_the_last_item() {
    let events = [
        event("output_item.added", json!({"output_index": 0, "item": call("i", "c", "")})),
        event("function_call_arguments.delta", json!({"delta": "{\"a\""})),
        event("function_call_arguments.delta", json!({"delta": ":bad"})),
        event("output_item.done", json!({"output_index": 0, "item": call("i", "c", "{\"a\":bad")})),
        completed(json!([])),
    ];
    let (outcome, deltas) = heard(Wire::OpenaiResponses, &events);
    let Outcome::Complete(reply) = outcome else { panic!("{outcome:?}") };
    assert_eq!(deltas, [Delta::ToolCallStarted { index: 0, name: "f".to_owned() }]);
    let raw = "{\"a\":bad".to_owned();
    assert_eq!(reply.calls[0].args, CallArgs::Broken { raw, why: BrokenArgs::InvalidJson });
}

#[test]
fn every_way_to_end_means_what_it_says() {
    let incomplete = |reason: &str| {
        let response = json!({"output": [], "incomplete_details": {"reason": reason}});
        heard_reply(&[json!({"type": "response.incomplete", "response": response})]).stop
    };
    assert_eq!(incomplete("max_output_tokens"), ModelStop::MaxTokens);
    assert_eq!(incomplete("content_filter"), ModelStop::ContentFilter);
    assert_eq!(incomplete("power_cut"), ModelStop::Unknown { raw: "power_cut".to_owned() });
    let silent = heard_reply(&[json!({"type": "response.incomplete", "response": {"output": []}})]).stop;
    assert_eq!(silent, ModelStop::Unknown { raw: String::new() });
    let refused = json!([{"type": "message", "content": [{"type": "refusal", "refusal": "no"}]}]);
    let reply = heard_reply(&[completed(refused)]);
    assert_eq!((reply.stop, reply.refusal.as_str()), (ModelStop::Refusal { category: None }, "no"));
}

#[test]
fn every_way_to_fail_is_classified() {
    let failed = |error: Value| {
        failure(&[json!({"type": "response.failed", "response": {"status": "failed", "error": error}})])
    };
    let cases = [
        ("server_error", ModelErrorKind::Server),
        ("rate_limit_exceeded", ModelErrorKind::RateLimit),
        ("insufficient_quota", ModelErrorKind::Quota),
        ("context_length_exceeded", ModelErrorKind::ContextLength),
        ("invalid_prompt", ModelErrorKind::BadRequest),
        ("invalid_image_format", ModelErrorKind::BadRequest),
        ("image_content_policy_violation", ModelErrorKind::ContentFilter),
    ];
    for (code, kind) in cases {
        let error = failed(json!({"code": code, "message": "no"}));
        assert_eq!((error.kind, error.code.as_deref()), (kind, Some(code)));
    }
    assert_eq!(failed(Value::Null).kind, ModelErrorKind::Server);
    let nested = json!({"type": "error", "error": {"type": "tokens", "code": "rate_limit_exceeded",
        "message": "Please try again in 1.5s."}});
    let error = failure(&[nested]);
    assert_eq!((error.kind, error.retry_after_ms), (ModelErrorKind::RateLimit, Some(1_500)));
}

#[test]
fn a_phase_is_kept_and_goes_back() {
    let own = json!([{"type": "message", "id": "m", "status": "completed", "phase": "commentary",
        "content": [{"type": "output_text", "text": "Look:", "annotations": [], "logprobs": []}]},
        call("fc", "c", "{}")]);
    let reply = heard_reply(&[completed(own.clone())]);
    assert_eq!(reply.opaque[0].value, own);
    let mut message = called(&["c"], Some(("openai-responses.items", own)));
    message.content.insert(0, text("Look:"));
    let body = built(&[said("q"), message, resulted("c", false, vec![text("ok")])], &Options::default());
    let kept = json!({"type": "message", "role": "assistant", "phase": "commentary",
        "content": [{"type": "output_text", "text": "Look:"}]});
    assert_eq!(body["input"][1], kept);
    assert_eq!((&body["input"][2]["call_id"], &body["input"][2]["name"]), (&json!("c"), &json!("open_tab")));
    assert_eq!(body["input"].as_array().unwrap().len(), 4);
}

#[test]
fn thoughts_go_back_sealed_nameless_and_never_without_what_they_led_to() {
    let sealed = |seal: Value| {
        json!({"type": "reasoning", "id": "rs", "status": "completed", "summary": [],
        "encrypted_content": seal})
    };
    let items = json!([sealed(json!("A")), call("fc", "c", "{}"), sealed(Value::Null), sealed(json!("B"))]);
    let message = called(&["c"], Some(("openai-responses.items", items)));
    let body = built(&[said("q"), message], &Options::default());
    let kinds: Vec<&Value> = body["input"].as_array().unwrap().iter().map(|item| &item["type"]).collect();
    assert_eq!(kinds, ["message", "reasoning", "function_call", "function_call_output"]);
    assert_eq!(body["input"][1], json!({"type": "reasoning", "summary": [], "encrypted_content": "A"}));
}

#[test]
fn images_that_an_output_cannot_hold_come_in_the_message_behind() {
    let messages = |is_error| {
        let content = vec![text("see"), image("image/png")];
        [said("q"), called(&["c"], None), resulted("c", is_error, content), said("and?")]
    };
    let quirks = Quirks { text_results: true, ..Quirks::default() };
    let texts = body(Wire::OpenaiResponses, quirks, &messages(false), &Options::default());
    assert_eq!(texts["input"][2]["output"], json!("see\n[image follows]"));
    assert_eq!(texts["input"][3]["content"][1]["type"], json!("input_image"));
    let failed = built(&messages(true), &Options::default());
    assert_eq!(failed["input"][2]["output"], json!("Error: see\n[image follows]"));
    let inside = built(&messages(false), &Options::default());
    assert_eq!(inside["input"][2]["output"][1]["type"], json!("input_image"));
}

#[test]
fn what_the_system_says_first_is_the_instructions_and_later_an_item() {
    let system = |text| Message::text(Role::System, text);
    let body = built(&[system("A"), system("B"), said("q"), system("N")], &Options::default());
    assert_eq!(body["instructions"], json!("A\n\nB"));
    let late = json!({"type": "message", "role": "system", "content": [{"type": "input_text", "text": "N"}]});
    assert_eq!(body["input"][1], late);
}

#[test]
fn parameters_that_are_not_set_are_not_sent_and_named_tools_are_named() {
    let keys = |options: &Options| {
        built(&[said("q")], options).as_object().unwrap().keys().cloned().collect::<Vec<_>>()
    };
    assert_eq!(keys(&Options::default()), ["include", "input", "model", "store", "stream", "tools"]);
    let options = Options {
        tool_choice: Some(ToolChoice::Named("open tab".to_owned())),
        thinking: Some(Thinking::On),
        stop: vec!["x".to_owned()],
        presence_penalty: Some(1.0),
        ..Options::default()
    };
    let body = built(&[said("q")], &options);
    assert_eq!(body["tool_choice"], json!({"type": "function", "name": "open_tab"}));
    assert_eq!(body["reasoning"], json!({"summary": "auto"}));
    assert_eq!((body.get("stop"), body.get("presence_penalty")), (None, None));
}
