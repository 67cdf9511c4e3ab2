//! Every bound on what an endpoint may send, in one place. The bounds of what is kept of it, for the model and the
//! store, are in `fairlead_protocol::caps`.

/// One event of a stream, in bytes.
pub const EVENT_BYTES: usize = 8 * 1024 * 1024;
/// One response, in bytes.
pub const RESPONSE_BYTES: usize = 64 * 1024 * 1024;
/// As much of an error's body as is looked at, in bytes.
pub(crate) const ERROR_BODY_BYTES: usize = 256 * 1024;
/// As much of a server's message as is kept, in bytes.
pub(crate) const ERROR_MESSAGE_BYTES: usize = 4_000;
/// Wrappers of an error that are opened.
pub(crate) const ERROR_NESTING: u8 = 4;
/// As much of an unknown finish reason as is kept, in bytes.
pub(crate) const STOP_REASON_BYTES: usize = 200;
/// Calls of one reply that are put together; far more than the engine looks at.
pub(crate) const CALLS: usize = 256;
/// Entries of opaque reasoning state of one reply.
pub(crate) const REPLAY_ENTRIES: usize = 1_024;
/// Models of one endpoint that are listed.
pub(crate) const MODELS: usize = 2_000;
/// Nesting of a tool's schema that is followed.
pub(crate) const SCHEMA_DEPTH: usize = 32;
/// Nodes of a tool's schema, its references resolved: these may multiply.
pub(crate) const SCHEMA_NODES: usize = 20_000;
