//! Keys and ranges of keys. Every index has an array key, so that a range is a common beginning.

use fairlead_store::RowKey;
use js_sys::Array;
use rexie::KeyRange;
use wasm_bindgen::JsValue;

pub(crate) fn primary(key: &RowKey) -> JsValue {
    match key {
        RowKey::Receipt(client, submission) => array(&[text(client.as_str()), text(submission.as_str())]),
        RowKey::Journal(run, seq) => array(&[text(run.as_str()), number(seq.0)]),
        RowKey::Thread(_)
        | RowKey::Node(_)
        | RowKey::Run(_)
        | RowKey::Steer(_)
        | RowKey::Approval(_)
        | RowKey::Interaction(_)
        | RowKey::Attachment(_)
        | RowKey::Blob(_)
        | RowKey::Rule(_)
        | RowKey::Connection(_)
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

/// The keys that begin with these parts: an array sorts after everything else that may follow them.
pub(crate) fn beginning(parts: &[JsValue]) -> rexie::Result<KeyRange> {
    from(parts, parts)
}

/// The keys from `lower` on that begin with these parts.
pub(crate) fn from(lower: &[JsValue], parts: &[JsValue]) -> rexie::Result<KeyRange> {
    let end: Array = parts.iter().collect();
    end.push(&Array::new());
    Ok(KeyRange::bound(&array(lower), &end, None, None)?)
}

/// `lower <= key < upper`.
pub(crate) fn between(lower: &[JsValue], upper: &[JsValue]) -> rexie::Result<KeyRange> {
    Ok(KeyRange::bound(&array(lower), &array(upper), None, Some(true))?)
}

pub(crate) fn only(parts: &[JsValue]) -> rexie::Result<KeyRange> {
    Ok(KeyRange::only(&array(parts))?)
}

/// Every array whose first part is at most this number.
pub(crate) fn up_to(number: i64) -> rexie::Result<KeyRange> {
    let end = Array::of1(&JsValue::from(number as f64));
    Ok(KeyRange::upper_bound(&end, None)?)
}
