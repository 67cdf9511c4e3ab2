//! The names of the rules that are in force. They stand on every Run, so that two Runs can be compared.

use fairlead_protocol::run::Versions;

const LOOP: &str = "loop-3";
const SCHEDULER: &str = "side-by-side-1";
const CONTEXT: &str = "mask-compact-2";
const PROMPT: &str = "kernel-3";

pub(crate) fn versions() -> Versions {
    Versions {
        turn_loop: LOOP.to_owned(),
        scheduler: SCHEDULER.to_owned(),
        context: CONTEXT.to_owned(),
        prompt: PROMPT.to_owned(),
        gate: fairlead_evidence::VERSION.to_owned(),
    }
}
