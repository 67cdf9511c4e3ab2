//! Token counts of this wire: what was read from or written to the cache is in the input, what was thought is in the output.

use crate::fields::count;
use fairlead_protocol::conversation::Usage;
use serde_json::Value;

pub(super) fn read(usage: &Value) -> Option<Usage> {
    let input = count(usage, "/input_tokens");
    let output = count(usage, "/output_tokens");
    if input.is_none() && output.is_none() {
        return None;
    }
    let cache_read = count(usage, "/input_tokens_details/cached_tokens").unwrap_or(0);
    let cache_write = count(usage, "/input_tokens_details/cache_write_tokens").unwrap_or(0);
    Some(Usage {
        input: input.unwrap_or(0).saturating_sub(cache_read).saturating_sub(cache_write),
        output: output.unwrap_or(0),
        cache_read,
        cache_write,
        reasoning: count(usage, "/output_tokens_details/reasoning_tokens"),
    })
}
