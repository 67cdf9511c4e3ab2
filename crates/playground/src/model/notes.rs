//! Notes on a part of a conversation, which an engine asks for when its window fills: the five parts that it names, made of the
//! lines of what it sends, so that a test can tell them beforehand. No persona slows or breaks them.

use crate::model::outcome::clip;
use crate::model::request::ChatRequest;
use crate::model::turn::spoken;
use serde_json::{Value, json};

/// How the system message begins by which such a request is known.
const MARK: &str = "You keep the notes of an assistant";
/// Of each result, and of all of them.
const FACTS_OF_EACH: usize = 3;
const FACTS: usize = 30;
const LINES: usize = 12;
const LINE_CHARS: usize = 160;

pub(crate) fn is_wanted(request: &ChatRequest) -> bool {
    request.instructions().any(|text| text.starts_with(MARK))
}

pub(crate) fn of(request: &ChatRequest) -> String {
    let history: Vec<String> = request.said().collect();
    let mut notes = Notes::default();
    let mut part = Part::Other;
    for line in history.iter().flat_map(|text| text.lines()) {
        part = Part::begun_by(line).unwrap_or(part);
        notes.take(line, &part);
    }
    notes.written().to_string()
}

/// Whose words a line belongs to.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    Person,
    Assistant,
    Call,
    /// With its node.
    Result(String),
    /// Notes that were taken before.
    Summary,
    Other,
}

impl Part {
    fn begun_by(line: &str) -> Option<Self> {
        if line.starts_with("Person or system: [What came before") {
            return Some(Self::Summary);
        }
        if line.starts_with("Person or system: ") {
            return Some(Self::Person);
        }
        if line.starts_with("Assistant: ") {
            return Some(Self::Assistant);
        }
        if line.starts_with("Assistant calls ") {
            return Some(Self::Call);
        }
        let (_, node) = line.strip_prefix("Result of ")?.split_once(", node ")?;
        Some(Self::Result(node.strip_suffix(':')?.to_owned()))
    }
}

#[derive(Default)]
struct Notes {
    goal: String,
    pages: Vec<String>,
    decisions: Vec<String>,
    facts: Vec<(String, Option<String>)>,
    open: String,
}

impl Notes {
    fn take(&mut self, line: &str, part: &Part) {
        let line = line.trim();
        match part {
            Part::Person => {
                let said = spoken(line.trim_start_matches("Person or system: "));
                if self.goal.is_empty() {
                    self.goal.clone_from(&said);
                }
                if !said.is_empty() && line.starts_with("Person or system: ") {
                    self.open = said;
                }
            }
            Part::Assistant | Part::Call => {
                let is_whole = line.starts_with("Assistant");
                if is_whole && self.decisions.len() < LINES {
                    self.decisions.push(clip(line, LINE_CHARS));
                }
            }
            Part::Result(node) => {
                let of_it = self.facts.iter().filter(|(_, of)| of.as_ref() == Some(node)).count();
                let tells = line.contains(|c: char| c.is_ascii_digit()) && !line.starts_with("Result of ");
                if tells && of_it < FACTS_OF_EACH && self.facts.len() < FACTS {
                    self.facts.push((clip(line, LINE_CHARS), Some(node.clone())));
                }
                if let Some((_, address)) = line.split_once("http")
                    && self.pages.len() < LINES
                {
                    let address = address.split_whitespace().next().unwrap_or_default();
                    let page = format!("http{}", address.trim_end_matches(['"', ')', ',', '>']));
                    if !self.pages.contains(&page) {
                        self.pages.push(page);
                    }
                }
            }
            Part::Summary => {
                if let Some(goal) = line.strip_prefix("Goal: ") {
                    goal.clone_into(&mut self.goal);
                }
                if let Some((fact, node)) =
                    line.strip_prefix("- ").and_then(|line| line.rsplit_once(" (node "))
                {
                    self.facts.push((fact.to_owned(), Some(node.trim_end_matches(')').to_owned())));
                }
            }
            Part::Other => {}
        }
    }

    fn written(&self) -> Value {
        let facts: Vec<Value> =
            self.facts.iter().map(|(text, node)| json!({ "text": text, "node": node })).collect();
        json!({
            "goal": clip(&self.goal, LINE_CHARS), "pages": self.pages, "decisions": self.decisions,
            "facts": facts, "open": [clip(&self.open, LINE_CHARS)],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(system: &str, said: &str) -> ChatRequest {
        let messages = json!([{ "role": "system", "content": system }, { "role": "user", "content": said }]);
        serde_json::from_value(json!({ "model": "demo", "messages": messages })).unwrap()
    }

    #[test]
    fn notes_are_asked_for_by_the_beginning_of_the_system_message() {
        assert!(is_wanted(&request("You keep the notes of an assistant that works.", "")));
        assert!(!is_wanted(&request("You write titles.", "You keep the notes of an assistant")));
    }

    #[test]
    fn notes_hold_what_was_wanted_done_and_read_and_what_was_noted_before() {
        let history = "<untrusted-content>\nPerson or system: [What came before this point was taken out of view.]\nGoal: buy headphones\nFacts:\n- Aria 2 costs 49.90 (node n1)\n\nPerson or system: And with shipping?\n\nAssistant calls read_page {}\n\nResult of read_page, node n2:\npage \"Shipping\" http://shop.test/ship\nShipping is 4.50\nnothing here\n\nAssistant: It is 4.50 more.\n</untrusted-content>";
        let notes: Value =
            serde_json::from_str(&of(&request("You keep the notes of an assistant", history))).unwrap();
        assert_eq!(
            notes,
            json!({
                "goal": "buy headphones",
                "pages": ["http://shop.test/ship"],
                "decisions": ["Assistant calls read_page {}", "Assistant: It is 4.50 more."],
                "facts": [
                    { "text": "Aria 2 costs 49.90", "node": "n1" },
                    { "text": "Shipping is 4.50", "node": "n2" },
                ],
                "open": ["And with shipping?"],
            })
        );
    }
}
