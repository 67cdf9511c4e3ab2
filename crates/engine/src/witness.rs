//! The decision behind a commit, for a simulation that replays it. Nothing is kept without the feature `faults`.

use crate::fact::Fact;
use crate::state::ThreadState;
use fairlead_protocol::ids::Timestamp;

/// What a driver is about to commit, and what it will then have in memory.
#[derive(Clone, Debug)]
pub struct Decision {
    pub facts: Vec<Fact>,
    pub at: Timestamp,
    pub after: ThreadState,
}

#[cfg(feature = "faults")]
pub use kept::{last, note};

#[cfg(not(feature = "faults"))]
#[inline]
pub const fn note(_: &[Fact], _: Timestamp, _: &ThreadState) {}

#[cfg(feature = "faults")]
mod kept {
    use super::Decision;
    use crate::fact::Fact;
    use crate::state::ThreadState;
    use fairlead_protocol::ids::{ThreadId, Timestamp};
    use std::cell::RefCell;
    use std::collections::BTreeMap;

    thread_local! {
        static LAST: RefCell<BTreeMap<ThreadId, Decision>> = const { RefCell::new(BTreeMap::new()) };
    }

    pub fn note(facts: &[Fact], at: Timestamp, after: &ThreadState) {
        let decision = Decision { facts: facts.to_vec(), at, after: after.clone() };
        LAST.with_borrow_mut(|last| last.insert(after.id.clone(), decision));
    }

    /// The Thread's last decision in this thread of execution.
    pub fn last(thread: &ThreadId) -> Option<Decision> {
        LAST.with_borrow(|last| last.get(thread).cloned())
    }
}
