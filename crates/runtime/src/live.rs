//! The reply under way: what has streamed, and what of it the panels have not been told yet. Never stored; a crash takes it
//! and the next attempt streams anew.

use crate::hub::Hub;
use crate::ports::{Clock, Spawner};
use fairlead_engine::LiveReply;
use fairlead_protocol::caps::{DELTA_MERGE_MS, REPLY_BYTES};
use fairlead_protocol::conversation::Delta;
use fairlead_protocol::event::{Channel, Event};
use fairlead_protocol::ids::{Attempt, NodeId, ThreadId};
use fairlead_protocol::item::{Item, ItemBody};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

#[derive(Clone)]
pub(crate) struct Live {
    inner: Rc<RefCell<Option<Stream>>>,
    /// While a decision is on its way to the store nothing more is told: what is kept must be all that was shown.
    held: Rc<Cell<bool>>,
    thread: ThreadId,
    hub: Hub,
    clock: Rc<dyn Clock>,
    spawner: Rc<dyn Spawner>,
}

struct Stream {
    item: Item,
    reply: NodeId,
    attempt: Attempt,
    text: String,
    reasoning: String,
    /// How much of each the panels know.
    told_text: usize,
    told_reasoning: usize,
    flush_planned: bool,
}

impl Live {
    pub(crate) fn new(thread: ThreadId, hub: Hub, clock: Rc<dyn Clock>, spawner: Rc<dyn Spawner>) -> Self {
        Self { inner: Rc::default(), held: Rc::default(), thread, hub, clock, spawner }
    }

    /// A new attempt: what an earlier one had streamed is gone.
    pub(crate) fn begin(&self, item: Item, attempt: Attempt) {
        let reply = item.id.clone();
        *self.inner.borrow_mut() = Some(Stream {
            item,
            reply,
            attempt,
            text: String::new(),
            reasoning: String::new(),
            told_text: 0,
            told_reasoning: 0,
            flush_planned: false,
        });
    }

    pub(crate) fn end(&self) {
        *self.inner.borrow_mut() = None;
    }

    /// Takes deltas of an attempt; those of another are dropped.
    pub(crate) fn push(&self, reply: &NodeId, attempt: Attempt, deltas: &[Delta]) {
        let plan = {
            let mut inner = self.inner.borrow_mut();
            let Some(stream) =
                inner.as_mut().filter(|stream| stream.reply == *reply && stream.attempt == attempt)
            else {
                return;
            };
            for delta in deltas {
                match delta {
                    Delta::Text { text } | Delta::Refusal { text } => grow(&mut stream.text, text),
                    Delta::Reasoning { text } => grow(&mut stream.reasoning, text),
                    Delta::ToolCallStarted { .. } => {}
                }
            }
            let untold =
                stream.told_text < stream.text.len() || stream.told_reasoning < stream.reasoning.len();
            let plan = untold && !stream.flush_planned;
            stream.flush_planned |= plan;
            plan
        };
        if plan {
            let (live, sleep) = (self.clone(), self.clock.sleep(DELTA_MERGE_MS));
            self.spawner.spawn(Box::pin(async move {
                sleep.await;
                live.flush();
            }));
        }
    }

    pub(crate) fn hold(&self) {
        self.held.set(true);
    }

    /// Goes on telling, with what came meanwhile; a stream that has ended has nothing more to tell.
    pub(crate) fn release(&self) {
        self.held.set(false);
        self.flush();
    }

    /// Tells the panels what they do not know yet, one message a channel.
    pub(crate) fn flush(&self) {
        if self.held.get() {
            return;
        }
        let events = {
            let mut inner = self.inner.borrow_mut();
            let Some(stream) = inner.as_mut() else { return };
            stream.flush_planned = false;
            let mut events = Vec::new();
            for (channel, whole, told) in [
                (Channel::Reasoning, &stream.reasoning, &mut stream.told_reasoning),
                (Channel::Text, &stream.text, &mut stream.told_text),
            ] {
                if let Some(text) = whole.get(*told..).filter(|text| !text.is_empty()) {
                    events.push(Event::ItemDelta {
                        thread: self.thread.clone(),
                        item: stream.reply.clone(),
                        attempt: stream.attempt,
                        channel,
                        text: text.to_owned(),
                    });
                    *told = whole.len();
                }
            }
            events
        };
        for event in &events {
            self.hub.tell_thread(&self.thread, event);
        }
    }

    /// The item as far as it has streamed. Whoever listened before has been told the same when this returns.
    pub(crate) fn item(&self) -> Option<Item> {
        self.flush();
        let inner = self.inner.borrow();
        let stream = inner.as_ref()?;
        let mut item = stream.item.clone();
        if let ItemBody::AssistantMessage { text, reasoning, .. } = &mut item.body {
            text.clone_from(&stream.text);
            reasoning.clone_from(&stream.reasoning);
        }
        Some(item)
    }

    pub(crate) fn reply(&self) -> Option<LiveReply> {
        self.inner.borrow().as_ref().map(|stream| LiveReply {
            reply: stream.reply.clone(),
            text: stream.text.clone(),
            reasoning: stream.reasoning.clone(),
        })
    }
}

/// The decoder bounds the response; this bounds what is kept of it.
fn grow(whole: &mut String, piece: &str) {
    if whole.len() + piece.len() <= REPLY_BYTES {
        whole.push_str(piece);
    }
}
