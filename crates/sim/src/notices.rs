//! Notifications that outlive the engine, as the browser's do. Each is of something that is stored, and is shown once.

use crate::fate::Life;
use crate::invariants::{Violations, stored};
use fairlead_engine::notice::{Standing, place, standing};
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::notice::Notice;
use fairlead_runtime::ports::Notices;
use fairlead_store::MemoryStore;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

#[derive(Clone, Default)]
pub struct NoticeBoard {
    inner: Rc<RefCell<Board>>,
}

#[derive(Default)]
struct Board {
    stands: BTreeMap<ThreadId, Notice>,
    shown: Vec<Notice>,
    told: BTreeSet<(ThreadId, Standing)>,
}

impl NoticeBoard {
    /// All that were ever shown, in order.
    pub fn shown(&self) -> Vec<Notice> {
        self.inner.borrow().shown.clone()
    }

    /// What the person can see now.
    pub fn standing(&self) -> Vec<Notice> {
        self.inner.borrow().stands.values().cloned().collect()
    }
}

/// One life's hand on the board.
pub(crate) struct NoticePort {
    pub(crate) board: NoticeBoard,
    pub(crate) life: Life,
    pub(crate) rows: MemoryStore,
    pub(crate) violations: Violations,
}

impl NoticePort {
    /// What stands in the Thread and its children.
    fn occasions(&self, thread: &ThreadId) -> Vec<(ThreadId, Standing)> {
        let children = self.violations.children(&self.rows);
        let states = children.iter().chain([thread]).filter_map(|id| stored(&self.rows, id));
        let of_it = states.filter(|state| place(state) == thread);
        of_it.filter_map(|state| Some((state.id.clone(), standing(&state)?))).collect()
    }
}

impl Notices for NoticePort {
    fn show(&self, notice: &Notice) {
        if self.life.is_over() {
            return;
        }
        let thread = &notice.thread;
        let mut board = self.board.inner.borrow_mut();
        let occasions = self.occasions(thread);
        if stored(&self.rows, thread).is_none() {
            // Word of its end is on its way, and takes this along: at rest nothing stands of what is gone.
        } else if !occasions.iter().any(|(_, stands)| stands.0 == notice.occasion) {
            self.violations.add(format!("the person was told of {notice:?} and {occasions:?} are stored"));
        } else if !occasions.into_iter().any(|told| told.1.0 == notice.occasion && board.told.insert(told)) {
            self.violations.add(format!("the person was told twice of {notice:?}"));
        }
        board.shown.push(notice.clone());
        board.stands.insert(thread.clone(), notice.clone());
    }

    fn clear(&self, thread: &ThreadId) {
        if !self.life.is_over() {
            self.board.inner.borrow_mut().stands.remove(thread);
        }
    }
}
