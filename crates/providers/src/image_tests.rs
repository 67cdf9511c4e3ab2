//! Pictures on all three wires: what the person attached, what a tool returned, and what a model sent. None is lost unsaid.

use crate::fixture::{body, called, heard, image, reply, resulted, said, text};
use crate::options::Options;
use crate::replied::UNSHOWN_IMAGE;
use fairlead_protocol::connection::{Quirks, Wire};
use fairlead_protocol::conversation::{Delta, Message, Role};
use serde_json::{Value, json};

const WIRES: [Wire; 3] = [Wire::OpenaiChat, Wire::Anthropic, Wire::OpenaiResponses];
const PNG: &str = "data:image/png;base64,AA==";

/// How a wire writes a picture of the user's.
fn written(wire: Wire) -> Value {
    match wire {
        Wire::OpenaiChat => json!({"type": "image_url", "image_url": {"url": PNG}}),
        Wire::Anthropic => {
            json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AA=="}})
        }
        Wire::OpenaiResponses => json!({"type": "input_image", "image_url": PNG}),
    }
}

fn conversation(wire: Wire, quirks: Quirks, messages: &[Message]) -> Value {
    let body = body(wire, quirks, messages, &Options::default());
    body.get("messages").or_else(|| body.get("input")).unwrap().clone()
}

fn count(value: &Value, of: &Value) -> usize {
    let inner: usize = match value {
        Value::Array(items) => items.iter().map(|item| count(item, of)).sum(),
        Value::Object(fields) => fields.values().map(|field| count(field, of)).sum(),
        _ => 0,
    };
    inner + usize::from(value == of)
}

#[test]
fn a_picture_of_the_user_goes_out_on_every_wire() {
    for wire in WIRES {
        let content = vec![text("look"), image("image/png")];
        let asked = Message { role: Role::User, content, opaque: None, paused: false };
        let sent = conversation(wire, Quirks::default(), &[asked]);
        assert_eq!(count(&sent, &written(wire)), 1, "{wire:?}: {sent}");
    }
}

#[test]
fn a_picture_of_a_tool_goes_out_in_its_result_or_behind_it() {
    for wire in WIRES {
        for quirks in [Quirks::default(), Quirks { text_results: true, ..Quirks::default() }] {
            let in_result = wire != Wire::OpenaiChat && !quirks.text_results;
            let result = resulted("a", false, vec![text("shot"), image("image/png")]);
            let sent = conversation(wire, quirks, &[said("go"), called(&["a"], None), result]);
            assert_eq!(count(&sent, &written(wire)), 1, "{wire:?}: {sent}");
            let told = sent.to_string();
            assert_eq!(told.contains("[image follows]"), !in_result, "{wire:?}: {sent}");
            assert_eq!(told.contains("Image returned by tool call"), !in_result, "{wire:?}: {sent}");
        }
    }
}

#[test]
fn a_model_that_sees_nothing_is_told_of_each_picture() {
    for wire in WIRES {
        let content = vec![image("image/png"), image("image/png")];
        let asked = Message { role: Role::User, content, opaque: None, paused: false };
        let quirks = Quirks { no_vision: true, ..Quirks::default() };
        let result = resulted("a", false, vec![image("image/png")]);
        let sent = conversation(wire, quirks, &[asked, called(&["a"], None), result]).to_string();
        assert_eq!(
            sent.matches("[image omitted: the model cannot see images]").count(),
            3,
            "{wire:?}: {sent}"
        );
        assert!(!sent.contains("AA=="), "{wire:?}: {sent}");
    }
}

#[test]
fn a_picture_that_a_model_sends_is_said_where_it_came() {
    let chat = |delta: Value| json!({"choices": [{"index": 0, "delta": delta}]});
    let ends = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]});
    let picture = json!({"type": "image_url", "image_url": {"url": PNG}});
    let drawn = json!({"type": "image_generation_call", "id": "i", "status": "completed", "result": "AA=="});
    let done = json!({"type": "response.completed", "response": {"status": "completed", "output": [drawn]}});
    let table = [
        (Wire::OpenaiChat, vec![chat(json!({"content": "", "images": [picture]})), ends.clone()]),
        (Wire::OpenaiChat, vec![chat(json!({"content": [picture]})), ends]),
        (Wire::OpenaiResponses, vec![done.clone()]),
        (
            Wire::OpenaiResponses,
            vec![json!({"type": "response.output_item.done", "output_index": 0, "item": drawn}), done],
        ),
        (
            Wire::Anthropic,
            vec![
                json!({"type": "message_start", "message": {"usage": {"input_tokens": 1, "output_tokens": 1}}}),
                json!({"type": "content_block_start", "index": 0, "content_block": {"type": "image", "source": {}}}),
                json!({"type": "content_block_stop", "index": 0}),
                json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 2}}),
                json!({"type": "message_stop"}),
            ],
        ),
    ];
    for (wire, events) in table {
        assert_eq!(reply(wire, &events).text, UNSHOWN_IMAGE, "{wire:?}: {events:?}");
        let told = vec![Delta::Text { text: UNSHOWN_IMAGE.to_owned() }];
        assert_eq!(heard(wire, &events).1, told, "{wire:?}: {events:?}");
    }
}
