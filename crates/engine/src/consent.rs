//! What the person said yes to, as the gatekeeper compares it with the call that would be sent: the card, and the target as it is now.
//! That an answer came from a page of ours, names the card that waits and comes once is seen to where it arrives.

use crate::aim::Aim;
use crate::several;
use fairlead_gatekeeper::{ApprovalAnswer, Bound, Decision, Observed, Origin, Reason, Sender, Usage};
use fairlead_protocol::approval::{Approval, Ask, AskTarget};
use fairlead_protocol::canonical;
use fairlead_protocol::page::ElementPrint;
use fairlead_protocol::to_json;

/// `None`: Chrome's own prompt was answered, and the call itself is still to be asked about.
pub(crate) fn given(approval: &Approval) -> Option<ApprovalAnswer> {
    let Ask::Call { tool, arguments, target, reason, forced, .. } = &approval.ask else { return None };
    let AskTarget { tab, binding, element, .. } = target;
    let bound = Bound {
        tool: tool.clone(),
        params: several::params(tool, arguments, binding.as_ref()),
        tab_id: tab.as_ref().map(|tab| tab.id),
        tab_origin: match binding {
            Some(binding) => Some(binding.origin.clone()),
            None => tab.as_ref().and_then(|tab| Origin::parse(&tab.url)).map(|origin| origin.to_string()),
        },
        frame_origin: binding.as_ref().and_then(|binding| binding.frame.clone()),
        doc_id: binding.as_ref().map(|binding| binding.document.clone()),
        element: Some(
            binding.as_ref().map_or_else(|| print(element.as_ref()), |binding| several::bound(Some(binding))),
        ),
        // A code that this version does not know covers nothing.
        verdict_reason: known(reason).unwrap_or(Reason::ApprovalUnknown),
        forced: forced.iter().filter_map(|code| known(code)).collect(),
    };
    Some(ApprovalAnswer {
        approval_id: approval.id.clone(),
        pending_id: approval.id.clone(),
        decision: Decision::Accept,
        from: Sender::ExtensionPage,
        thread: Some(approval.thread.clone()),
        expires_at: None,
        usage: Usage::Fresh,
        bound,
    })
}

pub(crate) fn observed(aim: &Aim) -> Observed {
    let binding = aim.binding.as_ref();
    Observed {
        tab_id: aim.tab.as_ref().map(|tab| tab.id),
        tab_origin: aim.origin.clone(),
        // Said also where it is the page's own: an element that left its frame is another one.
        frame_origin: binding.map(|binding| binding.frame.as_ref().unwrap_or(&binding.origin).clone()),
        doc_id: binding.map(|binding| binding.document.clone()),
        element: Some(several::bound(binding)),
        ..Observed::default()
    }
}

/// The person saw that there is no element as well as which one it is.
fn print(element: Option<&ElementPrint>) -> String {
    canonical::text(&to_json::value(&element))
}

fn known(code: &str) -> Option<Reason> {
    Reason::ALL.iter().copied().find(|reason| reason.code() == code)
}
