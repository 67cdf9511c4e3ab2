//! What a wire must be able to do, and the one place that says which code speaks which wire.

use crate::error::ProviderError;
use crate::error::report::Report;
use crate::openai_chat;
use crate::options::Options;
use crate::sse::Event;
use crate::tool_names::ToolNames;
use fairlead_protocol::connection::{Connection, Wire};
use fairlead_protocol::conversation::{Delta, ModelError, ModelRequest, Reply};
use serde_json::Value;
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
    fn event(&mut self, event: &Event, deltas: &mut Vec<Delta>) -> Step;

    /// Whether an event that the end of the body cut off is whole after all.
    fn is_whole(&self, event: &Event) -> bool;

    /// A body that is one JSON value instead of a stream.
    fn whole(&mut self, body: &Value) -> Step;

    /// Whether the server said why the reply ended: as good as an end marker.
    fn has_finish_reason(&self) -> bool;

    /// The reply of a stream that ended as it should; a failure if the finish reason names one.
    fn conclude(self: Box<Self>, names: &ToolNames) -> Outcome;

    /// What there is of a reply that failed; none if nothing had been given out.
    fn into_partial(self: Box<Self>, names: &ToolNames) -> Option<Reply>;
}

pub(crate) fn assembly(connection: &Connection) -> Box<dyn Assembly> {
    match connection.wire {
        Wire::OpenaiChat => Box::new(openai_chat::Assembly::new(&connection.quirks)),
    }
}

/// URL and body of a request.
pub(crate) fn write(
    connection: &Connection,
    request: &ModelRequest,
    options: &Options,
) -> Result<(String, Value), ProviderError> {
    match connection.wire {
        Wire::OpenaiChat => {
            let url = openai_chat::url(connection, &request.model)?;
            Ok((url, openai_chat::body(&connection.quirks, request, options)?))
        }
    }
}
