use super::Shape::{Any, Count, Keep, List, Nothing, Object};
use super::*;
use serde_json::{Value, json};

const SHAPE: Shape = Object(&[
    ("id", Any),
    ("list", List(&Object(&[("say", Keep(0)), ("at", Count(1)), ("inner", Object(&[("none", Nothing)]))]))),
]);

fn said(data: &str) -> Option<(String, Option<u64>)> {
    let kept = pick(data, &SHAPE)?;
    Some((kept[0].said()?.into_owned(), kept[1].number()))
}

#[test]
fn a_form_is_read_with_its_white_space_and_its_fields_in_any_order() {
    let expected = Some(("a".to_owned(), Some(7)));
    assert_eq!(said(r#"{"id":"x","list":[{"say":"a","at":7}]}"#), expected);
    assert_eq!(said(" { \"list\" : [ {\n\"at\" : 7 , \"say\" : \"a\" } ] , \"id\" : 3 } "), expected);
    assert_eq!(said(r#"{"list":[]}"#), Some((String::new(), None)));
    assert_eq!(said(r#"{"list":[{}],"id":null}"#), Some((String::new(), None)));
}

#[test]
fn what_is_of_another_form_is_left_alone() {
    for other in [
        r#"{"other":1}"#,
        r#"{"list":[{"say":"a"},{"say":"b"}]}"#,
        r#"{"list":[{"say":"a"}],"list":[{}]}"#,
        r#"{"id":1,"id":2}"#,
        r#"{"list":[{"inner":{"none":null},"inner":{}}]}"#,
        r#"{"list":[{"say":["a"]}]}"#,
        r#"{"list":[{"say":true}]}"#,
        r#"{"list":[{"say":1}]}"#,
        r#"{"list":[{"at":"1"}]}"#,
        r#"{"list":"a"}"#,
        r#"{"id":1.5}"#,
        r#"{"id":-1}"#,
        r#"{"id":01}"#,
        r#"{"id":"\x"}"#,
        r#"{"id":"\u12"}"#,
        "{\"id\":\"\n\"}",
        r#"{"id":1} {}"#,
        r#"{"id":1,}"#,
        r#"{"id":1"#,
        r#"{"id":nul}"#,
        "[]",
        "",
    ] {
        assert_eq!(said(other), None, "{other}");
    }
}

#[test]
fn texts_are_what_the_tree_would_say() {
    let texts = [r"\n\t\r\b\f\/\\", r#"\""#, r"\u00e9\u6e29", r"\ud83c\udf21", r"a\u0000b", "é🍌"];
    for text in texts {
        let data = format!(r#"{{"list":[{{"say":"{text}"}}]}}"#);
        let tree: Value = serde_json::from_str(&data).unwrap();
        assert_eq!(json!(said(&data).unwrap().0), tree["list"][0]["say"], "{text}");
    }
    for broken in [r"\ud83c", r"\ud83c\n", r"\ud83c\u0041", r"\udf21", r"\u+123", r"\u12"] {
        let data = format!(r#"{{"list":[{{"say":"{broken}"}}]}}"#);
        assert!(serde_json::from_str::<Value>(&data).is_err(), "{broken}");
        assert_eq!(said(&data), None, "{broken}");
    }
}
