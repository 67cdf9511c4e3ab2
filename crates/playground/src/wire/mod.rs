//! Three wires as a server speaks them - OpenAI Chat Completions, Anthropic Messages, OpenAI Responses: streams, errors and the ways in
//! which they go wrong. The model behind them reads Chat Completions; `dialect` says what stands for what.

pub(crate) mod chunks;
pub(crate) mod dialect;
pub(crate) mod endpoint;
pub(crate) mod messages;
pub(crate) mod persona;
pub(crate) mod refusal;
pub(crate) mod responses;
pub(crate) mod stream;
