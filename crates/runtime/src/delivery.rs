//! Effects: starting what is due, dropping what is not. An effect's only way back is a letter with its id.

use crate::actor::Letter;
use crate::common::Common;
use crate::hub::Hub;
use crate::live::Live;
use crate::model_call::{Caller, Progress};
use crate::ports::{Ports, ToolOrder};
use fairlead_engine::announce::live_item;
use fairlead_engine::{Effect, Input, ModelFailure, ThreadState, ToolReport, context};
use fairlead_protocol::conversation::CallArgs;
use fairlead_protocol::ids::{EffectId, NodeId, TurnId};
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::run::{Dispatch, ModelCall, RunErrorCode};
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use fairlead_tools::{descriptor, parse};
use futures::channel::mpsc;
use futures::future::{AbortHandle, Abortable, LocalBoxFuture};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What runs now. Dropping it aborts everything.
pub(crate) struct Running {
    handles: BTreeMap<EffectId, AbortHandle>,
    letters: mpsc::UnboundedSender<Letter>,
    ports: Ports,
    common: Rc<RefCell<Common>>,
    hub: Hub,
    live: Live,
}

impl Running {
    pub(crate) fn new(
        letters: mpsc::UnboundedSender<Letter>,
        ports: Ports,
        common: Rc<RefCell<Common>>,
        hub: Hub,
        live: Live,
    ) -> Self {
        Self { handles: BTreeMap::new(), letters, ports, common, hub, live }
    }

    pub(crate) fn is_idle(&self) -> bool {
        self.handles.is_empty()
    }

    pub(crate) fn forget(&mut self, effect: &EffectId) {
        let before = self.handles.len();
        self.handles.remove(effect);
        self.count(before);
    }

    /// Makes what runs equal to what is due.
    pub(crate) fn reconcile(&mut self, state: &ThreadState, wanted: BTreeMap<EffectId, Effect>) {
        let before = self.handles.len();
        self.handles.retain(|id, handle| {
            let keep = wanted.contains_key(id);
            if !keep {
                handle.abort();
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
        self.common.borrow().load.change(before, self.handles.len());
    }

    fn start(&mut self, state: &ThreadState, id: EffectId, effect: &Effect) {
        let work = match effect {
            Effect::CallModel { turn, call } => {
                self.live.begin(live_item(state, turn, call), call.attempt);
                self.model(state, id.clone(), turn, call)
            }
            Effect::RunTool { turn, call, dispatch } => self.tool(state, id.clone(), turn, call, dispatch),
        };
        let (handle, registration) = AbortHandle::new_pair();
        let letters = self.letters.clone();
        let task = Abortable::new(work, registration);
        self.ports.spawner.spawn(Box::pin(async move {
            if let Ok(input) = task.await {
                // The actor may be gone with its Thread; then nobody waits for this.
                let _ = letters.unbounded_send(Letter::Outcome(input));
            }
        }));
        self.handles.insert(id, handle);
    }

    fn model(
        &self,
        state: &ThreadState,
        effect: EffectId,
        turn: &TurnId,
        call: &ModelCall,
    ) -> LocalBoxFuture<'static, Input> {
        let asked = context::request(state, turn, call.offer);
        let connection = state
            .runs
            .get(turn)
            .and_then(|run| self.common.borrow().connection(&run.environment.connection).cloned());
        let caller = Caller::new(&self.ports);
        let progress = Progress {
            thread: state.id.clone(),
            turn: turn.clone(),
            call: call.clone(),
            live: self.live.clone(),
            hub: self.hub.clone(),
        };
        Box::pin(async move {
            let (Some(asked), Some(connection)) = (asked, connection) else {
                let message = "the connection that this turn began with is gone".to_owned();
                let failure = ModelFailure::Unsent { code: RunErrorCode::NoConnection, message };
                return Input::ModelFailed { effect, failure };
            };
            match caller.call(&connection, &asked, &progress).await {
                Ok(reply) => Input::ModelReplied { effect, reply },
                Err(failure) => Input::ModelFailed { effect, failure },
            }
        })
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
            Some(NodeBody::ToolCall { tool, arguments: CallArgs::Parsed { value }, .. }) => {
                descriptor(tool).and_then(|descriptor| parse(descriptor, value).ok())
            }
            _ => None,
        };
        let tab = state.runs.get(turn).and_then(|run| run.environment.tab.clone());
        let (tools, clock) = (Rc::clone(&self.ports.tools), Rc::clone(&self.ports.clock));
        let dispatch = dispatch.clone();
        Box::pin(async move {
            let begun = clock.now();
            let outcome = match tool {
                Some(tool) => tools.run(ToolOrder { id: effect.0.clone(), tool, dispatch, tab }).await,
                None => ResultOutcome::Failed {
                    failure: ToolFailure::new(
                        ToolErrorCode::Internal,
                        "the stored call cannot be read any more; nothing was done",
                        "Make the call again.",
                    ),
                },
            };
            let took_ms = u64::try_from(clock.now().0 - begun.0).unwrap_or_default();
            Input::ToolFinished { effect, report: ToolReport { outcome, took_ms } }
        })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        for handle in self.handles.values() {
            handle.abort();
        }
        self.common.borrow().load.change(self.handles.len(), 0);
    }
}
