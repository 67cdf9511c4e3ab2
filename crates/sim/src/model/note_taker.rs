//! A model that keeps notes: of each result it writes down the first line that says something, with its node.

use super::asked::{Asked, text};
use super::wire::Say;
use serde_json::{Value, json};

pub fn note_taker(asked: &Asked) -> Say {
    let part = asked.messages.last().map(text).unwrap_or_default();
    let mut facts: Vec<Value> = Vec::new();
    let mut goal = "";
    let mut lines = part.lines();
    while let Some(line) = lines.next() {
        if let Some(said) = line.strip_prefix("Person or system: ").filter(|said| !said.starts_with('[')) {
            goal = said;
        }
        let Some(node) = line.split_once(", node ").filter(|(head, _)| head.starts_with("Result of ")) else {
            continue;
        };
        let said = lines.next().unwrap_or_default();
        facts.push(json!({"text": said, "node": node.1.trim_end_matches(':')}));
    }
    // What older notes knew is known on.
    let known =
        part.lines().filter(|line| line.starts_with("- ") && line.ends_with(')') && line.contains(" (node "));
    let known = known.filter_map(|line| line.strip_prefix("- ")?.rsplit_once(" (node "));
    let known = known.map(|(said, node)| json!({"text": said, "node": node.trim_end_matches(')')}));
    let facts: Vec<Value> = known.chain(facts).collect();
    Say::text(
        json!({"goal": goal, "pages": [], "decisions": [], "facts": facts, "open": ["go on"]}).to_string(),
    )
}
