//! The checker of the completion gate: are the words of an answer shown by this Turn's results? `check` finds the claims of an answer
//! (deeds, figures, navigations, reads, files), looks for each among steps, attachments and the request, and says what is missing.
//!
//! Pure and synchronous: no clock (today is given), no model, no I/O. English and Simplified Chinese, mixed. It does not decide what
//! happens to a rejected answer, how often it may be rejected, or what the panel shows; and it does not judge whether prose is a
//! fair summary of what was read: it asks whether it was read at all.

mod act;
mod asked;
mod called;
pub mod caps;
mod check;
mod clause;
mod contradiction;
mod coverage;
mod deed;
mod figure;
mod filing;
mod finding;
mod listed;
mod name;
mod navigation;
mod needs;
mod order;
mod ordered;
mod outcome;
mod partial;
mod parts;
mod reading;
mod reported;
mod request;
mod scene;
mod snapshot;
mod sources;
mod tone;
mod turn;
mod unpressed;
mod verbs;
mod words;

pub use check::check;
pub use finding::{Claim, Finding, Proof, Verdict, instruction};
pub use turn::{Attached, Day, Earlier, Outcome, Page, Step, Turn};

/// Stored on the Run: which rules judged it.
pub const VERSION: &str = "evidence-6";
