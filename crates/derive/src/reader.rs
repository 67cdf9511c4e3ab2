//! The code that reads a type: one expression a form, everything else by calls of `fairlead_protocol::from_json`.

use crate::attributes::OfType;
use crate::shape::{self, Shape, Slot, Variant};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Member, Result, Type};

pub(crate) fn of(input: &DeriveInput) -> Result<TokenStream> {
    shape::refuse_parameters(input)?;
    let attributes = OfType::read(&input.attrs)?;
    let body = match &attributes.try_from {
        Some(source) => made_from(source),
        None => match Shape::of(&input.data, &attributes)? {
            Shape::Transparent(member) => transparent(&member),
            Shape::Record(slots) => record(&slots, &attributes),
            Shape::Words(variants) => words(&variants),
            Shape::Tagged { tag, variants } => tagged(&tag, &variants, &attributes),
        },
    };
    let name = &input.ident;
    Ok(quote! {
        #[automatically_derived]
        impl ::fairlead_protocol::from_json::FromJson for #name {
            fn from_json(
                value: &mut ::serde_json::Value,
            ) -> ::core::result::Result<Self, ::fairlead_protocol::from_json::Misfit> {
                #body
            }
        }

        #[automatically_derived]
        impl<'de> ::serde::Deserialize<'de> for #name {
            fn deserialize<D: ::serde::Deserializer<'de>>(source: D) -> ::core::result::Result<Self, D::Error> {
                ::fairlead_protocol::from_json::deserialize(source)
            }
        }
    })
}

fn made_from(source: &Type) -> TokenStream {
    quote! {
        let source = <#source as ::fairlead_protocol::from_json::FromJson>::from_json(value)?;
        <Self as ::core::convert::TryFrom<#source>>::try_from(source)
            .map_err(|refusal| ::fairlead_protocol::from_json::Misfit::refused(&refusal))
    }
}

fn transparent(member: &Member) -> TokenStream {
    quote! {
        ::core::result::Result::Ok(Self {
            #member: ::fairlead_protocol::from_json::FromJson::from_json(value)?
        })
    }
}

fn record(slots: &[Slot], attributes: &OfType) -> TokenStream {
    let only = only(slots, None, attributes);
    let read = if attributes.default {
        let replaced = slots.iter().map(|Slot { member, name, .. }| {
            quote! { fields.replace(#name, &mut made.#member)?; }
        });
        quote! {
            let mut made = <Self as ::core::default::Default>::default();
            #(#replaced)*
            ::core::result::Result::Ok(made)
        }
    } else {
        let read = slots.iter().map(field);
        quote! { ::core::result::Result::Ok(Self { #(#read),* }) }
    };
    let renamed = renamed(slots);
    quote! {
        let mut fields = ::fairlead_protocol::from_json::Fields::of(value)?;
        #renamed
        #only
        #read
    }
}

fn words(variants: &[Variant]) -> TokenStream {
    let words = variants.iter().map(|variant| &variant.word);
    let idents = variants.iter().map(|Variant { ident, .. }| quote! { Self::#ident });
    let arms = numbered(&idents.collect::<Vec<_>>());
    quote! {
        let at = ::fairlead_protocol::from_json::word(value, &[#(#words),*])?;
        ::core::result::Result::Ok(match at { #arms })
    }
}

fn tagged(tag: &str, variants: &[Variant], attributes: &OfType) -> TokenStream {
    let words = variants.iter().map(|variant| &variant.word);
    let readers = variants.iter().map(|Variant { ident, slots, .. }| {
        let renamed = renamed(slots);
        let only = only(slots, Some(tag), attributes);
        let read = slots.iter().map(field);
        quote! { { #renamed #only Self::#ident { #(#read),* } } }
    });
    let arms = numbered(&readers.collect::<Vec<_>>());
    quote! {
        let mut fields = ::fairlead_protocol::from_json::Fields::of(value)?;
        let at = fields.word(#tag, &[#(#words),*])?;
        ::core::result::Result::Ok(match at { #arms })
    }
}

/// The last arm takes what is left: the number is a position among as many words.
fn numbered(readers: &[TokenStream]) -> TokenStream {
    let arms = readers.iter().enumerate().map(|(at, reader)| {
        if at + 1 == readers.len() {
            quote! { _ => #reader, }
        } else {
            quote! { #at => #reader, }
        }
    });
    quote! { #(#arms)* }
}

fn field(Slot { member, name, default, .. }: &Slot) -> TokenStream {
    if *default {
        quote! { #member: fields.or_default(#name)? }
    } else {
        quote! { #member: fields.required(#name)? }
    }
}

/// Fields under their old names get those of today.
fn renamed(slots: &[Slot]) -> TokenStream {
    let renamed = slots.iter().filter_map(|Slot { name, alias, .. }| {
        alias.as_ref().map(|alias| quote! { fields.rename(#alias, #name)?; })
    });
    quote! { #(#renamed)* }
}

fn only(slots: &[Slot], tag: Option<&str>, attributes: &OfType) -> TokenStream {
    if !attributes.deny_unknown_fields {
        return TokenStream::new();
    }
    let known = tag.into_iter().chain(slots.iter().map(|slot| slot.name.as_str()));
    quote! { fields.only(&[#(#known),*])?; }
}

#[cfg(test)]
mod tests {
    use super::of;
    use syn::parse_quote;

    #[test]
    fn forms_that_are_not_read_are_refused() {
        let refused = |input| of(&input).unwrap_err().to_string();
        assert!(
            refused(parse_quote!(
                struct Pair(u32, u32);
            ))
            .contains("transparent")
        );
        assert!(
            refused(parse_quote!(
                struct Of<T> {
                    it: T,
                }
            ))
            .contains("parameters")
        );
        assert!(
            refused(parse_quote!(
                enum Either {
                    A { a: u32 },
                    B,
                }
            ))
            .contains("tag")
        );
        assert!(
            refused(parse_quote!(
                #[serde(tag = "type")]
                enum Either {
                    A(u32),
                    B,
                }
            ))
            .contains("named")
        );
        assert!(
            refused(parse_quote!(
                #[serde(transparent)]
                struct Pair(u32, u32);
            ))
            .contains("exactly one")
        );
    }

    #[test]
    fn a_field_is_read_by_the_name_that_it_is_written_with() {
        let made = of(&parse_quote! {
            #[serde(rename_all = "camelCase")]
            struct Tab { opener_tab_id: u32, #[serde(rename = "ref", alias = "node", default)] element: String }
        });
        let text = made.unwrap().to_string();
        assert!(text.contains("rename (\"node\" , \"ref\")"));
        assert!(text.contains("required (\"openerTabId\")"));
        assert!(text.contains("or_default (\"ref\")"));
    }
}
