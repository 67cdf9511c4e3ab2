//! The completion gate: what becomes of a reply that could be the last of its Turn. One that its Turn does not show is set aside,
//! and the model reads what is missing; after that has happened twice, or where nothing may follow, the Turn ends and says so.

use super::draft::Draft;
use super::submit::{plan_call, start_next};
use crate::apply::apply;
use crate::evidence::{Checked, checked};
use crate::fact::{ArgumentsSeen, Fact};
use crate::fault::{Fault, active};
use crate::limits::reached;
use crate::precedent;
use fairlead_evidence::Verdict;
use fairlead_protocol::caps;
use fairlead_protocol::conversation::Usage;
use fairlead_protocol::evidence::{Evidence, Standing};
use fairlead_protocol::ids::{NodeId, TurnId};
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::run::{ModelCall, StopReason, ToolOffer};
use fairlead_protocol::settings::Completion;

/// What the gate says of a reply.
pub(super) enum Ruling {
    /// Nothing is held against it.
    Stands { evidence: Option<Evidence> },
    /// The model goes on.
    Rejected { evidence: Evidence, told: String },
    /// The Turn ends with it all the same.
    Unverified { evidence: Evidence },
}

impl Ruling {
    pub(super) fn evidence(&self) -> Option<Evidence> {
        match self {
            Self::Stands { evidence } => evidence.clone(),
            Self::Rejected { evidence, .. } | Self::Unverified { evidence } => Some(evidence.clone()),
        }
    }
}

/// Looks at a reply that asks for no tool and is not stored yet.
pub(super) fn ruling(
    draft: &Draft<'_>,
    turn: &TurnId,
    call: &ModelCall,
    text: &str,
    usage: Option<Usage>,
) -> Ruling {
    let unseen = Ruling::Stands { evidence: None };
    let Some(mode) = draft.state.runs.get(turn).and_then(|run| run.environment.completion) else {
        return unseen;
    };
    // What the person has said since comes first: the reply had not read it.
    if mode == Completion::Off || !draft.state.steers.is_empty() || active(Fault::GateSkipped) {
        return unseen;
    }
    let Checked { verdict, claims, missing, instruction } =
        precedent::answer(|| checked(&draft.state, turn, draft.ctx.contents, text));
    let evidence = |standing| Evidence { standing, claims, missing };
    match verdict {
        Verdict::NotNeeded => unseen,
        Verdict::Proved => Ruling::Stands { evidence: Some(evidence(Standing::Proved)) },
        Verdict::HonestFailure => Ruling::Stands { evidence: Some(evidence(Standing::Admitted)) },
        Verdict::Unproved if mode == Completion::Enforce && may_go_on(draft, turn, call, usage) => {
            Ruling::Rejected { evidence: evidence(Standing::Rejected), told: instruction }
        }
        Verdict::Unproved => Ruling::Unverified { evidence: evidence(Standing::Unverified) },
    }
}

/// Whether another call may follow, once this reply is counted.
fn may_go_on(draft: &Draft<'_>, turn: &TurnId, call: &ModelCall, usage: Option<Usage>) -> bool {
    let rejections = draft
        .state
        .turn_nodes(turn)
        .filter(|node| matches!(node.body, NodeBody::CompletionRejected { .. }))
        .count();
    let mut ahead = draft.state.clone();
    let counted = Fact::ReplyRecorded {
        turn: turn.clone(),
        reply: call.reply.clone(),
        usage,
        arguments: ArgumentsSeen::None,
    };
    apply(&mut ahead, &counted, draft.ctx.now);
    rejections < caps::REJECTIONS
        && call.offer == ToolOffer::Offered
        && ahead.runs.get(turn).is_some_and(|run| reached(run).is_none())
}

/// The reply is stored, and the gate has looked at it.
pub(super) fn settle(draft: &mut Draft<'_>, turn: &TurnId, reply: &NodeId, stop: StopReason, ruling: Ruling) {
    let turn = turn.clone();
    match ruling {
        Ruling::Stands { .. } => {
            draft.add(Fact::TurnCompleted { turn, stop });
            start_next(draft);
        }
        Ruling::Rejected { evidence: Evidence { missing, .. }, told } => {
            let body =
                NodeBody::CompletionRejected { reply: reply.clone(), missing: missing.clone(), text: told };
            draft.append(&turn, body);
            draft.add(Fact::CompletionRejected { turn: turn.clone(), reply: reply.clone(), missing });
            plan_call(draft, &turn, ToolOffer::Offered);
        }
        Ruling::Unverified { evidence: Evidence { missing, .. } } => {
            draft.add(Fact::CompletionUnverified { turn: turn.clone(), reply: reply.clone(), missing });
            draft.add(Fact::TurnCompleted { turn, stop: StopReason::Unverified });
            start_next(draft);
        }
    }
}
