//! Commands about a conversation as a whole.

use super::draft::Draft;
use crate::fact::Fact;
use fairlead_protocol::caps;
use fairlead_protocol::ids::{Revision, Seq};
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_protocol::thread::{Activity, QueueMode, Thread, ThreadStats, Title, Titling};

pub(super) fn create(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    if draft.state.thread.is_some() {
        return Err(
            Refusal::new(RefusalCode::ThreadExists, "a conversation with this id exists").at("thread")
        );
    }
    let thread = Thread {
        id: draft.state.id.clone(),
        title: Title::None,
        leaf: None,
        seq: Seq(0),
        revision: Revision(0),
        stats: ThreadStats::default(),
        user_origins: Vec::new(),
        touched_origins: Vec::new(),
        grants: Vec::new(),
        gauges: Vec::new(),
        parent: None,
        delegated: None,
        pinned: false,
        archived: false,
        titling: Titling::Settled,
        queue: QueueMode::Flowing,
        activity: Activity::Idle,
        created_at: draft.ctx.now,
        updated_at: draft.ctx.now,
    };
    draft.add(Fact::ThreadCreated { thread });
    Ok(())
}

pub(super) fn rename(draft: &mut Draft<'_>, title: &str) -> Result<(), Refusal> {
    let title = one_line(title);
    if title.is_empty() {
        return Err(Refusal::new(
            RefusalCode::EmptyMessage,
            "the title is empty: write at least one character",
        )
        .at("title"));
    }
    draft.add(Fact::ThreadRenamed { title: Title::Person { text: title } });
    Ok(())
}

pub(super) fn pin(draft: &mut Draft<'_>, pinned: bool) -> Result<(), Refusal> {
    draft.add(Fact::ThreadPinned { pinned });
    Ok(())
}

pub(super) fn archive(draft: &mut Draft<'_>, archived: bool) -> Result<(), Refusal> {
    draft.add(Fact::ThreadArchived { archived });
    Ok(())
}

pub(super) fn delete(draft: &mut Draft<'_>) -> Result<(), Refusal> {
    // First its Turn ends, for whoever watches it. Whatever runs is not due any more, and the driver stops it for that reason.
    if let Some(turn) = draft.state.live_run().map(|run| run.id.clone()) {
        draft.add(Fact::TurnInterrupted { turn });
    }
    draft.add(Fact::ThreadDeleted);
    Ok(())
}

/// White space folded, cut to what a list can show.
pub(crate) fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= caps::TITLE_CHARS {
        return line;
    }
    let cut: String = line.chars().take(caps::TITLE_CHARS - 1).collect();
    format!("{}…", cut.trim_end())
}
