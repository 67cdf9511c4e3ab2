//! How names of fields and variants are written in JSON: serde's rules for the cases that our types use.

use syn::ext::IdentExt;
use syn::{Ident, LitStr, Result};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    Snake,
    Kebab,
    Camel,
}

impl Case {
    pub(crate) fn read(text: &LitStr) -> Result<Self> {
        match text.value().as_str() {
            "snake_case" => Ok(Self::Snake),
            "kebab-case" => Ok(Self::Kebab),
            "camelCase" => Ok(Self::Camel),
            _ => Err(syn::Error::new_spanned(
                text,
                "FromJson and ToJson know snake_case, kebab-case and camelCase only",
            )),
        }
    }

    /// A field's name is written in snake case to begin with.
    pub(crate) fn of_field(self, name: &str) -> String {
        match self {
            Self::Snake => name.to_owned(),
            Self::Kebab => name.replace('_', "-"),
            Self::Camel => {
                let mut words = name.split('_');
                let first = words.next().unwrap_or_default().to_owned();
                words.fold(first, |name, word| name + &capitalised(word))
            }
        }
    }

    /// A variant's name is written in Pascal case to begin with.
    pub(crate) fn of_variant(self, name: &str) -> String {
        match self {
            Self::Snake => separated(name, '_'),
            Self::Kebab => separated(name, '-'),
            Self::Camel => {
                let mut letters = name.chars();
                letters
                    .next()
                    .map(|first| first.to_ascii_lowercase())
                    .into_iter()
                    .chain(letters.as_str().chars())
                    .collect()
            }
        }
    }
}

/// As it is written in JSON when no attribute says otherwise.
pub(crate) fn plain(ident: &Ident) -> String {
    ident.unraw().to_string()
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map(|first| first.to_ascii_uppercase())
        .into_iter()
        .chain(letters.as_str().chars())
        .collect()
}

fn separated(name: &str, separator: char) -> String {
    let mut separated = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !separated.is_empty() {
            separated.push(separator);
        }
        separated.push(letter.to_ascii_lowercase());
    }
    separated
}

#[cfg(test)]
mod tests {
    use super::Case;

    #[test]
    fn variants_are_written_as_serde_writes_them() {
        assert_eq!(Case::Snake.of_variant("TabGone"), "tab_gone");
        assert_eq!(Case::Snake.of_variant("Alnum9"), "alnum9");
        assert_eq!(Case::Kebab.of_variant("OpenaiChat"), "openai-chat");
        assert_eq!(Case::Camel.of_variant("TabGone"), "tabGone");
    }

    #[test]
    fn fields_are_written_as_serde_writes_them() {
        assert_eq!(Case::Snake.of_field("opener_tab_id"), "opener_tab_id");
        assert_eq!(Case::Kebab.of_field("opener_tab_id"), "opener-tab-id");
        assert_eq!(Case::Camel.of_field("opener_tab_id"), "openerTabId");
    }
}
