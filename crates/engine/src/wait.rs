//! Calls that nothing is sent out for: they wait for the person, for the clock or for a page.

use crate::judgement::Judgement;
use crate::state::ThreadState;
use fairlead_protocol::caps;
use fairlead_protocol::ids::{TabId, Timestamp};
use fairlead_protocol::interaction::Wait;
use fairlead_protocol::page::TabRef;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use fairlead_protocol::watch::{Watch, WatchCondition};
use fairlead_tools::{Tool, WatchPage};

/// Between two looks, if the model does not say.
const EVERY_SECONDS: u32 = 60;

/// A wait whose arguments hold. Where and since when is known once it begins.
#[derive(Clone)]
pub(crate) enum Plan {
    Question { question: String, options: Vec<String> },
    Sleep { ms: i64, reason: String },
    Action { what: String, why: String },
    Watch { condition: WatchCondition, every_ms: u64, ms: i64 },
}

/// Where a wait begins, and why it may.
pub(crate) struct Spot<'a> {
    pub(crate) tab: Option<&'a TabRef>,
    pub(crate) origin: Option<&'a str>,
    pub(crate) judgement: &'a Judgement,
}

/// `None`: a call that acts or looks.
pub(crate) fn plan(tool: &Tool) -> Option<Result<Plan, ToolFailure>> {
    match tool {
        Tool::AskUser(asked) => {
            let options = asked.options.clone().unwrap_or_default();
            Some(if asked.question.trim().is_empty() {
                Err(ToolFailure::wrong_arguments("`question` is empty"))
            } else if asked.question.len() > caps::QUESTION_BYTES
                || options.iter().any(|option| option.len() > caps::QUESTION_BYTES)
            {
                Err(ToolFailure::wrong_arguments("the question or one of its options is too long"))
            } else if options.len() > caps::QUESTION_OPTIONS {
                Err(ToolFailure::wrong_arguments("`options` has more than 6 answers"))
            } else {
                Ok(Plan::Question { question: asked.question.clone(), options })
            })
        }
        Tool::ScheduleResume(asked) => {
            let ms = i64::from(asked.minutes) * 60_000;
            Some(if ms <= 0 || ms > caps::SLEEP_MS {
                Err(ToolFailure::wrong_arguments("`minutes` must be from 1 to 43200"))
            } else {
                Ok(Plan::Sleep { ms, reason: caps::clip(&asked.reason, caps::QUESTION_BYTES) })
            })
        }
        Tool::RequestUserAction(asked) => Some(if asked.what.trim().is_empty() {
            Err(ToolFailure::wrong_arguments("`what` is empty"))
        } else {
            let what = caps::clip(&asked.what, caps::QUESTION_BYTES);
            Ok(Plan::Action { what, why: caps::clip(&asked.why, caps::QUESTION_BYTES) })
        }),
        Tool::WatchPage(asked) => Some(watch(asked)),
        _ => None,
    }
}

fn watch(asked: &WatchPage) -> Result<Plan, ToolFailure> {
    let mut given: Vec<WatchCondition> = Vec::new();
    given.extend(asked.text.clone().map(|text| WatchCondition::Text { text }));
    given.extend(asked.text_gone.clone().map(|text| WatchCondition::TextGone { text }));
    given.extend(asked.url.clone().map(|contains| WatchCondition::Url { contains }));
    given.extend(asked.changed.then_some(WatchCondition::Changed));
    let (Some(condition), true) = (given.pop(), given.is_empty()) else {
        return Err(ToolFailure::wrong_arguments(
            "watch_page takes exactly one of `text`, `text_gone`, `url` and `changed`",
        ));
    };
    let words = match &condition {
        WatchCondition::Text { text } | WatchCondition::TextGone { text } => Some(text),
        WatchCondition::Url { contains } => Some(contains),
        WatchCondition::Changed => None,
    };
    if words.is_some_and(|words| words.trim().is_empty() || words.len() > caps::QUERY_BYTES) {
        return Err(ToolFailure::wrong_arguments("what is waited for must be from 1 to 400 bytes"));
    }
    let ms = i64::from(asked.timeout_minutes) * 60_000;
    if ms <= 0 || ms > caps::WATCH_MS {
        return Err(ToolFailure::wrong_arguments("`timeout_minutes` must be from 1 to 1440"));
    }
    let every = asked.every_seconds.unwrap_or(EVERY_SECONDS).max(caps::WATCH_EVERY_SECONDS);
    Ok(Plan::Watch { condition, every_ms: u64::from(every) * 1_000, ms })
}

impl Plan {
    /// `None`: a page that is not there cannot be watched.
    pub(crate) fn begin(self, now: Timestamp, spot: &Spot<'_>) -> Option<Wait> {
        Some(match self {
            Self::Question { question, options } => Wait::Question { question, options },
            Self::Sleep { ms, reason } => Wait::Until { at: Timestamp(now.0 + ms), reason },
            Self::Action { what, why } => Wait::Action { what, why, tab: spot.tab.cloned() },
            Self::Watch { condition, every_ms, ms } => Wait::Watch {
                watch: Watch {
                    tab: spot.tab?.clone(),
                    origin: spot.origin?.to_owned(),
                    condition,
                    every_ms,
                    until: Timestamp(now.0 + ms),
                    reason: spot.judgement.reason.to_owned(),
                    flags: spot.judgement.flags.clone(),
                    print: None,
                },
            },
        })
    }
}

/// The tab that the person has now: nobody reads from it or acts in it till they give it back.
pub fn taken(state: &ThreadState) -> Option<TabId> {
    state.interactions.values().find_map(|open| match &open.wait {
        Wait::Action { tab, .. } => tab.as_ref().map(|tab| tab.id),
        Wait::Question { .. } | Wait::Until { .. } | Wait::Watch { .. } => None,
    })
}

/// What a call is told that would go to such a tab.
pub fn with_person() -> ToolFailure {
    ToolFailure::new(
        ToolErrorCode::WithPerson,
        "the person has this tab now, for a step that only they can take; nothing was read from it",
        "Work in another tab, or ask the person to say when they are done.",
    )
}
