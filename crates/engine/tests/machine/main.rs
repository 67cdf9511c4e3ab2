//! The machine, by the facts it makes of an input in a state.

#![cfg(test)]

mod bench;
mod capacity;
mod inputs;
mod queue;
mod steer;
mod table;
mod tree;
mod wait;
