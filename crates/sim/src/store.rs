//! The store in memory, with a point before and behind every commit at which the engine may die, a delay before it hears of
//! its success, and the checks that hold for every single commit.

use crate::chronicle::{Chronicle, doing};
use crate::clock::VirtualClock;
use crate::dice::Dice;
use crate::fate::{Life, Point};
use crate::invariants::{Violations, stored};
use fairlead_protocol::attachment::{Attachment, Blob};
use fairlead_protocol::connection::Connection;
use fairlead_protocol::ids::{AttachmentId, ClientId, Seq, SubmissionId, ThreadId, TurnId};
use fairlead_protocol::memory::Memory;
use fairlead_protocol::node::Node;
use fairlead_protocol::permission::Rule;
use fairlead_protocol::row::{JournalRow, Receipt};
use fairlead_protocol::settings::Settings;
use fairlead_protocol::thread::Thread;
use fairlead_runtime::ports::Clock;
use fairlead_store::{Batch, Loaded, MemoryStore, Store, StoreError, StoredThread};
use futures::future::LocalBoxFuture;
use std::cell::Cell;
use std::rc::Rc;

pub(crate) struct CrashingStore {
    pub(crate) rows: MemoryStore,
    pub(crate) life: Life,
    pub(crate) clock: VirtualClock,
    pub(crate) dice: Rc<Dice>,
    /// The longest wait until a commit is known to have succeeded, in milliseconds.
    pub(crate) latency_ms: u64,
    /// What a read was answered is heard so much later, in milliseconds.
    pub(crate) read_ms: Rc<Cell<u64>>,
    pub(crate) violations: Violations,
    pub(crate) chronicle: Chronicle,
}

impl CrashingStore {
    /// What was read stands as it was, whatever is committed meanwhile.
    async fn read<T>(&self, answer: T) -> T {
        if self.read_ms.get() > 0 {
            self.clock.sleep(self.read_ms.get()).await;
        }
        self.alive(answer).await
    }

    async fn alive<T>(&self, answer: T) -> T {
        self.life.go_on().await;
        answer
    }
}

impl Store for CrashingStore {
    fn commit(&self, batch: Batch) -> LocalBoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            self.life.pass(Point::BeforeCommit).await;
            self.violations.committing(&self.rows, &batch);
            let done = self.rows.commit(batch.clone()).await;
            match &done {
                Ok(()) => self.violations.committed(&self.rows, &batch),
                Err(error) => {
                    let state = batch.thread().and_then(|thread| stored(&self.rows, thread));
                    let doing = state.as_ref().and_then(doing);
                    self.chronicle.write().failures.push((error.clone(), doing));
                }
            }
            self.life.pass(Point::AfterCommit).await;
            if self.latency_ms > 0 {
                self.clock.sleep(self.dice.below(self.latency_ms)).await;
            }
            self.alive(done).await
        })
    }

    fn threads(&self) -> LocalBoxFuture<'_, Result<Loaded<Thread>, StoreError>> {
        Box::pin(async move { self.read(self.rows.threads().await).await })
    }

    fn thread<'a>(
        &'a self,
        thread: &'a ThreadId,
    ) -> LocalBoxFuture<'a, Result<Option<StoredThread>, StoreError>> {
        Box::pin(async move { self.read(self.rows.thread(thread).await).await })
    }

    fn nodes_page<'a>(
        &'a self,
        thread: &'a ThreadId,
        before: Seq,
        limit: u32,
    ) -> LocalBoxFuture<'a, Result<Loaded<Node>, StoreError>> {
        Box::pin(async move { self.read(self.rows.nodes_page(thread, before, limit).await).await })
    }

    fn live_threads(&self) -> LocalBoxFuture<'_, Result<Vec<ThreadId>, StoreError>> {
        Box::pin(async move { self.read(self.rows.live_threads().await).await })
    }

    fn receipt<'a>(
        &'a self,
        client: &'a ClientId,
        submission: &'a SubmissionId,
    ) -> LocalBoxFuture<'a, Result<Option<Receipt>, StoreError>> {
        Box::pin(async move {
            let receipt = self.rows.receipt(client, submission).await;
            self.chronicle.write().receipts_met += usize::from(matches!(receipt, Ok(Some(_))));
            self.read(receipt).await
        })
    }

    fn journal<'a>(
        &'a self,
        run: &'a TurnId,
        from: Seq,
        limit: u32,
    ) -> LocalBoxFuture<'a, Result<Loaded<JournalRow>, StoreError>> {
        Box::pin(async move { self.read(self.rows.journal(run, from, limit).await).await })
    }

    fn attachments(&self) -> LocalBoxFuture<'_, Result<Loaded<Attachment>, StoreError>> {
        Box::pin(async move { self.read(self.rows.attachments().await).await })
    }

    fn blob<'a>(
        &'a self,
        attachment: &'a AttachmentId,
    ) -> LocalBoxFuture<'a, Result<Option<Blob>, StoreError>> {
        Box::pin(async move { self.read(self.rows.blob(attachment).await).await })
    }

    fn rules(&self) -> LocalBoxFuture<'_, Result<Loaded<Rule>, StoreError>> {
        Box::pin(async move { self.read(self.rows.rules().await).await })
    }

    fn memories(&self) -> LocalBoxFuture<'_, Result<Loaded<Memory>, StoreError>> {
        Box::pin(async move { self.read(self.rows.memories().await).await })
    }

    fn connections(&self) -> LocalBoxFuture<'_, Result<Loaded<Connection>, StoreError>> {
        Box::pin(async move { self.read(self.rows.connections().await).await })
    }

    fn settings(&self) -> LocalBoxFuture<'_, Result<Option<Settings>, StoreError>> {
        Box::pin(async move { self.read(self.rows.settings().await).await })
    }
}
