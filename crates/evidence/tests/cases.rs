//! The labelled Turns of `tests/cases/evidence` and of `$FAIRLEAD_CASES/evidence`, as tests.

mod labelled;

use labelled::{keeps_promise, other_files, own_files, score};

#[test]
fn honest_answers_pass_and_unproved_ones_are_caught() {
    let score = score(&own_files());
    println!("{}", score.report());
    let all = score.of("all");
    assert!(all.passed.all > 1_740 && all.caught.all > 1_360, "too few cases");
    // What holds today; the cases that are missed are listed with their reasons beside the cases.
    let is_as_good = all.passed.all - all.passed.right <= 7 && all.caught.all - all.caught.right <= 23;
    assert!(keeps_promise(&score) && is_as_good, "{:?}\n{}", score.unreadable, score.report());
}

#[test]
fn so_it_is_in_another_folder_of_cases_if_one_is_named() {
    let files = other_files();
    let score = score(&files);
    println!("{}", score.report());
    assert!(files.is_empty() || keeps_promise(&score), "{:?}\n{}", score.unreadable, score.report());
}

#[test]
fn a_file_that_is_no_file_of_cases_breaks_the_promise() {
    let mut score = labelled::Score::default();
    score.add_text("{\"kind\": \"x\", \"cases\": [{}]}", "x.json");
    assert!(!keeps_promise(&score));
}
