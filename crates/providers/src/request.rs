//! From the neutral request to an HTTP request value. Which wire writes the body is told by the connection.

use crate::error::ProviderError;
use crate::http::HttpRequest;
use crate::openai_chat;
use crate::options::{Delivery, Options};
use fairlead_protocol::connection::{Connection, Wire};
use fairlead_protocol::conversation::ModelRequest;

/// A streaming request that sets no parameters.
pub fn request(connection: &Connection, request: &ModelRequest) -> Result<HttpRequest, ProviderError> {
    request_with(connection, request, &Options::default())
}

pub fn request_with(
    connection: &Connection,
    request: &ModelRequest,
    options: &Options,
) -> Result<HttpRequest, ProviderError> {
    let (url, body) = match connection.wire {
        Wire::OpenaiChat => (
            openai_chat::url(connection, &request.model)?,
            openai_chat::body(&connection.quirks, request, options)?,
        ),
    };
    let accept = match options.delivery {
        Delivery::Stream => "text/event-stream",
        Delivery::Whole => "application/json",
    };
    // Nothing else: every further header widens the CORS preflight, and some servers refuse it.
    let headers = [("content-type", "application/json"), ("accept", accept)];
    let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
    Ok(HttpRequest { url, headers, body: body.to_string() })
}
