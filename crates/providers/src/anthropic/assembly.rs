//! Puts a reply together from the events of a stream, or from a message that came whole. The type in the data decides; the name of the
//! event stands in where there is none.

use super::RECORD;
use super::block::{Block, Kind};
use super::usage::Counts;
use crate::caps::{CALLS, REPLAY_ENTRIES};
use crate::error::report::Report;
use crate::fields::{list, word};
use crate::quick::Shape::{Count, Keep, Object};
use crate::quick::{Shape, pick};
use crate::replied::{Content, Finish, Spoken};
use crate::sse::Event;
use crate::tool_names::ToolNames;
use crate::wire::{self, Step, is_error_object, typed};
use fairlead_protocol::conversation::{Delta, ModelStop, Opaque, Reply, ReplyCall, Usage};
use fairlead_protocol::json::object;
use serde_json::Value;

/// A delta that continues a block.
const PLAIN: Shape = Object(&[
    ("type", Keep(0)),
    ("index", Count(1)),
    (
        "delta",
        Object(&[("type", Keep(2)), ("text", Keep(3)), ("thinking", Keep(4)), ("partial_json", Keep(5))]),
    ),
]);

#[derive(Debug, Default)]
pub(crate) struct Assembly {
    spoken: Spoken,
    blocks: Vec<Block>,
    calls: usize,
    counts: Counts,
    reason: Option<String>,
    refused_for: Option<String>,
}

impl wire::Assembly for Assembly {
    fn event(&mut self, event: Event<'_>, deltas: &mut Vec<Delta>) -> Step {
        if self.plain(event, deltas).is_some() {
            return Step::Continue;
        }
        typed(event, |kind, value| self.take(kind, value, deltas))
    }

    fn whole(&mut self, body: &Value) -> Step {
        if is_error_object(body) {
            return Step::Reported(Report::of_json(body));
        }
        if !body.get("content").is_some_and(Value::is_array) {
            return Step::Undecodable;
        }
        for block in list(body, "content") {
            if let Step::Excessive = self.open(None, block, &mut Vec::new()) {
                return Step::Excessive;
            }
        }
        self.counts.take(body.get("usage"));
        self.stopped(body);
        Step::Done
    }

    fn has_finish_reason(&self) -> bool {
        self.reason.is_some()
    }

    fn usage(&self) -> Option<Usage> {
        self.counts.usage()
    }

    fn close(&mut self) -> Finish {
        self.spoken.usage = self.counts.usage();
        let natural = || Finish::Stop(Content::of(&self.spoken, self.calls > 0).stop());
        match self.reason.as_deref() {
            None | Some("end_turn" | "tool_use") => natural(),
            Some("max_tokens") => Finish::Stop(ModelStop::MaxTokens),
            Some("stop_sequence") => Finish::Stop(ModelStop::StopSequence),
            Some("pause_turn") => Finish::Stop(ModelStop::Pause),
            Some("refusal") => Finish::Stop(ModelStop::Refusal { category: self.refused_for.clone() }),
            Some("model_context_window_exceeded") => Finish::Stop(ModelStop::ContextWindow),
            Some(other) => Finish::unknown(other),
        }
    }

    fn has_output(&self) -> bool {
        !self.spoken.is_silent() || self.calls > 0
    }

    fn into_reply(self: Box<Self>, stop: ModelStop, names: &ToolNames) -> Reply {
        let calls: Vec<ReplyCall> = self.blocks.iter().filter_map(|block| block.call(&stop)).collect();
        let is_plain = self.blocks.iter().all(Block::is_plain);
        let mut opaque = Vec::new();
        // Half a signature is none.
        if !is_plain && stop != ModelStop::Error {
            let value = self.blocks.into_iter().filter_map(|block| block.into_own(&stop)).collect();
            opaque.push(Opaque { format: RECORD.format.to_owned(), value });
        }
        self.spoken.into_reply(calls, opaque, stop, names)
    }
}

impl Assembly {
    /// Takes a delta of a block that is known, as most events are; `None` for any other.
    fn plain(&mut self, event: Event<'_>, deltas: &mut Vec<Delta>) -> Option<()> {
        let [kind, index, part, text, thinking, json, _, _] = pick(event.data, &PLAIN)?;
        if kind.word()? != "content_block_delta" || event.name == "error" {
            return None;
        }
        let (text, thinking, json) = (text.said()?, thinking.said()?, json.said()?);
        let (index, part) = (index.number()?, part.word()?);
        let more = match part {
            "text_delta" => text,
            "thinking_delta" => thinking,
            _ => json,
        };
        let block = self.blocks.iter_mut().rfind(|block| block.index == Some(index))?;
        block.go_on(part, more, &mut self.spoken, deltas)
    }

    fn take(&mut self, kind: &str, event: &Value, deltas: &mut Vec<Delta>) -> Step {
        let index = event.get("index").and_then(Value::as_u64);
        match kind {
            "message_start" => {
                self.counts.take(event.get("message").and_then(|message| message.get("usage")));
            }
            "content_block_start" => {
                return event
                    .get("content_block")
                    .map_or(Step::Continue, |own| self.open(index, own, deltas));
            }
            "content_block_delta" => {
                return event.get("delta").map_or(Step::Continue, |delta| self.delta(index, delta, deltas));
            }
            "message_delta" => {
                self.counts.take(event.get("usage"));
                if let Some(delta) = event.get("delta") {
                    self.stopped(delta);
                }
            }
            "message_stop" => return Step::Done,
            _ => {}
        }
        Step::Continue
    }

    fn open(&mut self, index: Option<u64>, own: &Value, deltas: &mut Vec<Delta>) -> Step {
        let Some(own) = own.as_object() else { return Step::Continue };
        if self.blocks.len() >= REPLAY_ENTRIES || self.calls >= CALLS {
            return Step::Excessive;
        }
        let block = Block::open(index, own, &mut self.spoken, deltas);
        if block.kind == Kind::Call {
            let index = u32::try_from(self.calls).unwrap_or(u32::MAX);
            deltas.push(Delta::ToolCallStarted { index, name: block.name().to_owned() });
            self.calls += 1;
        }
        self.blocks.push(block);
        Step::Continue
    }

    /// A block that nobody announced is taken for what its first delta says.
    fn delta(&mut self, index: Option<u64>, delta: &Value, deltas: &mut Vec<Delta>) -> Step {
        let place = match index {
            Some(_) => self.blocks.iter().rposition(|block| block.index == index),
            None => self.blocks.len().checked_sub(1),
        };
        if place.is_none() {
            let kind = match word(delta, "type") {
                Some("text_delta") => "text",
                Some("thinking_delta") => "thinking",
                _ => return Step::Continue,
            };
            if let Step::Excessive = self.open(index, &object([("type", kind.into())]), deltas) {
                return Step::Excessive;
            }
        }
        let block = match place {
            Some(place) => self.blocks.get_mut(place),
            None => self.blocks.last_mut(),
        };
        if let Some(block) = block {
            block.take(delta, &mut self.spoken, deltas);
        }
        Step::Continue
    }

    fn stopped(&mut self, with: &Value) {
        if let Some(reason) = word(with, "stop_reason") {
            self.reason = Some(reason.to_owned());
        }
        if let Some(details) = with.get("stop_details") {
            self.refused_for = word(details, "category").map(str::to_owned).or(self.refused_for.take());
        }
    }
}
