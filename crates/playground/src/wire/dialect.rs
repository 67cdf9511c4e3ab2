//! Which wire a request came over, and with that how it is read and answered.

use super::chunks::{Chunk, Completion};
use super::refusal::Refusal;
use super::{messages, responses};
use crate::model::request::{ChatRequest, Malformed};
use axum::http::{HeaderMap, header};
use serde_json::{Value, json};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Chat,
    Messages,
    Responses,
}

impl Dialect {
    pub(crate) fn of(path: &str) -> Option<Self> {
        match path {
            "/v1/chat/completions" => Some(Self::Chat),
            "/v1/messages" => Some(Self::Messages),
            "/v1/responses" => Some(Self::Responses),
            _ => None,
        }
    }

    /// The request as the model reads it.
    pub(crate) fn read(self, body: &[u8]) -> Result<ChatRequest, Malformed> {
        let own = || {
            serde_json::from_slice::<Value>(body).map_err(|e| Malformed {
                param: "body",
                message: format!("could not parse the request: {e}"),
            })
        };
        let chat = match self {
            Self::Chat => return ChatRequest::parse(body),
            Self::Messages => messages::as_chat(&own()?)?,
            Self::Responses => responses::as_chat(&own()?)?,
        };
        ChatRequest::parse(chat.to_string().as_bytes())
    }

    pub(crate) fn chunks(self, completion: &Completion<'_>) -> Vec<Chunk> {
        match self {
            Self::Chat => completion.chunks(),
            Self::Messages => messages::events(completion),
            Self::Responses => responses::events(completion),
        }
    }

    pub(crate) fn whole(self, completion: &Completion<'_>) -> Value {
        match self {
            Self::Chat => completion.whole(),
            Self::Messages => messages::whole(completion),
            Self::Responses => responses::whole(completion),
        }
    }

    /// What a stream ends with beside its last event.
    pub(crate) fn end_marker(self) -> Option<&'static str> {
        match self {
            Self::Chat => Some("[DONE]"),
            Self::Messages | Self::Responses => None,
        }
    }

    /// The server's failure in the midst of a stream.
    pub(crate) fn error_event(self) -> Value {
        let message = "The server had an error while streaming.";
        match self {
            Self::Chat => {
                json!({ "error": { "message": message, "type": "server_error", "param": null, "code": null } })
            }
            Self::Messages => {
                json!({ "type": "error", "error": { "type": "api_error", "message": message } })
            }
            Self::Responses => {
                json!({ "type": "error", "code": "server_error", "message": message, "param": null })
            }
        }
    }

    /// What this wire refuses before it looks at the body.
    pub(crate) fn refuses(self, headers: &HeaderMap) -> Option<Refusal> {
        match self {
            Self::Chat | Self::Responses => None,
            Self::Messages if !headers.contains_key("anthropic-version") => Some(Refusal::NoVersion),
            Self::Messages => {
                let is_browser = headers.contains_key(header::ORIGIN);
                let may = headers.contains_key("anthropic-dangerous-direct-browser-access");
                (is_browser && !may).then_some(Refusal::Browser)
            }
        }
    }
}

/// A field; null where there is none.
pub(super) fn at<'a>(value: &'a Value, key: &str) -> &'a Value {
    value.get(key).unwrap_or(&Value::Null)
}

/// The items of a field; none where there is no list.
pub(super) fn list<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> {
    at(value, key).as_array().into_iter().flatten()
}

/// A request as Chat Completions, with its messages and the tools whose parameters it has under `schema`.
pub(super) fn chat(body: &Value, messages: &[Value], schema: &str) -> Value {
    let tools: Vec<Value> = list(body, "tools")
        .map(|tool| json!({ "function": { "name": at(tool, "name"), "parameters": at(tool, schema) } }))
        .collect();
    json!({ "model": at(body, "model"), "messages": messages, "tools": tools, "stream": at(body, "stream") == true })
}

/// A value with some of its fields set anew.
pub(super) fn with<const N: usize>(mut value: Value, fields: [(&str, Value); N]) -> Value {
    if let Some(known) = value.as_object_mut() {
        known.extend(fields.map(|(key, value)| (key.to_owned(), value)));
    }
    value
}
