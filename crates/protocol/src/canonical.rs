//! One form for equal values: RFC 8785 (JCS), and the SHA-256 of it.
//!
//! Receipts, approvals and the guard against identical calls all mean the same thing by "the same".

use crate::ids::Digest;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

/// The RFC 8785 text of a value. `None` only for values JSON cannot say (maps with keys that are not text, NaN).
pub fn text<T: Serialize>(value: &T) -> Option<String> {
    serde_json_canonicalizer::to_string(value).ok()
}

/// SHA-256 over the canonical text. Values that JSON cannot say share the digest of nothing.
pub fn digest<T: Serialize>(value: &T) -> Digest {
    let text = text(value).unwrap_or_default();
    let bytes = Sha256::digest(text.as_bytes());
    Digest(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

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
}
