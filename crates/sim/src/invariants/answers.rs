//! Answers to commands: one each, for good, and true.

use super::ledger::Ledger;
use crate::panel::{Answered, Panel};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::event::AckBody;
use fairlead_protocol::ids::{Seq, SubmissionId};
use fairlead_protocol::refusal::RefusalCode;
use fairlead_store::{Batch, RowKey, Table};
use serde_json::{Value, json};

/// A receipt is written once.
pub(super) fn overwritten(before: &Ledger, batch: &Batch) -> Vec<String> {
    let overwritten = batch.puts.iter().filter(|row| {
        row.table() == Table::Receipts
            && before
                .rows
                .get(&row.key())
                .is_some_and(|held| serde_json::to_value(row).ok().as_ref() != Some(held))
    });
    overwritten.map(|row| format!("{} was overwritten", row.key())).collect()
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
        let was_removed = ledger.journal(turn).any(|row| row.get("type") == Some(&json!("run.queued")));
        let is_gone = ledger.gone.contains(&RowKey::Journal(turn.clone(), Seq(1)));
        if !was_removed && !is_gone && !ledger.has(&RowKey::Run(turn.clone())) {
            problems.push(format!("{submission} began {turn}, which is not stored"));
        }
    }
    match panel.sent.get(submission) {
        Some(
            command @ (CommandBody::ThreadCreate { .. }
            | CommandBody::ThreadRename { .. }
            | CommandBody::ThreadDelete { .. }
            | CommandBody::QueueRemove { .. }),
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
        _ => {}
    }
    problems
}
