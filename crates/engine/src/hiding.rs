//! What of a history may go out of the model's view: results one by one, and its middle as a whole. When that is done, and what
//! stands there instead, is decided elsewhere.

use crate::context::cut::Cut;
use crate::context::{Kind, Shown, history};
use crate::gauge::share;
use crate::measure::tokens;
use crate::state::ThreadState;
use crate::told;
use fairlead_protocol::context::Measure;
use fairlead_protocol::ids::{NodeId, TurnId};
use fairlead_protocol::node::{Node, NodeBody, ResultOutcome};
use fairlead_protocol::tool::Trust;

/// A result below this is shown for ever: its pointer would be as long.
pub(crate) const TINY: u32 = 200;
/// Of what stands in its place, about.
const POINTER: u32 = 70;

/// A result that somebody's page filled. What the person answered stays in view.
pub(crate) fn maskable<'a>(shown: &Shown<'a>) -> Option<&'a Node> {
    let Kind::Result(node) = shown.kind else { return None };
    let is_big = !shown.is_masked && tokens(shown) > TINY;
    match &node.body {
        NodeBody::ToolResult { trust: Trust::Untrusted, outcome: ResultOutcome::Done { .. }, .. }
            if is_big =>
        {
            Some(node)
        }
        _ => None,
    }
}

/// Tokens that are free once a result is out of view, by the estimate alone.
pub(crate) fn gain(shown: &Shown<'_>) -> u32 {
    tokens(shown).saturating_sub(POINTER)
}

/// Results behind it are what the model is to read next, in whatever Turn they stand.
pub(crate) fn newest_reply(path: &[&Node]) -> usize {
    let is_reply = |node: &&Node| matches!(node.body, NodeBody::AssistantMessage { .. });
    path.iter().rposition(is_reply).unwrap_or(path.len())
}

/// Whose history it is.
#[derive(Clone, Copy)]
pub(crate) enum Whose<'a> {
    /// Of a Turn that goes on: what the person said in it stays in view, and what the model is to read next.
    Turn(&'a TurnId),
    /// Of a Thread in which nothing has begun.
    Copy,
}

/// In tokens, what stays in view at most.
#[derive(Clone, Copy)]
pub(crate) struct Stays {
    /// The newest part.
    pub(crate) tail: u32,
    /// The first message of the conversation; a longer one is hidden like the rest.
    pub(crate) opening: u32,
}

/// A part of the history that something else may stand for.
pub(crate) struct Middle {
    pub(crate) until: NodeId,
    /// Within it, and still shown.
    pub(crate) kept: Vec<NodeId>,
    /// Tokens that are hidden with it.
    pub(crate) hidden: u32,
}

/// From the beginning, or from behind the last notes, up to the newest part.
pub(crate) fn middle(state: &ThreadState, now: &Measure, whose: Whose<'_>, stays: Stays) -> Option<Middle> {
    let path = told::path(state);
    let begin = Cut::of(&path).noted.map_or(0, |noted| noted.until + 1);
    let mut sizes = vec![0_u32; path.len()];
    for shown in history(state, None) {
        if let Some(size) = shown.place.and_then(|place| sizes.get_mut(place)) {
            *size += share(tokens(&shown), now.raw, now.occupancy.used);
        }
    }
    let sum = |from: usize, to: usize| sizes.get(from..to).unwrap_or_default().iter().sum::<u32>();
    // A part of the history begins with a reply, which brings its calls along, or with a Turn.
    let begins = |place: &usize| {
        path.get(*place).is_some_and(|node| {
            matches!(node.body, NodeBody::AssistantMessage { .. } | NodeBody::TurnContext { .. })
        })
    };
    let mut tails = (begin + 1..path.len()).rev().filter(begins).peekable();
    let least = match whose {
        Whose::Turn(_) => tails.next()?,
        Whose::Copy => path.len(),
    };
    let tail = tails.take_while(|place| sum(*place, path.len()) <= stays.tail).last().unwrap_or(least);
    let until = path.get(tail.checked_sub(1)?)?;
    let first = path.iter().position(|node| matches!(node.body, NodeBody::UserMessage { .. }));
    let is_of_the_turn = |node: &Node| match whose {
        Whose::Turn(turn) => node.turn == *turn,
        Whose::Copy => false,
    };
    let is_kept = |place: usize, node: &Node| {
        let opens = first == Some(place) && sum(place, place + 1) <= stays.opening;
        match node.body {
            NodeBody::UserMessage { .. } => is_of_the_turn(node) || opens,
            // The person's standing instructions may be in it.
            NodeBody::ContextNote { .. } => is_of_the_turn(node),
            _ => false,
        }
    };
    let before = || path.iter().enumerate().take(tail);
    Some(Middle {
        until: until.id.clone(),
        kept: before()
            .filter(|(place, node)| is_kept(*place, node))
            .map(|(_, node)| node.id.clone())
            .collect(),
        hidden: before()
            .filter(|(place, node)| *place >= begin && !is_kept(*place, node))
            .map(|(place, _)| sum(place, place + 1))
            .sum(),
    })
}
