//! A child from its beginning to its end: the rows that it begins as, and what it reports to the call that it was begun for.

use super::leash::may_inherit;
use super::{child_of, exposure, is_delegate};
use crate::fact::Child;
use crate::fault::{Fault, active};
use crate::footing;
use crate::input::Ctx;
use crate::limits::used;
use crate::state::ThreadState;
use fairlead_protocol::caps;
use fairlead_protocol::delegation::{Delegation, Exposure, Leash, Writes};
use fairlead_protocol::evidence::{Evidence, Standing};
use fairlead_protocol::ids::{NodeId, Revision, Seq, TurnId};
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::permission::SessionGrant;
use fairlead_protocol::run::{Counters, Opening, Overrides, Phase, Run, StopReason, Used};
use fairlead_protocol::settings::Limits;
use fairlead_protocol::thread::{Activity, QueueMode, Thread, ThreadStats, Title, Titling};
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use fairlead_tools::{Delegate, Tool, descriptor, meant, parse};

/// Of a failure, in bytes: the rest of the words is in the child.
const LAST_WORDS_BYTES: usize = 2_000;

/// The child of a call that goes out, as it is written: one Turn that waits to be begun by its own Thread.
pub(crate) fn begin(state: &ThreadState, ctx: &Ctx<'_>, turn: &TurnId, call: &NodeId) -> Option<Child> {
    let (Some(run), Some(thread)) = (state.runs.get(turn), state.thread.as_ref()) else { return None };
    let Delegate { role, task, may_write } = asked(state, call)?;
    let writes = if may_write { Writes::Granted } else { Writes::Barred };
    let leash = Leash { role: role.trim().to_owned(), model_calls: caps::DELEGATE_MODEL_CALLS, writes };
    let title = Title::FirstLine { text: leash.role.clone() };
    let id = child_of(call);
    let opening = Opening { text: task, tab: None, attachments: Vec::new(), overrides: Overrides::default() };
    let grants = thread.grants.iter().filter(|grant| may_inherit(&grant.tool)).cloned();
    let run = Run {
        id: TurnId(ctx.ids.fresh("r")),
        thread: id.clone(),
        phase: Phase::Queued { opening, place: 0 },
        environment: footing::lent(&run.environment, left(run), leash),
        counters: Counters::default(),
        granted: Used::default(),
        measure: None,
        refresh: None,
        waiting: Vec::new(),
        // It has one: that it was queued.
        journal: Seq(1),
        created_at: ctx.now,
        updated_at: ctx.now,
    };
    let grants: Vec<SessionGrant> = grants.collect();
    let warned = !active(Fault::ChildUnwarned);
    let Exposure { touched_origins } = if warned { exposure::of(thread) } else { Exposure::default() };
    let thread = Thread {
        id,
        title,
        leaf: None,
        seq: Seq(0),
        revision: Revision(1),
        stats: ThreadStats::default(),
        user_origins: thread.user_origins.clone(),
        touched_origins,
        grants,
        gauges: thread.gauges.clone(),
        parent: None,
        delegated: Some(Delegation { thread: thread.id.clone(), turn: turn.clone(), call: call.clone() }),
        pinned: false,
        archived: false,
        titling: Titling::Settled,
        queue: QueueMode::Flowing,
        activity: Activity::Idle,
        created_at: ctx.now,
        updated_at: ctx.now,
    };
    Some(Child { thread, run })
}

fn asked(state: &ThreadState, call: &NodeId) -> Option<Delegate> {
    if !is_delegate(state, call) {
        return None;
    }
    match &state.node(call)?.body {
        NodeBody::ToolCall { tool, arguments, .. } => {
            let declared = descriptor(tool)?;
            match parse(declared, &meant(declared, arguments)?).ok()? {
                Tool::Delegate(asked) => Some(asked),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether a call handed writes over.
pub(crate) fn grants_writes(state: &ThreadState, call: &NodeId) -> bool {
    asked(state, call).is_some_and(|asked| asked.may_write)
}

/// What the Run may still use, its child may use.
fn left(run: &Run) -> Limits {
    let (used, limits) = (used(run), run.environment.limits);
    Limits {
        tokens: limits.tokens.map(|limit| limit.saturating_sub(used.tokens)),
        calls: limits.calls.map(|limit| limit.saturating_sub(used.calls)),
        active_ms: limits.active_ms.map(|limit| limit.saturating_sub(used.active_ms)),
        cost_micros: limits.cost_micros.map(|limit| limit.saturating_sub(used.cost_micros)),
    }
}

/// The end of a child, for the call that waits for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    pub outcome: ResultOutcome,
    /// It counts as the caller's own.
    pub spent: Counters,
    /// What it has been near, its caller has been near.
    pub met: Exposure,
}

/// `None`: it has not come to an end.
pub fn report(child: Option<&ThreadState>) -> Option<Report> {
    let Some((child, run)) = child.and_then(|child| Some((child, child.runs.values().next()?))) else {
        let outcome = failed("the delegated task is not stored any more", "");
        return Some(Report { outcome, spent: Counters::default(), met: Exposure::default() });
    };
    let words = last_words(child, &run.id);
    let outcome = match &run.phase {
        Phase::Completed { stop } => {
            let note = note(child, run, *stop);
            let words = if words.is_empty() { "It gave no answer." } else { words };
            ResultOutcome::said(format!("{words}\n\n[{note}]"))
        }
        Phase::Failed { error } => failed(&format!("it failed: {}", error.message), words),
        Phase::Interrupted => ResultOutcome::Failed {
            failure: ToolFailure::new(
                ToolErrorCode::Interrupted,
                with_words("the delegated task was stopped", words),
                "Do not delegate it again unless the person wants it.",
            ),
        },
        Phase::PausedBudget { .. } => failed("it has used the tokens that were left", words),
        Phase::PausedLimit { .. } => failed("it reached a limit of this turn", words),
        Phase::PausedContext { .. } => failed("what it read does not fit its context", words),
        Phase::PausedTakeover { .. } => failed("the person has its page", words),
        Phase::Queued { .. }
        | Phase::Ready
        | Phase::StreamingModel { .. }
        | Phase::ExecutingTool { .. }
        | Phase::WaitingApproval { .. }
        | Phase::WaitingInteraction { .. }
        | Phase::WaitingKeys { .. }
        | Phase::Compacting { .. }
        | Phase::PausedUncertain { .. } => return None,
    };
    let met = child.thread.as_ref().map(exposure::of).unwrap_or_default();
    Some(Report { outcome, spent: run.counters, met })
}

fn last_words<'a>(child: &'a ThreadState, turn: &'a TurnId) -> &'a str {
    let replies = child.turn_nodes(turn).rev().find_map(|node| match &node.body {
        NodeBody::AssistantMessage { text, .. } if !text.trim().is_empty() => Some(text.as_str()),
        _ => None,
    });
    replies.unwrap_or_default()
}

/// How it ended, what that took, what it could do, and whether its own Turn shows what it says.
fn note(child: &ThreadState, run: &Run, stop: StopReason) -> String {
    let how = match stop {
        StopReason::End | StopReason::Unverified => "",
        StopReason::MaxTokens => "cut off at its longest; ",
        StopReason::ContentFilter => "cut off by the provider's filter; ",
        StopReason::Refusal => "declined; ",
        StopReason::Interrupted
        | StopReason::Error
        | StopReason::BudgetPause
        | StopReason::LimitPause
        | StopReason::ContextFull
        | StopReason::Takeover
        | StopReason::Uncertain => "not at its end; ",
    };
    let reach = match run.environment.leash.as_ref().map(|leash| leash.writes) {
        Some(Writes::Granted) => "writes granted; ",
        Some(Writes::Barred) | None => "read only; ",
    };
    let shown = match evidence(child, &run.id).map(|found| (found.standing, &found.claims)) {
        Some((Standing::Proved, claims)) if claims.iter().any(|claim| claim.lacks.is_some()) => {
            "verified, but for figures that it worked out or knew itself; "
        }
        Some((Standing::Proved, _)) => "verified; ",
        Some((Standing::Admitted, _)) => "not verified, it says what it could not do; ",
        Some((Standing::Rejected | Standing::Unverified, _)) => "not verified; ",
        None => "",
    };
    let Counters { model_calls, tool_calls, .. } = run.counters;
    format!("{how}{reach}{shown}{model_calls} replies, {tool_calls} tool calls")
}

/// Of its last words, where the completion gate looked at them. Silence shows nothing.
fn evidence<'a>(child: &'a ThreadState, turn: &'a TurnId) -> Option<&'a Evidence> {
    child.turn_nodes(turn).rev().find_map(|node| match &node.body {
        NodeBody::AssistantMessage { text, evidence, .. } if !text.trim().is_empty() => evidence.as_ref(),
        _ => None,
    })
}

fn failed(how: &str, words: &str) -> ResultOutcome {
    ResultOutcome::Failed {
        failure: ToolFailure::new(
            ToolErrorCode::DelegateFailed,
            with_words(&format!("the delegated task did not come to its end: {how}"), words),
            "Do this part yourself, or tell the person what is missing.",
        ),
    }
}

fn with_words(message: &str, words: &str) -> String {
    if words.is_empty() {
        return message.to_owned();
    }
    format!("{message}. Its last words: {}", caps::clip(words, LAST_WORDS_BYTES))
}
