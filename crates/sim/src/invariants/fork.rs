//! A Thread that was copied from another: it says what the path said that it was copied from.

use super::ledger::Ledger;
use super::replay::stored;
use fairlead_protocol::node::{Node, NodeBody};
use fairlead_store::{Batch, MemoryStore, Row, RowKey};
use serde_json::Value;

/// The commit makes a Thread out of another one.
pub(super) fn is_fork(before: &Ledger, batch: &Batch) -> bool {
    batch.puts.iter().any(|row| match row {
        Row::Thread(thread) => thread.parent.is_some() && !before.has(&RowKey::Thread(thread.id.clone())),
        _ => false,
    })
}

pub(super) fn problems(ledger: &Ledger, store: &MemoryStore, batch: &Batch) -> Vec<String> {
    let Some(thread) = batch.thread() else { return Vec::new() };
    let copy: Vec<&Node> = batch
        .puts
        .iter()
        .filter_map(|row| match row {
            Row::Node(node) => Some(node),
            _ => None,
        })
        .collect();
    let is_right = ledger.forks.iter().filter(|(_, _, into)| into == thread).any(|(from, at, _)| {
        stored(store, from).is_some_and(|source| {
            let path = source.path_to(Some(at));
            let below = copy.get(path.len()..).unwrap_or_default();
            path.len() <= copy.len()
                && path.iter().zip(&copy).all(|(one, other)| says(one) == says(other))
                && below.iter().all(|node| belongs_to_a_reply(node) || makes_room(node))
        })
    });
    let tied = copy.windows(2).all(|pair| match pair {
        [above, below] => below.parent.as_ref() == Some(&above.id),
        _ => true,
    });
    let mut problems = Vec::new();
    if !is_right {
        problems.push(format!("{thread} says something else than it was copied from"));
    }
    if !tied || copy.first().is_some_and(|first| first.parent.is_some()) {
        problems.push(format!("{thread} is no path"));
    }
    problems
}

/// What a node says, whatever it is called and whatever it names.
fn says(node: &Node) -> Option<Value> {
    fn nameless(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for name in ["id", "reply", "call", "message", "results", "until", "kept", "node"] {
                    fields.remove(name);
                }
                fields.values_mut().for_each(nameless);
            }
            Value::Array(values) => values.iter_mut().for_each(nameless),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut body = serde_json::to_value(&node.body).ok()?;
    nameless(&mut body);
    Some(body)
}

/// A copy may begin with more out of view than what it was made from.
fn makes_room(node: &Node) -> bool {
    matches!(node.body, NodeBody::ContextMasked { .. } | NodeBody::ContextCompacted { .. })
}

/// A reply is copied with its calls and their results.
fn belongs_to_a_reply(node: &Node) -> bool {
    match node.body {
        NodeBody::ToolCall { .. }
        | NodeBody::ToolResult { .. }
        | NodeBody::ApprovalDecision { .. }
        | NodeBody::InteractionResponse { .. }
        | NodeBody::CompletionRejected { .. } => true,
        NodeBody::TurnContext { .. }
        | NodeBody::UserMessage { .. }
        | NodeBody::AssistantMessage { .. }
        | NodeBody::ContextNote { .. }
        | NodeBody::ContextMasked { .. }
        | NodeBody::ContextCompacted { .. }
        | NodeBody::Tombstone
        | NodeBody::SystemNotice { .. } => false,
    }
}
