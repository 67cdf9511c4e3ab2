use crate::fixture::{answered, body, called, heard, image, reply, resulted, said, text};
use crate::options::{Options, ParallelCalls, PromptCache, Thinking, ToolChoice};
use crate::{Outcome, error::classify::REPLAY_STATE_LOST};
use fairlead_protocol::connection::{Quirks, ThinkingMode, Wire};
use fairlead_protocol::conversation::{
    BrokenArgs, CallArgs, Delta, Message, ModelErrorKind, ModelStop, Opaque, Part, Role, Usage,
};
use serde_json::{Value, json};

fn start() -> Value {
    json!({"type": "message_start", "message": {"usage": {"input_tokens": 5, "output_tokens": 1}}})
}

fn open(index: u64, block: Value) -> Value {
    json!({"type": "content_block_start", "index": index, "content_block": block})
}

fn delta(index: u64, delta: Value) -> Value {
    json!({"type": "content_block_delta", "index": index, "delta": delta})
}

fn stopped(reason: &str) -> Value {
    json!({"type": "message_delta", "delta": {"stop_reason": reason}, "usage": {"output_tokens": 3}})
}

fn heard_reply(events: &[Value]) -> fairlead_protocol::conversation::Reply {
    reply(Wire::Anthropic, events)
}

fn built(messages: &[Message], options: &Options) -> Value {
    body(Wire::Anthropic, Quirks::default(), messages, options)
}

fn kinds(blocks: &Value) -> Vec<&str> {
    blocks.as_array().unwrap().iter().map(|block| block["type"].as_str().unwrap()).collect()
}

#[test]
fn a_thought_that_is_not_shown_still_goes_back() {
    let events = [
        start(),
        open(0, json!({"type": "thinking", "thinking": "", "signature": ""})),
        delta(0, json!({"type": "signature_delta", "signature": "S"})),
        open(1, json!({"type": "text", "text": ""})),
        delta(1, json!({"type": "text_delta", "text": "a"})),
        stopped("end_turn"),
    ];
    let reply = heard_reply(&events);
    assert_eq!((reply.reasoning.as_str(), reply.text.as_str()), ("", "a"));
    let kept = json!([{"type": "thinking", "thinking": "", "signature": "S"}, {"type": "text", "text": "a"}]);
    assert_eq!(reply.opaque, [Opaque { format: "anthropic.content".to_owned(), value: kept }]);
}

#[test]
fn a_reply_of_words_and_calls_alone_has_no_state() {
    let events = [
        start(),
        open(0, json!({"type": "text", "text": "", "citations": null})),
        open(1, json!({"type": "tool_use", "id": "t", "name": "f", "input": {"whole": true}})),
        stopped("end_turn"),
    ];
    let reply = heard_reply(&events);
    assert_eq!((reply.opaque, reply.stop), (vec![], ModelStop::ToolUse));
    assert_eq!(reply.calls[0].args, CallArgs::Parsed { value: json!({"whole": true}) });
}

#[test]
fn blocks_that_nobody_announced_and_deltas_without_an_index_are_read() {
    let events = [
        json!({"type": "content_block_delta", "index": 4, "delta": {"type": "thinking_delta", "thinking": "t"}}),
        json!({"type": "content_block_delta", "index": 5, "delta": {"type": "text_delta", "text": "a"}}),
        json!({"type": "content_block_delta", "delta": {"type": "text_delta", "text": "b"}}),
        json!({"type": "content_block_delta", "index": 6, "delta": {"type": "input_json_delta", "partial_json": "{"}}),
        stopped("stop_sequence"),
    ];
    let reply = heard_reply(&events);
    assert_eq!((reply.reasoning.as_str(), reply.text.as_str(), reply.calls.len()), ("t", "ab", 0));
    assert_eq!(reply.stop, ModelStop::StopSequence);
}

#[test]
fn what_is_shown_of_several_thoughts_is_told_as_it_will_stand() {
    let events = [
        start(),
        open(0, json!({"type": "thinking", "thinking": "p"})),
        delta(0, json!({"type": "thinking_delta", "thinking": "1"})),
        open(1, json!({"type": "thinking", "thinking": ""})),
        open(2, json!({"type": "thinking", "thinking": ""})),
        delta(2, json!({"type": "thinking_delta", "thinking": "p2"})),
        stopped("end_turn"),
    ];
    let (outcome, deltas) = heard(Wire::Anthropic, &events);
    let told: String = deltas
        .iter()
        .map(|delta| match delta {
            Delta::Reasoning { text } => text.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    let Outcome::Complete(reply) = outcome else { panic!("{outcome:?}") };
    assert_eq!((reply.reasoning.as_str(), told.as_str()), ("p1\n\np2", "p1\n\np2"));
}

#[test]
fn a_reason_that_nobody_knows_fails_closed_and_none_is_no_end() {
    assert_eq!(
        heard_reply(&[start(), stopped("moved")]).stop,
        ModelStop::Unknown { raw: "moved".to_owned() }
    );
    assert_eq!(heard_reply(&[start(), json!({"type": "message_stop"})]).stop, ModelStop::End);
    let cut = [start(), open(0, json!({"type": "tool_use", "id": "t", "name": "f"})), json!("[DONE]")];
    match heard(Wire::Anthropic, &cut).0 {
        Outcome::Failed { error, .. } => assert_eq!(error.kind, ModelErrorKind::Protocol),
        Outcome::Complete(reply) => panic!("{reply:?}"),
    }
}

#[test]
fn a_failure_keeps_half_a_call_and_no_signature() {
    let events = [
        start(),
        open(0, json!({"type": "thinking", "thinking": "t", "signature": "S"})),
        open(1, json!({"type": "tool_use", "id": "t", "name": "f", "input": {}})),
        delta(1, json!({"type": "input_json_delta", "partial_json": "{\"a\":"})),
        json!({"type": "error", "error": {"type": "rate_limit_error", "message": "slow down"}}),
    ];
    let (Outcome::Failed { error, partial: Some(partial) }, _) = heard(Wire::Anthropic, &events) else {
        panic!("no partial reply");
    };
    assert_eq!((error.kind, error.retryable), (ModelErrorKind::RateLimit, true));
    let raw = "{\"a\":".to_owned();
    assert_eq!(partial.calls[0].args, CallArgs::Broken { raw, why: BrokenArgs::Truncated });
    assert_eq!((partial.opaque, partial.usage.unwrap().input), (vec![], 5));
}

#[test]
fn later_counts_replace_earlier_ones_and_zeros_nothing() {
    let first = json!({"type": "message_start", "message": {"usage": {"input_tokens": 9, "output_tokens": 1,
        "cache_creation": {"ephemeral_5m_input_tokens": 3, "ephemeral_1h_input_tokens": 4}}}});
    let last = json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"},
        "usage": {"input_tokens": 0, "output_tokens": 8, "cache_read_input_tokens": 2}});
    let usage = heard_reply(&[first, last]).usage;
    assert_eq!(usage, Some(Usage { input: 9, output: 8, cache_read: 2, cache_write: 7, reasoning: None }));
}

#[test]
fn a_message_that_came_whole_reads_as_one_that_streamed() {
    let body = json!({"type": "message", "content": [{"type": "text", "text": "a"},
        {"type": "tool_use", "id": "t", "name": "f", "input": {"k": 1}}],
        "stop_reason": "tool_use", "usage": {"input_tokens": 2, "output_tokens": 1}});
    let head = crate::ResponseHead { status: 200, headers: Vec::new() };
    let connection = crate::fixture::on(Wire::Anthropic, Quirks::default());
    let mut decoder = crate::Decoder::new(&connection, head, fairlead_protocol::ids::Timestamp(0));
    decoder.push(body.to_string().as_bytes());
    let Outcome::Complete(reply) = decoder.finish(crate::BodyEnd::Closed) else { panic!("not read") };
    assert_eq!((reply.text.as_str(), reply.calls.len(), reply.stop), ("a", 1, ModelStop::ToolUse));
}

#[test]
fn what_was_thought_goes_back_byte_for_byte_and_its_calls_under_the_ids_of_their_results() {
    let kept = json!([{"type": "thinking", "thinking": "t ", "signature": "S"},
        {"type": "text", "text": "Look: "},
        {"type": "redacted_thinking", "data": "R"},
        {"type": "tool_use", "id": "dup", "name": "open_tab", "input": {"u": "new"}, "caller": {"type": "direct"}}]);
    let mut message = called(&["new"], Some(("anthropic.content", kept.clone())));
    message.content.insert(0, text("Look: "));
    message.content.insert(0, Part::Reasoning { text: "t".to_owned(), opaque: None });
    let body = built(&[said("q"), message, resulted("new", false, vec![text("ok")])], &Options::default());
    let mut expected = kept;
    expected[3]["id"] = json!("new");
    assert_eq!(body["messages"][1]["content"], expected);
    assert_eq!(body["messages"][2]["content"][0]["tool_use_id"], json!("new"));
}

#[test]
fn a_record_without_our_own_words_is_enough() {
    let kept = json!([{"type": "thinking", "thinking": "", "signature": "S"},
        {"type": "tool_use", "id": "t1", "name": "open_tab", "input": {}}, {"type": "text", "text": " "}]);
    let bare = Message {
        role: Role::Assistant,
        content: vec![],
        opaque: Some(Opaque { format: "anthropic.content".to_owned(), value: kept }),
        paused: false,
    };
    let body = built(&[said("q"), bare, resulted("t1", false, vec![text("ok")])], &Options::default());
    assert_eq!(kinds(&body["messages"][1]["content"]), ["thinking", "tool_use"]);
    assert_eq!(body["messages"][2]["content"][0]["content"][0]["text"], json!("ok"));
}

#[test]
fn a_message_does_not_end_with_a_thought_nor_consist_of_one() {
    let thought =
        json!([{"type": "text", "text": "a"}, {"type": "thinking", "thinking": "cut", "signature": ""}]);
    let ends = called(&[], Some(("anthropic.content", thought)));
    let only = called(&[], Some(("anthropic.content", json!([{"type": "redacted_thinking", "data": "R"}]))));
    let body = built(&[said("q"), ends, said("r"), only, said("s")], &Options::default());
    assert_eq!(kinds(&body["messages"][1]["content"]), ["text"]);
    let roles: Vec<&Value> =
        body["messages"].as_array().unwrap().iter().map(|message| &message["role"]).collect();
    assert_eq!(roles, ["user", "assistant", "user"]);
    assert_eq!(kinds(&body["messages"][2]["content"]), ["text", "text"]);
}

#[test]
fn images_of_a_failure_or_of_an_endpoint_that_wants_text_come_behind_the_result() {
    let messages = |is_error| {
        let content = vec![text("boom"), image("image/jpg"), image("image/svg+xml")];
        [said("q"), called(&["a"], None), resulted("a", is_error, content)]
    };
    let inside = built(&messages(false), &Options::default());
    let content = &inside["messages"][2]["content"];
    assert_eq!(
        (kinds(content), kinds(&content[0]["content"])),
        (vec!["tool_result"], vec!["text", "image", "text"])
    );
    assert_eq!(content[0]["content"][1]["source"]["media_type"], json!("image/jpeg"));

    let quirks = Quirks { text_results: true, ..Quirks::default() };
    let texts = body(Wire::Anthropic, quirks, &messages(false), &Options::default());
    for moved in [built(&messages(true), &Options::default()), texts] {
        let content = &moved["messages"][2]["content"];
        assert_eq!(kinds(content), ["tool_result", "text", "image", "text"]);
        assert_eq!(kinds(&content[0]["content"]), ["text", "text"]);
    }
}

#[test]
fn ids_of_other_wires_become_legal_in_both_places() {
    let messages =
        [said("q"), called(&["functions.open:0"], None), resulted("functions.open:0", false, vec![])];
    let body = built(&messages, &Options::default());
    let id = body["messages"][1]["content"][0]["id"].as_str().unwrap();
    assert!(id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_'), "{id}");
    let result = &body["messages"][2]["content"][0];
    assert_eq!((&result["tool_use_id"], &result["content"][0]["text"]), (&json!(id), &json!("(no output)")));
}

#[test]
fn a_conversation_begins_with_the_user_and_notes_of_the_system_join_one() {
    let note = Message::text(Role::System, "N");
    let body =
        built(&[Message::text(Role::System, "S"), answered("a"), note, said("q")], &Options::default());
    let roles: Vec<&Value> =
        body["messages"].as_array().unwrap().iter().map(|message| &message["role"]).collect();
    assert_eq!(roles, ["user", "assistant", "user"]);
    assert_eq!(body["system"], json!([{"type": "text", "text": "S"}]));
    assert_eq!(body["messages"][2]["content"][0]["text"], json!("<system-note>N</system-note>"));
}

#[test]
fn a_long_step_keeps_the_place_in_sight_where_the_last_call_ended() {
    let marked = |ids: &[&str]| {
        let mut messages = vec![Message::text(Role::System, "S"), said("q"), called(ids, None)];
        messages.extend(ids.iter().map(|id| resulted(id, false, vec![text("ok")])));
        let options = Options { prompt_cache: Some(PromptCache::On), ..Options::default() };
        let body = built(&messages, &options);
        let on = |value: &Value| value.to_string().matches("cache_control").count();
        [on(&body["tools"]), on(&body["system"]), on(&body["messages"][0]), on(&body["messages"][2])]
    };
    assert_eq!(marked(&["a", "b"]), [1, 1, 0, 1]);
    assert_eq!(marked(&["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]), [1, 1, 1, 1]);
}

#[test]
fn an_endpoint_that_refuses_breakpoints_gets_none() {
    let options = Options { prompt_cache: Some(PromptCache::On), ..Options::default() };
    let quirks = Quirks { no_prompt_cache: true, ..Quirks::default() };
    let body = body(Wire::Anthropic, quirks, &[said("q")], &options);
    assert!(!body.to_string().contains("cache_control"));
}

#[test]
fn who_thinks_is_not_told_which_tool_to_call() {
    let options = |thinking| Options {
        thinking,
        tool_choice: Some(ToolChoice::Named("open tab".to_owned())),
        parallel_tool_calls: Some(ParallelCalls::OneAtATime),
        temperature: Some(1.5),
        top_p: Some(0.9),
        ..Options::default()
    };
    let bound = built(&[said("q")], &options(Some(Thinking::On)));
    assert_eq!(bound["tool_choice"], json!({"type": "auto", "disable_parallel_tool_use": true}));
    assert_eq!((bound.get("temperature"), bound.get("top_p")), (None, None));
    let free = built(&[said("q")], &options(None));
    let named = json!({"type": "tool", "name": "open_tab", "disable_parallel_tool_use": true});
    assert_eq!((&free["tool_choice"], &free["temperature"], free.get("top_p")), (&named, &json!(1.0), None));
}

#[test]
fn a_budget_comes_on_top_of_the_length_and_never_below_the_least() {
    let quirks =
        Quirks { thinking_mode: ThinkingMode::Budget, max_output_tokens: Some(8_000), ..Quirks::default() };
    let options = Options { thinking: Some(Thinking::On), thinking_budget: Some(10), ..Options::default() };
    let body = body(Wire::Anthropic, quirks, &[said("q")], &options);
    assert_eq!((&body["thinking"]["budget_tokens"], &body["max_tokens"]), (&json!(1_024), &json!(9_024)));
}

#[test]
fn the_version_of_the_api_is_in_the_url_once() {
    for (base, url) in [
        ("https://api.example.test", "https://api.example.test/v1/messages"),
        ("https://api.example.test/v1", "https://api.example.test/v1/messages"),
        ("https://api.example.test/anthropic", "https://api.example.test/anthropic/v1/messages"),
        ("https://api.example.test/v1beta", "https://api.example.test/v1beta/messages"),
    ] {
        let connection = fairlead_protocol::connection::Connection {
            base_url: base.to_owned(),
            ..crate::fixture::on(Wire::Anthropic, Quirks::default())
        };
        assert_eq!(super::url(&connection).unwrap(), url);
    }
}

#[test]
fn a_signature_that_is_refused_is_lost_state() {
    let refused = |message: &str| {
        let event = json!({"type": "error", "error": {"type": "invalid_request_error", "message": message}});
        match heard(Wire::Anthropic, &[event]).0 {
            Outcome::Failed { error, .. } => error.hint,
            Outcome::Complete(reply) => panic!("{reply:?}"),
        }
    };
    let lost = Some(REPLAY_STATE_LOST.to_owned());
    assert_eq!(refused("messages.1.content.0: Invalid `signature` in `thinking` block"), lost);
    assert_eq!(refused("messages.1.content.0.thinking.signature: Field required"), lost);
    assert_eq!(refused("Expected `thinking` or `redacted_thinking`, but found `tool_use`."), lost);
    assert_eq!(refused("messages: roles must alternate"), None);
}
