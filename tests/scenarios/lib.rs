//! Whole Turns through real parts, natively: a panel on the direct transport, the runtime, the engine, the codec and the store,
//! in the simulated world of `fairlead-sim`. Every scenario ends with the invariants that hold in all of them.

#[cfg(test)]
mod crash;
#[cfg(test)]
mod journey;
#[cfg(test)]
mod stage;
