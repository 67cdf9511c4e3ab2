//! Calls that keep something of our own: the plan, files, and what is remembered. Nothing leaves the engine for them, so they are
//! carried out in the commit of the reply that made them; a crash has either all of it or nothing. Here they are only read and checked.

use crate::artifact::{self, Written};
use crate::memory::one_line;
use crate::plan;
use crate::state::ThreadState;
use fairlead_gatekeeper::looks_secret;
use fairlead_protocol::caps;
use fairlead_protocol::ids::MemoryId;
use fairlead_protocol::node::{Node, NodeBody};
use fairlead_protocol::plan::Plan;
use fairlead_protocol::tool::{Effects, ToolErrorCode, ToolFailure, Trust};
use fairlead_tools::{Descriptor, Tool};

/// A call that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Own {
    Plan(Plan),
    Remember { text: String, topic: Option<String> },
    Recall { query: String },
    Forget { id: MemoryId },
    Write(Written),
}

/// `None`: a call for the world, the person or the clock. Checked before any question: nobody is asked about what cannot be.
pub(crate) fn own(tool: &Tool, state: &ThreadState) -> Option<Result<Own, ToolFailure>> {
    match tool {
        Tool::PlanUpdate(asked) => Some(plan::checked(&asked.steps).map(Own::Plan)),
        Tool::Remember(asked) => {
            let topic = asked.topic.as_deref().map(one_line).filter(|topic| !topic.is_empty());
            Some(memorable(&asked.text, topic))
        }
        Tool::Recall(asked) => Some(if asked.query.trim().is_empty() {
            Err(ToolFailure::wrong_arguments("`query` is empty"))
        } else if asked.query.len() > caps::QUERY_BYTES {
            Err(ToolFailure::wrong_arguments(format!("`query` has more than {} bytes", caps::QUERY_BYTES)))
        } else {
            Ok(Own::Recall { query: asked.query.clone() })
        }),
        Tool::Forget(asked) => Some(Ok(Own::Forget { id: MemoryId::new(asked.id.trim()) })),
        Tool::Artifact(asked) => Some(artifact::written(asked, state).map(Own::Write)),
        _ => None,
    }
}

/// Whether such a call only writes or reads what is our own: it shows nothing of the world and changes nothing there.
pub(crate) fn is_own(tool: &str) -> bool {
    matches!(tool, plan::PLAN_UPDATE | "remember" | "recall" | "forget" | "artifact")
}

fn memorable(text: &str, topic: Option<String>) -> Result<Own, ToolFailure> {
    match memory_text(text, topic.as_deref()) {
        Ok(text) => Ok(Own::Remember { text, topic }),
        Err(Unfit::Empty) => Err(ToolFailure::wrong_arguments("`text` is empty")),
        Err(Unfit::TooLong) => Err(ToolFailure::wrong_arguments(format!(
            "a memory has {} bytes at most and a topic {} characters",
            caps::MEMORY_BYTES,
            caps::MEMORY_TOPIC_CHARS
        ))),
        Err(Unfit::Secret) => Err(ToolFailure::new(
            ToolErrorCode::NotKept,
            "this looks like a password, a key, a card or an account number; such things are not remembered",
            "Do not reword it to get it through. Tell the person that it was not kept.",
        )),
    }
}

/// Why a text is no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    Empty,
    TooLong,
    Secret,
}

/// The text as it is kept, whoever wrote it.
pub fn memory_text(text: &str, topic: Option<&str>) -> Result<String, Unfit> {
    let text = one_line(text);
    if text.is_empty() {
        Err(Unfit::Empty)
    } else if text.len() > caps::MEMORY_BYTES
        || topic.is_some_and(|topic| topic.chars().count() > caps::MEMORY_TOPIC_CHARS)
    {
        Err(Unfit::TooLong)
    } else if looks_secret(&text) || topic.is_some_and(looks_secret) {
        Err(Unfit::Secret)
    } else {
        Ok(text)
    }
}

/// What a call may change, as the gatekeeper is told. A note after text of others was read may be theirs: then it counts as a
/// write, and the policy asks the person about it.
pub(crate) fn effects(descriptor: &Descriptor, state: &ThreadState) -> Effects {
    if descriptor.name == "remember" && has_read_others(state) { Effects::Write } else { descriptor.effects }
}

/// Whether anything on the path is text of others: it may have put words into the model's mouth.
pub(crate) fn has_read_others(state: &ThreadState) -> bool {
    state.path().into_iter().any(is_of_others)
}

fn is_of_others(node: &Node) -> bool {
    match &node.body {
        NodeBody::ToolResult { trust, .. } => *trust == Trust::Untrusted,
        NodeBody::UserMessage { attachments, .. } => !attachments.is_empty(),
        NodeBody::TurnContext { notes, .. } | NodeBody::ContextNote { notes } => {
            notes.memories.iter().any(|memory| memory.source.is_of_others())
        }
        NodeBody::AssistantMessage { .. }
        | NodeBody::ToolCall { .. }
        | NodeBody::ApprovalDecision { .. }
        | NodeBody::InteractionResponse { .. }
        | NodeBody::CompletionRejected { .. }
        | NodeBody::ContextMasked { .. }
        | NodeBody::ContextCompacted { .. }
        | NodeBody::Tombstone
        | NodeBody::SystemNotice { .. } => false,
    }
}
