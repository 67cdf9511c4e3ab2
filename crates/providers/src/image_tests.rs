//! Pictures on all three wires: what the person attached, what a tool returned, and what a model sent. None is lost unsaid.

use crate::fixture::{body, called, heard, image, reply, resulted, said, text};
use crate::options::Options;
use crate::replied::{SENT_IMAGE, UNSHOWN_IMAGE};
use fairlead_protocol::connection::{Quirks, Wire};
use fairlead_protocol::conversation::{Delta, Message, Role, SentImage};
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
fn a_picture_that_a_model_sends_is_told_where_it_came_and_kept_unless_it_lies_elsewhere() {
    let chat = |delta: Value| json!({"choices": [{"index": 0, "delta": delta}]});
    let ends = json!({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]});
    let picture = |url: &str| json!({"type": "image_url", "image_url": {"url": url}});
    let (own, remote) = (picture(PNG), picture("https://pictures.example/1.png"));
    let drawn = |result: &str| json!({"type": "image_generation_call", "id": "i", "status": "completed", "result": result});
    let done = |result: &str| json!({"type": "response.completed", "response": {"status": "completed", "output": [drawn(result)]}});
    let finished =
        |result: &str| json!({"type": "response.output_item.done", "output_index": 0, "item": drawn(result)});
    let block = |source: Value| {
        vec![
            json!({"type": "message_start", "message": {"usage": {"input_tokens": 1, "output_tokens": 1}}}),
            json!({"type": "content_block_start", "index": 0, "content_block": {"type": "image", "source": source}}),
            json!({"type": "content_block_stop", "index": 0}),
            json!({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 2}}),
            json!({"type": "message_stop"}),
        ]
    };
    let base64 = json!({"type": "base64", "media_type": "image/png", "data": "AA=="});
    let kept = [
        (Wire::OpenaiChat, vec![chat(json!({"content": "", "images": [own]})), ends.clone()]),
        (Wire::OpenaiChat, vec![chat(json!({"content": [own]})), ends.clone()]),
        (Wire::OpenaiResponses, vec![done("AA==")]),
        (Wire::OpenaiResponses, vec![finished("AA=="), done("AA==")]),
        (Wire::Anthropic, block(base64)),
    ];
    let lost = [
        (Wire::OpenaiChat, vec![chat(json!({"content": "", "images": [remote]})), ends]),
        (Wire::OpenaiResponses, vec![finished(""), done("")]),
        (Wire::Anthropic, block(json!({"type": "url", "url": "https://pictures.example/1.png"}))),
    ];
    let image = SentImage { media_type: "image/png".to_owned(), data_b64: "AA==".to_owned() };
    let rows = kept.into_iter().map(|(wire, events)| (wire, events, SENT_IMAGE, vec![image.clone()]));
    for (wire, events, text, images) in
        rows.chain(lost.into_iter().map(|(wire, events)| (wire, events, UNSHOWN_IMAGE, Vec::new())))
    {
        let reply = reply(wire, &events);
        assert_eq!((reply.text.as_str(), reply.images), (text, images), "{wire:?}: {events:?}");
        let told = vec![Delta::Text { text: text.to_owned() }];
        assert_eq!(heard(wire, &events).1, told, "{wire:?}: {events:?}");
    }
}
