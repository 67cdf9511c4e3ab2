//! What of a Thread is worth a notification when no panel shows it. It follows from the state alone, so that a commit changes what
//! stands there at most once, and a worker that starts anew has nothing to say.

use crate::state::ThreadState;
use fairlead_protocol::caps;
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::interaction::Wait;
use fairlead_protocol::notice::{Notice, Occasion};
use fairlead_protocol::run::{Phase, Run};
use fairlead_protocol::settings::{NotificationTitles, Notifications, Settings};

/// What has become of a Thread's notification with a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    AsBefore,
    /// Something new stands there; the person is told of it unless they look already.
    Anew(Occasion),
    /// What was told is answered or over.
    Over,
}

/// The occasion, and which of its kind it is.
pub type Standing = (Occasion, String);

pub fn told(before: &ThreadState, after: &ThreadState) -> Told {
    match (standing(before), standing(after)) {
        (old, new) if old == new => Told::AsBefore,
        (_, Some((occasion, _))) => Told::Anew(occasion),
        (_, None) => Told::Over,
    }
}

/// `None`: the person does not want to hear of it.
pub fn notice(state: &ThreadState, occasion: Occasion, settings: &Settings, locale: &str) -> Option<Notice> {
    let is_wanted = match (settings.notifications, occasion) {
        (Notifications::Off, _) | (Notifications::Waiting, Occasion::Done | Occasion::Failed) => false,
        (Notifications::Waiting | Notifications::WaitingAndDone, _) => true,
    };
    let title = state.thread.as_ref().map(|thread| thread.title.text().to_owned());
    let title =
        title.filter(|title| !title.is_empty() && settings.notification_titles == NotificationTitles::Shown);
    let (thread, locale) = (place(state).clone(), locale.to_owned());
    is_wanted.then_some(Notice { thread, occasion, title, locale })
}

/// The conversation that the person goes to: a child asks in its caller's.
pub fn place(state: &ThreadState) -> &ThreadId {
    state.delegated().map_or(&state.id, |delegated| &delegated.thread)
}

/// What stands for the person to see.
pub fn standing(state: &ThreadState) -> Option<Standing> {
    let run = state.run()?;
    // The end of a child concerns whoever waits for it.
    if state.delegated().is_some() && !run.phase.state().is_live() {
        return None;
    }
    match &run.phase {
        Phase::WaitingApproval { approval, .. } => Some((Occasion::Approval, approval.to_string())),
        Phase::WaitingInteraction { interaction, .. } => {
            let occasion = match state.interactions.get(interaction)?.wait {
                Wait::Question { .. } => Occasion::Question,
                Wait::Action { .. } => Occasion::Action,
                // Both come by themselves.
                Wait::Until { .. } | Wait::Watch { .. } => return None,
            };
            Some((occasion, interaction.to_string()))
        }
        Phase::WaitingKeys { .. } => Some((Occasion::Locked, of(run))),
        Phase::PausedUncertain { .. } => Some((Occasion::Uncertain, of(run))),
        Phase::PausedBudget { .. } | Phase::PausedLimit { .. } | Phase::PausedContext { .. } => {
            Some((Occasion::Limit, of(run)))
        }
        Phase::Completed { .. } if is_long(run) => Some((Occasion::Done, of(run))),
        Phase::Failed { .. } if is_long(run) => Some((Occasion::Failed, of(run))),
        Phase::Queued { .. }
        | Phase::Ready
        | Phase::StreamingModel { .. }
        | Phase::Compacting { .. }
        | Phase::ExecutingTool { .. }
        | Phase::Completed { .. }
        | Phase::Failed { .. }
        // The person has stopped it, or holds it with the page in hand.
        | Phase::Interrupted
        | Phase::PausedTakeover { .. } => None,
    }
}

/// A Run can come to the same state again; its journal does not stand still meanwhile.
fn of(run: &Run) -> String {
    format!("{} {}", run.id, run.updated_at)
}

fn is_long(run: &Run) -> bool {
    run.updated_at.0 - run.created_at.0 >= caps::LONG_TURN_MS
}
