//! Summary were made of a part of the history, or could not be: the Turn goes on either way.

use super::draft::Draft;
use super::submit::plan_call;
use crate::fact::{Fact, SummaryEnding};
use crate::summary;
use crate::window;
use fairlead_protocol::conversation::Usage;
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::run::{Answerer, Phase};

/// `None`: the model gave no answer.
pub(super) fn noted(draft: &mut Draft<'_>, answer: Option<&str>, usage: Option<Usage>, by: Answerer) {
    let Some(run) = draft.state.live_run() else { return };
    let Phase::Compacting { compaction } = run.phase.clone() else { return };
    let turn = run.id.clone();
    let room = window::room(window::terms_of(&run.environment).window);
    let summary = answer.and_then(|answer| summary::read(&draft.state, room, answer));
    let ending = if summary.is_some() { SummaryEnding::Made } else { SummaryEnding::Failed };
    draft.add(Fact::CompactionEnded { turn: turn.clone(), ending, usage, by });
    if let Some(summary) = summary {
        let (until, kept) = (compaction.until, compaction.kept);
        draft.append(&turn, NodeBody::ContextCompacted { until, kept, summary });
    }
    plan_call(draft, &turn, compaction.offer);
}
