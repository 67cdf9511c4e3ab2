//! What befell a world, for tests that ask whether something ever does: rows tell what was done and not what was in between.

use crate::fate::Point;
use fairlead_engine::ThreadState;
use fairlead_engine::delegation::awaited;
use fairlead_engine::flight::in_flight;
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::run::{Phase, RunState};
use fairlead_protocol::tool::Recovery;
use fairlead_store::StoreError;
use std::cell::{Ref, RefCell, RefMut};
use std::rc::Rc;

/// Over all lives of the engine.
#[derive(Clone, Debug, Default)]
pub struct Chronicle {
    inner: Rc<RefCell<Happened>>,
}

#[derive(Clone, Debug, Default)]
pub struct Happened {
    pub deaths: Vec<Death>,
    /// What a Thread did when the person said Stop.
    pub stops: Vec<RunState>,
    /// What a Thread did when it was deleted.
    pub deletions: Vec<RunState>,
    /// Children at work that went with their Thread.
    pub children_deleted: usize,
    /// Children at work that nobody waited for any more when the engine died.
    pub orphans: usize,
    /// Tabs of children that the person went to.
    pub tabs_kept: usize,
    /// Tabs of children that had ended when the engine died, and were not closed yet.
    pub tabs_left: usize,
    /// What a Thread did when a panel came to it or came back.
    pub visits: Vec<RunState>,
    /// Commands that were sent again after a panel came back.
    pub resent: usize,
    /// Submissions whose receipt was found.
    pub receipts_met: usize,
    /// Commits that failed, and what the Thread did then.
    pub failures: Vec<(StoreError, Option<RunState>)>,
    /// Alarms that woke an engine which slept.
    pub woken: usize,
    /// Titles that the person wrote while the model was asked for one.
    pub named_meanwhile: usize,
    /// How many panels looked when another Turn was asked for beside one.
    pub forks_seen_by: Vec<usize>,
    /// Most panels that looked at one Thread.
    pub most_panels: usize,
}

/// The end of one life.
#[derive(Clone, Debug)]
pub struct Death {
    /// Absent if it came from outside.
    pub point: Option<Point>,
    /// Of the Run that owned the Thread, as it was stored.
    pub state: Option<RunState>,
    /// Of the call that was out.
    pub out: Option<Recovery>,
    /// How many calls were out beside it.
    pub beside: usize,
    /// How many calls behind it had come back before it.
    pub back: usize,
    /// Messages that waited.
    pub queue: usize,
    /// Messages that the Turn was still to read.
    pub steers: usize,
    /// The model was being asked for a title.
    pub titling: bool,
    /// Children that it waited for.
    pub children: usize,
    /// One of them waited for the person.
    pub child_waits: bool,
}

impl Chronicle {
    pub fn read(&self) -> Ref<'_, Happened> {
        self.inner.borrow()
    }

    pub(crate) fn write(&self) -> RefMut<'_, Happened> {
        self.inner.borrow_mut()
    }
}

impl Death {
    pub(crate) fn of(state: &ThreadState, point: Option<Point>) -> Self {
        Self {
            point,
            state: doing(state),
            out: out(state),
            beside: beside(state),
            back: back(state),
            queue: state.queue.len(),
            steers: state.steers.len(),
            children: awaited(state).count(),
            child_waits: state.live_run().is_some_and(|run| !run.waiting.is_empty()),
            titling: state.thread.as_ref().is_some_and(|thread| thread.titling.is_wanted()),
        }
    }
}

/// What the Run that owns the Thread does.
pub(crate) fn doing(state: &ThreadState) -> Option<RunState> {
    state.live_run().map(|run| run.phase.state())
}

fn beside(state: &ThreadState) -> usize {
    state.live_run().map_or(0, |run| in_flight(&run.phase).count().saturating_sub(1))
}

fn back(state: &ThreadState) -> usize {
    match state.live_run().map(|run| &run.phase) {
        Some(Phase::ExecutingTool { batch, .. }) => {
            let behind = batch.calls.iter().skip(batch.at as usize + 1);
            behind.filter(|call| state.result_of(call).is_some()).count()
        }
        _ => 0,
    }
}

fn out(state: &ThreadState) -> Option<Recovery> {
    let Phase::ExecutingTool { batch, .. } = &state.live_run()?.phase else { return None };
    match &state.node(batch.calls.get(batch.at as usize)?)?.body {
        NodeBody::ToolCall { tool, .. } => {
            fairlead_tools::descriptor(tool).map(|descriptor| descriptor.recovery)
        }
        _ => None,
    }
}
