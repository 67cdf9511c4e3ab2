//! One form for equal values: RFC 8785 (JCS), and the SHA-256 of it.
//!
//! Receipts, approvals and the guard against identical calls all mean the same thing by "the same". Written here and not taken from
//! a crate: formatting doubles by tables of its own would be tens of kilobytes of wasm, and `serde_json` has the digits already.

mod number;

use crate::ids::Digest;
use crate::to_json::{self, ToJson};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

/// The RFC 8785 text of a value.
pub fn text<T: ToJson>(value: &T) -> String {
    let mut text = String::new();
    write(&to_json::value(value), &mut text);
    text
}

/// SHA-256 over the canonical text.
pub fn digest<T: ToJson>(value: &T) -> Digest {
    sha256(text(value).as_bytes())
}

pub fn sha256(bytes: &[u8]) -> Digest {
    let mut hash = Hash::default();
    hash.push(bytes);
    hash.digest()
}

/// SHA-256 of bytes that come in pieces.
#[derive(Clone, Debug, Default)]
pub struct Hash(Sha256);

impl Hash {
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    pub fn digest(self) -> Digest {
        Digest(self.0.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
    }
}

fn write(value: &Value, into: &mut String) {
    match value {
        // Texts are escaped no more than they must be.
        Value::Null | Value::Bool(_) | Value::String(_) => into.push_str(&to_json::text(value)),
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
        into.push_str(&to_json::text(key));
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
