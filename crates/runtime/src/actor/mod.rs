//! The actor of one Thread: one input at a time, commit, then perform. It knows nothing that its rows do not know, except what
//! streams right now and which effects it has started.

mod answering;
mod health;

use self::answering::overtakes;
use self::health::Health;
use crate::common::Common;
use crate::delivery::{Running, contents};
use crate::hub::Hub;
use crate::journal;
use crate::live::Live;
use crate::mailbox::{Letter, Mailbox};
use crate::memories;
use crate::ports::{Pages, PortId, Ports};
use crate::reading::Submitted;
use crate::room::{Room, evicted};
use crate::rules;
use crate::storage;
use crate::stumble::Stumble;
use fairlead_engine::attached::Contents;
use fairlead_engine::evidence;
use fairlead_engine::fault::{Fault, active};
use fairlead_engine::phase::is_at_work;
use fairlead_engine::wait::taken;
use fairlead_engine::{
    Cause, Ctx, Fact, Ids, Input, ModelFailure, Probes, ThreadState, announce, decide, due, probes, view,
};
use fairlead_protocol::event::{AckBody, Event};
use fairlead_protocol::ids::{EffectId, ThreadId, TurnId};
use fairlead_protocol::row::Receipt;
use fairlead_protocol::vault::KeyLock;
use fairlead_store::{Row, StoreError};
use futures::StreamExt;
use futures::channel::mpsc;
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

/// Tries of one commit before the actor gives up what it has in memory and starts from its rows again.
const COMMIT_TRIES: u32 = 3;
const COMMIT_PAUSE_MS: u64 = 50;
/// Decisions on one input, if others commit in between.
const DECISIONS: u32 = 3;

pub(crate) struct Actor {
    pub(crate) id: ThreadId,
    pub(crate) state: ThreadState,
    health: Health,
    pub(crate) ports: Ports,
    pub(crate) common: Rc<RefCell<Common>>,
    pub(crate) hub: Hub,
    live: Live,
    running: Running,
    commands: Rc<Cell<usize>>,
    letters: mpsc::UnboundedSender<Letter>,
    /// Failures of the store since the last commit.
    failures: usize,
    /// A command waits for what its calls would meet.
    is_looking: bool,
    /// Commands behind it, in order: of two answers to one card the first one given counts.
    held: VecDeque<(PortId, Submitted)>,
}

impl Actor {
    /// Starts the actor; it reads its rows with the first letter.
    pub(crate) fn start(id: ThreadId, ports: &Ports, common: &Rc<RefCell<Common>>, hub: &Hub) -> Mailbox {
        let (letters, inbox) = mpsc::unbounded();
        let commands: Rc<Cell<usize>> = Rc::default();
        let live = Live::new(id.clone(), hub.clone(), Rc::clone(&ports.clock), Rc::clone(&ports.spawner));
        let running =
            Running::new(letters.clone(), ports.clone(), Rc::clone(common), hub.clone(), live.clone());
        let actor = Self {
            state: ThreadState::absent(id.clone()),
            health: Health::Unread,
            id,
            ports: ports.clone(),
            common: Rc::clone(common),
            hub: hub.clone(),
            live,
            running,
            commands: Rc::clone(&commands),
            letters: letters.clone(),
            failures: 0,
            is_looking: false,
            held: VecDeque::new(),
        };
        hub.enlist(&actor.id, letters.clone());
        ports.spawner.spawn(Box::pin(actor.run(inbox)));
        Mailbox::new(letters, commands)
    }

    async fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Letter>) {
        while let Some(letter) = self.next(&mut inbox).await {
            match letter {
                Letter::Boot => {
                    let _ = self.sound().await;
                }
                Letter::Attach { port, greeting } => {
                    let _ = self.sound().await;
                    // First the snapshot, which tells all who listen what has streamed; whoever comes has that from it.
                    let event = greeting(view::snapshot(&self.state, self.live.item()));
                    self.hub.subscribe(port, &self.id);
                    self.seen();
                    self.hub.welcome(port, &event);
                }
                Letter::Command { port, command } => {
                    self.commands.set(self.commands.get().saturating_sub(1));
                    if self.is_looking && !overtakes(&command.body) {
                        self.held.push_back((port, command));
                    } else {
                        self.take(port, command).await;
                    }
                }
                Letter::Seen { port, command, probes } => {
                    self.is_looking = false;
                    self.command(port, &command, &probes).await;
                    while let Some((port, command)) = self.next_held() {
                        self.take(port, command).await;
                    }
                }
                Letter::Outcome(input) => {
                    let again = input.clone();
                    let seen = move |probes| Letter::SeenOutcome { input: again, probes };
                    if self.sound().await.is_err() || !self.look_first(&input, seen) {
                        self.outcome(input, &Probes::none()).await;
                    }
                }
                Letter::MayLook { sight, answer } => {
                    let watchful = self.may_look(&sight).await;
                    // A wait that ended meanwhile asks for nothing any more.
                    let _ = answer.send(watchful);
                }
                Letter::Hand { turn, gesture } => self.gestured(turn, gesture).await,
                Letter::SeenOutcome { input, probes } => self.outcome(input, &probes).await,
                Letter::Outdated => self.show_anew().await,
                Letter::Unheard => {}
            }
        }
        self.hub.discharge(&self.id);
    }

    /// The next letter; none when the actor has nothing to do and nobody looks. Its rows say all that it knew.
    async fn next(&self, inbox: &mut mpsc::UnboundedReceiver<Letter>) -> Option<Letter> {
        let is_needed = self.health == Health::Unread
            || self.state.live_run().is_some()
            || !self.running.is_idle()
            || self.is_looking
            || self.hub.is_heard(&self.id);
        if is_needed { inbox.next().await } else { inbox.try_recv().ok() }
    }

    /// Looks where the calls of an input would go, beside the mailbox: a page may take its time, and Stop must not wait for it.
    /// The input comes back as another letter. `false`: there is nothing to look at.
    fn look_first(&self, input: &Input, seen: impl FnOnce(Probes) -> Letter + 'static) -> bool {
        let looks = probes(&self.state, input);
        if looks.is_empty() {
            return false;
        }
        let (eyes, letters) = (self.eyes(), self.letters.clone());
        self.ports.spawner.spawn(Box::pin(async move {
            // An actor that is gone meanwhile has no use for it.
            let _ = letters.unbounded_send(seen(eyes.see(looks).await));
        }));
        true
    }

    pub(crate) async fn outcome(&mut self, input: Input, probes: &Probes) {
        if let Some(effect) = effect_of(&input) {
            self.running.forget(effect);
        }
        let mut tries = 1;
        let carried_on = loop {
            if self.sound().await.is_err() {
                return;
            }
            match self.carry_on(&input, probes).await {
                Err(stumble) if tries < DECISIONS && self.is_overtaken(&stumble) => tries += 1,
                carried_on => break carried_on,
            }
        };
        if matches!(input, Input::KeysLocked { .. }) && self.ports.vault.lock_state() != KeyLock::Locked {
            // They were unlocked before this Thread waited for that, so it was not told.
            let _ = self.letters.unbounded_send(Letter::Outcome(Input::KeysUnlocked));
        }
        match carried_on {
            Ok(_) => self.hush(&input),
            // Nobody waits for it: the Turn was stopped, or another attempt runs. It changes nothing.
            Err(Stumble::Refused(_)) => {
                self.reconcile();
                self.hush(&input);
            }
            Err(Stumble::Store(error)) => {
                // The outcome is lost; what becomes of its effect is decided on the rows.
                self.lose_track();
                let message = storage::refusal(&error).message;
                self.hub.tell_all(&Event::SystemNotice { code: storage::notice(&error), message });
            }
        }
    }

    /// An answer is held against what the files of its Turn say, among others.
    async fn carry_on(&mut self, input: &Input, probes: &Probes) -> Result<Option<AckBody>, Stumble> {
        let wanted = evidence::wanted(&self.state, input);
        let contents = contents(self.ports.store.as_ref(), wanted).await?;
        let bytes = brought(input);
        let room = if bytes == 0 { Room::default() } else { self.room(bytes).await? };
        self.step(input, probes, &room, &contents, |_| None).await
    }

    /// The one loop: decide, commit, apply, tell, and start what is due.
    async fn step(
        &mut self,
        input: &Input,
        probes: &Probes,
        room: &Room,
        contents: &Contents,
        receipt: impl Fn(&[Fact]) -> Option<(Receipt, AckBody)>,
    ) -> Result<Option<AckBody>, Stumble> {
        let now = self.ports.clock.now();
        let ids = Ids::new(self.ports.chance.seed());
        self.live.flush();
        let facts = {
            let common = self.common.borrow();
            let live = self.live.reply();
            let (world, hoard) = (common.world(), &room.hoard);
            let ctx = Ctx { now, ids: &ids, world, probes, live, hoard, contents };
            decide(&self.state, input, &ctx)?
        };
        if facts.is_empty() {
            self.reconcile();
            return Ok(None);
        }
        let (receipt, body) = receipt(&facts).unzip();
        let (after, batch) = journal::batch(&self.state, &Cause::of(input, probes), &facts, receipt, now);
        let batch = room.give_way(batch, evicted(&facts));
        self.live.hold();
        if let Some(tab) = taken(&after) {
            self.common.borrow_mut().takes(&self.id, Some(tab));
        }
        if active(Fault::ToldBeforeStored) {
            self.hub.publish(&self.id, &announce(&self.state, &facts, &after));
        }
        if active(Fault::RememberedEarly) {
            let early = batch.puts.iter().filter(|row| matches!(row, Row::Memory(_))).cloned().collect();
            let _ = self.commit(fairlead_store::Batch { puts: early, ..Default::default() }).await;
        }
        let committed = self.commit(batch).await;
        if committed.is_ok() {
            let before = std::mem::replace(&mut self.state, after);
            self.fetch_run().await;
            self.publish(&before, &facts);
            self.tell_the_person(&before);
            self.tell_family(&before, &facts);
            if live_turn(&before).is_some_and(|turn| live_turn(&self.state) != Some(turn)) {
                self.ports.tools.let_go(&self.id);
            }
            self.hand_back(&before, input);
            self.reconcile();
        }
        self.live.release();
        if committed.is_err() && active(Fault::AcknowledgedUnstored) {
            return Ok(body);
        }
        committed?;
        Ok(body)
    }

    /// All or nothing.
    pub(crate) async fn commit(&mut self, batch: fairlead_store::Batch) -> Result<(), StoreError> {
        let mut tries = 1;
        let mut first = None;
        loop {
            match self.ports.store.commit(batch.clone()).await {
                Ok(()) => {
                    self.failures = 0;
                    return Ok(());
                }
                Err(error) if error.is_retryable() && tries < COMMIT_TRIES => {
                    tries += 1;
                    first.get_or_insert(error);
                    self.ports.clock.sleep(COMMIT_PAUSE_MS).await;
                }
                // It may be an earlier try that is in the way, and nobody else.
                Err(error @ StoreError::Conflict { .. }) => return Err(first.unwrap_or(error)),
                Err(error) => return Err(error),
            }
        }
    }

    fn publish(&self, before: &ThreadState, facts: &[Fact]) {
        evicted(facts).for_each(|file| self.hub.outdated(&file.thread));
        let saved: Vec<_> = facts
            .iter()
            .filter_map(|fact| match fact {
                Fact::RuleSaved { rule } => Some(rule.clone()),
                _ => None,
            })
            .collect();
        if !saved.is_empty() {
            self.common.borrow_mut().rules.extend(saved);
            rules::told(&self.common.borrow(), &self.hub);
        }
        memories::told(&mut self.common.borrow_mut(), &self.hub, facts);
        self.hub.publish(&self.id, &announce(before, facts, &self.state));
    }

    fn hand_back(&self, before: &ThreadState, input: &Input) {
        let pages = if matches!(input, Input::Booted) { Pages::Any } else { Pages::Known };
        if working_turn(before).is_some_and(|turn| working_turn(&self.state) != Some(turn)) {
            self.ports.tools.hand_back(&self.id, pages);
        }
    }

    fn reconcile(&mut self) {
        self.common.borrow_mut().takes(&self.id, taken(&self.state));
        if active(Fault::EffectForgotten) {
            return;
        }
        self.running.reconcile(&self.state, due(&self.state));
    }
}

fn live_turn(state: &ThreadState) -> Option<&TurnId> {
    state.live_run().map(|run| &run.id)
}

fn working_turn(state: &ThreadState) -> Option<&TurnId> {
    state.live_run().filter(|run| is_at_work(run.phase.state())).map(|run| &run.id)
}

/// Bytes that have to be kept with the outcome, at the most: base64 has four characters for three of them.
fn brought(input: &Input) -> u64 {
    let bytes = |data: &String| data.len() as u64 / 4 * 3;
    match input {
        Input::ToolFinished { report, .. } => report.pictures.iter().map(|one| bytes(&one.data)).sum(),
        Input::ModelReplied { reply, .. } => reply.images.iter().map(|one| bytes(&one.data_b64)).sum(),
        Input::ModelFailed { failure: ModelFailure::Provider { partial: Some(partial), .. }, .. } => {
            partial.images.iter().map(|one| bytes(&one.data_b64)).sum()
        }
        _ => 0,
    }
}

fn effect_of(input: &Input) -> Option<&EffectId> {
    match input {
        Input::ModelReplied { effect, .. }
        | Input::ModelFailed { effect, .. }
        | Input::ToolFinished { effect, .. }
        | Input::KeysLocked { effect }
        | Input::Woken { effect }
        | Input::Watched { effect, .. }
        | Input::SummaryMade { effect, .. }
        | Input::TitleFound { effect, .. } => Some(effect),
        // The errand goes on.
        Input::DelegateMoved { .. }
        | Input::Disowned
        | Input::HandOnPage { .. }
        | Input::KeysUnlocked
        | Input::SitesWithdrawn { .. }
        | Input::Command(_)
        | Input::Booted => None,
    }
}
