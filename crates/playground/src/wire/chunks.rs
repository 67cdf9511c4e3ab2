//! A reply as this wire says it: whole, or as the chunks of a stream. Deterministic: ids and usage follow from the
//! request, and time stands still.

use crate::model::reply::{Call, Reply};
use crate::model::request::ChatRequest;
use crate::wire::persona::{Fault, Thinking};
use serde_json::{Value, json};

/// Streams of text are cut into pieces of this many characters.
const TEXT_PIECE: usize = 6;
const ARGUMENT_PIECE: usize = 12;
/// The `created` of every reply.
const CREATED: u64 = 1_750_000_000;

/// Whether a chunk carries output; only such are paced and counted.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Chunk {
    Delta(Value),
    Frame(Value),
}

/// Tokens of a request and of its reply; what was thought is in what was said.
#[derive(Clone, Copy)]
pub(super) struct Counts {
    pub(super) heard: usize,
    pub(super) said: usize,
    pub(super) thought: usize,
}

pub(crate) struct Completion<'a> {
    request: &'a ChatRequest,
    reply: Reply,
    fault: Fault,
    /// Digest of the conversation, from which all ids are made.
    digest: u64,
}

impl<'a> Completion<'a> {
    pub(crate) fn new(
        request: &'a ChatRequest,
        body: &[u8],
        reply: Reply,
        thinking: Thinking,
        fault: Fault,
    ) -> Self {
        let reply = match thinking {
            Thinking::Aloud if reply.reasoning.is_empty() => {
                reply.thinking("I weigh what is known and decide the next step.")
            }
            Thinking::Aloud => reply,
            Thinking::Silent => Reply { reasoning: String::new(), ..reply },
        };
        Self { request, reply, fault, digest: fnv1a(body) }
    }

    pub(crate) fn whole(&self) -> Value {
        let calls: Vec<Value> = self
            .reply
            .calls
            .iter()
            .enumerate()
            .map(|(index, call)| json!({ "id": self.call_id(index), "type": "function", "function": self.function(call) }))
            .collect();
        let mut message = json!({ "role": "assistant", "content": self.reply.text });
        if let Some(fields) = message.as_object_mut() {
            if !self.reply.reasoning.is_empty() {
                fields.insert("reasoning_content".to_owned(), self.reply.reasoning.clone().into());
            }
            if !calls.is_empty() {
                fields.insert("tool_calls".to_owned(), calls.into());
            }
        }
        let choice = json!({ "index": 0, "message": message, "logprobs": null, "finish_reason": self.finish_reason() });
        json!({
            "id": self.id("chatcmpl"), "object": "chat.completion", "created": CREATED, "model": self.request.model,
            "choices": [choice], "usage": self.usage(),
        })
    }

    pub(crate) fn chunks(&self) -> Vec<Chunk> {
        let mut chunks =
            vec![Chunk::Frame(self.choice(json!({ "role": "assistant", "content": "" }), Value::Null))];
        let deltas = self
            .reasoning_pieces()
            .map(|piece| json!({ "reasoning_content": piece }))
            .chain(self.text_pieces().map(|piece| json!({ "content": piece })));
        chunks.extend(deltas.map(|delta| Chunk::Delta(self.choice(delta, Value::Null))));
        for (index, call) in self.reply.calls.iter().enumerate() {
            let mut opening = json!({ "name": call.tool });
            if let (Some(fields), false) = (opening.as_object_mut(), self.fault == Fault::NoArguments) {
                fields.insert("arguments".to_owned(), "".into());
            }
            let start =
                json!({ "index": index, "id": self.call_id(index), "type": "function", "function": opening });
            chunks.push(Chunk::Delta(self.choice(json!({ "tool_calls": [start] }), Value::Null)));
            for piece in self.argument_pieces(call) {
                let fragment = json!({ "index": index, "function": { "arguments": piece } });
                chunks.push(Chunk::Delta(self.choice(json!({ "tool_calls": [fragment] }), Value::Null)));
            }
        }
        chunks.push(Chunk::Frame(self.choice(json!({}), self.finish_reason().into())));
        if self.request.stream_options.is_some_and(|options| options.include_usage) {
            chunks.push(Chunk::Frame(self.envelope(json!([]), self.usage())));
        }
        chunks
    }

    pub(super) fn reply(&self) -> &Reply {
        &self.reply
    }

    pub(super) fn model(&self) -> &str {
        &self.request.model
    }

    pub(super) fn reasoning_pieces(&self) -> impl Iterator<Item = String> {
        pieces(&self.reply.reasoning, TEXT_PIECE)
    }

    pub(super) fn argument_pieces(&self, call: &Call) -> impl Iterator<Item = String> {
        pieces(&self.arguments(call), ARGUMENT_PIECE)
    }

    /// A counted or listed text comes line by line, so that a reader sees whole numbers grow.
    pub(super) fn text_pieces(&self) -> Box<dyn Iterator<Item = String> + '_> {
        let text = &self.reply.text;
        let lines_are_short = text.lines().all(|line| line.len() <= TEXT_PIECE);
        if lines_are_short && text.contains('\n') {
            return Box::new(text.split_inclusive('\n').map(str::to_owned));
        }
        Box::new(pieces(text, TEXT_PIECE))
    }

    fn function(&self, call: &Call) -> Value {
        if self.fault == Fault::NoArguments {
            return json!({ "name": call.tool });
        }
        json!({ "name": call.tool, "arguments": self.arguments(call) })
    }

    pub(super) fn arguments(&self, call: &Call) -> String {
        let whole = call.args.to_string();
        if self.fault == Fault::NoArguments {
            return String::new();
        }
        if self.fault == Fault::BrokenArguments {
            return format!("{{\"broken\": {}", whole.trim_end_matches('}'));
        }
        whole
    }

    fn finish_reason(&self) -> &'static str {
        if self.reply.calls.is_empty() { "stop" } else { "tool_calls" }
    }

    fn choice(&self, delta: Value, finish_reason: Value) -> Value {
        let choice = json!({ "index": 0, "delta": delta, "logprobs": null, "finish_reason": finish_reason });
        self.envelope(json!([choice]), Value::Null)
    }

    fn envelope(&self, choices: Value, usage: Value) -> Value {
        json!({
            "id": self.id("chatcmpl"), "object": "chat.completion.chunk", "created": CREATED, "model": self.request.model,
            "choices": choices, "usage": usage,
        })
    }

    /// Four characters a token: not what a tokenizer says, but the same every time.
    pub(super) fn counts(&self) -> Counts {
        let heard: usize =
            self.request.messages.iter().map(|message| format!("{message:?}").chars().count()).sum();
        let calls: usize =
            self.reply.calls.iter().map(|call| call.tool.len() + call.args.to_string().len()).sum();
        let thought = self.reply.reasoning.chars().count().div_ceil(4);
        let said = (self.reply.text.chars().count() + calls).div_ceil(4) + thought;
        Counts { heard: heard.div_ceil(4), said, thought }
    }

    fn usage(&self) -> Value {
        let Counts { heard, said, thought } = self.counts();
        json!({
            "prompt_tokens": heard, "completion_tokens": said, "total_tokens": heard + said,
            "prompt_tokens_details": { "cached_tokens": 0 },
            "completion_tokens_details": { "reasoning_tokens": thought },
        })
    }

    pub(super) fn id(&self, kind: &str) -> String {
        format!("{kind}-{:016x}", self.digest)
    }

    pub(super) fn call_id(&self, index: usize) -> String {
        format!("call_{:016x}_{index}", self.digest)
    }
}

fn pieces(text: &str, size: usize) -> impl Iterator<Item = String> + use<> {
    let chars: Vec<char> = text.chars().collect();
    chars.chunks(size).map(|piece| piece.iter().collect()).collect::<Vec<String>>().into_iter()
}

/// FNV-1a, 64 bits.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
