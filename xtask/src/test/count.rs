//! How many tests passed and failed, read from what the runners print.

use std::fmt;
use std::ops::Add;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Count {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
}

impl Add for Count {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { passed: self.passed + other.passed, failed: self.failed + other.failed }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} passed, {} failed", self.passed, self.failed))
    }
}

/// `test result: ok. 5 passed; 0 failed; ...`, once for each binary; wasm-bindgen's runner prints the same.
pub(crate) fn of_cargo(text: &str) -> Count {
    text.lines()
        .filter_map(|line| line.trim().strip_prefix("test result: "))
        .map(|result| Count { passed: before(result, " passed"), failed: before(result, " failed") })
        .fold(Count::default(), Count::add)
}

/// The summary of Node's `spec` reporter. A cancelled test did not do what it says, so it failed.
pub(crate) fn of_node(text: &str) -> Count {
    let sum = |word: &str| -> u64 {
        text.lines()
            .filter_map(|line| {
                line.strip_prefix('\u{2139}')?.trim().strip_prefix(word)?.trim().parse::<u64>().ok()
            })
            .sum()
    };
    Count { passed: sum("pass "), failed: sum("fail ") + sum("cancelled ") }
}

/// The number that stands right before `word`.
fn before(text: &str, word: &str) -> u64 {
    text.split_once(word)
        .and_then(|(head, _)| head.rsplit(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok())
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{Count, of_cargo, of_node};

    #[test]
    fn results_of_several_binaries_are_added_up() {
        let text = "running 2 tests\ntest result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out; finished in 0.1s\n\
                    noise\ntest result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.1s\n";
        assert_eq!(of_cargo(text), Count { passed: 16, failed: 2 });
    }

    #[test]
    fn a_test_that_prints_a_result_inside_a_line_is_not_counted() {
        assert_eq!(of_cargo("it said test result: ok. 9 passed; 0 failed\n"), Count::default());
    }

    #[test]
    fn the_summary_of_node_is_read_and_cancelled_tests_have_failed() {
        let text =
            "✔ a (1ms)\nℹ tests 5\nℹ suites 0\nℹ pass 3\nℹ fail 1\nℹ cancelled 1\nℹ skipped 0\nℹ todo 0\n";
        assert_eq!(of_node(text), Count { passed: 3, failed: 2 });
    }

    #[test]
    fn no_summary_is_no_test() {
        assert_eq!(of_node("error: no such file\n"), Count::default());
        assert_eq!(of_cargo("error: could not compile\n"), Count::default());
    }
}
