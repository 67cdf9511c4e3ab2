//! What must hold in every scenario, whatever happens in it. All of it, and when it is looked at:
//!
//! | what must hold | looked at | in |
//! | --- | --- | --- |
//! | facts applied from nothing, the driver's memory and the rows are the same state | each commit | `replay` |
//! | nodes and journal entries count up without a gap, and nodes hang on nodes | each commit | `sequence` |
//! | each call has one result and one terminal fact, in the order of the calls but for those side by side | each commit | `calls`, `thread` |
//! | what runs beside another call changes nothing | each commit | `calls` |
//! | a Turn that is over has no open call; one Run at most owns a Thread; what is open is waited for | each commit | `thread` |
//! | a result is what came back for its own call | each commit | `calls` |
//! | nothing is sent out without a word of the policy or the person, and nothing but what they saw | each commit | `calls` |
//! | one call leaves one memory at most, in the commit of its result; none goes unasked | each commit | `memory` |
//! | nothing is sent out before the commit that says so | each dispatch | `calls` |
//! | one tab has one write at a time, of whatever Thread | each dispatch | `browser::port` |
//! | what must not be repeated acts once, unless the person asks for it again | each step | `calls` |
//! | a Turn whose answers are looked at ends well only with one that is shown | each commit | `completion` |
//! | each steer becomes one message of its Turn, in the order of admission, where the model can have read it | each commit | `steers` |
//! | waiting messages are in the order that was acknowledged, and the first one starts | each commit | `line` |
//! | a copied Thread says what its path said, and is there whole or not at all | each commit | `fork` |
//! | a page is looked at only where a stored wait says so, and nothing goes to one that a person has | each look and dispatch | `waiting` |
//! | whoever sleeps has an alarm that wakes the engine | whenever only time passes | `waiting` |
//! | something is due exactly while something runs | each commit, and at rest | `waiting` |
//! | a request begins as the one before it, unless something was taken out of view since | each commit | `prefix` |
//! | a message waits only behind a Turn | at rest | `waiting` |
//! | nothing gives way of a Thread that is at work | each commit | `room` |
//! | a receipt is never overwritten | each commit | `answers` |
//! | no answer contradicts the store, and every command is answered | at rest | `answers` |
//! | panels are told what is stored, and an end once each time | each event | `telling` |
//! | a panel shows what a new one would be shown, and so does the engine's memory | at rest | `telling` |
//! | a child has one call, stays on its leash, and is awaited while it works | each commit, and at rest | `delegation` |
//! | a child knows what its caller has been near, and its caller what it has been near | each commit | `delegation` |
//! | a child's tabs are open while it works, and no longer | each close, and at rest | `delegation`, `browser::lent` |
//! | the model reads a well-formed history that only grows, results in the order of the calls | each request, each commit | `history` |
//!
//! `replay`, `thread` and `waiting` read the Thread's rows as the driver does when it starts.

mod answers;
mod calls;
mod completion;
mod delegation;
mod fork;
mod history;
mod ledger;
mod line;
mod memory;
mod prefix;
mod replay;
mod room;
mod sequence;
mod steers;
mod telling;
mod thread;
mod waiting;

pub use history::well_formed;
pub(crate) use replay::stored;

use crate::model::Asked;
use crate::world::World;
use fairlead_engine::watch::Glance;
use fairlead_engine::witness;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::event::Event;
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::node::ResultOutcome;
use fairlead_runtime::ports::ToolOrder;
use fairlead_store::{Batch, MemoryStore};
use ledger::{Ledger, PathSince};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What was wrong, in the order in which it was seen.
#[derive(Clone, Default)]
pub(crate) struct Violations {
    seen: Rc<RefCell<Vec<String>>>,
    ledger: Rc<RefCell<Ledger>>,
}

impl Violations {
    pub(crate) fn add(&self, what: String) {
        let mut all = self.seen.borrow_mut();
        if !all.contains(&what) {
            all.push(what);
        }
    }

    fn extend(&self, problems: impl IntoIterator<Item = String>) {
        for problem in problems {
            self.add(problem);
        }
    }

    pub(crate) fn all(&self) -> Vec<String> {
        self.seen.borrow().clone()
    }

    /// Before each commit: whatever came into the store by another way is known.
    pub(crate) fn committing(&self, store: &MemoryStore, batch: &Batch) {
        let mut ledger = self.ledger.borrow_mut();
        ledger.catch_up(store);
        if let Some(thread) = batch.thread() {
            replay::begin(&mut ledger, store, thread);
            line::begin(&mut ledger, store, thread);
        }
    }

    /// Each commit that was stored.
    pub(crate) fn committed(&self, store: &MemoryStore, batch: &Batch) {
        let mut ledger = self.ledger.borrow_mut();
        self.extend(sequence::problems(&ledger, batch));
        self.extend(calls::problems(&ledger, store, batch));
        self.extend(answers::overwritten(&ledger, batch));
        self.extend(memory::problems(&ledger, batch));
        self.extend(steers::problems(&ledger, batch));
        self.extend(prefix::problems(&ledger, batch));
        self.extend(delegation::unwarned(&ledger, batch));
        let is_fork = fork::is_fork(&ledger, batch);
        if is_fork {
            self.extend(fork::problems(&ledger, store, batch));
            ledger.path_since = PathSince::Never;
        }
        if let Some(thread) = batch.thread() {
            self.extend(line::overtaken(&ledger, thread, batch));
        }
        ledger.take(store, batch);
        self.extend(delegation::problems(&ledger, batch));
        ledger.plan(batch);
        let Some(thread) = batch.thread() else { return };
        line::follow(&mut ledger, thread, batch);
        replay::gave_way(&mut ledger, thread, batch);
        self.extend(room::problems(store, thread, batch));
        let state = stored(store, thread);
        if is_fork {
            replay::copied(&mut ledger, thread, state.as_ref());
        } else {
            self.extend(replay::problems(&mut ledger, thread, state.as_ref()));
            if let (Some(state), Some(decision)) = (&state, witness::last(thread)) {
                self.extend(completion::problems(&ledger, state, &decision.facts));
            }
        }
        if let Some(state) = &state {
            let problems = thread::problems(state).into_iter().chain(waiting::while_running(state));
            let problems = problems.chain(line::problems(&ledger, state));
            let problems = problems.chain(history::out_of_order(state));
            let problems = problems.chain(answers::unchosen(&ledger, batch, state));
            self.extend(problems.map(|problem| format!("{thread}: {problem}")));
        }
    }

    /// All children that are stored.
    pub(crate) fn children(&self, store: &MemoryStore) -> Vec<ThreadId> {
        let mut ledger = self.ledger.borrow_mut();
        ledger.catch_up(store);
        delegation::children(&ledger)
    }

    /// Each command on its way to the engine.
    pub(crate) fn sent(&self, body: &CommandBody) {
        self.ledger.borrow_mut().sent(body);
    }

    /// Each call on its way to the world.
    pub(crate) fn sent_out(&self, order: &ToolOrder) {
        let ledger = self.ledger.borrow();
        self.extend(calls::undispatched(&ledger, order));
        let tab = order.dispatch.tab.as_ref();
        self.extend(tab.and_then(|tab| waiting::with_person(&ledger, tab.id, &order.id)));
    }

    /// Each look at a page that is waited for.
    pub(crate) fn glanced(&self, store: &MemoryStore, glance: &Glance) {
        self.ledger.borrow_mut().catch_up(store);
        let ledger = self.ledger.borrow();
        self.extend(waiting::unasked(&ledger, glance));
        self.extend(waiting::with_person(&ledger, glance.tab, "a look"));
    }

    /// What is waited for was there.
    pub(crate) fn showed(&self, glance: &Glance) {
        let print = glance.print.as_ref().map_or(Value::Null, |print| json!(print));
        let watch = json!({"tab": {"id": glance.tab}, "condition": glance.condition, "print": print});
        self.ledger.borrow_mut().shown.insert(calls::what_of(&watch));
    }

    /// What the world answered to a call.
    pub(crate) fn came_back(&self, order: &ToolOrder, outcome: &ResultOutcome) {
        self.ledger.borrow_mut().came_back(order, outcome);
    }

    /// Each request of the model.
    pub(crate) fn request(&self, earlier: &[Asked], asked: &Asked) {
        let mut ledger = self.ledger.borrow_mut();
        let since = match ledger.path_since {
            PathSince::Request(since) => since,
            PathSince::Next => earlier.len(),
            PathSince::Never => return self.extend(history::alone(asked, ledger.newest_results())),
        };
        ledger.path_since = PathSince::Request(since);
        let newest = ledger.newest_results();
        self.extend(history::problems(earlier.get(since..).unwrap_or_default(), asked, newest));
    }

    /// Each event that leaves the engine.
    pub(crate) fn told(&self, event: &Event) {
        self.extend(telling::premature(&mut self.ledger.borrow_mut(), event));
    }
}

/// After each step.
pub(crate) fn after_step(world: &World) {
    let violations = &world.violations;
    violations.extend(calls::repeated(&violations.ledger.borrow(), &world.web.borrow().effects));
}

/// Whenever nothing but time passes: whoever sleeps has an alarm.
pub(crate) fn alarms(world: &World) {
    let threads: BTreeSet<&ThreadId> = world.panels.values().map(|panel| &panel.thread).collect();
    let set = world.alarms.pending();
    for state in threads.into_iter().filter_map(|thread| world.stored(thread)) {
        world.violations.extend(waiting::without_alarm(&state, &set));
    }
}

/// Whenever the world is at rest.
pub(crate) fn at_rest(world: &mut World) {
    let violations = world.violations.clone();
    let mut threads: BTreeSet<ThreadId> = world.panels.values().map(|panel| panel.thread.clone()).collect();
    threads.extend(violations.children(&world.rows));
    threads.extend(world.panels.values().flat_map(|panel| panel.family.children.keys().cloned()));
    for thread in threads {
        let stored = world.stored(&thread);
        if let Some(child) = &stored {
            let patron = child.delegated().and_then(|delegated| world.stored(&delegated.thread));
            violations.extend(delegation::at_rest(child, patron.as_ref()));
        }
        let idle = stored.iter().flat_map(waiting::at_rest);
        violations.extend(idle.map(|problem| format!("{thread}: {problem}")));
        violations.extend(telling::at_rest(world, &thread, stored.as_ref()));
    }
    for notice in world.notices.standing() {
        if world.stored(&notice.thread).is_none() {
            violations.add(format!("{notice:?} stands, and its Thread is gone"));
        }
    }
    for (tab, child) in &world.web.borrow().lent {
        violations.extend(delegation::left_open(*tab, child, world.stored(child).as_ref()));
    }
    let mut ledger = violations.ledger.borrow_mut();
    ledger.catch_up(&world.rows);
    violations.extend(answers::doubled(world.panels.values()));
    for panel in world.panels.values().filter(|panel| !panel.is_away) {
        let problems =
            answers::problems(&ledger, panel).into_iter().chain(telling::ends(&ledger, panel, world.lives));
        violations.extend(problems.map(|problem| format!("{}: {problem}", panel.client)));
    }
}
