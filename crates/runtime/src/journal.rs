//! Facts become one batch: the rows they changed, their journal entries, and the receipt of the command that caused them.

use fairlead_engine::fault::{Fault, active};
use fairlead_engine::{Fact, ThreadState, apply, witness};
use fairlead_protocol::approval::{Approval, ApprovalStatus};
use fairlead_protocol::ids::{Revision, Timestamp, TurnId};
use fairlead_protocol::row::{JournalRow, Receipt};
use fairlead_store::{Batch, Delete, Row, RowKey};
use std::collections::BTreeSet;

/// The state after the facts, and the batch that makes it true.
pub(crate) fn batch(
    before: &ThreadState,
    facts: &[Fact],
    receipt: Option<Receipt>,
    now: Timestamp,
) -> (ThreadState, Batch) {
    let revision = before.thread.as_ref().map_or(Revision(0), |thread| thread.revision);
    let mut after = before.clone();
    let mut entries = Vec::new();
    let mut changed: BTreeSet<TurnId> = BTreeSet::new();
    let mut batch = Batch::new().expecting(before.id.clone(), revision);
    for fact in facts {
        let asked = closing(&after, fact);
        apply(&mut after, fact, now);
        if let Some(approval) = asked {
            batch = batch.put(approval);
        }
        if let Some(turn) = fact.turn() {
            changed.insert(turn.clone());
            if let Some(run) = after.runs.get(turn) {
                let (kind, payload) = fact.journal(run.counters);
                entries.push(JournalRow {
                    run: turn.clone(),
                    thread: before.id.clone(),
                    seq: run.journal,
                    at: now,
                    depth: 0,
                    kind: kind.to_owned(),
                    payload,
                });
            }
        }
        match fact {
            Fact::NodeAppended { node } => batch = batch.put(node.clone()),
            Fact::ApprovalAsked { approval, .. } => batch = batch.put(approval.clone()),
            Fact::RuleSaved { rule } => batch = batch.put(rule.clone()),
            // Rare enough, and a transaction that is there anyway.
            Fact::ThreadCreated { .. } => batch = batch.delete(Delete::ExpiredReceipts { now }),
            Fact::ThreadDeleted => batch = batch.delete(Delete::Thread(before.id.clone())),
            _ => {}
        }
    }
    for turn in changed {
        match after.runs.get(&turn) {
            Some(_) if active(Fault::RunLeftOut) => {}
            Some(run) => batch = batch.put(run.clone()),
            None if after.thread.is_some() => batch = batch.delete(Delete::Row(RowKey::Run(turn))),
            None => {}
        }
    }
    if let Some(thread) = &mut after.thread {
        thread.revision = revision.next();
        batch = batch.put(thread.clone());
    }
    batch.puts.extend(entries.into_iter().map(Row::from));
    if let Some(receipt) = receipt
        && !active(Fault::ReceiptLeftOut)
    {
        batch = batch.put(receipt);
    }
    witness::note(facts, now, &after);
    (after, batch)
}

/// The row that an approval has once it is answered or closed; `apply` then forgets it.
fn closing(state: &ThreadState, fact: &Fact) -> Option<Approval> {
    let (id, status) = match fact {
        Fact::ApprovalAnswered { approval, answer, .. } => {
            (approval, ApprovalStatus::Answered { answer: answer.clone() })
        }
        Fact::ApprovalClosed { approval, why, .. } => (approval, ApprovalStatus::Closed { why: *why }),
        _ => return None,
    };
    let approval = state.approvals.get(id)?;
    Some(Approval { status, ..approval.clone() })
}
