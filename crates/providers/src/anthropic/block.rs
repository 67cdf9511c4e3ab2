//! One block of a reply while it streams, and what it is in the end: text, a thought, a call, or something that only goes back.

use crate::fields::text;
use crate::replied::{Spoken, arguments};
use fairlead_protocol::conversation::{CallArgs, Delta, ModelStop, ReplyCall, SentImage};
use serde_json::{Map, Value};
use std::borrow::Cow;

#[derive(Debug)]
pub(super) struct Block {
    pub(super) index: Option<u64>,
    pub(super) kind: Kind,
    /// As it was announced; what streamed since is put in at the end.
    own: Map<String, Value>,
    /// Text, thought or JSON of a call, whatever the block streams.
    streamed: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Thinking,
    Call,
    /// A call that the server carries out itself.
    ServerCall,
    /// Comes whole and goes back whole.
    Whole,
    Unknown,
}

impl Kind {
    fn of(name: &str) -> Self {
        match name {
            "text" => Self::Text,
            "thinking" => Self::Thinking,
            "tool_use" => Self::Call,
            "server_tool_use" | "mcp_tool_use" => Self::ServerCall,
            "redacted_thinking" | "container_upload" => Self::Whole,
            result if result.ends_with("_tool_result") => Self::Whole,
            _ => Self::Unknown,
        }
    }
}

/// The field of a delta of this kind that grows a block.
fn streamed_in(kind: &str) -> Option<&'static str> {
    match kind {
        "text_delta" => Some("text"),
        "thinking_delta" => Some("thinking"),
        "input_json_delta" => Some("partial_json"),
        _ => None,
    }
}

impl Block {
    pub(super) fn open(
        index: Option<u64>,
        own: &Map<String, Value>,
        spoken: &mut Spoken,
        deltas: &mut Vec<Delta>,
    ) -> Self {
        let word = |key: &str| own.get(key).and_then(Value::as_str).unwrap_or_default();
        let mut block =
            Self { index, kind: Kind::of(word("type")), own: own.clone(), streamed: String::new() };
        match block.kind {
            Kind::Text => block.say(word("text").into(), spoken, deltas),
            Kind::Thinking => block.think(word("thinking").into(), spoken, deltas),
            Kind::Unknown if word("type") == "image" => spoken.image(image(own), deltas),
            Kind::Call | Kind::ServerCall | Kind::Whole | Kind::Unknown => {}
        }
        block
    }

    /// One delta. What does not go with the block is ignored, as what is not known is.
    pub(super) fn take(&mut self, delta: &Value, spoken: &mut Spoken, deltas: &mut Vec<Delta>) {
        let kind = text(delta, "type");
        if let Some(key) = streamed_in(kind) {
            // Of another block's kind: nothing of it is known to belong here.
            let _ = self.go_on(kind, text(delta, key).into(), spoken, deltas);
            return;
        }
        match (kind, self.kind) {
            ("signature_delta", Kind::Thinking) => {
                self.own.insert("signature".to_owned(), text(delta, "signature").into());
            }
            ("citations_delta", Kind::Text) => {
                let Some(citation) = delta.get("citation") else { return };
                match self.own.get_mut("citations") {
                    Some(Value::Array(citations)) => citations.push(citation.clone()),
                    Some(_) | None => {
                        self.own.insert("citations".to_owned(), Value::Array(vec![citation.clone()]));
                    }
                }
            }
            _ => {}
        }
    }

    /// More of what the block streams; `None` if it streams something else.
    pub(super) fn go_on(
        &mut self,
        kind: &str,
        more: Cow<'_, str>,
        spoken: &mut Spoken,
        deltas: &mut Vec<Delta>,
    ) -> Option<()> {
        match (kind, self.kind) {
            ("text_delta", Kind::Text) => self.say(more, spoken, deltas),
            ("thinking_delta", Kind::Thinking) => self.think(more, spoken, deltas),
            ("input_json_delta", Kind::Call | Kind::ServerCall) => self.streamed.push_str(&more),
            _ => return None,
        }
        Some(())
    }

    fn say(&mut self, text: Cow<'_, str>, spoken: &mut Spoken, deltas: &mut Vec<Delta>) {
        self.streamed.push_str(&text);
        spoken.text(text, deltas);
    }

    /// Thoughts are shown apart.
    fn think(&mut self, text: Cow<'_, str>, spoken: &mut Spoken, deltas: &mut Vec<Delta>) {
        if self.streamed.is_empty() && !text.is_empty() && !spoken.reasoning.is_empty() {
            spoken.reasoning("\n\n".into(), deltas);
        }
        self.streamed.push_str(&text);
        spoken.reasoning(text, deltas);
    }

    /// Whether nothing but its words would be lost of it.
    pub(super) fn is_plain(&self) -> bool {
        match self.kind {
            Kind::Text => self.own.get("citations").and_then(Value::as_array).is_none_or(Vec::is_empty),
            Kind::Call | Kind::Unknown => true,
            Kind::Thinking | Kind::ServerCall | Kind::Whole => false,
        }
    }

    pub(super) fn name(&self) -> &str {
        self.own.get("name").and_then(Value::as_str).unwrap_or_default()
    }

    pub(super) fn call(&self, stop: &ModelStop) -> Option<ReplyCall> {
        if self.kind != Kind::Call {
            return None;
        }
        let id = self.own.get("id").and_then(Value::as_str).unwrap_or_default().to_owned();
        Some(ReplyCall { id, name: self.name().to_owned(), args: self.args(stop), opaque: None })
    }

    /// What streamed, or what the announcement held: some servers send the whole input there.
    fn args(&self, stop: &ModelStop) -> CallArgs {
        match self.own.get("input") {
            Some(whole @ Value::Object(input)) if self.streamed.is_empty() && !input.is_empty() => {
                CallArgs::Parsed { value: whole.clone() }
            }
            _ => arguments(self.streamed.clone(), stop),
        }
    }

    /// The block as it goes back; none for what nobody here knows.
    pub(super) fn into_own(mut self, stop: &ModelStop) -> Option<Value> {
        let (key, value) = match self.kind {
            Kind::Text => ("text", self.streamed.into()),
            Kind::Thinking => ("thinking", self.streamed.into()),
            Kind::Call | Kind::ServerCall => match self.args(stop) {
                CallArgs::Parsed { value } => ("input", value),
                CallArgs::Broken { .. } => ("input", Value::Object(Map::new())),
            },
            Kind::Whole => return Some(Value::Object(self.own)),
            Kind::Unknown => return None,
        };
        self.own.insert(key.to_owned(), value);
        Some(Value::Object(self.own))
    }
}

fn image(block: &Map<String, Value>) -> Option<SentImage> {
    let source = block.get("source")?;
    let word = |key: &str| source.get(key).and_then(Value::as_str).map(str::to_owned);
    Some(SentImage { media_type: word("media_type")?, data_b64: word("data")? })
}
