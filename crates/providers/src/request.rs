//! From the neutral request to an HTTP request value.

use crate::error::ProviderError;
use crate::http::{HttpRequest, owned};
use crate::options::{Delivery, Options};
use crate::own_headers::with_own;
use crate::wire;
use fairlead_protocol::connection::Connection;
use fairlead_protocol::conversation::{Message, ModelError, ModelErrorKind, ModelRequest};

/// A streaming request that sets no parameters.
pub fn request(connection: &Connection, request: &ModelRequest) -> Result<HttpRequest, ProviderError> {
    request_with(connection, request, &Options::default())
}

pub fn request_with(
    connection: &Connection,
    request: &ModelRequest,
    options: &Options,
) -> Result<HttpRequest, ProviderError> {
    let (url, body) = wire::write(connection, request, options)?;
    let accept = match options.delivery {
        Delivery::Stream => "text/event-stream",
        Delivery::Whole => "application/json",
    };
    // Nothing but what the wire or the person asks for: every further header widens the CORS preflight, and some servers refuse it.
    let headers = [("content-type", "application/json"), ("accept", accept)]
        .into_iter()
        .chain(wire::headers(connection.wire));
    Ok(HttpRequest { url, headers: with_own(owned(headers), &connection.headers), body: body.to_string() })
}

/// The same request without any provider's opaque state: the one further call that an error with the hint
/// [`REPLAY_STATE_LOST`](crate::REPLAY_STATE_LOST) is worth.
#[must_use]
pub fn without_replay_state(mut request: ModelRequest) -> ModelRequest {
    request.messages.iter_mut().for_each(Message::forget_state);
    request
}

/// What a request only asks for: without it the answer is less convenient and no other.
const DISPENSABLE: [&str; 6] =
    ["enable_thinking", "include", "parallel_tool_calls", "reasoning", "stream_options", "thinking"];

/// The same connection without the parameter that its endpoint has refused by name; none if a request cannot do without it, or did.
#[must_use]
pub fn without_refused(connection: &Connection, error: &ModelError) -> Option<Connection> {
    let named = error.param.as_deref().filter(|_| error.kind == ModelErrorKind::UnsupportedParam)?;
    // Some name an entry of it.
    let param = named.split(['.', '[']).next().filter(|param| DISPENSABLE.contains(param))?;
    let quirks = &connection.quirks;
    if quirks.unsupported_params.iter().chain(&quirks.learned_params).any(|refused| refused == param) {
        return None;
    }
    let mut connection = connection.clone();
    connection.quirks.learned_params.push(param.to_owned());
    Some(connection)
}

#[cfg(test)]
mod tests;
