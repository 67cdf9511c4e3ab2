//! Notifications are the shell's: it has the words, and the listener for a click has to stand there before the engine does.

use crate::Shell;
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::notice::Notice;
use fairlead_protocol::to_json;
use fairlead_runtime::ports::Notices;
use std::rc::Rc;

pub(crate) struct ShellNotices {
    shell: Rc<Shell>,
}

impl ShellNotices {
    pub(crate) fn new(shell: Rc<Shell>) -> Self {
        Self { shell }
    }
}

impl Notices for ShellNotices {
    fn show(&self, notice: &Notice) {
        self.shell.notify(&to_json::text(notice));
    }

    fn clear(&self, thread: &ThreadId) {
        self.shell.quiet(thread.as_str());
    }
}
