//! The way to a model: one request, streamed, with the key added here and nowhere else. Dropping the stream aborts the request.

use crate::origin;
use crate::reason;
use crate::vault::KeyVault;
use fairlead_protocol::connection::Secret;
use fairlead_providers::{ResponseHead, auth_header};
use fairlead_runtime::ports::{ModelPort, Veil};
use fairlead_runtime::{ModelHttp, ModelStream, TransportError};
use futures::future::LocalBoxFuture;
use futures::stream;
use gloo_net::http::{Request, RequestBuilder};
use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{
    AbortController, ReadableStreamDefaultReader, ReferrerPolicy, RequestCredentials, RequestRedirect,
};

pub(crate) struct FetchModel {
    vault: KeyVault,
}

/// Aborts the request when it goes.
struct Leash(AbortController);

impl Drop for Leash {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl FetchModel {
    pub(crate) fn new(vault: KeyVault) -> Self {
        Self { vault }
    }
}

impl ModelPort for FetchModel {
    fn open(&self, call: ModelHttp) -> LocalBoxFuture<'static, Result<ModelStream, TransportError>> {
        let vault = self.vault.clone();
        Box::pin(async move { open(&vault, call).await })
    }
}

async fn open(vault: &KeyVault, call: ModelHttp) -> Result<ModelStream, TransportError> {
    let ModelHttp { connection, entered, url, headers, body } = call;
    let key = match (entered, connection.key_in_use()) {
        (Some(entered), _) => Some(Secret(entered.0.trim().to_owned())),
        (None, None) => None,
        (None, Some(key)) => Some(vault.reveal(&connection, &key.id).await?),
    };
    if connection.quirks.no_origin {
        origin::withhold(&connection).await.map_err(|reason| TransportError::Unreachable { reason })?;
    }
    let leash = Leash(AbortController::new().map_err(|error| unreachable(&error))?);
    let begun = if body.is_some() { Request::post(&url) } else { Request::get(&url) };
    let mut builder: RequestBuilder = begun
        .abort_signal(Some(&leash.0.signal()))
        // A redirect would carry the key to another place than the person entered it for.
        .redirect(RequestRedirect::Error)
        .credentials(RequestCredentials::Omit)
        .referrer_policy(ReferrerPolicy::NoReferrer);
    for (name, value) in &headers {
        builder = builder.header(name, value);
    }
    if let Some(key) = &key {
        let (name, value) = auth_header(&connection, &key.0);
        builder = builder.header(&name, &value);
    }
    let request = match body {
        Some(body) => builder.body(body),
        None => builder.build(),
    };
    let response = request.map_err(|error| said(&error))?.send().await.map_err(|error| said(&error))?;
    let head = ResponseHead {
        status: response.status(),
        headers: response
            .headers()
            .entries()
            .map(|(name, value)| (name.to_ascii_lowercase(), value))
            .collect(),
    };
    let veil = key.map(Veil::over);
    let Some(body) = response.body() else {
        return Ok(ModelStream { head, body: Box::pin(stream::empty()), veil });
    };
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let body = stream::unfold(Some((reader, leash)), |reading| async move {
        let (reader, leash) = reading?;
        match JsFuture::from(reader.read()).await {
            Ok(piece) => chunk(&piece).map(|bytes| (Ok(bytes), Some((reader, leash)))),
            Err(error) => Some((Err(unreachable(&error)), None)),
        }
    });
    Ok(ModelStream { head, body: Box::pin(body), veil })
}

/// The bytes of one read; `None` at the end of the body.
fn chunk(piece: &JsValue) -> Option<Vec<u8>> {
    let field = |name: &str| js_sys::Reflect::get(piece, &JsValue::from_str(name)).unwrap_or_default();
    if field("done").is_truthy() {
        return None;
    }
    Some(Uint8Array::new(&field("value")).to_vec())
}

fn unreachable(error: &JsValue) -> TransportError {
    TransportError::Unreachable { reason: reason(error) }
}

fn said(error: &gloo_net::Error) -> TransportError {
    TransportError::Unreachable { reason: format!("the endpoint cannot be reached: {error}") }
}
