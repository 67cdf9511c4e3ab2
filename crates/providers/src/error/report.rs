//! Reads an error out of whatever shape a server wrapped it in. No judgement here: that is `classify`.
//!
//! Shapes seen: `{error: {…}}`, `{error: "text", code}`, the same in a one-item array, the bare object without a
//! wrapper, `{detail: …}`, an object as message, and the real error as JSON text inside `metadata.raw`.

use super::retry_after;
use crate::caps::ERROR_NESTING;
use serde_json::{Map, Value};

/// What a server said about a failure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Report {
    /// From the HTTP head, or a number in the body that can only be a status.
    pub(crate) status: Option<u16>,
    pub(crate) code: Option<String>,
    /// The vendor's `type`, lower case or not.
    pub(crate) class: Option<String>,
    /// A code one level deeper: Azure's reason behind `content_filter`.
    pub(crate) inner_code: Option<String>,
    pub(crate) param: Option<String>,
    pub(crate) message: String,
    /// What the model wrote when the server could not read its call.
    pub(crate) failed_generation: Option<String>,
    pub(crate) wait_ms: Option<u64>,
}

impl Report {
    pub(crate) fn of_text(text: &str) -> Self {
        Self { message: text.to_owned(), ..Self::default() }
    }

    pub(crate) fn of_json(value: &Value) -> Self {
        let mut report = Self::default();
        report.read(value, ERROR_NESTING);
        report
    }

    fn read(&mut self, value: &Value, nesting: u8) {
        let Some(nesting) = nesting.checked_sub(1) else { return };
        match value {
            Value::Array(items) => items.iter().take(1).for_each(|item| self.read(item, nesting)),
            Value::String(text) => text.clone_into(&mut self.message),
            Value::Object(object) => {
                self.read_fields(object);
                for nested in [object.get("message"), object.get("detail")].into_iter().flatten() {
                    self.read_message(nested, nesting);
                }
                match object.get("error") {
                    Some(inner @ (Value::Object(_) | Value::Array(_))) => self.read(inner, nesting),
                    Some(Value::String(text)) if !text.is_empty() => text.clone_into(&mut self.message),
                    _ => {}
                }
                if let Some(raw) = object.get("metadata").and_then(|metadata| metadata.get("raw")) {
                    self.read_raw(raw, nesting);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn read_fields(&mut self, object: &Map<String, Value>) {
        let text = |key: &str| object.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
        let numbers = ["code", "status", "status_code"].iter().filter_map(|key| object.get(*key)?.as_u64());
        for number in numbers {
            if let Ok(status @ 400..=599) = u16::try_from(number) {
                self.status = Some(status);
            }
        }
        // A wrapper `type: "error"` says nothing that the error inside it does not say better.
        let class = text("type").filter(|class| *class != "error");
        let numeric = object.get("code").and_then(Value::as_u64).map(|code| code.to_string());
        let code = text("code").or_else(|| text("status")).or(class).map(str::to_owned).or(numeric);
        set(&mut self.code, code);
        set(&mut self.class, class.map(str::to_owned));
        set(&mut self.param, text("param").map(str::to_owned));
        set(&mut self.failed_generation, text("failed_generation").map(str::to_owned));
        let inner = object.get("innererror").and_then(|inner| inner.get("code")).and_then(Value::as_str);
        set(&mut self.inner_code, inner.map(str::to_owned));
        let details = object.get("details").and_then(Value::as_array).into_iter().flatten();
        let delay =
            details.filter_map(|detail| detail.get("retryDelay")?.as_str()).find_map(retry_after::duration);
        set(&mut self.wait_ms, delay);
    }

    /// `message` or `detail`: a text, an object with a `detail` of its own, or a list of complaints about fields.
    fn read_message(&mut self, message: &Value, nesting: u8) {
        match message {
            Value::String(text) if !text.is_empty() => text.clone_into(&mut self.message),
            Value::Object(_) => self.read(message, nesting),
            Value::Array(complaints) => {
                let Some(first) = complaints.first() else { return };
                if let Some(text) = first.get("msg").and_then(Value::as_str) {
                    text.clone_into(&mut self.message);
                }
                let class = first.get("type").and_then(Value::as_str).map(str::to_owned);
                set(&mut self.inner_code, class);
                let place = first.get("loc").and_then(|place| place.get(1)).and_then(Value::as_str);
                set(&mut self.param, place.map(str::to_owned));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// The error of the provider behind a router, as text.
    fn read_raw(&mut self, raw: &Value, nesting: u8) {
        match raw {
            Value::String(text) => match serde_json::from_str::<Value>(text) {
                Ok(inner) => self.read(&inner, nesting),
                Err(_) if !text.trim().is_empty() => text.clone_into(&mut self.message),
                Err(_) => {}
            },
            Value::Object(_) | Value::Array(_) => self.read(raw, nesting),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

fn set<T>(slot: &mut Option<T>, value: Option<T>) {
    if value.is_some() {
        *slot = value;
    }
}
