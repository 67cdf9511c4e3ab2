//! The current turn of a conversation: what the person asked last, and the calls and results since then.
//!
//! Text that reaches the model under the user's role without being a person's words (tagged context, notices) starts
//! no turn, nor does a remark that a person makes while tools are still at work.

use crate::model::intent::Intent;
use crate::model::language::Language;
use crate::model::outcome::Outcome;
use crate::model::request::{ChatMessage, ChatRequest};
use serde_json::Value;

#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub request: String,
    pub language: Language,
    pub steps: Vec<Step>,
    /// What the model has said since, with calls or without.
    pub replies: usize,
    /// What was done before the request came, if it came in the middle of the work on another.
    pub before: Vec<Step>,
}

/// A call and its result.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub tool: String,
    pub args: Value,
    pub result: String,
    /// Calls of one reply have the same round.
    pub round: usize,
}

impl Step {
    pub(crate) fn outcome(&self) -> Outcome {
        Outcome::of(&self.result)
    }

    /// Whether the call only looks.
    pub(crate) fn reads(&self) -> bool {
        matches!(
            self.tool.as_str(),
            "read_page" | "find_in_page" | "extract" | "scroll" | "wait_for" | "tabs_list"
        )
    }

    pub(crate) fn arg(&self, name: &str) -> &str {
        self.args.get(name).and_then(Value::as_str).unwrap_or_default()
    }
}

impl Turn {
    pub(crate) fn of(request: &ChatRequest) -> Self {
        let mut turn = Self {
            request: String::new(),
            language: Language::English,
            steps: Vec::new(),
            replies: 0,
            before: Vec::new(),
        };
        let mut behind_result = false;
        let mut calls: Vec<Step> = Vec::new();
        let mut ids: Vec<&str> = Vec::new();
        let mut round = 0;
        for message in &request.messages {
            match message {
                ChatMessage::System { .. } | ChatMessage::Developer { .. } => {}
                ChatMessage::User { content } => {
                    let words = spoken(&content.text());
                    let is_remark = behind_result && Intent::of(&words) == Intent::Chat;
                    if !words.is_empty() && !is_remark {
                        let done = std::mem::take(&mut turn.steps).into_iter().filter(|_| behind_result);
                        let before = turn.before.into_iter().filter(|_| behind_result).chain(done).collect();
                        turn = Self {
                            language: Language::of(&words),
                            request: words,
                            steps: Vec::new(),
                            replies: 0,
                            before,
                        };
                        behind_result = false;
                        round = 0;
                    }
                }
                ChatMessage::Assistant { tool_calls, .. } => {
                    round += 1;
                    turn.replies = round;
                    ids = tool_calls.iter().map(|call| call.id.as_str()).collect();
                    calls = tool_calls
                        .iter()
                        .map(|call| Step {
                            tool: call.function.name.clone(),
                            args: serde_json::from_str(&call.function.arguments).unwrap_or(Value::Null),
                            result: String::new(),
                            round,
                        })
                        .collect();
                    behind_result = false;
                }
                ChatMessage::Tool { tool_call_id, content } => {
                    let asked = ids.iter().position(|id| id == tool_call_id).and_then(|at| calls.get(at));
                    if let Some(step) = asked {
                        turn.steps.push(Step { result: content.text(), ..step.clone() });
                    }
                    behind_result = true;
                }
            }
        }
        turn
    }

    pub(crate) fn last(&self) -> Option<&Step> {
        self.steps.last()
    }
}

/// The person's own words: a line in square brackets is the engine's, and an element in angle brackets at the start of
/// a line is context with all that is in it.
pub(crate) fn spoken(text: &str) -> String {
    let is_bracketed = |line: &str| line.starts_with('[') && !line.starts_with("[[") && line.ends_with(']');
    let text: Vec<&str> = text.lines().filter(|line| !is_bracketed(line.trim())).collect();
    let text = text.join("\n");
    let mut rest = text.trim();
    let mut words = String::new();
    while let Some(open) = rest.find('<') {
        let (before, tagged) = rest.split_at(open);
        let name: String = tagged
            .chars()
            .skip(1)
            .take_while(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-'))
            .collect();
        let close = format!("</{name}");
        let starts_line = before.is_empty() || before.ends_with('\n');
        let behind = tagged.split_once(close.as_str()).and_then(|(_, rest)| rest.split_once('>'));
        match behind.filter(|_| starts_line && !name.is_empty()) {
            Some((_, after)) => {
                words.push_str(before);
                rest = after;
            }
            None => {
                words.push_str(before);
                words.push('<');
                rest = tagged.get(1..).unwrap_or_default();
            }
        }
    }
    words.push_str(rest);
    words.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn turn(messages: Value) -> Turn {
        Turn::of(&serde_json::from_value(json!({ "model": "demo", "messages": messages })).unwrap())
    }

    fn user(text: &str) -> Value {
        json!({ "role": "user", "content": text })
    }

    fn step(id: &str, result: &str) -> [Value; 2] {
        let call = json!({ "id": id, "function": { "name": "read_page", "arguments": "{}" } });
        [
            json!({ "role": "assistant", "tool_calls": [call] }),
            json!({ "role": "tool", "tool_call_id": id, "content": result }),
        ]
    }

    #[test]
    fn the_steps_of_an_earlier_turn_are_over() {
        let [call, result] = step("a", "first");
        let [again, other] = step("a", "second");
        let turn = turn(json!([user("summarise this page"), call, result, user("count to 3"), again, other]));
        assert_eq!(turn.request, "count to 3");
        assert_eq!(turn.steps.iter().map(|s| s.result.as_str()).collect::<Vec<_>>(), ["second"]);
    }

    #[test]
    fn a_remark_between_steps_and_tagged_context_start_no_turn() {
        let [call, result] = step("a", "read");
        let turn = turn(json!([
            user("summarise this page"),
            user("<context>\nurl: http://shop.test\n</context>"),
            call,
            result,
            user("be quick, please")
        ]));
        assert_eq!(turn.request, "summarise this page");
        assert_eq!(turn.steps.len(), 1);
    }

    #[test]
    fn a_script_that_comes_between_steps_takes_the_place_of_the_rest_and_keeps_what_was_seen() {
        let [call, result] = step("a", "read");
        let [again, other] = step("b", "read again");
        let mut messages = vec![user("[[call read_page {}]] [[say over]]"), call, result];
        messages.push(user("[[call read_page {}]] [[say steered]]"));
        let steered = turn(json!(messages));
        assert_eq!(steered.request, "[[call read_page {}]] [[say steered]]");
        assert_eq!((steered.steps.len(), steered.before.len()), (0, 1));
        messages.extend([again, other]);
        let next = turn(json!(messages));
        assert_eq!((next.steps.len(), next.before.len()), (1, 1));
        messages.push(user("[[say once more]]"));
        assert_eq!(turn(json!(messages)).before.len(), 2);
    }

    #[test]
    fn another_turn_has_seen_nothing_yet() {
        let [call, result] = step("a", "read");
        let over = json!({ "role": "assistant", "content": "over" });
        let next = turn(json!([user("[[call read_page {}]]"), call, result, over, user("[[say next]]")]));
        assert_eq!((next.steps.len(), next.before.len()), (0, 0));
    }

    #[test]
    fn the_words_beside_tagged_context_are_the_request() {
        assert_eq!(spoken("<page>\nshop\n</page>\nIs 3 < 4?"), "Is 3 < 4?");
        assert_eq!(spoken("<context nonce=\"1\">\nshop\n</context nonce=\"1\">\nhello"), "hello");
        assert_eq!(spoken("say <b>hello</b>"), "say <b>hello</b>");
        assert_eq!(
            spoken("open the shop\n\n[The tab in front is http://127.0.0.1:80 (tab_id 5).]"),
            "open the shop"
        );
        assert_eq!(spoken("[[say done]]"), "[[say done]]");
        assert_eq!(spoken("[The reply above was cut off. Go on from where it stopped.]"), "");
    }
}
