//! Notes that are made of what is stored alone, where no model makes them: for a copy of a Thread, which must not be full as it
//! begins, and for a Turn whose model could not make any. They are poorer than a model's: beginnings of what was said, done and read.

use crate::context::cut::Cut;
use crate::context::{history, plain};
use crate::fault::{Fault, active};
use crate::hiding::{Stays, Whose, maskable, middle, newest_reply};
use crate::measure::of_environment;
use crate::state::{ThreadState, newest_ground};
use crate::summary::Left;
use crate::tokens::beginning;
use crate::told;
use fairlead_protocol::caps;
use fairlead_protocol::context::{Measure, NotedFact, Summary};
use fairlead_protocol::ids::NodeId;
use fairlead_protocol::node::{Node, NodeBody, ResultOutcome};
use fairlead_protocol::run::{Catalogue, Environment};
use fairlead_protocol::tool::Effects;

/// Per mille of the room that are in use afterwards, about; a copy that has less in use is left as it is.
const LEFT_IN_USE: u32 = 600;
/// What is to stay has this share of it each: the newest part, the first message, the notes, and what is said next.
const SHARES: u32 = 4;
/// In whatever language they are.
const BYTES_A_TOKEN: usize = 3;
/// A window that has no room at all still shows what it was about.
const LEAST_BYTES: usize = 600;
/// In tokens, of one thing that was said, done or read.
const LINE: u32 = 60;

/// What the copy of a path has to begin with besides it, one after the other, so that its model has room.
pub(crate) const OF_A_COPY: [fn(&ThreadState) -> Option<NodeBody>; 2] = [masked, noted];

fn masked(state: &ThreadState) -> Option<NodeBody> {
    fuller(state)?;
    let newest = newest_reply(&told::path(state));
    let shown = history(state, None);
    let old = shown.iter().filter(|one| one.place.is_some_and(|place| place < newest));
    let results: Vec<NodeId> = old.filter_map(|one| Some(maskable(one)?.id.clone())).collect();
    (!results.is_empty()).then_some(NodeBody::ContextMasked { results })
}

fn noted(state: &ThreadState) -> Option<NodeBody> {
    notes(state, &fuller(state)?, Whose::Copy)
}

/// How full the next request would be, if it is more than what is left in use.
fn fuller(state: &ThreadState) -> Option<Measure> {
    let (environment, _) = newest_ground(&state.path())?;
    let now = measured(state, environment);
    let is_full = now.occupancy.per_mille() > u64::from(LEFT_IN_USE) && !active(Fault::CopyAsFull);
    is_full.then_some(now)
}

fn measured(state: &ThreadState, environment: &Environment) -> Measure {
    let tools = match environment.catalogue {
        Catalogue::Whole | Catalogue::ByIntent => fairlead_tools::specs(),
        Catalogue::None => Vec::new(),
    };
    of_environment(state, environment, &tools, None).0
}

/// Notes in place of all but the newest part. `None`: there is nothing that they could stand for.
pub(crate) fn notes(state: &ThreadState, now: &Measure, whose: Whose<'_>) -> Option<NodeBody> {
    let occupancy = &now.occupancy;
    let in_use =
        u32::try_from(u64::from(occupancy.room) * u64::from(LEFT_IN_USE) / 1_000).unwrap_or(u32::MAX);
    let share = in_use.saturating_sub(occupancy.parts.prompt + occupancy.parts.tools) / SHARES;
    let middle = middle(state, now, whose, Stays { tail: share, opening: share })?;
    let path = told::path(state);
    let cut = Cut::of(&path);
    let (from, before) = match &cut.noted {
        Some(noted) => (noted.until + 1, noted.summary.clone()),
        None => (0, Summary::default()),
    };
    let until = path.iter().position(|node| node.id == middle.until)?;
    let hidden: Vec<&Node> = path.get(from..=until).unwrap_or_default().to_vec();
    let bytes = (share as usize * BYTES_A_TOKEN).clamp(LEAST_BYTES, caps::SUMMARY_BYTES);
    let summary = written(state, &hidden, before, bytes);
    Some(NodeBody::ContextCompacted { until: middle.until, kept: middle.kept, summary })
}

/// What was noted before, and of what came since the newest first, as long as there is room.
fn written(state: &ThreadState, hidden: &[&Node], before: Summary, bytes: usize) -> Summary {
    let mut left = Left(bytes);
    let first = hidden.iter().find_map(|node| match &node.body {
        NodeBody::UserMessage { text, .. } => Some(text.as_str()),
        _ => None,
    });
    let goal = if before.goal.is_empty() { first.unwrap_or_default() } else { &before.goal };
    let goal = left.take(goal).unwrap_or_default();
    let mut facts: Vec<NotedFact> = Vec::new();
    let mut decisions: Vec<String> = Vec::new();
    for node in hidden.iter().rev() {
        let Some(line) = line(state, node) else { continue };
        let (list, text) = match &line {
            Line::Said(text) => (decisions.len(), text),
            Line::Read(text, _) => (facts.len(), text),
        };
        if list >= caps::SUMMARY_LINES {
            continue;
        }
        let Some(taken) = left.take(text) else { break };
        match line {
            Line::Said(_) => decisions.push(taken),
            Line::Read(_, node) => facts.push(NotedFact { text: taken, node: Some(node) }),
        }
    }
    let mut keep =
        |lines: Vec<String>| lines.into_iter().filter_map(|line| left.take(&line)).collect::<Vec<_>>();
    let (open, pages) = (keep(before.open), keep(before.pages));
    let mut decided = keep(before.decisions);
    decided.extend(decisions.into_iter().rev());
    let mut known: Vec<NotedFact> = before
        .facts
        .into_iter()
        .filter_map(|fact| Some(NotedFact { text: left.take(&fact.text)?, node: fact.node }))
        .collect();
    known.extend(facts.into_iter().rev());
    // The newest of each kind, where two summaries have become one.
    decided.drain(..decided.len().saturating_sub(caps::SUMMARY_LINES));
    known.drain(..known.len().saturating_sub(caps::SUMMARY_LINES));
    Summary { goal, pages, decisions: decided, facts: known, open }
}

enum Line {
    Said(String),
    /// With the result that it stands in.
    Read(String, NodeId),
}

fn line(state: &ThreadState, node: &Node) -> Option<Line> {
    match &node.body {
        NodeBody::UserMessage { text, .. } => Some(Line::Said(format!("The person said: {}", begun(text)))),
        NodeBody::AssistantMessage { text, .. } if !text.trim().is_empty() => {
            Some(Line::Said(format!("You said: {}", begun(text))))
        }
        NodeBody::ToolResult { call, outcome, .. } => {
            let NodeBody::ToolCall { tool, arguments, .. } = &state.node(call)?.body else { return None };
            let declared = fairlead_tools::descriptor(tool)?;
            match (declared.effects, outcome) {
                (Effects::Write, ResultOutcome::Done { .. }) => {
                    let arguments = fairlead_tools::meant(declared, arguments)?.to_string();
                    Some(Line::Said(format!("Done: {tool} {}", begun(&arguments))))
                }
                (Effects::Read, ResultOutcome::Done { .. }) => {
                    let text = format!("{tool} said: {}", begun(&plain(outcome)));
                    Some(Line::Read(text, node.id.clone()))
                }
                (_, ResultOutcome::Failed { failure }) => {
                    Some(Line::Said(format!("Failed: {tool}, {}", failure.code)))
                }
            }
        }
        _ => None,
    }
}

fn begun(text: &str) -> String {
    let words = text.split_whitespace().flat_map(|word| word.chars().chain([' ']));
    beginning(words, LINE).trim_end().to_owned()
}
