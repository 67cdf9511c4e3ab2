//! Which calls of a reply run when. Those that change nothing and stand next to each other run side by side: they are judged one
//! after the other and go out in one commit. Everything else runs in order, and what must be asked about first waits until
//! nothing is out any more. Results are stored as they come; `told` puts them in order for the model.

use super::batch::{end, finish, note, refused_by_count};
use super::delegate;
use super::draft::Draft;
use super::own;
use crate::apply::advanced;
use crate::delegation::grants_writes;
use crate::fact::{Fact, Tally};
use crate::fault::{Fault, active};
use crate::guard::{Repeat, repeat, told};
use crate::judge::{Finding, judge};
use crate::state::ThreadState;
use fairlead_protocol::ids::{Attempt, NodeId, TurnId};
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::run::CallBatch;
use fairlead_protocol::tool::Trust;
use fairlead_tools::{Company, descriptor};

/// Goes on with the call at `batch.at`: dispatches it, asks about it, or answers it and takes the next.
pub(super) fn advance(draft: &mut Draft<'_>, turn: &TurnId, batch: CallBatch) {
    Pass { turn, cut: &[], out: None }.run(draft, batch);
}

/// Carries out what was found about the call at `batch.at`, and goes on behind it.
pub(super) fn go_on(draft: &mut Draft<'_>, turn: &TurnId, batch: CallBatch, finding: Finding) {
    resume(draft, turn, batch, finding, &[]);
}

/// The same for a group that a crash has cut: its calls go out as another try.
pub(super) fn resume(
    draft: &mut Draft<'_>,
    turn: &TurnId,
    batch: CallBatch,
    finding: Finding,
    cut: &[(NodeId, Attempt)],
) {
    let mut pass = Pass { turn, cut, out: None };
    let Some(call) = batch.call().cloned() else { return };
    if pass.settle(draft, &call, &batch, finding) == Settled::Answered || pass.out.is_some() {
        pass.run(draft, advanced(&batch));
    }
}

/// One walk along the calls of a reply.
struct Pass<'a> {
    turn: &'a TurnId,
    /// Calls that were out when the worker died, and which try that was.
    cut: &'a [(NodeId, Attempt)],
    /// Where the first call stands that this walk has sent out, if others may go out beside it.
    out: Option<CallBatch>,
}

#[derive(PartialEq)]
enum Settled {
    Answered,
    /// It is out, or it waits for somebody.
    Pending,
    /// Not before those that are out have come back.
    Later,
}

impl Pass<'_> {
    fn run(mut self, draft: &mut Draft<'_>, mut batch: CallBatch) {
        while let Some(call) = batch.call().cloned() {
            if draft.state.result_of(&call).is_none() {
                match self.take(draft, &call, &batch) {
                    Settled::Answered => {}
                    Settled::Pending if self.out.is_some() => {}
                    Settled::Pending | Settled::Later => return,
                }
            }
            batch = advanced(&batch);
        }
        if self.out.is_none() {
            end(draft, self.turn);
        }
    }

    /// The try that a crash has cut.
    fn tries(&self, call: &NodeId) -> Option<Attempt> {
        self.cut.iter().find(|(cut, _)| cut == call).map(|(_, attempt)| *attempt)
    }

    fn take(&mut self, draft: &mut Draft<'_>, call: &NodeId, batch: &CallBatch) -> Settled {
        if self.out.is_some() && !may_run_beside(&draft.state, call) {
            return Settled::Later;
        }
        // What had gone out before was counted then, and repeated nothing.
        let is_new = self.tries(call).is_none();
        let refused = if is_new { refused_by_count(draft, self.turn, batch.at) } else { None };
        let sight = draft.ctx.probes.sight(batch.at);
        if is_new
            && refused.is_none()
            && let Some(repeat) = repeat(&draft.state, self.turn, call, sight)
        {
            let tally = match repeat {
                Repeat::Above => Tally::Neutral,
                Repeat::Done | Repeat::Failed(_) => Tally::Failure,
            };
            let outcome = ResultOutcome::Failed { failure: told(&repeat) };
            finish(draft, self.turn, call, outcome, 0, tally, Trust::Trusted);
            return Settled::Answered;
        }
        let finding = match refused {
            Some(failure) => Finding::refused(failure, Tally::Neutral, Trust::Trusted),
            None => (!is_new)
                .then(|| delegate::again(&draft.state, call))
                .flatten()
                .unwrap_or_else(|| judge(&draft.state, draft.ctx, self.turn, call, batch.at, None)),
        };
        self.settle(draft, call, batch, finding)
    }

    /// Carries a finding out in facts.
    fn settle(
        &mut self,
        draft: &mut Draft<'_>,
        call: &NodeId,
        batch: &CallBatch,
        finding: Finding,
    ) -> Settled {
        let turn = self.turn;
        match finding {
            Finding::Refused { failure, tally, trust, judgement } => {
                if let Some(judgement) = judgement {
                    note(draft, turn, call, judgement);
                }
                finish(draft, turn, call, ResultOutcome::Failed { failure }, 0, tally, trust);
                Settled::Answered
            }
            Finding::Dispatch { judgement, mut dispatch, touches } => {
                note(draft, turn, call, judgement);
                if let Some(origin) = touches {
                    draft.add(Fact::OriginTouched { origin });
                }
                if let Some(tried) = self.tries(call) {
                    dispatch.attempt = tried.next();
                }
                let at_hand = self.out.as_ref().unwrap_or(batch).clone();
                let attempt = dispatch.attempt;
                draft.add(Fact::ToolDispatched {
                    turn: turn.clone(),
                    call: call.clone(),
                    batch: at_hand,
                    dispatch,
                });
                delegate::dispatched(draft, turn, call, attempt);
                if self.out.is_none() && may_run_beside(&draft.state, call) {
                    self.out = Some(batch.clone());
                }
                Settled::Pending
            }
            Finding::Answer { judgement, outcome, trust } => {
                note(draft, turn, call, judgement);
                let tally = match outcome {
                    ResultOutcome::Done { .. } => Tally::Success,
                    ResultOutcome::Failed { .. } => Tally::Failure,
                };
                finish(draft, turn, call, outcome, 0, tally, trust);
                Settled::Answered
            }
            Finding::Wait { .. } | Finding::Ask { .. } | Finding::Own { .. } if self.out.is_some() => {
                Settled::Later
            }
            Finding::Own { judgement, own } => {
                note(draft, turn, call, judgement);
                own::carry_out(draft, turn, call, own);
                Settled::Answered
            }
            Finding::Wait { judgement, interaction } => {
                note(draft, turn, call, judgement);
                draft.add(Fact::InteractionAsked { turn: turn.clone(), batch: batch.clone(), interaction });
                Settled::Pending
            }
            Finding::Ask { judgement, approval } => {
                note(draft, turn, call, judgement);
                draft.add(Fact::ApprovalAsked { turn: turn.clone(), batch: batch.clone(), approval });
                Settled::Pending
            }
        }
    }
}

/// Whether a call may be under way while others of its reply are.
fn may_run_beside(state: &ThreadState, call: &NodeId) -> bool {
    let declared = match state.node(call).map(|node| &node.body) {
        Some(NodeBody::ToolCall { tool, .. }) => descriptor(tool),
        _ => None,
    };
    // A child that may write is alone: what it changes is nobody else's to read meanwhile.
    let is_harmless =
        declared.is_some_and(|tool| tool.company == Company::Beside) && !grants_writes(state, call);
    is_harmless || active(Fault::WriteBesideReads)
}
