//! Facts become one batch: the rows they changed, their journal entries, and the receipt of the command that caused them.

use fairlead_engine::fault::{Fault, active};
use fairlead_engine::{Fact, ThreadRows, ThreadState, apply, witness};
use fairlead_protocol::approval::{Approval, ApprovalStatus};
use fairlead_protocol::ids::{Revision, Timestamp, TurnId};
use fairlead_protocol::interaction::{Interaction, InteractionStatus};
use fairlead_protocol::row::{JournalRow, Receipt};
use fairlead_store::{Batch, Delete, Row, RowKey, StoredThread};

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
    let mut changed: Vec<TurnId> = Vec::new();
    let mut batch = Batch::new().expecting(before.id.clone(), revision);
    for fact in facts {
        let (asked, waited) = (closing(&after, fact), over(&after, fact));
        apply(&mut after, fact, now);
        if let Some(approval) = asked {
            batch = batch.put(approval);
        }
        if let Some(interaction) = waited {
            batch = batch.put(interaction);
        }
        if let Some(turn) = fact.turn() {
            changed.push(turn.clone());
            if let Some(run) = after.runs.get(turn) {
                entries.extend(fact.journal(run.counters).map(|entry| JournalRow {
                    run: turn.clone(),
                    thread: before.id.clone(),
                    seq: run.journal,
                    at: now,
                    depth: 0,
                    kind: entry.kind.to_owned(),
                    payload: entry.payload.into(),
                }));
            }
        }
        batch = rows(batch, fact, &after, now);
        if after.thread.is_none() {
            // What led here is gone with the Thread.
            batch.puts.clear();
            entries.clear();
        }
        if let Fact::QueuedTurnMoved { .. } = fact {
            changed.extend(after.queue.iter().cloned());
        }
    }
    changed.sort_unstable();
    changed.dedup();
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

/// A Thread's rows as the engine takes them.
pub fn rows_of(stored: StoredThread) -> ThreadRows {
    let StoredThread { thread, nodes, runs, approvals, interactions, steers, attachments, .. } = stored;
    ThreadRows { thread, nodes, runs, steers, approvals, interactions, attachments }
}

/// What a fact writes besides the rows of its Run and its Thread.
fn rows(batch: Batch, fact: &Fact, after: &ThreadState, now: Timestamp) -> Batch {
    match fact {
        Fact::NodeAppended { node } => batch.put(node.clone()),
        Fact::ApprovalAsked { approval, .. } => batch.put(approval.clone()),
        Fact::InteractionAsked { interaction, .. } => batch.put(interaction.clone()),
        Fact::RuleSaved { rule } => batch.put(rule.clone()),
        Fact::SteerAdmitted { steer } => batch.put(steer.clone()),
        Fact::SteerRead { steer, .. } => batch.delete(Delete::Row(RowKey::Steer(steer.clone()))),
        Fact::AttachmentKept { attachment, blob } => batch.put(attachment.clone()).put(blob.clone()),
        Fact::AttachmentEvicted { attachment } => {
            batch.put(attachment.clone()).delete(Delete::Row(RowKey::Blob(attachment.id.clone())))
        }
        Fact::AttachmentRemoved { attachment } => batch
            .delete(Delete::Row(RowKey::Attachment(attachment.clone())))
            .delete(Delete::Row(RowKey::Blob(attachment.clone()))),
        Fact::TurnErased { turn } => {
            after.turn_nodes(turn).fold(batch, |batch, node| batch.put(node.clone()))
        }
        // Rare enough, and a transaction that is there anyway.
        Fact::ThreadCreated { .. } => batch.delete(Delete::ExpiredReceipts { now }),
        Fact::ThreadDeleted => batch.delete(Delete::Thread(after.id.clone())),
        _ => batch,
    }
}

/// The row that an interaction has once its wait is over.
fn over(state: &ThreadState, fact: &Fact) -> Option<Interaction> {
    let (id, status) = match fact {
        Fact::InteractionAnswered { interaction, response, .. } => {
            (interaction, InteractionStatus::Answered { response: response.clone() })
        }
        Fact::InteractionElapsed { interaction, .. } => (interaction, InteractionStatus::Elapsed),
        Fact::InteractionClosed { interaction, .. } => (interaction, InteractionStatus::Closed),
        _ => return None,
    };
    let interaction = state.interactions.get(id)?;
    Some(Interaction { status, ..interaction.clone() })
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
