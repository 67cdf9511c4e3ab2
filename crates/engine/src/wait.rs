//! Calls that nothing is sent out for: they wait for the person or for the clock.

use fairlead_protocol::caps;
use fairlead_protocol::ids::Timestamp;
use fairlead_protocol::interaction::Wait;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use fairlead_tools::Tool;

/// `None`: a call that acts or looks.
pub(crate) fn wait(tool: &Tool, now: Timestamp) -> Option<Result<Wait, ToolFailure>> {
    match tool {
        Tool::AskUser(asked) => {
            let options = asked.options.clone().unwrap_or_default();
            Some(if asked.question.trim().is_empty() {
                Err(wrong("`question` is empty"))
            } else if asked.question.len() > caps::QUESTION_BYTES
                || options.iter().any(|option| option.len() > caps::QUESTION_BYTES)
            {
                Err(wrong("the question or one of its options is too long"))
            } else if options.len() > caps::QUESTION_OPTIONS {
                Err(wrong("`options` has more than 6 answers"))
            } else {
                Ok(Wait::Question { question: asked.question.clone(), options })
            })
        }
        Tool::ScheduleResume(asked) => {
            let sleep = i64::from(asked.minutes) * 60_000;
            Some(if sleep <= 0 || sleep > caps::SLEEP_MS {
                Err(wrong("`minutes` must be from 1 to 43200"))
            } else {
                let reason = caps::clip(&asked.reason, caps::QUESTION_BYTES);
                Ok(Wait::Until { at: Timestamp(now.0 + sleep), reason })
            })
        }
        Tool::TabsList(_)
        | Tool::TabOpen(_)
        | Tool::Navigate(_)
        | Tool::ReadPage(_)
        | Tool::FindInPage(_)
        | Tool::Extract(_)
        | Tool::Click(_)
        | Tool::Type(_)
        | Tool::SelectOption(_)
        | Tool::Scroll(_)
        | Tool::WaitFor(_)
        | Tool::PlanUpdate(_)
        | Tool::Remember(_)
        | Tool::Recall(_)
        | Tool::Forget(_) => None,
    }
}

fn wrong(message: &str) -> ToolFailure {
    ToolFailure::new(ToolErrorCode::InvalidArguments, message, "Correct the arguments and call again.")
}
