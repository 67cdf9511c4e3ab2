//! Assertions of the corpus about a JSON body, by JSON pointer.

use super::request::matches;
use serde_json::{Value, json};

/// Whether `wanted` holds for `body`; the error says what is there instead. An unknown operation never holds.
pub(crate) fn hold(wanted: &Value, body: &Value) -> Result<(), String> {
    let word = |key: &str| wanted.get(key).and_then(Value::as_str).unwrap_or_default();
    let value = wanted.get("value").unwrap_or(&Value::Null);
    let at = |key: &str| body.pointer(word(key));
    let found = at("ptr");
    let other = at("ptr2");
    let raw = found.map(Value::to_string).unwrap_or_default();
    let text = found.and_then(Value::as_str).unwrap_or_default();
    let wanted_text = value.as_str().unwrap_or_default();
    let items = || found.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let names = || value.as_array().into_iter().flatten().filter_map(Value::as_str);
    let holds = match word("op") {
        "eq" => found.is_some_and(|found| equal(found, value)),
        "absent" => found.is_none(),
        "present" => found.is_some(),
        "match" => matches(wanted_text, text)?,
        "contains" => text.contains(wanted_text),
        "json_contains" => raw.contains(wanted_text),
        "no_string" => !raw.contains(wanted_text),
        "len" => value.as_u64() == u64::try_from(items().len()).ok(),
        "seq" => {
            let sequence = items().iter().map(|item| item.get(word("key")).cloned().unwrap_or(Value::Null));
            Value::Array(sequence.collect()) == *value
        }
        "no_key" => names().all(|name| found.is_none_or(|found| count_key(found, name) == 0)),
        "absent_any" => names().all(|name| found.is_some_and(|found| found.get(name).is_none())),
        "same" => found.is_some() && found == other,
        "differ" => found != other,
        "not_both" => found.is_none() || other.is_none(),
        "oneof" => value.as_array().is_some_and(|values| values.contains(found.unwrap_or(&Value::Null))),
        "has_item" => items().contains(value),
        "count_key" => {
            let count = found.map_or(0, |found| count_key(found, word("key")));
            ordered(word("cmp"), &json!(count), value)?
        }
        "cmp" => ordered(word("cmp"), found.unwrap_or(&Value::Null), value)?,
        "lt_ptr" => ordered("<", found.unwrap_or(&Value::Null), other.unwrap_or(&Value::Null))?,
        "no_empty_text" => found.is_some_and(has_no_empty_text),
        other => return Err(format!("unknown assertion {other}")),
    };
    if holds {
        Ok(())
    } else {
        Err(format!("{wanted} does not hold: there is {}", if raw.is_empty() { "nothing" } else { &raw }))
    }
}

/// 1 and 1.0 are one number.
fn equal(a: &Value, b: &Value) -> bool {
    a == b || (a.is_number() && b.is_number() && a.as_f64() == b.as_f64())
}

fn ordered(comparison: &str, a: &Value, b: &Value) -> Result<bool, String> {
    let (Some(a), Some(b)) = (a.as_f64(), b.as_f64()) else { return Ok(false) };
    match comparison {
        "<" => Ok(a < b),
        "<=" => Ok(a <= b),
        ">" => Ok(a > b),
        ">=" => Ok(a >= b),
        "==" => Ok((a - b).abs() < f64::EPSILON),
        other => Err(format!("unknown comparison {other}")),
    }
}

fn count_key(value: &Value, name: &str) -> usize {
    match value {
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| usize::from(key == name) + count_key(value, name)).sum()
        }
        Value::Array(items) => items.iter().map(|item| count_key(item, name)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => 0,
    }
}

fn has_no_empty_text(value: &Value) -> bool {
    match value {
        Value::Object(fields) => fields.iter().all(|(key, value)| match value {
            Value::String(text) if key == "text" || key == "content" => !text.trim().is_empty(),
            _ => has_no_empty_text(value),
        }),
        Value::Array(items) => items.iter().all(has_no_empty_text),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
    }
}
