//! What single wires and endpoints want of an order that is right already: where system messages stand, who may follow whom, and
//! which results hold images.

use super::{Answer, Block, Entry, Piece, Turn};
use fairlead_protocol::connection::Quirks;

const BRIDGE: &str = "Understood.";
const GO_ON: &str = "Continue.";
const FOLLOWS: &str = "[image follows]";

pub(crate) fn drop_empty_assistants(entries: &mut Vec<Entry<'_>>) {
    entries.retain(|entry| match entry {
        Entry::Assistant(turn) => !turn.is_blank(),
        Entry::System(_) | Entry::User(_) | Entry::Result(_) => true,
    });
}

/// Which results hold no images on a wire whose results may: what failed may only be told in text.
pub(crate) fn holds_no_images(quirks: &Quirks) -> fn(&Answer<'_>) -> bool {
    if quirks.text_results { |_| true } else { |answer| answer.is_error }
}

/// The images of results that cannot hold them, in one message of the user behind all results of their message.
pub(crate) fn with_images_behind<'a>(
    entries: Vec<Entry<'a>>,
    holds_no_images: fn(&Answer<'_>) -> bool,
) -> Vec<Entry<'a>> {
    let mut out = Vec::new();
    let mut seen: Vec<Block<'a>> = Vec::new();
    for entry in entries {
        match entry {
            Entry::Result(answer) if holds_no_images(&answer) => {
                let Answer { call_id, is_error, blocks } = answer;
                let is_image = |block: &Block<'_>| matches!(block, Block::Image { .. });
                let (images, mut texts): (Vec<_>, Vec<_>) = blocks.into_iter().partition(is_image);
                if !images.is_empty() {
                    texts.push(Block::Text(FOLLOWS.to_owned()));
                    seen.push(Block::Text(format!("Image returned by tool call {call_id}:")));
                    seen.extend(images);
                }
                out.push(Entry::Result(Answer { call_id, is_error, blocks: texts }));
            }
            Entry::Result(_) => out.push(entry),
            Entry::System(_) | Entry::User(_) | Entry::Assistant(_) => {
                flush(&mut seen, &mut out);
                out.push(entry);
            }
        }
    }
    flush(&mut seen, &mut out);
    out
}

fn flush<'a>(blocks: &mut Vec<Block<'a>>, entries: &mut Vec<Entry<'a>>) {
    if !blocks.is_empty() {
        entries.push(Entry::User(std::mem::take(blocks)));
    }
}

/// One system message at the top. What the system says later joins the next message of the user, where it does not
/// change the prefix that a server has cached.
pub(crate) fn with_one_system(entries: Vec<Entry<'_>>) -> Vec<Entry<'_>> {
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
            Entry::Assistant(_) => {
                flush(&mut notes, &mut rest);
                rest.push(entry);
            }
            Entry::Result(_) => rest.push(entry),
        }
    }
    flush(&mut notes, &mut rest);
    if !top.is_empty() {
        rest.insert(0, Entry::System(top.join("\n\n")));
    }
    rest
}

pub(crate) fn with_neighbours_merged(entries: Vec<Entry<'_>>) -> Vec<Entry<'_>> {
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

/// A word of the assistant between a result and a message of the user.
pub(crate) fn with_bridges(entries: Vec<Entry<'_>>) -> Vec<Entry<'_>> {
    let mut bridged: Vec<Entry<'_>> = Vec::new();
    for entry in entries {
        if let (Some(Entry::Result(_)), Entry::User(_)) = (bridged.last(), &entry) {
            bridged.push(Entry::Assistant(Turn { pieces: vec![Piece::Text(BRIDGE)], ..Turn::default() }));
        }
        bridged.push(entry);
    }
    bridged
}

/// A word of the user behind a last message of the assistant, unless the provider wants that one last.
pub(crate) fn end_with_the_user(entries: &mut Vec<Entry<'_>>) {
    if let Some(Entry::Assistant(Turn { paused: false, .. })) = entries.last() {
        entries.push(Entry::User(vec![Block::Text(GO_ON.to_owned())]));
    }
}

/// A word of the user before a first message of the assistant.
pub(crate) fn begin_with_the_user(entries: &mut Vec<Entry<'_>>) {
    let first = entries.iter().position(|entry| !matches!(entry, Entry::System(_)));
    if let Some(at) = first.filter(|at| matches!(entries.get(*at), Some(Entry::Assistant(_)))) {
        entries.insert(at, Entry::User(vec![Block::Text(GO_ON.to_owned())]));
    }
}
