//! Messages that join a Turn: each becomes exactly one message of it, in the order of admission, at a place where the model can
//! have read it.

use super::fork;
use super::ledger::Ledger;
use fairlead_protocol::ids::{NodeId, TurnId};
use fairlead_protocol::node::{Delivery, Node, NodeBody};
use fairlead_store::{Batch, Delete, Row, RowKey};
use serde_json::{Value, json};

pub(super) fn problems(before: &Ledger, batch: &Batch) -> Vec<String> {
    let takes_thread = batch.deletes.iter().any(|delete| matches!(delete, Delete::Thread(_)));
    if takes_thread || fork::is_fork(before, batch) {
        return Vec::new();
    }
    let new: Vec<&Node> = batch
        .puts
        .iter()
        .filter_map(|row| match row {
            Row::Node(node) if !before.has(&row.key()) => Some(node),
            _ => None,
        })
        .collect();
    let read: Vec<&NodeId> = batch
        .deletes
        .iter()
        .filter_map(|delete| match delete {
            Delete::Row(RowKey::Steer(steer)) => Some(steer),
            _ => None,
        })
        .collect();
    let mut problems = messages(before, &new, &read);
    problems.extend(left_behind(before, &read));
    problems.extend(from_line(before, batch));
    problems.extend(new.iter().filter_map(|node| unread(before, &new, node)));
    problems
}

/// What is read becomes a message with its words, behind those admitted earlier and not between a call and its result.
fn messages(before: &Ledger, new: &[&Node], read: &[&NodeId]) -> Vec<String> {
    let mut problems = Vec::new();
    let mut last = 0;
    for node in new {
        let NodeBody::UserMessage { text, delivery: Delivery::Steered, .. } = &node.body else { continue };
        let pending = before.rows.get(&RowKey::Steer(node.id.clone()));
        if !read.contains(&&node.id) || pending.is_none() {
            problems.push(format!("{} joined its Turn and was not admitted to it", node.id));
        }
        if pending.and_then(|row| row.get("text")) != Some(&json!(text)) {
            problems.push(format!("{} joined its Turn with other words", node.id));
        }
        let admission = pending.and_then(|row| row.get("admission")?.as_u64()).unwrap_or_default();
        if admission <= last {
            problems.push(format!("{} was admitted as {admission} and stands behind {last}", node.id));
        }
        last = admission;
        problems.extend(
            open_call(before, new, node)
                .map(|call| format!("{} stands before the result of {call}", node.id)),
        );
    }
    let lost = read.iter().filter(|steer| !new.iter().any(|node| node.id == ***steer));
    problems.extend(lost.map(|steer| format!("{steer} was acknowledged and became no message")));
    problems
}

/// A call of the same Turn that has no result above the message.
fn open_call(before: &Ledger, new: &[&Node], node: &Node) -> Option<String> {
    let stored = before.rows.iter().filter_map(|(key, row)| match key {
        RowKey::Node(call) if row.get("turn") == Some(&json!(node.turn)) => {
            let is_call = row.pointer("/body/type").and_then(Value::as_str) == Some("tool_call");
            is_call.then(|| call.0.clone())
        }
        _ => None,
    });
    let above = |other: &&&Node| other.seq < node.seq;
    let made = new.iter().filter(above).filter_map(|other| match &other.body {
        NodeBody::ToolCall { .. } => Some(other.id.0.clone()),
        _ => None,
    });
    stored.chain(made).find(|call| {
        let is_answered =
            |other: &&Node| matches!(&other.body, NodeBody::ToolResult { call: of, .. } if of.0 == *call);
        !before.answered.contains(call) && !new.iter().filter(above).any(is_answered)
    })
}

/// A waiting message that joins the Turn at once says what it said while it waited.
fn from_line(before: &Ledger, batch: &Batch) -> Option<String> {
    let steer = batch.puts.iter().find_map(|row| match row {
        Row::Steer(steer) => Some(steer),
        _ => None,
    })?;
    let left = batch.deletes.iter().find_map(|delete| match delete {
        Delete::Row(key @ RowKey::Run(_)) => before.text(key, "/phase/opening/text"),
        _ => None,
    })?;
    (left != steer.text).then(|| format!("{} left the line as {left:?}", steer.id))
}

/// A cutoff takes everything that was admitted before it.
fn left_behind(before: &Ledger, read: &[&NodeId]) -> Option<String> {
    let first = before.rows.get(&RowKey::Steer((*read.first()?).clone()))?;
    let left = before.rows.iter().find_map(|(key, row)| match key {
        RowKey::Steer(steer) if row.get("run") == first.get("run") && !read.contains(&steer) => Some(steer),
        _ => None,
    })?;
    Some(format!("{left} was left behind as {read:?} were read"))
}

/// No message stands above a reply that was asked for before the message was there.
fn unread(before: &Ledger, new: &[&Node], reply: &Node) -> Option<String> {
    let NodeBody::AssistantMessage { .. } = &reply.body else { return None };
    let planned = before.planned.get(reply.id.as_str()).copied()?;
    let is_unread = |turn: &TurnId, seq: u64| *turn == reply.turn && planned < seq && seq < reply.seq.0;
    let stored = before.steered.iter().find(|(_, (turn, seq))| is_unread(turn, *seq)).map(|(id, _)| id);
    let made = new.iter().find_map(|node| match &node.body {
        NodeBody::UserMessage { delivery: Delivery::Steered, .. } if is_unread(&node.turn, node.seq.0) => {
            Some(&node.id)
        }
        _ => None,
    });
    let steer = stored.or(made)?;
    Some(format!("{steer} stands before {}, which had not read it", reply.id))
}
