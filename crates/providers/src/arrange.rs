//! The order of a conversation as every wire wants it: each call has exactly one result, directly behind the message that calls, in
//! the order of the calls; everything else keeps its place. What single endpoints want beyond that is in [`rules`].

pub(crate) mod rules;

use fairlead_protocol::conversation::{Message, Opaque, Part, Role};
use serde_json::Value;

pub(crate) const NO_RESULT: &str = "No result: the call was interrupted.";
/// What stands for a result that says nothing, where that is refused.
pub(crate) const NO_OUTPUT: &str = "(no output)";
const UNSEEN: &str = "[image omitted: the model cannot see images]";

/// One message, still without its JSON.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Entry<'a> {
    System(String),
    User(Vec<Block<'a>>),
    Assistant(Turn<'a>),
    Result(Answer<'a>),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Block<'a> {
    Text(String),
    Image { media_type: &'a str, data_b64: &'a str },
}

/// What came of one call.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Answer<'a> {
    pub(crate) call_id: &'a str,
    pub(crate) is_error: bool,
    pub(crate) blocks: Vec<Block<'a>>,
}

/// What the assistant said in one message, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Turn<'a> {
    pub(crate) pieces: Vec<Piece<'a>>,
    /// All opaque state that came with it, whatever wire it is of.
    pub(crate) states: Vec<&'a Opaque>,
    /// The provider wants it back as the last message.
    pub(crate) paused: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Piece<'a> {
    Text(&'a str),
    /// A part of the wire's own record, which goes back as it came.
    Own(&'a Value),
    /// A call, and what it is in the wire's own record if that has it.
    Call {
        call: Call<'a>,
        own: Option<&'a Value>,
    },
    /// A call that only the wire's own record knows.
    OwnCall {
        id: &'a str,
        own: &'a Value,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Call<'a> {
    pub(crate) id: &'a str,
    pub(crate) name: &'a str,
    pub(crate) args: &'a Value,
    pub(crate) opaque: Option<&'a Opaque>,
}

/// How a wire's own record of a reply reads: a list of parts in order. State of any other format is not looked into.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    pub(crate) format: &'static str,
    /// The id of a part that is a call.
    pub(crate) call_id: for<'v> fn(&'v Value) -> Option<&'v str>,
    /// Whether a part says what stands in the text too.
    pub(crate) is_text: fn(&Value) -> bool,
}

/// Whether the model is shown images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Images {
    Sent,
    /// A word stands in.
    Told,
}

impl Turn<'_> {
    /// The state of a format; the last one counts.
    pub(crate) fn state(&self, format: &str) -> Option<&Value> {
        self.states.iter().rev().find(|state| state.format == format).map(|state| &state.value)
    }

    pub(crate) fn text(&self) -> String {
        let texts = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Text(text) => Some(*text),
            Piece::Own(_) | Piece::Call { .. } | Piece::OwnCall { .. } => None,
        });
        texts.collect()
    }

    pub(crate) fn calls(&self) -> impl Iterator<Item = &Call<'_>> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Call { call, .. } => Some(call),
            Piece::Text(_) | Piece::Own(_) | Piece::OwnCall { .. } => None,
        })
    }

    pub(crate) fn is_blank(&self) -> bool {
        self.pieces.iter().all(|piece| matches!(piece, Piece::Text(text) if text.trim().is_empty()))
    }
}

/// The results, oldest first, and where each stands. Ids of calls should be unique; if they are not, each result is given once.
type Results<'a> = Vec<(usize, Answer<'a>)>;

pub(crate) fn pair<'a>(messages: &'a [Message], record: Option<Record>, images: Images) -> Vec<Entry<'a>> {
    let mut results = Results::new();
    for (at, message) in messages.iter().enumerate() {
        for part in &message.content {
            if let Part::ToolResult { call_id, is_error, content } = part {
                let answer = Answer { call_id, is_error: *is_error, blocks: blocks(content, images) };
                results.push((at, answer));
            }
        }
    }
    let mut entries = Vec::new();
    for (at, message) in messages.iter().enumerate() {
        match message.role {
            Role::System => {
                let text = texts(&message.content).collect::<Vec<_>>().join("\n\n");
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
                let turn = turn(message, record);
                let answers: Vec<Entry<'a>> =
                    called(&turn).map(|id| Entry::Result(answer(id, at, &mut results))).collect();
                entries.push(Entry::Assistant(turn));
                entries.extend(answers);
            }
        }
    }
    entries
}

/// The first result behind the call that is not given yet.
fn answer<'a>(call_id: &'a str, at: usize, results: &mut Results<'a>) -> Answer<'a> {
    match results.iter().position(|(place, answer)| *place > at && answer.call_id == call_id) {
        Some(found) => results.remove(found).1,
        None => Answer { call_id, is_error: false, blocks: vec![Block::Text(NO_RESULT.to_owned())] },
    }
}

fn called<'a>(turn: &Turn<'a>) -> impl Iterator<Item = &'a str> {
    turn.pieces.iter().filter_map(|piece| match piece {
        Piece::Call { call, .. } => Some(call.id),
        Piece::OwnCall { id, .. } => Some(*id),
        Piece::Text(_) | Piece::Own(_) => None,
    })
}

/// The parts of a message. A wire's own record stands where it came, takes the calls that it holds, and replaces the text if it
/// holds any.
fn turn(message: &Message, record: Option<Record>) -> Turn<'_> {
    let states: Vec<&Opaque> =
        message.opaque.iter().chain(message.content.iter().filter_map(state_of)).collect();
    let text_is_own = states.iter().any(|state| {
        own_parts(state, record).iter().any(|part| record.is_some_and(|record| (record.is_text)(part)))
    });
    let mut turn = Turn { states, paused: message.paused, ..Turn::default() };
    let mut calls: Vec<Option<Call<'_>>> = message.content.iter().filter_map(call_of).map(Some).collect();
    if let Some(state) = &message.opaque {
        turn.take_own(state, record, &mut calls);
    }
    for part in &message.content {
        match part {
            Part::Text { text } if !text_is_own => turn.pieces.push(Piece::Text(text)),
            Part::ToolCall { id, .. } => {
                // Gone if the wire's own record has it.
                let open = calls.iter_mut().find(|open| open.is_some_and(|call| call.id == id.as_str()));
                let call = open.and_then(Option::take);
                turn.pieces.extend(call.map(|call| Piece::Call { call, own: None }));
            }
            Part::Reasoning { opaque: Some(state), .. } => turn.take_own(state, record, &mut calls),
            Part::Text { .. } | Part::Reasoning { .. } | Part::Image { .. } | Part::ToolResult { .. } => {}
        }
    }
    turn
}

impl<'a> Turn<'a> {
    /// `calls` are those that are not placed yet.
    fn take_own(&mut self, state: &'a Opaque, record: Option<Record>, calls: &mut [Option<Call<'a>>]) {
        let Some(record) = record else { return };
        for own in own_parts(state, Some(record)) {
            let Some(id) = (record.call_id)(own) else {
                self.pieces.push(Piece::Own(own));
                continue;
            };
            // By its id, or else by its place: an id that was there before has been given a new one.
            let same = calls.iter().position(|open| open.is_some_and(|call| call.id == id));
            let place = same.or_else(|| calls.iter().position(Option::is_some));
            let call = place.and_then(|place| calls.get_mut(place)).and_then(Option::take);
            self.pieces.push(match call {
                Some(call) => Piece::Call { call, own: Some(own) },
                None => Piece::OwnCall { id, own },
            });
        }
    }
}

fn own_parts(state: &Opaque, record: Option<Record>) -> &[Value] {
    let is_own = record.is_some_and(|record| record.format == state.format);
    state.value.as_array().filter(|_| is_own).map(Vec::as_slice).unwrap_or_default()
}

fn state_of(part: &Part) -> Option<&Opaque> {
    match part {
        Part::Reasoning { opaque, .. } => opaque.as_ref(),
        Part::Text { .. } | Part::Image { .. } | Part::ToolCall { .. } | Part::ToolResult { .. } => None,
    }
}

fn call_of(part: &Part) -> Option<Call<'_>> {
    match part {
        Part::ToolCall { id, name, args, opaque } => Some(Call { id, name, args, opaque: opaque.as_ref() }),
        Part::Text { .. } | Part::Image { .. } | Part::Reasoning { .. } | Part::ToolResult { .. } => None,
    }
}

/// What is said and shown, without what is empty.
fn blocks(parts: &[Part], images: Images) -> Vec<Block<'_>> {
    let blocks = parts.iter().filter_map(|part| match (part, images) {
        (Part::Text { text }, _) => (!text.is_empty()).then(|| Block::Text(text.clone())),
        (Part::Image { media_type, data_b64 }, Images::Sent) => Some(Block::Image { media_type, data_b64 }),
        (Part::Image { .. }, Images::Told) => Some(Block::Text(UNSEEN.to_owned())),
        (Part::Reasoning { .. } | Part::ToolCall { .. } | Part::ToolResult { .. }, _) => None,
    });
    blocks.collect()
}

fn texts(parts: &[Part]) -> impl Iterator<Item = &str> {
    parts.iter().filter_map(|part| match part {
        Part::Text { text } if !text.is_empty() => Some(text.as_str()),
        Part::Text { .. }
        | Part::Image { .. }
        | Part::Reasoning { .. }
        | Part::ToolCall { .. }
        | Part::ToolResult { .. } => None,
    })
}

/// A result on a wire that has no field for a failure, so that the text says it.
pub(crate) fn result_text(answer: &Answer<'_>) -> String {
    let text = joined(&answer.blocks, "\n");
    let says_so = text.to_ascii_lowercase().starts_with("error");
    if answer.is_error && !says_so { format!("Error: {text}") } else { text }
}

pub(crate) fn joined(blocks: &[Block<'_>], gap: &str) -> String {
    let texts = blocks.iter().filter_map(|block| match block {
        Block::Text(text) => Some(text.as_str()),
        Block::Image { .. } => None,
    });
    texts.collect::<Vec<_>>().join(gap)
}

#[cfg(test)]
mod tests;
