//! The `#[serde(...)]` attributes that are understood, and the refusal of all others: one that was passed over would be read
//! or written differently than it says.

use crate::names::Case;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, LitStr, Path, Result, Token, Type};

#[derive(Default)]
pub(crate) struct OfType {
    pub(crate) tag: Option<String>,
    pub(crate) case: Option<Case>,
    /// Fields that are missing are as they are in the type's default.
    pub(crate) default: bool,
    pub(crate) transparent: bool,
    pub(crate) deny_unknown_fields: bool,
    /// The type is read as this one, and made from it.
    pub(crate) try_from: Option<Type>,
    /// The type is written as this one, which is made from it.
    pub(crate) into: Option<Type>,
}

#[derive(Debug, Default)]
pub(crate) struct OfVariant {
    pub(crate) name: Option<String>,
}

#[derive(Default)]
pub(crate) struct OfField {
    pub(crate) name: Option<String>,
    /// What the field was called before; it is written by its name alone.
    pub(crate) alias: Option<String>,
    pub(crate) default: bool,
    /// The field is left out if this says so of it.
    pub(crate) skip_serializing_if: Option<Path>,
}

impl OfType {
    pub(crate) fn read(attributes: &[Attribute]) -> Result<Self> {
        let mut found = Self::default();
        each(attributes, |meta| {
            if meta.path.is_ident("tag") {
                found.tag = Some(text(&meta)?.value());
            } else if meta.path.is_ident("rename_all") {
                found.case = Some(Case::read(&text(&meta)?)?);
            } else if meta.path.is_ident("default") {
                found.default = flag(&meta)?;
            } else if meta.path.is_ident("try_from") {
                found.try_from = Some(text(&meta)?.parse()?);
            } else if meta.path.is_ident("into") {
                found.into = Some(text(&meta)?.parse()?);
            } else if meta.path.is_ident("transparent") {
                found.transparent = flag(&meta)?;
            } else if meta.path.is_ident("deny_unknown_fields") {
                found.deny_unknown_fields = flag(&meta)?;
            } else {
                return Err(unknown(&meta));
            }
            Ok(())
        })?;
        Ok(found)
    }
}

impl OfVariant {
    pub(crate) fn read(attributes: &[Attribute]) -> Result<Self> {
        let mut found = Self::default();
        each(attributes, |meta| {
            if !meta.path.is_ident("rename") {
                return Err(unknown(&meta));
            }
            found.name = Some(text(&meta)?.value());
            Ok(())
        })?;
        Ok(found)
    }
}

impl OfField {
    pub(crate) fn read(attributes: &[Attribute]) -> Result<Self> {
        let mut found = Self::default();
        each(attributes, |meta| {
            if meta.path.is_ident("rename") {
                found.name = Some(text(&meta)?.value());
            } else if meta.path.is_ident("alias") {
                found.alias = Some(text(&meta)?.value());
            } else if meta.path.is_ident("default") {
                found.default = flag(&meta)?;
            } else if meta.path.is_ident("skip_serializing_if") {
                found.skip_serializing_if = Some(text(&meta)?.parse()?);
            } else {
                return Err(unknown(&meta));
            }
            Ok(())
        })?;
        Ok(found)
    }
}

fn each(attributes: &[Attribute], mut read: impl FnMut(ParseNestedMeta<'_>) -> Result<()>) -> Result<()> {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("serde"))
        .try_for_each(|attribute| attribute.parse_nested_meta(&mut read))
}

fn text(meta: &ParseNestedMeta<'_>) -> Result<LitStr> {
    meta.value()?.parse()
}

fn flag(meta: &ParseNestedMeta<'_>) -> Result<bool> {
    if meta.input.peek(Token![=]) {
        return Err(meta.error("FromJson and ToJson know this attribute without a value only"));
    }
    Ok(true)
}

fn unknown(meta: &ParseNestedMeta<'_>) -> syn::Error {
    meta.error("FromJson and ToJson do not know this attribute here; serde's own derive may")
}

#[cfg(test)]
mod tests {
    use super::{OfField, OfType};
    use syn::parse_quote;

    #[test]
    fn attributes_that_are_not_understood_are_refused() {
        let refused = |attribute| OfType::read(&[attribute]).err().unwrap().to_string();
        assert!(refused(parse_quote!(#[serde(untagged)])).contains("do not know this attribute"));
        assert!(refused(parse_quote!(#[serde(rename_all = "UPPERCASE")])).contains("snake_case"));
        assert!(OfField::read(&[parse_quote!(#[serde(flatten)])]).is_err());
        assert!(OfField::read(&[parse_quote!(#[serde(default = "path")])]).is_err());
    }

    #[test]
    fn attributes_of_others_are_passed_over() {
        assert!(OfType::read(&[parse_quote!(#[derive(Clone)]), parse_quote!(#[doc = "text"])]).is_ok());
    }
}
