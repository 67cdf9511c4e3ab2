//! Refusals: a status and `{"error":{message,type,param,code}}`, the shape of OpenAI's wires, which Messages differs from in a wrapper.

use crate::model::request::Malformed;
use axum::body::Body;
use axum::http::{Response, StatusCode, header};
use serde_json::json;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    NoKey,
    WrongKey {
        masked: String,
    },
    Malformed(Malformed),
    UnknownModel {
        model: String,
    },
    TooLarge,
    RateLimited {
        retry_after_s: u32,
    },
    ServerError,
    NotFound {
        path: String,
    },
    /// A request of Messages that names no version of the API.
    NoVersion,
    /// One from a browser that does not say that it is meant.
    Browser,
}

impl Refusal {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Self::NoKey | Self::WrongKey { .. } | Self::Browser => StatusCode::UNAUTHORIZED,
            Self::Malformed(_) | Self::NoVersion => StatusCode::BAD_REQUEST,
            Self::UnknownModel { .. } | Self::NotFound { .. } => StatusCode::NOT_FOUND,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::RateLimited { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::ServerError => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    pub(crate) fn response(&self) -> Response<Body> {
        let (kind, param, code, message) = match self {
            Self::NoKey => (
                "invalid_request_error",
                None,
                None,
                "You didn't provide an API key. Send it as 'Authorization: Bearer KEY'.".to_owned(),
            ),
            Self::WrongKey { masked } => (
                "invalid_request_error",
                None,
                Some("invalid_api_key"),
                format!(
                    "Incorrect API key provided: {masked}. The demo server takes keys that start with 'demo'."
                ),
            ),
            Self::Malformed(malformed) => {
                ("invalid_request_error", Some(malformed.param), None, malformed.message.clone())
            }
            Self::UnknownModel { model } => (
                "invalid_request_error",
                None,
                Some("model_not_found"),
                format!("The model '{model}' does not exist."),
            ),
            Self::TooLarge => ("invalid_request_error", None, None, "The request is too large.".to_owned()),
            Self::RateLimited { retry_after_s } => (
                "requests",
                None,
                Some("rate_limit_exceeded"),
                format!("Rate limit reached. Please try again in {retry_after_s}s."),
            ),
            Self::ServerError => (
                "server_error",
                None,
                None,
                "The server had an error while processing the request.".to_owned(),
            ),
            Self::NoVersion => {
                ("invalid_request_error", None, None, "anthropic-version: header is required".to_owned())
            }
            Self::Browser => (
                "authentication_error",
                None,
                None,
                "CORS requests must set 'anthropic-dangerous-direct-browser-access' header".to_owned(),
            ),
            Self::NotFound { path } => {
                ("invalid_request_error", None, Some("unknown_url"), format!("Unknown request URL: {path}."))
            }
        };
        let body = json!({ "error": { "message": message, "type": kind, "param": param, "code": code } });
        let mut response = Response::new(Body::from(body.to_string()));
        *response.status_mut() = self.status();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("application/json"));
        if let Self::RateLimited { retry_after_s } = self {
            headers.insert(header::RETRY_AFTER, header::HeaderValue::from(*retry_after_s));
        }
        response
    }
}
