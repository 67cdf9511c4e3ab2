//! The history as a model is shown it, and the only place where untrusted text is fenced.
//!
//! Within a Turn every request begins with the exact messages of the one before, so that a provider's prefix cache holds.

use crate::attached::{self, Contents};
use crate::fence::fenced;
use crate::intent;
use crate::notes;
use crate::prompt::{layers, surroundings};
use crate::state::ThreadState;
use crate::told;
use fairlead_protocol::conversation::{CallArgs, Message, ModelRequest, Part, Role};
use fairlead_protocol::ids::TurnId;
use fairlead_protocol::memory::Notes;
use fairlead_protocol::node::{Node, NodeBody, NoticeCode, ReplyEnding, ResultOutcome};
use fairlead_protocol::run::{Environment, ToolOffer};
use fairlead_protocol::tool::{ToolFailure, Trust};
use fairlead_tools::{descriptor, meant};
use serde_json::json;

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
pub(crate) struct Shown {
    pub(crate) kind: Kind,
    pub(crate) message: Message,
    /// Tokens of files that a request brings along and this message lacks.
    pub(crate) beside: u32,
}

#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Prompt,
    Said,
    /// Of a tool.
    Result,
    /// What is told besides, later than the message that began the Turn.
    Note,
}

/// Root to leaf, in the neutral form.
pub fn messages(state: &ThreadState, contents: &Contents) -> Vec<Message> {
    history(state, Some(contents)).into_iter().map(|shown| shown.message).collect()
}

/// The same for whoever counts; without contents, what they would take stands beside.
pub(crate) fn history(state: &ThreadState, contents: Option<&Contents>) -> Vec<Shown> {
    let path = told::path(state);
    let said = |message| Shown { kind: Kind::Said, message, beside: 0 };
    let prompt = Message::text(Role::System, layers(&path));
    let mut out = vec![Shown { kind: Kind::Prompt, message: prompt, beside: 0 }];
    let mut begun: Option<(&Node, &Environment, &Notes)> = None;
    for (at, node) in path.iter().enumerate() {
        match &node.body {
            NodeBody::TurnContext { environment, notes } => begun = Some((node, environment, notes)),
            NodeBody::UserMessage { text, attachments, .. } => {
                let text = match begun.take() {
                    Some((context, environment, told)) => {
                        let around = surroundings(environment);
                        match notes::text(&context.id, told).as_str() {
                            "" => format!("{text}\n\n{around}"),
                            notes => format!("{text}\n\n{around}\n\n{notes}"),
                        }
                    }
                    None => text.clone(),
                };
                let mut said = Message::text(Role::User, text);
                let mut beside = 0;
                for link in attachments {
                    match contents {
                        Some(contents) => said.content.push(attached::part(&node.id, link, contents)),
                        None => beside += attached::tokens(state, link),
                    }
                }
                out.push(Shown { kind: Kind::Said, message: said, beside });
            }
            NodeBody::AssistantMessage { text, reasoning, ending, opaque, .. } => {
                out.push(said(assistant(
                    node,
                    text,
                    reasoning,
                    opaque,
                    path.get(at + 1..).unwrap_or_default(),
                )));
                if let ReplyEnding::Partial { .. } = ending {
                    out.push(said(Message::text(Role::User, CUT_OFF)));
                }
            }
            // Calls stand in their assistant message.
            NodeBody::ToolCall { .. }
            | NodeBody::ApprovalDecision { .. }
            | NodeBody::InteractionResponse { .. }
            | NodeBody::Tombstone => {}
            NodeBody::ToolResult { call, trust, outcome, .. } => {
                if let Some(NodeBody::ToolCall { call_id, tool, .. }) =
                    state.node(call).map(|node| &node.body)
                {
                    let message = result(node, call_id, tool, *trust, outcome);
                    out.push(Shown { kind: Kind::Result, message, beside: 0 });
                }
            }
            NodeBody::CompletionRejected { text, .. } => {
                out.push(said(Message::text(Role::User, format!("[{text}]"))));
            }
            NodeBody::ContextNote { notes } => {
                let message = Message::text(Role::User, notes::later(&node.id, notes));
                out.push(Shown { kind: Kind::Note, message, beside: 0 });
            }
            NodeBody::SystemNotice { code, text } => match code {
                NoticeCode::ChangeApproach | NoticeCode::ToolsWithheld => {
                    out.push(said(Message::text(Role::User, format!("[{text}]"))));
                }
                // The second is what a note shows as; it is no notice itself.
                NoticeCode::RepairedBranch | NoticeCode::ContextRefreshed => {}
            },
        }
    }
    out
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
                CallArgs::Broken { raw, .. } => descriptor(tool)
                    .and_then(|declared| meant(declared, arguments))
                    .unwrap_or_else(|| json!({ "unreadable": raw.chars().take(2_000).collect::<String>() })),
            };
            Some(Part::ToolCall { id: call_id.clone(), name: tool.clone(), args, opaque: opaque.clone() })
        }
        _ => None,
    }) {
        content.push(node);
    }
    Message { role: Role::Assistant, content, opaque: opaque.first().cloned(), paused: false }
}

fn result(node: &Node, call_id: &str, tool: &str, trust: Trust, outcome: &ResultOutcome) -> Message {
    let (plain, is_error) = match outcome {
        ResultOutcome::Done { content, .. } => (content.clone(), false),
        ResultOutcome::Failed { failure } => (failure_text(failure), true),
    };
    let text = match trust {
        Trust::Trusted => plain,
        Trust::Untrusted => fenced(&node.id, tool, &plain),
    };
    Message {
        role: Role::Tool,
        content: vec![Part::ToolResult {
            call_id: call_id.to_owned(),
            is_error,
            content: vec![Part::Text { text }],
        }],
        opaque: None,
        paused: false,
    }
}

fn failure_text(failure: &ToolFailure) -> String {
    format!("error {}: {}\nnext: {}", failure.code, failure.message, failure.next)
}
