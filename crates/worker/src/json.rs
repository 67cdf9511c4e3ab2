//! Values to and from JavaScript, as JSON: one form on every border, and its length is known before it is read.

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsValue;

pub(crate) fn to_js<T: Serialize>(value: &T) -> JsValue {
    // Our own types have nothing that JSON cannot say; if one ever had, the receiver would refuse an undefined.
    serde_json::to_string(value)
        .ok()
        .and_then(|text| js_sys::JSON::parse(&text).ok())
        .unwrap_or(JsValue::UNDEFINED)
}

/// `None` for what is too long, has no JSON form or is not a `T`.
pub(crate) fn from_js<T: DeserializeOwned>(value: &JsValue, most_bytes: usize) -> Option<T> {
    let text = js_sys::JSON::stringify(value).ok()?.as_string()?;
    if text.len() > most_bytes {
        return None;
    }
    serde_json::from_str(&text).ok()
}
