//! The model: a function from what it is asked to what it says, and the real bytes in between.

mod asked;
mod note_taker;
mod port;
mod shopper;
mod wire;

pub use asked::{Asked, Step};
pub(crate) use asked::{role, text};
pub use note_taker::note_taker;
pub use port::Transcript;
pub(crate) use port::{ScriptedModel, WireShape};
pub use shopper::shopper;
pub use wire::{Fault, SaidCall, Say};

use std::rc::Rc;

/// What a scripted model does. It has no memory but its request, so that a restarted call gets the same reply.
pub type Brain = Rc<dyn Fn(&Asked) -> Say>;
