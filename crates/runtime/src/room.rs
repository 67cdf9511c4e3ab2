//! Room for files, over all Threads. What gives way belongs to another Thread, which may begin something with it at any moment: it is
//! seen at rest at a revision, the commit holds only at that revision, and counts as one of that Thread's own. So of the two that
//! meet, one is refused by the store and decides anew on what the other one did.

use crate::actor::Actor;
use fairlead_engine::fault::{Fault, active};
use fairlead_engine::quota::evicted_for;
use fairlead_engine::{Fact, Hoard};
use fairlead_protocol::attachment::Attachment;
use fairlead_protocol::thread::Thread;
use fairlead_store::{Batch, Delete, RowKey, StoreError};

#[derive(Default)]
pub(crate) struct Room {
    pub(crate) hoard: Hoard,
    /// As they were when `hoard` was looked through, or earlier.
    owners: Vec<Thread>,
}

impl Room {
    /// With the records of files that give way, whose content goes, and what that rests on.
    pub(crate) fn give_way<'a>(
        &self,
        mut batch: Batch,
        files: impl IntoIterator<Item = &'a Attachment>,
    ) -> Batch {
        let mut owners: Vec<&Thread> = Vec::new();
        for file in files {
            // The record says that the content is gone, and it is.
            batch = batch.put(file.clone()).delete(Delete::Row(RowKey::Blob(file.id.clone())));
            // One whose own row cannot be read has nobody who could begin anything.
            let owner = self.owners.iter().find(|owner| owner.id == file.thread);
            owners.extend(owner.filter(|owner| !owners.iter().any(|other| other.id == owner.id)));
        }
        for owner in owners.into_iter().filter(|_| !active(Fault::OwnerNotAsked)) {
            let next = Thread { revision: owner.revision.next(), ..owner.clone() };
            batch = batch.expecting(owner.id.clone(), owner.revision).put(next);
        }
        batch
    }
}

/// Files of other Threads that give way.
pub(crate) fn evicted(facts: &[Fact]) -> impl Iterator<Item = &Attachment> {
    facts.iter().filter_map(|fact| match fact {
        Fact::AttachmentEvicted { attachment } => Some(attachment),
        _ => None,
    })
}

impl Actor {
    /// All that is kept for all Threads, and whose may give way for so many bytes at most.
    pub(crate) async fn room(&self, bytes: u64) -> Result<Room, StoreError> {
        let store = &self.ports.store;
        let hoard = Hoard { attachments: store.attachments().await?.rows, busy: Vec::new() };
        if evicted_for(&hoard, bytes, &self.id).is_empty() {
            return Ok(Room { hoard, owners: Vec::new() });
        }
        // First of all their revisions: whatever becomes of a Thread after that makes the commit fail.
        let owners = store.threads().await?.rows;
        let busy = store.live_threads().await?;
        let attachments = store.attachments().await?.rows;
        Ok(Room { hoard: Hoard { attachments, busy }, owners })
    }
}
