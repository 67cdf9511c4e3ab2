//! Where events arrive: one inbox a port. Each goes through its JSON text, as it would on a real Port.

use crate::fate::Life;
use crate::invariants::Violations;
use fairlead_protocol::event::Event;
use fairlead_runtime::ports::{EventSink, PortId};
use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

pub(crate) type Inboxes = Rc<RefCell<BTreeMap<PortId, VecDeque<Event>>>>;

pub(crate) struct RecordingSink {
    pub(crate) life: Life,
    pub(crate) inboxes: Inboxes,
    pub(crate) violations: Violations,
}

impl EventSink for RecordingSink {
    fn send(&self, ports: &[PortId], event: &Event) {
        if self.life.is_over() {
            return;
        }
        self.violations.told(event);
        let copy = serde_json::to_string(event).and_then(|text| serde_json::from_str::<Event>(&text));
        match copy {
            Ok(copy) if copy == *event => {
                let mut inboxes = self.inboxes.borrow_mut();
                for port in ports {
                    // A port that has gone hears nothing.
                    if let Some(inbox) = inboxes.get_mut(port) {
                        inbox.push_back(copy.clone());
                    }
                }
            }
            Ok(_) => self.violations.add(format!("an event changed on the Port: {event:?}")),
            Err(error) => self.violations.add(format!("an event has no JSON form: {error}: {event:?}")),
        }
    }
}
