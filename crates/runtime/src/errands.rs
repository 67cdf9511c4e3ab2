//! What a Thread's actor does for others: a copy of a path as a new Thread.

use crate::actor::Actor;
use crate::reading::Submitted;
use crate::receipts::{acknowledged, receipt};
use crate::stumble::Stumble;
use fairlead_engine::Ids;
use fairlead_engine::fork::{Copied, fork};
use fairlead_engine::quota::evicted_for;
use fairlead_protocol::attachment::{Attachment, Blob, Kept};
use fairlead_protocol::context::Carry;
use fairlead_protocol::event::{AckBody, Event};
use fairlead_protocol::ids::{NodeId, Revision, ThreadId};
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_store::{Batch, StoreError};

impl Actor {
    /// The new Thread, its messages, its files and the receipt: one commit, which fails if the Thread exists.
    pub(crate) async fn fork(
        &mut self,
        command: &Submitted,
        at_node: &NodeId,
        into: &ThreadId,
        carry: Carry,
    ) -> Result<Event, Stumble> {
        let now = self.ports.clock.now();
        let ids = Ids::new(self.ports.chance.seed());
        let forked = fork(&self.state, at_node, into, carry, now, &ids)?;
        let summary = forked.thread.summary();
        let mut batch = Batch::new().expecting(into.clone(), Revision(0)).put(forked.thread);
        for node in forked.nodes {
            batch = batch.put(node);
        }
        let (batch, evicted) = self.copied(batch, forked.attachments, into).await?;
        let body = AckBody::Done;
        let stored = self.commit(batch.put(receipt(command, &body, now))).await;
        if let Err(StoreError::Conflict { thread, .. }) = &stored
            && thread == into
        {
            let message = "a conversation with this id exists";
            return Err(Refusal::new(RefusalCode::ThreadExists, message).at("into").into());
        }
        stored?;
        // Somebody may have looked there before there was anything.
        self.hub.outdated(into);
        evicted.iter().for_each(|file| self.hub.outdated(&file.thread));
        self.hub.tell_all(&Event::ThreadForked { thread: summary, from: self.id.clone() });
        Ok(acknowledged(&command.submission_id, body))
    }

    /// With the files that are copied, and those that give way for them.
    async fn copied(
        &self,
        mut batch: Batch,
        attachments: Vec<Copied>,
        into: &ThreadId,
    ) -> Result<(Batch, Vec<Attachment>), StoreError> {
        if attachments.is_empty() {
            return Ok((batch, Vec::new()));
        }
        let bytes = attachments.iter().map(|copied| copied.to.bytes).sum();
        let room = self.room(bytes).await?;
        let evicted = evicted_for(&room.hoard, bytes, &self.id);
        batch = room.give_way(batch, &evicted);
        for Copied { from, to } in attachments {
            batch = match self.ports.store.blob(&from).await? {
                Some(blob) => {
                    let id = to.id.clone();
                    batch.put(to).put(Blob { id, thread: into.clone(), data: blob.data })
                }
                None => batch.put(Attachment { kept: Kept::Evicted, ..to }),
            };
        }
        Ok((batch, evicted))
    }
}
