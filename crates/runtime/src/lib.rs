//! The driver. It takes an input, asks the engine what follows, commits that, tells the panels, and then makes what runs equal
//! to what is due. One actor a Thread; every port it drives is a trait, so that Chrome and a simulation are the same to it.
//!
//! No decision is made here and nothing is remembered that a crash may not take: an actor is its rows and a mailbox.

mod actor;
mod asking;
mod common;
mod connections;
mod delegates;
mod delivery;
mod desk;
mod errands;
mod exchange;
mod exchanges;
mod family;
mod first_start;
mod hub;
mod journal;
mod leases;
mod live;
mod mailbox;
mod memories;
mod model_call;
mod models;
mod passphrase;
pub mod ports;
mod preferences;
mod reading;
mod receipts;
mod resting;
mod room;
mod rules;
mod run_file;
mod search;
mod storage;
mod stumble;
mod taken;
mod telling;
mod tidying;
mod uploads;
mod verify;
mod watching;

use fairlead_protocol::pause::HandOnPage;
use futures::channel::mpsc;
use ports::{PortId, Ports};
use std::rc::Rc;

pub use journal::rows_of;
pub use model_call::{ModelHttp, ModelStream, TransportError};

/// A running engine. Dropping it drops every actor; what was committed stays.
pub struct Runtime {
    letters: mpsc::UnboundedSender<desk::Letter>,
    load: hub::Load,
}

impl Runtime {
    /// Boots from the store in the background; whatever comes in meanwhile waits its turn.
    pub fn start(ports: Ports) -> Self {
        let (letters, inbox) = mpsc::unbounded();
        let spawner = Rc::clone(&ports.spawner);
        let load = hub::Load::default();
        spawner.spawn(Box::pin(desk::run(ports, load.clone(), letters.clone(), inbox)));
        Self { letters, load }
    }

    /// One message of a Port whose sender is the extension's own page.
    pub fn receive(&self, port: PortId, text: &str) {
        // The desk lives as long as this sender; a failed send means that the engine is being dropped.
        let _ = self.letters.unbounded_send(desk::Letter::Text { port, text: text.to_owned() });
    }

    /// What a person did in a tab that a Turn acts on.
    pub fn gestured(&self, hand: HandOnPage) {
        let _ = self.letters.unbounded_send(desk::Letter::Hand(hand));
    }

    /// An effect runs: a model streams or a tool works.
    pub fn is_busy(&self) -> bool {
        !self.load.is_none()
    }

    /// The person took sites back in the browser, which names them by match patterns.
    pub fn withdrawn(&self, patterns: Vec<String>) {
        let _ = self.letters.unbounded_send(desk::Letter::Withdrawn { patterns });
    }

    pub fn disconnected(&self, port: PortId) {
        let _ = self.letters.unbounded_send(desk::Letter::Gone { port });
    }
}
