//! The front desk: every text of every Port comes here first, in order. It answers what concerns no single Thread and passes
//! the rest on to the Thread's actor.

use crate::actor::Actor;
use crate::asking::Lesson;
use crate::common::Common;
use crate::exchange::{Occasion, Recorder};
use crate::first_start::first_start;
use crate::hub::{Hub, Load};
use crate::mailbox::{Letter as ThreadLetter, Mailbox, Overloaded};
use crate::model_call::Caller;
use crate::ports::{PortId, Ports};
use crate::reading::Submitted;
use crate::receipts::{acknowledged, earlier, rejected};
use crate::stumble::Stumble;
use crate::tidying::tidy;
use crate::{reading, search, verify};
use fairlead_engine::ordered::OrderedMap;
use fairlead_engine::{Input, SensitiveList};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::event::{AckBody, Event, Snapshot};
use fairlead_protocol::exchange::Purpose;
use fairlead_protocol::ids::{ConnectionId, RuleId, SubmissionId, ThreadId};
use fairlead_protocol::pause::HandOnPage;
use fairlead_protocol::permission::{Policy, Rule, RuleSource, RuleVerdict};
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::settings::Settings;
use fairlead_protocol::thread::Thread;
use fairlead_protocol::vault::KeyLock;
use fairlead_protocol::{PROTOCOL, SCHEMA_HASH};
use fairlead_store::StoreError;
use futures::StreamExt;
use futures::channel::mpsc;
use std::cell::RefCell;
use std::rc::Rc;

pub(crate) enum Letter {
    Text {
        port: PortId,
        text: String,
    },
    Gone {
        port: PortId,
    },
    /// Another Thread's actor needs this one's.
    Wake {
        thread: ThreadId,
    },
    /// The person took sites back in the browser.
    Withdrawn {
        patterns: Vec<String>,
    },
    /// The person did something in a tab that a Turn acts on.
    Hand(HandOnPage),
    /// A call of a model went through once its endpoint was spared what it had refused.
    Learned(Box<Lesson>),
}

pub(crate) struct Desk {
    pub(crate) ports: Ports,
    pub(crate) common: Rc<RefCell<Common>>,
    pub(crate) hub: Hub,
    actors: OrderedMap<ThreadId, Mailbox>,
    boot: String,
    /// Whether settings and live Threads have been read.
    is_open: bool,
}

pub(crate) async fn run(
    ports: Ports,
    load: Load,
    letters: mpsc::UnboundedSender<Letter>,
    mut inbox: mpsc::UnboundedReceiver<Letter>,
) {
    let boot = ports.chance.seed();
    let common = Common::new(&ports, load, Recorder::new(&ports, boot.clone()));
    let mut desk = Desk {
        hub: Hub::new(Rc::clone(&ports.sink), letters),
        boot,
        common: Rc::new(RefCell::new(common)),
        actors: OrderedMap::new(),
        ports,
        is_open: false,
    };
    // A failure is told to whoever asks for something; each message tries again.
    let _ = desk.open().await;
    while let Some(letter) = inbox.next().await {
        match letter {
            Letter::Text { port, text } => desk.text(port, &text).await,
            Letter::Hand(hand) => desk.gestured(hand).await,
            Letter::Learned(lesson) => desk.learn(&lesson).await,
            Letter::Gone { port } => desk.hub.part(port),
            // Whatever the store says, nothing is done there: each call is held against the browser's own word.
            Letter::Withdrawn { patterns } => drop(desk.withdraw(&patterns).await),
            // Boot letters are not counted.
            Letter::Wake { thread } => drop(desk.actor(&thread).post(ThreadLetter::Boot)),
        }
    }
}

impl Desk {
    /// Boot: read what all share, and wake the Threads that something is due for.
    async fn open(&mut self) -> Result<(), StoreError> {
        if self.is_open {
            return Ok(());
        }
        let store = Rc::clone(&self.ports.store);
        // Without the list of sensitive sites nothing may be judged, so nothing is begun.
        let shipped = SensitiveList::shipped().map_err(|error| StoreError::Unavailable {
            reason: format!("the list of sensitive sites: {error}"),
        })?;
        let settings = match store.settings().await {
            Ok(Some(settings)) => settings,
            Ok(None) => first_start(store.as_ref()).await?,
            // What was allowed is not known any more, so nothing is taken as allowed.
            Err(StoreError::Corrupt { .. }) => Settings { policy: Policy::Always, ..Settings::default() },
            Err(error) => return Err(error),
        };
        let connections = store.connections().await?.rows;
        let rules = store.rules().await?;
        // One that cannot be read stays in the database, and is not remembered.
        let memories = store.memories().await?.rows;
        let live = store.live_threads().await?;
        {
            let mut common = self.common.borrow_mut();
            common.shipped = shipped;
            common.settle(settings);
            common.connections = connections;
            common.rules = rules.rows;
            common.memories = memories;
            if !rules.quarantined.is_empty() {
                common.rules.push(in_place_of_a_lost_rule());
            }
        }
        self.is_open = true;
        for thread in live {
            // A new actor's mailbox is empty; boot letters are not counted.
            let _ = self.actor(&thread).post(ThreadLetter::Boot);
        }
        // A worker may have died between the two.
        if self.ports.vault.lock_state() != KeyLock::Locked {
            self.tell_unlocked();
        }
        tidy(&self.ports);
        Ok(())
    }

    /// The Thread's mailbox. Nothing is awaited between this and a post, so an open one stays open.
    fn actor(&mut self, thread: &ThreadId) -> Mailbox {
        if let Some(mailbox) = self.actors.get(thread).filter(|mailbox| !mailbox.is_closed()) {
            return mailbox.clone();
        }
        self.actors.retain(|_, mailbox| !mailbox.is_closed());
        let mailbox = Actor::start(thread.clone(), &self.ports, &self.common, &self.hub);
        self.actors.insert(thread.clone(), mailbox.clone());
        mailbox
    }

    /// Whatever waits for the keys goes on.
    pub(crate) fn tell_unlocked(&self) {
        for mailbox in self.actors.values() {
            // What is no command is not counted, so it is always taken.
            let _ = mailbox.post(ThreadLetter::Outcome(Input::KeysUnlocked));
        }
    }

    /// Grants of the session, of whatever Thread, go with the site that they were given on.
    async fn withdraw(&mut self, patterns: &[String]) -> Result<(), StoreError> {
        self.open().await?;
        let threads = self.ports.store.threads().await?.rows;
        for thread in threads.iter().filter(|thread| !thread.grants.is_empty()) {
            let input = Input::SitesWithdrawn { patterns: patterns.to_owned() };
            // What is no command is not counted, so it is always taken.
            let _ = self.actor(&thread.id).post(ThreadLetter::Outcome(input));
        }
        Ok(())
    }

    async fn gestured(&mut self, HandOnPage { thread, turn, gesture }: HandOnPage) {
        // Where nothing can be read nothing runs that could be paused.
        if self.open().await.is_ok() {
            let _ = self.actor(&thread).post(ThreadLetter::Hand { turn, gesture });
        }
    }

    async fn text(&mut self, port: PortId, text: &str) {
        let command = match reading::command(text) {
            Ok(command) => command,
            Err(unreadable) => {
                self.hub.tell(port, &rejected(&unreadable.submission, unreadable.refusal));
                return;
            }
        };
        if let Err(stumble) = self.take(port, &command).await {
            self.hub.tell(port, &rejected(&command.submission_id, stumble.refusal()));
        }
    }

    async fn take(&mut self, port: PortId, command: &Submitted) -> Result<(), Stumble> {
        self.open().await?;
        let submission = &command.submission_id;
        match &command.body {
            CommandBody::Initialize { protocol, schema_hash, subscribe } => {
                if *protocol != PROTOCOL || *schema_hash != SCHEMA_HASH {
                    let event =
                        Event::ReloadRequired { protocol: PROTOCOL, schema_hash: SCHEMA_HASH.to_owned() };
                    self.hub.tell(port, &event);
                    return Ok(());
                }
                self.initialize(port, submission, subscribe.as_ref()).await
            }
            CommandBody::Ping => {
                self.hub.tell(port, &Event::Pong { submission_id: submission.clone() });
                Ok(())
            }
            CommandBody::ConnectionsVerify { connection } => self.verify(port, submission, connection),
            CommandBody::ConnectionsModels { of } => self.models(port, submission, of),
            CommandBody::VaultUnlock { .. }
            | CommandBody::VaultLock
            | CommandBody::VaultPassphrase { .. }
            | CommandBody::VaultForget => {
                self.guard(&command.body).await?;
                self.hub.tell(port, &acknowledged(submission, AckBody::Done));
                Ok(())
            }
            CommandBody::ThreadSearch { query } => self.search(port, submission, query),
            body if body.thread().is_some() => self.forward(port, command).await,
            _ => {
                let event = match earlier(self.ports.store.as_ref(), command, self.ports.clock.now()).await? {
                    Some(event) => event,
                    None => acknowledged(submission, self.perform(command).await?),
                };
                self.hub.tell(port, &event);
                Ok(())
            }
        }
    }

    async fn forward(&mut self, port: PortId, command: &Submitted) -> Result<(), Stumble> {
        let Some(thread) = command.body.thread() else { return Ok(()) };
        let letter = ThreadLetter::Command { port, command: command.clone() };
        let Err(Overloaded) = self.actor(thread).post(letter) else { return Ok(()) };
        // Nothing that was carried out is refused, however many others wait.
        if let Some(event) = earlier(self.ports.store.as_ref(), command, self.ports.clock.now()).await? {
            self.hub.tell(port, &event);
            return Ok(());
        }
        let message = "too many commands wait for this conversation: send it again in a moment";
        Err(Refusal::new(RefusalCode::Overloaded, message).into())
    }

    async fn initialize(
        &mut self,
        port: PortId,
        submission: &SubmissionId,
        subscribe: Option<&ThreadId>,
    ) -> Result<(), Stumble> {
        self.hub.greet(port);
        let threads = self.ports.store.threads().await?.rows;
        let listed = threads.iter().filter(|thread| thread.delegated.is_none());
        let threads = listed.map(Thread::summary).collect();
        let (settings, connections) = {
            let common = self.common.borrow();
            (common.settings().clone(), common.connections.clone())
        };
        let keys = self.ports.vault.lock_state();
        let (submission_id, boot) = (submission.clone(), self.boot.clone());
        let greeting = move |snapshot: Option<Snapshot>| Event::Initialized {
            submission_id,
            boot,
            settings,
            connections,
            keys,
            threads,
            snapshot,
        };
        match subscribe {
            Some(thread) => {
                let letter = ThreadLetter::Attach { port, greeting: Box::new(greeting) };
                // Only commands are counted, so this letter is always taken.
                let _ = self.actor(thread).post(letter);
            }
            None => self.hub.welcome(port, &greeting(None)),
        }
        Ok(())
    }

    /// Reads beside the desk and changes nothing.
    fn search(&self, port: PortId, submission: &SubmissionId, query: &str) -> Result<(), Stumble> {
        let query = search::Query::new(query)?;
        let (hub, store, submission) = (self.hub.clone(), Rc::clone(&self.ports.store), submission.clone());
        self.ports.spawner.spawn(Box::pin(async move {
            let event = match search::search(store.as_ref(), &query).await {
                Ok(found) => acknowledged(&submission, found),
                Err(error) => rejected(&submission, Stumble::Store(error).refusal()),
            };
            hub.tell(port, &event);
        }));
        Ok(())
    }

    /// Slow: it runs beside the desk, and leaves nothing but what is kept of its request.
    fn verify(
        &self,
        port: PortId,
        submission: &SubmissionId,
        connection: &ConnectionId,
    ) -> Result<(), Stumble> {
        let connection =
            self.common.borrow().connection(connection).cloned().ok_or_else(unknown_connection)?;
        let occasion = Occasion { purpose: Purpose::Check, turn: None };
        let caller = Caller::new(&self.ports, &self.hub, &self.common.borrow(), occasion);
        let (hub, submission) = (self.hub.clone(), submission.clone());
        self.ports.spawner.spawn(Box::pin(async move {
            let steps = verify::verify(&caller, &connection).await;
            hub.tell(port, &acknowledged(&submission, AckBody::Verified { steps }));
        }));
        Ok(())
    }
}

/// A rule that cannot be read may have said no. Until the person has looked at their rules, everything is asked about.
fn in_place_of_a_lost_rule() -> Rule {
    Rule {
        id: RuleId::new("unreadable"),
        tool: "*".to_owned(),
        origin: "*".to_owned(),
        verdict: RuleVerdict::Ask,
        source: RuleSource::UserSetting,
    }
}

pub(crate) fn unknown_connection() -> Refusal {
    Refusal::new(RefusalCode::UnknownConnection, "this connection is not set up any more").at("connection")
}
