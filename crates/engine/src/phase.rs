//! Which state of a Run may follow which: the one table. `apply` asserts it, and a test walks all pairs.

use fairlead_protocol::pause::Asking;
use fairlead_protocol::run::Phase;
use fairlead_protocol::run::RunState::{self, *};

/// From -> to. A state that may follow itself stands in its own row: a second call of the same batch, a retried attempt.
const TABLE: &[(RunState, &[RunState])] = &[
    (Queued, &[Ready]),
    (
        Ready,
        &[
            StreamingModel,
            Compacting,
            Failed,
            Interrupted,
            PausedBudget,
            PausedLimit,
            PausedContext,
            PausedTakeover,
        ],
    ),
    (Compacting, &[Compacting, Ready, WaitingKeys, Failed, Interrupted, PausedTakeover]),
    (
        StreamingModel,
        &[
            StreamingModel,
            ExecutingTool,
            WaitingApproval,
            WaitingInteraction,
            WaitingKeys,
            Ready,
            Completed,
            Failed,
            Interrupted,
            PausedTakeover,
        ],
    ),
    (
        ExecutingTool,
        &[
            ExecutingTool,
            WaitingApproval,
            WaitingInteraction,
            Ready,
            Failed,
            Interrupted,
            PausedTakeover,
            PausedUncertain,
        ],
    ),
    (WaitingApproval, &[WaitingApproval, WaitingInteraction, ExecutingTool, Ready, Failed, Interrupted]),
    (WaitingInteraction, &[WaitingInteraction, ExecutingTool, WaitingApproval, Ready, Failed, Interrupted]),
    (WaitingKeys, &[Ready, Failed, Interrupted]),
    (PausedUncertain, &[ExecutingTool, WaitingApproval, WaitingInteraction, Ready, Failed, Interrupted]),
    (Failed, &[Ready]),
    (Interrupted, &[Ready]),
    (PausedBudget, &[Ready]),
    (PausedLimit, &[Ready]),
    (PausedContext, &[Ready]),
    (PausedTakeover, &[Ready]),
    (Completed, &[]),
];

pub fn may_follow(from: RunState, to: RunState) -> bool {
    TABLE.iter().any(|(state, next)| *state == from && next.contains(&to))
}

/// The model or a tool is at it, and nobody is waited for.
pub fn is_at_work(state: RunState) -> bool {
    matches!(state, Ready | StreamingModel | Compacting | ExecutingTool)
}

/// The person may continue it as the same Turn.
pub fn is_resumable(state: RunState) -> bool {
    !state.is_live() && state != Queued && may_follow(state, Ready)
}

/// Whether the person is still asked about a pause; `None` of what is none.
pub(crate) fn asked(phase: &Phase) -> Option<Asking> {
    match phase {
        Phase::PausedBudget { asking }
        | Phase::PausedLimit { asking, .. }
        | Phase::PausedContext { asking, .. }
        | Phase::PausedTakeover { asking, .. } => Some(*asking),
        _ => None,
    }
}

pub(crate) fn asking(phase: &mut Phase) -> Option<&mut Asking> {
    match phase {
        Phase::PausedBudget { asking }
        | Phase::PausedLimit { asking, .. }
        | Phase::PausedContext { asking, .. }
        | Phase::PausedTakeover { asking, .. } => Some(asking),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_has_exactly_one_row() {
        for state in RunState::ALL {
            assert_eq!(TABLE.iter().filter(|(from, _)| *from == state).count(), 1, "{state:?}");
        }
    }

    #[test]
    fn every_state_but_the_first_can_be_reached_and_every_live_one_can_be_interrupted() {
        for state in RunState::ALL {
            assert!(
                state == Queued || RunState::ALL.iter().any(|from| may_follow(*from, state)),
                "{state:?}"
            );
            assert_eq!(state.is_live(), may_follow(state, Interrupted), "{state:?}");
        }
    }

    #[test]
    fn what_ended_is_never_touched_again_but_by_its_person() {
        for to in RunState::ALL {
            assert!(!may_follow(Completed, to), "completed -> {to:?}");
            for paused in [Failed, Interrupted, PausedBudget, PausedLimit, PausedContext, PausedTakeover] {
                assert_eq!(may_follow(paused, to), to == Ready, "{paused:?} -> {to:?}");
            }
        }
    }

    #[test]
    fn resumable_are_the_states_that_wait_for_the_word_continue() {
        let resumable: Vec<RunState> =
            RunState::ALL.into_iter().filter(|state| is_resumable(*state)).collect();
        assert_eq!(
            resumable,
            [Failed, Interrupted, PausedBudget, PausedLimit, PausedContext, PausedTakeover]
        );
    }
}
