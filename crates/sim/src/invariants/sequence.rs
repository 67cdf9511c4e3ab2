//! Numbers without a gap, and a tree without loose ends.

use super::ledger::Ledger;
use fairlead_protocol::ids::{NodeId, ThreadId, TurnId};
use fairlead_store::{Batch, Row, RowKey};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn problems(before: &Ledger, batch: &Batch) -> Vec<String> {
    let mut problems = nodes(before, batch);
    problems.extend(entries(before, batch));
    problems
}

fn nodes(before: &Ledger, batch: &Batch) -> Vec<String> {
    let mut problems = Vec::new();
    let mut last: BTreeMap<&ThreadId, u64> = BTreeMap::new();
    let mut new: BTreeSet<&NodeId> = BTreeSet::new();
    for row in &batch.puts {
        let Row::Node(node) = row else { continue };
        // A node may be written again at its place, as a deleted message is.
        if before.has(&row.key()) {
            continue;
        }
        let seq = last.entry(&node.thread).or_insert_with(|| before.newest_node(&node.thread));
        if node.seq.0 != *seq + 1 {
            problems.push(format!("{} has the seq {} behind {seq}", node.id, node.seq));
        }
        *seq = node.seq.0;
        if let Some(parent) = &node.parent
            && !new.contains(parent)
            && before.text(&RowKey::Node(parent.clone()), "/thread") != Some(node.thread.as_str())
        {
            problems.push(format!("{} hangs on {parent}, which is not stored", node.id));
        }
        new.insert(&node.id);
    }
    problems
}

fn entries(before: &Ledger, batch: &Batch) -> Vec<String> {
    let mut problems = Vec::new();
    let mut last: BTreeMap<&TurnId, u64> = BTreeMap::new();
    for row in &batch.puts {
        let Row::Journal(entry) = row else { continue };
        let seq = last.entry(&entry.run).or_insert_with(|| before.journal(&entry.run).count() as u64);
        if entry.seq.0 != *seq + 1 {
            problems.push(format!("entry {} of {} comes behind {seq}", entry.seq, entry.run));
        }
        *seq = entry.seq.0;
    }
    problems
}
