//! Puts a conversation into the order that this wire and the endpoint's quirks ask for: every call has exactly one
//! result, directly behind the message that calls, in the order of the calls; everything else keeps its place.

use super::{EXTRA_CONTENT, REASONING_CONTENT, REASONING_DETAILS};
use fairlead_protocol::connection::Quirks;
use fairlead_protocol::conversation::{Message, Opaque, Part, Role};
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};

const NO_RESULT: &str = "No result: the call was interrupted.";
const BRIDGE: &str = "Understood.";
const GO_ON: &str = "Continue.";

/// One message of the wire, still without its JSON.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Entry<'a> {
    System(String),
    User(Vec<Block<'a>>),
    Assistant(Turn<'a>),
    Tool { call_id: &'a str, text: String },
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Block<'a> {
    Text(String),
    Image { media_type: &'a str, data_b64: &'a str },
}

/// What the assistant said in one message, and the opaque state that goes back with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Turn<'a> {
    pub(super) text: String,
    pub(super) calls: Vec<Call<'a>>,
    pub(super) reasoning_content: Option<&'a Value>,
    pub(super) reasoning_details: Option<&'a Value>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Call<'a> {
    pub(super) id: &'a str,
    pub(super) name: &'a str,
    pub(super) args: &'a Value,
    pub(super) extra_content: Option<&'a Value>,
}

/// The order of the conversation as it is, then as the endpoint wants it.
pub(super) fn arrange<'a>(messages: &'a [Message], quirks: &Quirks) -> Vec<Entry<'a>> {
    let mut entries = pair(messages, Images::of(quirks));
    if quirks.drop_empty_assistant {
        entries.retain(|entry| !is_empty_assistant(entry));
    }
    if quirks.single_system_first {
        entries = with_one_system(entries);
    }
    if quirks.merge_same_role {
        entries = with_neighbours_merged(entries);
    }
    if quirks.bridge_tool_user {
        entries = with_bridges(entries);
    }
    if quirks.no_trailing_assistant && matches!(entries.last(), Some(Entry::Assistant(_))) {
        entries.push(Entry::User(vec![Block::Text(GO_ON.to_owned())]));
    }
    entries
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Images {
    Sent,
    /// The model cannot see: a word stands in.
    Told,
}

impl Images {
    fn of(quirks: &Quirks) -> Self {
        if quirks.no_vision { Self::Told } else { Self::Sent }
    }
}

/// The results of one call id, oldest first. Ids should be unique; if they are not, each result is given once.
type Results<'a> = BTreeMap<&'a str, VecDeque<(usize, ToolResult<'a>)>>;

#[derive(Clone, Copy)]
struct ToolResult<'a> {
    is_error: bool,
    content: &'a [Part],
}

fn pair(messages: &[Message], images: Images) -> Vec<Entry<'_>> {
    let mut results = Results::new();
    for (at, part) in messages
        .iter()
        .enumerate()
        .flat_map(|(at, message)| message.content.iter().map(move |part| (at, part)))
    {
        if let Part::ToolResult { call_id, is_error, content } = part {
            let result = ToolResult { is_error: *is_error, content };
            results.entry(call_id.as_str()).or_default().push_back((at, result));
        }
    }
    let mut entries = Vec::new();
    for (at, message) in messages.iter().enumerate() {
        match message.role {
            Role::System => {
                let text = joined(&message.content, "\n\n");
                if !text.is_empty() {
                    entries.push(Entry::System(text));
                }
            }
            // A tool message is nothing but results, and those stand behind their calls.
            Role::User | Role::Tool => {
                let blocks = blocks(&message.content, images);
                if !blocks.is_empty() {
                    entries.push(Entry::User(blocks));
                }
            }
            Role::Assistant => {
                let turn = turn(message);
                let calls: Vec<&str> = turn.calls.iter().map(|call| call.id).collect();
                entries.push(Entry::Assistant(turn));
                answer(&calls, at, &mut results, images, &mut entries);
            }
        }
    }
    entries
}

/// The results of one message's calls, and behind all of them one message with their images: a tool message takes none.
fn answer<'a>(
    calls: &[&'a str],
    at: usize,
    results: &mut Results<'a>,
    images: Images,
    entries: &mut Vec<Entry<'a>>,
) {
    let mut seen = Vec::new();
    for call_id in calls {
        let queue = results.entry(call_id).or_default();
        while queue.front().is_some_and(|(place, _)| *place <= at) {
            queue.pop_front();
        }
        let text = match queue.pop_front() {
            None => NO_RESULT.to_owned(),
            Some((_, result)) => {
                let found: Vec<Block<'a>> = result.content.iter().filter_map(image).collect();
                let note = match (found.is_empty(), images) {
                    (true, _) => "",
                    (false, Images::Sent) => "[image follows]",
                    (false, Images::Told) => "[image omitted: the model cannot see images]",
                };
                if !found.is_empty() && images == Images::Sent {
                    seen.push(Block::Text(format!("Image returned by tool call {call_id}:")));
                    seen.extend(found);
                }
                result_text(result, note)
            }
        };
        entries.push(Entry::Tool { call_id, text });
    }
    if !seen.is_empty() {
        entries.push(Entry::User(seen));
    }
}

/// The wire has no field for a failure, so the text says it.
fn result_text(result: ToolResult<'_>, note: &str) -> String {
    let text = joined(result.content, "\n");
    let failed =
        if result.is_error && !text.to_ascii_lowercase().starts_with("error") { "Error: " } else { "" };
    let gap = if text.is_empty() || note.is_empty() { "" } else { "\n" };
    format!("{failed}{text}{gap}{note}")
}

fn turn(message: &Message) -> Turn<'_> {
    let mut turn = Turn::default();
    if let Some(opaque) = &message.opaque {
        turn.keep(opaque);
    }
    for part in &message.content {
        match part {
            Part::Text { text } => turn.text.push_str(text),
            Part::Reasoning { opaque, .. } => {
                if let Some(opaque) = opaque {
                    turn.keep(opaque);
                }
            }
            Part::ToolCall { id, name, args, opaque } => {
                let extra = opaque
                    .as_ref()
                    .filter(|opaque| opaque.format == EXTRA_CONTENT)
                    .map(|opaque| &opaque.value);
                turn.calls.push(Call { id, name, args, extra_content: extra });
            }
            Part::Image { .. } | Part::ToolResult { .. } => {}
        }
    }
    turn
}

impl<'a> Turn<'a> {
    /// State of other wires is dropped: it would be refused, and it is none of this endpoint's business.
    fn keep(&mut self, opaque: &'a Opaque) {
        match opaque.format.as_str() {
            REASONING_CONTENT => self.reasoning_content = Some(&opaque.value),
            REASONING_DETAILS => self.reasoning_details = Some(&opaque.value),
            _ => {}
        }
    }
}

fn blocks(parts: &[Part], images: Images) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    for part in parts {
        match (part, images) {
            (Part::Text { text }, _) if !text.is_empty() => blocks.push(Block::Text(text.clone())),
            (Part::Image { .. }, Images::Sent) => blocks.extend(image(part)),
            (Part::Image { .. }, Images::Told) => {
                blocks.push(Block::Text("[image omitted: the model cannot see images]".to_owned()));
            }
            (
                Part::Text { .. } | Part::Reasoning { .. } | Part::ToolCall { .. } | Part::ToolResult { .. },
                _,
            ) => {}
        }
    }
    blocks
}

fn image(part: &Part) -> Option<Block<'_>> {
    match part {
        Part::Image { media_type, data_b64 } => Some(Block::Image { media_type, data_b64 }),
        Part::Text { .. } | Part::Reasoning { .. } | Part::ToolCall { .. } | Part::ToolResult { .. } => None,
    }
}

fn joined(parts: &[Part], gap: &str) -> String {
    let texts = parts.iter().filter_map(|part| match part {
        Part::Text { text } if !text.is_empty() => Some(text.as_str()),
        Part::Text { .. }
        | Part::Image { .. }
        | Part::Reasoning { .. }
        | Part::ToolCall { .. }
        | Part::ToolResult { .. } => None,
    });
    texts.collect::<Vec<_>>().join(gap)
}

fn is_empty_assistant(entry: &Entry<'_>) -> bool {
    match entry {
        Entry::Assistant(turn) => turn.text.trim().is_empty() && turn.calls.is_empty(),
        Entry::System(_) | Entry::User(_) | Entry::Tool { .. } => false,
    }
}

/// One system message at the top. What the system says later joins the next message of the user, where it does not
/// change the prefix that a server has cached.
fn with_one_system(entries: Vec<Entry<'_>>) -> Vec<Entry<'_>> {
    let mut top: Vec<String> = Vec::new();
    let mut rest: Vec<Entry<'_>> = Vec::new();
    let mut notes: Vec<Block<'_>> = Vec::new();
    for entry in entries {
        match entry {
            Entry::System(text) if rest.is_empty() && notes.is_empty() => top.push(text),
            Entry::System(text) => notes.push(Block::Text(format!("<system-note>{text}</system-note>"))),
            Entry::User(blocks) => {
                let noted = std::mem::take(&mut notes).into_iter().chain(blocks).collect();
                rest.push(Entry::User(noted));
            }
            Entry::Assistant(turn) => {
                if !notes.is_empty() {
                    rest.push(Entry::User(std::mem::take(&mut notes)));
                }
                rest.push(Entry::Assistant(turn));
            }
            Entry::Tool { .. } => rest.push(entry),
        }
    }
    if !notes.is_empty() {
        rest.push(Entry::User(notes));
    }
    if !top.is_empty() {
        rest.insert(0, Entry::System(top.join("\n\n")));
    }
    rest
}

fn with_neighbours_merged(entries: Vec<Entry<'_>>) -> Vec<Entry<'_>> {
    let mut merged: Vec<Entry<'_>> = Vec::new();
    for entry in entries {
        match (merged.last_mut(), entry) {
            (Some(Entry::User(known)), Entry::User(more)) => known.extend(more),
            (Some(Entry::System(known)), Entry::System(more)) => {
                known.push_str("\n\n");
                known.push_str(&more);
            }
            (_, entry) => merged.push(entry),
        }
    }
    merged
}

fn with_bridges(entries: Vec<Entry<'_>>) -> Vec<Entry<'_>> {
    let mut bridged: Vec<Entry<'_>> = Vec::new();
    for entry in entries {
        if let (Some(Entry::Tool { .. }), Entry::User(_)) = (bridged.last(), &entry) {
            bridged.push(Entry::Assistant(Turn { text: BRIDGE.to_owned(), ..Turn::default() }));
        }
        bridged.push(entry);
    }
    bridged
}

#[cfg(test)]
mod tests;
