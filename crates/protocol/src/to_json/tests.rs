use super::{ToJson, text, value};
use serde::Serialize;
use serde_json::{Value, json};

fn is_as_serde_json_writes<T: ToJson + Serialize + ?Sized>(of: &T) {
    assert_eq!(text(of), serde_json::to_string(of).unwrap());
    assert_eq!(value(of), serde_json::to_value(of).unwrap());
}

#[test]
fn every_character_is_escaped_as_serde_json_escapes_it() {
    let first: String = (0..0x300).filter_map(char::from_u32).collect();
    is_as_serde_json_writes(&first);
    is_as_serde_json_writes("\u{2028}\u{ffff}\u{1f600} \"\\\"");
    is_as_serde_json_writes("");
}

#[test]
fn numbers_are_written_to_the_last_digit() {
    is_as_serde_json_writes(&vec![u64::MAX, 0, 1 << 53]);
    is_as_serde_json_writes(&vec![i64::MIN, -1, i64::MAX]);
    let doubles = json!([0.1, -0.0, 1.0, 1e300, 5e-324, f64::MAX, 1.5e-9, 123_456.789]);
    is_as_serde_json_writes(&doubles);
}

#[test]
fn what_is_nested_is_separated_where_it_must_be() {
    let nested = json!({
        "empty": {}, "none": [], "": "{", "list": [[], {}, "[", ":", null, [1, {"a": [true, false]}]], "z": "a:"
    });
    is_as_serde_json_writes(&nested);
    for plain in [json!(null), json!(true), json!(7), json!("{"), json!([]), json!({})] {
        is_as_serde_json_writes(&plain);
        is_as_serde_json_writes(&json!([plain, plain]));
    }
}

#[test]
fn a_value_may_be_nested_deeper_than_a_reader_follows() {
    let deep = (0..1_000).fold(Value::Null, |inner, _| json!([inner]));
    assert_eq!(value(&deep), deep);
    assert_eq!(text(&deep).len(), 2 * 1_000 + "null".len());
}
