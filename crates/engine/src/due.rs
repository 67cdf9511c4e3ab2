//! `due`: what should be running, because the state says so. The driver starts what is missing and aborts what is not wanted;
//! recovery and cancellation are nothing else.

use crate::fault::{Fault, active};
use crate::flight;
use crate::ordered::OrderedMap;
use crate::state::ThreadState;
use fairlead_protocol::context::Compaction;
use fairlead_protocol::ids::{EffectId, NodeId, Timestamp, TurnId};
use fairlead_protocol::interaction::Wait;
use fairlead_protocol::run::{Dispatch, ModelCall, Phase, Run};
use fairlead_protocol::watch::Watch;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    CallModel {
        turn: TurnId,
        call: ModelCall,
    },
    RunTool {
        turn: TurnId,
        call: NodeId,
        dispatch: Dispatch,
    },
    Summarise {
        turn: TurnId,
        compaction: Compaction,
    },
    /// Wake the Turn at this time, whatever sleeps till then.
    Wake {
        at: Timestamp,
    },
    /// Look at a page, now and from time to time.
    Watch {
        watch: Watch,
    },
    /// Beside the Turn, and for nothing that it waits for.
    FindTitle,
}

pub fn due(state: &ThreadState) -> OrderedMap<EffectId, Effect> {
    let mut wanted = OrderedMap::new();
    if let Some(run) = state.live_run() {
        wanted.extend(calls(run));
        wanted.extend(of_run(state, run));
    }
    if state.thread.as_ref().is_some_and(|thread| thread.titling.is_wanted()) {
        wanted.insert(EffectId(format!("title:{}", state.id)), Effect::FindTitle);
    }
    wanted
}

/// One for each call that is under way.
fn calls(run: &Run) -> impl Iterator<Item = (EffectId, Effect)> {
    flight::in_flight(&run.phase).map(|(call, dispatch)| {
        let effect = flight::effect(call, dispatch);
        (effect, Effect::RunTool { turn: run.id.clone(), call: call.clone(), dispatch: dispatch.clone() })
    })
}

fn of_run(state: &ThreadState, run: &Run) -> Option<(EffectId, Effect)> {
    match &run.phase {
        Phase::StreamingModel { call } => {
            let id = EffectId(format!("model:{}:{}", call.reply, call.attempt));
            Some((id, Effect::CallModel { turn: run.id.clone(), call: call.clone() }))
        }
        Phase::Compacting { compaction } => {
            let id = EffectId(format!("summary:{}:{}", compaction.until, compaction.attempt));
            Some((id, Effect::Summarise { turn: run.id.clone(), compaction: compaction.clone() }))
        }
        Phase::WaitingInteraction { interaction, .. } => match &state.interactions.get(interaction)?.wait {
            Wait::Until { at, .. } => {
                Some((EffectId(format!("wake:{interaction}")), Effect::Wake { at: *at }))
            }
            Wait::Watch { .. } if active(Fault::WatchForgotten) => None,
            Wait::Watch { watch } => {
                Some((EffectId(format!("watch:{interaction}")), Effect::Watch { watch: watch.clone() }))
            }
            Wait::Question { .. } | Wait::Action { .. } => None,
        },
        Phase::Queued { .. }
        | Phase::Ready
        | Phase::ExecutingTool { .. }
        | Phase::WaitingApproval { .. }
        | Phase::WaitingKeys { .. }
        | Phase::Completed { .. }
        | Phase::Failed { .. }
        | Phase::Interrupted
        | Phase::PausedBudget { .. }
        | Phase::PausedLimit { .. }
        | Phase::PausedContext { .. }
        | Phase::PausedTakeover { .. }
        | Phase::PausedUncertain { .. } => None,
    }
}
