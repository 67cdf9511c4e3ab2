//! Effects: starting what is due, dropping what is not. An effect's only way back is a letter with its id.

use crate::common::Common;
use crate::delegates::Errand;
use crate::exchange::Occasion;
use crate::hub::Hub;
use crate::leases::written;
use crate::live::Live;
use crate::mailbox::Letter;
use crate::model_call::{Caller, Progress, met_locked_keys};
use crate::ports::{Opens, Ports, ToolOrder, ToolYield};
use crate::taken::Eyes;
use crate::uploads::{files, named};
use crate::watching;
use fairlead_engine::announce::live_item;
use fairlead_engine::attached::{Contents, wanted};
use fairlead_engine::delegation::{child_of, is_delegate};
use fairlead_engine::fault::{Fault, active};
use fairlead_engine::ordered::OrderedMap;
use fairlead_engine::task_model;
use fairlead_engine::wait::with_person;
use fairlead_engine::{
    Effect, Input, ModelFailure, ThreadState, ToolReport, context, footing, summary, title,
};
use fairlead_protocol::connection::Connection;
use fairlead_protocol::context::Compaction;
use fairlead_protocol::conversation::{ModelRequest, Reply};
use fairlead_protocol::exchange::Purpose;
use fairlead_protocol::ids::{AttachmentId, EffectId, NodeId, ThreadId, Timestamp, TurnId};
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::run::{Answerer, Dispatch, ModelCall, Run, RunErrorCode};
use fairlead_protocol::thread::Activity;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use fairlead_store::{Store, StoreError};
use fairlead_tools::{Tool, descriptor, meant, parse};
use futures::channel::mpsc;
use futures::future::{AbortHandle, Abortable, LocalBoxFuture};
use std::cell::RefCell;
use std::rc::Rc;

/// Timers of browsers take no more than 31 bits of milliseconds.
const LONGEST_SLEEP_MS: u64 = 3_600_000;

/// What runs now. Dropping it aborts everything.
pub(crate) struct Running {
    handles: OrderedMap<EffectId, Handle>,
    letters: mpsc::UnboundedSender<Letter>,
    ports: Ports,
    common: Rc<RefCell<Common>>,
    hub: Hub,
    live: Live,
}

struct Handle {
    abort: AbortHandle,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// A worker that is stopped would have to begin it anew.
    Work,
    /// An alarm wakes whoever sleeps.
    Sleep,
    /// Another Thread works for it, and counts itself.
    Watch,
}

impl Running {
    pub(crate) fn new(
        letters: mpsc::UnboundedSender<Letter>,
        ports: Ports,
        common: Rc<RefCell<Common>>,
        hub: Hub,
        live: Live,
    ) -> Self {
        Self { handles: OrderedMap::new(), letters, ports, common, hub, live }
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.handles.is_empty()
    }

    pub(crate) fn forget(&mut self, effect: &EffectId) {
        let before = self.work();
        self.handles.remove(effect);
        self.count(before);
    }

    /// Makes what runs equal to what is due.
    pub(crate) fn reconcile(&mut self, state: &ThreadState, wanted: OrderedMap<EffectId, Effect>) {
        let before = self.work();
        self.handles.retain(|id, handle| {
            let keep = wanted.contains_key(id);
            if !keep {
                handle.abort.abort();
                if handle.kind == Kind::Sleep {
                    self.ports.alarms.clear(&id.0);
                }
            }
            keep
        });
        if !wanted.values().any(|effect| matches!(effect, Effect::CallModel { .. })) {
            self.live.end();
        }
        for (id, effect) in wanted {
            if !self.handles.contains_key(&id) {
                self.start(state, id, &effect);
            }
        }
        self.count(before);
    }

    fn count(&self, before: usize) {
        self.common.borrow().load.change(before, self.work());
    }

    fn work(&self) -> usize {
        self.handles.values().filter(|handle| handle.kind == Kind::Work).count()
    }

    fn start(&mut self, state: &ThreadState, id: EffectId, effect: &Effect) {
        let work = match effect {
            Effect::CallModel { turn, call } => {
                self.live.begin(live_item(state, turn, call), call.attempt);
                self.model(state, id.clone(), turn, call)
            }
            Effect::RunTool { turn, call, dispatch } => self.tool(state, id.clone(), turn, call, dispatch),
            Effect::Wake { at } => self.sleep(id.clone(), *at),
            Effect::Watch { watch } => {
                let eyes = self.eyes(&state.id);
                watching::watch(eyes, self.letters.clone(), id.clone(), watch.clone())
            }
            Effect::FindTitle => self.title(state, id.clone()),
            Effect::Summarise { turn, compaction } => self.summary(state, id.clone(), turn, compaction),
        };
        let kind = match effect {
            Effect::RunTool { call, .. } if is_delegate(state, call) => Kind::Watch,
            Effect::CallModel { .. }
            | Effect::RunTool { .. }
            | Effect::FindTitle
            | Effect::Summarise { .. } => Kind::Work,
            Effect::Wake { .. } | Effect::Watch { .. } => Kind::Sleep,
        };
        let (abort, registration) = AbortHandle::new_pair();
        let letters = self.letters.clone();
        let task = Abortable::new(work, registration);
        self.ports.spawner.spawn(Box::pin(async move {
            if let Ok(input) = task.await {
                // The actor may be gone with its Thread; then nobody waits for this.
                let _ = letters.unbounded_send(Letter::Outcome(input));
            }
        }));
        self.handles.insert(id, Handle { abort, kind });
    }

    fn model(
        &self,
        state: &ThreadState,
        effect: EffectId,
        turn: &TurnId,
        call: &ModelCall,
    ) -> LocalBoxFuture<'static, Input> {
        let connection = self.connection(state, turn);
        let drift = state
            .runs
            .get(turn)
            .and_then(|run| footing::drift(self.common.borrow().world(), &run.environment));
        if let Some(drift) = drift {
            // The settings were changed while the Turn ran: it does not go on on other ground.
            let (code, message) = (RunErrorCode::EnvironmentDrift { drift }, footing::told(drift).to_owned());
            let failure = ModelFailure::Unsent { code, message };
            return Box::pin(async move { Input::ModelFailed { effect, failure } });
        }
        let caller = self.caller(Purpose::Reply, state, turn);
        let (state, store) = (state.clone(), Rc::clone(&self.ports.store));
        let progress = Progress {
            thread: state.id.clone(),
            turn: turn.clone(),
            call: call.clone(),
            live: self.live.clone(),
            hub: self.hub.clone(),
        };
        Box::pin(async move {
            let needed = wanted(&state);
            let read = match contents(store.as_ref(), needed.clone()).await {
                Ok(contents) if needed.iter().all(|id| contents.contains_key(id)) => Ok(contents),
                // It went with its Thread since: a request must not say something else of it than the one before.
                Ok(_) => Err("a file of this conversation is not there any more".to_owned()),
                Err(error) => Err(error.to_string()),
            };
            let asked = match read {
                Ok(contents) => context::request(&state, &progress.turn, progress.call.offer, &contents),
                Err(message) => {
                    let failure = ModelFailure::Unsent { code: RunErrorCode::AttachmentUnreadable, message };
                    return Input::ModelFailed { effect, failure };
                }
            };
            // The nodes are not held while the model writes: whoever appends to them would have to copy them.
            drop(state);
            let (Some(asked), Some(connection)) = (asked, connection) else {
                let message = "the connection that this turn began with is gone".to_owned();
                let failure = ModelFailure::Unsent { code: RunErrorCode::NoConnection, message };
                return Input::ModelFailed { effect, failure };
            };
            match caller.call(&connection, &asked, &progress).await {
                Ok(reply) => Input::ModelReplied { effect, reply },
                Err(failure) if met_locked_keys(&failure) => Input::KeysLocked { effect },
                Err(failure) => Input::ModelFailed { effect, failure },
            }
        })
    }

    fn connection(&self, state: &ThreadState, turn: &TurnId) -> Option<Connection> {
        let run = state.runs.get(turn)?;
        self.common.borrow().connection(&run.environment.connection).cloned()
    }

    fn caller(&self, purpose: Purpose, state: &ThreadState, turn: &TurnId) -> Caller {
        let occasion = Occasion { purpose, turn: Some((state.id.clone(), turn.clone())) };
        Caller::new(&self.ports, &self.hub, &self.common.borrow(), occasion)
    }

    /// The alarm is for a worker that sleeps; one that is awake does not need it.
    fn sleep(&self, effect: EffectId, at: Timestamp) -> LocalBoxFuture<'static, Input> {
        self.ports.alarms.set(&effect.0, at);
        let clock = Rc::clone(&self.ports.clock);
        Box::pin(async move {
            while let Ok(wait @ 1..) = u64::try_from(at.0 - clock.now().0) {
                clock.sleep(wait.min(LONGEST_SLEEP_MS)).await;
            }
            Input::Woken { effect }
        })
    }

    fn eyes(&self, thread: &ThreadId) -> Eyes {
        let (ports, common) = (self.ports.clone(), Rc::clone(&self.common));
        Eyes { ports, common, thread: thread.clone() }
    }

    /// What may be asked beside a Turn's own replies, of whom, in that order.
    fn beside(&self, run: Option<&Run>, request: impl Fn(Answerer) -> Option<ModelRequest>) -> Vec<Beside> {
        let common = self.common.borrow();
        let Some(run) = run else { return Vec::new() };
        let beside = |by| {
            let connection = common.connection(task_model::connection_of(&run.environment, by))?.clone();
            Some(Beside { by, connection, asked: request(by)? })
        };
        task_model::answerers(common.world(), &run.environment).into_iter().filter_map(beside).collect()
    }

    fn title(&self, state: &ThreadState, effect: EffectId) -> LocalBoxFuture<'static, Input> {
        let Some(run) = state.run() else {
            return Box::pin(async move { Input::TitleFound { effect, title: None, usage: None } });
        };
        let all = self.beside(Some(run), |by| title::request(state, by));
        let caller = self.caller(Purpose::Title, state, &run.id);
        Box::pin(async move {
            let quietly = async |beside: &Beside| {
                caller.quietly(&beside.connection, &beside.asked).await.map(|(reply, _)| reply)
            };
            match first_reply(&all, quietly).await {
                Ok((reply, _)) => Input::TitleFound { effect, title: Some(reply.text), usage: reply.usage },
                Err(Unanswered::Locked) => Input::KeysLocked { effect },
                Err(Unanswered::Failed) => Input::TitleFound { effect, title: None, usage: None },
            }
        })
    }

    /// The Turn waits for them: what may pass by itself is waited for.
    fn summary(
        &self,
        state: &ThreadState,
        effect: EffectId,
        turn: &TurnId,
        compaction: &Compaction,
    ) -> LocalBoxFuture<'static, Input> {
        let all = self.beside(state.runs.get(turn), |by| summary::request(state, turn, compaction, by));
        let caller = self.caller(Purpose::Notes, state, turn);
        Box::pin(async move {
            let patiently = async |beside: &Beside| caller.patiently(&beside.connection, &beside.asked).await;
            match first_reply(&all, patiently).await {
                Ok((Reply { text, usage, .. }, by)) => {
                    Input::SummaryMade { effect, answer: Some(text), usage, by }
                }
                Err(Unanswered::Locked) => Input::KeysLocked { effect },
                Err(Unanswered::Failed) => {
                    Input::SummaryMade { effect, answer: None, usage: None, by: Answerer::Own }
                }
            }
        })
    }

    fn delegate(
        &self,
        state: &ThreadState,
        effect: EffectId,
        turn: &TurnId,
        call: &NodeId,
    ) -> LocalBoxFuture<'static, Input> {
        let waits = state.runs.get(turn).is_some_and(|run| run.waiting.contains(call));
        let errand = Errand {
            effect,
            child: child_of(call),
            told: if waits { Activity::Waiting } else { Activity::Running },
            letters: self.letters.clone(),
            hub: self.hub.clone(),
            store: Rc::clone(&self.ports.store),
            clock: Rc::clone(&self.ports.clock),
        };
        Box::pin(errand.run())
    }

    fn tool(
        &self,
        state: &ThreadState,
        effect: EffectId,
        turn: &TurnId,
        call: &NodeId,
        dispatch: &Dispatch,
    ) -> LocalBoxFuture<'static, Input> {
        let tool = match state.node(call).map(|node| &node.body) {
            Some(NodeBody::ToolCall { tool, arguments, .. }) => descriptor(tool)
                .and_then(|declared| Some((declared, parse(declared, &meant(declared, arguments)?).ok()?))),
            _ => None,
        };
        if let Some((_, Tool::Delegate(_))) = tool {
            return self.delegate(state, effect, turn, call);
        }
        let run = state.runs.get(turn);
        let tab = run.and_then(|run| run.environment.tab.clone());
        let opens = match run.and_then(|run| run.environment.leash.as_ref()) {
            Some(_) => Opens::Lent { child: state.id.clone() },
            None => Opens::Shared,
        };
        let (tools, clock) = (Rc::clone(&self.ports.tools), Rc::clone(&self.ports.clock));
        let dispatch = dispatch.clone();
        let (eyes, thread, turn) = (self.eyes(&state.id), state.id.clone(), turn.clone());
        let written = tool
            .as_ref()
            .and_then(|(declared, tool)| written(declared, tool, dispatch.tab.as_ref().or(tab.as_ref())));
        let leases = self.common.borrow().leases.clone();
        let named = tool.as_ref().map_or_else(|| Ok(Vec::new()), |(_, tool)| named(state, tool));
        let store = Rc::clone(&self.ports.store);
        Box::pin(async move {
            // Held to the end of this block: until the call has come to its end, or is aborted.
            let _lease = match written {
                Some(tab) if !active(Fault::LeaseIgnored) => Some(leases.take(tab).await),
                Some(_) | None => None,
            };
            let begun = clock.now();
            let failed = |failure| ToolYield::from(ResultOutcome::Failed { failure });
            let ToolYield { outcome, pictures } = match tool {
                // Taken since it was judged.
                Some(_) if dispatch.tab.as_ref().is_some_and(|tab| eyes.is_taken(tab.id)) => {
                    failed(with_person())
                }
                Some((_, tool)) => match files(store.as_ref(), named).await {
                    Ok(files) => {
                        let id = effect.0.clone();
                        tools
                            .run(ToolOrder {
                                id,
                                thread,
                                turn,
                                tool,
                                changes: written,
                                dispatch,
                                tab,
                                opens,
                                files,
                            })
                            .await
                    }
                    Err(failure) => failed(failure),
                },
                None => failed(ToolFailure::new(
                    ToolErrorCode::Internal,
                    "the stored call cannot be read any more; nothing was done",
                    "Make the call again.",
                )),
            };
            let took_ms = u64::try_from(clock.now().0 - begun.0).unwrap_or_default();
            let report = ToolReport { pictures, ..ToolReport::alone(outcome, took_ms) };
            Input::ToolFinished { effect, report }
        })
    }
}

/// A request beside a Turn's own.
struct Beside {
    by: Answerer,
    connection: Connection,
    asked: ModelRequest,
}

enum Unanswered {
    /// At least one of them for want of its keys.
    Locked,
    Failed,
}

/// Of the first that answers.
async fn first_reply(
    all: &[Beside],
    ask: impl AsyncFn(&Beside) -> Result<Reply, ModelFailure>,
) -> Result<(Reply, Answerer), Unanswered> {
    let mut why = Unanswered::Failed;
    for beside in all {
        match ask(beside).await {
            Ok(reply) => return Ok((reply, beside.by)),
            Err(failure) if met_locked_keys(&failure) => why = Unanswered::Locked,
            Err(_) => {}
        }
    }
    Err(why)
}

/// As far as they are still there.
pub(crate) async fn contents(store: &dyn Store, wanted: Vec<AttachmentId>) -> Result<Contents, StoreError> {
    let mut contents = Contents::new();
    for id in wanted {
        if let Some(blob) = store.blob(&id).await? {
            contents.insert(id, blob.data);
        }
    }
    Ok(contents)
}

impl Drop for Running {
    fn drop(&mut self) {
        for handle in self.handles.values() {
            handle.abort.abort();
        }
        self.common.borrow().load.change(self.work(), 0);
    }
}
