//! Chrome's alarms: they wake a worker that was stopped. What they wake it for stands in the rows.

use crate::chrome::{alarms_clear, alarms_create};
use crate::json::to_js;
use fairlead_protocol::ids::Timestamp;
use fairlead_protocol::json::object;
use fairlead_runtime::ports::Alarms;

pub(crate) struct ChromeAlarms;

impl Alarms for ChromeAlarms {
    fn set(&self, name: &str, at: Timestamp) {
        // Without the alarm the Turn goes on when somebody opens the panel: late, and not lost.
        let _ = alarms_create(name, &to_js(&object([("when", at.0.into())])));
    }

    fn clear(&self, name: &str) {
        let _ = alarms_clear(name);
    }
}
