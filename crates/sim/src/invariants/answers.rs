//! Answers to commands: one each, for good, and true.

use super::ledger::Ledger;
use crate::panel::{Answered, Panel};
use fairlead_engine::ThreadState;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::event::AckBody;
use fairlead_protocol::ids::{Seq, SubmissionId};
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::to_json;
use fairlead_store::{Batch, Row, RowKey, Table};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A receipt is written once.
pub(super) fn overwritten(before: &Ledger, batch: &Batch) -> Vec<String> {
    let overwritten = batch.puts.iter().filter(|row| {
        row.table() == Table::Receipts
            && before.rows.get(&row.key()).is_some_and(|held| to_json::value(*row) != *held)
    });
    overwritten.map(|row| format!("{} was overwritten", row.key())).collect()
}

/// A branch that was chosen is the one that is shown.
pub(super) fn unchosen(ledger: &Ledger, batch: &Batch, state: &ThreadState) -> Option<String> {
    let is_choice =
        |row: &Row| matches!(row, Row::Receipt(receipt) if receipt.command == "thread.select_branch");
    let is_shown = || state.path().iter().any(|node| ledger.chosen.contains(&node.id));
    (batch.puts.iter().any(is_choice) && !is_shown())
        .then(|| format!("{:?} is shown where another branch was chosen", state.leaf()))
}

/// At rest every command has its answer, and what was acknowledged is stored.
pub(super) fn problems(ledger: &Ledger, panel: &Panel) -> Vec<String> {
    let mut problems: Vec<String> = panel
        .outbox
        .first()
        .map(|command| format!("{} was never answered", command.body.name()))
        .into_iter()
        .collect();
    for (submission, answered) in &panel.view.answers {
        let receipt = ledger.rows.get(&RowKey::Receipt(panel.client.clone(), submission.clone()));
        match answered {
            Answered::Rejected(refusal) if refusal.code == RefusalCode::ReusedSubmission => {}
            Answered::Rejected(refusal) => {
                if receipt.and_then(|receipt| receipt.pointer("/response/type"))
                    == Some(&json!("acknowledged"))
                {
                    problems.push(format!(
                        "{submission} was rejected ({:?}) and its receipt acknowledges it",
                        refusal.code
                    ));
                }
            }
            Answered::Acknowledged(body) => {
                problems.extend(acknowledged(ledger, panel, submission, body, receipt));
            }
        }
    }
    problems
}

fn acknowledged(
    ledger: &Ledger,
    panel: &Panel,
    submission: &SubmissionId,
    body: &AckBody,
    receipt: Option<&Value>,
) -> Vec<String> {
    let mut problems = Vec::new();
    let said = serde_json::to_value(body).ok();
    if let Some(receipt) = receipt
        && receipt.pointer("/response/body") != said.as_ref()
    {
        problems.push(format!("{submission} was acknowledged with {body:?}, its receipt says {receipt}"));
    }
    if let AckBody::TurnStarted { turn } | AckBody::TurnQueued { turn, .. } = body {
        if receipt.is_none() {
            problems.push(format!("{submission} began {turn} and has no receipt"));
        }
        let was_removed = ledger.touched.contains(turn.as_str());
        let is_gone = ledger.gone.contains(&RowKey::Journal(turn.clone(), Seq(1)));
        if !was_removed && !is_gone && !ledger.has(&RowKey::Run(turn.clone())) {
            problems.push(format!("{submission} began {turn}, which is not stored"));
        }
    }
    if let AckBody::Steered { steer } = body {
        let keys = [RowKey::Node(steer.clone()), RowKey::Steer(steer.clone())];
        if !keys.iter().any(|key| ledger.has(key) || ledger.gone.contains(key)) {
            problems.push(format!("{submission} was acknowledged as {steer}, which is lost"));
        }
    }
    if let AckBody::Attachment { attachment, .. } = body {
        let key = RowKey::Attachment(attachment.id.clone());
        let is_removed = ledger.touched.contains(attachment.id.as_str()) || ledger.erases();
        if !ledger.has(&key) && !ledger.gone.contains(&key) && !is_removed {
            problems.push(format!("{submission} stored {}, which is lost", attachment.id));
        }
    }
    match panel.sent.get(submission) {
        Some(
            command @ (CommandBody::ThreadCreate { .. }
            | CommandBody::ThreadRename { .. }
            | CommandBody::ThreadDelete { .. }
            | CommandBody::ThreadPin { .. }
            | CommandBody::ThreadArchive { .. }
            | CommandBody::ThreadFork { .. }
            | CommandBody::TurnSubmit { .. }
            | CommandBody::TurnEnqueue { .. }
            | CommandBody::TurnSteer { .. }
            | CommandBody::TurnFork { .. }
            | CommandBody::QueueUpdate { .. }
            | CommandBody::QueueMove { .. }
            | CommandBody::QueueSteer { .. }
            | CommandBody::QueueRemove { .. }
            | CommandBody::AttachmentsAdd { .. }
            | CommandBody::AttachmentsRemove { .. }),
        ) if receipt.is_none() => {
            problems.push(format!("{submission} was acknowledged, but {} has no receipt", command.name()));
        }
        // Without a receipt it repeated an answer, and changed nothing.
        Some(CommandBody::ApprovalRespond { approval, digest, .. }) if receipt.is_some() => {
            let asked = ledger.text(&RowKey::Approval(approval.clone()), "/digest");
            if asked.is_some_and(|asked| asked != digest.as_str()) {
                problems.push(format!("{submission} answered {approval} with the digest of another card"));
            }
        }
        // The same.
        Some(CommandBody::InteractionRespond { interaction, response, .. }) if receipt.is_some() => {
            let key = RowKey::Interaction(interaction.clone());
            let given = ledger.rows.get(&key).map(|row| row.pointer("/status/response"));
            if given.is_some_and(|given| given != serde_json::to_value(response).ok().as_ref()) {
                problems.push(format!("{submission} answered {interaction} and {given:?} is stored"));
            }
        }
        Some(CommandBody::ThreadFork { into, .. }) => {
            let key = RowKey::Thread(into.clone());
            if !ledger.has(&key) && !ledger.gone.contains(&key) {
                problems.push(format!("{submission} made {into}, which is not stored"));
            }
        }
        Some(CommandBody::TurnSubmit { text, .. } | CommandBody::TurnEnqueue { text, .. }) => {
            problems.extend(opened(ledger, body, text).map(|problem| format!("{submission}: {problem}")));
        }
        Some(CommandBody::TurnSteer { text, .. }) => {
            if let AckBody::Steered { steer } = body
                && let Some(said) = ledger.text(&RowKey::Node(steer.clone()), "/body/text")
                && said != text
            {
                problems.push(format!("{submission} said {text:?} and {said:?} is stored"));
            }
        }
        _ => {}
    }
    problems
}

/// A message opens its Turn, with the words that were sent unless they were changed while it waited.
fn opened(ledger: &Ledger, body: &AckBody, text: &str) -> Option<String> {
    let turn = match body {
        AckBody::TurnStarted { turn } | AckBody::TurnQueued { turn, .. } => turn,
        _ => return None,
    };
    let happened = |kind: &str| ledger.journal(turn).any(|row| row.get("type") == Some(&json!(kind)));
    if happened("run.queue_changed") {
        return None;
    }
    let opening = ledger.openings.get(turn).cloned();
    let said = opening.and_then(|node| ledger.text(&RowKey::Node(node), "/body/text"));
    let Some(said) = said else {
        let is_lost = happened("run.created") && !ledger.touched.contains(turn.as_str());
        return is_lost.then(|| format!("{turn} began without {text:?}"));
    };
    (said != text).then(|| format!("{turn} began with {said:?} where {text:?} was sent"))
}

/// What each submission began, over all panels: nothing is begun by two of them.
pub(super) fn doubled<'a>(panels: impl Iterator<Item = &'a Panel>) -> Vec<String> {
    let mut begun: BTreeMap<&str, &SubmissionId> = BTreeMap::new();
    let mut problems = Vec::new();
    let answers = panels.flat_map(|panel| {
        let says_something = |submission: &SubmissionId| {
            matches!(
                panel.sent.get(submission),
                Some(
                    CommandBody::TurnSubmit { .. }
                        | CommandBody::TurnEnqueue { .. }
                        | CommandBody::TurnSteer { .. }
                        | CommandBody::TurnFork { .. }
                        | CommandBody::QueueSteer { .. }
                )
            )
        };
        panel.view.answers.iter().filter(move |(submission, _)| says_something(submission))
    });
    for (submission, answered) in answers {
        let made = match answered {
            Answered::Acknowledged(AckBody::TurnStarted { turn } | AckBody::TurnQueued { turn, .. }) => {
                turn.as_str()
            }
            Answered::Acknowledged(AckBody::Steered { steer }) => steer.as_str(),
            Answered::Acknowledged(_) | Answered::Rejected(_) => continue,
        };
        if let Some(other) = begun.insert(made, submission) {
            problems.push(format!("{other} and {submission} both began {made}"));
        }
    }
    problems
}
