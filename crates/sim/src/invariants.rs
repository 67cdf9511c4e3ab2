//! What must hold in every scenario, whatever happens in it: for each commit, each dispatch and each request of the model,
//! after every step that stored something, and once more whenever the world is at rest.

use crate::model::Asked;
use crate::panel::{Answered, Panel};
use crate::world::World;
use fairlead_engine::{ThreadState, due, view};
use fairlead_protocol::event::AckBody;
use fairlead_protocol::ids::{NodeId, ThreadId, TurnId};
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::run::{Phase, RunState};
use fairlead_protocol::tool::Recovery;
use fairlead_runtime::ports::ToolOrder;
use fairlead_store::{Batch, Row, RowKey, Snapshot, Table};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What was wrong, in the order in which it was seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Violations {
    seen: Rc<RefCell<Vec<String>>>,
    /// Calls and attempts whose dispatch was stored.
    dispatched: Rc<RefCell<BTreeSet<String>>>,
}

impl Violations {
    pub(crate) fn add(&self, what: String) {
        let mut all = self.seen.borrow_mut();
        if !all.contains(&what) {
            all.push(what);
        }
    }

    pub(crate) fn all(&self) -> Vec<String> {
        self.seen.borrow().clone()
    }

    /// One commit, with the rows that it met.
    pub(crate) fn commit(&self, before: &Snapshot, batch: &Batch) {
        for problem in nodes_count_up(before, batch)
            .into_iter()
            .chain(journals_count_up(before, batch))
            .chain(results_are_single(before, batch))
            .chain(dispatches_are_allowed(before, batch))
            .chain(receipts_stand(before, batch))
        {
            self.add(problem);
        }
        for row in &batch.puts {
            let Row::Journal(entry) = row else { continue };
            if entry.kind == "tool.dispatched" {
                let field = |name: &str| entry.payload.get(name).cloned().unwrap_or_default();
                let (call, attempt) = (field("call"), field("attempt"));
                let call = call.as_str().unwrap_or_default();
                self.dispatched.borrow_mut().insert(format!("{call} {attempt}"));
            }
        }
    }

    /// A call reaches the world only after the commit that says so.
    pub(crate) fn sent_out(&self, order: &ToolOrder) {
        let call = order.id.split(':').nth(1).unwrap_or_default();
        if !self.dispatched.borrow().contains(&format!("{call} {}", order.dispatch.attempt)) {
            self.add(format!("{} was sent out without a stored dispatch", order.id));
        }
    }

    /// The model is shown a well-formed history, and what it was shown before stays as it was.
    pub(crate) fn request(&self, earlier: &[Asked], asked: &Asked) {
        if let Err(problem) = well_formed(&asked.messages) {
            self.add(format!("request {}: {problem}", asked.number));
        }
        // The fence around the first result tells Threads with the same beginning apart.
        let is_same = |one: &&Asked| {
            let known = one.messages.len().min(asked.messages.len()).min(4);
            one.messages.get(..known) == asked.messages.get(..known)
        };
        if asked.messages.len() > 3
            && let Some(last) = earlier.iter().rev().find(is_same)
            && !asked.messages.starts_with(&last.messages)
        {
            self.add(format!("request {} does not begin with request {}", asked.number, last.number));
        }
    }
}

fn nodes_count_up(before: &Snapshot, batch: &Batch) -> Vec<String> {
    let mut problems = Vec::new();
    let mut last: BTreeMap<&ThreadId, (u64, Option<NodeId>)> = BTreeMap::new();
    for row in &batch.puts {
        let Row::Node(node) = row else { continue };
        let (seq, leaf) = last.entry(&node.thread).or_insert_with(|| newest_node(before, &node.thread));
        if node.seq.0 != *seq + 1 {
            problems.push(format!("{} has the seq {} behind {seq}", node.id, node.seq));
        }
        if node.parent != *leaf {
            problems.push(format!("{} hangs on {:?} and not on the leaf {leaf:?}", node.id, node.parent));
        }
        (*seq, *leaf) = (node.seq.0, Some(node.id.clone()));
    }
    problems
}

fn newest_node(rows: &Snapshot, thread: &ThreadId) -> (u64, Option<NodeId>) {
    let Some(row) = rows.get(&RowKey::Thread(thread.clone())) else { return (0, None) };
    (
        row.get("seq").and_then(Value::as_u64).unwrap_or_default(),
        row.get("leaf").and_then(Value::as_str).map(NodeId::new),
    )
}

fn journals_count_up(before: &Snapshot, batch: &Batch) -> Vec<String> {
    let mut problems = Vec::new();
    let mut last: BTreeMap<&TurnId, u64> = BTreeMap::new();
    for row in &batch.puts {
        let Row::Journal(entry) = row else { continue };
        let seq = last.entry(&entry.run).or_insert_with(|| journal(before, &entry.run).count() as u64);
        if entry.seq.0 != *seq + 1 {
            problems.push(format!("entry {} of {} comes behind {seq}", entry.seq, entry.run));
        }
        *seq = entry.seq.0;
    }
    problems
}

fn journal<'a>(rows: &'a Snapshot, run: &'a TurnId) -> impl Iterator<Item = &'a Value> {
    rows.iter().filter(move |(key, _)| matches!(key, RowKey::Journal(of, _) if of == run)).map(|(_, row)| row)
}

fn results_are_single(before: &Snapshot, batch: &Batch) -> Vec<String> {
    let mut problems = Vec::new();
    let mut answered: BTreeSet<String> = before
        .iter()
        .filter(|(key, row)| {
            key.table() == Table::Nodes && row.pointer("/body/type") == Some(&json!("tool_result"))
        })
        .filter_map(|(_, row)| row.pointer("/body/call")?.as_str().map(str::to_owned))
        .collect();
    for row in &batch.puts {
        let Row::Node(node) = row else { continue };
        if let NodeBody::ToolResult { call, .. } = &node.body
            && !answered.insert(call.0.clone())
        {
            problems.push(format!("{call} has a second result"));
        }
    }
    problems
}

/// Each dispatch uses up one word of the policy or of the person; only what is safe to repeat goes out again without one.
fn dispatches_are_allowed(before: &Snapshot, batch: &Batch) -> Vec<String> {
    let mut problems = Vec::new();
    for row in &batch.puts {
        let Row::Journal(entry) = row else { continue };
        if entry.kind != "tool.dispatched" {
            continue;
        }
        let call = entry.payload.get("call").cloned().unwrap_or_default();
        let log: Vec<Value> = journal(before, &entry.run)
            .cloned()
            .chain(batch.puts.iter().filter_map(|row| match row {
                Row::Journal(other) if other.run == entry.run => serde_json::to_value(other).ok(),
                _ => None,
            }))
            .collect();
        let of = |kind: &str, field: &str, value: &Value| -> Vec<&Value> {
            log.iter()
                .filter(|entry| entry.get("type") == Some(&json!(kind)))
                .filter_map(|entry| entry.get("payload"))
                .filter(|payload| payload.get(field) == Some(value))
                .collect()
        };
        let again = of("tool.dispatched", "call", &call);
        let first = again.iter().filter(|payload| payload.get("attempt") == Some(&json!(1))).count();
        if entry.payload.get("attempt") != Some(&json!(1)) {
            if recovery(before, &call) != Some(Recovery::RetrySafe) {
                problems.push(format!("{call} was sent out again and is not safe to repeat"));
            }
            continue;
        }
        let policy = of("tool.judged", "call", &call)
            .iter()
            .filter(|payload| payload.get("verdict") == Some(&json!("allow")))
            .count();
        let person = of("approval.asked", "call", &call)
            .iter()
            .filter_map(|payload| payload.get("approval"))
            .filter(|approval| {
                of("approval.answered", "approval", approval)
                    .iter()
                    .any(|payload| payload.get("answer") == Some(&json!("allow")))
            })
            .count();
        if first > policy + person {
            problems.push(format!("{call} was sent out {first} times with {policy} + {person} words for it"));
        }
    }
    problems
}

fn recovery(rows: &Snapshot, call: &Value) -> Option<Recovery> {
    let node = rows.get(&RowKey::Node(NodeId::new(call.as_str()?)))?;
    fairlead_tools::descriptor(node.pointer("/body/tool")?.as_str()?).map(|descriptor| descriptor.recovery)
}

fn receipts_stand(before: &Snapshot, batch: &Batch) -> Vec<String> {
    let overwritten = batch.puts.iter().filter(|row| {
        row.table() == Table::Receipts
            && before
                .get(&row.key())
                .is_some_and(|held| serde_json::to_value(row).ok().as_ref() != Some(held))
    });
    overwritten.map(|row| format!("{} was overwritten", row.key())).collect()
}

/// Every call has its result behind it, in the order of the calls, before anything else is said.
pub fn well_formed(messages: &[Value]) -> Result<(), String> {
    let mut open: Vec<&Value> = Vec::new();
    let mut used = BTreeSet::new();
    for message in messages {
        let id = message.get("tool_call_id");
        match (id, open.first()) {
            (Some(id), Some(first)) if id == *first => {
                open.remove(0);
                continue;
            }
            (Some(id), _) => return Err(format!("a result of {id} where {open:?} are open")),
            (None, Some(first)) => return Err(format!("{first} has no result before {message}")),
            (None, None) => {}
        }
        let calls = message.get("tool_calls").and_then(Value::as_array).map(Vec::as_slice);
        for id in calls.unwrap_or_default().iter().filter_map(|call| call.get("id")) {
            if id.as_str().is_none_or(str::is_empty) || !used.insert(id.to_string()) {
                return Err(format!("the call id {id} is empty or was used before"));
            }
            open.push(id);
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("{open:?} have no result")) }
}

pub(crate) fn after_commit(world: &World) {
    let threads: BTreeSet<ThreadId> = world.panels.values().map(|panel| panel.thread.clone()).collect();
    for thread in threads {
        if let Some(state) = world.stored(&thread) {
            for problem in sound_rows(&state) {
                world.violations.add(format!("{thread}: {problem}"));
            }
        }
    }
    for problem in acted_once(world) {
        world.violations.add(problem);
    }
}

/// The rows of one Thread agree with each other.
fn sound_rows(state: &ThreadState) -> Vec<String> {
    let mut problems = Vec::new();
    if state.path().len() != state.nodes.len() {
        problems.push(format!("the leaf reaches {} of {} nodes", state.path().len(), state.nodes.len()));
    }
    let live: Vec<&TurnId> =
        state.runs.values().filter(|run| run.phase.state().is_live()).map(|run| &run.id).collect();
    if live.len() > 1 {
        problems.push(format!("{live:?} own the Thread at once"));
    }
    let asked = match state.live_run().map(|run| &run.phase) {
        Some(Phase::WaitingApproval { approval, .. }) => Some(approval),
        _ => None,
    };
    if state.approvals.keys().collect::<Vec<_>>() != asked.into_iter().collect::<Vec<_>>() {
        problems.push(format!("{:?} are open while {asked:?} is waited for", state.approvals.keys()));
    }
    for node in state.nodes.iter() {
        let NodeBody::ToolCall { .. } = &node.body else { continue };
        let is_over = !live.contains(&&node.turn);
        if is_over && state.result_of(&node.id).is_none() {
            problems.push(format!("{} has no result and its Turn is over", node.id));
        }
    }
    problems
}

/// A write reaches the world once, unless the person asked for it again.
fn acted_once(world: &World) -> Vec<String> {
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for effect in &world.web.borrow().effects {
        let call = effect.order.split(':').nth(1).unwrap_or_default();
        *times.entry(call.to_owned()).or_default() += 1;
    }
    times.retain(|_, times| *times > 1);
    if times.is_empty() {
        return Vec::new();
    }
    let rows = world.rows.snapshot();
    let twice = times.iter().filter_map(|(call, times)| {
        let asked_again = rows
            .values()
            .filter(|row| row.get("type") == Some(&json!("tool.uncertainty_resolved")))
            .filter(|row| row.pointer("/payload/call") == Some(&json!(call)))
            .filter(|row| row.pointer("/payload/resolution") == Some(&json!("retry")))
            .count();
        (*times > 1 + asked_again).then(|| format!("{call} acted {times} times"))
    });
    twice.collect()
}

pub(crate) fn at_rest(world: &mut World) {
    let threads: BTreeSet<ThreadId> = world.panels.values().map(|panel| panel.thread.clone()).collect();
    for thread in threads {
        let stored = world.stored(&thread);
        for problem in stored.iter().flat_map(waits_for_nobody_but_the_person) {
            world.violations.add(format!("{thread}: {problem}"));
        }
        let shown = stored.as_ref().and_then(|state| view::snapshot(state, None));
        let remembered = world.remembered(&thread);
        if remembered != shown {
            world.violations.add(format!("{thread} is remembered as {remembered:?} and stored as {shown:?}"));
        }
        for panel in world.panels.values().filter(|panel| panel.thread == thread && panel.view.is_connected) {
            for problem in shows(panel, shown.as_ref()) {
                world.violations.add(format!("{}: {problem}", panel.client));
            }
        }
    }
    let rows = world.rows.snapshot();
    for panel in world.panels.values() {
        if let Some(command) = panel.outbox.first() {
            let name = command.body.name();
            world.violations.add(format!("{}: {name} was never answered", panel.client));
        }
        for problem in acks_stand(panel, &rows).into_iter().chain(ends_are_told(panel, &rows, world.lives)) {
            world.violations.add(format!("{}: {problem}", panel.client));
        }
    }
}

fn waits_for_nobody_but_the_person(state: &ThreadState) -> Option<String> {
    let running: Vec<_> = due(state).into_keys().collect();
    if !running.is_empty() {
        return Some(format!("{running:?} are due and nothing happens"));
    }
    let phase = state.live_run().map(|run| run.phase.state())?;
    let is_for_the_person = match phase {
        RunState::WaitingApproval | RunState::WaitingInteraction | RunState::PausedUncertain => true,
        RunState::Queued
        | RunState::Ready
        | RunState::StreamingModel
        | RunState::ExecutingTool
        | RunState::Completed
        | RunState::Failed
        | RunState::Interrupted
        | RunState::PausedBudget
        | RunState::PausedLimit
        | RunState::PausedContext => false,
    };
    (!is_for_the_person).then(|| format!("nothing is due in {phase:?}"))
}

/// What a panel folded from events is what a new panel would be shown.
fn shows(panel: &Panel, snapshot: Option<&fairlead_protocol::event::Snapshot>) -> Vec<String> {
    let view = &panel.view;
    let Some(snapshot) = snapshot else {
        return if view.items.is_empty() {
            Vec::new()
        } else {
            vec!["shows a Thread that is gone".to_owned()]
        };
    };
    let mut problems = Vec::new();
    let mut differs = |what: &str, seen: String, stored: String| {
        if seen != stored {
            problems.push(format!("shows {what} {seen} where {stored} is stored"));
        }
    };
    differs("items", format!("{:?}", view.items), format!("{:?}", snapshot.items));
    differs("the run", format!("{:?}", view.run), format!("{:?}", snapshot.run));
    differs("the queue", format!("{:?}", view.queue), format!("{:?}", snapshot.queue));
    differs("a live reply", format!("{:?}", view.live), format!("{:?}", snapshot.live));
    let cards: Vec<_> = view.approvals.values().cloned().collect();
    differs("cards", format!("{cards:?}"), format!("{:?}", snapshot.approvals));
    let listed = view.threads.get(&snapshot.thread.id.0);
    differs("in its list", format!("{listed:?}"), format!("{:?}", Some(&snapshot.thread)));
    problems
}

/// What was acknowledged is stored: the receipt says the same, and the Turn is there.
fn acks_stand(panel: &Panel, rows: &Snapshot) -> Vec<String> {
    let mut problems = Vec::new();
    let is_gone = !rows.contains_key(&RowKey::Thread(panel.thread.clone()));
    for (submission, answered) in &panel.view.answers {
        let receipt = rows.get(&RowKey::Receipt(panel.client.clone(), submission.clone()));
        let Answered::Acknowledged(body) = answered else {
            if let Some(receipt) = receipt
                && receipt.pointer("/response/type") == Some(&json!("acknowledged"))
                && !matches!(answered, Answered::Rejected(refusal) if refusal.code == fairlead_protocol::refusal::RefusalCode::ReusedSubmission)
            {
                problems.push(format!("{submission} was rejected and its receipt acknowledges it"));
            }
            continue;
        };
        let said = serde_json::to_value(body).ok();
        if let Some(receipt) = receipt
            && receipt.pointer("/response/body") != said.as_ref()
        {
            problems.push(format!("{submission} was acknowledged with {body:?}, its receipt says {receipt}"));
        }
        match body {
            AckBody::TurnStarted { turn } | AckBody::TurnQueued { turn, .. } => {
                if receipt.is_none() {
                    problems.push(format!("{submission} began {turn} and has no receipt"));
                }
                let was_removed =
                    journal(rows, turn).any(|row| row.get("type") == Some(&json!("run.queued")));
                if !is_gone && !was_removed && !rows.contains_key(&RowKey::Run(turn.clone())) {
                    problems.push(format!("{submission} began {turn}, which is not stored"));
                }
            }
            AckBody::Done
            | AckBody::Settings { .. }
            | AckBody::Connections { .. }
            | AckBody::Verified { .. }
            | AckBody::Rules { .. }
            | AckBody::Journal { .. } => {}
        }
    }
    problems
}

/// A Turn's end is told once each time it ends; a panel that missed it in a crash has it from its snapshot.
fn ends_are_told(panel: &Panel, rows: &Snapshot, lives: u32) -> Vec<String> {
    let mut told: BTreeMap<&TurnId, usize> = BTreeMap::new();
    for (turn, _) in &panel.view.completed {
        *told.entry(turn).or_default() += 1;
    }
    let has_seen_all = lives == 1 && panel.has_seen_all && !panel.view.is_deleted;
    let runs = rows.keys().filter_map(|key| match key {
        RowKey::Run(turn) => Some(turn),
        _ => None,
    });
    runs.filter(|turn| {
        rows.get(&RowKey::Run((*turn).clone())).and_then(|row| row.get("thread")?.as_str())
            == Some(panel.thread.as_str())
    })
    .filter_map(|turn| {
        let ends = ["run.completed", "run.failed", "run.interrupted", "run.paused"];
        let ended = journal(rows, turn)
            .filter(|row| row.get("type").and_then(Value::as_str).is_some_and(|kind| ends.contains(&kind)))
            .count();
        let told = told.get(turn).copied().unwrap_or_default();
        let is_right = if has_seen_all { told == ended } else { told <= ended };
        (!is_right).then(|| format!("{turn} ended {ended} times and was told {told} times"))
    })
    .collect()
}
