//! What is remembered: one thing a call at most, in the commit of the result that says so, and gone only by a call or a command.

use super::ledger::Ledger;
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_store::{Batch, Delete, Row, RowKey};
use serde_json::{Value, json};

pub(super) fn problems(before: &Ledger, batch: &Batch) -> Vec<String> {
    let mut problems = Vec::new();
    for row in &batch.puts {
        let Row::Memory(memory) = row else { continue };
        let is_known = before.has(&row.key());
        if is_known && !by_command(batch) {
            problems.push(format!("{} is remembered twice", memory.id));
        }
        if !is_known && !is_said(batch, memory.id.as_str()) {
            problems.push(format!("{} is remembered and no call in the same commit says so", memory.id));
        }
    }
    let gone = batch.deletes.iter().filter_map(|delete| match delete {
        Delete::Row(RowKey::Memory(id)) => Some(id),
        Delete::Row(_) | Delete::Thread(_) | Delete::Exchanges(_) | Delete::ExpiredReceipts { .. } => None,
    });
    for id in gone {
        let is_forgotten = entries(batch, "memory.forgotten").any(|of| of.get("memory") == Some(&json!(id)));
        if !is_forgotten && !by_command(batch) {
            problems.push(format!("{id} is forgotten and nobody asked for it"));
        }
    }
    problems
}

/// A call that was answered in this commit says that it is remembered under its own name.
fn is_said(batch: &Batch, id: &str) -> bool {
    let is_done = batch.puts.iter().any(|row| match row {
        Row::Node(node) => match &node.body {
            NodeBody::ToolResult { call, outcome: ResultOutcome::Done { .. }, .. } => call.as_str() == id,
            _ => false,
        },
        _ => false,
    });
    let is_written = |of: &Value| of.get("memory") == Some(&json!(id)) && of.get("call") == Some(&json!(id));
    is_done && entries(batch, "memory.kept").any(is_written)
}

fn by_command(batch: &Batch) -> bool {
    batch.puts.iter().any(|row| match row {
        Row::Receipt(receipt) => receipt.command.starts_with("memory."),
        _ => false,
    })
}

fn entries<'a>(batch: &'a Batch, kind: &'static str) -> impl Iterator<Item = &'a Value> {
    batch.puts.iter().filter_map(move |row| match row {
        Row::Journal(entry) if entry.kind == kind => Some(&entry.payload),
        _ => None,
    })
}

/// A result that the engine gave by itself, to a call for our own notes.
pub(super) fn is_own(batch: &Batch, call: &str) -> bool {
    ["plan.updated", "memory.kept", "memory.recalled", "memory.forgotten"]
        .into_iter()
        .any(|kind| entries(batch, kind).any(|of| of.get("call") == Some(&json!(call))))
}
