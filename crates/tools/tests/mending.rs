//! What weak models write, and what is made of it; and what is left alone, because it could mean something else.

#![cfg(test)]

use fairlead_protocol::conversation::{BrokenArgs, CallArgs};
use fairlead_tools::{catalogue, descriptor, is_readable, meant, mended, parse};
use serde_json::{Value, json};

fn mend(tool: &str, given: &Value) -> Value {
    mended(descriptor(tool).unwrap(), given)
}

#[test]
fn what_can_be_read_in_one_way_only_is_read_so() {
    let page = "https://shop.example/a?b=1#c";
    let table = [
        // Numbers and truths as texts, and numbers with an empty fraction.
        (
            "read_page",
            json!({"max_tokens": "3000", "tab_id": " 7 "}),
            json!({"max_tokens": 3000, "tab_id": 7}),
        ),
        ("read_page", json!({"max_tokens": 3000.0}), json!({"max_tokens": 3000})),
        ("click", json!({"double": "true"}), json!({"double": true})),
        ("click", json!({"double": "False"}), json!({"double": false})),
        // A number where a text is taken.
        ("find_in_page", json!({"query": 2024}), json!({"query": "2024"})),
        ("type", json!({"text": 42.5}), json!({"text": "42.5"})),
        // One where a list is meant, and a list as a text.
        ("select_option", json!({"options": "M"}), json!({"options": ["M"]})),
        ("select_option", json!({"options": 38}), json!({"options": ["38"]})),
        ("select_option", json!({"options": "[\"M\", \"L\"]"}), json!({"options": ["M", "L"]})),
        (
            "plan_update",
            json!({"steps": {"text": 1, "status": "Done"}}),
            json!({"steps": [{"text": "1", "status": "done"}]}),
        ),
        (
            "plan_update",
            json!({"steps": "[{\"text\": \"Look\", \"status\": null}]"}),
            json!({"steps": [{"text": "Look"}]}),
        ),
        // `null` for what may be left out.
        ("read_page", json!({"mode": null, "scope": null, "tab_id": null}), json!({})),
        ("click", json!({"double": null}), json!({})),
        // Words in another case.
        ("read_page", json!({"mode": "Snapshot"}), json!({"mode": "snapshot"})),
        ("scroll", json!({"direction": " DOWN"}), json!({"direction": "down"})),
        // Refs as they stand in a snapshot.
        ("click", json!({"ref": "[ref=s1_2]"}), json!({"ref": "s1_2"})),
        ("click", json!({"ref": " ref=s1_2"}), json!({"ref": "s1_2"})),
        ("extract", json!({"scope": "[s1f3_12]"}), json!({"scope": "s1f3_12"})),
        // Addresses without a scheme.
        ("navigate", json!({"url": "shop.example"}), json!({"url": "https://shop.example"})),
        ("navigate", json!({"url": " shop.example:8443/a "}), json!({"url": "https://shop.example:8443/a"})),
        ("tab_open", json!({"url": "//shop.example/a?b=1#c"}), json!({"url": page})),
        ("tab_open", json!({"url": "例子.中国/路"}), json!({"url": "https://例子.中国/路"})),
        // The same key in another case.
        ("read_page", json!({"tabId": 3, "maxTokens": "500"}), json!({"tab_id": 3, "max_tokens": 500})),
        // An object as a text, with or without fences, and nothing for an empty one.
        ("tabs_list", json!(""), json!({})),
        ("tabs_list", json!(null), json!({})),
        ("find_in_page", json!("{\"query\": \"size\"}"), json!({"query": "size"})),
        ("find_in_page", json!("```json\n{\"query\": \"size\"}\n```"), json!({"query": "size"})),
        // Line ends that were escaped twice.
        (
            "type",
            json!({"text": "Dear Ann,\\nthank you.\\n\\nBest, Bo"}),
            json!({"text": "Dear Ann,\nthank you.\n\nBest, Bo"}),
        ),
        ("type", json!({"text": "To do:\\n- milk\\n- bread"}), json!({"text": "To do:\n- milk\n- bread"})),
        ("type", json!({"text": "你好，\\n谢谢。"}), json!({"text": "你好，\n谢谢。"})),
    ];
    for (tool, given, meant) in table {
        assert_eq!(mend(tool, &given), meant, "{tool} {given}");
        assert_eq!(mend(tool, &meant), meant, "what is right stays as it is");
    }
}

#[test]
fn what_could_mean_something_else_is_left_as_it_is() {
    let table = [
        ("read_page", json!({"max_tokens": "about 3000"})),
        ("read_page", json!({"max_tokens": "3000.5"})),
        ("read_page", json!({"max_tokens": ""})),
        ("click", json!({"double": "yes", "ref": 3})),
        ("click", json!({"double": 1})),
        ("find_in_page", json!({"query": null})),
        ("find_in_page", json!({"query": ["a"]})),
        ("find_in_page", json!({"text": "a"})),
        ("find_in_page", json!({"query": "a\\nb"})),
        ("select_option", json!({"options": ["[\"M\"]"]})),
        ("read_page", json!({"tab_id": 3, "tabId": 4})),
        ("navigate", json!({"url": "javascript:alert(1.com)"})),
        ("navigate", json!({"url": "mailto:ann@shop.example"})),
        ("navigate", json!({"url": "data:text/html,a.com"})),
        ("navigate", json!({"url": "localhost:8080"})),
        ("navigate", json!({"url": "/basket"})),
        ("navigate", json!({"url": "ann@shop.example"})),
        ("navigate", json!({"url": "the shop. example"})),
        ("navigate", json!({"url": "http://shop.example"})),
        ("wait_for", json!({"url": "shop.example/thanks"})),
        ("type", json!({"text": "C:\\new"})),
        ("type", json!({"text": "see D:\\notes\\new"})),
        ("type", json!({"text": "\\node"})),
        ("type", json!({"text": "the pattern a\\nb matches"})),
        ("type", json!({"text": "one\ntwo\\nThree"})),
        ("type", json!({"text": "a tab\\tand a line.\\nB"})),
        ("tabs_list", json!("all")),
        ("tabs_list", json!([])),
    ];
    for (tool, given) in table {
        assert_eq!(mend(tool, &given), given, "{tool}");
    }
}

#[test]
fn a_mended_call_is_still_checked_and_unknown_fields_stay_errors() {
    let wrong = |tool: &str, given: Value| parse(descriptor(tool).unwrap(), &given).unwrap_err().to_string();
    assert!(wrong("read_page", json!({"max_tokens": "many"})).contains("`max_tokens` must be"));
    assert!(wrong("find_in_page", json!("{\"words\": \"size\"}")).contains("unknown field `words`"));
    assert!(wrong("click", json!({"element": "Buy", "ref": "[ref=]"})).contains("`ref` must be"));
    assert!(
        wrong("select_option", json!({"element": "Size", "ref": "s1_2", "options": null}))
            .contains("`options`")
    );
}

#[test]
fn mending_twice_is_mending_once_for_every_tool() {
    let odd = [
        json!("[ref=[ref=x]]"),
        json!("7"),
        json!("a.b"),
        json!("x.\\nY"),
        json!(" True "),
        json!(2.0),
        json!(null),
    ];
    for tool in catalogue() {
        let schema = fairlead_tools::specs().into_iter().find(|spec| spec.name == tool.name).unwrap().schema;
        for key in schema["properties"].as_object().unwrap().keys() {
            for value in &odd {
                let once = mended(tool, &json!({key.as_str(): value}));
                assert_eq!(mended(tool, &once), once, "{} {key} {value}", tool.name);
            }
        }
    }
}

#[test]
fn arguments_that_came_between_fences_are_read_and_those_that_were_cut_are_not() {
    let broken = |raw: &str, why| CallArgs::Broken { raw: raw.to_owned(), why };
    let find = descriptor("find_in_page").unwrap();
    let fenced = broken("```json\n{\"query\": \"size\"}\n```", BrokenArgs::InvalidJson);
    assert_eq!(meant(find, &fenced), Some(json!({"query": "size"})));
    assert!(is_readable(&fenced));
    for unreadable in [
        broken("{\"query\": ", BrokenArgs::InvalidJson),
        broken("```json\n{\"query\": \"size\"}\n```", BrokenArgs::Truncated),
        broken("``` [1] ```", BrokenArgs::InvalidJson),
    ] {
        assert_eq!((meant(find, &unreadable), is_readable(&unreadable)), (None, false), "{unreadable:?}");
    }
}
