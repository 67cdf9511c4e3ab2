//! Judges every labelled Turn and prints those that differ, and the shares: `cargo run -p fairlead-evidence --example cases`.

#[path = "../tests/labelled/mod.rs"]
mod labelled;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut kept = true;
    for (name, files) in [("own cases", labelled::own_files()), ("other cases", labelled::other_files())] {
        if files.is_empty() {
            continue;
        }
        let score = labelled::score(&files);
        println!("{name}\n{}", score.report());
        score.unreadable.iter().for_each(|line| println!("{line}"));
        kept = kept && labelled::keeps_promise(&score);
    }
    if kept { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
