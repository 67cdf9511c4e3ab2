//! What a finish reason means, given what came before it.

use crate::caps::STOP_REASON_BYTES;
use fairlead_protocol::caps::clip;
use fairlead_protocol::conversation::{ModelErrorKind, ModelStop};

/// What a reply was made of by the time it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Calls,
    Refusal,
    Plain,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finish {
    Stop(ModelStop),
    /// The provider says that it failed, in the place where it says that it is done.
    Failure(ModelErrorKind),
}

/// The meaning of a reason, or of its absence behind an end marker. Calls win over `stop`: several servers say so.
pub(super) fn meaning(reason: Option<&str>, content: Content) -> Finish {
    let natural = match content {
        Content::Calls => ModelStop::ToolUse,
        Content::Refusal => ModelStop::Refusal,
        Content::Plain => ModelStop::End,
    };
    Finish::Stop(match reason {
        None | Some("stop" | "tool_calls" | "function_call") => natural,
        Some("length") => ModelStop::MaxTokens,
        Some("content_filter" | "sensitive") => ModelStop::ContentFilter,
        Some("model_context_window_exceeded") => ModelStop::ContextWindow,
        Some("insufficient_system_resource") => return Finish::Failure(ModelErrorKind::Overloaded),
        Some("network_error" | "error") => return Finish::Failure(ModelErrorKind::Server),
        Some(other) => ModelStop::Unknown { raw: clip(other, STOP_REASON_BYTES) },
    })
}
