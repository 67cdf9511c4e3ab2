//! The corpus of provider cases (`tests/cases/provider`, its README is the schema) and the judges of its two kinds:
//! transcripts of answers and assertions about requests. Shared by the test `cases` and the example of that name.

pub(crate) mod answer;
mod assertion;
mod encoding;
mod request;
mod setup;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::{env, fs};

#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub passed: usize,
    pub failed: Vec<String>,
}

impl Tally {
    /// One line for each case that failed, then the sums.
    pub(crate) fn report(&self) -> String {
        let mut lines = self.failed.clone();
        lines.push(format!("{} passed, {} failed", self.passed, self.failed.len()));
        lines.join("\n")
    }
}

/// Judges the repository's corpus, and those that `$FAIRLEAD_CASES` names: folders of cases, or folders with a folder `provider`.
pub(crate) fn run() -> Tally {
    let mut tally = Tally::default();
    let own = own();
    let named = env::var_os("FAIRLEAD_CASES").unwrap_or_default();
    let further: Vec<PathBuf> =
        env::split_paths(&named).filter(|path| !path.as_os_str().is_empty()).collect();
    for root in std::iter::once(own).chain(further) {
        let below = root.join("provider");
        match case_files(if below.is_dir() { &below } else { &root }) {
            Ok(files) if files.is_empty() => tally.failed.push(format!("{}: no cases", root.display())),
            Ok(files) => files.iter().for_each(|file| judge_file(file, &mut tally)),
            Err(error) => tally.failed.push(format!("{}: {error}", root.display())),
        }
    }
    tally
}

/// The repository's own.
pub(crate) fn own() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/provider")
}

pub(crate) fn case_files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.path().join("case.json");
        if file.is_file() {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

fn judge_file(file: &Path, tally: &mut Tally) {
    let case: Result<Value, String> = fs::read_to_string(file)
        .map_err(|error| error.to_string())
        .and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()));
    let name = file.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy().into_owned();
    match case.and_then(|case| judge(&case)) {
        Ok(()) => tally.passed += 1,
        Err(difference) => tally.failed.push(format!("{name}: {}", difference.replace('\n', "\\n"))),
    }
}

fn judge(case: &Value) -> Result<(), String> {
    if case.get("kind").and_then(Value::as_str) == Some("request") {
        request::judge(case)
    } else {
        answer::judge(case)
    }
}
