//! Token counts of a chunk. Servers put them in three places, some on every chunk, some with zeros first; they are
//! totals, so the last that is not zero counts and nothing is added up.

use fairlead_protocol::conversation::Usage;
use serde_json::Value;

/// The usage of one chunk, if it carries one that is not all zeros.
pub(super) fn of_chunk(chunk: &Value) -> Option<Usage> {
    let choice = chunk.get("choices").and_then(|choices| choices.get(0));
    let places = [
        chunk.get("usage"),
        choice.and_then(|choice| choice.get("usage")),
        chunk.get("x_groq").and_then(|vendor| vendor.get("usage")),
    ];
    places.into_iter().flatten().find_map(read)
}

fn read(usage: &Value) -> Option<Usage> {
    let count = |path: &str| usage.pointer(path).and_then(Value::as_u64);
    let prompt = count("/prompt_tokens").unwrap_or(0);
    let completion = count("/completion_tokens").unwrap_or(0);
    if prompt == 0 && completion == 0 {
        return None;
    }
    let cache_read = count("/prompt_tokens_details/cached_tokens")
        .or_else(|| count("/prompt_cache_hit_tokens"))
        .or_else(|| count("/cached_tokens"))
        .unwrap_or(0);
    let cache_write = count("/prompt_tokens_details/cache_write_tokens").unwrap_or(0);
    let reasoning = count("/completion_tokens_details/reasoning_tokens");
    let apart = prompt.saturating_add(completion).saturating_add(reasoning.unwrap_or(0));
    let reasoning_is_apart =
        reasoning.is_some_and(|count| count > 0) && count("/total_tokens") == Some(apart);
    let output = if reasoning_is_apart { apart.saturating_sub(prompt) } else { completion };
    Some(Usage {
        input: prompt.saturating_sub(cache_read).saturating_sub(cache_write),
        output,
        cache_read,
        cache_write,
        reasoning,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn zeros_are_no_report_and_a_later_place_is_looked_at() {
        let zeros = json!({"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0});
        assert_eq!(of_chunk(&json!({"usage": zeros})), None);
        let chunk =
            json!({"usage": zeros, "x_groq": {"usage": {"prompt_tokens": 5, "completion_tokens": 2}}});
        assert_eq!(of_chunk(&chunk), Some(Usage { input: 5, output: 2, ..Usage::default() }));
    }

    #[test]
    fn absurd_counts_do_not_overflow() {
        let usage = json!({"prompt_tokens": 1, "completion_tokens": u64::MAX, "total_tokens": 1,
            "prompt_tokens_details": {"cached_tokens": u64::MAX}, "completion_tokens_details": {"reasoning_tokens": u64::MAX}});
        let read = of_chunk(&json!({"usage": usage})).unwrap();
        assert_eq!((read.input, read.output), (0, u64::MAX));
    }
}
