//! The guard against calls that only repeat themselves. The same call is the same tool, the same arguments in canonical form
//! and the same document. Whether anything has changed since is told by what succeeded since, and by what the person said.

use crate::flight::in_flight;
use crate::own::is_own;
use crate::probe::Sight;
use crate::state::ThreadState;
use fairlead_protocol::canonical;
use fairlead_protocol::conversation::CallArgs;
use fairlead_protocol::ids::{DocumentId, NodeId, TurnId};
use fairlead_protocol::node::{Delivery, Node, NodeBody, ResultOutcome};
use fairlead_protocol::tool::{Effects, Recovery, ToolErrorCode, ToolFailure};
use fairlead_tools::{descriptor, is_readable, meant};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Repeat {
    /// It stands above in the same reply and was run, or runs.
    Above,
    /// A write that succeeded, with no look at the page since.
    Done,
    /// It failed, and nothing has changed since.
    Failed(ToolErrorCode),
}

/// Whether a call that is next in its reply only repeats an earlier one of its Turn.
pub(crate) fn repeat(
    state: &ThreadState,
    turn: &TurnId,
    call: &NodeId,
    sight: Option<&Sight>,
) -> Option<Repeat> {
    let this = Call::of(state.node(call)?)?;
    let document = match sight {
        Some(Sight::Page { binding, .. }) => Some(&binding.document),
        Some(
            Sight::Tab { .. }
            | Sight::NoAccess { .. }
            | Sight::Barred { .. }
            | Sight::Permitted
            | Sight::NotPermitted { .. }
            | Sight::Failed { .. },
        )
        | None => None,
    };
    if is_out(state, turn, call, &this, document) {
        return Some(Repeat::Above);
    }
    let mut found = None;
    for node in state.turn_nodes(turn) {
        match &node.body {
            NodeBody::UserMessage { delivery: Delivery::Steered, .. } => found = None,
            NodeBody::ToolResult { call: of, outcome, document: went_to, .. } => {
                let Some(earlier) = state.node(of).and_then(Call::of) else { continue };
                let is_same = went_to.as_ref() == document && earlier.is(&this);
                // A note of our own shows nothing of the page and changes nothing there.
                if is_own(earlier.tool) && !is_same {
                    continue;
                }
                found = after(found, &earlier, &this, outcome, is_same);
            }
            NodeBody::TurnContext { .. }
            | NodeBody::UserMessage { .. }
            | NodeBody::AssistantMessage { .. }
            | NodeBody::ToolCall { .. }
            | NodeBody::ApprovalDecision { .. }
            | NodeBody::InteractionResponse { .. }
            | NodeBody::CompletionRejected { .. }
            | NodeBody::ContextNote { .. }
            | NodeBody::ContextMasked { .. }
            | NodeBody::ContextCompacted { .. }
            | NodeBody::Tombstone
            | NodeBody::SystemNotice { .. } => {}
        }
    }
    found
}

/// The same call is under way at this moment, beside which this one would run.
fn is_out(
    state: &ThreadState,
    turn: &TurnId,
    call: &NodeId,
    this: &Call<'_>,
    document: Option<&DocumentId>,
) -> bool {
    let Some(run) = state.runs.get(turn) else { return false };
    in_flight(&run.phase).any(|(other, dispatch)| {
        other != call
            && dispatch.binding.as_ref().map(|binding| &binding.document) == document
            && state.result_of(other).is_none()
            && state.node(other).and_then(Call::of).is_some_and(|other| other.is(this))
    })
}

/// What is known once another result has come.
fn after(
    found: Option<Repeat>,
    earlier: &Call<'_>,
    this: &Call<'_>,
    outcome: &ResultOutcome,
    is_same: bool,
) -> Option<Repeat> {
    match (outcome, found) {
        (ResultOutcome::Done { .. }, _) if is_same && earlier.reply == this.reply => Some(Repeat::Above),
        (ResultOutcome::Done { .. }, _) if is_same && this.writes => Some(Repeat::Done),
        // Whatever succeeded may have changed why it failed; only a look shows what a write has done.
        (ResultOutcome::Done { .. }, Some(Repeat::Failed(_))) => None,
        (ResultOutcome::Done { .. }, Some(Repeat::Done)) if earlier.looks => None,
        (ResultOutcome::Done { .. }, found) => found,
        (ResultOutcome::Failed { failure }, _) if is_same && is_lasting(failure.code) => {
            Some(Repeat::Failed(failure.code))
        }
        (ResultOutcome::Failed { .. }, found) => found,
    }
}

struct Call<'a> {
    reply: &'a NodeId,
    tool: &'a str,
    arguments: &'a CallArgs,
    writes: bool,
    looks: bool,
}

impl<'a> Call<'a> {
    /// Arguments that cannot be read are the same as none.
    fn of(node: &'a Node) -> Option<Self> {
        let NodeBody::ToolCall { reply, tool, arguments, .. } = &node.body else { return None };
        if !is_readable(arguments) {
            return None;
        }
        let declared = descriptor(tool);
        Some(Self {
            reply,
            tool,
            arguments,
            writes: declared.is_none_or(|tool| tool.effects == Effects::Write),
            looks: declared
                .is_some_and(|tool| tool.effects == Effects::Read && tool.recovery == Recovery::RetrySafe),
        })
    }

    fn is(&self, other: &Self) -> bool {
        self.tool == other.tool && self.meant() == other.meant()
    }

    /// In canonical form; a tool that is not known has only what was sent.
    fn meant(&self) -> Option<String> {
        match (descriptor(self.tool), self.arguments) {
            (Some(declared), arguments) => Some(canonical::text(&meant(declared, arguments)?)),
            (None, CallArgs::Parsed { value }) => Some(canonical::text(value)),
            (None, CallArgs::Broken { raw, .. }) => Some(raw.clone()),
        }
    }
}

/// Failures that the same call meets again as long as nothing changes. Others pass by themselves, or were a word of the person.
fn is_lasting(code: ToolErrorCode) -> bool {
    match code {
        ToolErrorCode::StaleRef
        | ToolErrorCode::NotFound
        | ToolErrorCode::NotVisible
        | ToolErrorCode::Covered
        | ToolErrorCode::Disabled
        | ToolErrorCode::NotEditable
        | ToolErrorCode::Ambiguous
        | ToolErrorCode::IgnoredByPage
        | ToolErrorCode::UnsupportedFrame
        | ToolErrorCode::TargetChanged
        | ToolErrorCode::RestrictedPage
        | ToolErrorCode::InvalidArguments
        | ToolErrorCode::NotKept
        | ToolErrorCode::UnknownMemory
        | ToolErrorCode::NoDebugger
        | ToolErrorCode::UnknownTool => true,
        ToolErrorCode::TabGone
        | ToolErrorCode::NoPermission
        | ToolErrorCode::Timeout
        | ToolErrorCode::DialogBlocked
        | ToolErrorCode::MaybeDone
        | ToolErrorCode::DeclinedByPerson
        | ToolErrorCode::DeniedByPolicy
        | ToolErrorCode::NotRun
        | ToolErrorCode::BatchLimited
        | ToolErrorCode::ToolsWithheld
        | ToolErrorCode::Interrupted
        | ToolErrorCode::OutcomeUnknown
        | ToolErrorCode::NavigationFailed
        | ToolErrorCode::AlreadyDone
        | ToolErrorCode::RepeatedFailure
        | ToolErrorCode::WithPerson
        | ToolErrorCode::DelegateFailed
        | ToolErrorCode::Internal => false,
    }
}

/// What the model is told of a call that is not made.
pub(crate) fn told(repeat: &Repeat) -> ToolFailure {
    match repeat {
        Repeat::Above => ToolFailure::new(
            ToolErrorCode::AlreadyDone,
            "the same call stands above in this reply and is made once",
            "Use its result for this one too.",
        ),
        Repeat::Done => ToolFailure::new(
            ToolErrorCode::AlreadyDone,
            "this exact call succeeded before, and nothing was looked at since",
            "Read the page first. If it did not work, or is meant to happen once more, call again.",
        ),
        Repeat::Failed(code) => ToolFailure::new(
            ToolErrorCode::RepeatedFailure,
            format!("this exact call failed before ({code}), and nothing has changed since"),
            "Do something else: read the page again, use another element or another way, or tell the person.",
        ),
    }
}
