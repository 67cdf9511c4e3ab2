//! The Anthropic Messages wire and what imitates it.
//!
//! `request`, `messages` and `cache` make the body; `assembly`, `block` and `usage` read the answer. What the assistant said goes back
//! as the list of blocks that it came as: the signatures in it hold only for exactly those, in that order.

mod assembly;
mod block;
mod cache;
mod messages;
mod request;
mod usage;

use crate::arrange::Record;
use crate::fields::{text, word};
use serde_json::Value;

pub(crate) use assembly::Assembly;
pub(crate) use request::{body, url};

/// What every request of this wire says of itself. The second lets an endpoint answer a browser.
pub(crate) const HEADERS: [(&str, &str); 2] =
    [("anthropic-version", "2023-06-01"), ("anthropic-dangerous-direct-browser-access", "true")];

/// The blocks of a reply, as they came.
const RECORD: Record = Record { format: "anthropic.content", call_id, is_text };

fn call_id(block: &Value) -> Option<&str> {
    word(block, "id").filter(|_| text(block, "type") == "tool_use")
}

fn is_text(block: &Value) -> bool {
    text(block, "type") == "text" && !text(block, "text").trim().is_empty()
}

fn is_thinking(block: &Value) -> bool {
    matches!(text(block, "type"), "thinking" | "redacted_thinking")
}

#[cfg(test)]
mod tests;
