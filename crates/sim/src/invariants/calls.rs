//! Calls: what allowed them, how often they act, and what their results are.

use super::delegation::reported;
use super::fork;
use super::ledger::{Ledger, call_of};
use super::memory;
use super::replay::stored;
use crate::browser::Effect;
use fairlead_engine::delegation::child_of;
use fairlead_engine::flight::in_flight;
use fairlead_protocol::approval::{Answer, Approval, ApprovalStatus, Ask};
use fairlead_protocol::caps;
use fairlead_protocol::conversation::CallArgs;
use fairlead_protocol::ids::{AttachmentId, InteractionId, NodeId};
use fairlead_protocol::interaction::{InteractionStatus, Response};
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::row::JournalRow;
use fairlead_protocol::run::{Phase, Run};
use fairlead_protocol::tool::{Effects, Recovery};
use fairlead_runtime::ports::ToolOrder;
use fairlead_store::{Batch, MemoryStore, Row, RowKey};
use fairlead_tools::Company;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn problems(before: &Ledger, store: &MemoryStore, batch: &Batch) -> Vec<String> {
    // A copy has the results that its source had.
    let mut problems = if fork::is_fork(before, batch) { Vec::new() } else { results(before, store, batch) };
    for entry in entries(batch).filter(|entry| entry.kind == "tool.dispatched") {
        problems.extend(not_allowed(before, batch, entry));
    }
    problems.extend(batch.puts.iter().filter_map(|row| match row {
        Row::Run(run) => not_beside(before, batch, run),
        _ => None,
    }));
    problems.extend(approvals(batch).filter_map(|approval| not_what_was_shown(batch, approval)));
    problems
}

fn entries(batch: &Batch) -> impl Iterator<Item = &JournalRow> {
    batch.puts.iter().filter_map(|row| match row {
        Row::Journal(entry) => Some(entry),
        _ => None,
    })
}

fn approvals(batch: &Batch) -> impl Iterator<Item = &Approval> {
    batch.puts.iter().filter_map(|row| match row {
        Row::Approval(approval) => Some(approval),
        _ => None,
    })
}

/// One result a call, with one terminal fact in the same commit, and of what came back for this call.
fn results(before: &Ledger, store: &MemoryStore, batch: &Batch) -> Vec<String> {
    let mut problems = Vec::new();
    let mut finished: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in entries(batch).filter(|entry| entry.kind == "tool.completed") {
        let call = entry.payload.get("call").and_then(Value::as_str).unwrap_or_default();
        *finished.entry(call).or_default() += 1;
    }
    let mut new: BTreeSet<&str> = BTreeSet::new();
    for row in &batch.puts {
        let Row::Node(node) = row else { continue };
        let NodeBody::ToolResult { call, outcome, trust, .. } = &node.body else { continue };
        if before.has(&row.key()) {
            continue;
        }
        if before.answered.contains(call.as_str()) || !new.insert(call.as_str()) {
            problems.push(format!("{call} has a second result"));
        }
        let source = recalled_node(before, batch, call).and_then(|row| row.pointer("/body/trust"));
        if source.is_some_and(|source| *source != json!(trust)) {
            problems.push(format!("{call} reads back what was {source:?} as {trust:?}"));
        }
        match finished.remove(call.as_str()) {
            Some(1) => {}
            times => problems.push(format!("{call} has a result and {times:?} terminal facts")),
        }
        if let ResultOutcome::Done { content, .. } = outcome
            && !came_back(before, batch, call, content)
            && !reported(stored(store, &child_of(call)).as_ref(), content)
        {
            problems.push(format!("{call} has a result that never came back for it: {content:?}"));
        }
    }
    problems.extend(finished.into_keys().map(|call| format!("{call} has a terminal fact and no result")));
    problems
}

/// From the world, or from the person who looked.
fn came_back(before: &Ledger, batch: &Batch, call: &NodeId, content: &str) -> bool {
    let mut known = before.outcomes.get(call.as_str()).into_iter().flatten();
    let is_from_the_world = known.any(|outcome| match outcome {
        ResultOutcome::Done { content: came, .. } => caps::clip(came, caps::RESULT_BYTES) == content,
        ResultOutcome::Failed { .. } => false,
    });
    is_from_the_world
        || memory::is_own(batch, call.as_str())
        || wrote(batch, call)
        || recalled(before, batch, call, content)
        || ended(before, batch, call, content)
        || entries(batch).any(|entry| {
            entry.kind == "tool.uncertainty_resolved"
                && entry.payload.get("call") == Some(&json!(call))
                && entry.payload.get("resolution") == Some(&json!("mark_done"))
        })
}

/// A file that the engine stored by itself, whole and in this commit.
fn wrote(batch: &Batch, call: &NodeId) -> bool {
    let files = batch.puts.iter().find_map(|row| match row {
        Row::Node(node) => match &node.body {
            NodeBody::ToolResult { call: of, pictures, .. } if of == call => Some(pictures),
            _ => None,
        },
        _ => None,
    });
    let is_stored =
        |id: &AttachmentId| batch.puts.iter().any(|row| matches!(row, Row::Blob(blob) if blob.id == *id));
    files.is_some_and(|files| !files.is_empty() && files.iter().all(|file| is_stored(&file.id)))
}

/// An earlier result, as it is stored, or a page of it.
fn recalled(before: &Ledger, batch: &Batch, call: &NodeId, content: &str) -> bool {
    let shown = content.split("\n[characters ").next().unwrap_or_default();
    let stored = recalled_node(before, batch, call);
    let text = stored.and_then(|row| row.pointer("/body/outcome/content")?.as_str());
    text.is_some_and(|text| text.contains(shown))
}

/// The result that a call of `recall_result` asks for. It is answered in the commit that proposes it.
fn recalled_node<'a>(before: &'a Ledger, batch: &Batch, call: &NodeId) -> Option<&'a Value> {
    let node = match new_node(batch, call)? {
        NodeBody::ToolCall { tool, arguments: CallArgs::Parsed { value }, .. } if tool == "recall_result" => {
            value.get("node")?.as_str()?
        }
        _ => return None,
    };
    before.rows.get(&RowKey::Node(NodeId::new(node.trim())))
}

/// What the commit says in this node.
fn new_node<'a>(batch: &'a Batch, id: &NodeId) -> Option<&'a NodeBody> {
    batch.puts.iter().find_map(|row| match row {
        Row::Node(node) if node.id == *id => Some(&node.body),
        _ => None,
    })
}

/// The wait of a call is over in this commit, by what the person said or because its time had come.
fn ended(before: &Ledger, batch: &Batch, call: &NodeId, content: &str) -> bool {
    let answered = batch.puts.iter().any(|row| match row {
        Row::Interaction(wait) if wait.call == *call => match &wait.status {
            InteractionStatus::Answered { response: Response::Answer { text } } => content.contains(text),
            InteractionStatus::Answered { response: Response::Done } => {
                content.starts_with("The person says that it is done")
            }
            InteractionStatus::Answered { response: Response::Skip } => true,
            InteractionStatus::Open | InteractionStatus::Elapsed | InteractionStatus::Closed => false,
        },
        _ => false,
    });
    answered
        || entries(batch).any(|entry| {
            let id = entry.payload.get("interaction").and_then(Value::as_str).unwrap_or_default();
            let key = RowKey::Interaction(InteractionId::new(id));
            let is_its_own = before.text(&key, "/call") == Some(call.as_str());
            is_its_own
                && match entry.kind.as_str() {
                    "interaction.elapsed" => before.text(&key, "/wait/type") == Some("until"),
                    "interaction.met" => before
                        .rows
                        .get(&key)
                        .and_then(|row| row.pointer("/wait/watch"))
                        .is_some_and(|watch| before.shown.contains(&what_of(watch))),
                    _ => false,
                }
        })
}

/// What is waited for, and in which tab.
pub(super) fn what_of(watch: &Value) -> String {
    let at = |pointer: &str| watch.pointer(pointer).unwrap_or(&Value::Null).to_string();
    format!("{} {} {}", at("/tab/id"), at("/condition"), at("/print"))
}

/// Each dispatch uses up one word of the policy or of the person; only what is safe to repeat goes out again without one.
fn not_allowed(before: &Ledger, batch: &Batch, entry: &JournalRow) -> Option<String> {
    let call = entry.payload.get("call").cloned().unwrap_or_default();
    if entry.payload.get("attempt") != Some(&json!(1)) {
        let is_safe = recovery(before, &call) == Some(Recovery::RetrySafe);
        return (!is_safe).then(|| format!("{call} was sent out again and is not safe to repeat"));
    }
    let stored =
        before.journal(&entry.run).filter_map(|row| Some((row.get("type")?.as_str()?, row.get("payload")?)));
    let new = entries(batch)
        .filter(|other| other.run == entry.run)
        .map(|other| (other.kind.as_str(), &other.payload));
    let log: Vec<(&str, &Value)> = stored.chain(new).collect();
    let of = |kind: &'static str, field: &'static str, value: &Value| -> Vec<&Value> {
        let meant = |(of, payload): &&(&str, &Value)| *of == kind && payload.get(field) == Some(value);
        log.iter().filter(meant).map(|(_, payload)| *payload).collect()
    };
    let says = |payload: &Value, field: &str, word: &str| payload.get(field) == Some(&json!(word));
    let first =
        of("tool.dispatched", "call", &call).iter().filter(|it| it.get("attempt") == Some(&json!(1))).count();
    let policy =
        of("tool.judged", "call", &call).iter().filter(|judged| says(judged, "verdict", "allow")).count();
    let asked = of("approval.asked", "call", &call);
    let person = asked
        .iter()
        .filter_map(|asked| asked.get("approval"))
        .filter(|approval| {
            of("approval.answered", "approval", approval).iter().any(|given| says(given, "answer", "allow"))
        })
        .count();
    (first > policy + person)
        .then(|| format!("{call} was sent out {first} times with {policy} + {person} words for it"))
}

/// What runs beside another call of its Turn changes nothing.
fn not_beside(before: &Ledger, batch: &Batch, run: &Run) -> Option<String> {
    let out: Vec<&NodeId> = in_flight(&run.phase).map(|(call, _)| call).collect();
    let writes = |call: &&NodeId| {
        let tool = match new_node(batch, call) {
            Some(NodeBody::ToolCall { tool, .. }) => Some(tool.as_str()),
            _ => before.text(&RowKey::Node((*call).clone()), "/body/tool"),
        };
        tool.and_then(fairlead_tools::descriptor)
            .is_none_or(|tool| tool.effects == Effects::Write || tool.company == Company::Alone)
    };
    let alone = out.iter().copied().find(writes).filter(|_| out.len() > 1)?;
    Some(format!("{alone} runs beside {} other calls", out.len() - 1))
}

fn recovery(before: &Ledger, call: &Value) -> Option<Recovery> {
    let key = RowKey::Node(NodeId::new(call.as_str()?));
    fairlead_tools::descriptor(before.text(&key, "/body/tool")?).map(|descriptor| descriptor.recovery)
}

/// What goes out with a word of the person has the target that their card showed.
fn not_what_was_shown(batch: &Batch, approval: &Approval) -> Option<String> {
    let ApprovalStatus::Answered { answer: Answer::Allow { .. } } = &approval.status else { return None };
    let Ask::Call { target, .. } = &approval.ask else { return None };
    let dispatch = batch.puts.iter().find_map(|row| match row {
        Row::Run(run) => match &run.phase {
            Phase::ExecutingTool { batch, dispatch, .. }
                if batch.calls.get(batch.at as usize) == Some(&approval.call) =>
            {
                Some(dispatch)
            }
            _ => None,
        },
        _ => None,
    })?;
    let is_same = dispatch.binding == target.binding
        && dispatch.tab.as_ref().map(|tab| tab.id) == target.tab.as_ref().map(|tab| tab.id);
    (!is_same).then(|| format!("{} runs against another target than {} showed", approval.call, approval.id))
}

/// A call reaches the world only after the commit that says so.
pub(super) fn undispatched(ledger: &Ledger, order: &ToolOrder) -> Option<String> {
    let dispatch = (call_of(&order.id).to_owned(), u64::from(order.dispatch.attempt.0));
    (!ledger.dispatched.contains(&dispatch))
        .then(|| format!("{} was sent out without a stored dispatch", order.id))
}

/// What changes the world does so once, unless the person asked for it again.
pub(super) fn repeated(ledger: &Ledger, effects: &[Effect]) -> Vec<String> {
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for effect in effects {
        *times.entry(call_of(&effect.order)).or_default() += 1;
    }
    times.retain(|_, times| *times > 1);
    let twice = times.iter().filter_map(|(call, times)| {
        let asked_again = ledger
            .rows
            .values()
            .filter(|row| row.get("type") == Some(&json!("tool.uncertainty_resolved")))
            .filter(|row| row.pointer("/payload/call") == Some(&json!(call)))
            .filter(|row| row.pointer("/payload/resolution") == Some(&json!("retry")))
            .count();
        (*times > 1 + asked_again).then(|| format!("{call} acted {times} times"))
    });
    twice.collect()
}
