//! OpenAI Responses: its requests as Chat Completions, and replies as its events.

use super::chunks::{Chunk, Completion};
use super::dialect::{at, chat, list, with};
use crate::model::request::Malformed;
use serde_json::{Value, json};

/// What a thought is sealed in, and has to come back in.
const SEAL: &str = "ZGVtbyBzZWFs";

pub(super) fn as_chat(body: &Value) -> Result<Value, Malformed> {
    let mut messages = Vec::new();
    if let Some(instructions) = at(body, "instructions").as_str() {
        messages.push(json!({ "role": "system", "content": instructions }));
    }
    for item in list(body, "input") {
        match at(item, "type").as_str() {
            Some("function_call") => called(item, &mut messages),
            Some("function_call_output") => {
                let output = at(item, "output");
                messages
                    .push(json!({ "role": "tool", "tool_call_id": at(item, "call_id"), "content": output }));
            }
            Some("reasoning") if at(item, "encrypted_content") != SEAL => {
                let message = "The encrypted content could not be verified.".to_owned();
                return Err(Malformed { param: "input", message });
            }
            Some("reasoning") => {}
            _ => messages.push(json!({ "role": at(item, "role"), "content": at(item, "content") })),
        }
    }
    Ok(chat(body, &messages, "parameters"))
}

/// Calls next to each other are one message there.
fn called(item: &Value, messages: &mut Vec<Value>) {
    let call = json!({ "id": at(item, "call_id"), "type": "function",
        "function": { "name": at(item, "name"), "arguments": at(item, "arguments") } });
    match messages.last_mut().and_then(|last| last.get_mut("tool_calls")?.as_array_mut()) {
        Some(calls) => calls.push(call),
        None => messages.push(json!({ "role": "assistant", "content": null, "tool_calls": [call] })),
    }
}

pub(super) fn whole(completion: &Completion<'_>) -> Value {
    response(completion, "completed", items(completion))
}

pub(super) fn events(completion: &Completion<'_>) -> Vec<Chunk> {
    let reply = completion.reply();
    let mut out = vec![Chunk::Frame(
        json!({ "type": "response.created", "response": response(completion, "in_progress", Vec::new()) }),
    )];
    let items = items(completion);
    let mut calls = reply.calls.iter();
    for (index, item) in items.iter().enumerate() {
        let (kind, place, empty, pieces) = match at(item, "type").as_str() {
            Some("reasoning") => {
                let empty = ("summary", json!([]));
                ("reasoning_summary_text", "summary_index", empty, completion.reasoning_pieces().collect())
            }
            Some("function_call") => {
                let pieces: Vec<String> =
                    calls.next().map(|call| completion.argument_pieces(call).collect()).unwrap_or_default();
                ("function_call_arguments", "content_index", ("arguments", "".into()), pieces)
            }
            _ => {
                let empty = ("content", json!([]));
                ("output_text", "content_index", empty, completion.text_pieces().collect::<Vec<String>>())
            }
        };
        out.push(Chunk::Frame(
            json!({ "type": "response.output_item.added", "output_index": index, "item": with(item.clone(), [empty]) }),
        ));
        out.extend(pieces.into_iter().map(|piece| {
            Chunk::Delta(json!({ "type": format!("response.{kind}.delta"), "item_id": at(item, "id"),
                "output_index": index, place: 0, "delta": piece }))
        }));
        out.push(Chunk::Frame(
            json!({ "type": "response.output_item.done", "output_index": index, "item": item }),
        ));
    }
    let whole = response(completion, "completed", items);
    out.push(Chunk::Frame(json!({ "type": "response.completed", "response": whole })));
    out
}

fn items(completion: &Completion<'_>) -> Vec<Value> {
    let (reply, mut items) = (completion.reply(), Vec::new());
    if !reply.reasoning.is_empty() {
        let summary = json!([{ "type": "summary_text", "text": reply.reasoning }]);
        items.push(json!({ "type": "reasoning", "id": completion.id("rs"), "summary": summary,
            "encrypted_content": SEAL }));
    }
    if !reply.text.is_empty() {
        let content = json!([{ "type": "output_text", "text": reply.text, "annotations": [] }]);
        items.push(json!({ "type": "message", "id": completion.id("msg"), "role": "assistant",
            "status": "completed", "content": content }));
    }
    items.extend(reply.calls.iter().enumerate().map(|(at, call)| {
        json!({ "type": "function_call", "id": format!("{}_{at}", completion.id("fc")), "status": "completed",
            "call_id": completion.call_id(at), "name": call.tool, "arguments": completion.arguments(call) })
    }));
    items
}

fn response(completion: &Completion<'_>, status: &str, output: Vec<Value>) -> Value {
    let counts = completion.counts();
    let usage = json!({ "input_tokens": counts.heard, "output_tokens": counts.said,
        "total_tokens": counts.heard + counts.said, "input_tokens_details": { "cached_tokens": 0 },
        "output_tokens_details": { "reasoning_tokens": counts.thought } });
    json!({ "id": completion.id("resp"), "object": "response", "status": status, "model": completion.model(),
        "output": output, "error": null, "incomplete_details": null,
        "usage": if status == "completed" { usage } else { Value::Null } })
}
