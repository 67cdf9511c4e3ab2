//! A world for the runtime in which nothing is left to chance: time moves only when everything has stopped, ids and delays
//! come from one seed, the model is a function of its request, the browser is a shop that counts what is done to it, and the
//! engine can be killed at any point that it passes.
//!
//! Scenarios drive it through [`World`]; what must hold in all of them is in [`invariants`]. No scenario is in here, and no
//! part of the engine is replaced: the runtime, the engine, the codecs and the store are the real ones.

mod acts;
mod alarms;
pub mod browser;
mod chronicle;
mod clock;
mod dice;
mod engine;
mod fate;
pub mod invariants;
pub mod model;
mod notices;
pub mod panel;
mod sink;
mod store;
mod vault;
mod world;

pub use acts::connection;
pub use alarms::AlarmClock;
pub use chronicle::{Chronicle, Death, Happened};
pub use clock::VirtualClock;
pub use dice::Dice;
pub use fairlead_engine::fault;
/// What a `VirtualClock` is asked through.
pub use fairlead_runtime::ports::Clock;
pub use fate::{Fate, Point};
pub use panel::{Panel, PanelView, Person};
pub use world::{PanelId, Setup, World};
