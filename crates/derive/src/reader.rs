//! The code that reads a type: one expression a form, everything else by calls of `fairlead_protocol::from_json`.

use crate::attributes::{OfField, OfType, OfVariant};
use crate::names;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Data, DataEnum, DeriveInput, Error, Field, Fields, FieldsNamed, Member, Result, Type};

pub(crate) fn of(input: &DeriveInput) -> Result<TokenStream> {
    if !input.generics.params.is_empty() {
        return Err(Error::new_spanned(&input.generics, "FromJson reads types without parameters only"));
    }
    let attributes = OfType::read(&input.attrs)?;
    let body = body(&input.data, &attributes)?;
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

fn body(data: &Data, attributes: &OfType) -> Result<TokenStream> {
    if let Some(source) = &attributes.try_from {
        return Ok(made_from(source));
    }
    match data {
        Data::Struct(data) if attributes.transparent => transparent(&data.fields),
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => record(fields, attributes),
            other => Err(Error::new_spanned(other, "FromJson reads a tuple if it is transparent")),
        },
        Data::Enum(data) => match &attributes.tag {
            Some(tag) => tagged(data, tag, attributes),
            None => words(data, attributes),
        },
        Data::Union(data) => Err(Error::new_spanned(data.union_token, "FromJson reads no unions")),
    }
}

fn made_from(source: &Type) -> TokenStream {
    quote! {
        let source = <#source as ::fairlead_protocol::from_json::FromJson>::from_json(value)?;
        <Self as ::core::convert::TryFrom<#source>>::try_from(source)
            .map_err(|refusal| ::fairlead_protocol::from_json::Misfit::refused(&refusal))
    }
}

/// The one field, and nothing around it.
fn transparent(fields: &Fields) -> Result<TokenStream> {
    let mut members = fields.members();
    let (Some(member), None) = (members.next(), members.next()) else {
        return Err(Error::new_spanned(fields, "a transparent type has exactly one field"));
    };
    Ok(quote! {
        ::core::result::Result::Ok(Self {
            #member: ::fairlead_protocol::from_json::FromJson::from_json(value)?
        })
    })
}

fn record(fields: &FieldsNamed, attributes: &OfType) -> Result<TokenStream> {
    let slots = slots(fields, attributes)?;
    let only = only(&slots, None, attributes);
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
        let read = slots.iter().map(Slot::read);
        quote! { ::core::result::Result::Ok(Self { #(#read),* }) }
    };
    Ok(quote! {
        let mut fields = ::fairlead_protocol::from_json::Fields::of(value)?;
        #only
        #read
    })
}

/// An enum without fields: its variants are words.
fn words(data: &DataEnum, attributes: &OfType) -> Result<TokenStream> {
    let mut words = Vec::new();
    let mut variants = Vec::new();
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            return Err(Error::new_spanned(variant, "FromJson reads variants with fields if there is a tag"));
        }
        words.push(variant_name(variant, attributes)?);
        variants.push(&variant.ident);
    }
    let arms = numbered(&variants.iter().map(|ident| quote! { Self::#ident }).collect::<Vec<_>>());
    Ok(quote! {
        let at = ::fairlead_protocol::from_json::word(value, &[#(#words),*])?;
        ::core::result::Result::Ok(match at { #arms })
    })
}

/// An enum whose objects say by one field which variant they are.
fn tagged(data: &DataEnum, tag: &str, attributes: &OfType) -> Result<TokenStream> {
    let mut words = Vec::new();
    let mut readers = Vec::new();
    for variant in &data.variants {
        words.push(variant_name(variant, attributes)?);
        let ident = &variant.ident;
        // Serde's `rename_all` of an enum is about its variants; their fields are written as they are.
        let plain = OfType { deny_unknown_fields: attributes.deny_unknown_fields, ..OfType::default() };
        let slots = match &variant.fields {
            Fields::Unit => Vec::new(),
            Fields::Named(fields) => slots(fields, &plain)?,
            Fields::Unnamed(fields) => {
                return Err(Error::new_spanned(fields, "FromJson reads variants with named fields only"));
            }
        };
        let only = only(&slots, Some(tag), &plain);
        let read = slots.iter().map(Slot::read);
        readers.push(quote! { { #only Self::#ident { #(#read),* } } });
    }
    let arms = numbered(&readers);
    Ok(quote! {
        let mut fields = ::fairlead_protocol::from_json::Fields::of(value)?;
        let at = fields.word(#tag, &[#(#words),*])?;
        ::core::result::Result::Ok(match at { #arms })
    })
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

fn variant_name(variant: &syn::Variant, attributes: &OfType) -> Result<String> {
    let plain = names::plain(&variant.ident);
    Ok(OfVariant::read(&variant.attrs)?
        .name
        .unwrap_or_else(|| attributes.case.map_or(plain.clone(), |case| case.of_variant(&plain))))
}

struct Slot {
    member: Member,
    name: String,
    default: bool,
}

impl Slot {
    fn of(field: &Field, member: Member, attributes: &OfType) -> Result<Self> {
        let own = OfField::read(&field.attrs)?;
        let plain = field.ident.as_ref().map(names::plain).unwrap_or_default();
        let name =
            own.name.unwrap_or_else(|| attributes.case.map_or(plain.clone(), |case| case.of_field(&plain)));
        Ok(Self { member, name, default: own.default })
    }

    fn read(&self) -> TokenStream {
        let Self { member, name, .. } = self;
        if self.default {
            quote! { #member: fields.or_default(#name)? }
        } else {
            quote! { #member: fields.required(#name)? }
        }
    }
}

fn slots(fields: &FieldsNamed, attributes: &OfType) -> Result<Vec<Slot>> {
    let members = Fields::Named(fields.clone());
    fields
        .named
        .iter()
        .zip(members.members())
        .map(|(field, member)| Slot::of(field, member, attributes))
        .collect()
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
            struct Tab { opener_tab_id: u32, #[serde(rename = "ref", default)] element: String }
        });
        let text = made.unwrap().to_string();
        assert!(text.contains("required (\"openerTabId\")"));
        assert!(text.contains("or_default (\"ref\")"));
    }
}
