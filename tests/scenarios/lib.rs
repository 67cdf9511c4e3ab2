//! Whole Turns through real parts, natively: a panel on the direct transport, the runtime, the engine, the codec and the store,
//! in the simulated world of `fairlead-sim`. Every scenario ends with the invariants that hold in all of them.

#[cfg(test)]
mod ageing;
#[cfg(test)]
mod completion;
#[cfg(test)]
mod connections;
#[cfg(test)]
mod context;
#[cfg(test)]
mod cost;
#[cfg(test)]
mod crash;
#[cfg(test)]
mod crash_context;
#[cfg(test)]
mod crash_delegate;
#[cfg(test)]
mod crash_steer;
#[cfg(test)]
mod crash_tree;
#[cfg(test)]
mod crash_wait;
#[cfg(test)]
mod crash_watch;
#[cfg(test)]
mod crowding;
#[cfg(test)]
mod debugger;
#[cfg(test)]
mod deeds;
#[cfg(test)]
mod delegate;
#[cfg(test)]
mod exchanges;
#[cfg(test)]
mod failover;
#[cfg(test)]
mod faults;
#[cfg(test)]
mod files;
#[cfg(test)]
mod first_start;
#[cfg(test)]
mod golden;
#[cfg(test)]
mod interrupt;
#[cfg(test)]
mod journey;
#[cfg(test)]
mod keys;
#[cfg(test)]
mod kin;
#[cfg(test)]
mod learned;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod models;
#[cfg(test)]
mod mutation;
#[cfg(test)]
mod narrow;
#[cfg(test)]
mod notes;
#[cfg(test)]
mod notices;
#[cfg(test)]
mod past;
#[cfg(test)]
mod permission;
#[cfg(test)]
mod replays;
#[cfg(test)]
mod rules;
#[cfg(test)]
mod schedule;
#[cfg(test)]
mod search;
#[cfg(test)]
mod side_by_side;
#[cfg(test)]
mod sometimes;
#[cfg(test)]
mod sometimes_context;
#[cfg(test)]
mod stage;
#[cfg(test)]
mod storage;
#[cfg(test)]
mod tabs;
#[cfg(test)]
mod takeover;
#[cfg(test)]
mod titles;
