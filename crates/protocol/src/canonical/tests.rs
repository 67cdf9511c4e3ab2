use super::*;
use serde_json::json;

fn reference(value: &Value) -> String {
    serde_json_canonicalizer::to_string(value).unwrap()
}

/// SplitMix64: the same values on every run.
fn bits(seed: u64) -> impl Iterator<Item = u64> {
    (1..).map(move |step: u64| {
        let mut mixed = seed.wrapping_add(step.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    })
}

#[test]
fn keys_are_sorted_and_numbers_take_the_ecmascript_form() {
    let value = json!({"b": 1.0, "a": [1e21, 0.000001], "\u{20ac}": "x", "\r": 2});
    assert_eq!(text(&value).unwrap(), "{\"\\r\":2,\"a\":[1e+21,0.000001],\"b\":1,\"\u{20ac}\":\"x\"}");
}

#[test]
fn equal_values_in_another_order_share_a_digest() {
    assert_eq!(digest(&json!({"a": 1, "b": 2})), digest(&json!({"b": 2, "a": 1})));
    assert_ne!(digest(&json!({"a": 1})), digest(&json!({"a": 2})));
    assert_eq!(digest(&json!({})).as_str().len(), 64);
}

#[test]
fn keys_are_in_the_order_of_their_utf_16() {
    // In UTF-8 the private use area comes before what needs surrogates, in UTF-16 behind it.
    let value = json!({"\u{e000}": 1, "\u{1f600}": 2, "z": 3});
    assert_eq!(text(&value).unwrap(), "{\"z\":3,\"\u{1f600}\":2,\"\u{e000}\":1}");
    assert_eq!(text(&value).unwrap(), reference(&value));
}

#[test]
fn numbers_at_the_borders_of_each_form_are_those_of_the_reference() {
    let doubles = [
        0.0,
        -0.0,
        1.0,
        -1.5,
        0.1,
        1e-6,
        1e-7,
        9.99e-7,
        1.5e-9,
        123_456.789,
        1e20,
        1e21,
        1.234e21,
        9e20,
        1e300,
        5e-324,
        f64::MAX,
        f64::MIN_POSITIVE,
        9_007_199_254_740_993.0,
        0.3,
        2.0e-5,
        -1e-10,
        100.0,
        4.5e15,
    ];
    let whole = [json!(i64::MIN), json!(u64::MAX), json!(9_007_199_254_740_993_u64), json!(-7), json!(1_000)];
    for value in doubles.into_iter().map(|double| json!(double)).chain(whole) {
        assert_eq!(text(&value).unwrap(), reference(&value), "{value}");
    }
}

#[test]
fn any_double_is_written_as_the_reference_writes_it() {
    for bits in bits(1).take(20_000) {
        let value = json!(f64::from_bits(bits));
        if value.is_number() {
            assert_eq!(text(&value).unwrap(), reference(&value), "{value}");
        }
    }
}

#[test]
fn texts_are_escaped_as_the_reference_escapes_them() {
    let all: String =
        (0..0x300).filter_map(char::from_u32).chain(['\u{2028}', '\u{ffff}', '\u{10ffff}', '/']).collect();
    let value = json!({ all.clone(): [all, null, true, {}, []] });
    assert_eq!(text(&value).unwrap(), reference(&value));
}
