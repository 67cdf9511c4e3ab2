//! Alarms that outlive the engine, as Chrome's outlive the worker.

use fairlead_protocol::ids::Timestamp;
use fairlead_runtime::ports::Alarms;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

#[derive(Clone, Debug, Default)]
pub struct AlarmClock {
    set: Rc<RefCell<BTreeMap<String, Timestamp>>>,
}

impl AlarmClock {
    /// What is set, by name.
    pub fn pending(&self) -> BTreeMap<String, Timestamp> {
        self.set.borrow().clone()
    }

    /// As Chrome may, when the browser is started again.
    pub(crate) fn lose_all(&self) {
        self.set.borrow_mut().clear();
    }

    /// Takes the one that is due first and says when that is.
    pub(crate) fn ring(&self) -> Option<Timestamp> {
        let mut set = self.set.borrow_mut();
        let name = set.iter().min_by_key(|(_, at)| **at).map(|(name, _)| name.clone())?;
        set.remove(&name)
    }
}

impl Alarms for AlarmClock {
    fn set(&self, name: &str, at: Timestamp) {
        self.set.borrow_mut().insert(name.to_owned(), at);
    }

    fn clear(&self, name: &str) {
        self.set.borrow_mut().remove(name);
    }
}
