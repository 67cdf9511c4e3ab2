//! The search: thousands of schedules, and something that must hold and does not in one of them. Each is its seed.
//! `FAIRLEAD_SEED=7` plays one again, `FAIRLEAD_SCHEDULES=50000` plays more, both together begin at that seed, and
//! `FAIRLEAD_SCHEDULES=0` goes on until it is stopped.

use crate::schedule::play;
use crate::sometimes::{self, Counts};
use fairlead_sim::fault;
use std::io::Write;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Where nothing else is asked for.
const SCHEDULES: u64 = 10_000;

/// Seeds between two lines of a search without end.
const PROGRESS: u64 = 10_000;

/// Failures after which the search ends; the first is enough to begin with.
const ENOUGH: usize = 5;

#[test]
fn no_schedule_breaks_what_must_hold_and_together_they_meet_every_situation() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (first, count) = match (number("FAIRLEAD_SEED"), number("FAIRLEAD_SCHEDULES")) {
        (Some(seed), None) => (seed, 1),
        (seed, count) => (seed.unwrap_or(0), count.unwrap_or(SCHEDULES)),
    };
    let end = if count == 0 { u64::MAX } else { first + count };
    let next = AtomicU64::new(first);
    let failures = Mutex::new(Vec::new());
    let met = Mutex::new(Counts::default());
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= end || failures.lock().unwrap().len() >= ENOUGH {
                return;
            }
            match outcome(seed) {
                Ok(situations) => met.lock().unwrap().add(&situations),
                Err(problem) => failures.lock().unwrap().push((seed, problem)),
            }
            if count == 0 && (seed + 1 - first).is_multiple_of(PROGRESS) {
                // Not `println`: a search without end has no end at which the runner would show it.
                let _ = writeln!(std::io::stderr(), "{} schedules", seed + 1 - first);
            }
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(work);
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    let shown: Vec<String> =
        failures.iter().map(|(seed, problem)| format!("FAIRLEAD_SEED={seed}\n{problem}")).collect();
    assert!(shown.is_empty(), "{}", shown.join("\n"));
    let met = met.into_inner().unwrap();
    println!("seeds {first}..{end}\n{met}");
    // A few seeds cannot meet everything.
    assert!(count < SCHEDULES || met.never().is_empty(), "never met: {}", met.never().join("; "));
}

/// Situations that the schedule met, or what was wrong.
pub(crate) fn outcome(seed: u64) -> Result<Vec<bool>, String> {
    let _ = fault::met();
    let world = catch_unwind(AssertUnwindSafe(|| play(seed))).map_err(|_| "panicked, as above".to_owned())?;
    let violations = world.violations();
    if violations.is_empty() { Ok(sometimes::met(&world)) } else { Err(violations.join("\n")) }
}
