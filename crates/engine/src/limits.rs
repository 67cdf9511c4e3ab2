//! What a Turn may use before it pauses. Nothing here ends a Turn: the person looks at what was used and lets it go on.

use fairlead_protocol::run::{Limit, Run, Used};

/// Which limit stops the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reached {
    /// Of tokens or of money: both are used by the model alone.
    Budget,
    Other(Limit),
}

/// Since the Turn began or was continued.
pub fn used(run: &Run) -> Used {
    let used = run.counters.used();
    Used {
        tokens: used.tokens.saturating_sub(run.granted.tokens),
        calls: used.calls.saturating_sub(run.granted.calls),
        active_ms: used.active_ms.saturating_sub(run.granted.active_ms),
        cost_micros: used.cost_micros.saturating_sub(run.granted.cost_micros),
    }
}

pub(crate) fn reached(run: &Run) -> Option<Reached> {
    let (used, limits) = (used(run), run.environment.limits);
    if limits.tokens.is_some_and(|limit| used.tokens >= limit)
        || limits.cost_micros.is_some_and(|limit| used.cost_micros >= limit)
    {
        Some(Reached::Budget)
    } else if limits.calls.is_some_and(|limit| used.calls >= limit) {
        Some(Reached::Other(Limit::Calls))
    } else if limits.active_ms.is_some_and(|limit| used.active_ms >= limit) {
        Some(Reached::Other(Limit::ActiveTime))
    } else {
        None
    }
}
