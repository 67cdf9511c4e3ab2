//! What a finish reason means, given what came before it.

use crate::replied::{Content, Finish};
use fairlead_protocol::conversation::{ModelErrorKind, ModelStop};

/// The meaning of a reason, or of its absence behind an end marker.
pub(super) fn meaning(reason: Option<&str>, content: Content) -> Finish {
    let failure = |kind, reason: &str| Finish::Failure { kind, reason: reason.to_owned() };
    match reason {
        None | Some("stop" | "tool_calls" | "function_call") => Finish::Stop(content.stop()),
        Some("length") => Finish::Stop(ModelStop::MaxTokens),
        Some("content_filter" | "sensitive") => Finish::Stop(ModelStop::ContentFilter),
        Some("model_context_window_exceeded") => Finish::Stop(ModelStop::ContextWindow),
        Some(reason @ "insufficient_system_resource") => failure(ModelErrorKind::Overloaded, reason),
        Some(reason @ ("network_error" | "error")) => failure(ModelErrorKind::Server, reason),
        Some(other) => Finish::unknown(other),
    }
}
