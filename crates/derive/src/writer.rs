//! The code that writes a type: a call a field, everything else in `fairlead_protocol::to_json`.

use crate::attributes::OfType;
use crate::shape::{self, Shape, Slot, Variant};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DeriveInput, Member, Result, Type};

pub(crate) fn of(input: &DeriveInput) -> Result<TokenStream> {
    shape::refuse_parameters(input)?;
    let attributes = OfType::read(&input.attrs)?;
    let body = match &attributes.into {
        Some(target) => made_into(target),
        None => match Shape::of(&input.data, &attributes)? {
            Shape::Transparent(member) => transparent(&member),
            Shape::Record(slots) => record(&slots),
            Shape::Words(variants) => words(&variants),
            Shape::Tagged { tag, variants } => tagged(&tag, &variants),
        },
    };
    let name = &input.ident;
    Ok(quote! {
        #[automatically_derived]
        impl ::fairlead_protocol::to_json::ToJson for #name {
            fn to_json(&self, into: &mut ::fairlead_protocol::to_json::Writer<'_>) {
                #body
            }
        }

        #[automatically_derived]
        impl ::serde::Serialize for #name {
            fn serialize<S: ::serde::Serializer>(&self, target: S) -> ::core::result::Result<S::Ok, S::Error> {
                ::fairlead_protocol::to_json::serialize(self, target)
            }
        }
    })
}

fn made_into(target: &Type) -> TokenStream {
    quote! {
        let target = <#target as ::core::convert::From<Self>>::from(::core::clone::Clone::clone(self));
        ::fairlead_protocol::to_json::ToJson::to_json(&target, into);
    }
}

fn transparent(member: &Member) -> TokenStream {
    quote! { ::fairlead_protocol::to_json::ToJson::to_json(&self.#member, into); }
}

fn record(slots: &[Slot]) -> TokenStream {
    let fields = slots.iter().map(|slot| {
        let member = &slot.member;
        field(slot, &quote! { &self.#member })
    });
    quote! {
        into.begin();
        #(#fields)*
        into.end();
    }
}

fn words(variants: &[Variant]) -> TokenStream {
    let arms = variants.iter().map(|Variant { ident, word, .. }| quote! { Self::#ident => #word });
    quote! { into.text(match self { #(#arms),* }); }
}

fn tagged(tag: &str, variants: &[Variant]) -> TokenStream {
    let arms = variants.iter().map(|Variant { ident, word, slots }| {
        let members = slots.iter().map(|slot| &slot.member);
        // By names of their own: a field may be called what the writer is called.
        let places: Vec<_> = (0..slots.len()).map(|at| format_ident!("field_{at}")).collect();
        let fields = slots.iter().zip(&places).map(|(slot, place)| field(slot, &quote! { #place }));
        quote! { Self::#ident { #(#members: #places),* } => { into.begin_as(#tag, #word); #(#fields)* } }
    });
    quote! {
        match self { #(#arms)* }
        into.end();
    }
}

/// `place` is a reference to the field.
fn field(Slot { name, skip_serializing_if, .. }: &Slot, place: &TokenStream) -> TokenStream {
    let write = quote! { into.field(#name, #place); };
    match skip_serializing_if {
        Some(is_skipped) => quote! { if !#is_skipped(#place) { #write } },
        None => write,
    }
}

#[cfg(test)]
mod tests {
    use super::of;
    use syn::parse_quote;

    #[test]
    fn a_field_is_written_by_its_name_unless_it_is_to_be_left_out() {
        let made = of(&parse_quote! {
            #[serde(rename_all = "camelCase")]
            struct Tab {
                opener_tab_id: u32,
                #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
                element: Option<String>,
            }
        });
        let text = made.unwrap().to_string();
        assert!(text.contains("into . field (\"openerTabId\" , & self . opener_tab_id)"));
        assert!(text.contains(
            "if ! Option :: is_none (& self . element) { into . field (\"ref\" , & self . element)"
        ));
    }

    #[test]
    fn attributes_that_are_not_understood_are_refused() {
        let refused = of(&parse_quote! {
            struct Flat { #[serde(flatten)] rest: Rest }
        });
        assert!(refused.unwrap_err().to_string().contains("do not know this attribute"));
    }
}
