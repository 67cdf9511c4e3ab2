//! A native demo server on loopback: a scripted model that speaks OpenAI's Chat Completions wire, demo sites for it to
//! act on, and an admin side to look at and change both. Never part of the extension.
//!
//! Start it in a test with [`Playground::start`] on port 0; the binary of the same name serves until it is told to stop.

mod admin;
mod clock;
mod error;
mod model;
mod request_log;
mod routes;
mod server;
mod sites;
mod wire;
mod world;

pub use clock::UnixMillis;
pub use error::PlaygroundError;
pub use request_log::{Ending, Entry, RequestId};
pub use server::Playground;
