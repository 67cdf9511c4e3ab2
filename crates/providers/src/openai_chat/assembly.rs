//! Puts a reply together from the chunks of a stream, or from a completion that came whole. It judges no transport:
//! whether the body ended well is the decoder's affair.

use super::calls::Calls;
use super::finish::{Content, Finish, meaning};
use super::replay::ReasoningDetails;
use super::think::{Begin, Piece, ThinkSplit};
use super::{REASONING_CONTENT, REASONING_DETAILS, usage};
use crate::error::failure;
use crate::error::report::Report;
use crate::sse::Event;
use crate::tool_names::ToolNames;
use crate::wire::{self, Outcome, Step};
use fairlead_protocol::connection::{Quirks, ReplayReasoning};
use fairlead_protocol::conversation::{BrokenArgs, Delta, ModelStop, Opaque, Reply, Usage};
use serde_json::Value;

/// The end marker of this wire.
const DONE: &str = "[DONE]";

#[derive(Debug)]
pub(crate) struct Assembly {
    think: Option<ThinkSplit>,
    replay: ReplayReasoning,
    text: String,
    reasoning: String,
    refusal: String,
    calls: Calls,
    details: ReasoningDetails,
    usage: Option<Usage>,
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
            text: String::new(),
            reasoning: String::new(),
            refusal: String::new(),
            calls: Calls::default(),
            details: ReasoningDetails::default(),
            usage: None,
            reason: None,
        }
    }
}

impl wire::Assembly for Assembly {
    fn event(&mut self, event: &Event, deltas: &mut Vec<Delta>) -> Step {
        let data = event.data.trim();
        if data.is_empty() || data.starts_with(':') {
            return Step::Continue;
        }
        if data == DONE {
            return Step::Done;
        }
        let is_error = event.name == "error";
        match serde_json::from_str::<Value>(data) {
            Ok(chunk) if is_error || is_error_object(&chunk) => {
                let taken = self.chunk(&chunk, Form::Fragments, deltas);
                taken.map_or_else(Step::from, |()| Step::Reported(Report::of_json(&chunk)))
            }
            Ok(chunk @ Value::Object(_)) => self.chunk(&chunk, Form::Fragments, deltas).into(),
            Err(_) if is_error => Step::Reported(Report::of_text(data)),
            Ok(_) | Err(_) => Step::Undecodable,
        }
    }

    fn is_whole(&self, event: &Event) -> bool {
        event.data.trim() == DONE || serde_json::from_str::<Value>(&event.data).is_ok()
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

    fn conclude(mut self: Box<Self>, names: &ToolNames) -> Outcome {
        self.release();
        let content = if !self.calls.is_empty() {
            Content::Calls
        } else if !self.refusal.is_empty() {
            Content::Refusal
        } else {
            Content::Plain
        };
        match meaning(self.reason.as_deref(), content) {
            Finish::Stop(stop) => Outcome::Complete(self.into_reply(stop, names)),
            Finish::Failure(kind) => {
                let reason = self.reason.clone().unwrap_or_default();
                let error = failure(kind, &format!("the provider ended the reply with `{reason}`"));
                Outcome::Failed { error, partial: self.into_partial(names) }
            }
        }
    }

    fn into_partial(mut self: Box<Self>, names: &ToolNames) -> Option<Reply> {
        self.release();
        self.has_output().then(|| self.into_reply(ModelStop::Error, names))
    }
}

impl Assembly {
    /// Whether anything of a reply was given out.
    fn has_output(&self) -> bool {
        !(self.text.is_empty()
            && self.reasoning.is_empty()
            && self.refusal.is_empty()
            && self.calls.is_empty())
    }

    fn into_reply(self, stop: ModelStop, names: &ToolNames) -> Reply {
        let why = match stop {
            ModelStop::MaxTokens | ModelStop::Error => BrokenArgs::Truncated,
            ModelStop::End
            | ModelStop::ToolUse
            | ModelStop::StopSequence
            | ModelStop::ContentFilter
            | ModelStop::Refusal
            | ModelStop::Pause
            | ModelStop::ContextWindow
            | ModelStop::Unknown { .. } => BrokenArgs::InvalidJson,
        };
        let mut calls = self.calls.into_reply(why);
        for call in &mut calls {
            call.name = names.own(&call.name).to_owned();
        }
        let mut opaque = Vec::new();
        let replays = match self.replay {
            ReplayReasoning::Never => false,
            ReplayReasoning::ToolTurns | ReplayReasoning::ToolTurnsRequired => !calls.is_empty(),
        };
        if replays && !self.reasoning.is_empty() {
            let value = Value::String(self.reasoning.clone());
            opaque.push(Opaque { format: REASONING_CONTENT.to_owned(), value });
        }
        if let Some(value) = self.details.into_value() {
            opaque.push(Opaque { format: REASONING_DETAILS.to_owned(), value });
        }
        Reply {
            text: self.text,
            reasoning: self.reasoning,
            refusal: self.refusal,
            calls,
            usage: self.usage,
            stop,
            opaque,
        }
    }

    /// Gives out what could have been half a tag.
    fn release(&mut self) {
        let pieces = self.think.as_mut().map(ThinkSplit::close).unwrap_or_default();
        self.take(pieces, &mut Vec::new());
    }

    fn chunk(&mut self, chunk: &Value, form: Form, deltas: &mut Vec<Delta>) -> Result<(), Excess> {
        if let Some(usage) = usage::of_chunk(chunk) {
            self.usage = Some(usage);
        }
        let choices = chunk.get("choices").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        for choice in choices {
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
            if let Some(reason) =
                choice.get("finish_reason").and_then(Value::as_str).filter(|text| !text.is_empty())
            {
                self.reason = Some(reason.to_owned());
            }
        }
        Ok(())
    }

    fn message(&mut self, message: &Value, form: Form, deltas: &mut Vec<Delta>) -> Result<(), Excess> {
        let named = |key: &str| message.get(key).and_then(Value::as_str).filter(|text| !text.is_empty());
        if let Some(text) = named("reasoning_content").or_else(|| named("reasoning")) {
            self.reasoning(text, deltas);
        }
        if let Some(details) = message.get("reasoning_details").and_then(Value::as_array) {
            self.details.push(details).map_err(|_| Excess)?;
        }
        match message.get("content") {
            Some(Value::String(text)) => self.content(text, deltas),
            Some(Value::Array(parts)) => parts.iter().for_each(|part| self.part(part, deltas)),
            _ => {}
        }
        if let Some(refusal) = named("refusal") {
            self.refusal(refusal, deltas);
        }
        let calls =
            message.get("tool_calls").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        for (at, call) in (0_u64..).zip(calls) {
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
        let field = |key: &str| part.get(key).and_then(Value::as_str).unwrap_or_default();
        match field("type") {
            "text" => self.content(field("text"), deltas),
            "refusal" => self.refusal(field("refusal"), deltas),
            "thinking" => match part.get("thinking") {
                Some(Value::String(text)) => self.reasoning(text, deltas),
                Some(Value::Array(inner)) => {
                    let texts = inner.iter().filter_map(|part| part.get("text")?.as_str());
                    texts.for_each(|text| self.reasoning(text, deltas));
                }
                _ => {}
            },
            _ => {}
        }
    }

    fn content(&mut self, text: &str, deltas: &mut Vec<Delta>) {
        let pieces = match &mut self.think {
            Some(split) => split.push(text),
            None => vec![Piece::Answer(text.to_owned())],
        };
        self.take(pieces, deltas);
    }

    fn take(&mut self, pieces: Vec<Piece>, deltas: &mut Vec<Delta>) {
        for piece in pieces {
            match piece {
                Piece::Answer(text) if text.is_empty() => {}
                Piece::Answer(text) => {
                    self.text.push_str(&text);
                    deltas.push(Delta::Text { text });
                }
                Piece::Thought(text) => self.reasoning(&text, deltas),
            }
        }
    }

    fn reasoning(&mut self, text: &str, deltas: &mut Vec<Delta>) {
        if !text.is_empty() {
            self.reasoning.push_str(text);
            deltas.push(Delta::Reasoning { text: text.to_owned() });
        }
    }

    fn refusal(&mut self, text: &str, deltas: &mut Vec<Delta>) {
        if !text.is_empty() {
            self.refusal.push_str(text);
            deltas.push(Delta::Refusal { text: text.to_owned() });
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

/// An object with an `error`, one that calls itself an error, or a list whose first item is such an object.
fn is_error_object(value: &Value) -> bool {
    let value = value.get(0).unwrap_or(value);
    let has_error = match value.get("error") {
        None | Some(Value::Null | Value::Bool(_)) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Number(_) | Value::Array(_) | Value::Object(_)) => true,
    };
    let is = |key: &str| value.get(key).and_then(Value::as_str) == Some("error");
    has_error || is("object") || is("type")
}
