//! One item of a reply while it streams. Every piece of it may come more than once - as deltas, as the whole part, in the finished item
//! and in the finished response - and counts once: the later form beats the earlier.

use crate::fields::{list, text, word};
use crate::replied::{SENT_IMAGE, UNSHOWN_IMAGE, arguments};
use fairlead_protocol::conversation::{Delta, ModelStop, ReplyCall, SentImage};
use serde_json::Value;
use std::borrow::Cow;

#[derive(Debug, Default)]
pub(super) struct Item {
    pub(super) place: Option<u64>,
    pub(super) id: String,
    pub(super) call_id: String,
    /// As the server names it; empty where only deltas told of it.
    kind: String,
    pub(super) is_call: bool,
    /// Its call has been told of.
    pub(super) is_told: bool,
    pub(super) name: String,
    arguments: String,
    pub(super) parts: Vec<Part>,
    pub(super) image: Option<SentImage>,
    /// As it was finished.
    pub(super) own: Option<Value>,
}

#[derive(Debug)]
pub(super) struct Part {
    kind: PartKind,
    index: u64,
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PartKind {
    Text,
    Refusal,
    /// What the model says of its thoughts.
    Summary,
    /// The thoughts themselves, of open models.
    Thought,
}

impl PartKind {
    fn of(name: &str) -> Option<Self> {
        match name {
            "output_text" => Some(Self::Text),
            "refusal" => Some(Self::Refusal),
            "summary_text" => Some(Self::Summary),
            "reasoning_text" => Some(Self::Thought),
            _ => None,
        }
    }
}

impl Item {
    pub(super) fn new(place: Option<u64>, id: &str, call_id: &str) -> Self {
        Self { place, id: id.to_owned(), call_id: call_id.to_owned(), ..Self::default() }
    }

    /// What an announcement or an end says about the item itself.
    pub(super) fn describe(&mut self, item: &Value) {
        self.is_call |= text(item, "type") == "function_call";
        for (slot, key) in [
            (&mut self.kind, "type"),
            (&mut self.id, "id"),
            (&mut self.call_id, "call_id"),
            (&mut self.name, "name"),
        ] {
            if let Some(word) = word(item, key) {
                word.clone_into(slot);
            }
        }
    }

    /// Whether a finished item is this one by its name.
    pub(super) fn is_named(&self, own: &Value) -> bool {
        word(own, "call_id").is_some_and(|id| id == self.call_id)
            || word(own, "id").is_some_and(|id| id == self.id)
    }

    /// Whether a finished item could be this one.
    pub(super) fn is_like(&self, own: &Value) -> bool {
        let reasons = |part: &Part| matches!(part.kind, PartKind::Summary | PartKind::Thought);
        let kind = match (self.kind.as_str(), self.parts.first()) {
            ("", None) => "function_call",
            ("", Some(part)) if reasons(part) => "reasoning",
            ("", Some(_)) => "message",
            (kind, _) => kind,
        };
        text(own, "type") == kind
    }

    /// The finished item. `deltas` gets what had not streamed yet.
    pub(super) fn finish(&mut self, item: &Value, told: &mut Told<'_>) {
        self.describe(item);
        if let Some(arguments) = word(item, "arguments") {
            arguments.clone_into(&mut self.arguments);
        }
        let parts = ["content", "summary"].into_iter().flat_map(|key| (0_u64..).zip(list(item, key)));
        for (index, part) in parts {
            let Some(kind) = PartKind::of(text(part, "type")) else { continue };
            let key = if kind == PartKind::Refusal { "refusal" } else { "text" };
            self.set(kind, index, text(part, key), told);
        }
        let mut own = item.clone();
        if text(item, "type") == "image_generation_call" {
            // It is kept as a picture; as state it would be sent with every request.
            self.image = image(&mut own);
            let said = if self.image.is_some() { SENT_IMAGE } else { UNSHOWN_IMAGE };
            self.set(PartKind::Text, 0, said, told);
        }
        self.own = Some(own);
    }

    pub(super) fn add(&mut self, kind: PartKind, index: u64, text: Cow<'_, str>, told: &mut Told<'_>) {
        if text.is_empty() {
            return;
        }
        let Some(part) = self.part(kind, index) else { return };
        let begins = part.text.is_empty();
        part.text.push_str(&text);
        told.say(kind, begins, text);
    }

    pub(super) fn has_part(&self, kind: PartKind, index: u64) -> bool {
        self.parts.iter().any(|part| part.kind == kind && part.index == index)
    }

    /// The whole of a part: what streamed of it is where it begins, unless something was lost on the way.
    pub(super) fn set(&mut self, kind: PartKind, index: u64, text: &str, told: &mut Told<'_>) {
        if text.is_empty() {
            return;
        }
        let Some(part) = self.part(kind, index) else { return };
        if let Some(rest) = text.strip_prefix(part.text.as_str()).filter(|rest| !rest.is_empty()) {
            told.say(kind, part.text.is_empty(), rest.into());
        }
        text.clone_into(&mut part.text);
    }

    fn part(&mut self, kind: PartKind, index: u64) -> Option<&mut Part> {
        let same = |part: &Part| part.kind == kind && part.index == index;
        let at = self.parts.iter().position(same).unwrap_or(self.parts.len());
        if at == self.parts.len() {
            self.parts.push(Part { kind, index, text: String::new() });
        }
        self.parts.get_mut(at)
    }

    pub(super) fn add_arguments(&mut self, fragment: &str) {
        self.is_call = true;
        self.arguments.push_str(fragment);
    }

    pub(super) fn set_arguments(&mut self, event: &Value) {
        self.is_call = true;
        if let Some(whole) = word(event, "arguments") {
            whole.clone_into(&mut self.arguments);
        }
        if let Some(name) = word(event, "name") {
            name.clone_into(&mut self.name);
        }
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = (PartKind, &str)> {
        self.parts.iter().map(|part| (part.kind, part.text.as_str()))
    }

    pub(super) fn call(&self, stop: &ModelStop) -> Option<ReplyCall> {
        self.is_call.then(|| ReplyCall {
            id: if self.call_id.is_empty() { self.id.clone() } else { self.call_id.clone() },
            name: self.name.clone(),
            args: arguments(self.arguments.clone(), stop),
            opaque: None,
        })
    }
}

/// Where the pieces go that somebody watches.
pub(super) struct Told<'a> {
    pub(super) deltas: &'a mut Vec<Delta>,
    /// Whether thoughts have been told before.
    pub(super) has_reasoned: &'a mut bool,
}

impl Told<'_> {
    fn say(&mut self, kind: PartKind, begins: bool, text: Cow<'_, str>) {
        self.deltas.push(match kind {
            PartKind::Text => Delta::Text { text: text.into_owned() },
            PartKind::Refusal => Delta::Refusal { text: text.into_owned() },
            // Thoughts are shown apart.
            PartKind::Summary | PartKind::Thought if begins && *self.has_reasoned => {
                Delta::Reasoning { text: format!("\n\n{text}") }
            }
            PartKind::Summary | PartKind::Thought => {
                *self.has_reasoned = true;
                Delta::Reasoning { text: text.into_owned() }
            }
        });
    }
}

/// Takes it out of the item.
fn image(item: &mut Value) -> Option<SentImage> {
    let Value::String(data_b64) = item.as_object_mut()?.remove("result")? else { return None };
    let format = word(item, "output_format").unwrap_or("png");
    (!data_b64.is_empty()).then(|| SentImage { media_type: format!("image/{format}"), data_b64 })
}
