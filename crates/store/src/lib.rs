//! Where conversations live: the port to a database with one atomic commit, its tables and their migrations, a store in
//! memory, and the one suite of tests that every store has to pass.
//!
//! Deliberately not here: IndexedDB (that is `store-rexie`), any decision about what to store, and secrets, which go into
//! the vault of the browser and never through this port.

mod batch;
mod error;
pub mod exchange_log;
mod memory;
mod port;
mod row;
pub mod schema;
pub mod suite;

pub use batch::{Batch, Delete, Expect};
pub use error::StoreError;
pub use exchange_log::ExchangeLog;
pub use memory::{MemoryStore, Snapshot};
pub use port::{Loaded, Quarantined, RUNS_AT_LOAD, Store, StoredThread, is_open, leaf_turn, starts_at_boot};
pub use row::{Row, RowKey, Table};
