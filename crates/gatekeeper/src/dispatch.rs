//! The second look, immediately before a call that a person approved is sent. What was approved is what runs: an answer counts once,
//! from the extension's own pages, for exactly this call on exactly this target, under the rules of now.

use crate::denial::same_call;
use crate::judge::check;
use crate::place::Place;
use crate::reason::Reason;
use crate::request::{HostPermission, Request};
use crate::verdict::{Grounds, Verdict};
use fairlead_protocol::ids::{ApprovalId, DocumentId, TabId, ThreadId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An answer to an approval card, as it arrived, with what the card stood for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ApprovalAnswer {
    /// The approval that the answer names.
    pub approval_id: ApprovalId,
    /// The approval that is waiting.
    pub pending_id: ApprovalId,
    pub decision: Decision,
    pub from: Sender,
    /// The Thread that the answer names, if it names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<ThreadId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<i64>,
    #[serde(default, rename = "used", with = "spent")]
    pub usage: Usage,
    pub bound: Bound,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    Accept,
    Decline,
}

/// Where a message came from, by the browser's word (`sender.id`, `sender.url`, `sender.tab`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sender {
    ExtensionPage,
    ContentScript,
    Web,
    #[serde(other)]
    Elsewhere,
}

/// One approval, one use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Usage {
    #[default]
    Fresh,
    Spent,
}

mod spent {
    use super::Usage;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(usage: &Usage, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(*usage == Usage::Spent)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Usage, D::Error> {
        bool::deserialize(deserializer).map(|used| if used { Usage::Spent } else { Usage::Fresh })
    }
}

/// What the person saw.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    pub tool: String,
    pub params: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<TabId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_origin: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame_origin: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc_id: Option<DocumentId>,
    /// The element in whatever form the caller compares; the gatekeeper only tells whether it is the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<String>,
    pub verdict_reason: Reason,
    /// Every reason that forced the question: `Grounds::forced` of the verdict that asked.
    #[serde(default)]
    pub forced: Vec<Reason>,
}

/// The target as it is now. What is not observed is as it was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Observed {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<TabId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tab_origin: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame_origin: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doc_id: Option<DocumentId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub element: Option<String>,
    /// Whether the element receives a hit at its point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hit: Option<bool>,
    #[serde(skip_serializing_if = "HostPermission::is_unknown")]
    pub host_permission: HostPermission,
}

/// Judges an approved call once more. `Allow` with `approved` means: send it, now.
pub fn recheck(request: &Request<'_>, approval: &ApprovalAnswer, observed: &Observed) -> Verdict {
    confirm(check(request), request, approval, observed)
}

/// What the answer makes of the verdict that `check` gives on the call as it is now.
pub fn confirm(
    verdict: Verdict,
    request: &Request<'_>,
    approval: &ApprovalAnswer,
    observed: &Observed,
) -> Verdict {
    if let Verdict::Deny(_) = verdict {
        return verdict;
    }
    let grounds = |reason| Grounds { reason, ..verdict.grounds().clone() };
    if let Some(reason) = ignored(request, approval) {
        // An answer that does not count leaves the question open.
        return Verdict::Ask(grounds(reason));
    }
    let elsewhere = || is_elsewhere(request, &approval.bound).then_some(Reason::TargetDrift);
    if let Some(reason) =
        refused(request, approval).or_else(elsewhere).or_else(|| drift(&approval.bound, observed))
    {
        return Verdict::Deny(grounds(reason));
    }
    let bound = &approval.bound;
    let unseen = verdict
        .grounds()
        .forced
        .iter()
        .find(|reason| **reason != bound.verdict_reason && !bound.forced.contains(reason));
    match unseen {
        Some(reason) => Verdict::Ask(grounds(*reason)),
        None => Verdict::Allow(grounds(Reason::Approved)),
    }
}

fn ignored(request: &Request<'_>, approval: &ApprovalAnswer) -> Option<Reason> {
    if approval.from != Sender::ExtensionPage {
        return Some(Reason::ApprovalUntrustedSender);
    }
    let is_ours = approval.approval_id == approval.pending_id
        && approval.thread.as_ref().is_none_or(|thread| *thread == request.thread.id);
    (!is_ours).then_some(Reason::ApprovalUnknown)
}

fn refused(request: &Request<'_>, approval: &ApprovalAnswer) -> Option<Reason> {
    let bound = &approval.bound;
    if approval.usage == Usage::Spent {
        Some(Reason::ApprovalReplayed)
    } else if approval.decision == Decision::Decline {
        Some(Reason::UserDeclined)
    } else if approval.expires_at.is_some_and(|end| request.now >= end) {
        Some(Reason::ApprovalExpired)
    } else if bound.tool != request.call.tool
        || same_call(&bound.tool, &bound.params) != same_call(&request.call.tool, &request.call.params)
    {
        Some(Reason::ApprovalMismatch)
    } else {
        None
    }
}

/// The first thing about a target that is no longer as it was bound.
fn drift(bound: &Bound, observed: &Observed) -> Option<Reason> {
    if changed(&bound.tab_id, &observed.tab_id)
        || moved(&bound.tab_origin, &observed.tab_origin)
        || moved(bound.frame(), &observed.frame_origin)
    {
        Some(Reason::TargetDrift)
    } else if changed(&bound.doc_id, &observed.doc_id) {
        Some(Reason::StaleDocument)
    } else if changed(&bound.element, &observed.element) {
        Some(Reason::ElementChanged)
    } else if observed.hit == Some(false) {
        Some(Reason::Occluded)
    } else if observed.host_permission == HostPermission::Missing {
        Some(Reason::HostPermission)
    } else {
        None
    }
}

impl Bound {
    /// An element without a frame of its own is in the tab's document.
    fn frame(&self) -> &Option<String> {
        if self.frame_origin.is_some() { &self.frame_origin } else { &self.tab_origin }
    }
}

/// The call is about to be sent to another target than the card's.
fn is_elsewhere(request: &Request<'_>, bound: &Bound) -> bool {
    moved(&bound.tab_origin, &request.target.tab_origin) || moved(bound.frame(), &request.target.frame_origin)
}

fn moved(was: &Option<String>, is: &Option<String>) -> bool {
    is.is_some() && place(was) != place(is)
}

fn changed<T: PartialEq>(was: &Option<T>, is: &Option<T>) -> bool {
    is.is_some() && was != is
}

/// Origins are compared as origins where they are some, and as text where they are not.
fn place(text: &Option<String>) -> (Option<Place>, Option<&String>) {
    match text.as_ref().and_then(|text| Place::try_from(text.clone()).ok()) {
        Some(Place::Opaque) | None => (None, text.as_ref()),
        Some(place) => (Some(place), None),
    }
}
