//! What a Turn has to show for its answer: gathered from its nodes for the checker, and what the checker found in the words of the
//! protocol. What becomes of an answer that nothing shows is decided elsewhere.
//!
//! Results count as they are stored, whatever of them the model is shown by now: they show the same. Pictures count for nothing,
//! because nobody here can read them.

use crate::attached::{self, Contents};
use crate::input::Input;
use crate::state::ThreadState;
use crate::told;
use fairlead_evidence::{Attached, Earlier, Finding, Outcome, Page, Step, Verdict, check};
use fairlead_protocol::attachment::{AttachmentLink, Kept};
use fairlead_protocol::caps;
use fairlead_protocol::conversation::CallArgs;
use fairlead_protocol::evidence::{Claim, ClaimKind, Missing, Proof};
use fairlead_protocol::ids::{AttachmentId, NodeId, TurnId};
use fairlead_protocol::memory::Notes;
use fairlead_protocol::node::{Delivery, Node, NodeBody, ResultOutcome};
use fairlead_protocol::page::TabRef;
use fairlead_protocol::settings::Completion;
use fairlead_protocol::tool::ToolErrorCode;
use fairlead_tools::{descriptor, meant};
use serde_json::Value;

/// What was found, and what it was found in.
pub struct Checked {
    pub verdict: Verdict,
    pub claims: Vec<Claim>,
    pub missing: Vec<Missing>,
    /// What the model is told of it.
    pub instruction: String,
}

/// Whose contents the checker needs for an input: those of files of this Turn, if the input is its answer.
pub fn wanted(state: &ThreadState, input: &Input) -> Vec<AttachmentId> {
    let Input::ModelReplied { reply, .. } = input else { return Vec::new() };
    let Some(run) = state.live_run() else { return Vec::new() };
    let is_looked_at = match run.environment.completion {
        Some(Completion::Mark | Completion::Enforce) => reply.calls.is_empty() && state.steers.is_empty(),
        Some(Completion::Off) | None => false,
    };
    if !is_looked_at {
        return Vec::new();
    }
    let is_there = |link: &&AttachmentLink| {
        !attached::is_image(&link.media_type)
            && state.attachments.get(&link.id).is_some_and(|held| held.kept == Kept::Whole)
    };
    state
        .turn_nodes(&run.id)
        .filter_map(|node| match &node.body {
            NodeBody::UserMessage { attachments, .. } => Some(attachments),
            _ => None,
        })
        .flatten()
        .filter(is_there)
        .map(|link| link.id.clone())
        .collect()
}

/// Holds an answer, which is not stored yet, against its Turn.
pub fn checked(state: &ThreadState, turn: &TurnId, contents: &Contents, answer: &str) -> Checked {
    let path = told::path(state);
    let asked: Vec<Asked<'_>> =
        path.iter().filter(|node| node.turn == *turn).filter_map(|node| Asked::of(node)).collect();
    let mut file = File { asked: &asked, ..File::default() };
    for node in path {
        file.take_notes(node);
        if node.turn == *turn { file.take(contents, node) } else { file.take_earlier(node) }
    }
    file.check(answer)
}

/// The nodes of a path, as the checker asks for them.
#[derive(Default)]
struct File<'a> {
    request: String,
    tab: Option<&'a TabRef>,
    asked: &'a [Asked<'a>],
    steps: Vec<(&'a NodeId, Step<'a>)>,
    /// Message, name and text of each.
    attached: Vec<(&'a NodeId, &'a str, String)>,
    /// What the Turn was told of memories; it belongs to the message that follows.
    told: Option<&'a Notes>,
    earlier: Vec<Before<'a>>,
}

/// A call as it was meant, which is how it was made.
struct Asked<'a> {
    call: &'a NodeId,
    tool: &'a str,
    args: Value,
}

impl<'a> Asked<'a> {
    fn of(node: &'a Node) -> Option<Self> {
        let NodeBody::ToolCall { tool, arguments, .. } = &node.body else { return None };
        let args = match (descriptor(tool), arguments) {
            (Some(declared), arguments) => meant(declared, arguments).unwrap_or_default(),
            (None, CallArgs::Parsed { value }) => value.clone(),
            (None, CallArgs::Broken { .. }) => Value::Null,
        };
        Some(Self { call: &node.id, tool, args })
    }
}

struct Before<'a> {
    turn: &'a TurnId,
    message: Option<&'a NodeId>,
    request: String,
    results: Vec<&'a str>,
    answer: &'a str,
}

impl<'a> File<'a> {
    fn take(&mut self, contents: &Contents, node: &'a Node) {
        match &node.body {
            NodeBody::UserMessage { text, tab, attachments, delivery } => {
                say(&mut self.request, text);
                if delivery.is_opening() {
                    self.tab = tab.as_ref();
                }
                for link in attachments.iter().filter(|link| !attached::is_image(&link.media_type)) {
                    let bytes = contents.get(&link.id).and_then(|data| attached::decoded(data));
                    if let Some(text) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) {
                        self.attached.push((&node.id, &link.name, text));
                    }
                }
            }
            NodeBody::ToolResult { call, outcome, .. } => {
                let number = u32::try_from(self.steps.len() + 1).unwrap_or(u32::MAX);
                self.steps.extend(step(self.asked, call, outcome, number));
            }
            NodeBody::TurnContext { .. }
            | NodeBody::AssistantMessage { .. }
            | NodeBody::ToolCall { .. }
            | NodeBody::ApprovalDecision { .. }
            | NodeBody::InteractionResponse { .. }
            | NodeBody::CompletionRejected { .. }
            | NodeBody::ContextNote { .. }
            | NodeBody::ContextMasked { .. }
            | NodeBody::ContextCompacted { .. }
            | NodeBody::Tombstone
            | NodeBody::SystemNotice { .. } => {}
        }
    }

    /// What is remembered may be said: it came with the message, whichever Turn that began.
    fn take_notes(&mut self, node: &'a Node) {
        let notes = match &node.body {
            NodeBody::TurnContext { notes, .. } => {
                self.told = Some(notes);
                None
            }
            NodeBody::UserMessage { .. } => self.told.take(),
            NodeBody::ContextNote { notes } => Some(notes),
            _ => None,
        };
        let memories = notes.into_iter().flat_map(|notes| &notes.memories);
        self.attached.extend(memories.map(|memory| (&node.id, "memory", memory.text.clone())));
    }

    fn take_earlier(&mut self, node: &'a Node) {
        if self.earlier.last().is_none_or(|before| before.turn != &node.turn) {
            self.earlier.push(Before {
                turn: &node.turn,
                message: None,
                request: String::new(),
                results: Vec::new(),
                answer: "",
            });
        }
        let Some(before) = self.earlier.last_mut() else { return };
        match &node.body {
            NodeBody::UserMessage { text, delivery, .. } => {
                say(&mut before.request, text);
                if *delivery == Delivery::Opening {
                    before.message = Some(&node.id);
                }
            }
            NodeBody::ToolResult { outcome: ResultOutcome::Done { content, .. }, .. } => {
                before.results.push(content);
            }
            // The last one is the answer; those before it went on.
            NodeBody::AssistantMessage { text, .. } => before.answer = text,
            NodeBody::TurnContext { .. }
            | NodeBody::ToolCall { .. }
            | NodeBody::ToolResult { .. }
            | NodeBody::ApprovalDecision { .. }
            | NodeBody::InteractionResponse { .. }
            | NodeBody::CompletionRejected { .. }
            | NodeBody::ContextNote { .. }
            | NodeBody::ContextMasked { .. }
            | NodeBody::ContextCompacted { .. }
            | NodeBody::Tombstone
            | NodeBody::SystemNotice { .. } => {}
        }
    }

    fn check(mut self, answer: &str) -> Checked {
        // A Turn that saw nothing says nothing of what may have changed since.
        self.earlier.retain(|before| before.message.is_some() && !before.results.is_empty());
        let surplus = self.earlier.len().saturating_sub(caps::EARLIER_TURNS);
        self.earlier.drain(..surplus);
        let steps: Vec<Step<'_>> = self.steps.iter().map(|(_, step)| *step).collect();
        let attached: Vec<Attached<'_>> =
            self.attached.iter().map(|(_, name, text)| Attached { origin: name, text }).collect();
        let earlier: Vec<Earlier<'_>> = self
            .earlier
            .iter()
            .map(|before| Earlier {
                request: &before.request,
                results: &before.results,
                answer: before.answer,
            })
            .collect();
        let turn = fairlead_evidence::Turn {
            request: &self.request,
            tab: self.tab.map(page),
            attached: &attached,
            earlier: &earlier,
            steps: &steps,
            // The model is not told the day either.
            today: None,
        };
        let finding = check(&turn, answer);
        Checked {
            verdict: finding.verdict,
            instruction: fairlead_evidence::instruction(&finding.missing),
            claims: self.claims(&finding, answer),
            missing: finding.missing,
        }
    }

    /// Neighbours that say the same of the same reading become one: a report is read as a whole.
    fn claims(&self, finding: &Finding, answer: &str) -> Vec<Claim> {
        let mut claims: Vec<Claim> = Vec::new();
        let mut reading: Option<usize> = None;
        for found in finding.claims.iter().filter(|claim| !claim.span.is_empty()) {
            let claim = Claim {
                start: utf16(answer, found.span.start),
                end: utf16(answer, found.span.end),
                kind: found.kind,
                lacks: found.lacks,
                by: found.by.iter().filter_map(|proof| self.proof(*proof)).take(caps::PROOFS).collect(),
                operation: found.operation,
            };
            if claim.kind == ClaimKind::Read {
                let before = reading.and_then(|at| claims.get_mut(at));
                match before.filter(|before| before.lacks == claim.lacks && before.by == claim.by) {
                    Some(before) => {
                        before.end = before.end.max(claim.end);
                        continue;
                    }
                    None => reading = Some(claims.len()),
                }
            }
            if claims.len() >= caps::CLAIMS {
                break;
            }
            claims.push(claim);
        }
        claims
    }

    fn proof(&self, proof: fairlead_evidence::Proof) -> Option<Proof> {
        Some(match proof {
            fairlead_evidence::Proof::Step(number) => {
                let step = self.steps.iter().find(|(_, step)| step.n == number)?;
                Proof::Step { call: step.0.clone() }
            }
            fairlead_evidence::Proof::Attached(at) => {
                Proof::Attached { message: self.attached.get(at as usize)?.0.clone() }
            }
            fairlead_evidence::Proof::Request => Proof::Request,
            fairlead_evidence::Proof::Earlier(at) => {
                Proof::Earlier { message: self.earlier.get(at as usize)?.message?.clone() }
            }
        })
    }
}

fn say(request: &mut String, text: &str) {
    if !request.is_empty() {
        request.push('\n');
    }
    request.push_str(text);
}

fn step<'a>(
    asked: &'a [Asked<'a>],
    call: &NodeId,
    outcome: &'a ResultOutcome,
    n: u32,
) -> Option<(&'a NodeId, Step<'a>)> {
    let Asked { call, tool, args } = asked.iter().find(|asked| asked.call == call)?;
    let (outcome, tab, result) = match outcome {
        ResultOutcome::Done { content, tab } => (Outcome::Done, tab.as_ref(), content.as_str()),
        // It only repeats one that succeeded: there was no attempt.
        ResultOutcome::Failed { failure } if failure.code == ToolErrorCode::AlreadyDone => return None,
        ResultOutcome::Failed { failure } => {
            (Outcome::Failed(failure.code.code()), None, failure.message.as_str())
        }
    };
    Some((call, Step { n, tool, args, outcome, page: tab.map(page), result }))
}

fn page(tab: &TabRef) -> Page<'_> {
    // The browser has written the address: scheme, host and port end at the third slash.
    let end = tab.url.match_indices('/').nth(2).map_or(tab.url.len(), |(at, _)| at);
    Page { origin: tab.url.get(..end).unwrap_or_default(), url: &tab.url, title: &tab.title }
}

/// Where a byte of the text stands, as the DOM counts.
fn utf16(text: &str, byte: usize) -> u32 {
    let units = text.get(..byte).map_or(0, |before| before.encode_utf16().count());
    u32::try_from(units).unwrap_or(u32::MAX)
}
