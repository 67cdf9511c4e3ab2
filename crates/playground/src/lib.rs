//! A native demo server.
pub mod model;
