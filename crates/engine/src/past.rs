//! What of a Thread's past bears on its next call, as the gatekeeper is told it. All of it follows from stored nodes: nothing here is
//! remembered in another way, so a worker that starts anew judges like the one before.

use crate::several;
use crate::state::ThreadState;
use fairlead_gatekeeper::{
    Call, Denial, Origin, Passage, Record, SensitiveList, ThreadFacts, Typed, takes_address,
};
use fairlead_protocol::approval::Answer;
use fairlead_protocol::caps;
use fairlead_protocol::conversation::CallArgs;
use fairlead_protocol::ids::{NodeId, TurnId};
use fairlead_protocol::interaction::Response;
use fairlead_protocol::memory::{MemorySource, Notes};
use fairlead_protocol::node::{Node, NodeBody, ResultOutcome};
use fairlead_protocol::run::Run;
use fairlead_protocol::tool::{Effects, Trust};
use fairlead_tools::{Tool, descriptor, meant, parse};

/// Refusals count for the message that they belong to, and facts are gathered for one message.
const THIS_TURN: u64 = 1;
/// Text that was typed to one origin, of which the end is kept: longer than any number that is typed in pieces.
const TYPED_CHARS: usize = 64;

pub(crate) fn facts(state: &ThreadState, run: &Run, call: &Call, sensitive: &SensitiveList) -> ThreadFacts {
    let thread = state.thread.as_ref();
    let touched_origins = thread.map(|thread| thread.touched_origins.clone()).unwrap_or_default();
    let mut facts = ThreadFacts {
        id: state.id.clone(),
        turn: THIS_TURN,
        user_origins: thread.map(|thread| thread.user_origins.clone()).unwrap_or_default(),
        touched_origins,
        denials: denials(state, &run.id),
        ..ThreadFacts::default()
    };
    // A read takes nothing along.
    if call.effects == Effects::Write {
        let guarded = facts.touched_origins.iter().filter(|origin| sensitive.guards_reading(origin));
        facts.sensitive_reads = guarded.cloned().collect();
        let path = state.path();
        facts.recent_typed = typed(state, &path);
        record(state, &path, run).inform(call, &mut facts);
    }
    facts
}

/// Calls of this Turn that the person declined; the next message clears them, because it is another Turn.
fn denials(state: &ThreadState, turn: &TurnId) -> Vec<Denial> {
    state
        .turn_nodes(turn)
        .filter_map(|node| match &node.body {
            NodeBody::ApprovalDecision {
                call,
                answer: Answer::Deny { .. } | Answer::DenyAndStop,
                origin,
                ..
            } => {
                let NodeBody::ToolCall { tool, arguments, .. } = &state.node(call)?.body else { return None };
                let params = several::params(tool, &meant(descriptor(tool)?, arguments)?, None);
                Some(Denial { tool: tool.clone(), origin: origin.clone(), params, turn: THIS_TURN })
            }
            _ => None,
        })
        .collect()
}

fn record<'a>(state: &'a ThreadState, path: &[&'a Node], run: &Run) -> Record<'a> {
    let mut record = Record::default();
    for node in path {
        match &node.body {
            NodeBody::ToolResult { trust: Trust::Untrusted, call, outcome, .. } => {
                record.read.push(told(state, call, outcome));
            }
            // The task of a child was put into words by a model: nobody's, until its pages say otherwise.
            NodeBody::UserMessage { text, tab, .. } if run.environment.leash.is_none() => {
                record.said.push(text);
                record.said.extend(tab.as_ref().map(|tab| tab.url.as_str()));
            }
            NodeBody::InteractionResponse { response: Response::Answer { text }, .. } => {
                record.said.push(text);
            }
            NodeBody::TurnContext { notes, .. } | NodeBody::ContextNote { notes } => {
                noted(notes, &mut record);
            }
            NodeBody::ToolResult { trust: Trust::Trusted, .. }
            | NodeBody::UserMessage { .. }
            | NodeBody::AssistantMessage { .. }
            | NodeBody::ToolCall { .. }
            | NodeBody::ApprovalDecision { .. }
            | NodeBody::InteractionResponse { .. }
            | NodeBody::CompletionRejected { .. }
            | NodeBody::ContextMasked { .. }
            | NodeBody::ContextCompacted { .. }
            | NodeBody::Tombstone
            | NodeBody::SystemNotice { .. } => {}
        }
    }
    forget_oldest(&mut record.read);
    record
}

fn forget_oldest(read: &mut Vec<Passage<'_>>) {
    let mut left = caps::RECORD_BYTES;
    let kept = read.iter().rev().take_while(|passage| {
        let fits = passage.text.len() <= left;
        left = left.saturating_sub(passage.text.len());
        fits
    });
    let older = read.len() - kept.count();
    read.drain(..older);
}

/// What a page said stands for the site that the tab showed then; without a tab, for the one that was fetched from.
fn told<'a>(state: &'a ThreadState, call: &NodeId, outcome: &'a ResultOutcome) -> Passage<'a> {
    match outcome {
        ResultOutcome::Done { content, tab: Some(tab) } => Passage { origin: &tab.url, text: content },
        ResultOutcome::Done { content, tab: None } => {
            Passage { origin: fetched_from(state, call).unwrap_or_default(), text: content }
        }
        ResultOutcome::Failed { failure } => Passage { origin: "", text: &failure.message },
    }
}

fn fetched_from<'a>(state: &'a ThreadState, call: &NodeId) -> Option<&'a str> {
    match &state.node(call)?.body {
        NodeBody::ToolCall { tool, arguments: CallArgs::Parsed { value }, .. } if takes_address(tool) => {
            value.get("url")?.as_str()
        }
        _ => None,
    }
}

fn noted<'a>(notes: &'a Notes, record: &mut Record<'a>) {
    record.said.extend(notes.instructions.as_deref());
    record.said.extend(notes.tab.as_ref().map(|tab| tab.url.as_str()));
    for memory in &notes.memories {
        match &memory.source {
            MemorySource::Conversation | MemorySource::Person => record.said.push(&memory.text),
            MemorySource::Read { sites } => {
                let origin = match sites.as_slice() {
                    [site] => site,
                    _ => "",
                };
                record.read.push(Passage { origin, text: &memory.text });
            }
        }
    }
}

/// The end of what was typed to each origin, so that a number in pieces is seen as one.
fn typed(state: &ThreadState, path: &[&Node]) -> Vec<Typed> {
    let mut typed: Vec<Typed> = Vec::new();
    for (origin, text) in path.iter().filter_map(|node| typing(state, node)) {
        match typed.iter_mut().find(|typed| typed.origin == origin) {
            Some(typed) => typed.text.push_str(&text),
            None => typed.push(Typed { origin, text }),
        }
    }
    for Typed { text, .. } in &mut typed {
        let end = text.char_indices().rev().nth(TYPED_CHARS).map_or(0, |(at, c)| at + c.len_utf8());
        *text = text.split_off(end);
    }
    typed
}

fn typing(state: &ThreadState, node: &Node) -> Option<(String, String)> {
    let NodeBody::ToolCall { tool, arguments, .. } = &node.body else { return None };
    // Few calls type: the others are not parsed again for each judgement.
    let declared = descriptor(tool)
        .filter(|one| matches!(one.name, "type" | "type_trusted" | "fill_form" | "batch_actions"))?;
    let NodeBody::ToolResult { outcome: ResultOutcome::Done { tab: Some(tab), .. }, .. } =
        &state.result_of(&node.id)?.body
    else {
        return None;
    };
    let text = match parse(declared, &meant(declared, arguments)?).ok()? {
        Tool::Type(asked) => asked.text,
        Tool::TypeTrusted(asked) => asked.text,
        Tool::FillForm(form) => form.fields.into_iter().map(|field| field.value).collect(),
        Tool::BatchActions(batch) => several::typed(batch.actions),
        _ => return None,
    };
    Some((Origin::parse(&tab.url)?.to_string(), text))
}

#[cfg(test)]
mod tests {
    use super::forget_oldest;
    use fairlead_gatekeeper::Passage;
    use fairlead_protocol::caps;

    #[test]
    fn what_was_read_last_is_held_on_to() {
        let text = "x".repeat(caps::RECORD_BYTES / 4);
        let passage = |origin| Passage { origin, text: &text };
        let mut read: Vec<Passage<'_>> = ["a", "b", "c", "d", "e", "f"].map(passage).to_vec();
        forget_oldest(&mut read);
        assert_eq!(read, ["c", "d", "e", "f"].map(passage));
    }
}
