//! Long answers of each wire, and how often memory is asked for while they are decoded. Shared by the test `allocations` and the
//! example `decoding`; whoever includes this has the counting allocator.

mod plain;

use fairlead_protocol::connection::Wire;
use fairlead_protocol::conversation::{CallArgs, Delta};
use fairlead_providers::{BodyEnd, Outcome};
use plain::decoder;
use serde_json::{Value, json};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region};

pub(crate) const WIRES: [(&str, Wire); 3] = [
    ("Chat Completions", Wire::OpenaiChat),
    ("Anthropic Messages", Wire::Anthropic),
    ("Responses", Wire::OpenaiResponses),
];

/// As much as a network gives at once.
const PIECE: usize = 16 * 1024;

/// What an answer is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Matter {
    Text,
    Thought,
    Arguments,
}

pub(crate) struct Answer {
    wire: Wire,
    body: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decoded {
    /// Allocations, and growths of what was there.
    pub(crate) allocations: usize,
    pub(crate) deltas: usize,
}

impl Answer {
    pub(crate) fn of(wire: Wire, matter: Matter, deltas: usize) -> Self {
        // Escapes are in every answer: lines end.
        let piece = |at: usize| match matter {
            Matter::Text | Matter::Thought => format!("word {at}\n\"é\" "),
            Matter::Arguments => format!("{at},"),
        };
        let pieces = (0..deltas).map(|at| delta(wire, matter, &piece(at)));
        let events = opening(wire, matter).into_iter().chain(pieces).chain(closing(wire));
        let body = events.map(|event| {
            format!(
                "event: {}\ndata: {event}\n\n",
                event.get("type").and_then(Value::as_str).unwrap_or("chunk")
            )
        });
        Self { wire, body: body.collect() }
    }

    pub(crate) fn decode(&self) -> Decoded {
        let mut decoder = decoder(self.wire);
        let counted = Region::new(&INSTRUMENTED_SYSTEM);
        let mut deltas = 0;
        for piece in self.body.as_bytes().chunks(PIECE) {
            let said = decoder.push(piece);
            deltas += said.iter().filter(|delta| !matches!(delta, Delta::ToolCallStarted { .. })).count();
        }
        let change = counted.change();
        let outcome = decoder.finish(BodyEnd::Closed);
        assert!(is_whole(&outcome), "the answer was not read");
        Decoded { allocations: change.allocations + change.reallocations, deltas }
    }
}

fn is_whole(outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Complete(reply) => reply
            .calls
            .iter()
            .all(|call| matches!(&call.args, CallArgs::Broken { raw, .. } if !raw.is_empty())),
        Outcome::Failed { .. } => false,
    }
}

fn opening(wire: Wire, matter: Matter) -> Vec<Value> {
    let kind = |text: &'static str, thought: &'static str, call: &'static str| match matter {
        Matter::Text => text,
        Matter::Thought => thought,
        Matter::Arguments => call,
    };
    match wire {
        Wire::OpenaiChat => match matter {
            Matter::Text | Matter::Thought => {
                vec![chunk(json!({"role": "assistant", "content": ""}), Value::Null)]
            }
            Matter::Arguments => vec![chunk(
                json!({"tool_calls": [{"index": 0, "id": "c", "type": "function",
                    "function": {"name": "f", "arguments": ""}}]}),
                Value::Null,
            )],
        },
        Wire::Anthropic => vec![
            json!({"type": "message_start", "message": {"usage": {"input_tokens": 1, "output_tokens": 1}}}),
            json!({"type": "content_block_start", "index": 0, "content_block":
                {"type": kind("text", "thinking", "tool_use"), "id": "c", "name": "f", "input": {}}}),
        ],
        Wire::OpenaiResponses => {
            vec![json!({"type": "response.output_item.added", "sequence_number": 0, "output_index": 0,
            "item": {"type": kind("message", "reasoning", "function_call"), "id": "i", "call_id": "c", "name": "f"}})]
        }
    }
}

fn delta(wire: Wire, matter: Matter, piece: &str) -> Value {
    match (wire, matter) {
        (Wire::OpenaiChat, Matter::Text) => chunk(json!({"content": piece}), Value::Null),
        (Wire::OpenaiChat, Matter::Thought) => {
            chunk(json!({"reasoning_content": piece, "content": null}), Value::Null)
        }
        (Wire::OpenaiChat, Matter::Arguments) => {
            chunk(json!({"tool_calls": [{"index": 0, "function": {"arguments": piece}}]}), Value::Null)
        }
        (Wire::Anthropic, matter) => {
            let (kind, key) = match matter {
                Matter::Text => ("text_delta", "text"),
                Matter::Thought => ("thinking_delta", "thinking"),
                Matter::Arguments => ("input_json_delta", "partial_json"),
            };
            json!({"type": "content_block_delta", "index": 0, "delta": {"type": kind, key: piece}})
        }
        (Wire::OpenaiResponses, matter) => {
            let (kind, index) = match matter {
                Matter::Text => ("output_text", "content_index"),
                Matter::Thought => ("reasoning_summary_text", "summary_index"),
                Matter::Arguments => ("function_call_arguments", "content_index"),
            };
            json!({"type": format!("response.{kind}.delta"), "sequence_number": 7, "item_id": "i", "output_index": 0,
                index: 0, "delta": piece, "logprobs": [], "obfuscation": "aBcD"})
        }
    }
}

fn closing(wire: Wire) -> Vec<Value> {
    match wire {
        Wire::OpenaiChat => vec![chunk(json!({}), "stop".into())],
        Wire::Anthropic => vec![json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}})],
        Wire::OpenaiResponses => vec![json!({"type": "response.completed", "response": {"output": []}})],
    }
}

fn chunk(delta: Value, finish: Value) -> Value {
    json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "m", "system_fingerprint": "fp",
        "choices": [{"index": 0, "delta": delta, "logprobs": null, "finish_reason": finish}], "usage": null})
}
