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
    assert_eq!(text(&value), "{\"\\r\":2,\"a\":[1e+21,0.000001],\"b\":1,\"\u{20ac}\":\"x\"}");
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
    assert_eq!(text(&value), "{\"z\":3,\"\u{1f600}\":2,\"\u{e000}\":1}");
    assert_eq!(text(&value), reference(&value));
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
        assert_eq!(text(&value), reference(&value), "{value}");
    }
}

#[test]
fn any_double_is_written_as_the_reference_writes_it() {
    for bits in bits(1).take(20_000) {
        let value = json!(f64::from_bits(bits));
        if value.is_number() {
            assert_eq!(text(&value), reference(&value), "{value}");
        }
    }
}

#[test]
fn texts_are_escaped_as_the_reference_escapes_them() {
    let all: String =
        (0..0x300).filter_map(char::from_u32).chain(['\u{2028}', '\u{ffff}', '\u{10ffff}', '/']).collect();
    let value = json!({ all.clone(): [all, null, true, {}, []] });
    assert_eq!(text(&value), reference(&value));
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// RFC 8785, section 3.2.2: the sample, and the bytes that section 3.2.4 gives for it.
#[test]
fn the_sample_of_the_rfc_has_the_bytes_that_the_rfc_gives() {
    let sample = parsed(
        r#"{
            "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
            "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
            "literals": [null, true, false]
        }"#,
    );
    let bytes = [
        "7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b33333333333333",
        "33332e333333333333332c31652b33302c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282ac24",
        "5c75303030665c6e4127425c225c5c5c5c5c222f227d",
    ];
    let hexadecimal = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert_eq!(hexadecimal(&text(&sample)), bytes.concat());
    let pinned = "2d5e01a318d0f0879ab568c4be289c8b1f64ef8921a53c6277d5e069978baacb";
    assert_eq!(digest(&sample).as_str(), pinned);
}

/// RFC 8785, section 3.2.3.
#[test]
fn the_sorting_example_of_the_rfc_is_in_the_order_of_utf_16() {
    let sample = parsed(
        r#"{
            "\u20ac": "Euro Sign",
            "\r": "Carriage Return",
            "\ufb33": "Hebrew Letter Dalet With Dagesh",
            "1": "One",
            "\ud83d\ude00": "Emoji: Grinning Face",
            "\u0080": "Control",
            "\u00f6": "Latin Small Letter O With Diaeresis"
        }"#,
    );
    let sorted = [
        ("\\r", "Carriage Return"),
        ("1", "One"),
        ("\u{80}", "Control"),
        ("\u{f6}", "Latin Small Letter O With Diaeresis"),
        ("\u{20ac}", "Euro Sign"),
        ("\u{1f600}", "Emoji: Grinning Face"),
        ("\u{fb33}", "Hebrew Letter Dalet With Dagesh"),
    ];
    let fields: Vec<String> = sorted.iter().map(|(key, value)| format!("\"{key}\":\"{value}\"")).collect();
    assert_eq!(text(&sample), format!("{{{}}}", fields.join(",")));
    let pinned = "5e321556d22018a9656991a9e94f77ec175fa193e52a2429d312f8419ec8b08c";
    assert_eq!(digest(&sample).as_str(), pinned);
}

/// RFC 8785, appendix B: the bits of a double, and how it is written. Infinity and NaN are not in JSON.
const NUMBERS: [(u64, &str); 24] = [
    (0x0000_0000_0000_0000, "0"),
    (0x8000_0000_0000_0000, "0"),
    (0x0000_0000_0000_0001, "5e-324"),
    (0x8000_0000_0000_0001, "-5e-324"),
    (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
    (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
    (0x4340_0000_0000_0000, "9007199254740992"),
    (0xc340_0000_0000_0000, "-9007199254740992"),
    (0x4430_0000_0000_0000, "295147905179352830000"),
    (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
    (0x44b5_2d02_c7e1_4af6, "1e+23"),
    (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
    (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
    (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
    (0x444b_1ae4_d6e2_ef50, "1e+21"),
    (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
    (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
    (0x41b3_de43_5555_5553, "333333333.3333332"),
    (0x41b3_de43_5555_5554, "333333333.33333325"),
    (0x41b3_de43_5555_5555, "333333333.3333333"),
    (0x41b3_de43_5555_5556, "333333333.3333334"),
    (0x41b3_de43_5555_5557, "333333333.33333343"),
    (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
    (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
];

#[test]
fn the_number_table_of_the_rfc_is_written_as_it_stands_there_and_read_back_to_the_same_double() {
    for (bits, written) in NUMBERS {
        let double = f64::from_bits(bits);
        assert_eq!(text(&json!(double)), written, "{bits:016x}");
        let read = parsed(written);
        assert_eq!(read.as_f64(), Some(double), "{written}");
        assert_eq!(text(&read), written, "the canonical form of a canonical form is itself");
    }
    assert!(json!(f64::NAN).is_null() && json!(f64::INFINITY).is_null(), "they cannot get this far");
}

/// FIPS 180-2, appendix B, and the empty message.
#[test]
fn sha_256_is_sha_256() {
    for (message, digest) in [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
        ),
    ] {
        assert_eq!(sha256(message.as_bytes()).as_str(), digest, "{message}");
    }
    assert_eq!(digest(&json!({})), sha256(b"{}"));
    assert_eq!(
        digest(&json!({})).as_str(),
        "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    );
}
