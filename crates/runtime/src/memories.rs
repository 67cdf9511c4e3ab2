//! What is remembered, as the person sees to it: listed, written anew, deleted. Each change and its receipt share one commit;
//! what all actors see, and what panels are told, follows that commit.

use crate::common::Common;
use crate::desk::Desk;
use crate::hub::Hub;
use crate::reading::Submitted;
use crate::receipts::receipt;
use crate::stumble::Stumble;
use fairlead_engine::Fact;
use fairlead_engine::own::{Unfit, memory_text};
use fairlead_protocol::caps;
use fairlead_protocol::event::{AckBody, Event};
use fairlead_protocol::ids::MemoryId;
use fairlead_protocol::memory::{Memory, MemorySource};
use fairlead_protocol::order::order_by;
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_store::{Batch, Delete, RowKey};
use std::cmp::Reverse;

impl Desk {
    /// The newest first.
    pub(crate) fn memories(&self) -> AckBody {
        let mut memories = self.common.borrow().memories.clone();
        order_by(&mut memories, |a, b| (Reverse(a.updated_at), &a.id) > (Reverse(b.updated_at), &b.id));
        AckBody::Memories { memories }
    }

    /// From here on they are the person's words, whatever they came from.
    pub(crate) async fn update_memory(
        &self,
        command: &Submitted,
        id: &MemoryId,
        text: &str,
        topic: Option<&str>,
    ) -> Result<AckBody, Stumble> {
        let held = self.memory(id)?;
        let topic = topic.map(str::trim).filter(|topic| !topic.is_empty());
        let memory = Memory {
            text: memory_text(text, topic).map_err(unfit)?,
            topic: topic.map(str::to_owned),
            source: MemorySource::Person,
            updated_at: self.ports.clock.now(),
            ..held
        };
        self.keep_memories(command, vec![memory], Vec::new()).await
    }

    pub(crate) async fn delete_memory(&self, command: &Submitted, id: &MemoryId) -> Result<AckBody, Stumble> {
        self.memory(id)?;
        self.keep_memories(command, Vec::new(), vec![id.clone()]).await
    }

    pub(crate) async fn clear_memories(&self, command: &Submitted) -> Result<AckBody, Stumble> {
        let all = self.common.borrow().memories.iter().map(|memory| memory.id.clone()).collect();
        self.keep_memories(command, Vec::new(), all).await
    }

    fn memory(&self, id: &MemoryId) -> Result<Memory, Refusal> {
        let common = self.common.borrow();
        common.memories.iter().find(|memory| memory.id == *id).cloned().ok_or_else(|| {
            Refusal::new(RefusalCode::UnknownMemory, "this is not remembered any more").at("memory")
        })
    }

    async fn keep_memories(
        &self,
        command: &Submitted,
        kept: Vec<Memory>,
        gone: Vec<MemoryId>,
    ) -> Result<AckBody, Stumble> {
        let batch = kept.iter().cloned().fold(Batch::new(), Batch::put);
        let batch = gone
            .iter()
            .fold(batch, |batch, id| batch.delete(Delete::Row(RowKey::Memory(id.clone()))))
            .put(receipt(command, &AckBody::Done, self.ports.clock.now()));
        self.ports.store.commit(batch).await?;
        changed(&mut self.common.borrow_mut(), &self.hub, kept, gone);
        Ok(AckBody::Done)
    }
}

/// What a Thread's commit has changed of what is remembered.
pub(crate) fn told(common: &mut Common, hub: &Hub, facts: &[Fact]) {
    let (mut kept, mut gone) = (Vec::new(), Vec::new());
    for fact in facts {
        match fact {
            Fact::MemoryKept { memory, .. } => kept.push(memory.clone()),
            Fact::MemoryForgotten { memory, .. } => {
                kept.retain(|other: &Memory| other.id != *memory);
                gone.push(memory.clone());
            }
            _ => {}
        }
    }
    if !kept.is_empty() || !gone.is_empty() {
        changed(common, hub, kept, gone);
    }
}

fn changed(common: &mut Common, hub: &Hub, kept: Vec<Memory>, gone: Vec<MemoryId>) {
    let is_old =
        |memory: &Memory| gone.contains(&memory.id) || kept.iter().any(|newer| newer.id == memory.id);
    common.memories.retain(|memory| !is_old(memory));
    common.memories.extend(kept.iter().cloned());
    hub.tell_all(&Event::MemoriesUpdated { kept, gone });
}

fn unfit(why: Unfit) -> Refusal {
    match why {
        Unfit::Empty => {
            Refusal::new(RefusalCode::EmptyMessage, "the note is empty: write something, or delete it")
        }
        Unfit::TooLong => Refusal::new(
            RefusalCode::TooLarge,
            format!(
                "a note takes {} bytes and its topic {} characters: shorten it",
                caps::MEMORY_BYTES,
                caps::MEMORY_TOPIC_CHARS
            ),
        ),
        Unfit::Secret => Refusal::new(
            RefusalCode::LooksSecret,
            "this looks like a password, a key, a card or an account number: such things are not kept",
        ),
    }
    .at("text")
}
