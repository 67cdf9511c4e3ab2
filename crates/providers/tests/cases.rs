//! Every case of the provider corpus holds, for every wire that has a codec.

mod corpus;

#[test]
fn every_case_of_the_corpus_holds() {
    let tally = corpus::run();
    assert!(tally.passed > 0 && tally.failed.is_empty(), "{}", tally.report());
}
