//! Codecs between the neutral conversation and the wires of model providers: a request becomes an HTTP request value,
//! and bytes in any split become deltas and one outcome.
//!
//! Synchronous and without I/O: no fetch, no clock, no randomness, no key. The worker moves the bytes, adds the key and
//! passes the time in; the engine decides what a reply leads to. `wire` says what a wire must be able to do and which
//! code speaks it; what is common to all wires (event streams, errors, retries, tool names) stands beside it.

mod anthropic;
mod arrange;
mod caps;
mod decoder;
mod error;
mod fields;
#[cfg(test)]
mod fixture;
mod http;
#[cfg(test)]
mod image_tests;
mod masking;
mod models;
mod openai_chat;
mod openai_responses;
mod options;
mod own_headers;
mod quick;
mod replied;
mod request;
mod retry;
mod schema;
mod sse;
mod tool_ids;
mod tool_names;
mod toolless;
mod wire;

pub use caps::{EVENT_BYTES, RESPONSE_BYTES};
pub use decoder::{BodyEnd, Decoder};
pub use error::classify::REPLAY_STATE_LOST;
pub use error::{ProviderError, failure};
pub use http::{HttpGet, HttpRequest, ResponseHead, auth_header, without_path};
pub use masking::{masked_auth_header, masked_headers, masked_url, without_key};
pub use models::{models_request, parse_models};
pub use options::{Delivery, Options, ParallelCalls, PromptCache, Thinking, ToolChoice};
pub use own_headers::{HeaderFault, check_header};
pub use request::{request, request_with, without_refused, without_replay_state};
pub use retry::{RetryPolicy, retry_delay};
pub use tool_names::ToolNames;
pub use wire::Outcome;
