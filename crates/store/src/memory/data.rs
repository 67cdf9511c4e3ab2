//! The rows themselves: how a batch changes them, and which of them a read chooses.

use super::Snapshot;
use crate::batch::{Batch, Delete, Expect};
use crate::error::StoreError;
use crate::port::{Loaded, Quarantined, RUNS_AT_LOAD, StoredThread, is_open, leaf_turn};
use crate::row::{Row, RowKey, Table};
use crate::schema;
use fairlead_protocol::approval::Approval;
use fairlead_protocol::attachment::Attachment;
use fairlead_protocol::ids::{NodeId, Revision, Seq, ThreadId, TurnId};
use fairlead_protocol::interaction::Interaction;
use fairlead_protocol::node::Node;
use fairlead_protocol::row::Steer;
use fairlead_protocol::run::{Run, RunState};
use fairlead_protocol::thread::Thread;
use fairlead_protocol::to_json;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};

pub(super) struct Data {
    pub(super) rows: Snapshot,
    pub(super) version: u32,
    pub(super) commits: u64,
    /// Rows that reads have decoded.
    pub(super) read: Cell<u64>,
    pub(super) failures: VecDeque<StoreError>,
}

impl Data {
    pub(super) fn at_version(version: u32) -> Self {
        Self { rows: Snapshot::new(), version, commits: 0, read: Cell::new(0), failures: VecDeque::new() }
    }

    pub(super) fn commit(&mut self, batch: Batch) -> Result<(), StoreError> {
        if let Some(error) = self.failures.pop_front() {
            return Err(error);
        }
        self.write(batch)?;
        self.commits += 1;
        Ok(())
    }

    /// As `commit`, and not counted as one.
    pub(super) fn write(&mut self, batch: Batch) -> Result<(), StoreError> {
        let puts = batch.puts.iter().map(|row| self.encode(row)).collect::<Result<Vec<_>, _>>()?;
        batch.expect.iter().try_for_each(|expect| self.check(expect))?;
        if let Some(key) = batch.needs.iter().find(|key| !self.rows.contains_key(key)) {
            return Err(StoreError::Missing { key: key.clone() });
        }
        self.check_places(&batch)?;
        if !batch.deletes.is_empty() {
            self.rows.retain(|key, row| !batch.deletes.iter().any(|delete| removes(delete, key, row)));
        }
        self.rows.extend(puts);
        Ok(())
    }

    fn encode(&self, row: &Row) -> Result<(RowKey, Value), StoreError> {
        let key = row.key();
        let table = key.table();
        if !schema::layout(self.version).iter().any(|layout| layout.table == table) {
            return Err(StoreError::NoTable { table });
        }
        Ok((key, to_json::value(row)))
    }

    fn check(&self, expect: &Expect) -> Result<(), StoreError> {
        let key = RowKey::Thread(expect.thread.clone());
        let stored = match self.rows.get(&key) {
            None => Revision(0),
            Some(row) => match number(row, "revision") {
                Some(revision) => Revision(revision),
                None => return Err(StoreError::Corrupt { key, reason: "no revision".to_owned() }),
            },
        };
        if stored == expect.revision {
            Ok(())
        } else {
            let thread = expect.thread.clone();
            Err(StoreError::Conflict { thread, expected: expect.revision, stored })
        }
    }

    /// A Thread has one node a `seq`: the unique index of the table.
    fn check_places(&self, batch: &Batch) -> Result<(), StoreError> {
        let mut placed: BTreeMap<(&ThreadId, Seq), &NodeId> = BTreeMap::new();
        for row in &batch.puts {
            let Row::Node(node) = row else { continue };
            let key = row.key();
            let elsewhere =
                placed.insert((&node.thread, node.seq), &node.id).is_some_and(|id| *id != node.id);
            let taken = self.owned(Table::Nodes, &node.thread).any(|(other, stored)| {
                number(stored, "seq") == Some(node.seq.0)
                    && *other != key
                    && !batch.deletes.iter().any(|delete| removes(delete, other, stored))
            });
            if elsewhere || taken {
                return Err(StoreError::Aborted { reason: format!("{key} has the seq of another node") });
            }
        }
        Ok(())
    }

    pub(super) fn table(&self, table: Table) -> impl Iterator<Item = (&RowKey, &Value)> {
        self.rows.iter().filter(move |(key, _)| key.table() == table)
    }

    pub(super) fn owned<'a>(
        &'a self,
        table: Table,
        thread: &'a ThreadId,
    ) -> impl Iterator<Item = (&'a RowKey, &'a Value)> {
        self.table(table).filter(move |(_, row)| belongs(row, thread))
    }

    pub(super) fn one<T: DeserializeOwned>(&self, key: &RowKey) -> Result<Option<T>, StoreError> {
        let Some(row) = self.rows.get(key) else { return Ok(None) };
        match self.decode(row) {
            Ok(row) => Ok(Some(row)),
            Err(reason) => Err(StoreError::Corrupt { key: key.clone(), reason }),
        }
    }

    pub(super) fn load<'a, T: DeserializeOwned>(
        &self,
        rows: impl IntoIterator<Item = (&'a RowKey, &'a Value)>,
    ) -> Loaded<T> {
        let mut loaded = Loaded::default();
        for (key, row) in rows {
            match self.decode(row) {
                Ok(row) => loaded.rows.push(row),
                Err(reason) => {
                    loaded.quarantined.push(Quarantined { table: key.table(), key: key.id(), reason });
                }
            }
        }
        loaded
    }

    fn decode<T: DeserializeOwned>(&self, row: &Value) -> Result<T, String> {
        self.read.set(self.read.get() + 1);
        T::deserialize(row).map_err(|error| error.to_string())
    }

    pub(super) fn thread(&self, id: &ThreadId) -> Result<Option<StoredThread>, StoreError> {
        let Some(thread) = self.one::<Thread>(&RowKey::Thread(id.clone()))? else { return Ok(None) };
        let mut quarantined = Vec::new();
        let open = |table| self.owned(table, id).filter(|(_, row)| is_open_wait(row));
        let mut nodes: Vec<Node> = keep(self.load(self.owned(Table::Nodes, id)), &mut quarantined);
        let mut runs: Vec<Run> = keep(self.load(self.runs(id, leaf_turn(&thread, &nodes))), &mut quarantined);
        let mut approvals: Vec<Approval> = keep(self.load(open(Table::Approvals)), &mut quarantined);
        let mut interactions: Vec<Interaction> = keep(self.load(open(Table::Interactions)), &mut quarantined);
        let mut steers: Vec<Steer> = keep(self.load(self.owned(Table::Steers, id)), &mut quarantined);
        let mut attachments: Vec<Attachment> =
            keep(self.load(self.owned(Table::Attachments, id)), &mut quarantined);
        // Rows come in the order of their keys, which a stable sort keeps where the times are equal.
        nodes.sort_by_key(|node| node.seq);
        runs.sort_by_key(|run| run.created_at);
        approvals.sort_by_key(|approval| approval.asked_at);
        interactions.sort_by_key(|interaction| interaction.asked_at);
        steers.sort_by_key(|steer| steer.admission);
        attachments.sort_by_key(|attachment| attachment.created_at);
        Ok(Some(StoredThread {
            thread,
            nodes,
            runs,
            approvals,
            interactions,
            steers,
            attachments,
            quarantined,
        }))
    }

    /// What `StoredThread::runs` promises, in the order of their keys.
    fn runs<'a>(&'a self, thread: &'a ThreadId, leaf: Option<&TurnId>) -> BTreeMap<&'a RowKey, &'a Value> {
        let open: Vec<Value> = states(is_open).collect();
        let mut by_age: Vec<_> = self.owned(Table::Runs, thread).collect();
        // As an index orders them: text after numbers, and equal times by their keys.
        by_age.sort_by_key(|(_, row)| row.get("created_at").and_then(Value::as_i64).unwrap_or(i64::MAX));
        let newest = usize::try_from(RUNS_AT_LOAD).unwrap_or(usize::MAX);
        let leaf = leaf.map(|turn| RowKey::Run(turn.clone()));
        let loaded = by_age.into_iter().rev().enumerate().filter(|(age, (key, row))| {
            *age < newest
                || row.pointer("/phase/state").is_some_and(|state| open.contains(state))
                || leaf.as_ref() == Some(*key)
        });
        loaded.map(|(_, row)| row).collect()
    }
}

fn removes(delete: &Delete, key: &RowKey, row: &Value) -> bool {
    match delete {
        Delete::Row(gone) => gone == key,
        Delete::Thread(thread) => match key {
            RowKey::Thread(id) => id == thread,
            RowKey::Node(_)
            | RowKey::Run(_)
            | RowKey::Steer(_)
            | RowKey::Approval(_)
            | RowKey::Interaction(_)
            | RowKey::Attachment(_)
            | RowKey::Blob(_)
            | RowKey::Journal(..)
            | RowKey::Exchange(_)
            | RowKey::ExchangeBody(..) => belongs(row, thread),
            RowKey::Receipt(..)
            | RowKey::Rule(_)
            | RowKey::Memory(_)
            | RowKey::Connection(_)
            | RowKey::Settings => false,
        },
        Delete::Exchanges(thread) => match key {
            RowKey::Exchange(_) | RowKey::ExchangeBody(..) => belongs(row, thread),
            _ => false,
        },
        Delete::ExpiredReceipts { now } => {
            let expiry = row.get("expires_at").and_then(Value::as_i64);
            key.table() == Table::Receipts && expiry.is_some_and(|at| at <= now.0)
        }
    }
}

/// As `phase.state` is written.
pub(super) fn states(those: impl Fn(RunState) -> bool) -> impl Iterator<Item = Value> {
    let states = RunState::ALL.into_iter().filter(move |state| those(*state));
    states.map(|state| to_json::value(&state))
}

fn keep<T>(loaded: Loaded<T>, quarantined: &mut Vec<Quarantined>) -> Vec<T> {
    quarantined.extend(loaded.quarantined);
    loaded.rows
}

fn belongs(row: &Value, thread: &ThreadId) -> bool {
    row.get("thread").and_then(Value::as_str) == Some(thread.as_str())
}

/// Of an approval or an interaction.
fn is_open_wait(row: &Value) -> bool {
    row.pointer("/status/status").and_then(Value::as_str) == Some("open")
}

pub(super) fn number(row: &Value, field: &str) -> Option<u64> {
    row.get(field).and_then(Value::as_u64)
}
