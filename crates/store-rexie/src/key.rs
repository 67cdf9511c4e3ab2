//! Keys and ranges of keys. Every index has an array key, so that a range is a common beginning.

use fairlead_protocol::run::RunState;
use fairlead_protocol::to_json;
use fairlead_store::RowKey;
use js_sys::Array;
use rexie::KeyRange;
use wasm_bindgen::JsValue;

pub(crate) fn primary(key: &RowKey) -> JsValue {
    match key {
        RowKey::Receipt(client, submission) => array(&[text(client.as_str()), text(submission.as_str())]),
        RowKey::Journal(run, seq) => array(&[text(run.as_str()), number(seq.0)]),
        RowKey::ExchangeBody(exchange, side) => array(&[text(exchange.as_str()), text(side.name())]),
        RowKey::Thread(_)
        | RowKey::Node(_)
        | RowKey::Run(_)
        | RowKey::Steer(_)
        | RowKey::Approval(_)
        | RowKey::Interaction(_)
        | RowKey::Attachment(_)
        | RowKey::Blob(_)
        | RowKey::Rule(_)
        | RowKey::Memory(_)
        | RowKey::Connection(_)
        | RowKey::Exchange(_)
        | RowKey::Settings => text(&key.id()),
    }
}

pub(crate) fn text(text: &str) -> JsValue {
    JsValue::from_str(text)
}

/// Exact up to 2^53, which no count here reaches.
pub(crate) fn number(number: u64) -> JsValue {
    JsValue::from_f64(number as f64)
}

pub(crate) fn array(parts: &[JsValue]) -> JsValue {
    parts.iter().collect::<Array>().into()
}

/// A state as `phase.state` is written.
pub(crate) fn state(state: RunState) -> JsValue {
    // A variant without fields is written as its name; a key that nothing has would only find nothing.
    let name = to_json::value(&state);
    text(name.as_str().unwrap_or_default())
}

/// `lower <= key <= upper`.
pub(crate) struct Range {
    lower: JsValue,
    upper: JsValue,
}

impl Range {
    pub(crate) fn only(key: JsValue) -> Self {
        Self { lower: key.clone(), upper: key }
    }

    pub(crate) fn between(lower: &[JsValue], upper: &[JsValue]) -> Self {
        Self { lower: array(lower), upper: array(upper) }
    }

    /// The keys that begin with these parts: an array sorts after everything else that may follow them.
    pub(crate) fn beginning(parts: &[JsValue]) -> Self {
        Self::onwards(parts, parts)
    }

    /// The keys from `lower` on that begin with these parts.
    pub(crate) fn onwards(lower: &[JsValue], parts: &[JsValue]) -> Self {
        let end: Array = parts.iter().collect();
        end.push(&Array::new());
        Self { lower: array(lower), upper: end.into() }
    }

    /// Every array whose first part is at most this number: the empty one is the first of all.
    pub(crate) fn up_to(number: i64) -> Self {
        Self::between(&[], &[JsValue::from(number as f64)])
    }

    pub(crate) fn for_database(self) -> rexie::Result<KeyRange> {
        Ok(KeyRange::bound(&self.lower, &self.upper, None, None)?)
    }
}
