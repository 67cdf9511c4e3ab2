//! Requests for a title: answered at once whatever the persona, and told apart in the log.

use crate::client::{ask, chat, completion, post};
use crate::wire::ended;
use fairlead_playground::{Ending, Kind, Playground};
use serde_json::{Value, json};

fn wanted(model: &str, said: &str) -> Value {
    json!({
        "model": model, "stream": true,
        "messages": [
            { "role": "system", "content": "You write titles.\nAt most six words." },
            { "role": "user", "content": said },
        ],
    })
}

#[test]
fn every_persona_writes_titles_at_once_and_whole() {
    let server = Playground::start(0).unwrap();
    for model in [
        "demo",
        "demo-reasoning",
        "demo-slow:60000",
        "demo-cut:0",
        "demo-eof:0",
        "demo-stall:0",
        "demo-error:0",
        "demo-badjson:0",
        "demo-429:9",
        "demo-500",
        "demo-html",
        "demo-hang",
        "demo-401",
    ] {
        let answer = ask(&server, &chat(&wanted(model, "count to 40, slowly and with care")));
        assert_eq!((answer.status, answer.whole), (200, true), "{model}");
        assert_eq!(answer.text(), "Count to 40, slowly and with", "{model}");
        let entry = ended(&server);
        assert_eq!(
            (entry.kind, entry.ending, entry.aborted),
            (Kind::Title, Ending::Completed, false),
            "{model}"
        );
    }
}

#[test]
fn a_title_uses_up_no_fault_of_the_turn_beside_it() {
    let server = Playground::start(0).unwrap();
    let turn = chat(&completion("demo-429:1", "hello"));
    assert_eq!(ask(&server, &chat(&wanted("demo-429:1", "hello"))).status, 200);
    assert_eq!([ask(&server, &turn).status, ask(&server, &turn).status], [429, 200]);
    let kinds: Vec<Kind> = server.requests().into_iter().map(|entry| entry.kind).collect();
    assert_eq!(kinds, [Kind::Title, Kind::Turn, Kind::Turn]);
}

#[test]
fn a_key_that_is_refused_is_refused_for_a_title_too() {
    let server = Playground::start(0).unwrap();
    let refused = post(&server, "/v1/chat/completions", &wanted("demo", "hello"));
    assert_eq!(refused.status, 401);
    assert_eq!(server.requests()[0].kind, Kind::Title);
}
