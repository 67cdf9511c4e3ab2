//! What one commit writes: all of it or nothing.

use crate::row::{Row, RowKey};
use fairlead_protocol::ids::{Revision, ThreadId, Timestamp};

/// Deletes happen before puts. Of two puts with the same key the later one stays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    /// What the batch was decided on: it is stored only if all of this is still so. The first one names the Thread that decided it.
    pub expect: Vec<Expect>,
    /// Rows that have to be there, whatever is in them.
    pub needs: Vec<RowKey>,
    pub puts: Vec<Row>,
    pub deletes: Vec<Delete>,
}

/// The Thread's stored row has this revision. A Thread without a row is at revision 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expect {
    pub thread: ThreadId,
    pub revision: Revision,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delete {
    /// One row; a row that is not there is no error.
    Row(RowKey),
    /// The Thread's row and all that it owns: nodes, runs, steers, approvals, interactions, attachments with their content,
    /// requests to models, and the journal. Receipts stay: a repeated command must get the same answer after the Thread is gone.
    Thread(ThreadId),
    /// Requests to models of a Thread, with what is kept of their bodies: each of them holds what was said before it.
    Exchanges(ThreadId),
    /// Receipts whose time is up at `now`.
    ExpiredReceipts { now: Timestamp },
}

impl Batch {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    #[must_use]
    pub fn expecting(mut self, thread: ThreadId, revision: Revision) -> Self {
        self.expect.push(Expect { thread, revision });
        self
    }

    #[must_use]
    pub fn needing(mut self, row: RowKey) -> Self {
        self.needs.push(row);
        self
    }

    /// The Thread whose commit it is; none for what belongs to no Thread.
    pub fn thread(&self) -> Option<&ThreadId> {
        self.expect.first().map(|expect| &expect.thread)
    }

    #[must_use]
    pub fn put(mut self, row: impl Into<Row>) -> Self {
        self.puts.push(row.into());
        self
    }

    #[must_use]
    pub fn delete(mut self, delete: Delete) -> Self {
        self.deletes.push(delete);
        self
    }
}
