//! The port: one atomic commit and the reads that the engine needs, each bounded by an index.

use crate::batch::Batch;
use crate::error::StoreError;
use crate::row::Table;
use fairlead_protocol::approval::Approval;
use fairlead_protocol::attachment::{Attachment, Blob};
use fairlead_protocol::connection::Connection;
use fairlead_protocol::ids::{AttachmentId, ClientId, Seq, SubmissionId, ThreadId, TurnId};
use fairlead_protocol::interaction::Interaction;
use fairlead_protocol::memory::Memory;
use fairlead_protocol::node::Node;
use fairlead_protocol::permission::Rule;
use fairlead_protocol::row::{JournalRow, Receipt, Steer};
use fairlead_protocol::run::{Run, RunState};
use fairlead_protocol::settings::Settings;
use fairlead_protocol::thread::Thread;
use futures::future::LocalBoxFuture;

/// Runs of a Thread that are loaded whatever their state, newest first; those that `is_open` and the one that the leaf
/// belongs to come along in any case.
pub const RUNS_AT_LOAD: u32 = 32;

/// Reads see every commit that was acknowledged before they were called.
pub trait Store {
    /// Writes the whole batch or nothing. The work begins with the call: dropping the future neither stops nor halves it.
    fn commit(&self, batch: Batch) -> LocalBoxFuture<'_, Result<(), StoreError>>;

    /// Every Thread, the one that was updated last first.
    fn threads(&self) -> LocalBoxFuture<'_, Result<Loaded<Thread>, StoreError>>;

    /// A Thread and what an actor needs to go on with it. A Thread whose own row cannot be read is `Corrupt`.
    fn thread<'a>(
        &'a self,
        thread: &'a ThreadId,
    ) -> LocalBoxFuture<'a, Result<Option<StoredThread>, StoreError>>;

    /// The nodes with `before - limit <= seq < before`, in the order of `seq`.
    fn nodes_page<'a>(
        &'a self,
        thread: &'a ThreadId,
        before: Seq,
        limit: u32,
    ) -> LocalBoxFuture<'a, Result<Loaded<Node>, StoreError>>;

    /// Threads with a Run that is live or queued: what boot has to start. In the order of their ids.
    fn live_threads(&self) -> LocalBoxFuture<'_, Result<Vec<ThreadId>, StoreError>>;

    /// What a submission was answered. The caller compares `expires_at`; removal is `Delete::ExpiredReceipts`.
    fn receipt<'a>(
        &'a self,
        client: &'a ClientId,
        submission: &'a SubmissionId,
    ) -> LocalBoxFuture<'a, Result<Option<Receipt>, StoreError>>;

    /// At most `limit` entries of a Run's journal from `from` on, in the order of `seq`.
    fn journal<'a>(
        &'a self,
        run: &'a TurnId,
        from: Seq,
        limit: u32,
    ) -> LocalBoxFuture<'a, Result<Loaded<JournalRow>, StoreError>>;

    /// Of all Threads, in the order of `created_at`, then of their ids. What they are made of is not read.
    fn attachments(&self) -> LocalBoxFuture<'_, Result<Loaded<Attachment>, StoreError>>;

    /// What an attachment is made of. `None`: it was given up, or never there.
    fn blob<'a>(
        &'a self,
        attachment: &'a AttachmentId,
    ) -> LocalBoxFuture<'a, Result<Option<Blob>, StoreError>>;

    /// In the order of their ids.
    fn rules(&self) -> LocalBoxFuture<'_, Result<Loaded<Rule>, StoreError>>;

    /// What is remembered, in the order of their ids.
    fn memories(&self) -> LocalBoxFuture<'_, Result<Loaded<Memory>, StoreError>>;

    /// In the order of their ids.
    fn connections(&self) -> LocalBoxFuture<'_, Result<Loaded<Connection>, StoreError>>;

    /// `None`: nothing was ever changed.
    fn settings(&self) -> LocalBoxFuture<'_, Result<Option<Settings>, StoreError>>;
}

/// Rows that could be read, and word of those that could not.
#[derive(Clone, Debug, PartialEq)]
pub struct Loaded<T> {
    pub rows: Vec<T>,
    pub quarantined: Vec<Quarantined>,
}

/// A row that stays in the database and out of the way, because it cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quarantined {
    pub table: Table,
    /// The primary key as text; its parts are joined by `/`.
    pub key: String,
    pub reason: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct StoredThread {
    pub thread: Thread,
    /// All, in the order of `seq`.
    pub nodes: Vec<Node>,
    /// Those that are open, the newest `RUNS_AT_LOAD` and that of `leaf_turn`, in the order of `created_at`, then of their
    /// ids.
    pub runs: Vec<Run>,
    /// Those that are open, in the order of `asked_at`, then of their ids.
    pub approvals: Vec<Approval>,
    /// Those that are open, in the order of `asked_at`, then of their ids.
    pub interactions: Vec<Interaction>,
    /// All, in the order of `admission`.
    pub steers: Vec<Steer>,
    /// All, in the order of `created_at`, then of their ids.
    pub attachments: Vec<Attachment>,
    pub quarantined: Vec<Quarantined>,
}

impl<T> Default for Loaded<T> {
    fn default() -> Self {
        Self { rows: Vec::new(), quarantined: Vec::new() }
    }
}

/// The Turn that the Thread's leaf belongs to: what the person looks at, however old it is.
pub fn leaf_turn<'a>(thread: &Thread, nodes: &'a [Node]) -> Option<&'a TurnId> {
    let leaf = thread.leaf.as_ref()?;
    nodes.iter().rfind(|node| node.id == *leaf).map(|node| &node.turn)
}

/// Something may still become of a Run in this state without a new decision of the person to begin it again.
/// An interrupted Run may be continued too, but only while it is among the newest.
pub fn is_open(state: RunState) -> bool {
    match state {
        RunState::Queued
        | RunState::Ready
        | RunState::StreamingModel
        | RunState::Compacting
        | RunState::ExecutingTool
        | RunState::WaitingApproval
        | RunState::WaitingInteraction
        | RunState::WaitingKeys
        | RunState::PausedBudget
        | RunState::PausedLimit
        | RunState::PausedContext
        | RunState::PausedTakeover
        | RunState::PausedUncertain => true,
        RunState::Completed | RunState::Failed | RunState::Interrupted => false,
    }
}

/// A Thread with a Run in this state is among `Store::live_threads`.
pub fn starts_at_boot(state: RunState) -> bool {
    state.is_live() || state == RunState::Queued
}
