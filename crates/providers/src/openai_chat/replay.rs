//! `reasoning_details` as a router streams them: fragments with an index, to be sent back as whole entries. Nobody here
//! reads them.

use crate::caps::REPLAY_ENTRIES;
use serde_json::{Map, Value};

/// More entries than any reply has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooManyEntries;

#[derive(Debug, Default)]
pub(super) struct ReasoningDetails {
    entries: Vec<Map<String, Value>>,
}

impl ReasoningDetails {
    pub(super) fn push(&mut self, fragments: &[Value]) -> Result<(), TooManyEntries> {
        for fragment in fragments.iter().filter_map(Value::as_object) {
            let same = |entry: &&mut Map<String, Value>| {
                fragment.contains_key("index")
                    && entry.get("index") == fragment.get("index")
                    && entry.get("type") == fragment.get("type")
            };
            let full = self.entries.len() >= REPLAY_ENTRIES;
            match self.entries.iter_mut().rev().find(same) {
                Some(entry) => merge(entry, fragment),
                None if full => return Err(TooManyEntries),
                None => self.entries.push(fragment.clone()),
            }
        }
        Ok(())
    }

    pub(super) fn into_value(self) -> Option<Value> {
        let entries: Vec<Value> = self.entries.into_iter().map(Value::Object).collect();
        (!entries.is_empty()).then_some(Value::Array(entries))
    }
}

/// Texts grow; anything else is replaced by what is new and not null.
fn merge(entry: &mut Map<String, Value>, fragment: &Map<String, Value>) {
    for (key, new) in fragment {
        match (key.as_str(), entry.get_mut(key), new) {
            ("text" | "summary", Some(Value::String(text)), Value::String(more)) => text.push_str(more),
            (_, Some(_), Value::Null) => {}
            _ => {
                entry.insert(key.clone(), new.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn fragments_without_an_index_stay_apart() {
        let mut details = ReasoningDetails::default();
        details.push(&[json!({"type": "a", "text": "1"}), json!({"type": "a", "text": "2"})]).unwrap();
        assert_eq!(
            details.into_value(),
            Some(json!([{"type": "a", "text": "1"}, {"type": "a", "text": "2"}]))
        );
    }

    #[test]
    fn entries_are_capped() {
        let mut details = ReasoningDetails::default();
        let fragments: Vec<Value> = (0..=REPLAY_ENTRIES).map(|index| json!({"index": index})).collect();
        assert_eq!(details.push(&fragments), Err(TooManyEntries));
    }
}
