//! The state machine of a conversation. Three pure functions make it:
//!
//! - [`decide`](decide::decide): state + input -> facts, or a refusal;
//! - [`apply`](apply::apply): state + fact -> state, total, the same live and in replay;
//! - [`due`](due::due): state -> the effects that should be running, because the state says so.
//!
//! No clock, no randomness, no I/O and no futures: time, ids and what a page looks like come in with the input. Running,
//! recovering and cancelling are the same function, `due`; there is no second loop.

mod abridge;
mod aim;
pub mod announce;
pub mod apply;
mod arrival;
mod artifact;
mod asking;
pub mod attached;
mod cause;
mod consent;
pub mod context;
pub mod decide;
pub mod delegation;
pub mod due;
mod entry;
pub mod evidence;
pub mod export;
pub mod fact;
pub mod fault;
mod fence;
pub mod flight;
pub mod footing;
pub mod fork;
mod gauge;
mod guard;
mod hiding;
pub mod input;
mod intent;
mod judge;
pub mod judgement;
pub mod limits;
mod measure;
mod memory;
mod mention;
pub mod nodes;
mod notes;
pub mod notice;
pub mod own;
mod past;
pub mod phase;
pub mod plan;
pub mod precedent;
pub mod probe;
mod prompt;
pub mod quota;
mod recall;
mod redact;
pub mod rules;
pub mod run_file;
mod several;
pub mod state;
pub mod summary;
pub mod task_model;
pub mod title;
pub mod tokens;
mod told;
pub mod tree;
mod versions;
pub mod view;
pub mod wait;
pub mod watch;
pub mod window;
pub mod witness;

pub use announce::announce;
pub use apply::apply;
pub use cause::Cause;
pub use decide::decide;
pub use due::{Effect, due};
pub use entry::Entry;
pub use fact::Fact;
pub use fairlead_gatekeeper::SensitiveList;
pub use fairlead_protocol::ordered;
pub use input::{Ctx, Ids, Input, LiveReply, ModelFailure, Picture, Seen, ToolReport, World};
pub use probe::{Probe, Probes, Sight, probes};
pub use quota::Hoard;
pub use state::{ThreadRows, ThreadState};
