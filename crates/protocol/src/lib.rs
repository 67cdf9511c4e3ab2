//! Every type that crosses a boundary: panel <-> worker, worker <-> content script, engine <-> store, engine <-> model.
//!
//! Types and their bounds live here, and nothing that decides: no state machine, no I/O, no clock, no randomness.
//! The TypeScript twins in `extension/wire` are generated from these types; nobody writes them by hand.

// What `derive(FromJson, ToJson)` writes names this crate from outside.
extern crate self as fairlead_protocol;

pub mod approval;
pub mod attachment;
pub mod canonical;
pub mod caps;
pub mod command;
pub mod connection;
pub mod context;
pub mod conversation;
pub mod debugger;
pub mod delegation;
pub mod event;
pub mod evidence;
pub mod exchange;
pub mod fetching;
pub mod from_json;
pub mod ids;
pub mod interaction;
pub mod invisible;
pub mod item;
pub mod json;
pub mod lower;
pub mod memory;
pub mod node;
pub mod notice;
pub mod order;
pub mod ordered;
pub mod page;
pub mod pause;
pub mod permission;
pub mod plan;
pub mod refusal;
pub mod row;
pub mod run;
#[cfg(feature = "schema")]
pub mod schema;
mod schema_hash;
pub mod settings;
pub mod thread;
pub mod to_json;
pub mod tool;
pub mod vault;
pub mod watch;

pub use schema_hash::SCHEMA_HASH;

/// The version of the conversation between panel and worker; the schema hash guards the types inside one version.
pub const PROTOCOL: u32 = 1;
