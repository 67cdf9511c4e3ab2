//! Keys, as far as anybody but the vault knows them: which there are, and how they end.

use crate::from_json::FromJson;
use crate::ids::KeyId;
use crate::to_json::ToJson;
use std::fmt;

/// A key that the vault holds.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StoredKey {
    pub id: KeyId,
    /// How it ends, so that a person can tell it from another. Absent of a short one, and of one that is older than hints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

/// Characters of a key that are shown, and how many it must have for that.
const HINT_CHARS: usize = 4;
const HINTED_CHARS: usize = 16;

impl StoredKey {
    pub fn of(id: KeyId, secret: &Secret) -> Self {
        let text: Vec<char> = secret.0.trim().chars().collect();
        let end = text.len().saturating_sub(HINT_CHARS);
        let hint = (text.len() >= HINTED_CHARS).then(|| text.iter().skip(end).collect());
        Self { id, hint }
    }
}

/// A key as the settings page sends it, in the order in which keys are tried.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DraftKey {
    pub id: KeyId,
    /// Absent: the stored one stays as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<Secret>,
}

/// Whether the vault holds any key for a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum KeyState {
    Absent,
    Stored,
}

/// Text that no log, event or error may show.
#[derive(Clone, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Secret(pub String);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::{Secret, StoredKey};
    use crate::ids::KeyId;

    #[test]
    fn a_key_is_told_from_others_by_how_it_ends_unless_that_would_tell_much_of_it() {
        let hint = |secret: &str| StoredKey::of(KeyId::new("k"), &Secret(secret.to_owned())).hint;
        assert_eq!(hint(" sk-0123456789abcdef\n").as_deref(), Some("cdef"));
        assert_eq!(hint("0123456789abcdef").as_deref(), Some("cdef"));
        assert_eq!(hint("0123456789abcde"), None);
        assert_eq!(hint(""), None);
    }
}
