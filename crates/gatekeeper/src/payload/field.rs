//! What a control says about the text that goes into it: by its kind, by what browsers are told to fill in, or by what it is called.

use super::kept::NAMES;
use crate::case::Case;
use crate::reason::PayloadClass;
use crate::registry::Category;
use crate::request::Field;
use fairlead_protocol::lower::lower;
use serde_json::Value;

/// What fields for a secret are called besides, in lower case.
const CODES: &[&str] = &["otp", "digit code", "verification code", "authentication code"];
const CARDS: &[&str] = &["card number", "card no", "cardnumber", "卡号"];
/// A secret by its first word, and a postal code in India.
const POSTAL: &[&str] = &["pin code", "pincode"];

pub(super) fn class(case: &Case<'_>) -> Option<PayloadClass> {
    let field = case.request.target.field.as_ref()?;
    let carries_text = ["text", "value", "values", "options", "key"].iter().any(|name| {
        match case.request.call.params.get(name) {
            Some(Value::String(text)) => !text.is_empty(),
            Some(Value::Array(items)) => !items.is_empty(),
            Some(Value::Number(_)) => true,
            Some(Value::Null | Value::Bool(_) | Value::Object(_)) | None => false,
        }
    });
    if case.tool.category != Category::Fill || !carries_text {
        return None;
    }
    by_purpose(field).or_else(|| by_name(&lower(&field.label)))
}

fn by_purpose(field: &Field) -> Option<PayloadClass> {
    let says = |wanted: &[&str]| {
        field
            .autocomplete
            .split_ascii_whitespace()
            .any(|token| wanted.iter().any(|word| token.eq_ignore_ascii_case(word)))
    };
    if field.kind.eq_ignore_ascii_case("password")
        || says(&["current-password", "new-password", "one-time-code"])
    {
        Some(PayloadClass::Password)
    } else if says(&["cc-number", "cc-csc"]) {
        Some(PayloadClass::CardNumber)
    } else {
        None
    }
}

fn by_name(label: &str) -> Option<PayloadClass> {
    let is_called = |names: &[&str]| names.iter().any(|name| holds_word(label, name));
    if is_called(CARDS) {
        Some(PayloadClass::CardNumber)
    } else if (is_called(NAMES) || is_called(CODES)) && !is_called(POSTAL) {
        Some(PayloadClass::Password)
    } else {
        None
    }
}

/// Not as a part of another word; in Chinese no border is written.
fn holds_word(text: &str, word: &str) -> bool {
    let is_border = |c: Option<char>| c.is_none_or(|c| !c.is_ascii_alphanumeric());
    text.match_indices(word).any(|(at, word)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + word.len()..).and_then(|after| after.chars().next());
        is_border(before) && is_border(after)
    })
}
