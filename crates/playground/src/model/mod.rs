//! The scripted model: a pure function from a request to the next reply. It has no memory between requests; what it
//! knows of a page is what the tool results in the request say.

pub mod cart;
pub mod intent;
pub mod language;
pub mod money;
pub mod outcome;
pub mod policy;
pub mod products;
pub mod reply;
pub mod request;
pub mod snapshot;
pub mod toolset;
pub mod turn;
