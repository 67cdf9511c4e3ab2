//! The demo sites: a shop, an article, a form and generated big pages. Plain HTML from this server, nothing from
//! elsewhere; they know nothing of the model that reads them.

pub(crate) mod article;
pub(crate) mod big;
pub(crate) mod form;
pub(crate) mod index;
pub(crate) mod markup;
pub(crate) mod shop;
pub(crate) mod shop_pages;
