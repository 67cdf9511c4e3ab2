//! `#[derive(FromJson)]`: reading a type from a JSON value, by the `#[serde(...)]` attributes that its `Serialize` goes by.
//!
//! Serde's own derive makes a parser of each type for each source of data, which is most of a wasm build this size. What is made
//! here reads one thing, a `serde_json::Value`, and leaves the work to functions that all types share. `Deserialize` comes with it,
//! so that callers need not know. Only the attributes that our types use are understood; any other is an error of compilation.

mod attributes;
mod names;
mod reader;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

#[proc_macro_derive(FromJson, attributes(serde))]
pub fn from_json(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    reader::of(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}
