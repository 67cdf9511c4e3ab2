//! Runs every decision vector and prints those that differ: `cargo run -p fairlead-gatekeeper --example cases`.

#[path = "../tests/vectors/mod.rs"]
mod vectors;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut total = vectors::Outcome::default();
    for file in vectors::files() {
        let outcome = vectors::run(&file);
        total.passed += outcome.passed;
        total.not_yet_judged += outcome.not_yet_judged;
        total.failures.extend(outcome.failures);
    }
    for failure in &total.failures {
        println!("{failure}");
    }
    if total.not_yet_judged > 0 {
        println!("{} not yet judged", total.not_yet_judged);
    }
    println!("{} passed, {} failed", total.passed, total.failures.len());
    if total.failures.is_empty() && total.passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
