//! One form for equal values: RFC 8785 (JCS), and the SHA-256 of it.
//!
//! Receipts, approvals and the guard against identical calls all mean the same thing by "the same". Written here and not taken from
//! a crate: formatting doubles by tables of its own would be tens of kilobytes of wasm, and `serde_json` has the digits already.

mod number;

use crate::ids::Digest;
use serde::Serialize;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

/// The RFC 8785 text of a value. `None` only for values JSON cannot say (maps with keys that are not text).
pub fn text<T: Serialize>(value: &T) -> Option<String> {
    serde_json::to_value(value).ok().map(|value| {
        let mut text = String::new();
        write(&value, &mut text);
        text
    })
}

/// SHA-256 over the canonical text. Values that JSON cannot say share the digest of nothing.
pub fn digest<T: Serialize>(value: &T) -> Digest {
    let text = text(value).unwrap_or_default();
    sha256(text.as_bytes())
}

pub fn sha256(bytes: &[u8]) -> Digest {
    let bytes = Sha256::digest(bytes);
    Digest(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn write(value: &Value, into: &mut String) {
    match value {
        // As `serde_json` writes them: texts are escaped no more than they must be.
        Value::Null | Value::Bool(_) | Value::String(_) => into.push_str(&value.to_string()),
        Value::Number(number) => number::write(number, into),
        Value::Array(items) => {
            into.push('[');
            for (at, item) in items.iter().enumerate() {
                separate(at, into);
                write(item, into);
            }
            into.push(']');
        }
        Value::Object(fields) => write_object(fields, into),
    }
}

/// Keys in the order of their UTF-16 code units.
fn write_object(fields: &Map<String, Value>, into: &mut String) {
    let mut sorted: Vec<(&String, &Value)> = Vec::with_capacity(fields.len());
    for field in fields {
        // The map is in the order of UTF-8, which is nearly always the same: the place is at the end.
        let place = sorted.partition_point(|(key, _)| key.encode_utf16().lt(field.0.encode_utf16()));
        sorted.insert(place, field);
    }
    into.push('{');
    for (at, (key, value)) in sorted.into_iter().enumerate() {
        separate(at, into);
        into.push_str(&Value::from(key.as_str()).to_string());
        into.push(':');
        write(value, into);
    }
    into.push('}');
}

fn separate(at: usize, into: &mut String) {
    if at > 0 {
        into.push(',');
    }
}

#[cfg(test)]
mod tests;
