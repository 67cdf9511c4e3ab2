//! `/v1/models` and the paths of the three wires: keys, CORS, faults, and the reply of the scripted model.

use crate::model::policy::{BaseUrl, next_reply};
use crate::model::reply::Reply;
use crate::model::request::{ChatRequest, Malformed};
use crate::model::{notes, title};
use crate::request_log::{Arrival, Ending, Kind, Serving};
use crate::wire::chunks::{Chunk, Completion, fnv1a};
use crate::wire::dialect::Dialect;
use crate::wire::persona::{Fault, Persona};
use crate::wire::refusal::Refusal;
use crate::wire::stream;
use crate::world::World;
use axum::body::{Body, Bytes};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, Response, header};
use serde_json::{Value, json};
use std::time::Duration;

/// The largest request body that is read.
pub(crate) const MOST_BYTES: usize = 16 * 1024 * 1024;

pub(crate) async fn answer(world: &World, parts: &Parts, body: Option<Bytes>) -> Response<Body> {
    let mut response = if parts.method == Method::OPTIONS {
        Response::new(Body::empty())
    } else {
        served(world, parts, body).await
    };
    allow_every_origin(response.headers_mut(), parts);
    response
}

async fn served(world: &World, parts: &Parts, body: Option<Bytes>) -> Response<Body> {
    let path = parts.uri.path();
    let key = key_of(&parts.headers);
    let bytes = body.as_ref().map_or(&[][..], |bytes| bytes);
    let dialect = Dialect::of(path).filter(|_| parts.method == Method::POST);
    let chat = dialect.map(|dialect| (dialect, dialect.read(bytes)));
    let kind = match &chat {
        None => Kind::Other,
        Some((_, Ok(request))) if title::is_wanted(request) => Kind::Title,
        Some((_, Ok(request))) if notes::is_wanted(request) => Kind::Notes,
        Some((_, Ok(_) | Err(_))) => Kind::Turn,
    };
    let mut serving = world.log.arrived(Arrival {
        kind,
        method: parts.method.to_string(),
        path: path.to_owned(),
        authorization: key.map(|key| format!("Bearer {}", masked(key))),
        body: serde_json::from_slice(bytes).unwrap_or(Value::Null),
    });
    let refusal = match (body.is_some(), key) {
        (false, _) => Some(Refusal::TooLarge),
        (true, None) => Some(Refusal::NoKey),
        (true, Some(key)) if !key.starts_with("demo") => Some(Refusal::WrongKey { masked: masked(key) }),
        (true, Some(_)) => dialect.and_then(|dialect| dialect.refuses(&parts.headers)),
    };
    let answer = match (refusal, chat) {
        (Some(refusal), _) => Err(refusal),
        (None, Some((dialect, chat))) => {
            let asked = Asked { dialect, key: key.unwrap_or_default(), chat, kind, body: bytes };
            return complete(world, parts, asked, serving).await;
        }
        (None, None) if parts.method == Method::GET && path == "/v1/models" => {
            Ok(json_response(models().to_string()))
        }
        (None, None) => Err(Refusal::NotFound { path: path.to_owned() }),
    };
    let response = answer.unwrap_or_else(|refusal| refusal.response());
    serving.status(response.status().as_u16());
    serving.ends(Ending::Completed);
    response
}

/// A request for a reply.
struct Asked<'a> {
    dialect: Dialect,
    key: &'a str,
    chat: Result<ChatRequest, Malformed>,
    kind: Kind,
    body: &'a [u8],
}

async fn complete(world: &World, parts: &Parts, asked: Asked<'_>, mut serving: Serving) -> Response<Body> {
    let Asked { dialect, key, chat, kind, body } = asked;
    let admitted = chat.map_err(Refusal::Malformed).and_then(|request| {
        let unknown = || Refusal::UnknownModel { model: request.model.clone() };
        let persona = Persona::of(&request.model).ok_or_else(unknown)?;
        if matches!(kind, Kind::Title | Kind::Notes) {
            return Ok((request, Persona::STEADY, Fault::None));
        }
        let fault = persona.fault_after(world.count_attempt(conversation(key, &request)));
        match refused_by(fault, key) {
            Some(refusal) => Err(refusal),
            None => Ok((request, persona, fault)),
        }
    });
    let (request, persona, fault) = match admitted {
        Ok(admitted) => admitted,
        Err(refusal) => {
            let response = refusal.response();
            serving.status(response.status().as_u16());
            serving.ends(Ending::Completed);
            return response;
        }
    };
    serving.status(200);
    if fault == Fault::Html {
        serving.ends(Ending::Completed);
        return with_type(Body::from(SIGN_IN_PAGE), "text/html; charset=utf-8");
    }
    let reply = match kind {
        Kind::Title => Reply::say(title::of(&request)),
        Kind::Notes => Reply::say(notes::of(&request)),
        Kind::Turn | Kind::Other => next_reply(&request, base_url(&parts.headers)),
    };
    let completion = Completion::new(&request, body, reply, persona.thinking, fault);
    let chunks = dialect.chunks(&completion);
    if request.stream {
        let body = stream::events(dialect, chunks, fault, persona.pace, serving);
        return with_type(body, "text/event-stream; charset=utf-8");
    }
    let deltas = chunks.iter().filter(|chunk| matches!(chunk, Chunk::Delta(_))).count();
    wait_as_a_stream_would(fault, persona.pace.saturating_mul(u32::try_from(deltas).unwrap_or(u32::MAX)))
        .await;
    serving.ends(Ending::Completed);
    json_response(dialect.whole(&completion).to_string())
}

/// What a captive portal or a mistyped base URL answers with.
const SIGN_IN_PAGE: &str = "<!doctype html><html lang=\"en\"><head><title>Sign in</title></head><body><h1>Sign in to continue</h1></body></html>";

async fn wait_as_a_stream_would(fault: Fault, all: Duration) {
    if matches!(fault, Fault::Hang | Fault::Stall { .. }) {
        std::future::pending::<()>().await;
    }
    tokio::time::sleep(all).await;
}

fn refused_by(fault: Fault, key: &str) -> Option<Refusal> {
    match fault {
        Fault::RateLimited { retry_after_s, .. } => Some(Refusal::RateLimited { retry_after_s }),
        Fault::ServerError { .. } => Some(Refusal::ServerError),
        Fault::Unauthorised => Some(Refusal::WrongKey { masked: masked(key) }),
        Fault::None
        | Fault::Cut { .. }
        | Fault::EarlyEnd { .. }
        | Fault::Stall { .. }
        | Fault::ErrorEvent { .. }
        | Fault::BadJson { .. }
        | Fault::NoArguments
        | Fault::BrokenArguments
        | Fault::Html
        | Fault::Hang => None,
    }
}

/// Attempts are counted per key, model and first words of the person.
fn conversation(key: &str, request: &ChatRequest) -> String {
    let first = request.said().next().unwrap_or_default();
    format!("{key}\n{}\n{:016x}", request.model, fnv1a(first.as_bytes()))
}

fn models() -> Value {
    let data: Vec<Value> = Persona::TRAITS
        .iter()
        .map(|id| json!({ "id": id, "object": "model", "created": 1_750_000_000, "owned_by": "fairlead-playground" }))
        .collect();
    json!({ "object": "list", "data": data })
}

/// Of any of the headers in which a wire sends it.
fn key_of(headers: &HeaderMap) -> Option<&str> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let bearer = text("authorization").and_then(|value| value.strip_prefix("Bearer "));
    bearer.or_else(|| text("x-api-key")).map(str::trim).filter(|key| !key.is_empty())
}

/// The first four characters, so that a log tells keys apart and gives none away.
fn masked(key: &str) -> String {
    format!("{}***", key.chars().take(4).collect::<String>())
}

fn base_url(headers: &HeaderMap) -> BaseUrl {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or("127.0.0.1");
    BaseUrl(format!("http://{host}"))
}

fn json_response(body: String) -> Response<Body> {
    with_type(Body::from(body), "application/json")
}

fn with_type(body: Body, kind: &'static str) -> Response<Body> {
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

fn allow_every_origin(headers: &mut HeaderMap, parts: &Parts) {
    // `*` does not cover Authorization, so what was asked for is named.
    let asked = parts.headers.get(header::ACCESS_CONTROL_REQUEST_HEADERS).cloned();
    let allowed = asked.unwrap_or(HeaderValue::from_static("authorization, content-type"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, allowed);
    headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, POST, OPTIONS"));
    headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("retry-after"));
    headers.insert("access-control-allow-private-network", HeaderValue::from_static("true"));
    headers.insert(header::ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("600"));
}
