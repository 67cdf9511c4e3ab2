//! Children: begun by one call, kept on their leash, awaited as long as they work, and gone with the Thread that they are for.

use super::ledger::Ledger;
use fairlead_engine::ThreadState;
use fairlead_engine::delegation::{child_of, has_work, report};
use fairlead_engine::flight::in_flight;
use fairlead_protocol::ids::{NodeId, TabId, ThreadId, TurnId};
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::run::Run;
use fairlead_protocol::tool::{Effects, Level};
use fairlead_store::{Batch, Row, RowKey, Table};
use serde_json::{Value, json};

/// What goes somewhere and changes nothing that is there.
const MOVES: [&str; 5] = ["tab_open", "navigate", "go_back", "go_forward", "reload"];

/// Behind `take`.
pub(super) fn problems(ledger: &Ledger, batch: &Batch) -> Vec<String> {
    let mut problems = Vec::new();
    for row in &batch.puts {
        match row {
            Row::Journal(entry) => {
                let key = RowKey::Thread(entry.thread.clone());
                let depth = u32::from(ledger.text(&key, "/delegated/call").is_some());
                if entry.depth != depth {
                    problems.push(format!("{} of {} has the depth {}", entry.kind, entry.run, entry.depth));
                }
                if entry.kind == "tool.dispatched" {
                    problems.extend(off_the_leash(ledger, &entry.run, &entry.payload));
                }
            }
            Row::Run(run) => problems.extend(without_end(ledger, run)),
            Row::Thread(thread) => {
                let Some(delegated) = &thread.delegated else { continue };
                if !ledger.has(&RowKey::Thread(delegated.thread.clone())) {
                    problems
                        .push(format!("{} is written for {}, which is gone", thread.id, delegated.thread));
                }
                if thread.id != child_of(&delegated.call) {
                    problems.push(format!("{} is not the child of {}", thread.id, delegated.call));
                }
            }
            _ => {}
        }
    }
    problems
}

fn without_end(ledger: &Ledger, run: &Run) -> Option<String> {
    let leash = run.environment.leash.as_ref()?;
    let asked = ledger.journal(&run.id).filter(|row| row.get("type") == Some(&json!("model.requested")));
    let asked = asked.count();
    (asked > leash.model_calls as usize)
        .then(|| format!("{} asked the model {asked} times for {} replies", run.id, leash.model_calls))
}

/// A child's call that no child may make, or none without the person's word.
fn off_the_leash(ledger: &Ledger, run: &TurnId, payload: &Value) -> Option<String> {
    let row = ledger.rows.get(&RowKey::Run(run.clone()))?;
    row.pointer("/environment/leash")?;
    let call = payload.get("call").and_then(Value::as_str).unwrap_or_default();
    let tool = ledger.text(&RowKey::Node(NodeId::new(call)), "/body/tool").unwrap_or_default();
    let declared = fairlead_tools::descriptor(tool)?;
    if declared.level == Level::Builtin {
        return Some(format!("{call} of a child gives work on or waits: {tool}"));
    }
    let writes = declared.effects == Effects::Write && !MOVES.contains(&tool);
    (writes && !is_granted(ledger, row)).then(|| format!("{call} of a child writes, and nobody granted it"))
}

/// The person has said yes to the call that the child is for, and to its writing.
fn is_granted(ledger: &Ledger, child: &Value) -> bool {
    let thread = child.get("thread").and_then(Value::as_str).unwrap_or_default();
    let key = RowKey::Thread(ThreadId::new(thread));
    let (Some(turn), Some(call)) =
        (ledger.text(&key, "/delegated/turn"), ledger.text(&key, "/delegated/call"))
    else {
        return false;
    };
    let log: Vec<&Value> = ledger.journal(&TurnId::new(turn)).collect();
    let asked = log.iter().filter(|row| row.pointer("/payload/call") == Some(&json!(call)));
    let mut asked = asked.filter_map(|row| row.pointer("/payload/approval"));
    let handed_over = ledger
        .rows
        .get(&RowKey::Node(NodeId::new(call)))
        .and_then(|row| row.pointer("/body/arguments/value/may_write"));
    handed_over == Some(&json!(true))
        && asked.any(|approval| {
            log.iter().any(|row| {
                row.pointer("/payload/answer") == Some(&json!("allow"))
                    && row.pointer("/payload/approval") == Some(approval)
            })
        })
}

/// Before `take`: a child that is begun knows what its caller has been near, and with its answer its caller knows what it has.
pub(super) fn unwarned(ledger: &Ledger, batch: &Batch) -> Vec<String> {
    let mut problems = Vec::new();
    for row in &batch.puts {
        match row {
            Row::Thread(child) if !ledger.has(&row.key()) => {
                let Some(delegated) = &child.delegated else { continue };
                let known = touched(ledger, &delegated.thread);
                if !known.iter().all(|origin| child.touched_origins.contains(origin)) {
                    problems.push(format!("{} begins without {known:?}", child.id));
                }
            }
            Row::Journal(entry) if entry.kind == "delegate.counted" => {
                let call = entry.payload.get("call").and_then(Value::as_str).unwrap_or_default();
                let met = touched(ledger, &child_of(&NodeId::new(call)));
                let caller = batch.puts.iter().find_map(|row| match row {
                    Row::Thread(thread) if thread.id == entry.thread => Some(thread),
                    _ => None,
                });
                let known = caller.map(|thread| thread.touched_origins.as_slice()).unwrap_or_default();
                if !met.iter().all(|origin| known.contains(origin)) {
                    problems.push(format!("{} has the answer of {call} without {met:?}", entry.thread));
                }
            }
            _ => {}
        }
    }
    problems
}

fn touched(ledger: &Ledger, thread: &ThreadId) -> Vec<String> {
    let row = ledger.rows.get(&RowKey::Thread(thread.clone()));
    let touched = row.and_then(|row| row.get("touched_origins")).and_then(Value::as_array);
    touched.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// What a child's rows say is the result of its call.
pub(super) fn reported(child: Option<&ThreadState>, content: &str) -> bool {
    let report = report(child).map(|report| report.outcome);
    matches!(report, Some(ResultOutcome::Done { content: said, .. }) if said == content)
}

/// All that were ever begun and are still there.
pub(super) fn children(ledger: &Ledger) -> Vec<ThreadId> {
    let threads = ledger
        .rows
        .iter()
        .filter(|(key, row)| key.table() == Table::Threads && row.get("delegated").is_some());
    threads.map(|(key, _)| ThreadId(key.id())).collect()
}

/// Whoever is not over is awaited, and awaits nobody but the person.
pub(super) fn at_rest(child: &ThreadState, patron: Option<&ThreadState>) -> Option<String> {
    let delegated = child.delegated()?;
    if !has_work(child) {
        return None;
    }
    let run = patron.and_then(ThreadState::live_run);
    let is_awaited = run.is_some_and(|run| in_flight(&run.phase).any(|(call, _)| *call == delegated.call));
    (!is_awaited).then(|| format!("{} goes on and nobody waits for it", child.id))
}

/// A tab that was opened for a child is open as long as the child works.
pub(super) fn left_open(tab: TabId, child: &ThreadId, stored: Option<&ThreadState>) -> Option<String> {
    (!stored.is_some_and(has_work)).then(|| format!("tab {tab} is open, and {child} is over"))
}
