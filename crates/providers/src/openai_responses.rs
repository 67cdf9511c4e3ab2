//! The OpenAI Responses wire and what imitates it, without state on the server: nothing is stored there, and what it thought goes back
//! encrypted.
//!
//! `request` and `input` make the body; `assembly`, `item` and `usage` read the answer.

mod assembly;
mod input;
mod item;
mod request;
mod usage;

use crate::arrange::Record;
use crate::fields::{list, text, word};
use serde_json::Value;

pub(crate) use assembly::Assembly;
pub(crate) use request::{body, url};

/// The items of a reply, as they came.
const RECORD: Record = Record { format: "openai-responses.items", call_id, is_text };

/// Of the call, not of the item: that one the server would look up.
fn call_id(item: &Value) -> Option<&str> {
    word(item, "call_id").filter(|_| text(item, "type") == "function_call")
}

fn is_text(item: &Value) -> bool {
    text(item, "type") == "message" && list(item, "content").iter().any(|part| word(part, "text").is_some())
}

/// What the server can read again without having kept it.
fn is_sealed(item: &Value) -> bool {
    word(item, "encrypted_content").is_some()
}

#[cfg(test)]
mod tests;
