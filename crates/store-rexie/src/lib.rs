//! The store's port over IndexedDB, reached through rexie and nothing else. It runs wherever `indexedDB` is a global: in a
//! page, in a worker, in a service worker.
//!
//! Rules that every transaction here keeps, because IndexedDB commits by itself as soon as nobody asks it anything:
//! everything is encoded before the transaction opens; inside it nothing is awaited but its own requests; all writes go
//! out in one poll; and the task is spawned, so that a dropped future cannot leave half of it behind.
//!
//! Requests are data that one function sends. Every async function is a state machine of its own in the wasm, and a large
//! one with requests in it: so reads differ in what they ask and in synchronous decoding alone.
//!
//! Deliberately not here: what the rows mean, encryption (the vault stores what it is given), and rexie's types, none of
//! which leave this crate.

mod browser;
mod commit;
mod database;
mod exchanges;
mod fault;
mod key;
mod read;
mod record;
mod request;
mod thread;
mod vault;

pub use database::{Opening, RexieStore};
pub use vault::Vault;
