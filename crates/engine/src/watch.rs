//! Each look at a watched page, judged before it is taken: the same call, on the page as it is then. A tab that went to another
//! site ends the wait, and nothing is read there.

use crate::decide::batch_of;
use crate::fault::{Fault, active};
use crate::input::{Ctx, Seen};
use crate::judge::{Finding, judge};
use crate::ordered::OrderedMap;
use crate::probe::{Probes, Sight};
use crate::state::ThreadState;
use fairlead_protocol::approval::Ask;
use fairlead_protocol::caps;
use fairlead_protocol::ids::{NodeId, TabId, Timestamp, TurnId};
use fairlead_protocol::interaction::Wait;
use fairlead_protocol::page::Binding;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use fairlead_protocol::watch::{Glimpse, Watch, WatchCondition};

/// A look that was judged: it goes to this document and no other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Glance {
    pub tab: TabId,
    pub binding: Binding,
    pub condition: WatchCondition,
    pub print: Option<String>,
}

/// What is to be done about a look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Watchful {
    Look(Glance),
    /// The page cannot be looked at just now.
    Later,
    /// It cannot be looked at any more.
    Over(ToolFailure),
}

/// What follows a look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    Tell(Seen),
    Again { at: Timestamp },
}

/// Judges the next look of the wait that is open, by what its tab shows at this moment.
pub fn glance(state: &ThreadState, ctx: &Ctx<'_>, sight: &Sight) -> Watchful {
    let Some((watch, turn, call)) = open(state) else { return Watchful::Later };
    let at = batch_of(state, &turn).map_or(0, |batch| batch.at);
    if let Some(elsewhere) = origin(sight).filter(|origin| **origin != watch.origin)
        && !active(Fault::LookUnjudged)
    {
        return Watchful::Over(ToolFailure::new(
            ToolErrorCode::TargetChanged,
            format!(
                "the tab went from {} to {}; nothing was read there",
                watch.origin,
                if elsewhere.is_empty() { "no web page" } else { elsewhere }
            ),
            "Look at the tab with tabs_list, and decide anew.",
        ));
    }
    let probes = Probes(OrderedMap::from_iter([(at, sight.clone())]));
    let ctx = Ctx { probes: &probes, live: None, ..*ctx };
    if active(Fault::LookUnjudged) {
        return look(watch, sight);
    }
    let refused = match judge(state, &ctx, &turn, &call, at, None) {
        Finding::Wait { .. } => None,
        // What the person was asked about when the wait began, they are not asked about again.
        Finding::Ask { judgement, approval } => match approval.ask {
            Ask::Call { .. }
                if judgement.reason == watch.reason
                    && judgement.flags.iter().all(|flag| watch.flags.contains(flag)) =>
            {
                None
            }
            Ask::Call { .. } => Some(ToolFailure::new(
                ToolErrorCode::DeniedByPolicy,
                "looking at this page is not allowed any more without the person's word; nothing was read",
                "Call again if it is still needed: the person will be asked.",
            )),
            Ask::HostAccess { .. } | Ask::Permission { .. } => Some(ToolFailure::new(
                ToolErrorCode::NoPermission,
                "the browser keeps the extension off this site now; nothing was read",
                "Tell the person that access to the site is missing.",
            )),
        },
        Finding::Refused { failure, .. } => Some(failure),
        Finding::Dispatch { .. } | Finding::Own { .. } | Finding::Answer { .. } => Some(unreadable()),
    };
    match refused {
        None => look(watch, sight),
        // It loads, or the network is away: a wait of hours outlives that.
        Some(failure) if matches!(failure.code, ToolErrorCode::Timeout | ToolErrorCode::NavigationFailed) => {
            Watchful::Later
        }
        Some(failure) => Watchful::Over(failure),
    }
}

fn look(watch: &Watch, sight: &Sight) -> Watchful {
    match sight {
        Sight::Page { tab, binding } => Watchful::Look(Glance {
            tab: tab.id,
            binding: binding.clone(),
            condition: watch.condition.clone(),
            print: watch.print.clone(),
        }),
        Sight::Tab { .. }
        | Sight::NoAccess { .. }
        | Sight::Barred { .. }
        | Sight::Permitted
        | Sight::NotPermitted { .. }
        | Sight::Failed { .. } => Watchful::Later,
    }
}

/// What follows, once the page has answered or could not.
pub fn after(watch: &Watch, glimpse: &Glimpse, now: Timestamp) -> Next {
    match glimpse {
        Glimpse::Met => Next::Tell(Seen::Met),
        Glimpse::Began { print } if watch.print.is_none() => {
            Next::Tell(Seen::Began { print: print.chars().take(caps::PRINT_BYTES).collect() })
        }
        Glimpse::NotYet | Glimpse::Began { .. } if now >= watch.until => Next::Tell(Seen::Late),
        Glimpse::NotYet | Glimpse::Began { .. } => Next::Again { at: next(watch, now) },
    }
}

/// When the next look is, and the alarm for it.
pub fn next(watch: &Watch, now: Timestamp) -> Timestamp {
    let every = i64::try_from(watch.every_ms).unwrap_or(i64::MAX);
    Timestamp(now.0.saturating_add(every)).min(watch.until)
}

fn open(state: &ThreadState) -> Option<(&Watch, TurnId, NodeId)> {
    state.interactions.values().find_map(|open| match &open.wait {
        Wait::Watch { watch } => Some((watch, open.turn.clone(), open.call.clone())),
        Wait::Question { .. } | Wait::Until { .. } | Wait::Action { .. } => None,
    })
}

fn origin(sight: &Sight) -> Option<&String> {
    match sight {
        Sight::Tab { origin, .. } | Sight::NoAccess { origin, .. } => Some(origin),
        Sight::Page { binding, .. } => Some(&binding.origin),
        Sight::Barred { .. } | Sight::Permitted | Sight::NotPermitted { .. } | Sight::Failed { .. } => None,
    }
}

fn unreadable() -> ToolFailure {
    ToolFailure::new(
        ToolErrorCode::Internal,
        "the stored call cannot be read any more; nothing was read",
        "Make the call again.",
    )
}
