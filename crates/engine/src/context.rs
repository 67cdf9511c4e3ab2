//! The history as a model is shown it, and the only place where untrusted text is fenced.
//!
//! Within a Turn every request begins with the exact messages of the one before, so that a provider's prefix cache holds.

pub(crate) mod cut;
mod maker;

use crate::attached::{self, Contents};
use crate::fence::fenced;
use crate::intent;
use crate::notes;
use crate::prompt::{layers, surroundings};
use crate::state::ThreadState;
use crate::summary;
use crate::told;
use cut::{Cut, pointer};
use fairlead_protocol::conversation::{CallArgs, Message, ModelRequest, Part, Role};
use fairlead_protocol::ids::TurnId;
use fairlead_protocol::json::object;
use fairlead_protocol::memory::Notes;
use fairlead_protocol::node::{Node, NodeBody, NoticeCode, ReplyEnding, ResultOutcome};
use fairlead_protocol::run::{Environment, ToolOffer};
use fairlead_protocol::tool::{ToolFailure, Trust};
use fairlead_tools::{descriptor, meant};
use maker::{Maker, Reader};
use serde_json::Value;

const CUT_OFF: &str =
    "[The reply above was cut off. Go on from where it stopped, or do what the next message says.]";

/// The request of the model call that is planned. `None` for a Turn that is not known.
pub fn request(
    state: &ThreadState,
    turn: &TurnId,
    offer: ToolOffer,
    contents: &Contents,
) -> Option<ModelRequest> {
    let run = state.runs.get(turn)?;
    let tools = intent::told(state, run, offer);
    Some(ModelRequest { model: run.environment.model.clone(), messages: messages(state, contents), tools })
}

/// One message, and what it is to whoever counts.
pub(crate) struct Shown<'a> {
    pub(crate) kind: Kind<'a>,
    /// Of its node on the path; the prompt has none.
    pub(crate) place: Option<usize>,
    pub(crate) is_masked: bool,
    pub(crate) message: Message,
    /// Tokens of files that a request brings along and this message lacks.
    pub(crate) beside: u32,
}

#[derive(Clone, Copy)]
pub(crate) enum Kind<'a> {
    Prompt,
    Said,
    /// Of a tool, with its node.
    Result(&'a Node),
    /// A summary in place of what was before.
    Summary,
    /// What is told besides, later than the message that began the Turn.
    Note,
}

/// Root to leaf, in the neutral form.
pub fn messages(state: &ThreadState, contents: &Contents) -> Vec<Message> {
    history(state, Some(contents)).into_iter().map(|shown| shown.message).collect()
}

/// The same for whoever counts; without contents, what they would take stands beside.
pub(crate) fn history<'a>(state: &'a ThreadState, contents: Option<&Contents>) -> Vec<Shown<'a>> {
    let path = told::path(state);
    let cut = Cut::of(&path);
    let mut out = vec![said(None, Message::text(Role::System, layers(&path)))];
    let mut begun: Option<Begun<'_>> = None;
    let reader = Reader::of(&path);
    let mut maker = None;
    for (place, node) in path.iter().enumerate() {
        // What the person wrote keeps what its Turn began with, whatever of the Turn is still shown.
        if let NodeBody::TurnContext { environment, notes } = &node.body {
            begun = Some(Begun { node, environment, notes });
            maker = Some(Maker::of(environment));
        }
        let is_said = matches!(node.body, NodeBody::UserMessage { .. });
        let begins = if is_said { begun.take() } else { None };
        if !cut.hides(place, node) {
            let later = path.get(place + 1..).unwrap_or_default();
            let shown = shown(state, node, place, later, begins, &cut, contents);
            out.extend(shown.into_iter().map(|shown| {
                let message = reader.readable(shown.message, maker, place);
                Shown { message, ..shown }
            }));
        }
        if let Some(noted) = cut.noted.as_ref().filter(|noted| noted.until == place) {
            let hidden: Vec<&Node> = path.iter().take(place + 1).copied().collect();
            let message = summary::shown(state, noted.node, noted.summary, &hidden);
            out.push(Shown { kind: Kind::Summary, ..said(Some(place), message) });
        }
    }
    out
}

fn said<'a>(place: Option<usize>, message: Message) -> Shown<'a> {
    let kind = if place.is_none() { Kind::Prompt } else { Kind::Said };
    Shown { kind, place, is_masked: false, message, beside: 0 }
}

/// What a Turn began with, told with its first message.
struct Begun<'a> {
    node: &'a Node,
    environment: &'a Environment,
    notes: &'a Notes,
}

impl Begun<'_> {
    fn around(&self, text: &str) -> String {
        let around = surroundings(self.environment);
        match notes::text(&self.node.id, self.notes).as_str() {
            "" => format!("{text}\n\n{around}"),
            notes => format!("{text}\n\n{around}\n\n{notes}"),
        }
    }
}

/// What a node says to the model.
fn shown<'a>(
    state: &'a ThreadState,
    node: &'a Node,
    place: usize,
    later: &[&Node],
    begun: Option<Begun<'_>>,
    cut: &Cut<'_>,
    contents: Option<&Contents>,
) -> Vec<Shown<'a>> {
    let said = |message| said(Some(place), message);
    match &node.body {
        NodeBody::UserMessage { text, .. } => {
            let text = begun.map_or_else(|| text.clone(), |begun| begun.around(text));
            let mut message = Message::text(Role::User, text);
            let beside = attach(state, node, contents, &mut message.content);
            vec![Shown { beside, ..said(message) }]
        }
        NodeBody::AssistantMessage { text, reasoning, ending, opaque, .. } => {
            let mut both = vec![said(assistant(node, text, reasoning, opaque, later))];
            if let ReplyEnding::Partial { .. } = ending {
                both.push(said(Message::text(Role::User, CUT_OFF)));
            }
            both
        }
        NodeBody::ToolResult { call, trust, outcome, .. } => {
            let Some(NodeBody::ToolCall { call_id, tool, .. }) = state.node(call).map(|node| &node.body)
            else {
                return Vec::new();
            };
            if cut.is_masked(&node.id) {
                let parts = vec![Part::Text { text: pointer(&node.id, tool, &plain(outcome)) }];
                let message = answered(call_id, parts, false);
                return vec![Shown { kind: Kind::Result(node), is_masked: true, ..said(message) }];
            }
            let is_error = matches!(outcome, ResultOutcome::Failed { .. });
            let mut parts = vec![Part::Text { text: words(node, tool, *trust, outcome) }];
            let beside = attach(state, node, contents, &mut parts);
            let message = answered(call_id, parts, is_error);
            vec![Shown { kind: Kind::Result(node), beside, ..said(message) }]
        }
        NodeBody::CompletionRejected { text, .. } => {
            vec![said(Message::text(Role::User, format!("[{text}]")))]
        }
        NodeBody::ContextNote { notes } => {
            let message = Message::text(Role::User, notes::later(&node.id, notes));
            vec![Shown { kind: Kind::Note, ..said(message) }]
        }
        NodeBody::SystemNotice { code, text } => match code {
            NoticeCode::ChangeApproach
            | NoticeCode::ToolsWithheld
            | NoticeCode::LastReply
            | NoticeCode::PersonTookOver => vec![said(Message::text(Role::User, format!("[{text}]")))],
            // The others are what a note, a mask and a summary show as; none is a notice itself.
            NoticeCode::RepairedBranch
            | NoticeCode::ContextRefreshed
            | NoticeCode::ContextMasked
            | NoticeCode::ContextCompacted => Vec::new(),
        },
        // Calls stand in their assistant message, and what was taken out of view where it was.
        NodeBody::TurnContext { .. }
        | NodeBody::ToolCall { .. }
        | NodeBody::ApprovalDecision { .. }
        | NodeBody::InteractionResponse { .. }
        | NodeBody::ContextMasked { .. }
        | NodeBody::ContextCompacted { .. }
        | NodeBody::Tombstone => Vec::new(),
    }
}

/// One assistant message with all of its calls, however their results were stored between.
fn assistant(
    node: &Node,
    text: &str,
    reasoning: &str,
    opaque: &[fairlead_protocol::conversation::Opaque],
    later: &[&Node],
) -> Message {
    let mut content = Vec::new();
    if !reasoning.is_empty() {
        content.push(Part::Reasoning { text: reasoning.to_owned(), opaque: None });
    }
    if !text.is_empty() {
        content.push(Part::Text { text: text.to_owned() });
    }
    for node in later.iter().filter_map(|later| match &later.body {
        NodeBody::ToolCall { reply, call_id, tool, arguments, opaque } if *reply == node.id => {
            let args = match arguments {
                CallArgs::Parsed { value } => value.clone(),
                CallArgs::Broken { raw, .. } => {
                    descriptor(tool).and_then(|declared| meant(declared, arguments)).unwrap_or_else(|| {
                        object([("unreadable", Value::from(raw.chars().take(2_000).collect::<String>()))])
                    })
                }
            };
            Some(Part::ToolCall { id: call_id.clone(), name: tool.clone(), args, opaque: opaque.clone() })
        }
        _ => None,
    }) {
        content.push(node);
    }
    Message { role: Role::Assistant, content, opaque: opaque.first().cloned(), paused: false }
}

/// Files behind the words that bring them; their tokens, where their contents are not at hand.
fn attach(state: &ThreadState, node: &Node, contents: Option<&Contents>, parts: &mut Vec<Part>) -> u32 {
    let links = attached::shown(&node.body);
    match contents {
        Some(contents) => {
            parts.extend(links.map(|link| attached::part(&node.id, link, contents)));
            0
        }
        None => links.map(|link| attached::tokens(state, link)).sum(),
    }
}

fn words(node: &Node, tool: &str, trust: Trust, outcome: &ResultOutcome) -> String {
    match trust {
        Trust::Trusted => plain(outcome),
        Trust::Untrusted => fenced(&node.id, tool, &plain(outcome)),
    }
}

fn answered(call_id: &str, content: Vec<Part>, is_error: bool) -> Message {
    let result = Part::ToolResult { call_id: call_id.to_owned(), is_error, content };
    Message { role: Role::Tool, content: vec![result], opaque: None, paused: false }
}

/// As it came, before any fence.
pub(crate) fn plain(outcome: &ResultOutcome) -> String {
    match outcome {
        ResultOutcome::Done { content, .. } => content.clone(),
        ResultOutcome::Failed { failure } => failure_text(failure),
    }
}

fn failure_text(failure: &ToolFailure) -> String {
    format!("error {}: {}\nnext: {}", failure.code, failure.message, failure.next)
}
