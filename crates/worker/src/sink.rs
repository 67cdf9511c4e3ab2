//! Events to panels, as text: measured, a string crosses a Port faster than an object.

use crate::Shell;
use fairlead_protocol::event::Event;
use fairlead_protocol::to_json;
use fairlead_runtime::ports::{EventSink, PortId};
use std::rc::Rc;

pub(crate) struct ShellSink {
    shell: Rc<Shell>,
}

impl ShellSink {
    pub(crate) fn new(shell: Rc<Shell>) -> Self {
        Self { shell }
    }
}

impl EventSink for ShellSink {
    fn send(&self, ports: &[PortId], event: &Event) {
        self.shell.deliver(ports.iter().map(|port| port.0).collect(), &to_json::text(event));
    }
}
