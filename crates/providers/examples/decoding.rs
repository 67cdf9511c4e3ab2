//! What decoding one delta of a long answer costs: a line of JSON for each wire. Times are as they are; it fails if a delta allocates more
//! than once. `cargo run --release -p fairlead-providers --example decoding`

#[path = "../tests/decoding/mod.rs"]
mod decoding;

use decoding::{Answer, Matter, WIRES};
use serde_json::json;
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;
use std::process::ExitCode;
use std::time::Instant;

#[global_allocator]
static COUNTING: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

const DELTAS: usize = 20_000;
const RUNS: usize = 9;
/// Allocations of a whole answer beside those of its deltas: its first and last events, and the growth of its buffers.
const BESIDE: usize = 400;

fn main() -> ExitCode {
    let mut is_frugal = true;
    for (name, wire) in WIRES {
        for matter in [Matter::Thought, Matter::Arguments] {
            is_frugal &= Answer::of(wire, matter, DELTAS).decode().allocations <= DELTAS + BESIDE;
        }
        let answer = Answer::of(wire, Matter::Text, DELTAS);
        let allocations = answer.decode().allocations;
        is_frugal &= allocations <= DELTAS + BESIDE;
        let mut nanoseconds = Vec::new();
        for _ in 0..RUNS {
            let started = Instant::now();
            answer.decode();
            nanoseconds.push(started.elapsed().as_nanos() / DELTAS as u128);
        }
        let each = allocations as f64 / DELTAS as f64;
        println!("{}", json!({"wire": name, "ns": nanoseconds, "allocations": each}));
    }
    if is_frugal {
        ExitCode::SUCCESS
    } else {
        eprintln!("a delta allocates more than once");
        ExitCode::FAILURE
    }
}
