//! The Public Suffix List (publicsuffix.org), private section included: below which names strangers can register.
//!
//! `data/suffixes.txt` is written by `cargo xtask data`: the rules of more than one label, from the right (`uk.co`), in order. Each begins
//! with a letter that says how many characters it has in common with the one before: `A` none, `B` one. A rule of one label needs no
//! entry, because the last label of a name is a suffix in any case.

use std::sync::OnceLock;

const PACKED: &str = include_str!("../data/suffixes.txt");

/// How many labels of `host` are its public suffix.
pub(crate) fn labels_of_suffix(host: &str) -> usize {
    static LIST: OnceLock<Suffixes> = OnceLock::new();
    LIST.get_or_init(|| Suffixes::unpack(PACKED)).labels_of(host)
}

struct Suffixes {
    /// Sorted.
    rules: Vec<Box<str>>,
}

impl Suffixes {
    fn unpack(packed: &str) -> Self {
        let mut rules: Vec<Box<str>> = Vec::new();
        let mut rule = String::new();
        for c in packed.trim_end().chars() {
            match shared(c) {
                Some(shared) => {
                    // Before the first letter stands nothing.
                    if !rule.is_empty() {
                        rules.push(rule.as_str().into());
                    }
                    rule.truncate(shared);
                }
                None => rule.push(c),
            }
        }
        rules.push(rule.into());
        Self { rules }
    }

    /// The longest rule that names the host; one that excepts it goes before all others.
    fn labels_of(&self, host: &str) -> usize {
        let mut longest = 1;
        let mut path = String::new();
        for (depth, label) in host.rsplit('.').enumerate() {
            if depth > 0 {
                path.push('.');
                if !self.has_below(&path) {
                    break;
                }
                if self.has(&path, &["!", label]) {
                    return depth;
                }
                if self.has(&path, &[label]) || self.has(&path, &["*"]) {
                    longest = depth + 1;
                }
            }
            path.push_str(label);
        }
        longest
    }

    fn has(&self, path: &str, rest: &[&str]) -> bool {
        let rule = [path, &rest.concat()].concat();
        self.rules.binary_search_by(|known| (**known).cmp(&rule)).is_ok()
    }

    fn has_below(&self, path: &str) -> bool {
        let first = self.rules.partition_point(|rule| **rule < *path);
        self.rules.get(first).is_some_and(|rule| rule.starts_with(path))
    }
}

/// Host names have small letters only.
fn shared(c: char) -> Option<usize> {
    ('A'..='`').position(|mark| mark == c)
}
