//! The OpenAI Chat Completions wire, as a server speaks it: streams, errors and the ways in which they go wrong.

pub(crate) mod chunks;
pub(crate) mod endpoint;
pub(crate) mod persona;
pub(crate) mod refusal;
pub(crate) mod stream;
