//! The world: everything outside the engine, and one life of the engine after another in it.

mod kin;
mod seen;

use crate::acts::connection;
use crate::alarms::AlarmClock;
use crate::browser::Web;
use crate::chronicle::{Chronicle, Death, doing};
use crate::clock::VirtualClock;
use crate::dice::Dice;
use crate::engine::{Engine, Parts};
use crate::fate::{Fate, Point};
use crate::invariants::{self, Violations};
use crate::model::{Asked, Brain, Say, Transcript, note_taker, shopper};
use crate::notices::NoticeBoard;
use crate::panel::{Panel, Person};
use crate::sink::Inboxes;
use crate::vault::MemoryVault;
use fairlead_protocol::command::{Command, CommandBody};
use fairlead_protocol::ids::{BrowserSession, ConnectionId, KeyId, SubmissionId, ThreadId};
use fairlead_protocol::pause::HandOnPage;
use fairlead_protocol::thread::Titling;
use fairlead_runtime::Runtime;
use fairlead_runtime::ports::{Clock, PortId};
use fairlead_store::MemoryStore;
use futures::executor::LocalPool;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Nothing that runs waits for as long as this: only sleep does.
const LONG_MS: i64 = 120_000;

/// Steps after which a world that does not come to rest is broken.
const MOST_STEPS: usize = 20_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PanelId(pub u32);

/// How a world begins.
pub struct Setup {
    pub seed: u64,
    pub brain: Brain,
    /// What is asked for notes.
    pub note_taker: Brain,
    /// Of its window, in tokens, as the person wrote it down.
    pub window: Option<u32>,
    pub person: Person,
    /// The longest delays of store and browser are thrown up to this.
    pub jitter_ms: u64,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            seed: 1,
            brain: Rc::new(shopper),
            note_taker: Rc::new(note_taker),
            window: None,
            person: Person::attentive(),
            jitter_ms: 0,
        }
    }
}

pub struct World {
    pub clock: VirtualClock,
    pub fate: Fate,
    pub rows: MemoryStore,
    /// What the store is asked for takes so long; nothing at first.
    pub read_ms: Rc<Cell<u64>>,
    pub web: Rc<RefCell<Web>>,
    pub model: Transcript,
    pub alarms: AlarmClock,
    pub notices: NoticeBoard,
    pub dice: Rc<Dice>,
    pub chronicle: Chronicle,
    pub(crate) violations: Violations,
    pub(crate) panels: BTreeMap<PanelId, Panel>,
    /// Lives that the engine has had.
    pub lives: u32,
    setup: Setup,
    parts: Parts,
    vault: Rc<MemoryVault>,
    inboxes: Inboxes,
    engine: Engine,
    is_asleep: bool,
    ports: u32,
}

impl World {
    /// With one connection set up through the settings page, and nothing else.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let parts = Parts {
            clock: VirtualClock::default(),
            fate: Fate::default(),
            rows: MemoryStore::new(),
            read_ms: Rc::default(),
            web: Rc::default(),
            answered: Rc::default(),
            model: Transcript::default(),
            vault: Rc::default(),
            inboxes: Rc::default(),
            violations: Violations::default(),
            dice: Rc::new(Dice::new(setup.seed)),
            alarms: AlarmClock::default(),
            notices: NoticeBoard::default(),
            chronicle: Chronicle::default(),
            session: BrowserSession::new("session-1"),
        };
        let mut world = Self {
            clock: parts.clock.clone(),
            fate: parts.fate.clone(),
            rows: parts.rows.clone(),
            read_ms: Rc::clone(&parts.read_ms),
            web: Rc::clone(&parts.web),
            model: parts.model.clone(),
            alarms: parts.alarms.clone(),
            notices: parts.notices.clone(),
            dice: Rc::clone(&parts.dice),
            chronicle: parts.chronicle.clone(),
            violations: parts.violations.clone(),
            panels: BTreeMap::new(),
            lives: 1,
            engine: Engine::start(&parts, &setup),
            vault: Rc::clone(&parts.vault),
            inboxes: Rc::clone(&parts.inboxes),
            setup,
            parts,
            is_asleep: false,
            ports: 0,
        };
        world.add_connection();
        world
    }

    /// A world whose model is this function.
    pub fn of(brain: impl Fn(&Asked) -> Say + 'static) -> Self {
        Self::new(Setup { brain: Rc::new(brain), ..Setup::default() })
    }

    /// A panel that looks at the Thread; it asks for the Thread to be created.
    pub fn open(&mut self, thread: &str) -> PanelId {
        let panel = self.look_at(thread);
        if let Some(panel) = self.panels.get_mut(&panel) {
            panel.has_seen_all = true;
        }
        let thread = ThreadId::new(thread);
        self.send(panel, CommandBody::ThreadCreate { thread });
        panel
    }

    /// A panel that looks at the Thread, which may be there or not.
    pub fn look_at(&mut self, thread: &str) -> PanelId {
        self.wake();
        self.visited(&ThreadId::new(thread));
        let port = self.port();
        let id = PanelId(port.0);
        // A client is new in each life, as its submissions are.
        let client = format!("panel{}.{}", self.lives, port.0);
        let mut panel = Panel::new(&client, ThreadId::new(thread), port, self.setup.person.clone());
        let greeting = panel.greeting();
        self.panels.insert(id, panel);
        let beside = self.panels.values().filter(|panel| panel.thread.as_str() == thread).count();
        let most = self.chronicle.read().most_panels.max(beside);
        self.chronicle.write().most_panels = most;
        self.post(port, &greeting);
        id
    }

    pub fn close(&mut self, panel: PanelId) {
        if let Some(panel) = self.panels.remove(&panel) {
            self.inboxes.borrow_mut().remove(&panel.port);
            self.engine.runtime.disconnected(panel.port);
        }
    }

    /// The panel's Port breaks, or was closed, and is opened again; the engine lives on.
    pub fn reconnect(&mut self, panel: PanelId) {
        self.wake();
        let port = self.port();
        self.visited(&self.thread_of(panel));
        let Some(panel) = self.panels.get_mut(&panel) else { return };
        panel.is_away = false;
        self.chronicle.write().resent += panel.outbox.len();
        self.inboxes.borrow_mut().remove(&panel.port);
        self.engine.runtime.disconnected(panel.port);
        for command in panel.reconnect(port) {
            post(&self.engine.runtime, port, &command);
        }
    }

    pub fn send(&mut self, panel: PanelId, body: CommandBody) -> SubmissionId {
        self.note(&body);
        self.violations.sent(&body);
        let Some(panel) = self.panels.get_mut(&panel) else { return SubmissionId::new("") };
        let command = panel.command(body);
        panel.outbox.push(command.clone());
        post(&self.engine.runtime, panel.port, &command);
        command.submission_id
    }

    /// What the person does in a tab that a Turn acts on.
    pub fn gesture(&mut self, hand: HandOnPage) {
        self.engine.runtime.gestured(hand);
    }

    /// A command as it stands, under ids of its own choice.
    pub fn send_as_is(&mut self, panel: PanelId, command: &Command) {
        self.violations.sent(&command.body);
        if let Some(panel) = self.panels.get(&panel) {
            post(&self.engine.runtime, panel.port, command);
        }
    }

    /// Any text on the panel's Port.
    pub fn send_text(&mut self, panel: PanelId, text: &str) {
        if let Some(panel) = self.panels.get(&panel) {
            self.engine.runtime.receive(panel.port, text);
        }
    }

    /// The person takes sites back in the browser.
    pub fn withdraw(&mut self, pattern: &str) {
        self.engine.runtime.withdrawn(vec![pattern.to_owned()]);
    }

    /// One step: everything that can run does; then panels hear and react; then time moves. `false`: the world is at rest.
    pub fn step(&mut self) -> bool {
        if self.is_asleep {
            return self.ring();
        }
        self.engine.pool.run_until_stalled();
        let moved = if self.engine.life.is_over() {
            let point = self.fate.passed().last().copied();
            self.restart(point);
            true
        } else {
            self.deliver() || self.pass_time()
        };
        invariants::after_step(self);
        moved
    }

    /// Until the person or nobody is waited for.
    pub fn settle(&mut self) {
        for _ in 0..MOST_STEPS {
            if !self.step() {
                invariants::at_rest(self);
                return;
            }
        }
        self.violations.add(format!("not at rest after {MOST_STEPS} steps"));
    }

    /// Until it is so. `false`: the world came to rest before.
    pub fn until(&mut self, mut is_so: impl FnMut(&Self) -> bool) -> bool {
        for _ in 0..MOST_STEPS {
            if is_so(self) {
                return true;
            }
            if !self.step() {
                return is_so(self);
            }
        }
        false
    }

    /// The engine dies and starts anew, as after the end of the worker.
    pub fn crash(&mut self) {
        self.engine.life.end();
        self.restart(None);
    }

    /// The worker has nothing to do but to wait, and nobody looks: it is stopped. An alarm or a panel that comes starts it.
    pub fn sleep(&mut self) {
        self.engine.pool.run_until_stalled();
        invariants::alarms(self);
        for panel in self.panels.values_mut() {
            panel.leave();
            self.inboxes.borrow_mut().remove(&panel.port);
        }
        self.engine.life.end();
        // Whatever it was doing is dropped, its timers too.
        self.engine.pool = LocalPool::new();
        self.is_asleep = true;
    }

    /// The engine dies with the browser: grants of the session die with it, and its alarms.
    pub fn restart_browser(&mut self) {
        self.parts.session = BrowserSession(format!("session-{}", self.lives + 1));
        self.parts.answered.borrow_mut().clear();
        self.web.borrow_mut().lent.clear();
        self.alarms.lose_all();
        self.vault.end_session();
        self.crash();
    }

    /// What the vault holds: whose, and which.
    pub fn keys(&self) -> Vec<(ConnectionId, KeyId)> {
        self.vault.held()
    }

    pub fn lose_keys(&self) {
        self.vault.lose_all();
    }

    pub fn person(&mut self, panel: PanelId, person: Person) {
        if let Some(panel) = self.panels.get_mut(&panel) {
            panel.person = person;
        }
    }

    /// Sends again, as it was, something that the panel has sent before. Its answer is waited for as it was the first time.
    pub fn repeat(&mut self, panel: PanelId, number: usize) {
        let Some(panel) = self.panels.get_mut(&panel) else { return };
        let sent = panel.sent.iter().filter(|(_, body)| !matches!(body, CommandBody::Initialize { .. }));
        let Some((submission_id, body)) = sent.cycle().nth(number) else { return };
        self.violations.sent(body);
        let (client_id, submission_id) = (panel.client.clone(), submission_id.clone());
        let command = Command { client_id, submission_id, body: body.clone() };
        panel.outbox.push(command.clone());
        post(&self.engine.runtime, panel.port, &command);
    }

    /// An alarm that comes alone; nobody else is there to wake anything.
    fn ring(&mut self) -> bool {
        let Some(at) = self.alarms.ring() else { return false };
        self.clock.pass(u64::try_from(at.0 - self.clock.now().0).unwrap_or_default());
        self.chronicle.write().woken += 1;
        self.wake();
        true
    }

    fn wake(&mut self) {
        if self.is_asleep {
            self.is_asleep = false;
            self.lives += 1;
            self.engine = Engine::start(&self.parts, &self.setup);
        }
    }

    fn pass_time(&mut self) -> bool {
        let now = self.clock.now().0;
        if self.clock.next().is_some_and(|next| next.0 - now > LONG_MS) {
            invariants::alarms(self);
        }
        self.clock.advance()
    }

    fn deliver(&mut self) -> bool {
        let mut moved = false;
        for panel in self.panels.values_mut().filter(|panel| !panel.is_away) {
            let heard =
                self.inboxes.borrow_mut().get_mut(&panel.port).map(std::mem::take).unwrap_or_default();
            moved |= !heard.is_empty();
            for event in heard {
                for odd in panel.hear(event) {
                    self.violations.add(format!("{}: {odd}", panel.client));
                }
            }
            for body in panel.react(&self.web) {
                self.violations.sent(&body);
                let command = panel.command(body);
                panel.outbox.push(command.clone());
                post(&self.engine.runtime, panel.port, &command);
                moved = true;
            }
        }
        moved
    }

    fn restart(&mut self, point: Option<Point>) {
        let threads: BTreeSet<&ThreadId> = self.panels.values().map(|panel| &panel.thread).collect();
        let states = threads.into_iter().filter_map(|thread| self.stored(thread));
        self.chronicle.write().deaths.extend(states.map(|state| Death::of(&state, point)));
        self.note_children();
        // What was on its way to the panels arrives or is lost.
        if self.dice.comes_up(50) {
            self.deliver();
        }
        self.inboxes.borrow_mut().clear();
        self.lives += 1;
        // Whether somebody looks or not: the browser has an alarm that starts a worker which died at work.
        self.engine = Engine::start(&self.parts, &self.setup);
        let here = self.panels.iter().filter(|(_, panel)| !panel.is_away);
        let ids: Vec<PanelId> = here.map(|(id, _)| *id).collect();
        for id in ids {
            let port = self.port();
            if let Some(panel) = self.panels.get_mut(&id) {
                self.chronicle.write().resent += panel.outbox.len();
                for command in panel.reconnect(port) {
                    post(&self.engine.runtime, port, &command);
                }
            }
        }
    }

    /// What a Thread does when it is told to stop or to go.
    fn note(&self, body: &CommandBody) {
        match body {
            CommandBody::TurnInterrupt { thread, .. } => {
                let doing = self.stored(thread).as_ref().and_then(doing);
                self.chronicle.write().stops.extend(doing);
            }
            CommandBody::ThreadDelete { thread } => {
                let doing = self.stored(thread).as_ref().and_then(doing);
                self.chronicle.write().deletions.extend(doing);
                self.note_deleted_children(thread);
            }
            CommandBody::ThreadRename { thread, .. } => {
                let titling = self.stored(thread).and_then(|state| state.thread).map(|thread| thread.titling);
                self.chronicle.write().named_meanwhile +=
                    usize::from(titling.is_some_and(Titling::is_wanted));
            }
            CommandBody::TurnFork { thread, .. } => {
                let looking = self.panels.values().filter(|panel| panel.thread == *thread).count();
                self.chronicle.write().forks_seen_by.push(looking);
            }
            _ => {}
        }
    }

    fn visited(&self, thread: &ThreadId) {
        self.chronicle.write().visits.extend(self.stored(thread).as_ref().and_then(doing));
    }

    fn port(&mut self) -> PortId {
        self.ports += 1;
        let port = PortId(self.ports);
        self.inboxes.borrow_mut().entry(port).or_default();
        port
    }

    fn post(&self, port: PortId, command: &Command) {
        post(&self.engine.runtime, port, command);
    }

    fn add_connection(&mut self) {
        let panel = self.look_at("");
        let mut connection = connection("https://models.example/v1");
        connection.models.iter_mut().for_each(|model| model.context_window = self.setup.window);
        let sent = self.send(panel, CommandBody::ConnectionsSave { connection });
        self.until(|world| world.answer(panel, &sent).is_some());
        self.close(panel);
    }
}

fn post(runtime: &Runtime, port: PortId, command: &Command) {
    if let Ok(text) = serde_json::to_string(command) {
        runtime.receive(port, &text);
    }
}
