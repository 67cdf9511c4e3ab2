//! What an actor is sent, and its address.

use crate::ports::PortId;
use crate::reading::Submitted;
use fairlead_engine::watch::Watchful;
use fairlead_engine::{Input, Probes, Sight};
use fairlead_protocol::event::{Event, Snapshot};
use fairlead_protocol::ids::TurnId;
use fairlead_protocol::pause::Gesture;
use futures::channel::{mpsc, oneshot};
use std::cell::Cell;
use std::rc::Rc;

pub(crate) enum Letter {
    Command {
        port: PortId,
        command: Submitted,
    },
    /// A command again, with what its calls would meet.
    Seen {
        port: PortId,
        command: Submitted,
        probes: Probes,
    },
    /// Starts a panel's view of the Thread; the greeting is finished with the snapshot.
    Attach {
        port: PortId,
        greeting: Box<dyn FnOnce(Option<Snapshot>) -> Event>,
    },
    Outcome(Input),
    /// An outcome again, with what the calls behind it would meet.
    SeenOutcome {
        input: Input,
        probes: Probes,
    },
    /// May the page that is waited for be looked at, as its tab is now?
    MayLook {
        sight: Sight,
        answer: oneshot::Sender<Watchful>,
    },
    /// The person did something in a tab that the Turn acts on.
    Hand {
        turn: TurnId,
        gesture: Gesture,
    },
    Boot,
    /// Another's actor changed the Thread's rows.
    Outdated,
    /// Nobody listens to the Thread any more: unless something runs, the actor may go.
    Unheard,
}

/// An actor's address, and how many commands wait there.
#[derive(Clone)]
pub(crate) struct Mailbox {
    letters: mpsc::UnboundedSender<Letter>,
    commands: Rc<Cell<usize>>,
}

impl Mailbox {
    pub(crate) fn new(letters: mpsc::UnboundedSender<Letter>, commands: Rc<Cell<usize>>) -> Self {
        Self { letters, commands }
    }

    /// The actor has gone to rest.
    pub(crate) fn is_closed(&self) -> bool {
        self.letters.is_closed()
    }

    pub(crate) fn post(&self, letter: Letter) -> Result<(), Overloaded> {
        if let Letter::Command { .. } = &letter {
            if self.commands.get() >= fairlead_protocol::caps::MAILBOX {
                return Err(Overloaded);
            }
            self.commands.set(self.commands.get() + 1);
        }
        // A closed mailbox belongs to an engine that is being dropped.
        let _ = self.letters.unbounded_send(letter);
        Ok(())
    }
}

/// Too many commands wait for this Thread; none was lost, this one was not taken.
pub(crate) struct Overloaded;
