//! Every case of the provider corpus holds, for every wire that has a codec.

// A test may end by panicking, in functions that are not marked as tests too.
#![allow(clippy::panic, clippy::unwrap_used, clippy::indexing_slicing)]

mod corpus;
mod fuzz;

#[test]
fn every_case_of_the_corpus_holds() {
    let tally = corpus::run();
    assert!(tally.passed > 0 && tally.failed.is_empty(), "{}", tally.report());
}
