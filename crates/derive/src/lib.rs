//! `#[derive(FromJson, ToJson)]`: reading a type from JSON and writing it, by its `#[serde(...)]` attributes.
//!
//! Serde's own derives make a parser of each type for each source of data and a printer for each target, which is most of a wasm build
//! this size. What is made here reads one thing, a `serde_json::Value`, and writes to one, a `Writer`; the work is done by functions
//! that all types share. `Deserialize` and `Serialize` come with it, so that callers need not know. Only the attributes that our types
//! use are understood; any other is an error of compilation.

mod attributes;
mod names;
mod reader;
mod shape;
mod writer;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

#[proc_macro_derive(FromJson, attributes(serde))]
pub fn from_json(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    reader::of(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

#[proc_macro_derive(ToJson, attributes(serde))]
pub fn to_json(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    writer::of(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}
