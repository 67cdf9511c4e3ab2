//! The tools a model may call: one declaration each gives the runtime check, the JSON Schema for the provider, the level,
//! the effects and what recovery may do. Nothing is executed here, and nothing is judged.

mod argument;
mod catalogue;
mod declaration;
mod fetched;
mod frames;
mod generation;
mod mend;
mod notes;
mod page_op;
mod tool;

pub use argument::ArgumentError;
pub use catalogue::{catalogue, descriptor, parse};
pub use declaration::{AddressTab, Company, Descriptor, Reach};
pub use fetched::fetched;
pub use frames::{FrameText, found, stitched};
pub use generation::{generation, specs};
pub use mend::{is_readable, meant, mended};
pub use notes::*;
pub use page_op::page_op;
pub use tool::*;
