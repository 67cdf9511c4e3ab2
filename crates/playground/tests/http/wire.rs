//! The model endpoint over real sockets: streams, errors, faults and what the log says of them.

use crate::client::{Ask, ask, chat, completion, get, open, post};
use fairlead_playground::{Ending, Entry, Playground, UnixMillis};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn playground() -> Playground {
    Playground::start(0).unwrap()
}

/// The last request, once it has ended.
pub(crate) fn ended(playground: &Playground) -> Entry {
    let deadline = Instant::now() + Duration::from_secs(5);
    loop {
        let last = playground.requests().pop().unwrap();
        if last.ending != Ending::Open {
            return last;
        }
        assert!(Instant::now() < deadline, "still open after 5 s: {last:?}");
        std::thread::park_timeout(Duration::from_millis(1));
    }
}

fn finish_reasons(chunks: &[Value]) -> Vec<&str> {
    chunks.iter().filter_map(|c| c["choices"][0]["finish_reason"].as_str()).collect()
}

#[test]
fn a_text_stream_is_well_formed() {
    let server = playground();
    let answer = ask(&server, &chat(&completion("demo", "hello")));
    assert_eq!((answer.status, answer.whole), (200, true));
    assert!(answer.header("content-type").unwrap().starts_with("text/event-stream"));
    assert_eq!(answer.events().last().unwrap(), "[DONE]");
    let chunks = answer.chunks();
    assert_eq!(chunks[0]["choices"][0]["delta"], json!({ "role": "assistant", "content": "" }));
    assert!(chunks.iter().all(|c| c["object"] == "chat.completion.chunk" && c["id"] == chunks[0]["id"]));
    assert!(answer.text().starts_with("You said: “hello”."));
    assert_eq!(finish_reasons(&chunks), ["stop"]);
    let usage = chunks.last().unwrap();
    assert_eq!(usage["choices"], json!([]));
    assert!(usage["usage"]["prompt_tokens"].as_u64().unwrap() > 0);
    assert_eq!(ended(&server).ending, Ending::Completed);
}

#[test]
fn usage_comes_only_when_asked_for() {
    let mut body = completion("demo", "hello");
    body.as_object_mut().unwrap().remove("stream_options");
    let chunks = ask(&playground(), &chat(&body)).chunks();
    assert!(chunks.iter().all(|c| c["usage"].is_null() && c["choices"] != json!([])));
}

#[test]
fn tool_calls_come_as_name_and_then_fragments() {
    let body = completion(
        "demo",
        r#"[[call read_page {"max_tokens":1234}]][[call find {"query":"“quoted” text"}]]"#,
    );
    let chunks = ask(&playground(), &chat(&body)).chunks();
    let mut names = Vec::new();
    let mut arguments = [String::new(), String::new()];
    let mut fragments = 0;
    for call in chunks.iter().filter_map(|c| c["choices"][0]["delta"]["tool_calls"][0].as_object()) {
        let index = usize::try_from(call["index"].as_u64().unwrap()).unwrap();
        if let Some(name) = call["function"]["name"].as_str() {
            names.push(name.to_owned());
            assert!(call["id"].as_str().unwrap().starts_with("call_"));
        } else {
            fragments += 1;
        }
        arguments[index].push_str(call["function"]["arguments"].as_str().unwrap());
    }
    assert_eq!(names, ["read_page", "find"]);
    assert!(fragments > 3);
    assert_eq!(
        arguments.map(|a| serde_json::from_str::<Value>(&a).unwrap()),
        [json!({ "max_tokens": 1234 }), json!({ "query": "“quoted” text" })]
    );
    assert_eq!(finish_reasons(&chunks), ["tool_calls"]);
}

#[test]
fn a_whole_answer_says_the_same_as_its_stream() {
    let server = playground();
    let streamed = ask(&server, &chat(&completion("demo-reasoning", "hello")));
    let mut body = completion("demo-reasoning", "hello");
    body["stream"] = json!(false);
    let whole = ask(&server, &chat(&body)).json();
    assert_eq!(whole["object"], "chat.completion");
    assert_eq!(whole["choices"][0]["message"]["content"], json!(streamed.text()));
    let thought: String = streamed
        .chunks()
        .iter()
        .filter_map(|c| c["choices"][0]["delta"]["reasoning_content"].as_str().map(str::to_owned))
        .collect();
    assert_eq!(whole["choices"][0]["message"]["reasoning_content"], json!(thought));
    assert_eq!(whole["choices"][0]["finish_reason"], "stop");
}

#[test]
fn the_same_request_gets_the_same_bytes() {
    let server = playground();
    let body = completion("demo", "count to 30");
    assert_eq!(ask(&server, &chat(&body)).body, ask(&server, &chat(&body)).body);
}

#[test]
fn keys_are_checked_and_masked() {
    let server = playground();
    let body = completion("demo", "hello").to_string();
    let path = "/v1/chat/completions";
    let none = ask(&server, &Ask { method: "POST", path, body: body.clone(), ..Ask::default() });
    assert_eq!((none.status, none.json()["error"]["code"].is_null()), (401, true));
    let wrong = ask(
        &server,
        &Ask {
            method: "POST",
            path,
            body,
            headers: &[("authorization", "Bearer sk-secret-123")],
            ..Ask::default()
        },
    );
    assert_eq!((wrong.status, &wrong.json()["error"]["code"]), (401, &json!("invalid_api_key")));
    assert!(!wrong.body.contains("secret"));
    let log = get(&server, "/_admin/requests");
    assert!(!log.body.contains("secret"));
    assert_eq!(log.json()["requests"][1]["authorization"], "Bearer sk-s***");
    assert_eq!(log.json()["requests"][1]["body"]["model"], "demo");
    assert_eq!(log.json()["requests"][1]["status"], 401);
}

#[test]
fn browsers_of_every_origin_may_call() {
    let server = playground();
    let headers = &[
        ("origin", "chrome-extension://abc"),
        ("access-control-request-headers", "authorization,content-type,x-more"),
    ];
    let preflight =
        ask(&server, &Ask { method: "OPTIONS", path: "/v1/chat/completions", headers, ..Ask::default() });
    assert_eq!(preflight.status, 200);
    assert_eq!(preflight.header("access-control-allow-origin"), Some("*"));
    assert_eq!(preflight.header("access-control-allow-headers"), Some("authorization,content-type,x-more"));
    assert_eq!(get(&server, "/v1/models").header("access-control-allow-origin"), Some("*"));
    assert_eq!(get(&server, "/_admin/requests").header("access-control-allow-origin"), None);
}

#[test]
fn models_are_listed_and_others_do_not_exist() {
    let server = playground();
    let headers = &[("authorization", "Bearer demo-key")];
    let models = ask(&server, &Ask { path: "/v1/models", headers, ..Ask::default() }).json();
    assert!(models["data"].as_array().unwrap().iter().any(|m| m["id"] == "demo-429"));
    let unknown = ask(&server, &chat(&completion("gpt-4o", "hello")));
    assert_eq!((unknown.status, &unknown.json()["error"]["code"]), (404, &json!("model_not_found")));
    let elsewhere = ask(&server, &Ask { path: "/v1/nothing", headers, ..Ask::default() });
    assert_eq!(elsewhere.status, 404);
}

#[test]
fn a_malformed_conversation_is_refused_with_the_field_at_fault() {
    let server = playground();
    let mut body = completion("demo", "hello");
    body["messages"][1] = json!({ "role": "tool", "tool_call_id": "x", "content": "lost" });
    let answer = ask(&server, &chat(&body));
    assert_eq!((answer.status, &answer.json()["error"]["param"]), (400, &json!("messages")));
}

#[test]
fn a_client_that_leaves_mid_stream_is_noticed_at_once() {
    let server = playground();
    let mut connection = open(&server, &chat(&completion("demo-slow:20", "count to 2000")));
    connection.read_until("\"content\":\"3\\n\"");
    let still_open = server.requests().pop().unwrap();
    assert_eq!((still_open.ending, still_open.ended_ms), (Ending::Open, None));
    let left = UnixMillis::now();
    drop(connection);
    let entry = ended(&server);
    assert!(entry.aborted_ms.unwrap().0 - left.0 <= 500, "{left:?} {entry:?}");
    assert_eq!((entry.ending, entry.aborted, entry.aborted_ms), (Ending::Aborted, true, entry.ended_ms));
    assert!(entry.deltas >= 3 && entry.deltas < 100, "{}", entry.deltas);
    assert!(entry.aborted_ms.unwrap() >= entry.started_ms);
}

#[test]
fn a_client_that_leaves_a_silent_stream_is_noticed_too() {
    for model in ["demo-hang", "demo-stall:2"] {
        let server = playground();
        let connection = open(&server, &chat(&completion(model, "count to 20")));
        assert_eq!(connection.status, 200);
        drop(connection);
        assert_eq!(ended(&server).ending, Ending::Aborted, "{model}");
    }
}

#[test]
fn pieces_arrive_one_by_one() {
    let server = playground();
    let mut connection = open(&server, &chat(&completion("demo-stall:2", "count to 20")));
    let seen = connection.read_until("\"content\":\"2\\n\"");
    assert!(!seen.contains("\"content\":\"3"));
}

#[test]
fn a_cut_stream_breaks_and_a_short_one_just_ends() {
    let server = playground();
    let cut = ask(&server, &chat(&completion("demo-cut:4", "count to 20")));
    assert_eq!((cut.whole, cut.text().as_str()), (false, "1\n2\n3\n4\n"));
    assert_eq!(ended(&server).ending, Ending::Cut);
    let eof = ask(&server, &chat(&completion("demo-eof:2", "count to 20")));
    assert_eq!((eof.whole, eof.text().as_str()), (true, "1\n2\n"));
    assert!(finish_reasons(&eof.chunks()).is_empty() && !eof.body.contains("[DONE]"));
}

#[test]
fn a_counted_fault_passes() {
    let server = playground();
    let limited = chat(&completion("demo-429:2:3", "hello"));
    let statuses: Vec<u16> = (0..3).map(|_| ask(&server, &limited).status).collect();
    assert_eq!(statuses, [429, 429, 200]);
    let other = ask(&server, &chat(&completion("demo-429:2:3", "another conversation")));
    assert_eq!((other.status, other.header("retry-after")), (429, Some("3")));
    assert_eq!(other.json()["error"]["code"], "rate_limit_exceeded");
    let broken = chat(&completion("demo-500:1", "hello"));
    assert_eq!([ask(&server, &broken).status, ask(&server, &broken).status], [500, 200]);
    let cut = chat(&completion("demo-cut:0:1", "hello"));
    assert_eq!([ask(&server, &cut).whole, ask(&server, &cut).whole], [false, true]);
}

#[test]
fn every_other_fault_looks_as_it_is_called() {
    let server = playground();
    let say = |model: &str| ask(&server, &chat(&completion(model, "count to 20")));
    assert_eq!(say("demo-401").status, 401);
    assert_eq!([say("demo-500").status, say("demo-500").status], [500, 500]);
    let html = say("demo-html");
    assert_eq!((html.status, html.header("content-type")), (200, Some("text/html; charset=utf-8")));
    let bad = say("demo-badjson:3");
    assert_eq!(
        bad.events().iter().filter(|e| *e != "[DONE]" && serde_json::from_str::<Value>(e).is_err()).count(),
        1
    );
    let error = say("demo-error:3");
    assert_eq!(error.chunks().last().unwrap()["error"]["type"], "server_error");
    let call = |model: &str| {
        ask(&server, &chat(&completion(model, r#"[[call read_page {"max_tokens":9}]]"#))).chunks()
    };
    let fragments = |chunks: &[Value]| {
        chunks
            .iter()
            .filter_map(|c| {
                c["choices"][0]["delta"]["tool_calls"][0]["function"]["arguments"].as_str().map(str::to_owned)
            })
            .collect::<String>()
    };
    let bare = call("demo-noargs");
    assert_eq!((fragments(&bare).as_str(), finish_reasons(&bare)), ("", vec!["tool_calls"]));
    assert!(serde_json::from_str::<Value>(&fragments(&call("demo-badargs"))).is_err());
}

#[test]
fn a_reset_forgets_requests_and_attempts() {
    let server = playground();
    let limited = chat(&completion("demo-429:1", "hello"));
    assert_eq!([ask(&server, &limited).status, ask(&server, &limited).status], [429, 200]);
    assert_eq!(post(&server, "/_admin/reset", &json!({})).status, 200);
    assert!(server.requests().is_empty());
    assert_eq!(ask(&server, &limited).status, 429);
}

#[test]
fn stopping_does_not_wait_for_a_hanging_client() {
    let server = playground();
    let connection = open(&server, &chat(&completion("demo-hang", "hello")));
    let started = Instant::now();
    drop(server);
    assert!(started.elapsed() < Duration::from_secs(5));
    drop(connection);
}
