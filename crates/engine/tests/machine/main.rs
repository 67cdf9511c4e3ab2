//! The machine, by the facts it makes of an input in a state.

#![cfg(test)]

mod artifact;
mod attachment;
mod bench;
mod boot;
mod capacity;
mod catalogue;
mod completion;
mod delegate;
mod export;
mod fetch;
mod footing;
mod fork;
mod full;
mod guard;
mod inputs;
mod keys;
mod leash;
mod limits;
mod maker;
mod measure;
mod mending;
mod notes;
mod notice;
mod past;
mod permission;
mod pictures;
mod queue;
mod refusals;
mod room;
mod side_by_side;
mod steer;
mod table;
mod takeover;
mod task_model;
mod title;
mod tree;
mod wait;
mod watch;
