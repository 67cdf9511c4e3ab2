//! Facts become one batch: the rows they changed, their journal entries, and the receipt of the command that caused them.

use fairlead_engine::delegation::children;
use fairlead_engine::fact::Child;
use fairlead_engine::fault::{Fault, active};
use fairlead_engine::{Cause, Entry, Fact, ThreadRows, ThreadState, apply, witness};
use fairlead_protocol::approval::{Approval, ApprovalStatus};
use fairlead_protocol::ids::{Revision, ThreadId, Timestamp, TurnId};
use fairlead_protocol::interaction::{Interaction, InteractionStatus};
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::order::settle;
use fairlead_protocol::row::{JournalRow, Receipt};
use fairlead_protocol::run::Run;
use fairlead_protocol::thread::Thread;
use fairlead_store::{Batch, Delete, Row, RowKey, StoredThread};

/// The state after the facts, and the batch that makes it true. The first entry of each Run says what the commit came of.
pub(crate) fn batch(
    before: &ThreadState,
    cause: &Cause,
    facts: &[Fact],
    receipt: Option<Receipt>,
    now: Timestamp,
) -> (ThreadState, Batch) {
    let revision = before.thread.as_ref().map_or(Revision(0), |thread| thread.revision);
    let mut after = before.clone();
    let mut entries = Vec::new();
    let mut changed: Vec<TurnId> = Vec::new();
    let mut told: Vec<TurnId> = Vec::new();
    let mut batch = Batch::new().expecting(before.id.clone(), revision);
    for fact in facts {
        batch = without_children(ended(batch, &after, fact), &after, fact);
        apply(&mut after, fact, now);
        if let Some(turn) = fact.turn() {
            changed.push(turn.clone());
            if let Some(run) = after.runs.get(turn) {
                entries.extend(fact.journal(run.counters).map(|mut entry| {
                    if !told.contains(turn) {
                        told.push(turn.clone());
                        cause.tell(&mut entry.payload);
                    }
                    line(run, after.thread.as_ref(), entry, now)
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
    settle(&mut changed);
    for turn in changed {
        match after.runs.get(&turn) {
            Some(_) if active(Fault::RunLeftOut) => {}
            Some(run) => batch = batch.put(run.clone()),
            // It went with its Thread, left the queue, or is too old to be in memory.
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
        Fact::DelegateBegun { child, .. } => begun(batch, child, now),
        Fact::ApprovalAsked { approval, .. } => batch.put(approval.clone()),
        Fact::InteractionAsked { interaction, .. } => batch.put(interaction.clone()),
        Fact::WatchBegan { interaction, .. } => match after.interactions.get(interaction) {
            Some(open) => batch.put(open.clone()),
            None => batch,
        },
        Fact::RuleSaved { rule } => batch.put(rule.clone()),
        Fact::MemoryKept { memory, .. } => batch.put(memory.clone()),
        Fact::MemoryForgotten { memory, .. } => batch.delete(Delete::Row(RowKey::Memory(memory.clone()))),
        Fact::QueuedTurnRemoved { turn } => batch.delete(Delete::Row(RowKey::Run(turn.clone()))),
        Fact::SteerAdmitted { steer } => batch.put(steer.clone()),
        Fact::SteerRead { steer, .. } => batch.delete(Delete::Row(RowKey::Steer(steer.clone()))),
        Fact::AttachmentKept { attachment, blob } => batch.put(attachment.clone()).put(blob.clone()),
        Fact::AttachmentRemoved { attachment } => batch
            .delete(Delete::Row(RowKey::Attachment(attachment.clone())))
            .delete(Delete::Row(RowKey::Blob(attachment.clone()))),
        Fact::TurnErased { turn } => {
            let batch = batch.delete(Delete::Exchanges(after.id.clone()));
            after.turn_nodes(turn).fold(batch, |batch, node| batch.put(node.clone()))
        }
        // Rare enough, and a transaction that is there anyway.
        Fact::ThreadCreated { .. } => batch.delete(Delete::ExpiredReceipts { now }),
        Fact::ThreadDeleted => batch.delete(Delete::Thread(after.id.clone())),
        _ => batch,
    }
}

/// A child's rows: it begins with the call that it is for, or not at all.
fn begun(batch: Batch, child: &Child, now: Timestamp) -> Batch {
    let queued = Fact::TurnQueued { run: child.run.clone() };
    let batch = match queued.journal(child.run.counters) {
        Some(entry) => batch.put(line(&child.run, Some(&child.thread), entry, now)),
        None => batch,
    };
    batch.put(child.thread.clone()).put(child.run.clone())
}

/// Of a Run's journal, as it stands once the fact is in it.
fn line(run: &Run, thread: Option<&Thread>, entry: Entry, at: Timestamp) -> JournalRow {
    JournalRow {
        run: run.id.clone(),
        thread: run.thread.clone(),
        seq: run.journal,
        at,
        // A child may not delegate, so nothing lies deeper.
        depth: u32::from(thread.is_some_and(|thread| thread.delegated.is_some())),
        kind: entry.kind.to_owned(),
        payload: entry.payload.into(),
    }
}

/// Children go with the calls that they were begun for.
fn without_children(batch: Batch, state: &ThreadState, fact: &Fact) -> Batch {
    gone(state, fact).into_iter().fold(batch, |batch, child| batch.delete(Delete::Thread(child)))
}

/// Children that a fact takes along.
pub(crate) fn gone(state: &ThreadState, fact: &Fact) -> Vec<ThreadId> {
    match fact {
        Fact::ThreadDeleted => children(state, None),
        Fact::TurnErased { turn } => children(state, Some(turn)),
        _ => Vec::new(),
    }
}

/// The rows of questions that a fact ends; `apply` then forgets them. What was answered stays as long as the node that says so;
/// what was not has nothing left to tell.
fn ended(batch: Batch, state: &ThreadState, fact: &Fact) -> Batch {
    match fact {
        Fact::ApprovalAnswered { approval, answer, .. } => match state.approvals.get(approval) {
            Some(asked) => {
                let status = ApprovalStatus::Answered { answer: answer.clone() };
                batch.put(Approval { status, ..asked.clone() })
            }
            None => batch,
        },
        Fact::InteractionAnswered { interaction, response, .. } => {
            match state.interactions.get(interaction) {
                Some(asked) => {
                    let status = InteractionStatus::Answered { response: response.clone() };
                    batch.put(Interaction { status, ..asked.clone() })
                }
                None => batch,
            }
        }
        Fact::ApprovalClosed { approval, .. } => {
            batch.delete(Delete::Row(RowKey::Approval(approval.clone())))
        }
        Fact::InteractionElapsed { interaction, .. }
        | Fact::InteractionMet { interaction, .. }
        | Fact::InteractionClosed { interaction, .. } => {
            batch.delete(Delete::Row(RowKey::Interaction(interaction.clone())))
        }
        Fact::TurnErased { turn } => state.turn_nodes(turn).fold(batch, |batch, node| match &node.body {
            NodeBody::ApprovalDecision { approval, .. } => {
                batch.delete(Delete::Row(RowKey::Approval(approval.clone())))
            }
            NodeBody::InteractionResponse { interaction, .. } => {
                batch.delete(Delete::Row(RowKey::Interaction(interaction.clone())))
            }
            _ => batch,
        }),
        _ => batch,
    }
}
