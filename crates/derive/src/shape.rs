//! What both macros go by: the form that a type has in JSON, and the names in it.

use crate::attributes::{OfField, OfType, OfVariant};
use crate::names;
use proc_macro2::Ident;
use syn::{Data, DataEnum, DeriveInput, Error, Field, Fields, FieldsNamed, Member, Path, Result};

pub(crate) enum Shape {
    /// The one field, and nothing around it.
    Transparent(Member),
    Record(Vec<Slot>),
    /// An enum without fields: its variants are words.
    Words(Vec<Variant>),
    /// An enum whose objects say by one field which variant they are.
    Tagged {
        tag: String,
        variants: Vec<Variant>,
    },
}

pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) word: String,
    pub(crate) slots: Vec<Slot>,
}

pub(crate) struct Slot {
    pub(crate) member: Member,
    pub(crate) name: String,
    pub(crate) alias: Option<String>,
    pub(crate) default: bool,
    pub(crate) skip_serializing_if: Option<Path>,
}

pub(crate) fn refuse_parameters(input: &DeriveInput) -> Result<()> {
    if input.generics.params.is_empty() {
        Ok(())
    } else {
        Err(Error::new_spanned(&input.generics, "FromJson and ToJson know types without parameters only"))
    }
}

impl Shape {
    pub(crate) fn of(data: &Data, attributes: &OfType) -> Result<Self> {
        match data {
            Data::Struct(data) if attributes.transparent => transparent(&data.fields),
            Data::Struct(data) => match &data.fields {
                Fields::Named(fields) => Ok(Self::Record(slots(fields, attributes)?)),
                other => {
                    Err(Error::new_spanned(other, "FromJson and ToJson know a tuple if it is transparent"))
                }
            },
            Data::Enum(data) => match &attributes.tag {
                Some(tag) => {
                    Ok(Self::Tagged { tag: tag.clone(), variants: variants(data, attributes, of_tagged)? })
                }
                None => Ok(Self::Words(variants(data, attributes, of_word)?)),
            },
            Data::Union(data) => {
                Err(Error::new_spanned(data.union_token, "FromJson and ToJson know no unions"))
            }
        }
    }
}

fn transparent(fields: &Fields) -> Result<Shape> {
    let mut members = fields.members();
    match (members.next(), members.next()) {
        (Some(member), None) => Ok(Shape::Transparent(member)),
        _ => Err(Error::new_spanned(fields, "a transparent type has exactly one field")),
    }
}

fn variants(
    data: &DataEnum,
    attributes: &OfType,
    slots: fn(&syn::Variant) -> Result<Vec<Slot>>,
) -> Result<Vec<Variant>> {
    let variant = |variant: &syn::Variant| {
        Ok(Variant { ident: variant.ident.clone(), word: word(variant, attributes)?, slots: slots(variant)? })
    };
    data.variants.iter().map(variant).collect()
}

fn of_word(variant: &syn::Variant) -> Result<Vec<Slot>> {
    match &variant.fields {
        Fields::Unit => Ok(Vec::new()),
        _ => Err(Error::new_spanned(
            variant,
            "FromJson and ToJson know variants with fields if there is a tag",
        )),
    }
}

fn of_tagged(variant: &syn::Variant) -> Result<Vec<Slot>> {
    match &variant.fields {
        Fields::Unit => Ok(Vec::new()),
        // Serde's `rename_all` of an enum is about its variants; their fields are written as they are.
        Fields::Named(fields) => slots(fields, &OfType::default()),
        Fields::Unnamed(fields) => {
            Err(Error::new_spanned(fields, "FromJson and ToJson know variants with named fields only"))
        }
    }
}

fn word(variant: &syn::Variant, attributes: &OfType) -> Result<String> {
    let plain = names::plain(&variant.ident);
    Ok(OfVariant::read(&variant.attrs)?
        .name
        .unwrap_or_else(|| attributes.case.map_or(plain.clone(), |case| case.of_variant(&plain))))
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

impl Slot {
    fn of(field: &Field, member: Member, attributes: &OfType) -> Result<Self> {
        let OfField { name, alias, default, skip_serializing_if } = OfField::read(&field.attrs)?;
        let plain = field.ident.as_ref().map(names::plain).unwrap_or_default();
        let name =
            name.unwrap_or_else(|| attributes.case.map_or(plain.clone(), |case| case.of_field(&plain)));
        Ok(Self { member, name, alias, default, skip_serializing_if })
    }
}
