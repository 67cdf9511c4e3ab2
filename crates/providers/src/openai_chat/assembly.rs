//! Puts a reply together from the chunks of a stream, or from a completion that came whole. It judges no transport:
//! whether the body ended well is the decoder's affair.

use super::calls::Calls;
use super::finish::meaning;
use super::replay::ReasoningDetails;
use super::think::{Begin, Piece, ThinkSplit};
use super::{REASONING_CONTENT, REASONING_DETAILS, usage};
use crate::error::report::Report;
use crate::fields::{list, text, word};
use crate::quick::Shape::{Any, Count, Keep, List, Nothing, Object};
use crate::quick::{Scalar, Shape, pick};
use crate::replied::{Content, Finish, Spoken, of_data_url};
use crate::sse::Event;
use crate::tool_names::ToolNames;
use crate::wire::{self, Frame, Step, frame, is_error_object};
use fairlead_protocol::connection::{Quirks, ReplayReasoning};
use fairlead_protocol::conversation::{Delta, ModelStop, Opaque, Reply, SentImage, Usage};
use serde_json::Value;

/// A chunk that continues a text, a thought or a call.
const PLAIN: Shape = Object(&[
    ("id", Any),
    ("object", Keep(0)),
    ("created", Any),
    ("model", Any),
    ("system_fingerprint", Any),
    ("choices", List(&Object(CHOICE))),
    ("usage", Nothing),
    ("error", Nothing),
    ("provider", Any),
    ("service_tier", Any),
    ("obfuscation", Any),
]);
const CHOICE: &[(&str, Shape)] = &[
    ("index", Count(1)),
    ("delta", Object(DELTA)),
    ("logprobs", Nothing),
    ("finish_reason", Nothing),
    ("native_finish_reason", Nothing),
];
const DELTA: &[(&str, Shape)] = &[
    ("content", Keep(2)),
    ("role", Any),
    ("reasoning_content", Keep(3)),
    ("reasoning", Keep(4)),
    ("tool_calls", List(&Object(CALL))),
    ("refusal", Nothing),
    ("function_call", Nothing),
];
const CALL: &[(&str, Shape)] =
    &[("index", Count(5)), ("type", Any), ("function", Object(&[("arguments", Keep(6))]))];

#[derive(Debug)]
pub(crate) struct Assembly {
    think: Option<ThinkSplit>,
    replay: ReplayReasoning,
    spoken: Spoken,
    calls: Calls,
    details: ReasoningDetails,
    reason: Option<String>,
}

/// How the parts of a message come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Fragments,
    Whole,
}

impl Assembly {
    pub(crate) fn new(quirks: &Quirks) -> Self {
        let begin = if quirks.think_opened { Begin::InThought } else { Begin::InAnswer };
        Self {
            think: (quirks.think_tags || quirks.think_opened).then(|| ThinkSplit::new(begin)),
            replay: quirks.replay_reasoning,
            spoken: Spoken::default(),
            calls: Calls::default(),
            details: ReasoningDetails::default(),
            reason: None,
        }
    }
}

impl wire::Assembly for Assembly {
    fn event(&mut self, event: Event<'_>, deltas: &mut Vec<Delta>) -> Step {
        if self.plain(event, deltas).is_some() {
            return Step::Continue;
        }
        match frame(event) {
            Frame::Nothing => Step::Continue,
            Frame::End => Step::Done,
            Frame::Value(chunk) if event.name == "error" || is_error_object(&chunk) => {
                let taken = self.chunk(&chunk, Form::Fragments, deltas);
                taken.map_or_else(Step::from, |()| Step::Reported(Report::of_json(&chunk)))
            }
            Frame::Value(chunk @ Value::Object(_)) => self.chunk(&chunk, Form::Fragments, deltas).into(),
            Frame::Value(_) => Step::Undecodable,
            Frame::Text(step) => step,
        }
    }

    fn whole(&mut self, body: &Value) -> Step {
        if is_error_object(body) {
            return Step::Reported(Report::of_json(body));
        }
        if !body.get("choices").is_some_and(Value::is_array) {
            return Step::Undecodable;
        }
        match self.chunk(body, Form::Whole, &mut Vec::new()) {
            Ok(()) => Step::Done,
            Err(excess) => Step::from(excess),
        }
    }

    fn has_finish_reason(&self) -> bool {
        self.reason.is_some()
    }

    fn usage(&self) -> Option<Usage> {
        self.spoken.usage
    }

    /// Gives out what could have been half a tag.
    fn close(&mut self) -> Finish {
        let pieces = self.think.as_mut().map(ThinkSplit::close).unwrap_or_default();
        self.take(pieces, &mut Vec::new());
        meaning(self.reason.as_deref(), Content::of(&self.spoken, !self.calls.is_empty()))
    }

    fn has_output(&self) -> bool {
        !(self.spoken.is_silent() && self.calls.is_empty())
    }

    fn into_reply(self: Box<Self>, stop: ModelStop, names: &ToolNames) -> Reply {
        let calls = self.calls.into_reply(&stop);
        let mut opaque = Vec::new();
        let replays = match self.replay {
            ReplayReasoning::Never => false,
            ReplayReasoning::ToolTurns | ReplayReasoning::ToolTurnsRequired => !calls.is_empty(),
        };
        if replays && !self.spoken.reasoning.is_empty() {
            let value = Value::String(self.spoken.reasoning.clone());
            opaque.push(Opaque { format: REASONING_CONTENT.to_owned(), value });
        }
        if let Some(value) = self.details.into_value() {
            opaque.push(Opaque { format: REASONING_DETAILS.to_owned(), value });
        }
        self.spoken.into_reply(calls, opaque, stop, names)
    }
}

impl Assembly {
    /// Takes a chunk of a text or of a call that goes on, as most are; `None` for any other.
    fn plain(&mut self, event: Event<'_>, deltas: &mut Vec<Delta>) -> Option<()> {
        if self.think.is_some() || event.name == "error" {
            return None;
        }
        let [object, index, content, reasoning, other_reasoning, call, arguments, _] =
            pick(event.data, &PLAIN)?;
        if object.word()? == "error" || index.number().unwrap_or(0) != 0 {
            return None;
        }
        let (content, reasoning, other_reasoning) =
            (content.said()?, reasoning.said()?, other_reasoning.said()?);
        match (call, arguments) {
            (Scalar::Absent, Scalar::Absent) => {}
            (Scalar::Number(call), arguments) => self.calls.push_more(call, &arguments.said()?)?,
            _ => return None,
        }
        self.spoken.reasoning(if reasoning.is_empty() { other_reasoning } else { reasoning }, deltas);
        self.spoken.text(content, deltas);
        Some(())
    }

    fn chunk(&mut self, chunk: &Value, form: Form, deltas: &mut Vec<Delta>) -> Result<(), Excess> {
        if let Some(usage) = usage::of_chunk(chunk) {
            self.spoken.usage = Some(usage);
        }
        for choice in list(chunk, "choices") {
            if choice.get("index").and_then(Value::as_u64).unwrap_or(0) != 0 {
                continue;
            }
            let message = match form {
                Form::Fragments => choice.get("delta").or_else(|| choice.get("message")),
                Form::Whole => choice.get("message").or_else(|| choice.get("delta")),
            };
            if let Some(message) = message {
                self.message(message, form, deltas)?;
            }
            if let Some(reason) = word(choice, "finish_reason") {
                self.reason = Some(reason.to_owned());
            }
        }
        Ok(())
    }

    fn message(&mut self, message: &Value, form: Form, deltas: &mut Vec<Delta>) -> Result<(), Excess> {
        if let Some(text) = word(message, "reasoning_content").or_else(|| word(message, "reasoning")) {
            self.spoken.reasoning(text.into(), deltas);
        }
        if let Some(details) = message.get("reasoning_details").and_then(Value::as_array) {
            self.details.push(details).map_err(|_| Excess)?;
        }
        match message.get("content") {
            Some(Value::String(text)) => self.content(text, deltas),
            Some(Value::Array(parts)) => parts.iter().for_each(|part| self.part(part, deltas)),
            _ => {}
        }
        list(message, "images").iter().for_each(|part| self.spoken.image(image(part), deltas));
        self.spoken.refusal(text(message, "refusal").into(), deltas);
        for (at, call) in (0_u64..).zip(list(message, "tool_calls")) {
            let placed = match form {
                Form::Fragments => self.calls.push(call, deltas),
                Form::Whole => self.calls.push_at(at, call, deltas),
            };
            placed.map_err(|_| Excess)?;
        }
        if let Some(function @ Value::Object(_)) = message.get("function_call") {
            self.calls.push_legacy(function, deltas).map_err(|_| Excess)?;
        }
        Ok(())
    }

    /// A typed part of a content list.
    fn part(&mut self, part: &Value, deltas: &mut Vec<Delta>) {
        match text(part, "type") {
            "text" => self.content(text(part, "text"), deltas),
            "refusal" => self.spoken.refusal(text(part, "refusal").into(), deltas),
            "thinking" => match part.get("thinking") {
                Some(Value::String(text)) => self.spoken.reasoning(text.into(), deltas),
                Some(Value::Array(inner)) => {
                    inner.iter().for_each(|part| self.spoken.reasoning(text(part, "text").into(), deltas));
                }
                _ => {}
            },
            "image_url" | "image" | "output_image" => self.spoken.image(image(part), deltas),
            _ => {}
        }
    }

    fn content(&mut self, text: &str, deltas: &mut Vec<Delta>) {
        match &mut self.think {
            Some(split) => {
                let pieces = split.push(text);
                self.take(pieces, deltas);
            }
            None => self.spoken.text(text.into(), deltas),
        }
    }

    fn take(&mut self, pieces: Vec<Piece>, deltas: &mut Vec<Delta>) {
        for piece in pieces {
            match piece {
                Piece::Answer(text) => self.spoken.text(text.into(), deltas),
                Piece::Thought(text) => self.spoken.reasoning(text.into(), deltas),
            }
        }
    }
}

/// The reply has more parts than any honest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Excess;

impl From<Excess> for Step {
    fn from(Excess: Excess) -> Self {
        Self::Excessive
    }
}

impl From<Result<(), Excess>> for Step {
    fn from(taken: Result<(), Excess>) -> Self {
        taken.map_or_else(Self::from, |()| Self::Continue)
    }
}

/// What a part of this kind brings along. Only an address that holds the picture itself does.
fn image(part: &Value) -> Option<SentImage> {
    let address = part.get("image_url")?;
    of_data_url(address.as_str().or_else(|| word(address, "url"))?)
}
