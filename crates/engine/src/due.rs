//! `due`: what should be running, because the state says so. The driver starts what is missing and aborts what is not wanted;
//! recovery and cancellation are nothing else.

use crate::state::ThreadState;
use fairlead_protocol::ids::{EffectId, NodeId, TurnId};
use fairlead_protocol::run::{Dispatch, ModelCall, Phase};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    CallModel { turn: TurnId, call: ModelCall },
    RunTool { turn: TurnId, call: NodeId, dispatch: Dispatch },
}

pub fn due(state: &ThreadState) -> BTreeMap<EffectId, Effect> {
    let mut wanted = BTreeMap::new();
    let Some(run) = state.live_run() else { return wanted };
    match &run.phase {
        Phase::StreamingModel { call } => {
            let id = EffectId(format!("model:{}:{}", call.reply, call.attempt));
            wanted.insert(id, Effect::CallModel { turn: run.id.clone(), call: call.clone() });
        }
        Phase::ExecutingTool { batch, dispatch } => {
            if let Some(call) = batch.calls.get(batch.at as usize) {
                // A retry that the person asked for begins at attempt 1 again, and is another dispatch all the same.
                let id = EffectId(format!("tool:{call}:{}:{}", dispatch.at, dispatch.attempt));
                let effect =
                    Effect::RunTool { turn: run.id.clone(), call: call.clone(), dispatch: dispatch.clone() };
                wanted.insert(id, effect);
            }
        }
        Phase::Queued { .. }
        | Phase::Ready
        | Phase::WaitingApproval { .. }
        | Phase::WaitingInteraction { .. }
        | Phase::Completed { .. }
        | Phase::Failed { .. }
        | Phase::Interrupted
        | Phase::PausedBudget
        | Phase::PausedLimit { .. }
        | Phase::PausedContext
        | Phase::PausedUncertain { .. } => {}
    }
    wanted
}
