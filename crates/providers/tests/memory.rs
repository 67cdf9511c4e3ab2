//! Whatever an endpoint keeps sending, what is kept of it is no more than a few times what it sent, and that has an end.

// A test may end by panicking, in functions that are not marked as tests too.
#![allow(clippy::panic, clippy::unwrap_used, clippy::indexing_slicing)]

#[path = "decoding/plain.rs"]
mod plain;

use fairlead_protocol::connection::Wire;
use fairlead_providers::EVENT_BYTES;
use plain::decoder;
use serde_json::{Value, json};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static COUNTING: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const SENT: usize = 1024 * 1024;
/// A tree is a few times its text.
const TIMES: usize = 4;
const BESIDE: usize = 1024 * 1024;

/// Events that go on for ever, each with its number.
type Flood = fn(usize) -> Value;

const FLOODS: [(Wire, Flood); 13] = [
    (Wire::OpenaiChat, |_| json!({"choices": [{"delta": {"content": "word "}}]})),
    (
        Wire::OpenaiChat,
        |at| json!({"choices": [{"delta": {"tool_calls": [{"index": at, "id": at.to_string()}]}}]}),
    ),
    (
        Wire::OpenaiChat,
        |_| json!({"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"arguments": "["}}]}}]}),
    ),
    (
        Wire::OpenaiChat,
        |at| json!({"choices": [{"delta": {"reasoning_details": [{"index": at, "text": "t"}]}}]}),
    ),
    (Wire::OpenaiChat, |at| json!({"unknown": at})),
    (
        Wire::Anthropic,
        |at| json!({"type": "content_block_start", "index": at, "content_block": {"type": "text", "text": "t"}}),
    ),
    (
        Wire::Anthropic,
        |at| json!({"type": "content_block_start", "index": at, "content_block": {"type": "tool_use", "id": "i"}}),
    ),
    (
        Wire::Anthropic,
        |_| json!({"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "t"}}),
    ),
    (
        Wire::Anthropic,
        |_| json!({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "t"}}),
    ),
    (Wire::Anthropic, |at| json!({"type": "ping", "at": at})),
    (
        Wire::OpenaiResponses,
        |at| json!({"type": "response.output_item.done", "output_index": at, "item": {"type": "message", "id": "m"}}),
    ),
    (
        Wire::OpenaiResponses,
        |at| json!({"type": "response.output_text.delta", "output_index": 0, "content_index": at, "delta": "d"}),
    ),
    (
        Wire::OpenaiResponses,
        |_| json!({"type": "response.function_call_arguments.delta", "output_index": 0, "delta": "["}),
    ),
];

// One test: what another one holds beside it would be counted too.
#[test]
fn what_is_kept_is_bounded_by_what_was_sent_and_that_by_the_caps() {
    for (at, (wire, event)) in FLOODS.into_iter().enumerate() {
        let mut decoder = decoder(wire);
        let mut sent = 0;
        let counted = Region::new(&INSTRUMENTED_SYSTEM);
        for number in 0.. {
            if decoder.is_done() || sent > SENT {
                break;
            }
            let body = format!("data: {}\n\n", event(number));
            sent += body.len();
            decoder.push(body.as_bytes());
        }
        let held = held(&counted);
        assert!(held <= TIMES * sent + BESIDE, "flood {at}: {held} held of {sent} sent");
    }

    let mut endless = decoder(Wire::OpenaiChat);
    let piece = vec![b'a'; 256 * 1024];
    let counted = Region::new(&INSTRUMENTED_SYSTEM);
    endless.push(b"data: ");
    while !endless.is_done() {
        endless.push(&piece);
    }
    let held = held(&counted);
    assert!(held <= 2 * EVENT_BYTES, "one endless event holds {held}");
}

fn held(counted: &Region<'_, System>) -> usize {
    let change = counted.change();
    let grown =
        isize::try_from(change.bytes_allocated).unwrap() - isize::try_from(change.bytes_deallocated).unwrap();
    usize::try_from(grown.max(0)).unwrap()
}
