//! Steps written into the request, for tests: `[[call tool {json}]]` (several side by side are one reply with
//! parallel calls), `[[then tool {json}]]` (a further reply, after the results), `[[say words]]` (the final answer),
//! `[[boast words]]` (an answer before anything was done; several are given one after the other), `[[quote words]]` (the final answer
//! is the newest line with these words of what the model is shown, outside of a script).
//!
//! An argument `"@button name"` stands for the ref of the node with that name in the latest result that has one.

use super::Situation;
use crate::model::outcome::clip;
use crate::model::reply::{Call, Reply};
use crate::model::snapshot::Snapshot;
use crate::model::turn::Turn;
use serde_json::Value;

#[derive(Clone, Debug, Default, PartialEq)]
struct Script {
    /// Replies before the first round.
    boasts: Vec<String>,
    rounds: Vec<Vec<Call>>,
    last_words: Option<LastWords>,
}

#[derive(Clone, Debug, PartialEq)]
enum LastWords {
    Said(String),
    Quoted(String),
}

pub(super) fn next(situation: &Situation) -> Reply {
    let script = parse(&situation.turn.request);
    if let Some(words) = script.boasts.get(situation.turn.replies) {
        return Reply::say(words.clone());
    }
    let done = situation.turn.last().map_or(0, |step| step.round.saturating_sub(script.boasts.len()));
    if let Some(round) = script.rounds.get(done) {
        let calls = round
            .iter()
            .map(|call| Call { tool: call.tool.clone(), args: resolved(&call.args, &situation.turn) });
        return Reply { calls: calls.collect(), ..Reply::default() };
    }
    match script.last_words {
        Some(LastWords::Said(words)) => return Reply::say(words),
        Some(LastWords::Quoted(words)) => return Reply::say(quoted(&situation.view, &words)),
        None => {}
    }
    let results = situation
        .turn
        .steps
        .iter()
        .map(|step| format!("Result of {}: {}", step.tool, clip(&step.result, 400)));
    Reply::say(results.collect::<Vec<_>>().join("\n"))
}

fn parse(text: &str) -> Script {
    let mut script = Script::default();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once("[[") {
        rest = after;
        let (word, body) = after.split_once(' ').unwrap_or((after, ""));
        match word {
            "say" | "boast" | "quote" => {
                let (words, behind) = body.split_once("]]").unwrap_or((body, ""));
                let words = words.trim().to_owned();
                match word {
                    "boast" => script.boasts.push(words),
                    "quote" => script.last_words = Some(LastWords::Quoted(words)),
                    _ => script.last_words = Some(LastWords::Said(words)),
                }
                rest = behind;
            }
            "call" | "then" => {
                let (call, behind) = call(body);
                match script.rounds.last_mut().filter(|_| word == "call") {
                    Some(round) => round.push(call),
                    None => script.rounds.push(vec![call]),
                }
                rest = behind;
            }
            _ => {}
        }
    }
    script
}

fn quoted(view: &[String], words: &str) -> String {
    let line = view.iter().rev().find(|line| line.contains(words) && !line.contains("[["));
    let Some(line) = line else { return format!("I cannot see “{words}” any more.") };
    // Where it was noted and its ref are for no person.
    let ends = [" (node ", " [ref="].iter().filter_map(|mark| line.find(mark));
    let said = line.get(..ends.min().unwrap_or(line.len())).unwrap_or_default();
    said.trim().trim_start_matches("- ").to_owned()
}

/// The arguments end where their JSON ends, so that they may hold brackets themselves.
fn call(body: &str) -> (Call, &str) {
    let body = body.trim_start();
    let end = body.find(|c: char| c.is_whitespace() || matches!(c, '{' | ']')).unwrap_or(body.len());
    let (tool, json) = body.split_at(end);
    let mut values = serde_json::Deserializer::from_str(json).into_iter::<Value>();
    let (args, read) = match values.next() {
        Some(Ok(value)) => (value, values.byte_offset()),
        Some(Err(_)) | None => (Value::Object(serde_json::Map::new()), 0),
    };
    let behind = json.get(read..).unwrap_or_default();
    let behind = behind.split_once("]]").map_or("", |(_, after)| after);
    (Call { tool: tool.to_owned(), args }, behind)
}

fn resolved(value: &Value, turn: &Turn) -> Value {
    match value {
        Value::String(text) => match text.strip_prefix('@').and_then(|name| reference_of(name, turn)) {
            Some(reference) => Value::String(reference),
            None => value.clone(),
        },
        Value::Array(items) => items.iter().map(|item| resolved(item, turn)).collect(),
        Value::Object(fields) => {
            Value::Object(fields.iter().map(|(name, field)| (name.clone(), resolved(field, turn))).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

fn reference_of(name: &str, turn: &Turn) -> Option<String> {
    turn.before.iter().chain(&turn.steps).rev().find_map(|step| {
        let page = Snapshot::parse(&step.result);
        page.iter()
            .find(|(_, node)| node.name == name && node.reference.is_some())
            .and_then(|(_, n)| n.reference.clone())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn call(tool: &str, args: Value) -> Call {
        Call { tool: tool.to_owned(), args }
    }

    #[test]
    fn calls_side_by_side_are_one_round_and_then_begins_another() {
        let script =
            parse(r#"do [[boast done]] [[call a {"x":"]]"}]][[call b {}]] and [[then c]] [[say all done]]"#);
        let first = vec![call("a", json!({ "x": "]]" })), call("b", json!({}))];
        assert_eq!(
            script,
            Script {
                boasts: vec!["done".to_owned()],
                rounds: vec![first, vec![call("c", json!({}))]],
                last_words: Some(LastWords::Said("all done".to_owned()))
            }
        );
    }

    #[test]
    fn a_quote_is_the_newest_line_in_view_outside_of_a_script() {
        let view = ["Aria 2 is 49.90", "- Aria 2 is 39.90 (node n1)", "[[quote Aria 2]]"].map(str::to_owned);
        assert_eq!(quoted(&view, "Aria 2"), "Aria 2 is 39.90");
        assert_eq!(quoted(&view, "Nova"), "I cannot see “Nova” any more.");
    }

    #[test]
    fn broken_arguments_become_none() {
        assert_eq!(
            parse("[[call a {x}]] [[call b {}]]").rounds,
            [[call("a", json!({})), call("b", json!({}))]]
        );
    }
}
