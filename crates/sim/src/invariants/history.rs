//! What the model is shown.

use crate::model::{Asked, role, text};
use fairlead_engine::attached::Contents;
use fairlead_engine::{ThreadState, context};
use fairlead_protocol::conversation::Part;
use fairlead_protocol::run::Phase;
use serde_json::Value;
use std::collections::BTreeSet;

/// Where results stand that the model has not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Newest {
    InView,
    /// Some Turn was full, and its person said to go on all the same.
    MayBeOut,
}

/// The model is shown a well-formed history, and what it was shown before stays as it was.
pub(super) fn problems(earlier: &[Asked], asked: &Asked, unread: Newest) -> Vec<String> {
    let mut problems = alone(asked, unread);
    // The fence around the first result tells Threads with the same beginning apart.
    let is_same = |one: &&Asked| {
        let known = one.messages.len().min(asked.messages.len()).min(4);
        one.messages.get(..known) == asked.messages.get(..known)
    };
    if asked.messages.len() > 3
        && let Some(last) = earlier.iter().rev().find(is_same)
        && !asked.messages.starts_with(&last.messages)
    {
        problems.push(format!("request {} does not begin with request {}", asked.number, last.number));
    }
    problems
}

/// What can be said of one request alone.
pub(super) fn alone(asked: &Asked, unread: Newest) -> Vec<String> {
    let problems = well_formed(&asked.messages).err().into_iter().chain(masked(&asked.messages, unread));
    problems.map(|problem| format!("request {}: {problem}", asked.number)).collect()
}

/// What is out of view says how it is read back, and what is to be read next is in view.
fn masked(messages: &[Value], unread: Newest) -> Vec<String> {
    let newest = messages.iter().rposition(|message| role(message) == "assistant").unwrap_or_default();
    let results = messages.iter().enumerate().filter(|(_, message)| role(message) == "tool");
    let masked =
        results.map(|(at, message)| (at, text(message))).filter(|(_, text)| text.starts_with("[masked"));
    let problem = |(at, text): (usize, String)| {
        if at > newest && unread == Newest::InView {
            Some(format!("a result that was never read is out of view: {text}"))
        } else if !text.contains("recall_result with node \"n_") {
            Some(format!("a result is out of view and nothing reads it back: {text}"))
        } else {
            None
        }
    };
    masked.filter_map(problem).collect()
}

/// The neutral history, before a codec arranges it: each reply's results behind it in the order of its calls.
pub(super) fn out_of_order(state: &ThreadState) -> Option<String> {
    if !matches!(state.live_run()?.phase, Phase::StreamingModel { .. }) {
        return None;
    }
    let mut open: Vec<String> = Vec::new();
    for message in context::messages(state, &Contents::new()) {
        for part in message.content {
            match part {
                Part::ToolCall { id, .. } => open.push(id),
                Part::ToolResult { call_id, .. } if open.first() == Some(&call_id) => {
                    open.remove(0);
                }
                Part::ToolResult { call_id, .. } => {
                    return Some(format!("the model is told of {call_id} where {open:?} are open"));
                }
                _ => {}
            }
        }
    }
    None
}

/// Every call has its result behind it, in the order of the calls, before anything else is said.
pub fn well_formed(messages: &[Value]) -> Result<(), String> {
    let mut open: Vec<&Value> = Vec::new();
    let mut used = BTreeSet::new();
    for message in messages {
        let id = message.get("tool_call_id");
        match (id, open.first()) {
            (Some(id), Some(first)) if id == *first => {
                open.remove(0);
                continue;
            }
            (Some(id), _) => return Err(format!("a result of {id} where {open:?} are open")),
            (None, Some(first)) => return Err(format!("{first} has no result before {message}")),
            (None, None) => {}
        }
        let calls = message.get("tool_calls").and_then(Value::as_array).map(Vec::as_slice);
        for id in calls.unwrap_or_default().iter().filter_map(|call| call.get("id")) {
            if id.as_str().is_none_or(str::is_empty) || !used.insert(id.to_string()) {
                return Err(format!("the call id {id} is empty or was used before"));
            }
            open.push(id);
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("{open:?} have no result")) }
}
