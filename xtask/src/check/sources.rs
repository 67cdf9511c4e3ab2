//! Words that may not appear in the crates that are pure: they know no clock, no concurrency, and no order that differs from run to
//! run. Comments may say the words.

use crate::error::{Error, Result};
use crate::place::{self, Place};

const PURE: [&str; 5] = ["engine", "evidence", "gatekeeper", "tools", "providers"];

const WORDS: [&str; 10] = [
    "HashMap",
    "HashSet",
    "SystemTime",
    "Instant",
    "async",
    "await",
    "futures",
    "rand",
    "getrandom",
    "println",
];

const PATHS: [&str; 3] = ["std::time", "std::thread", "std::fs"];

pub(crate) fn check(place: &Place) -> Result<()> {
    let mut findings = Vec::new();
    for room in PURE {
        let sources = place.root.join("crates").join(room).join("src");
        for path in place::files_below(&sources)? {
            let name = path.strip_prefix(&place.root).unwrap_or(&path).display().to_string();
            findings.extend(
                search(&place::read(&path)?).into_iter().map(|(line, word)| format!("{name}:{line}: {word}")),
            );
        }
    }
    Error::unless_clean("a pure crate is not pure", findings)
}

fn search(source: &str) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    for (line, number) in source.lines().zip(1..) {
        let code = line.split("//").next().unwrap_or_default();
        let words: Vec<&str> =
            code.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
        found.extend(WORDS.iter().filter(|word| words.contains(word)).map(|word| (number, *word)));
        found.extend(PATHS.iter().filter(|path| code.contains(**path)).map(|path| (number, *path)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{check, search};
    use crate::place::Place;

    #[test]
    fn the_pure_crates_are_pure() {
        check(&Place::find().unwrap()).unwrap();
    }

    #[test]
    fn a_word_is_found_with_its_line() {
        assert_eq!(search("use a;\nuse std::collections::HashMap;\n"), [(2, "HashMap")]);
        assert_eq!(search("let t = std::time::Duration::ZERO;"), [(1, "std::time")]);
    }

    #[test]
    fn comments_and_longer_words_are_no_findings() {
        assert_eq!(search("/// Not async: see HashMap.\nstruct AsyncNotice; // await\nlet operand = 1;"), []);
    }
}
