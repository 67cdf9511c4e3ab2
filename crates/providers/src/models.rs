//! The list of an endpoint's models: the cheapest question that tells whether it is there and takes the key.

use crate::caps::MODELS;
use crate::decoder::{report_of, value_of};
use crate::error::classify::{Site, classify};
use crate::error::report::Report;
use crate::error::{ProviderError, failure};
use crate::http::{BaseUrl, HttpGet, ResponseHead, owned};
use crate::own_headers::with_own;
use crate::wire;
use fairlead_protocol::connection::{Connection, ListedModel, Wire};
use fairlead_protocol::conversation::{ModelError, ModelErrorKind};
use fairlead_protocol::ids::Timestamp;
use serde_json::Value;

pub fn models_request(connection: &Connection) -> Result<HttpGet, ProviderError> {
    let base = BaseUrl::parse(&connection.base_url)?;
    let url = match connection.wire {
        Wire::Anthropic => base.join_versioned("/models"),
        Wire::OpenaiChat | Wire::OpenaiResponses if connection.quirks.azure_deployment_url => {
            base.join("/openai/models?api-version=2024-10-21")
        }
        Wire::OpenaiChat | Wire::OpenaiResponses => base.join("/models"),
    };
    let headers = std::iter::once(("accept", "application/json")).chain(wire::headers(connection.wire));
    Ok(HttpGet { url, headers: with_own(owned(headers), &connection.headers) })
}

/// Reads `{data: […]}`, `{models: […]}` or a bare list.
pub fn parse_models(
    connection: &Connection,
    head: ResponseHead,
    body: &[u8],
    now: Timestamp,
) -> Result<Vec<ListedModel>, ModelError> {
    let loopback = BaseUrl::parse(&connection.base_url).is_ok_and(|base| base.is_loopback());
    if !head.is_success() {
        let mut report = report_of(body, &head);
        report.status = Some(head.status);
        return Err(classify(&report, &Site { head, now, loopback }));
    }
    let not_a_list =
        || failure(ModelErrorKind::Protocol, "the answer is not a list of models: is the base URL right?");
    let value = value_of(body).ok_or_else(not_a_list)?;
    if value.get("error").is_some_and(|error| !error.is_null()) {
        return Err(classify(&Report::of_json(&value), &Site { head, now, loopback }));
    }
    let list = [Some(&value), value.get("data"), value.get("models")]
        .into_iter()
        .flatten()
        .find_map(Value::as_array);
    let list = list.ok_or_else(not_a_list)?;
    Ok(list.iter().filter_map(listed).take(MODELS).collect())
}

fn listed(entry: &Value) -> Option<ListedModel> {
    let id = ["id", "model", "name"]
        .iter()
        .find_map(|key| entry.get(*key)?.as_str())
        .or_else(|| entry.as_str())?;
    let windows = ["context_length", "context_window", "max_context_length", "max_model_len"];
    let context_window = windows.iter().find_map(|key| u32::try_from(entry.get(*key)?.as_u64()?).ok());
    Some(ListedModel { id: id.to_owned(), context_window })
}

#[cfg(test)]
mod tests;
