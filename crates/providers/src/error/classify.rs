//! From what a server said to what it means. One ordered list; the first rule that fits decides, because the same
//! status, and often the same text, stands for different things at different servers.

use super::redact::redact;
use super::report::Report;
use super::{is_retryable, retry_after};
use crate::http::ResponseHead;
use fairlead_protocol::conversation::{ModelError, ModelErrorKind};
use fairlead_protocol::ids::Timestamp;

/// The hint of an error that a second call without opaque reasoning state cures.
pub const REPLAY_STATE_LOST: &str = "replay_state_lost";

/// Where an error came from, as far as that matters to what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    pub(crate) head: ResponseHead,
    pub(crate) now: Timestamp,
    /// The endpoint is on this machine, where a local server may refuse the origin of an extension.
    pub(crate) loopback: bool,
}

/// The error of a report. `x-should-retry` overrides our own idea, and a wait is given only if there is a point in it.
pub(crate) fn classify(report: &Report, site: &Site) -> ModelError {
    let kind = kind_of(report, site);
    let replay_lost = kind == ModelErrorKind::BadRequest && speaks_of_lost_replay(&lower(&report.message));
    let retryable = match site.head.header("x-should-retry") {
        Some("true") => true,
        Some("false") => false,
        Some(_) | None => is_retryable(kind),
    };
    let wait = || {
        retry_after::from_headers(&site.head, site.now)
            .or(report.wait_ms)
            .or_else(|| retry_after::from_text(&report.message))
    };
    let param = match (&report.param, kind) {
        (None, ModelErrorKind::UnsupportedParam) => param_in(&report.message),
        (param, _) => param.clone(),
    };
    ModelError {
        kind,
        retryable,
        message: redact(&message_of(report)),
        http_status: report.status,
        code: report.code.as_deref().map(redact),
        param: param.as_deref().map(redact),
        hint: replay_lost.then(|| REPLAY_STATE_LOST.to_owned()),
        retry_after_ms: if retryable { wait() } else { None },
    }
}

fn message_of(report: &Report) -> String {
    match (&report.failed_generation, report.message.is_empty(), report.status) {
        (Some(generation), _, _) => format!("{}\n{generation}", report.message),
        (None, true, Some(status)) => format!("the server answered with status {status} and no explanation"),
        (None, true, None) => "the server reported an error without an explanation".to_owned(),
        (None, false, _) => report.message.clone(),
    }
}

fn kind_of(report: &Report, site: &Site) -> ModelErrorKind {
    let status = report.status;
    let text = lower(&report.message);
    let codes: Vec<String> = [&report.code, &report.class, &report.inner_code]
        .into_iter()
        .flatten()
        .map(|code| lower(code))
        .collect();
    let is = |names: &[&str]| codes.iter().any(|code| names.contains(&code.as_str()));
    let like = |parts: &[&str]| codes.iter().any(|code| parts.iter().any(|part| code.contains(part)));
    let says = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    let throttles = says(&THROTTLE);

    if says(&ORIGIN) || (status == Some(403) && text.trim().is_empty() && site.loopback) {
        ModelErrorKind::OriginForbidden
    } else if is(&["tool_use_failed"]) {
        ModelErrorKind::ToolUseFailed
    } else if status == Some(402) || like(&QUOTA_CODES) || says(&QUOTA) {
        ModelErrorKind::Quota
    } else if is(&CONTEXT_CODES) || (says(&CONTEXT) && !throttles) {
        ModelErrorKind::ContextLength
    } else if is(&FILTER_CODES) {
        ModelErrorKind::ContentFilter
    } else if status == Some(413) || is(&["request_too_large"]) {
        ModelErrorKind::TooLarge
    } else if matches!(status, Some(503 | 529)) || like(&["overloaded"]) || is(&["service_unavailable"]) {
        ModelErrorKind::Overloaded
    } else if matches!(status, Some(408 | 504 | 524)) || is(&["timeout", "timeout_error", "request_timeout"])
    {
        ModelErrorKind::Timeout
    } else if status == Some(429) || like(&RATE_CODES) || throttles {
        ModelErrorKind::RateLimit
    } else if status == Some(401) || is(&AUTH_CODES) || says(&AUTH) {
        ModelErrorKind::Auth
    } else if is(&PARAM_CODES) || says(&PARAM) || (report.param.is_some() && says(&["not supported with"])) {
        ModelErrorKind::UnsupportedParam
    } else if speaks_of_lost_replay(&text) {
        ModelErrorKind::BadRequest
    } else if status == Some(404) || is(&["model_not_found", "not_found_error", "not_found", "notfounderror"])
    {
        ModelErrorKind::NotFound
    } else if status == Some(403) || is(&["permission_error", "permission_denied", "forbidden"]) {
        ModelErrorKind::Permission
    } else {
        match status {
            Some(500..) => ModelErrorKind::Server,
            Some(_) => ModelErrorKind::BadRequest,
            None if like(&REQUEST_CODES) => ModelErrorKind::BadRequest,
            None => ModelErrorKind::Server,
        }
    }
}

const ORIGIN: [&str; 4] = [
    "cors requests must set",
    "origin not allowed",
    "origin is not allowed",
    "anthropic-dangerous-direct-browser-access",
];
const QUOTA_CODES: [&str; 5] = [
    "insufficient_quota",
    "exceeded_current_quota",
    "credit_balance",
    "insufficient_balance",
    "billing_error",
];
const QUOTA: [&str; 3] = ["credit balance", "insufficient balance", "insufficient credits"];
const CONTEXT_CODES: [&str; 4] = [
    "context_length_exceeded",
    "exceed_context_size_error",
    "context_window_exceeded",
    "model_context_window_exceeded",
];
const CONTEXT: [&str; 13] = [
    "maximum context length",
    "context window",
    "context length",
    "context size has been exceeded",
    "available context size",
    "context limit",
    "prompt is too long",
    "prompt too long",
    "input is too long",
    "too many tokens",
    "reduce the length of the messages",
    "maximum number of tokens",
    "prompt token count",
];
/// Texts about load that sound like texts about length.
const THROTTLE: [&str; 7] = [
    "please wait",
    "rate limit",
    "rate-limit",
    "too many requests",
    "throttl",
    "tokens per min",
    "requests per min",
];
const FILTER_CODES: [&str; 7] = [
    "content_filter",
    "image_content_policy_violation",
    "content_policy_violation",
    "data_inspection_failed",
    "datainspectionfailed",
    "responsibleaipolicyviolation",
    "sensitive",
];
const RATE_CODES: [&str; 6] =
    ["rate_limit", "ratelimit", "throttling", "resource_exhausted", "too_many_requests", "slow_down"];
const AUTH_CODES: [&str; 5] =
    ["invalid_api_key", "authentication_error", "unauthenticated", "unauthorized", "authenticationerror"];
const AUTH: [&str; 4] = ["incorrect api key", "invalid api key", "api key not valid", "no api key"];
const PARAM_CODES: [&str; 5] = [
    "unsupported_parameter",
    "unsupported_value",
    "unknown_parameter",
    "extra_forbidden",
    "unrecognized_parameter",
];
const PARAM: [&str; 8] = [
    "unsupported parameter",
    "unsupported value",
    "does not support parameter",
    "unrecognized request argument",
    "extra inputs are not permitted",
    "argument not supported",
    "unknown name \"",
    "unknown parameter",
];
/// Types that say "your request", where no status does.
const REQUEST_CODES: [&str; 4] = ["invalid_", "image_", "badrequest", "bad_request"];

fn speaks_of_lost_replay(text: &str) -> bool {
    let both = |a: &str, b: &str| text.contains(a) && text.contains(b);
    both("reasoning_content", "must be passed back")
        || both("reasoning_content", "is missing")
        || both("missing", "thought_signature")
        || both("thinking", "cannot be modified")
        || both("invalid", "signature")
        || both("signature", "field required")
        || both("expected `thinking`", "but found")
        || both("item with id", "not found")
        || both("without its required", "reasoning")
        || both("encrypted content", "could not be")
        || both("could not decrypt", "encrypted_content")
}

/// The parameter that a text complains about: the first word in quotes, or the one after "parameter" or a colon.
fn param_in(message: &str) -> Option<String> {
    let quoted =
        [" '", " \"", " `"].iter().filter_map(|quote| message.split_once(quote)).map(|(_, rest)| rest).next();
    let named = || {
        let phrases = ["parameter ", "argument supplied: ", "model: "];
        phrases.iter().find_map(|phrase| message.split_once(phrase)).map(|(_, rest)| rest)
    };
    let text = quoted.or_else(named)?;
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    text.get(..end).filter(|name| !name.is_empty()).map(str::to_owned)
}

fn lower(text: &str) -> String {
    text.to_ascii_lowercase()
}

#[cfg(test)]
mod tests;
