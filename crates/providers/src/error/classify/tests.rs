use super::*;
use ModelErrorKind::{
    Auth, BadRequest, ContextLength, NotFound, Overloaded, Permission, Quota, RateLimit, Server,
};
use ModelErrorKind::{OriginForbidden, Timeout, TooLarge, UnsupportedParam};
use serde_json::{Value, json};

fn error(status: Option<u16>, body: &Value) -> ModelError {
    let head = ResponseHead { status: status.unwrap_or(200), headers: Vec::new() };
    let mut report = Report::of_json(body);
    report.status = status.or(report.status);
    classify(&report, &Site { head, now: Timestamp(0), loopback: false })
}

#[test]
fn texts_and_codes_of_many_servers_mean_what_they_mean() {
    let said = |message: &str| json!({"error": {"message": message}});
    let cases = [
        (Some(400), said("API key not valid. Please pass a valid API key."), Auth),
        (Some(400), said("Argument not supported on this model: presencePenalty"), UnsupportedParam),
        (
            Some(400),
            said("Unsupported value: 'temperature' does not support 0.2 with this model."),
            UnsupportedParam,
        ),
        (
            Some(400),
            said("The input (9000 tokens) is longer than the model's context length (8192 tokens)."),
            ContextLength,
        ),
        (Some(400), said("prompt is too long: 208310 tokens > 200000 maximum"), ContextLength),
        (
            Some(400),
            said("The input token count (5) exceeds the maximum number of tokens allowed (4)."),
            ContextLength,
        ),
        (Some(429), said("Rate limit reached: context window of 1 minute"), RateLimit),
        (Some(400), said("Your credit balance is too low to access the API."), Quota),
        (Some(401), said("CORS requests must set a header"), OriginForbidden),
        (Some(404), said("Item with id 'rs_1' not found."), BadRequest),
        (Some(404), json!({"detail": "Not Found"}), NotFound),
        (Some(403), json!({"detail": "no"}), Permission),
        (Some(408), json!({}), Timeout),
        (Some(413), said("Request too large: tokens per minute"), TooLarge),
        (Some(520), json!({}), Server),
        (Some(529), json!({}), Overloaded),
        (
            None,
            json!({"object": "error", "message": "no", "type": "BadRequestError", "code": 400}),
            BadRequest,
        ),
        (
            None,
            json!({"type": "error", "error": {"type": "invalid_request_error", "message": "no"}}),
            BadRequest,
        ),
        (None, json!({"type": "error", "error": {"type": "overloaded_error", "message": "no"}}), Overloaded),
        (None, json!({"code": "rate_limit_exceeded", "message": "no"}), RateLimit),
        (None, json!({"error": "no"}), Server),
    ];
    for (status, body, kind) in cases {
        assert_eq!(error(status, &body).kind, kind, "{status:?} {body}");
    }
}

#[test]
fn a_wait_is_given_only_where_another_try_has_a_point() {
    let body = json!({"error": {"message": "Try again in 5s", "type": "insufficient_quota"}});
    assert_eq!(error(Some(429), &body).retry_after_ms, None);
    let body = json!({"error": {"message": "Try again in 5s", "type": "requests"}});
    assert_eq!(error(Some(429), &body).retry_after_ms, Some(5_000));
}

#[test]
fn the_refused_parameter_is_found_in_the_text() {
    let param = |message: &str| error(Some(400), &json!({"error": message})).param;
    assert_eq!(param("Unsupported parameter: 'max_tokens' isn't known"), Some("max_tokens".to_owned()));
    assert_eq!(param("The model doesn't like it: unknown parameter seed."), Some("seed".to_owned()));
    assert_eq!(param("Unrecognized request argument supplied: store"), Some("store".to_owned()));
    assert_eq!(param("Your store is closed"), None);
}

#[test]
fn an_error_that_says_nothing_still_says_something() {
    assert!(error(Some(500), &json!({})).message.contains("500"));
    assert!(!error(None, &json!({"error": {}})).message.is_empty());
}

#[test]
fn wrappers_without_end_are_opened_only_so_far() {
    let mut body = json!({"message": "deep"});
    for _ in 0..50 {
        body = json!({"error": body});
    }
    assert_eq!(error(None, &body).kind, Server);
}
