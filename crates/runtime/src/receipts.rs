//! One submission, one answer: the same submission again gets the answer that it got.

use crate::reading::Submitted;
use fairlead_engine::Fact;
use fairlead_engine::fault::{Fault, active};
use fairlead_protocol::caps::RECEIPT_MS;
use fairlead_protocol::event::{AckBody, Event};
use fairlead_protocol::ids::{SubmissionId, Timestamp};
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::row::{Receipt, ReceiptResponse};
use fairlead_store::{Store, StoreError};

/// The answer that this submission had before, if it had one.
pub(crate) async fn earlier(
    store: &dyn Store,
    command: &Submitted,
    now: Timestamp,
) -> Result<Option<Event>, StoreError> {
    let held = store.receipt(&command.client_id, &command.submission_id).await?;
    let Some(receipt) = held.filter(|receipt| now < receipt.expires_at) else { return Ok(None) };
    if active(Fault::ReceiptIgnored) {
        return Ok(None);
    }
    if receipt.digest != command.digest {
        let refusal = Refusal::new(
            RefusalCode::ReusedSubmission,
            "this submission id was used for another command; the first one stands",
        );
        return Ok(Some(rejected(&command.submission_id, refusal.at("submission_id"))));
    }
    Ok(Some(match receipt.response {
        ReceiptResponse::Acknowledged { body } => acknowledged(&command.submission_id, body),
        ReceiptResponse::Rejected { refusal } => rejected(&command.submission_id, refusal),
    }))
}

pub(crate) fn receipt(command: &Submitted, body: &AckBody, now: Timestamp) -> Receipt {
    Receipt {
        client: command.client_id.clone(),
        submission: command.submission_id.clone(),
        command: command.body.name().to_owned(),
        digest: command.digest.clone(),
        response: ReceiptResponse::Acknowledged { body: body.clone() },
        expires_at: Timestamp(now.0 + RECEIPT_MS),
    }
}

/// What the facts of a command mean to its sender.
pub(crate) fn ack_body(queue_before: usize, facts: &[Fact]) -> AckBody {
    facts
        .iter()
        .find_map(|fact| match fact {
            Fact::TurnAdmitted { run } => Some(AckBody::TurnStarted { turn: run.id.clone() }),
            Fact::TurnQueued { run } => Some(AckBody::TurnQueued {
                turn: run.id.clone(),
                position: u32::try_from(queue_before + 1).unwrap_or(u32::MAX),
            }),
            Fact::SteerAdmitted { steer } => Some(AckBody::Steered { steer: steer.id.clone() }),
            Fact::AttachmentKept { attachment, .. } => {
                Some(AckBody::Attachment { attachment: attachment.clone(), data: None })
            }
            _ => None,
        })
        .unwrap_or(AckBody::Done)
}

pub(crate) fn acknowledged(submission: &SubmissionId, body: AckBody) -> Event {
    Event::Ack { submission_id: submission.clone(), body }
}

pub(crate) fn rejected(submission: &SubmissionId, refusal: Refusal) -> Event {
    Event::Rejected { submission_id: submission.clone(), refusal }
}
