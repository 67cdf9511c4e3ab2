//! What a model meant, where it wrote something else and there is no second way to read it: a number as a text, one text where a
//! list is taken, a ref with its brackets, an address without its scheme. What is left is checked as strictly as ever: nothing is
//! guessed, and unknown fields stay errors. The call is judged, shown and made as it stands here; stored is what was sent.

use crate::argument::{Field, Shape};
use crate::declaration::Descriptor;
use fairlead_protocol::conversation::{BrokenArgs, CallArgs};
use serde_json::{Map, Number, Value};
use std::borrow::Cow;

/// The arguments of a call as they are meant. `None`: they cannot be read.
pub fn meant(descriptor: &Descriptor, arguments: &CallArgs) -> Option<Value> {
    Some(mended(descriptor, given(arguments)?.as_ref()))
}

/// Whether there are arguments at all, right or wrong.
pub fn is_readable(arguments: &CallArgs) -> bool {
    given(arguments).is_some()
}

fn given(arguments: &CallArgs) -> Option<Cow<'_, Value>> {
    match arguments {
        CallArgs::Parsed { value } => Some(Cow::Borrowed(value)),
        CallArgs::Broken { raw, why: BrokenArgs::InvalidJson } => object_in(raw).map(Cow::Owned),
        CallArgs::Broken { why: BrokenArgs::Truncated, .. } => None,
    }
}

pub fn mended(descriptor: &Descriptor, arguments: &Value) -> Value {
    let object = match arguments {
        Value::Null => Some(Value::Object(Map::new())),
        Value::String(text) if text.trim().is_empty() => Some(Value::Object(Map::new())),
        Value::String(text) => object_in(text),
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => None,
    };
    let given = object.as_ref().unwrap_or(arguments);
    let Value::Object(given) = given else { return arguments.clone() };
    of_fields(descriptor.fields, given)
}

fn of_fields(fields: &[Field], given: &Map<String, Value>) -> Value {
    let mut mended = Map::new();
    for (key, value) in given {
        let field = field_of(fields, given, key);
        match field {
            // Left out and `null` are the same where a field may be left out.
            Some(field) if value.is_null() && !field.required => {}
            Some(field) => {
                mended.insert(field.key.to_owned(), of_shape(field.shape, value));
            }
            None => {
                mended.insert(key.clone(), value.clone());
            }
        }
    }
    Value::Object(mended)
}

/// The declared field of this key, or of one that is the same in another case: `tabId` for `tab_id`.
fn field_of<'a>(fields: &'a [Field], given: &Map<String, Value>, key: &str) -> Option<&'a Field> {
    let same = |declared: &str| {
        let letters = |text: &str| text.chars().filter(|c| *c != '_' && *c != '-').collect::<String>();
        letters(declared).eq_ignore_ascii_case(&letters(key))
    };
    let exact = fields.iter().find(|field| field.key == key);
    exact.or_else(|| fields.iter().find(|field| same(field.key) && !given.contains_key(field.key)))
}

fn of_shape(shape: Shape, value: &Value) -> Value {
    let mended = match (shape, value) {
        (Shape::Flag, Value::String(text)) => flag(text),
        (Shape::Count | Shape::Number, Value::String(text)) => number(text).and_then(whole),
        (Shape::Count | Shape::Number, Value::Number(number)) => number.as_f64().and_then(whole),
        (Shape::Text | Shape::Prose, Value::Number(number)) => Some(Value::from(number.to_string())),
        (Shape::Prose, Value::String(text)) => layout(text).map(Value::from),
        (Shape::Texts, Value::String(text)) => {
            Some(list_in(text).unwrap_or_else(|| Value::from(vec![text.as_str()])))
        }
        (Shape::Texts, Value::Number(number)) => Some(Value::from(vec![number.to_string()])),
        (Shape::Numbers, Value::Array(items)) => {
            Some(items.iter().map(|item| of_shape(Shape::Number, item)).collect())
        }
        (Shape::Numbers, Value::Number(_)) => Some(Value::from(vec![of_shape(Shape::Number, value)])),
        (Shape::Objects(fields), Value::String(text)) => serde_json::from_str(unfenced(text))
            .ok()
            .filter(Value::is_array)
            .map(|list| objects(fields, &list)),
        (Shape::Objects(fields), list) => Some(objects(fields, list)),
        (Shape::Choice(words), Value::String(text)) => {
            let word = words.iter().find(|word| word.eq_ignore_ascii_case(text.trim()));
            word.map(|word| Value::from(*word))
        }
        (Shape::Ref, Value::String(text)) => Some(Value::from(reference(text))),
        (Shape::Address, Value::String(text)) => Some(Value::from(address(text))),
        _ => None,
    };
    mended.unwrap_or_else(|| value.clone())
}

/// A list of objects, or one where a list of one is meant.
fn objects(fields: &[Field], value: &Value) -> Value {
    match value {
        Value::Object(one) => Value::from(vec![of_fields(fields, one)]),
        Value::Array(items) => {
            let item = |item: &Value| match item {
                Value::Object(one) => of_fields(fields, one),
                other => other.clone(),
            };
            items.iter().map(item).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

fn flag(text: &str) -> Option<Value> {
    match text.trim() {
        "true" | "True" | "TRUE" => Some(Value::Bool(true)),
        "false" | "False" | "FALSE" => Some(Value::Bool(false)),
        _ => None,
    }
}

/// As JSON writes it, or with a plus before it: the reader of numbers is there already, and Rust's own has ten kilobytes of tables.
fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    serde_json::from_str::<Number>(text.strip_prefix('+').unwrap_or(text)).ok()?.as_f64()
}

/// Without a fraction, and small enough to be exact.
fn whole(number: f64) -> Option<Value> {
    (number.fract() == 0.0 && number.abs() <= f64::from(u32::MAX)).then(|| Value::from(number as i64))
}

/// A JSON object that was written as a text, perhaps between fences.
fn object_in(text: &str) -> Option<Value> {
    serde_json::from_str(unfenced(text)).ok().filter(Value::is_object)
}

fn list_in(text: &str) -> Option<Value> {
    let list: Value = serde_json::from_str(text.trim()).ok()?;
    list.as_array()?.iter().all(Value::is_string).then_some(list)
}

fn unfenced(text: &str) -> &str {
    let inside = text.trim().strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    let Some(inside) = inside else { return text.trim() };
    // What stands behind the opening fence names the language.
    let body = inside.split_once('\n').filter(|(language, _)| !language.contains('{'));
    body.map_or(inside, |(_, body)| body).trim()
}

/// `[ref=s1_2]`, `ref=s1_2` and `[s1_2]` are `s1_2`.
fn reference(text: &str) -> &str {
    let text = text.trim();
    let inside = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let name = inside.strip_prefix("ref=").unwrap_or(inside).trim();
    if name.contains(['[', ']', '=']) { text } else { name }
}

/// A host without its scheme is one of the web. Whatever could be a scheme of its own is left as it is.
fn address(text: &str) -> String {
    let text = text.trim();
    let rest = text.strip_prefix("//").unwrap_or(text);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, port) = authority.split_once(':').unwrap_or((authority, "0"));
    let labels = || host.split('.');
    let is_host = labels().count() > 1
        && labels().all(|label| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-'))
        && labels()
            .next_back()
            .is_some_and(|last| last.chars().count() > 1 && last.chars().all(char::is_alphabetic));
    if is_host && port.parse::<u16>().is_ok() { format!("https://{rest}") } else { text.to_owned() }
}

/// Line ends that were escaped twice. Only if all that is escaped is layout and none of it could be part of a path or a pattern.
fn layout(text: &str) -> Option<String> {
    if !text.contains("\\n") || text.contains('\n') {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut before: Option<char> = None;
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.push(c);
            before = Some(c);
            continue;
        }
        if rest.next()? != 'n' {
            return None;
        }
        let ends_a_line =
            before.is_some_and(|before| before.is_whitespace() || ".,:;!?)。，：；！？）".contains(before));
        let begins_one = rest.peek().is_none_or(|next| !next.is_ascii_lowercase() && !next.is_ascii_digit());
        if before.is_none() || is_drive(&out) || !(ends_a_line || begins_one) {
            return None;
        }
        out.push('\n');
        before = Some('\n');
    }
    Some(out)
}

/// `C:` before a backslash is where a path begins.
fn is_drive(text: &str) -> bool {
    let mut back = text.chars().rev();
    back.next() == Some(':')
        && back.next().is_some_and(|letter| letter.is_ascii_alphabetic())
        && back.next().is_none_or(|before| !before.is_alphanumeric())
}
