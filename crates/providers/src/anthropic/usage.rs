//! Token counts of this wire: totals that a later event replaces. What was read from or written to the cache is not in the input.

use crate::fields::count;
use fairlead_protocol::conversation::Usage;
use serde_json::Value;

#[derive(Debug, Default)]
pub(super) struct Counts {
    seen: Option<Usage>,
}

impl Counts {
    pub(super) fn take(&mut self, usage: Option<&Value>) {
        let Some(usage) = usage.filter(|usage| usage.is_object()) else { return };
        let seen = self.seen.get_or_insert_default();
        let written = count(usage, "/cache_creation_input_tokens").or_else(|| {
            let lives =
                ["/cache_creation/ephemeral_5m_input_tokens", "/cache_creation/ephemeral_1h_input_tokens"];
            lives.into_iter().filter_map(|life| count(usage, life)).reduce(u64::saturating_add)
        });
        let set = |slot: &mut u64, new: Option<u64>| {
            // Imitators send zeros for what they said before.
            if let Some(new) = new.filter(|new| *new > 0) {
                *slot = new;
            }
        };
        set(&mut seen.input, count(usage, "/input_tokens"));
        set(&mut seen.output, count(usage, "/output_tokens"));
        set(&mut seen.cache_read, count(usage, "/cache_read_input_tokens"));
        set(&mut seen.cache_write, written);
        seen.reasoning = count(usage, "/output_tokens_details/thinking_tokens").or(seen.reasoning);
    }

    pub(super) fn usage(&self) -> Option<Usage> {
        self.seen
    }
}
