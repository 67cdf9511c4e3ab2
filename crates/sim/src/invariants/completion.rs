//! A Turn whose answers are looked at ends well only with one that its results show; what is set aside is no end, and is bounded.

use super::ledger::Ledger;
use fairlead_engine::attached::Contents;
use fairlead_engine::{Fact, ThreadState, evidence};
use fairlead_protocol::caps;
use fairlead_protocol::conversation::ModelStop;
use fairlead_protocol::evidence::Standing;
use fairlead_protocol::ids::TurnId;
use fairlead_protocol::node::{Node, NodeBody, ReplyEnding};
use fairlead_protocol::run::StopReason;
use fairlead_protocol::settings::Completion;
use fairlead_store::RowKey;

pub(super) fn problems(ledger: &Ledger, state: &ThreadState, facts: &[Fact]) -> Vec<String> {
    let ends = facts.iter().filter_map(|fact| match fact {
        Fact::TurnCompleted { turn, stop } => Some((turn, *stop)),
        _ => None,
    });
    let mut problems: Vec<String> = ends.filter_map(|(turn, stop)| end(ledger, state, turn, stop)).collect();
    let rejected = facts.iter().find_map(|fact| match fact {
        Fact::CompletionRejected { turn, .. } => Some(turn),
        _ => None,
    });
    if let Some(turn) = rejected {
        let all =
            state.turn_nodes(turn).filter(|node| matches!(node.body, NodeBody::CompletionRejected { .. }));
        if all.count() > caps::REJECTIONS {
            problems.push(format!("answers of {turn} are set aside for ever"));
        }
    }
    problems
}

fn end(ledger: &Ledger, state: &ThreadState, turn: &TurnId, stop: StopReason) -> Option<String> {
    let mode = state.runs.get(turn)?.environment.completion;
    let answer =
        state.turn_nodes(turn).rfind(|node| matches!(node.body, NodeBody::AssistantMessage { .. }))?;
    let NodeBody::AssistantMessage { text, ending, evidence, .. } = &answer.body else { return None };
    let standing = evidence.as_ref().map(|evidence| evidence.standing);
    if standing == Some(Standing::Rejected)
        || (standing == Some(Standing::Unverified)) != (stop == StopReason::Unverified)
    {
        return Some(format!("{turn} ended as {stop:?} with an answer that stands as {standing:?}"));
    }
    let came_to_its_end = matches!(
        ending,
        ReplyEnding::Whole { stop: ModelStop::End | ModelStop::StopSequence | ModelStop::ToolUse }
    );
    let is_looked_at = matches!(mode, Some(Completion::Mark | Completion::Enforce)) && came_to_its_end;
    (is_looked_at && stop == StopReason::End && !is_shown(ledger, state, turn, answer, text))
        .then(|| format!("{turn} ended well, and nothing shows its answer"))
}

/// Looked at once more, with the answer at the leaf as it was then.
fn is_shown(ledger: &Ledger, state: &ThreadState, turn: &TurnId, answer: &Node, text: &str) -> bool {
    let mut then = state.clone();
    if let Some(thread) = &mut then.thread {
        thread.leaf = Some(answer.id.clone());
    }
    let contents: Contents = ledger
        .rows
        .iter()
        .filter_map(|(key, row)| match key {
            RowKey::Blob(id) => Some((id.clone(), row.get("data")?.as_str()?.to_owned())),
            _ => None,
        })
        .collect();
    evidence::checked(&then, turn, &contents, text).verdict.passes()
}
