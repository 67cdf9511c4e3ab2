//! The scripted model: a pure function from a request to the next reply. It has no memory between requests; what it
//! knows of a page is what the tool results in the request say.

pub(crate) mod cart;
pub(crate) mod intent;
pub(crate) mod language;
pub(crate) mod money;
pub(crate) mod notes;
pub(crate) mod outcome;
pub(crate) mod policy;
pub(crate) mod products;
pub(crate) mod reply;
pub(crate) mod request;
pub(crate) mod snapshot;
pub(crate) mod title;
pub(crate) mod toolset;
pub(crate) mod turn;
