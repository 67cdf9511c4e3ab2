//! Delegation on either side: the call that has a child begun and hears of it, and the child that begins, obeys and is disowned.

use super::draft::Draft;
use super::interrupt::stop;
use super::submit::{hold, start_next};
use crate::delegation::{begin, is_delegate, leash};
use crate::due::{Effect, due};
use crate::fact::Fact;
use crate::fault::{Fault, active};
use crate::flight::dispatch_of;
use crate::input::ToolReport;
use crate::judge::Finding;
use crate::judgement::{Judgement, Word};
use crate::state::ThreadState;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::delegation::Exposure;
use fairlead_protocol::ids::{Attempt, EffectId, NodeId, TurnId};
use fairlead_protocol::node::{NodeBody, NoticeCode};
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::run::ToolOffer;
use fairlead_protocol::thread::Activity;

/// A call goes out: if it delegates, its child is written in the same commit.
pub(super) fn dispatched(draft: &mut Draft<'_>, turn: &TurnId, call: &NodeId, attempt: Attempt) {
    if attempt != super::FIRST {
        return;
    }
    if let Some(child) = begin(&draft.state, draft.ctx, turn, call) {
        draft.add(Fact::DelegateBegun { turn: turn.clone(), call: call.clone(), child: Box::new(child) });
    }
}

/// A call that a crash has cut among others that are sent out again. Its child was begun, and nobody is asked about it twice.
pub(super) fn again(state: &ThreadState, call: &NodeId) -> Option<Finding> {
    if !is_delegate(state, call) {
        return None;
    }
    let run = state.live_run()?;
    let judgement = Judgement { verdict: Word::Allow, reason: "begun", flags: Vec::new(), rule: None };
    let dispatch = dispatch_of(&run.phase, call)?.clone();
    Some(Finding::Dispatch { judgement, dispatch, touches: None })
}

/// The child waits for the person, or goes on.
pub(super) fn moved(draft: &mut Draft<'_>, effect: &EffectId, activity: Activity) {
    let Some(Effect::RunTool { turn, call, .. }) = due(&draft.state).get(effect).cloned() else { return };
    let waits = draft.state.runs.get(&turn).is_some_and(|run| run.waiting.contains(&call));
    if waits != (activity == Activity::Waiting) {
        draft.add(Fact::DelegateMoved { turn, call, activity });
    }
}

/// What the child has used is its caller's, and so is what it has been near.
pub(super) fn counted(draft: &mut Draft<'_>, turn: &TurnId, call: &NodeId, report: &ToolReport) {
    if is_delegate(&draft.state, call) {
        let met = if active(Fault::ExposureForgotten) { Exposure::default() } else { report.met.clone() };
        let spent = report.spent;
        draft.add(Fact::DelegateCounted { turn: turn.clone(), call: call.clone(), spent, met });
    }
}

/// Nobody waits for the child any more.
pub(super) fn disowned(draft: &mut Draft<'_>) {
    for turn in draft.state.queue.clone() {
        draft.add(Fact::QueuedTurnRemoved { turn });
    }
    if let Some(turn) = draft.state.live_run().map(|run| run.id.clone()) {
        stop(draft, &turn);
    }
}

/// Nothing runs. A child that was just written begins; what waits in any other Thread was queued before it was known how that is
/// held.
pub(super) fn begin_or_hold(draft: &mut Draft<'_>) {
    if draft.state.delegated().is_some() {
        start_next(draft);
    } else {
        hold(draft);
    }
}

/// A child answers to its caller. The person answers its questions and may stop it; all else belongs to the conversation.
pub(super) fn obeys(draft: &Draft<'_>, body: &CommandBody) -> Result<(), Refusal> {
    let is_taken = matches!(
        body,
        CommandBody::TurnInterrupt { .. }
            | CommandBody::RunResolveUncertain { .. }
            | CommandBody::ApprovalRespond { .. }
            | CommandBody::InteractionRespond { .. }
    );
    if is_taken || draft.state.delegated().is_none() {
        return Ok(());
    }
    let message = "this is a delegated part of another conversation: say it there";
    Err(Refusal::new(RefusalCode::NotAllowed, message).at("thread"))
}

/// The last reply of a child gets no tools and is told so: it always ends with an answer.
pub(super) fn offer(draft: &mut Draft<'_>, turn: &TurnId, offer: ToolOffer) -> ToolOffer {
    let is_last = draft.state.runs.get(turn).is_some_and(leash::is_last_reply);
    match offer {
        ToolOffer::Offered if is_last && is_told(draft, turn) => ToolOffer::Withheld,
        ToolOffer::Offered if is_last => {
            let text = "This is your last reply, and no tools are available for it: answer the task with what you have found, and say what is missing.";
            draft.append(turn, NodeBody::SystemNotice { code: NoticeCode::LastReply, text: text.to_owned() });
            ToolOffer::Withheld
        }
        ToolOffer::Offered | ToolOffer::Withheld => offer,
    }
}

/// Room had to be made for the reply first.
fn is_told(draft: &Draft<'_>, turn: &TurnId) -> bool {
    draft
        .state
        .turn_nodes(turn)
        .any(|node| matches!(node.body, NodeBody::SystemNotice { code: NoticeCode::LastReply, .. }))
}
