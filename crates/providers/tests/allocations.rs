//! Decoding a delta allocates once, for the text that is given out, and a delta that gives out nothing not at all.

// A test may end by panicking, in functions that are not marked as tests too.
#![allow(clippy::panic, clippy::unwrap_used, clippy::indexing_slicing)]

mod decoding;

use decoding::{Answer, Matter, WIRES};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static COUNTING: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const DELTAS: usize = 2_000;
/// Doublings of the buffers that hold a reply.
const GROWTH: usize = 64;

// One test: what another one allocates beside it would be counted too.
#[test]
fn a_delta_allocates_at_most_once() {
    for (name, wire) in WIRES {
        for (matter, given_out) in [(Matter::Text, 1), (Matter::Thought, 1), (Matter::Arguments, 0)] {
            let once = Answer::of(wire, matter, DELTAS).decode();
            let twice = Answer::of(wire, matter, 2 * DELTAS).decode();
            assert_eq!(twice.deltas - once.deltas, given_out * DELTAS, "{name}, {matter:?}");
            let more = twice.allocations - once.allocations;
            assert!(more <= given_out * DELTAS + GROWTH, "{name}, {matter:?}: {more} for {DELTAS} deltas");
        }
    }
}
