//! What a delegated call is to its caller's actor: an errand that has the child's actor started, follows its rows, and comes back
//! with what they say at the end. The child's rows were written with the call, so this begins nothing and may run any number of
//! times.

use crate::hub::Hub;
use crate::journal;
use crate::mailbox::Letter;
use crate::ports::Clock;
use fairlead_engine::delegation::{Report, report};
use fairlead_engine::{Input, ThreadState, ToolReport};
use fairlead_protocol::ids::{EffectId, ThreadId};
use fairlead_protocol::thread::Activity;
use fairlead_store::{Store, StoreError};
use futures::StreamExt;
use futures::channel::mpsc;
use std::rc::Rc;

/// Before rows that could not be read are read again.
const PAUSE_MS: u64 = 1_000;

pub(crate) struct Errand {
    pub(crate) effect: EffectId,
    pub(crate) child: ThreadId,
    /// What the caller's rows say of the child.
    pub(crate) told: Activity,
    pub(crate) letters: mpsc::UnboundedSender<Letter>,
    pub(crate) hub: Hub,
    pub(crate) store: Rc<dyn Store>,
    pub(crate) clock: Rc<dyn Clock>,
}

impl Errand {
    /// Ends with the child.
    pub(crate) async fn run(mut self) -> Input {
        let begun = self.clock.now();
        // Before the rows are read for the first time: no change is missed in between.
        let mut changes = self.hub.watch(&self.child);
        self.hub.wake(&self.child);
        loop {
            let child = stored_at_last(self.store.as_ref(), self.clock.as_ref(), &self.child).await;
            if let Some(Report { outcome, spent, met }) = report(child.as_ref()) {
                let took_ms = u64::try_from(self.clock.now().0 - begun.0).unwrap_or_default();
                let report = ToolReport { spent, met, ..ToolReport::alone(outcome, took_ms) };
                return Input::ToolFinished { effect: self.effect, report };
            }
            self.tell(child.as_ref());
            // The hub lives as long as the engine.
            let _ = changes.next().await;
        }
    }

    /// The caller waits for the person as long as its child does.
    fn tell(&mut self, child: Option<&ThreadState>) {
        let activity =
            child.and_then(|child| child.thread.as_ref()).map_or(Activity::Running, |thread| thread.activity);
        if (activity == Activity::Waiting) != (self.told == Activity::Waiting) {
            self.told = activity;
            let input = Input::DelegateMoved { effect: self.effect.clone(), activity };
            // The actor may be gone with its Thread; then nobody waits for this.
            let _ = self.letters.unbounded_send(Letter::Outcome(input));
        }
    }
}

/// A Thread as its rows say; `None`: there is none.
pub(crate) async fn stored(store: &dyn Store, thread: &ThreadId) -> Result<Option<ThreadState>, StoreError> {
    match store.thread(thread).await {
        Ok(stored) => Ok(stored.map(|stored| ThreadState::load(journal::rows_of(stored)))),
        // It will never be readable again, and so nothing comes of it.
        Err(StoreError::Corrupt { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The same, as soon as the rows can be read.
pub(crate) async fn stored_at_last(
    store: &dyn Store,
    clock: &dyn Clock,
    thread: &ThreadId,
) -> Option<ThreadState> {
    loop {
        match stored(store, thread).await {
            Ok(stored) => return stored,
            Err(_) => clock.sleep(PAUSE_MS).await,
        }
    }
}
