//! The conversation as items of this wire. Items go without their ids: nothing is stored, so there is nothing to look up.

use super::{RECORD, is_sealed};
use crate::arrange::rules::{holds_no_images, with_images_behind};
use crate::arrange::{Answer, Block, Entry, Images, NO_OUTPUT, Piece, Turn, pair, result_text};
use crate::fields::{list, put, text, word};
use crate::tool_ids::{IdMap, Ids};
use crate::tool_names::ToolNames;
use fairlead_protocol::connection::Quirks;
use fairlead_protocol::conversation::Message;
use fairlead_protocol::json::object;
use serde_json::{Map, Value};

/// The instructions that the conversation begins with, and the items behind them.
pub(super) fn write(
    messages: &[Message],
    quirks: &Quirks,
    names: &ToolNames,
) -> (Option<String>, Vec<Value>) {
    let images = if quirks.no_vision { Images::Told } else { Images::Sent };
    let entries = pair(messages, Some(RECORD), images);
    let mut entries = with_images_behind(entries, holds_no_images(quirks)).into_iter().peekable();
    let mut top = Vec::new();
    while let Some(Entry::System(text)) = entries.next_if(|entry| matches!(entry, Entry::System(_))) {
        top.push(text);
    }
    let late_role = if quirks.developer_role { "developer" } else { "system" };
    let mut writer = Writer { names, ids: IdMap::new(Ids::Word) };
    let mut items = Vec::new();
    for entry in entries {
        match entry {
            Entry::System(text) => items.push(message(late_role, vec![said("input_text", &text)])),
            Entry::User(blocks) => items.push(message("user", blocks.iter().map(block).collect())),
            Entry::Assistant(turn) => items.extend(writer.assistant(&turn)),
            Entry::Result(answer) => items.push(writer.output(&answer)),
        }
    }
    ((!top.is_empty()).then(|| top.join("\n\n")), items)
}

struct Writer<'a> {
    names: &'a ToolNames,
    ids: IdMap,
}

impl Writer<'_> {
    fn assistant(&mut self, turn: &Turn<'_>) -> Vec<Value> {
        let mut items: Vec<Value> = turn.pieces.iter().filter_map(|piece| self.piece(piece)).collect();
        // What was thought is refused without what it led to.
        while items.last().is_some_and(is_sealed) {
            items.pop();
        }
        items
    }

    fn piece(&mut self, piece: &Piece<'_>) -> Option<Value> {
        match piece {
            Piece::Text(text) if text.trim().is_empty() => None,
            Piece::Text(text) => Some(message("assistant", vec![said("output_text", text)])),
            Piece::Own(own) if text(own, "type") == "message" => Some(own_message(own)),
            // Without a seal the server would have to look it up.
            Piece::Own(own) => is_sealed(own).then(|| nameless(own)),
            Piece::Call { call, .. } => {
                Some(self.call(call.id, self.names.wire(call.name), call.args.to_string()))
            }
            Piece::OwnCall { id, own } => {
                Some(self.call(id, text(own, "name"), text(own, "arguments").to_owned()))
            }
        }
    }

    fn call(&mut self, id: &str, name: &str, arguments: String) -> Value {
        object([
            ("type", "function_call".into()),
            ("call_id", self.ids.wire(id).into()),
            ("name", name.into()),
            ("arguments", arguments.into()),
        ])
    }

    /// Text goes as a string: not every server takes a list of parts.
    fn output(&mut self, answer: &Answer<'_>) -> Value {
        let has_image = answer.blocks.iter().any(|block| matches!(block, Block::Image { .. }));
        let output = if has_image {
            Value::Array(answer.blocks.iter().map(block).collect())
        } else {
            let text = result_text(answer);
            if text.is_empty() { NO_OUTPUT.into() } else { text.into() }
        };
        object([
            ("type", "function_call_output".into()),
            ("call_id", self.ids.wire(answer.call_id).into()),
            ("output", output),
        ])
    }
}

fn message(role: &str, content: Vec<Value>) -> Value {
    object([("type", "message".into()), ("role", role.into()), ("content", Value::Array(content))])
}

fn said(kind: &str, text: &str) -> Value {
    object([("type", kind.into()), ("text", text.into())])
}

fn block(block: &Block<'_>) -> Value {
    match block {
        Block::Text(text) => said("input_text", text),
        Block::Image { media_type, data_b64 } => {
            let url = format!("data:{media_type};base64,{data_b64}");
            object([("type", "input_image".into()), ("image_url", url.into())])
        }
    }
}

/// What the model said, with the phase that it said it in.
fn own_message(own: &Value) -> Value {
    let parts = list(own, "content").iter().filter_map(|part| match text(part, "type") {
        "output_text" => word(part, "text").map(|text| said("output_text", text)),
        "refusal" => word(part, "refusal")
            .map(|refusal| object([("type", "refusal".into()), ("refusal", refusal.into())])),
        _ => None,
    });
    let mut out = message("assistant", parts.collect());
    if let Some(fields) = out.as_object_mut() {
        put(fields, "phase", word(own, "phase").map(Value::from));
    }
    out
}

fn nameless(own: &Value) -> Value {
    let mut fields = Map::new();
    let kept =
        own.as_object().into_iter().flatten().filter(|(key, _)| !matches!(key.as_str(), "id" | "status"));
    fields.extend(kept.map(|(key, value)| (key.clone(), value.clone())));
    Value::Object(fields)
}
