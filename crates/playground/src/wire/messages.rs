//! Anthropic Messages: its requests as Chat Completions, and replies as its events.

use super::chunks::{Chunk, Completion};
use super::dialect::{at, chat, list, with};
use crate::model::request::Malformed;
use serde_json::{Value, json};

/// What a thought comes with, and has to come back with.
const SIGNATURE: &str = "ZGVtbyBzaWduYXR1cmU=";

pub(super) fn as_chat(body: &Value) -> Result<Value, Malformed> {
    if at(body, "max_tokens").as_u64().is_none() {
        return Err(Malformed { param: "max_tokens", message: "max_tokens: Field required".to_owned() });
    }
    let mut messages = Vec::new();
    let system = text_of(at(body, "system"));
    if !system.is_empty() {
        messages.push(json!({ "role": "system", "content": system }));
    }
    for message in list(body, "messages") {
        let blocks = blocks(at(message, "content"));
        if at(message, "role") == "assistant" {
            if blocks
                .iter()
                .any(|block| at(block, "type") == "thinking" && at(block, "signature") != SIGNATURE)
            {
                let message = "messages: Invalid `signature` in `thinking` block".to_owned();
                return Err(Malformed { param: "messages", message });
            }
            messages.push(said(&blocks));
        } else {
            heard(&blocks, &mut messages);
        }
    }
    Ok(chat(body, &messages, "input_schema"))
}

fn blocks(content: &Value) -> Vec<Value> {
    match content {
        Value::Array(blocks) => blocks.clone(),
        Value::String(text) => vec![json!({ "type": "text", "text": text })],
        _ => Vec::new(),
    }
}

fn text_of(content: &Value) -> String {
    let blocks = blocks(content);
    blocks.iter().filter_map(|block| at(block, "text").as_str()).collect::<Vec<_>>().join("\n\n")
}

fn said(blocks: &[Value]) -> Value {
    let calls = blocks.iter().filter(|block| at(block, "type") == "tool_use").map(|block| {
        json!({ "id": at(block, "id"), "type": "function",
            "function": { "name": at(block, "name"), "arguments": at(block, "input").to_string() } })
    });
    json!({ "role": "assistant", "content": null, "tool_calls": calls.collect::<Vec<Value>>() })
}

/// Results first, as the wire has it; the words behind them are a message of their own.
fn heard(blocks: &[Value], messages: &mut Vec<Value>) {
    let (results, words): (Vec<&Value>, Vec<&Value>) =
        blocks.iter().partition(|block| at(block, "type") == "tool_result");
    messages.extend(results.into_iter().map(|result| {
        json!({ "role": "tool", "tool_call_id": at(result, "tool_use_id"), "content": text_of(at(result, "content")) })
    }));
    if !words.is_empty() {
        messages.push(json!({ "role": "user", "content": words }));
    }
}

pub(super) fn whole(completion: &Completion<'_>) -> Value {
    let (reply, mut content) = (completion.reply(), Vec::new());
    if !reply.reasoning.is_empty() {
        content.push(json!({ "type": "thinking", "thinking": reply.reasoning, "signature": SIGNATURE }));
    }
    if !reply.text.is_empty() {
        content.push(json!({ "type": "text", "text": reply.text }));
    }
    content.extend(reply.calls.iter().enumerate().map(|(at, call)| {
        json!({ "type": "tool_use", "id": completion.call_id(at), "name": call.tool, "input": call.args })
    }));
    let said = ("output_tokens", completion.counts().said.into());
    let fields = [
        ("content", content.into()),
        ("stop_reason", stop_reason(completion).into()),
        ("usage", with(usage(completion), [said])),
    ];
    with(start(completion), fields)
}

pub(super) fn events(completion: &Completion<'_>) -> Vec<Chunk> {
    let reply = completion.reply();
    let mut out = vec![Chunk::Frame(json!({ "type": "message_start", "message": start(completion) }))];
    let mut index = 0;
    if !reply.reasoning.is_empty() {
        let own = json!({ "type": "thinking", "thinking": "", "signature": "" });
        let pieces = completion.reasoning_pieces();
        let deltas = pieces.map(|piece| json!({ "type": "thinking_delta", "thinking": piece }));
        let seal = json!({ "type": "signature_delta", "signature": SIGNATURE });
        block(&mut out, &mut index, &own, deltas, Some(seal));
    }
    if !reply.text.is_empty() {
        let deltas = completion.text_pieces().map(|piece| json!({ "type": "text_delta", "text": piece }));
        block(&mut out, &mut index, &json!({ "type": "text", "text": "" }), deltas, None);
    }
    for (at, call) in reply.calls.iter().enumerate() {
        let own = json!({ "type": "tool_use", "id": completion.call_id(at), "name": call.tool, "input": {} });
        let pieces = completion.argument_pieces(call);
        let deltas = pieces.map(|piece| json!({ "type": "input_json_delta", "partial_json": piece }));
        block(&mut out, &mut index, &own, deltas, None);
    }
    let delta = json!({ "stop_reason": stop_reason(completion), "stop_sequence": null });
    let usage = json!({ "output_tokens": completion.counts().said });
    out.push(Chunk::Frame(json!({ "type": "message_delta", "delta": delta, "usage": usage })));
    out.push(Chunk::Frame(json!({ "type": "message_stop" })));
    out
}

fn block(
    out: &mut Vec<Chunk>,
    index: &mut usize,
    own: &Value,
    deltas: impl Iterator<Item = Value>,
    last: Option<Value>,
) {
    let delta = |delta: Value| json!({ "type": "content_block_delta", "index": *index, "delta": delta });
    out.push(Chunk::Frame(json!({ "type": "content_block_start", "index": *index, "content_block": own })));
    out.extend(deltas.map(|piece| Chunk::Delta(delta(piece))));
    out.extend(last.map(|piece| Chunk::Frame(delta(piece))));
    out.push(Chunk::Frame(json!({ "type": "content_block_stop", "index": *index })));
    *index += 1;
}

fn start(completion: &Completion<'_>) -> Value {
    json!({ "id": completion.id("msg"), "type": "message", "role": "assistant", "model": completion.model(),
        "content": [], "stop_reason": null, "stop_sequence": null, "usage": usage(completion) })
}

fn usage(completion: &Completion<'_>) -> Value {
    json!({ "input_tokens": completion.counts().heard, "output_tokens": 1,
        "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0 })
}

fn stop_reason(completion: &Completion<'_>) -> &'static str {
    if completion.reply().calls.is_empty() { "end_turn" } else { "tool_use" }
}
