//! The machine, by the facts it makes of an input in a state.

#![cfg(test)]

mod bench;
mod capacity;
mod footing;
mod inputs;
mod queue;
mod steer;
mod table;
mod title;
mod tree;
mod wait;
