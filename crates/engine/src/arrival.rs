//! Where an address led. What comes of it is told only if that place is one that the call may go to: a server decides where it sends
//! whoever asks, and nobody has approved that.
//!
//! The browser shows an extension the end of the way and no hop before it, unless it is let onto every site.

use crate::aim::Aim;
use crate::asking::Asking;
use crate::flight::dispatch_of;
use crate::input::Ctx;
use crate::judge::readable;
use crate::judgement::Judgement;
use crate::precedent;
use crate::prompt::site;
use crate::state::ThreadState;
use fairlead_gatekeeper::{Call, Origin, Verdict, check_redirects};
use fairlead_protocol::ids::{NodeId, TurnId};
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::page::TabRef;
use fairlead_protocol::run::{CallBatch, Phase};
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};

/// The word on the place, and what the model is told instead of the result. `None`: the result is its own.
pub(crate) fn withheld(
    state: &ThreadState,
    ctx: &Ctx<'_>,
    turn: &TurnId,
    call: &NodeId,
    outcome: &ResultOutcome,
) -> Option<(Judgement, ToolFailure)> {
    let ResultOutcome::Done { tab: Some(tab), .. } = outcome else { return None };
    let run = state.runs.get(turn)?;
    let dispatch = dispatch_of(&run.phase, call)?;
    let sent = dispatch.url.as_ref()?;
    if *sent == tab.url || stayed(dispatch.tab.as_ref(), tab) {
        return None;
    }
    let NodeBody::ToolCall { tool, arguments, .. } = &state.node(call)?.body else { return None };
    let (descriptor, _, params) = readable(tool, arguments).ok()?;
    let made = Call { tool: tool.clone(), level: descriptor.level, effects: descriptor.effects, params };
    let asking = Asking::of(state, ctx, run, made, &Aim::default());
    let verdict = check_redirects(&asking.request(ctx), std::slice::from_ref(&tab.url));
    let verdict = precedent::arrival(place(&run.phase, call)?, verdict);
    let message = match &verdict {
        Verdict::Allow(_) => return None,
        Verdict::Ask(_) => {
            format!("the address led on to another site, {}, that nobody was asked about", site(&tab.url))
        }
        Verdict::Deny(grounds) => {
            format!(
                "the address led on to {}, which is not allowed ({})",
                site(&tab.url),
                grounds.reason.code()
            )
        }
    };
    let failure = ToolFailure::new(
        ToolErrorCode::DeniedByPolicy,
        format!("{message}; what it shows is kept back"),
        "If the person wants that site, call again with its own address, so that they can be asked.",
    );
    Some((Judgement::from(&verdict), failure))
}

/// The tab shows the site that it showed before: the way has not begun, or led back.
fn stayed(before: Option<&TabRef>, now: &TabRef) -> bool {
    let origin = |tab: &TabRef| Origin::parse(&tab.url);
    before.is_some_and(|before| origin(before).is_some() && origin(before) == origin(now))
}

fn place(phase: &Phase, call: &NodeId) -> Option<u32> {
    let Phase::ExecutingTool { batch: CallBatch { calls, .. }, .. } = phase else { return None };
    (0..).zip(calls).find_map(|(at, other)| (other == call).then_some(at))
}
