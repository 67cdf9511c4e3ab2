//! Names of tools as the wires take them: `[a-zA-Z0-9_-]{1,64}`, each once. Names that are legal stay as they are;
//! the others are mapped, and mapped back when the model calls them.

use fairlead_protocol::conversation::{Message, Part, ToolSpec};
use fairlead_protocol::ordered::{OrderedMap, OrderedSet};

const LONGEST: usize = 64;

/// The map between our names and the wire's, for one request and its reply.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolNames {
    to_wire: OrderedMap<String, String>,
    to_own: OrderedMap<String, String>,
}

impl ToolNames {
    /// Of the tools on offer and those that the history mentions, in this order.
    pub fn new(tools: &[ToolSpec], history: &[Message]) -> Self {
        let called = history.iter().flat_map(|message| &message.content).filter_map(|part| match part {
            Part::ToolCall { name, .. } => Some(name.as_str()),
            Part::Text { .. } | Part::Image { .. } | Part::Reasoning { .. } | Part::ToolResult { .. } => None,
        });
        let all: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).chain(called).collect();
        let mut taken = OrderedSet::default();
        taken.extend(all.iter().filter(|name| is_legal(name)).map(|&name| name.to_owned()));
        let mut names = Self::default();
        for name in all.into_iter().filter(|name| !is_legal(name)) {
            if !names.to_wire.contains_key(name) {
                let wire = free_name(name, &taken);
                taken.insert(wire.clone());
                names.to_own.insert(wire.clone(), name.to_owned());
                names.to_wire.insert(name.to_owned(), wire);
            }
        }
        names
    }

    pub fn wire<'a>(&'a self, own: &'a str) -> &'a str {
        self.to_wire.get(own).map_or(own, String::as_str)
    }

    pub fn own<'a>(&'a self, wire: &'a str) -> &'a str {
        self.to_own.get(wire).map_or(wire, String::as_str)
    }
}

fn is_legal(name: &str) -> bool {
    (1..=LONGEST).contains(&name.len()) && name.bytes().all(is_legal_byte)
}

fn is_legal_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

fn free_name(name: &str, taken: &OrderedSet<String>) -> String {
    let legal = |c: char| u8::try_from(c).is_ok_and(is_legal_byte);
    let plain: String = name.chars().map(|c| if legal(c) { c } else { '_' }).take(LONGEST).collect();
    let plain = if plain.is_empty() { "tool".to_owned() } else { plain };
    let mut candidate = plain.clone();
    let mut number = 2_u32;
    while taken.contains(&candidate) {
        let suffix = format!("_{number}");
        candidate = plain.chars().take(LONGEST - suffix.len()).chain(suffix.chars()).collect();
        number += 1;
    }
    candidate
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn names(names: &[&str]) -> ToolNames {
        let tool = |name: &&str| ToolSpec {
            name: (*name).to_owned(),
            description: String::new(),
            schema: json!({}),
        };
        ToolNames::new(&names.iter().map(tool).collect::<Vec<_>>(), &[])
    }

    #[test]
    fn a_legal_name_is_never_taken_from_its_owner() {
        let names = names(&["a.b", "a_b", "a b"]);
        assert_eq!(names.wire("a_b"), "a_b");
        assert_eq!(names.wire("a.b"), "a_b_2");
        assert_eq!(names.wire("a b"), "a_b_3");
        assert_eq!(names.own("a_b_3"), "a b");
        assert_eq!(names.own("never_heard_of"), "never_heard_of");
    }

    #[test]
    fn long_and_empty_names_become_legal_and_stay_apart() {
        let long = "n".repeat(80);
        let longer = "n".repeat(81);
        let names = names(&[&long, &longer, ""]);
        for own in [long.as_str(), longer.as_str(), ""] {
            assert!(is_legal(names.wire(own)));
            assert_eq!(names.own(names.wire(own)), own);
        }
    }
}
