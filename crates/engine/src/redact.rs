//! Stand-ins for what was written and read. Equal texts have equal stand-ins and a stand-in says how long its text was, so that a
//! Run can be followed without what it was about. They are numbered and not hashed: the hash of a short text gives it away.

use crate::fault::{Fault, active};
use fairlead_gatekeeper::Origin;
use fairlead_tools::{Descriptor, descriptor, parse};
use serde_json::{Map, Value};

/// Keys whose texts are words of ours: ids, codes and names of kinds. Whatever stands under another key is replaced.
const OURS: [&str; 30] = [
    "type",
    "id",
    "thread",
    "turn",
    "parent",
    "call",
    "reply",
    "call_id",
    "approval",
    "interaction",
    "document",
    "trust",
    "code",
    "why",
    "delivery",
    "scope",
    "media_type",
    "kind",
    "role",
    "state",
    "stop",
    "verdict",
    "standing",
    "lacks",
    "missing",
    "operation",
    "results",
    "until",
    "kept",
    "node",
];
/// Keys of a journal's entry that name a place or a print of content.
const PRINTS: [&str; 3] = ["digest", "print", "fingerprint"];
const LONGEST_WORD: usize = 128;

#[derive(Default)]
pub(crate) struct Redactor {
    texts: Vec<String>,
    sites: Vec<String>,
}

impl Redactor {
    /// What is empty stays so.
    pub(crate) fn text(&mut self, text: &str) -> String {
        if text.is_empty() {
            return String::new();
        }
        let number = number(&mut self.texts, text);
        format!("[text {number}: {} bytes, {} characters]", text.len(), text.chars().count())
    }

    /// An address, or the origin of one: which site it is, is not told; whether it is the same one, is.
    fn address(&mut self, text: &str) -> String {
        let Some(origin) = Origin::parse(text) else { return self.text(text) };
        let is_site = text.trim_end_matches('/') == origin.to_string();
        let site = format!("https://site-{}.invalid", number(&mut self.sites, &origin.to_string()));
        if is_site {
            return site;
        }
        format!("{site}/{}", number(&mut self.texts, text))
    }

    /// A node's body, an environment: everything but words of ours is replaced.
    pub(crate) fn content(&mut self, value: &mut Value) {
        match value {
            Value::Object(fields) if fields.contains_key("arguments") => {
                let tool = fields.get("tool").and_then(Value::as_str).and_then(descriptor);
                for (key, value) in fields.iter_mut() {
                    match (key.as_str(), tool) {
                        ("tool", Some(_)) => {}
                        ("arguments", tool) => self.arguments(tool, value),
                        _ => self.field(key, value),
                    }
                }
            }
            Value::Object(fields) => self.fields(fields),
            Value::Array(items) => items.iter_mut().for_each(|item| self.content(item)),
            Value::String(text) => *text = self.text(text),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn fields(&mut self, fields: &mut Map<String, Value>) {
        for (key, value) in fields.iter_mut() {
            self.field(key, value);
        }
    }

    fn field(&mut self, key: &str, value: &mut Value) {
        match value {
            Value::String(text) if key == "url" || key == "origin" => *text = self.address(text),
            Value::String(text) if OURS.contains(&key) && is_word(text) => {}
            Value::Array(items) => items.iter_mut().for_each(|item| self.field(key, item)),
            other => self.content(other),
        }
    }

    /// An entry of the journal holds ids, codes and counts. Sites and prints are replaced, and whatever is no word.
    pub(crate) fn entry(&mut self, key: &str, value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for (key, value) in fields.iter_mut() {
                    self.entry(key, value);
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.entry(key, item)),
            Value::String(text) if key == "origin" || Origin::parse(text).is_some() => {
                *text = self.address(text);
            }
            Value::String(text) if PRINTS.contains(&key) || !is_word(text) => *text = self.text(text),
            Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Arguments that hold still hold, and those that do not still do not.
    fn arguments(&mut self, tool: Option<&Descriptor>, arguments: &mut Value) {
        let value = arguments.get("value").cloned();
        let held = tool.zip(value.as_ref()).is_some_and(|(tool, value)| parse(tool, value).is_ok());
        match (arguments.get_mut("value"), tool) {
            (Some(Value::Object(fields)), Some(tool)) if held => {
                for (key, value) in fields.iter_mut() {
                    self.argument(tool, key, value);
                }
            }
            (Some(value), _) => *value = Value::from(self.text(&value.to_string())),
            (None, _) => self.content(arguments),
        }
    }

    fn argument(&mut self, tool: &Descriptor, key: &str, value: &mut Value) {
        match value {
            Value::String(text) if tool.offers(key, text) || is_ref(key, text) || is_id(key, text) => {}
            Value::String(text) if key == "url" => *text = self.address(text),
            Value::String(_) if active(Fault::ArgumentLeftIn) => {}
            Value::String(text) => *text = self.text(text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.argument(tool, key, item)),
            Value::Object(fields) => {
                for (key, value) in fields.iter_mut() {
                    self.argument(tool, key, value);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// Counted from 1, in the order of their appearance.
fn number(seen: &mut Vec<String>, text: &str) -> usize {
    match seen.iter().position(|one| one == text) {
        Some(place) => place + 1,
        None => {
            seen.push(text.to_owned());
            seen.len()
        }
    }
}

fn is_word(text: &str) -> bool {
    text.len() <= LONGEST_WORD
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.:/+".contains(&byte))
}

/// A name that we gave: the id of a node, which is that of a memory too.
fn is_id(key: &str, text: &str) -> bool {
    key == "id"
        && text
            .strip_prefix("n_")
            .is_some_and(|rest| rest.len() <= 32 && rest.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// A name that the snapshot gave: `s{document nonce}_{n}`, with or without the frame.
fn is_ref(key: &str, text: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    ["ref", "scope", "ref_gone"].contains(&key)
        && text.strip_prefix('s').and_then(|rest| rest.split_once('_')).is_some_and(|(nonce, count)| {
            nonce.len() <= 16 && nonce.bytes().all(|byte| byte.is_ascii_alphanumeric()) && is_number(count)
        })
}
