//! The running server, asked over real sockets.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test stops at the first surprise"
)]

mod binary;
mod client;
mod sites;
mod title;
mod wire;
mod wires;
