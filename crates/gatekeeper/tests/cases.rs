//! The decision vectors of `tests/cases/gatekeeper`, as a test.

mod vectors;

#[test]
fn every_decision_vector_of_a_supported_group_is_answered_as_written() {
    let mut judged = 0;
    for file in vectors::files() {
        let outcome = vectors::run(&file);
        assert!(outcome.failures.is_empty(), "{}:\n{}", file.display(), outcome.failures.join("\n"));
        assert_eq!(outcome.not_yet_judged, 0, "every group is supported");
        judged += outcome.passed;
    }
    assert!(judged > 0, "no vectors found");
}
