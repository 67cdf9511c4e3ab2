//! The decision vectors of `tests/cases/gatekeeper`, as a test, and a test of the runner itself.

mod vectors;

use serde_json::{Value, json};

#[test]
fn every_decision_vector_of_a_supported_group_is_answered_as_written() {
    let mut judged = 0;
    for file in vectors::files() {
        let outcome = vectors::run(&file);
        assert!(outcome.failures.is_empty(), "{}:\n{}", file.display(), outcome.failures.join("\n"));
        judged += outcome.passed;
    }
    assert!(judged > 0, "no vectors found");
}

/// Rewrites every vector of the repository's files and runs them.
#[cfg(test)]
fn run_rewritten(rewrite: impl Fn(&mut Value)) -> vectors::Outcome {
    let mut total = vectors::Outcome::default();
    for path in vectors::files() {
        let mut file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        file["vectors"].as_array_mut().unwrap().iter_mut().for_each(&rewrite);
        let outcome = vectors::run_text(&file.to_string());
        total.passed += outcome.passed;
        total.not_yet_judged += outcome.not_yet_judged;
        total.failures.extend(outcome.failures);
    }
    total
}

#[test]
fn a_vector_with_another_verdict_fails() {
    let outcome = run_rewritten(|vector| {
        let other = if vector["expect"] == "deny" { "allow" } else { "deny" };
        vector["expect"] = json!(other);
    });
    assert_eq!(outcome.passed, 0);
}

#[test]
fn a_vector_with_another_reason_or_a_field_nobody_reads_fails() {
    assert_eq!(run_rewritten(|vector| vector["reason"] = json!("stale_document")).passed, 0);
    assert_eq!(run_rewritten(|vector| vector["novelty"] = json!(1)).passed, 0);
}

#[test]
fn a_group_that_is_not_supported_is_neither_passed_nor_failed() {
    let outcome = run_rewritten(|vector| vector["group"] = json!("tomorrow"));
    assert_eq!((outcome.passed, outcome.failures.len()), (0, 0));
    assert!(outcome.not_yet_judged > 0);
}
