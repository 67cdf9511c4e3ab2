//! Puts a reply together from the events of a stream, or from a response that came whole. The type in the data decides; only the events
//! that end a response end it.

use super::item::{Item, PartKind, Told};
use super::{RECORD, is_sealed, usage};
use crate::caps::REPLAY_ENTRIES;
use crate::error::report::Report;
use crate::fields::{list, text, word};
use crate::quick::Shape::{Any, Count, Keep, List, Nothing, Object};
use crate::quick::{Shape, pick};
use crate::replied::{Content, Finish, Spoken};
use crate::sse::Event;
use crate::tool_names::ToolNames;
use crate::wire::{self, Step, is_error_object, typed};
use fairlead_protocol::conversation::{Delta, ModelStop, Opaque, Reply, ReplyCall, Usage};
use serde_json::Value;

/// A delta that continues a part or the arguments of a call.
const PLAIN: Shape = Object(&[
    ("type", Keep(0)),
    ("sequence_number", Any),
    ("item_id", Any),
    ("output_index", Count(1)),
    ("content_index", Count(2)),
    ("summary_index", Count(3)),
    ("delta", Keep(4)),
    ("logprobs", List(&Nothing)),
    ("obfuscation", Any),
]);

#[derive(Debug, Default)]
pub(crate) struct Assembly {
    items: Vec<Item>,
    spoken: Spoken,
    has_reasoned: bool,
    ended: Option<Ended>,
}

#[derive(Debug)]
enum Ended {
    Completed,
    /// For this reason.
    Incomplete(String),
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
            return failed(body);
        }
        if !body.get("output").is_some_and(Value::is_array) {
            return Step::Undecodable;
        }
        match text(body, "status") {
            "failed" => failed(body),
            "in_progress" | "queued" | "cancelled" => Step::Undecodable,
            status => self.end(status, body, &mut Vec::new()),
        }
    }

    fn has_finish_reason(&self) -> bool {
        self.ended.is_some()
    }

    fn usage(&self) -> Option<Usage> {
        self.spoken.usage
    }

    /// Puts the texts of the items together.
    fn close(&mut self) -> Finish {
        for (kind, text) in self.items.iter().flat_map(Item::texts) {
            match kind {
                PartKind::Text => self.spoken.text.push_str(text),
                PartKind::Refusal => self.spoken.refusal.push_str(text),
                PartKind::Summary | PartKind::Thought => {
                    let gap = if self.spoken.reasoning.is_empty() { "" } else { "\n\n" };
                    self.spoken.reasoning.push_str(gap);
                    self.spoken.reasoning.push_str(text);
                }
            }
        }
        match &self.ended {
            None | Some(Ended::Completed) => {
                Finish::Stop(Content::of(&self.spoken, self.items.iter().any(|item| item.is_call)).stop())
            }
            Some(Ended::Incomplete(reason)) => match reason.as_str() {
                "max_output_tokens" | "max_tokens" => Finish::Stop(ModelStop::MaxTokens),
                "content_filter" => Finish::Stop(ModelStop::ContentFilter),
                other => Finish::unknown(other),
            },
        }
    }

    fn has_output(&self) -> bool {
        self.items.iter().any(|item| item.is_call) || !self.spoken.is_silent()
    }

    fn into_reply(mut self: Box<Self>, stop: ModelStop, names: &ToolNames) -> Reply {
        self.spoken.images = self.items.iter_mut().filter_map(|item| item.image.take()).collect();
        let calls: Vec<ReplyCall> = self.items.iter().filter_map(|item| item.call(&stop)).collect();
        let own: Vec<Value> = self.items.into_iter().filter_map(|item| item.own).collect();
        let is_worth_it = own.iter().any(|item| is_sealed(item) || word(item, "phase").is_some());
        let mut opaque = Vec::new();
        if is_worth_it && stop != ModelStop::Error {
            opaque.push(Opaque { format: RECORD.format.to_owned(), value: Value::Array(own) });
        }
        self.spoken.into_reply(calls, opaque, stop, names)
    }
}

fn failed(response: &Value) -> Step {
    Step::Reported(Report::of_json(response.get("error").unwrap_or(&Value::Null)))
}

/// What an event says of an item.
#[derive(Clone, Copy)]
enum About {
    Added,
    Finished,
    Arguments,
    AllArguments,
    Piece(PartKind),
    /// The whole part, in the field of this name.
    Part(PartKind, &'static str),
}

fn about(kind: &str) -> Option<About> {
    Some(match kind {
        "response.output_item.added" => About::Added,
        "response.output_item.done" => About::Finished,
        "response.function_call_arguments.delta" => About::Arguments,
        "response.function_call_arguments.done" => About::AllArguments,
        "response.output_text.delta" => About::Piece(PartKind::Text),
        "response.output_text.done" => About::Part(PartKind::Text, "text"),
        "response.refusal.delta" => About::Piece(PartKind::Refusal),
        "response.refusal.done" => About::Part(PartKind::Refusal, "refusal"),
        "response.reasoning_summary_text.delta" => About::Piece(PartKind::Summary),
        "response.reasoning_summary_text.done" => About::Part(PartKind::Summary, "text"),
        "response.reasoning_text.delta" => About::Piece(PartKind::Thought),
        "response.reasoning_text.done" => About::Part(PartKind::Thought, "text"),
        _ => return None,
    })
}

impl Assembly {
    /// Takes a delta of a part or of a call that is known, as most events are; `None` for any other.
    fn plain(&mut self, event: Event<'_>, deltas: &mut Vec<Delta>) -> Option<()> {
        let [kind, place, content, summary, delta, _, _, _] = pick(event.data, &PLAIN)?;
        let about = about(kind.word()?).filter(|_| event.name != "error")?;
        let (place, more) = (place.number()?, delta.said()?);
        let index = content.number().or(summary.number()).unwrap_or(0);
        let item = self.items.iter_mut().find(|item| item.place == Some(place))?;
        match about {
            About::Arguments if item.is_call => item.add_arguments(&more),
            About::Piece(kind) if item.has_part(kind, index) => {
                item.add(kind, index, more, &mut Told { deltas, has_reasoned: &mut self.has_reasoned });
            }
            About::Arguments
            | About::Piece(_)
            | About::Added
            | About::Finished
            | About::AllArguments
            | About::Part(..) => return None,
        }
        Some(())
    }

    fn take(&mut self, kind: &str, event: &Value, deltas: &mut Vec<Delta>) -> Step {
        let response = event.get("response").unwrap_or(&Value::Null);
        match kind {
            "response.completed" => return self.end(text(response, "status"), response, deltas),
            "response.incomplete" => return self.end("incomplete", response, deltas),
            "response.failed" => {
                self.count(response);
                return failed(response);
            }
            _ => {}
        }
        let Some(about) = about(kind) else { return Step::Continue };
        let subject = event.get("item").unwrap_or(event);
        let place = event.get("output_index").and_then(Value::as_u64);
        let id = word(event, "item_id").or_else(|| word(subject, "id")).unwrap_or_default();
        let Some(at) = self.at(place, id, text(subject, "call_id")) else { return Step::Excessive };
        let (Some(item), mut told) =
            (self.items.get_mut(at), Told { deltas, has_reasoned: &mut self.has_reasoned })
        else {
            return Step::Continue;
        };
        let index = ["content_index", "summary_index"].iter().find_map(|key| event.get(*key)?.as_u64());
        let index = index.unwrap_or(0);
        match about {
            About::Added => item.describe(subject),
            About::Finished => item.finish(subject, &mut told),
            About::Arguments => item.add_arguments(text(event, "delta")),
            About::AllArguments => item.set_arguments(event),
            About::Piece(kind) => item.add(kind, index, text(event, "delta").into(), &mut told),
            About::Part(kind, key) => item.set(kind, index, text(event, key), &mut told),
        }
        self.announce(deltas);
        Step::Continue
    }

    /// The item of these names, the place first: names differ from event to event at some servers. A new one if there is none; none if
    /// there are too many.
    fn at(&mut self, place: Option<u64>, id: &str, call_id: &str) -> Option<usize> {
        let by_place = || self.items.iter().position(|item| place.is_some() && item.place == place);
        let open = |item: &Item| place.is_none() || item.place.is_none();
        let by_id = || self.items.iter().position(|item| !id.is_empty() && item.id == id && open(item));
        let by_call = || {
            self.items.iter().position(|item| !call_id.is_empty() && item.call_id == call_id && open(item))
        };
        let is_nameless = place.is_none() && id.is_empty() && call_id.is_empty();
        let last = || self.items.len().checked_sub(1).filter(|_| is_nameless);
        let known = by_place().or_else(by_id).or_else(by_call).or_else(last);
        let parts: usize = self.items.iter().map(|item| item.parts.len()).sum();
        if parts >= REPLAY_ENTRIES {
            return None;
        }
        known.or_else(|| self.add(place, id, call_id))
    }

    fn add(&mut self, place: Option<u64>, id: &str, call_id: &str) -> Option<usize> {
        if self.items.len() >= REPLAY_ENTRIES {
            return None;
        }
        self.items.push(Item::new(place, id, call_id));
        Some(self.items.len() - 1)
    }

    /// Tells of calls whose name is known now.
    fn announce(&mut self, deltas: &mut Vec<Delta>) {
        let calls = self.items.iter_mut().filter(|item| item.is_call);
        for (index, call) in (0_u32..).zip(calls).filter(|(_, call)| !call.is_told && !call.name.is_empty()) {
            call.is_told = true;
            deltas.push(Delta::ToolCallStarted { index, name: call.name.clone() });
        }
    }

    fn count(&mut self, response: &Value) {
        self.spoken.usage = response.get("usage").and_then(usage::read).or(self.spoken.usage);
    }

    /// The response as a whole. Of what streamed it repeats everything; what did not stream is only here.
    fn end(&mut self, status: &str, response: &Value, deltas: &mut Vec<Delta>) -> Step {
        self.count(response);
        let mut open: Vec<usize> = (0..self.items.len()).collect();
        let output = list(response, "output");
        for (at, own) in output.iter().enumerate() {
            // Places in this list are not those of the events: by its name, or else the next one of its kind.
            let named =
                open.iter().position(|known| self.items.get(*known).is_some_and(|item| item.is_named(own)));
            let alike = || {
                let is_alike = |known: &usize| self.items.get(*known).is_some_and(|item| item.is_like(own));
                let later = output.get(at + 1..).unwrap_or_default();
                // Unless it is that one's own turn later on.
                open.iter().position(|known| {
                    is_alike(known)
                        && !self
                            .items
                            .get(*known)
                            .is_some_and(|item| later.iter().any(|own| item.is_named(own)))
                })
            };
            let known = match named.or_else(alike) {
                Some(place) => Some(open.remove(place)),
                None => self.add(None, text(own, "id"), text(own, "call_id")),
            };
            let Some(item) = known.and_then(|known| self.items.get_mut(known)) else {
                return Step::Excessive;
            };
            if item.own.is_none() {
                item.finish(own, &mut Told { deltas, has_reasoned: &mut self.has_reasoned });
            }
        }
        self.announce(deltas);
        let reason = response.get("incomplete_details").and_then(|details| word(details, "reason"));
        self.ended = Some(match (reason, status) {
            (Some(reason), _) => Ended::Incomplete(reason.to_owned()),
            (None, "incomplete") => Ended::Incomplete(String::new()),
            (None, _) => Ended::Completed,
        });
        Step::Done
    }
}
