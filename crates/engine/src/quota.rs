//! The room for attachments. Whose content goes when it runs out: the oldest, and never of a Thread where something runs.

use fairlead_protocol::attachment::{Attachment, Kept};
use fairlead_protocol::caps;
use fairlead_protocol::ids::{AttachmentId, ThreadId};

/// All attachments of all Threads, oldest first, and the Threads that may not lose one.
#[derive(Clone, Debug, Default)]
pub struct Hoard {
    pub attachments: Vec<Attachment>,
    pub busy: Vec<ThreadId>,
}

impl Hoard {
    pub(crate) fn holds(&self, id: &AttachmentId) -> bool {
        self.attachments.iter().any(|attachment| attachment.id == *id)
    }
}

/// What gives way for so many bytes more. If nothing more can, the rest stays: the browser's own limit comes later.
pub fn evicted_for(hoard: &Hoard, bytes: u64, thread: &ThreadId) -> Vec<Attachment> {
    let whole = hoard.attachments.iter().filter(|one| one.kept == Kept::Whole);
    let mut total: u64 = whole.clone().map(|one| one.bytes).sum::<u64>() + bytes;
    let mut evicted = Vec::new();
    for one in whole.filter(|one| one.thread != *thread && !hoard.busy.contains(&one.thread)) {
        if total <= caps::ATTACHMENTS_BYTES {
            break;
        }
        total -= one.bytes;
        evicted.push(Attachment { kept: Kept::Evicted, ..one.clone() });
    }
    evicted
}
