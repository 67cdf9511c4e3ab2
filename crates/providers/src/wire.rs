//! What a wire must be able to do, and the one place that says which code speaks which wire.

use crate::error::ProviderError;
use crate::error::report::Report;
use crate::fields::word;
use crate::options::Options;
use crate::replied::Finish;
use crate::sse::Event;
use crate::tool_names::ToolNames;
use crate::toolless::as_text;
use crate::{anthropic, openai_chat, openai_responses};
use fairlead_protocol::connection::{Capabilities, Connection, Quirks, Wire};
use fairlead_protocol::conversation::{Delta, ModelError, ModelRequest, ModelStop, Reply, Usage};
use serde_json::Value;
use std::borrow::Cow;
use std::fmt;

/// The end of a model call. A `partial` is what had been given out before the failure, to be kept and marked.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Complete(Reply),
    Failed { error: ModelError, partial: Option<Reply> },
}

/// What a wire makes of one piece of an answer.
#[derive(Debug)]
pub(crate) enum Step {
    Continue,
    /// The wire's end marker.
    Done,
    /// The server reports an error in the place of an answer.
    Reported(Report),
    Undecodable,
    /// More parts than any honest reply has.
    Excessive,
}

/// Puts a reply together. It judges no transport: whether the body ended well is the decoder's affair.
pub(crate) trait Assembly: fmt::Debug + Send {
    /// One event of the stream.
    fn event(&mut self, event: Event<'_>, deltas: &mut Vec<Delta>) -> Step;

    /// A body that is one JSON value instead of a stream.
    fn whole(&mut self, body: &Value) -> Step;

    /// Whether the server said why the reply ended: as good as an end marker.
    fn has_finish_reason(&self) -> bool;

    /// What the server has counted so far.
    fn usage(&self) -> Option<Usage>;

    /// No more comes: what the reason to stop means for what there is.
    fn close(&mut self) -> Finish;

    /// Whether anything of a reply was given out.
    fn has_output(&self) -> bool;

    fn into_reply(self: Box<Self>, stop: ModelStop, names: &ToolNames) -> Reply;
}

pub(crate) fn assembly(connection: &Connection) -> Box<dyn Assembly> {
    match connection.wire {
        Wire::OpenaiChat => Box::new(openai_chat::Assembly::new(&connection.quirks)),
        Wire::Anthropic => Box::new(anthropic::Assembly::default()),
        Wire::OpenaiResponses => Box::new(openai_responses::Assembly::default()),
    }
}

/// URL and body of a request.
pub(crate) fn write(
    connection: &Connection,
    request: &ModelRequest,
    options: &Options,
) -> Result<(String, Value), ProviderError> {
    let quirks = quirks_of(connection, &request.model);
    let quirks = quirks.as_ref();
    let request = if quirks.no_tools { &as_text(request) } else { request };
    let (url, mut body) = match connection.wire {
        Wire::OpenaiChat => {
            let url = openai_chat::url(connection, &request.model)?;
            (url, openai_chat::body(quirks, request, options)?)
        }
        Wire::Anthropic => (anthropic::url(connection)?, anthropic::body(quirks, request, options)),
        Wire::OpenaiResponses => {
            (openai_responses::url(connection)?, openai_responses::body(quirks, request, options))
        }
    };
    for refused in quirks.unsupported_params.iter().chain(&quirks.learned_params) {
        body.remove(refused);
    }
    Ok((url, Value::Object(body)))
}

/// The quirks of a connection, and what this model of it cannot do.
fn quirks_of<'a>(connection: &'a Connection, model: &str) -> Cow<'a, Quirks> {
    let quirks = &connection.quirks;
    let Some(Capabilities { tools, vision, .. }) =
        connection.models.find(model).map(|model| model.capabilities)
    else {
        return Cow::Borrowed(quirks);
    };
    match (quirks.no_tools || !tools, quirks.no_vision || !vision) {
        (no_tools, no_vision) if (no_tools, no_vision) == (quirks.no_tools, quirks.no_vision) => {
            Cow::Borrowed(quirks)
        }
        (no_tools, no_vision) => Cow::Owned(Quirks { no_tools, no_vision, ..quirks.clone() }),
    }
}

/// What a wire's requests say of themselves beside what all say.
pub(crate) fn headers(wire: Wire) -> impl Iterator<Item = (&'static str, &'static str)> {
    let own: &'static [(&'static str, &'static str)] = match wire {
        Wire::OpenaiChat | Wire::OpenaiResponses => &[],
        Wire::Anthropic => &anthropic::HEADERS,
    };
    own.iter().copied()
}

/// What the data of an event is, on every wire.
pub(crate) enum Frame {
    /// Keep-alives that came as data.
    Nothing,
    /// `[DONE]`.
    End,
    Value(Value),
    /// No JSON: what it means for the reply.
    Text(Step),
}

pub(crate) fn frame(event: Event<'_>) -> Frame {
    let data = event.data.trim();
    if data.is_empty() || data.starts_with(':') {
        return Frame::Nothing;
    }
    if data == "[DONE]" {
        return Frame::End;
    }
    match serde_json::from_str::<Value>(data) {
        Ok(value) => Frame::Value(value),
        Err(_) if event.name == "error" => Frame::Text(Step::Reported(Report::of_text(data))),
        Err(_) => Frame::Text(Step::Undecodable),
    }
}

/// An event of a wire whose data says of what type it is. `[DONE]` ends nothing there.
pub(crate) fn typed(event: Event<'_>, take: impl FnOnce(&str, &Value) -> Step) -> Step {
    match frame(event) {
        Frame::Nothing | Frame::End => Step::Continue,
        Frame::Value(value) if event.name == "error" || is_error_object(&value) => {
            Step::Reported(Report::of_json(&value))
        }
        Frame::Value(value @ Value::Object(_)) => take(word(&value, "type").unwrap_or(event.name), &value),
        Frame::Value(_) => Step::Undecodable,
        Frame::Text(step) => step,
    }
}

/// Whether an event that the end of the body cut off is whole after all.
pub(crate) fn is_whole(event: Event<'_>) -> bool {
    matches!(frame(event), Frame::End | Frame::Value(_))
}

/// An object with an `error`, one that calls itself an error, or a list whose first item is such an object.
pub(crate) fn is_error_object(value: &Value) -> bool {
    let value = value.get(0).unwrap_or(value);
    let has_error = match value.get("error") {
        None | Some(Value::Null | Value::Bool(_)) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Number(_) | Value::Array(_) | Value::Object(_)) => true,
    };
    let is = |key: &str| value.get(key).and_then(Value::as_str) == Some("error");
    has_error || is("object") || is("type")
}
