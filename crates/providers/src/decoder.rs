//! From bytes, in any split, to deltas and one outcome. The decoder finds out what kind of body it has, keeps the caps
//! and says whether the body ended well; what the pieces mean is the wire's affair.

use crate::caps::{ERROR_BODY_BYTES, EVENT_BYTES, RESPONSE_BYTES};
use crate::error::classify::{Site, classify};
use crate::error::failure;
use crate::error::report::Report;
use crate::http::{BaseUrl, ResponseHead};
use crate::replied::Finish;
use crate::sse::{ErrorField, Oversize, Parser};
use crate::tool_names::ToolNames;
use crate::wire::{self, Assembly, Outcome, Step};
use fairlead_protocol::connection::Connection;
use fairlead_protocol::conversation::{Delta, ModelError, ModelErrorKind, ModelStop, Usage};
use fairlead_protocol::ids::Timestamp;
use serde_json::Value;

/// How the body ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyEnd {
    /// The server closed it.
    Closed,
    /// The connection failed.
    Broken,
}

#[derive(Debug)]
pub struct Decoder {
    site: Site,
    body: Body,
    received: usize,
    assembly: Box<dyn Assembly>,
    names: ToolNames,
    phase: Phase,
    /// What the last bytes completed. It keeps its room from piece to piece.
    deltas: Vec<Delta>,
}

/// What the body turned out to be.
#[derive(Debug)]
enum Body {
    /// Nothing but white space so far.
    Blank(Parser),
    Events(Parser),
    /// One JSON value where a stream was asked for.
    Json(Vec<u8>),
    /// A web page or the like.
    Foreign,
    /// The body of a status that is no success.
    Refusal(Vec<u8>),
}

#[derive(Debug)]
enum Phase {
    Reading,
    /// The end marker was seen; nothing behind it counts.
    Done,
    Failed(ModelError),
}

impl Decoder {
    pub fn new(connection: &Connection, head: ResponseHead, now: Timestamp) -> Self {
        let error_field =
            if connection.quirks.sse_error_field { ErrorField::Read } else { ErrorField::Ignored };
        let body = if head.is_success() {
            Body::Blank(Parser::new(error_field, EVENT_BYTES))
        } else {
            Body::Refusal(Vec::new())
        };
        let loopback = BaseUrl::parse(&connection.base_url).is_ok_and(|base| base.is_loopback());
        Self {
            site: Site { head, now, loopback },
            body,
            received: 0,
            assembly: wire::assembly(connection),
            names: ToolNames::default(),
            phase: Phase::Reading,
            deltas: Vec::new(),
        }
    }

    /// Gives calls the names that the request mapped away.
    #[must_use]
    pub fn with_names(mut self, names: ToolNames) -> Self {
        self.names = names;
        self
    }

    /// Takes the next bytes and gives out what they complete.
    pub fn push(&mut self, bytes: &[u8]) -> &[Delta] {
        self.deltas.clear();
        self.read(bytes);
        &self.deltas
    }

    fn read(&mut self, bytes: &[u8]) {
        if self.is_done() {
            return;
        }
        self.received = self.received.saturating_add(bytes.len());
        if self.received > RESPONSE_BYTES {
            self.phase = broken("the response is larger than any model's reply");
            return;
        }
        self.decide(bytes);
        let Self { site, body, assembly, phase, deltas, .. } = self;
        match body {
            Body::Blank(parser) | Body::Events(parser) => {
                let taken = parser.push(bytes, &mut |event| {
                    if phase.is_reading() {
                        phase.step(assembly.event(event, deltas), site);
                    }
                });
                if taken == Err(Oversize) && phase.is_reading() {
                    *phase = broken("an event of the stream is larger than any model's");
                }
                self.name_as_ours();
            }
            Body::Json(kept) => kept.extend_from_slice(bytes),
            Body::Refusal(kept) => {
                let room = ERROR_BODY_BYTES.saturating_sub(kept.len());
                kept.extend(bytes.iter().take(room));
            }
            Body::Foreign => {}
        }
    }

    /// The wire's end marker was seen, or the call has failed: no further byte changes the outcome.
    pub fn is_done(&self) -> bool {
        !self.phase.is_reading()
    }

    /// The end marker came without a reason, so that the stop is inferred from what there is.
    pub fn stop_is_inferred(&self) -> bool {
        matches!(self.phase, Phase::Done) && !self.assembly.has_finish_reason()
    }

    /// What the server has counted so far, of a call that fails too.
    pub fn usage(&self) -> Option<Usage> {
        self.assembly.usage()
    }

    pub fn finish(mut self, end: BodyEnd) -> Outcome {
        self.settle(end);
        let Self { mut assembly, names, phase, body, received, .. } = self;
        let finish = assembly.close();
        let error = match phase {
            Phase::Failed(error) => error,
            Phase::Reading if !assembly.has_finish_reason() => unfinished(&body, received, end),
            Phase::Reading | Phase::Done => match finish {
                Finish::Stop(stop) => return Outcome::Complete(assembly.into_reply(stop, &names)),
                Finish::Failure { kind, reason } => {
                    failure(kind, &format!("the provider ended the reply with `{reason}`"))
                }
            },
        };
        let partial = assembly.has_output().then(|| assembly.into_reply(ModelStop::Error, &names));
        Outcome::Failed { error, partial }
    }

    /// Reads what only the end of the body makes readable.
    fn settle(&mut self, end: BodyEnd) {
        if self.is_done() {
            return;
        }
        let Self { site, body, assembly, phase, .. } = self;
        match (body, end) {
            (Body::Refusal(kept), _) => {
                let mut report = report_of(kept, &site.head);
                report.status = Some(site.head.status);
                *phase = Phase::Failed(classify(&report, site));
            }
            (Body::Json(kept), BodyEnd::Closed) => {
                let step = value_of(kept).map_or(Step::Undecodable, |value| assembly.whole(&value));
                match step {
                    Step::Undecodable => {
                        *phase = broken("the answer is neither a stream nor a completion");
                    }
                    step => phase.step(step, site),
                }
            }
            (Body::Foreign, _) => {
                *phase = broken("the answer is a web page, not a model's: is the base URL right?");
            }
            // Not by the standard, which drops it: several servers forget the last blank line.
            (Body::Blank(parser) | Body::Events(parser), BodyEnd::Closed) => parser.close(&mut |event| {
                if wire::is_whole(event) {
                    phase.step(assembly.event(event, &mut Vec::new()), site);
                }
            }),
            (Body::Blank(_) | Body::Events(_) | Body::Json(_), BodyEnd::Broken) => {}
        }
    }

    /// Decides by the first byte that is not white space, and by what the head says. The head alone will not do:
    /// there are streams that call themselves JSON, and the other way round.
    fn decide(&mut self, bytes: &[u8]) {
        if !matches!(self.body, Body::Blank(_)) {
            return;
        }
        let says_html = self.site.head.header("content-type").is_some_and(|kind| kind.contains("text/html"));
        let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
        self.body = match (first, std::mem::replace(&mut self.body, Body::Foreign)) {
            (None, blank) => blank,
            (Some(b'<'), _) => Body::Foreign,
            (Some(_), _) if says_html => Body::Foreign,
            (Some(b'{' | b'['), _) => Body::Json(Vec::new()),
            (Some(_), Body::Blank(parser)) => Body::Events(parser),
            (Some(_), decided) => decided,
        };
    }

    fn name_as_ours(&mut self) {
        for delta in &mut self.deltas {
            match delta {
                Delta::ToolCallStarted { name, .. } => *name = self.names.own(name).to_owned(),
                Delta::Text { .. } | Delta::Reasoning { .. } | Delta::Refusal { .. } => {}
            }
        }
    }
}

impl Phase {
    fn is_reading(&self) -> bool {
        matches!(self, Self::Reading)
    }

    fn step(&mut self, step: Step, site: &Site) {
        match step {
            Step::Continue => {}
            Step::Done => *self = Self::Done,
            Step::Reported(report) => *self = Self::Failed(classify(&report, site)),
            Step::Undecodable => {
                // The next stream of the same request may well be whole.
                let error = failure(ModelErrorKind::Protocol, "an event of the stream is not JSON");
                *self = Self::Failed(ModelError { retryable: true, ..error });
            }
            Step::Excessive => *self = broken("the reply has more parts than any model's"),
        }
    }
}

fn broken(message: &str) -> Phase {
    Phase::Failed(failure(ModelErrorKind::Protocol, message))
}

/// The error of a body that ended without an end marker and without a finish reason.
fn unfinished(body: &Body, received: usize, end: BodyEnd) -> ModelError {
    match (end, body) {
        (BodyEnd::Broken, _) => failure(ModelErrorKind::Network, "the connection broke off"),
        (BodyEnd::Closed, Body::Events(parser)) if received > 0 && !parser.understood_anything() => {
            failure(ModelErrorKind::Protocol, "the answer is not an event stream")
        }
        (BodyEnd::Closed, _) => {
            failure(ModelErrorKind::TruncatedStream, "the reply broke off before its end")
        }
    }
}

/// `None` for what is not JSON.
pub(crate) fn value_of(body: &[u8]) -> Option<Value> {
    std::str::from_utf8(body).ok().and_then(|text| serde_json::from_str(text).ok())
}

/// Web pages are for people: of those only the status counts.
pub(crate) fn report_of(body: &[u8], head: &ResponseHead) -> Report {
    let text = String::from_utf8_lossy(body);
    let text = text.trim();
    let is_page =
        text.starts_with('<') || head.header("content-type").is_some_and(|kind| kind.contains("text/html"));
    match serde_json::from_str::<Value>(text) {
        Ok(value @ (Value::Object(_) | Value::Array(_))) => Report::of_json(&value),
        Ok(_) | Err(_) if is_page => Report::of_text("the server answered with a web page"),
        Ok(_) | Err(_) => Report::of_text(text),
    }
}

#[cfg(test)]
mod tests;
