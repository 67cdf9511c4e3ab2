//! The conversation in this wire's blocks: what the user says and what tools give are one role, and neighbours of a role are one message.

use super::{RECORD, is_thinking};
use crate::arrange::rules::{
    begin_with_the_user, drop_empty_assistants, end_with_the_user, holds_no_images, with_images_behind,
    with_one_system,
};
use crate::arrange::{self, Answer, Block, Call, Entry, Images, NO_OUTPUT, Piece, pair};
use crate::fields::text;
use crate::tool_ids::{IdMap, Ids};
use crate::tool_names::ToolNames;
use fairlead_protocol::connection::Quirks;
use fairlead_protocol::conversation::Message;
use fairlead_protocol::json::object;
use serde_json::Value;

const IMAGES: [&str; 4] = ["image/jpeg", "image/png", "image/gif", "image/webp"];

/// Blocks of the system prompt, and the messages behind it.
pub(super) struct Turns {
    pub(super) system: Vec<Value>,
    pub(super) turns: Vec<Turn>,
}

pub(super) struct Turn {
    pub(super) role: &'static str,
    pub(super) blocks: Vec<Value>,
}

impl Turn {
    pub(super) fn into_value(self) -> Value {
        object([("role", self.role.into()), ("content", Value::Array(self.blocks))])
    }
}

pub(super) fn write(messages: &[Message], quirks: &Quirks, names: &ToolNames) -> Turns {
    let images = if quirks.no_vision { Images::Told } else { Images::Sent };
    let entries = pair(messages, Some(RECORD), images);
    let mut entries = with_images_behind(entries, holds_no_images(quirks));
    entries = with_one_system(entries);
    drop_empty_assistants(&mut entries);
    begin_with_the_user(&mut entries);
    if quirks.no_trailing_assistant {
        end_with_the_user(&mut entries);
    }
    let mut writer = Writer { names, ids: IdMap::new(Ids::Word) };
    let mut out = Turns { system: Vec::new(), turns: Vec::new() };
    for entry in entries {
        match entry {
            Entry::System(text) => out.system.extend(said(&text)),
            Entry::User(blocks) => out.say("user", blocks.iter().filter_map(block).collect()),
            Entry::Result(answer) => out.say("user", vec![writer.result(answer)]),
            Entry::Assistant(turn) => out.say("assistant", writer.assistant(&turn)),
        }
    }
    out
}

impl Turns {
    fn say(&mut self, role: &'static str, blocks: Vec<Value>) {
        match self.turns.last_mut() {
            _ if blocks.is_empty() => {}
            Some(last) if last.role == role => last.blocks.extend(blocks),
            Some(_) | None => self.turns.push(Turn { role, blocks }),
        }
    }
}

struct Writer<'a> {
    names: &'a ToolNames,
    ids: IdMap,
}

impl Writer<'_> {
    fn assistant(&mut self, turn: &arrange::Turn<'_>) -> Vec<Value> {
        let mut blocks: Vec<Value> = turn.pieces.iter().filter_map(|piece| self.piece(piece)).collect();
        // A message may not end with what was thought.
        while !turn.paused && blocks.last().is_some_and(is_thinking) {
            blocks.pop();
        }
        blocks
    }

    fn piece(&mut self, piece: &Piece<'_>) -> Option<Value> {
        match piece {
            Piece::Text(text) => said(text.trim_end()),
            Piece::Own(own) => {
                let is_blank = text(own, "type") == "text" && text(own, "text").trim().is_empty();
                (!is_blank).then(|| (*own).clone())
            }
            Piece::Call { call, own } => Some(self.call(call, *own)),
            Piece::OwnCall { id, own } => Some(with(own, [("id", self.ids.wire(id).into())])),
        }
    }

    /// The block as it came, with the id that the result has too.
    fn call(&mut self, call: &Call<'_>, own: Option<&Value>) -> Value {
        let input =
            if call.args.is_object() { call.args.clone() } else { object([("value", call.args.clone())]) };
        let fields = [
            ("type", "tool_use".into()),
            ("id", self.ids.wire(call.id).into()),
            ("name", self.names.wire(call.name).into()),
            ("input", input),
        ];
        match own {
            Some(own) => with(own, fields),
            None => object(fields),
        }
    }

    fn result(&mut self, answer: Answer<'_>) -> Value {
        let mut content: Vec<Value> = answer.blocks.iter().filter_map(block).collect();
        if content.is_empty() {
            content.extend(said(NO_OUTPUT));
        }
        let result = object([
            ("type", "tool_result".into()),
            ("tool_use_id", self.ids.wire(answer.call_id).into()),
            ("content", Value::Array(content)),
        ]);
        if answer.is_error { with(&result, [("is_error", true.into())]) } else { result }
    }
}

/// A value with some of its fields set anew.
fn with<const N: usize>(value: &Value, fields: [(&str, Value); N]) -> Value {
    let mut value = value.clone();
    if let (Some(known), Value::Object(new)) = (value.as_object_mut(), object(fields)) {
        known.extend(new);
    }
    value
}

/// Blank text is refused, so it is not sent.
fn said(text: &str) -> Option<Value> {
    (!text.trim().is_empty()).then(|| object([("type", "text".into()), ("text", text.into())]))
}

fn block(block: &Block<'_>) -> Option<Value> {
    match block {
        Block::Text(text) => said(text),
        Block::Image { media_type, data_b64 } => {
            let media_type = if *media_type == "image/jpg" { "image/jpeg" } else { media_type };
            if !IMAGES.contains(&media_type) {
                return said(&format!("[image omitted: this endpoint does not take {media_type}]"));
            }
            let source = object([
                ("type", "base64".into()),
                ("media_type", media_type.into()),
                ("data", (*data_b64).into()),
            ]);
            Some(object([("type", "image".into()), ("source", source)]))
        }
    }
}
