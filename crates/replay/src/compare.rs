//! Two entries are alike if they say the same of the same things. Ids are drawn anew in a replay, so each recorded one has a twin,
//! and keeps it.

use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// In every id that a replay draws, and in no other text.
pub(crate) const MARK: char = '~';
/// What led to an entry and which version wrote it; and what is said of a whole request, because the Thread before this Turn is in
/// no file of it. Whose words a memory may hold depends on that too, and how long the answers are that the engine words itself.
const ASIDE: [&str; 8] =
    ["cause", "versions", "messages", "occupancy", "fingerprint", "prefix", "source", "chars"];
/// Digests of what may be redacted: all that can be told is whether they are the same ones.
const PRINTS: [&str; 2] = ["digest", "print"];

#[derive(Clone, Debug, Default)]
pub(crate) struct Twins {
    replayed: BTreeMap<String, String>,
    recorded: BTreeMap<String, String>,
}

impl Twins {
    pub(crate) fn of(&self, recorded: &str) -> Option<&str> {
        self.replayed.get(recorded).map(String::as_str)
    }

    fn are(&mut self, recorded: &str, replayed: &str) -> bool {
        match (self.replayed.get(recorded), self.recorded.get(replayed)) {
            (None, None) => {
                self.replayed.insert(recorded.to_owned(), replayed.to_owned());
                self.recorded.insert(replayed.to_owned(), recorded.to_owned());
                true
            }
            (Some(known), _) => known == replayed,
            (None, Some(_)) => false,
        }
    }

    pub(crate) fn alike(&mut self, recorded: &Map<String, Value>, replayed: &Map<String, Value>) -> bool {
        let told = |map: &Map<String, Value>| map.keys().filter(|key| !ASIDE.contains(&key.as_str())).count();
        told(recorded) == told(replayed)
            && replayed
                .iter()
                .filter(|(key, _)| !ASIDE.contains(&key.as_str()))
                .all(|(key, value)| recorded.get(key).is_some_and(|one| self.are_values(key, one, value)))
    }

    fn are_values(&mut self, key: &str, recorded: &Value, replayed: &Value) -> bool {
        match (recorded, replayed) {
            (Value::String(recorded), Value::String(replayed)) => {
                if PRINTS.contains(&key) || replayed.contains(MARK) {
                    self.are(recorded, replayed)
                } else {
                    recorded == replayed
                }
            }
            (Value::Array(recorded), Value::Array(replayed)) => {
                recorded.len() == replayed.len()
                    && recorded.iter().zip(replayed).all(|(one, other)| self.are_values(key, one, other))
            }
            (Value::Object(recorded), Value::Object(replayed)) => self.alike(recorded, replayed),
            (recorded, replayed) => recorded == replayed,
        }
    }
}
