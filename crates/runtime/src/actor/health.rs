//! Whether what is in memory is what the rows say, and how it becomes so again: after a start, after a commit that failed, and when
//! another's actor has changed the rows. No commit rests on anything older: the store refuses it.

use super::Actor;
use crate::journal;
use crate::mailbox::Letter;
use crate::room::Room;
use crate::stumble::Stumble;
use fairlead_engine::attached::Contents;
use fairlead_engine::wait::taken;
use fairlead_engine::{Input, ThreadState, probes, view};
use fairlead_protocol::event::{Event, SystemNoticeCode};
use fairlead_store::StoreError;

/// How long the actor waits before it reads its rows again after the store failed; doubled each time, up to the last.
const REVIVE_MS: [u64; 5] = [1_000, 2_000, 5_000, 15_000, 60_000];

#[derive(PartialEq)]
pub(super) enum Health {
    /// Not read yet, or a commit failed: the rows have to be read, and what they ask for begun.
    Unread,
    /// Another's actor was first: the rows have to be read. Whatever runs goes on.
    Outdated,
    Sound,
}

impl Actor {
    /// Rows in memory, and whatever a crash had cut taken up again.
    pub(crate) async fn sound(&mut self) -> Result<(), StoreError> {
        match self.health {
            Health::Sound => Ok(()),
            Health::Outdated => self.read().await.map(|_| self.reconcile()),
            Health::Unread => self.boot().await,
        }
    }

    async fn boot(&mut self) -> Result<(), StoreError> {
        let damaged = self.read().await?;
        if damaged > 0 {
            let message = format!("{damaged} damaged rows were set aside");
            self.hub.tell_all(&Event::SystemNotice { code: SystemNoticeCode::RowQuarantined, message });
        }
        // Before anybody of the others looks at a tab.
        self.common.borrow_mut().takes(&self.id, taken(&self.state));
        let is_disowned = self.is_disowned().await.inspect_err(|_| self.lose_track())?;
        let input = if is_disowned { Input::Disowned } else { Input::Booted };
        let probes = self.eyes().see(probes(&self.state, &input)).await;
        match self.step(&input, &probes, &Room::default(), &Contents::new(), |_| None).await {
            Ok(_) => {}
            Err(Stumble::Refused(_)) => self.reconcile(),
            Err(Stumble::Store(error)) => {
                self.lose_track();
                return Err(error);
            }
        }
        Ok(())
    }

    /// What is stored now, and how many of its rows are damaged.
    async fn read(&mut self) -> Result<usize, StoreError> {
        let (state, damaged) = match self.ports.store.thread(&self.id).await? {
            Some(stored) => {
                let damaged = stored.quarantined.len();
                (ThreadState::load(journal::rows_of(stored)), damaged)
            }
            None => (ThreadState::absent(self.id.clone()), 0),
        };
        self.state = state;
        self.health = Health::Sound;
        Ok(damaged)
    }

    /// Another's actor changed the rows, perhaps before they were last read.
    pub(super) async fn show_anew(&mut self) {
        self.outdated();
        if self.sound().await.is_ok()
            && let Some(snapshot) = view::snapshot(&self.state, self.live.item())
        {
            self.hub.tell_thread(&self.id, &Event::ThreadSnapshot { snapshot });
        }
    }

    /// Somebody else's commit came between the look and this one's: what was to be done is decided anew, on what is stored now.
    pub(super) fn is_overtaken(&mut self, stumble: &Stumble) -> bool {
        let Stumble::Store(StoreError::Conflict { thread, .. }) = stumble else { return false };
        if *thread == self.id {
            self.outdated();
        }
        true
    }

    fn outdated(&mut self) {
        if self.health == Health::Sound {
            self.health = Health::Outdated;
        }
    }

    /// A branch was chosen whose Turn is too old to be in memory: its Run comes from the rows.
    pub(super) async fn fetch_run(&mut self) {
        if self.state.current.is_some() && self.state.run().is_none() {
            // Without it the panel only lacks the Turn's state, and nothing was promised of that.
            let _ = self.read().await;
        }
    }

    /// Memory is given up: the rows are the truth.
    pub(super) fn lose_track(&mut self) {
        self.health = Health::Unread;
        self.revive_later();
    }

    /// A Run must not stand still for a disk that was full for a moment.
    fn revive_later(&mut self) {
        let wait = REVIVE_MS.get(self.failures).or(REVIVE_MS.last()).copied().unwrap_or_default();
        self.failures += 1;
        let (letters, sleep) = (self.letters.clone(), self.ports.clock.sleep(wait));
        self.ports.spawner.spawn(Box::pin(async move {
            sleep.await;
            let _ = letters.unbounded_send(Letter::Boot);
        }));
    }
}
