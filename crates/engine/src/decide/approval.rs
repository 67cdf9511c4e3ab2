//! The person's answer to a card. It is claimed once; what is approved is what runs, or nothing runs.

use super::batch::{close_rest, finish};
use super::draft::Draft;
use super::ending::end_early;
use super::schedule::{advance, go_on};
use crate::apply::advanced;
use crate::fact::{Fact, Tally};
use crate::fault::{Fault, active};
use crate::judge::{Finding, judge};
use fairlead_gatekeeper::{Place, is_withdrawn, takes_address};
use fairlead_protocol::approval::{Answer, Approval, Ask, Scope};
use fairlead_protocol::caps;
use fairlead_protocol::ids::{ApprovalId, Digest, RuleId, Timestamp};
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::permission::{Rule, RuleSource, RuleVerdict, SessionGrant};
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::run::Phase;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure, Trust};

/// A grant of one browser session ends by itself after this long.
const GRANT_MS: i64 = 12 * 3_600_000;

pub(super) fn respond(
    draft: &mut Draft<'_>,
    id: &ApprovalId,
    digest: &Digest,
    answer: &Answer,
) -> Result<(), Refusal> {
    let Some(approval) = draft.state.approvals.get(id).cloned() else {
        return answered_before(draft, id, answer);
    };
    if approval.digest != *digest && !active(Fault::AnyDigestAccepted) {
        let message = "the card on the screen is not the call that waits: look again";
        return Err(Refusal::new(RefusalCode::ApprovalChanged, message).at("digest"));
    }
    offered(&approval, answer)?;
    let Some(Phase::WaitingApproval { batch, .. }) = draft.state.live_run().map(|run| run.phase.clone())
    else {
        return Err(Refusal::new(
            RefusalCode::ApprovalClosed,
            "this question is closed: its turn does not wait any more",
        ));
    };
    let turn = approval.turn.clone();
    draft.add(Fact::ApprovalAnswered { turn: turn.clone(), approval: id.clone(), answer: answer.clone() });
    let decision = NodeBody::ApprovalDecision {
        approval: id.clone(),
        call: approval.call.clone(),
        answer: answer.clone(),
        origin: asked_about(&approval),
    };
    draft.append(&turn, decision);
    match answer {
        Answer::Allow { scope } => {
            widen(draft, &approval, *scope);
            let finding = judge(&draft.state, draft.ctx, &turn, &approval.call, batch.at, Some(&approval));
            let drifted = matches!(&finding, Finding::Refused { failure, .. } if failure.code == ToolErrorCode::TargetChanged);
            if drifted {
                let why = fairlead_protocol::approval::CloseReason::TargetDrift;
                draft.add(Fact::ApprovalClosed { turn: turn.clone(), approval: id.clone(), why });
            }
            go_on(draft, &turn, batch, finding);
        }
        Answer::Deny { note } => {
            let outcome = ResultOutcome::Failed { failure: declined(&approval, note.as_deref()) };
            finish(draft, &turn, &approval.call, outcome, 0, Tally::Neutral, Trust::Trusted);
            advance(draft, &turn, advanced(&batch));
        }
        Answer::DenyAndStop => {
            let outcome = ResultOutcome::Failed { failure: declined(&approval, None) };
            finish(draft, &turn, &approval.call, outcome, 0, Tally::Neutral, Trust::Trusted);
            close_rest(draft, &turn, &batch, batch.at + 1);
            end_early(draft, &turn, Fact::TurnInterrupted { turn: turn.clone() });
        }
    }
    Ok(())
}

/// The same answer again is fine; another one comes too late.
fn answered_before(draft: &Draft<'_>, id: &ApprovalId, answer: &Answer) -> Result<(), Refusal> {
    let given = draft.state.nodes.iter().rev().find_map(|node| match &node.body {
        NodeBody::ApprovalDecision { approval, answer, .. } if approval == id => Some(answer),
        _ => None,
    });
    match given {
        Some(given) if given == answer => Ok(()),
        Some(_) => Err(Refusal::new(RefusalCode::AlreadyAnswered, "this question has been answered already")),
        None => Err(Refusal::new(RefusalCode::UnknownApproval, "this question is closed or was never asked")
            .at("approval")),
    }
}

fn offered(approval: &Approval, answer: &Answer) -> Result<(), Refusal> {
    match (answer, &approval.ask) {
        (Answer::Allow { scope }, Ask::Call { scopes, .. }) if !scopes.contains(scope) => {
            Err(Refusal::new(RefusalCode::ScopeNotOffered, "this call can only be allowed once")
                .at("answer.scope"))
        }
        (
            Answer::Allow { scope: Scope::Session | Scope::Always },
            Ask::HostAccess { .. } | Ask::Permission { .. },
        ) => Err(Refusal::new(RefusalCode::ScopeNotOffered, "this is given by Chrome's own prompt")
            .at("answer.scope")),
        (Answer::Deny { note: Some(note) }, _) if note.len() > caps::NOTE_BYTES => {
            let message = format!("the note has {} bytes; {} are the limit", note.len(), caps::NOTE_BYTES);
            Err(Refusal::new(RefusalCode::TooLarge, message).at("answer.note"))
        }
        (
            Answer::Allow { .. } | Answer::Deny { .. } | Answer::DenyAndStop,
            Ask::Call { .. } | Ask::HostAccess { .. } | Ask::Permission { .. },
        ) => Ok(()),
    }
}

fn asked_about(approval: &Approval) -> String {
    match &approval.ask {
        Ask::Call { target, .. } => target.origin.clone(),
        Ask::HostAccess { origin, .. } => origin.clone(),
        Ask::Permission { .. } => Place::Browser.to_string(),
    }
}

/// A grant leans on the browser's: it goes with it, and does not come back with it.
pub(super) fn withdrawn(draft: &mut Draft<'_>, patterns: &[String]) {
    let held = draft.state.thread.as_ref().map(|thread| thread.grants.as_slice()).unwrap_or_default();
    let is_gone = |origin: &&String| patterns.iter().any(|pattern| is_withdrawn(pattern, origin));
    let origins: Vec<String> = held.iter().map(|grant| &grant.origin).filter(is_gone).cloned().collect();
    if !origins.is_empty() {
        draft.add(Fact::GrantsDropped { origins });
    }
}

fn widen(draft: &mut Draft<'_>, approval: &Approval, scope: Scope) {
    let (tool, origin) = match &approval.ask {
        Ask::Call { tool, target, .. } => (tool.clone(), target.origin.clone()),
        // Whoever opens a site to be fetched from has not seen yet what the address takes along.
        Ask::HostAccess { tool, .. } if takes_address(tool) => return,
        Ask::HostAccess { origin, .. } => {
            draft.add(Fact::OriginBroughtIn { origin: origin.clone() });
            return;
        }
        Ask::Permission { .. } => return,
    };
    draft.add(Fact::OriginBroughtIn { origin: origin.clone() });
    match scope {
        Scope::Once => {}
        Scope::Session => {
            let grant = SessionGrant {
                tool,
                origin,
                session: draft.ctx.world.session.clone(),
                expires_at: Timestamp(draft.ctx.now.0 + GRANT_MS),
            };
            draft.add(Fact::GrantGiven { grant });
        }
        Scope::Always => {
            let id = RuleId(draft.ctx.ids.fresh("rule"));
            let rule =
                Rule { id, tool, origin, verdict: RuleVerdict::Allow, source: RuleSource::ApprovalPersist };
            draft.add(Fact::RuleSaved { rule });
        }
    }
}

fn declined(approval: &Approval, note: Option<&str>) -> ToolFailure {
    let what = match &approval.ask {
        Ask::Call { .. } | Ask::HostAccess { .. } => "the person declined this call",
        Ask::Permission { .. } => "the person did not give the browser's permission for this",
    };
    let message = match note.map(str::trim).filter(|note| !note.is_empty()) {
        Some(note) => format!("{what} and said: {note}"),
        None => what.to_owned(),
    };
    if let Ask::Permission { .. } = &approval.ask {
        return ToolFailure::new(
            ToolErrorCode::NoPermission,
            message,
            "Go on without it, and say in your answer what is missing.",
        );
    }
    ToolFailure::new(
        ToolErrorCode::DeclinedByPerson,
        message,
        "Do not make this call again as it was. Go on without it, or ask what they would like instead.",
    )
}
