//! The OpenAI Chat Completions wire and everything that imitates it.
//!
//! `request` and its neighbours make the body; `assembly` and its neighbours read the answer. What differs between the
//! imitators is data of the connection (`Quirks`); nothing here knows a vendor's name.

mod assembly;
mod calls;
mod finish;
mod replay;
mod request;
mod think;
mod usage;

pub(crate) use assembly::Assembly;
pub(crate) use request::{body, url};

/// Formats of opaque state that belong to this wire.
const REASONING_CONTENT: &str = "openai-chat.reasoning_content";
const REASONING_DETAILS: &str = "openai-chat.reasoning_details";
const EXTRA_CONTENT: &str = "openai-chat.tool_calls.extra_content";
