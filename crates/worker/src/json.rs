//! Values to and from JavaScript, as JSON: one form on every border, and its length is known before it is read.

use fairlead_protocol::to_json::{self, ToJson};
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

pub(crate) fn to_js<T: ToJson>(value: &T) -> JsValue {
    // What was written as JSON is read as it; if it ever was not, the receiver would refuse an undefined.
    js_sys::JSON::parse(&to_json::text(value)).unwrap_or(JsValue::UNDEFINED)
}

/// `None` for what is too long, has no JSON form or is not a `T`.
pub(crate) fn from_js<T: DeserializeOwned>(value: &JsValue, most_bytes: usize) -> Option<T> {
    let text = js_sys::JSON::stringify(value).ok()?.as_string()?;
    if text.len() > most_bytes {
        return None;
    }
    serde_json::from_str(&text).ok()
}
