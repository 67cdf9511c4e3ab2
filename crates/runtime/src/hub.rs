//! Who listens to what. A panel hears a Thread from its snapshot on, never before.

use crate::asking::Lesson;
use crate::desk;
use crate::mailbox::Letter;
use crate::ports::{EventSink, PortId};
use fairlead_engine::Input;
use fairlead_engine::ordered::OrderedMap;
use fairlead_protocol::caps;
use fairlead_protocol::event::Event;
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::pause::HandOnPage;
use futures::channel::mpsc;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

#[derive(Clone)]
pub(crate) struct Hub {
    sink: Rc<dyn EventSink>,
    listeners: Rc<RefCell<OrderedMap<PortId, Listener>>>,
    /// Actors that stay while somebody listens, and have to hear that nobody does any more.
    actors: Rc<RefCell<OrderedMap<ThreadId, mpsc::UnboundedSender<Letter>>>>,
    /// Children that are gone and whose actors may not know it.
    forsaken: Rc<RefCell<Vec<ThreadId>>>,
    /// Whoever waits for a child, until it ends.
    watchers: Rc<RefCell<OrderedMap<ThreadId, mpsc::UnboundedSender<()>>>>,
    desk: mpsc::UnboundedSender<desk::Letter>,
}

struct Listener {
    heard: Option<ThreadId>,
    /// Children of that Thread that work, and whose snapshots were sent too.
    children: Vec<ThreadId>,
    /// What happened since the greeting began; it follows once the greeting has been sent.
    held: Option<Vec<Event>>,
}

impl Listener {
    fn hears(&self, thread: &ThreadId) -> bool {
        self.heard.as_ref() == Some(thread) || self.children.contains(thread)
    }

    /// What it does not hear any more.
    fn turn_to(&mut self, thread: Option<ThreadId>) -> Vec<ThreadId> {
        let mut left = std::mem::take(&mut self.children);
        left.extend(std::mem::replace(&mut self.heard, thread));
        left
    }
}

/// How many effects run in all Threads.
#[derive(Clone, Default)]
pub(crate) struct Load(Rc<Cell<usize>>);

impl Load {
    pub(crate) fn is_none(&self) -> bool {
        self.0.get() == 0
    }

    pub(crate) fn change(&self, from: usize, to: usize) {
        self.0.set((self.0.get() + to).saturating_sub(from));
    }
}

impl Hub {
    pub(crate) fn new(sink: Rc<dyn EventSink>, desk: mpsc::UnboundedSender<desk::Letter>) -> Self {
        let (listeners, actors, forsaken, watchers) = Default::default();
        Self { sink, listeners, actors, forsaken, watchers, desk }
    }

    /// From here on nothing is missed, and nothing is told before the greeting: what it says is read after this.
    pub(crate) fn greet(&self, port: PortId) {
        self.part(port);
        self.listeners
            .borrow_mut()
            .insert(port, Listener { heard: None, children: Vec::new(), held: Some(Vec::new()) });
    }

    /// Sends the greeting, and what was held back for it.
    pub(crate) fn welcome(&self, port: PortId, greeting: &Event) {
        self.tell(port, greeting);
        let held = self.listeners.borrow_mut().get_mut(&port).and_then(|listener| listener.held.take());
        for event in held.unwrap_or_default() {
            self.tell(port, &event);
        }
    }

    /// A panel shows one Thread at a time; the last one asked for is meant. A Port that never shook hands, or has left since
    /// its command was sent, hears nothing.
    pub(crate) fn subscribe(&self, port: PortId, thread: &ThreadId) {
        let left = match self.listeners.borrow_mut().get_mut(&port) {
            Some(listener) if listener.heard.as_ref() == Some(thread) => Vec::new(),
            Some(listener) => listener.turn_to(Some(thread.clone())),
            None => Vec::new(),
        };
        self.turned_from(left);
    }

    /// A child is heard beside its Thread, as long as that one is.
    pub(crate) fn follow(&self, port: PortId, child: &ThreadId) {
        if let Some(listener) = self.listeners.borrow_mut().get_mut(&port)
            && !listener.children.contains(child)
            && listener.children.len() < caps::CHILDREN_HEARD
        {
            listener.children.push(child.clone());
        }
    }

    /// The child is gone: nobody is told of it any more, whatever its actor may still learn to be stored.
    pub(crate) fn forsake(&self, child: &ThreadId) {
        self.unheard(child);
        let is_here = self.actors.borrow().contains_key(child);
        if is_here {
            self.forsaken.borrow_mut().push(child.clone());
        }
    }

    pub(crate) fn is_forsaken(&self, child: &ThreadId) -> bool {
        self.forsaken.borrow().contains(child)
    }

    /// The child is over: nothing else will be told of it.
    pub(crate) fn unheard(&self, child: &ThreadId) {
        for (_, listener) in self.listeners.borrow_mut().iter_mut() {
            listener.children.retain(|heard| heard != child);
        }
    }

    pub(crate) fn part(&self, port: PortId) {
        let left = self.listeners.borrow_mut().remove(&port);
        self.turned_from(left.map(|mut listener| listener.turn_to(None)).unwrap_or_default());
    }

    /// An actor stays in memory while it is heard; it is told when that is over.
    pub(crate) fn enlist(&self, thread: &ThreadId, letters: mpsc::UnboundedSender<Letter>) {
        self.actors.borrow_mut().insert(thread.clone(), letters);
    }

    pub(crate) fn discharge(&self, thread: &ThreadId) {
        self.actors.borrow_mut().remove(thread);
        self.forsaken.borrow_mut().retain(|child| child != thread);
    }

    /// What the Thread's actor has in memory, and what panels show of it, is not what is stored any more.
    pub(crate) fn outdated(&self, thread: &ThreadId) {
        if let Some(letters) = self.actors.borrow().get(thread) {
            // One that is going has nothing in memory to read again.
            let _ = letters.unbounded_send(Letter::Outdated);
        }
    }

    /// Nobody waits for the child any more. One that has no actor is woken, and finds that out from the rows.
    pub(crate) fn disown(&self, child: &ThreadId) {
        let letters = self.actors.borrow().get(child).cloned();
        match letters {
            // One that is going has nothing that runs.
            Some(letters) => drop(letters.unbounded_send(Letter::Outcome(Input::Disowned))),
            None => self.wake(child),
        }
    }

    /// Has the Thread's actor started.
    pub(crate) fn wake(&self, thread: &ThreadId) {
        // The desk is there as long as the engine is.
        let _ = self.desk.unbounded_send(desk::Letter::Wake { thread: thread.clone() });
    }

    /// What the person did in a tab of a child is for whoever waits for it.
    pub(crate) fn pass_on(&self, hand: HandOnPage) {
        let _ = self.desk.unbounded_send(desk::Letter::Hand(hand));
    }

    pub(crate) fn learned(&self, lesson: Lesson) {
        let _ = self.desk.unbounded_send(desk::Letter::Learned(Box::new(lesson)));
    }

    /// Hears of a child whenever it ends, waits for the person or goes on.
    pub(crate) fn watch(&self, child: &ThreadId) -> mpsc::UnboundedReceiver<()> {
        let (changed, changes) = mpsc::unbounded();
        self.watchers.borrow_mut().insert(child.clone(), changed);
        changes
    }

    pub(crate) fn changed(&self, child: &ThreadId) {
        let is_gone =
            self.watchers.borrow().get(child).is_some_and(|watcher| watcher.unbounded_send(()).is_err());
        if is_gone {
            self.watchers.borrow_mut().remove(child);
        }
    }

    fn turned_from(&self, threads: Vec<ThreadId>) {
        for thread in threads.into_iter().filter(|thread| !self.is_heard(thread)) {
            if let Some(letters) = self.actors.borrow().get(&thread) {
                // One that is going already does not need it.
                let _ = letters.unbounded_send(Letter::Unheard);
            }
        }
    }

    pub(crate) fn is_heard(&self, thread: &ThreadId) -> bool {
        self.listeners.borrow().values().any(|listener| listener.hears(thread))
    }

    pub(crate) fn tell(&self, port: PortId, event: &Event) {
        self.sink.send(&[port], event);
    }

    pub(crate) fn tell_all(&self, event: &Event) {
        let mut ports = Vec::new();
        for (port, listener) in self.listeners.borrow_mut().iter_mut() {
            match &mut listener.held {
                Some(held) => held.push(event.clone()),
                None => ports.push(*port),
            }
        }
        self.sink.send(&ports, event);
    }

    pub(crate) fn tell_thread(&self, thread: &ThreadId, event: &Event) {
        let ports: Vec<PortId> = self
            .listeners
            .borrow()
            .iter()
            .filter(|(_, listener)| listener.hears(thread))
            .map(|(port, _)| *port)
            .collect();
        if !ports.is_empty() {
            self.sink.send(&ports, event);
        }
    }

    /// Events of the list of Threads go to everybody, all others to those who look at the Thread.
    pub(crate) fn publish(&self, thread: &ThreadId, events: &[Event]) {
        for event in events {
            match event {
                Event::ThreadCreated { .. } | Event::ThreadUpdated { .. } | Event::ThreadDeleted { .. } => {
                    self.tell_all(event);
                }
                _ => self.tell_thread(thread, event),
            }
        }
    }
}
