//! Runs the corpus of provider cases and prints a line for each that fails:
//! `cargo run -p fairlead-providers --example cases`, with `FAIRLEAD_CASES=folder` for a further corpus.

#[path = "../tests/corpus/mod.rs"]
mod corpus;

use std::process::ExitCode;

fn main() -> ExitCode {
    let tally = corpus::run();
    println!("{}", tally.report());
    if tally.failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
