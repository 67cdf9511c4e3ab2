//! What can go wrong: [`ProviderError`] while a request is built, and the neutral [`ModelError`] for everything that an
//! endpoint or the way to it answers with. Neither ever holds a key: [`redact`] goes over every text that a server sent.

pub(crate) mod classify;
pub(crate) mod redact;
pub(crate) mod report;
pub(crate) mod retry_after;

use fairlead_protocol::conversation::{ModelError, ModelErrorKind};
use thiserror::Error;

/// Why no request was made. The text never repeats what the person typed: a key may stand in a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ProviderError {
    #[error("the base URL is not one of https or of http on this machine, without user, query and fragment")]
    BaseUrl,
    #[error("plain http is allowed to this machine only")]
    InsecureBaseUrl,
    #[error("this endpoint cannot be told which tool to call while it thinks")]
    ForcedToolWhileThinking,
}

impl ProviderError {
    /// A stable name for tests, logs and the panel's texts.
    pub fn code(self) -> &'static str {
        match self {
            Self::BaseUrl => "base_url",
            Self::InsecureBaseUrl => "insecure_base_url",
            Self::ForcedToolWhileThinking => "forced_tool_while_thinking",
        }
    }
}

/// A failure with nothing known but its kind: what the worker makes of a fetch that fails before there is a head.
pub fn failure(kind: ModelErrorKind, message: &str) -> ModelError {
    ModelError {
        kind,
        retryable: is_retryable(kind),
        message: redact::redact(message),
        http_status: None,
        code: None,
        param: None,
        hint: None,
        retry_after_ms: None,
    }
}

/// Whether the same request may succeed later.
pub(crate) fn is_retryable(kind: ModelErrorKind) -> bool {
    match kind {
        ModelErrorKind::RateLimit
        | ModelErrorKind::Overloaded
        | ModelErrorKind::Server
        | ModelErrorKind::Timeout
        | ModelErrorKind::Network
        | ModelErrorKind::TruncatedStream
        | ModelErrorKind::ToolUseFailed => true,
        ModelErrorKind::Auth
        | ModelErrorKind::Permission
        | ModelErrorKind::OriginForbidden
        | ModelErrorKind::Quota
        | ModelErrorKind::BadRequest
        | ModelErrorKind::UnsupportedParam
        | ModelErrorKind::ContextLength
        | ModelErrorKind::ContentFilter
        | ModelErrorKind::NotFound
        | ModelErrorKind::TooLarge
        | ModelErrorKind::Protocol => false,
    }
}
