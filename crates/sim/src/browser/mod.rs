//! A browser with a shop in it: tabs, documents, elements behind refs, and a cart that really changes. It counts what reaches
//! it, so that acting twice can be seen.

mod deep;
mod lent;
mod moves;
mod page;
mod port;
mod watching;
mod web;

pub use deep::Debugging;
pub use page::{Element, Press};
pub(crate) use port::{BrowserPort, Pace};
pub use web::{Effect, SHOP, SHOP_TAB, Tab, Web};
