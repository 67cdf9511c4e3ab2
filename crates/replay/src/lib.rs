//! A run file, read and played again on the engine as it is now. The engine is pure: the same inputs at the same times give the same
//! facts, so the first entry that differs names what has changed since.
//!
//! What a file does not hold is taken as it was recorded: the words of the policy (they rest on rules, grants and pages), what was
//! found of the ground a Run stands on, and where texts were redacted stand-ins of the same length. All that follows from them is
//! decided anew: order, retries, counts, limits, waits, ends.

mod compare;
mod decision;
mod delegated;
mod error;
mod file;
mod inputs;
mod replay;
mod stand_in;
mod world;

pub use error::Error;
pub use file::{Contents, Line, RunFile};
pub use replay::{Agreement, replay};
