//! Children of the world's Threads, and what befalls them: for tests that ask whether it ever does.

use super::World;
use fairlead_engine::ThreadState;
use fairlead_engine::delegation::{has_work, is_awaited};
use fairlead_protocol::ids::ThreadId;

impl World {
    /// All that are stored, as their rows say.
    pub fn children(&self) -> Vec<ThreadState> {
        self.violations.children(&self.rows).iter().filter_map(|child| self.stored(child)).collect()
    }

    /// The person goes to a tab of the child's, if it has one: from then on it is theirs.
    pub fn keep_a_tab(&self, child: &ThreadId) {
        let mut web = self.web.borrow_mut();
        if let Some(tab) = web.lent_to(child) {
            web.look_at(tab);
            self.chronicle.write().tabs_kept += 1;
        }
    }

    /// As the engine dies.
    pub(super) fn note_children(&self) {
        let waits = |child: &ThreadState| {
            child
                .delegated()
                .is_some_and(|delegated| is_awaited(self.stored(&delegated.thread).as_ref(), &delegated.call))
        };
        let children = self.children();
        let orphans = children.iter().filter(|child| has_work(child) && !waits(child)).count();
        let works = |id: &ThreadId| children.iter().any(|child| child.id == *id && has_work(child));
        let tabs_left = self.web.borrow().lent.values().filter(|child| !works(child)).count();
        let mut chronicle = self.chronicle.write();
        chronicle.orphans += orphans;
        chronicle.tabs_left += tabs_left;
    }

    /// As the Thread is told to go.
    pub(super) fn note_deleted_children(&self, patron: &ThreadId) {
        let is_of =
            |child: &ThreadState| child.delegated().is_some_and(|delegated| delegated.thread == *patron);
        let at_work = self.children().iter().filter(|child| is_of(child) && has_work(child)).count();
        self.chronicle.write().children_deleted += at_work;
    }
}
