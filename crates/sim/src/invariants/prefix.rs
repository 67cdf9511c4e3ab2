//! What a provider's cache lives by: within a Turn a request begins with the exact messages of the one before.

use super::ledger::Ledger;
use fairlead_store::{Batch, Row};
use serde_json::Value;

/// By what the journal says of each request. Whoever takes something out of the model's view says so before.
pub(super) fn problems(before: &Ledger, batch: &Batch) -> Vec<String> {
    let new = batch.puts.iter().filter_map(|row| match row {
        Row::Journal(entry) if entry.kind == "model.requested" => Some(entry),
        _ => None,
    });
    let broken = new.filter(|entry| {
        let stored = before.journal(&entry.run).filter_map(|row| {
            let at = row.get("seq").and_then(Value::as_u64)?;
            Some((at, row.get("type")?.as_str()?, row.get("payload")?))
        });
        let beside = batch.puts.iter().filter_map(|row| match row {
            Row::Journal(other) if other.run == entry.run && other.seq < entry.seq => {
                Some((other.seq.0, other.kind.as_str(), &other.payload))
            }
            _ => None,
        });
        let log: Vec<_> = stored.chain(beside).collect();
        // One of an older version has no fingerprint: it is as if there had been none.
        let requested = |(_, kind, payload): &&(u64, &str, &Value)| {
            *kind == "model.requested" && payload.get("fingerprint").is_some()
        };
        let earlier = log.iter().filter(requested).map(|(at, ..)| *at).max();
        let is_cut = log.iter().any(|(at, _, payload)| Some(*at) > earlier && takes_out(payload));
        match (entry.payload.get("prefix").and_then(Value::as_str), earlier) {
            (Some("first"), None) | (Some("kept"), Some(_)) => false,
            // A Turn above it that the person erased is gone for this one too, should it go on.
            (Some("changed"), Some(_)) => !is_cut && !before.erases(),
            _ => true,
        }
    });
    broken.map(|entry| format!("{} breaks its prefix: {}", entry.run, entry.payload)).collect()
}

fn takes_out(payload: &Value) -> bool {
    let kind = payload.get("kind").and_then(Value::as_str);
    matches!(kind, Some("context_masked" | "context_compacted"))
}
