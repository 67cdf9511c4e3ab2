//! Ids of tool calls as an endpoint takes them back. The map is the same for a call and for its result, depends on the
//! history alone, and never gives two calls one id.

use fairlead_protocol::connection::ToolIds;
use fairlead_protocol::ordered::{OrderedMap, OrderedSet};

const LENGTH: usize = 9;
/// The longest id that every wire takes.
const LONGEST_WORD: usize = 64;
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Which ids an endpoint takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ids {
    Any,
    /// Exactly nine letters and digits.
    Nine,
    /// Up to 64 letters, digits, `_` and `-`.
    Word,
}

impl From<ToolIds> for Ids {
    fn from(rule: ToolIds) -> Self {
        match rule {
            ToolIds::Any => Self::Any,
            ToolIds::Alnum9 => Self::Nine,
        }
    }
}

impl Ids {
    fn take(self, id: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Nine => is_alnum9(id),
            Self::Word => {
                (1..=LONGEST_WORD).contains(&id.len())
                    && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
            }
        }
    }

    fn made_of(self, hash: u64) -> String {
        match self {
            Self::Any | Self::Nine => nine_characters(hash),
            Self::Word => format!("call_{}", nine_characters(hash)),
        }
    }
}

#[derive(Debug)]
pub(crate) struct IdMap {
    rule: Ids,
    given: OrderedMap<String, String>,
    taken: OrderedSet<String>,
}

impl IdMap {
    pub(crate) fn new(rule: Ids) -> Self {
        Self { rule, given: OrderedMap::new(), taken: OrderedSet::default() }
    }

    pub(crate) fn wire(&mut self, id: &str) -> String {
        if self.rule == Ids::Any {
            return id.to_owned();
        }
        if let Some(known) = self.given.get(id) {
            return known.clone();
        }
        let wire = self.free(id);
        self.taken.insert(wire.clone());
        self.given.insert(id.to_owned(), wire.clone());
        wire
    }

    fn free(&self, id: &str) -> String {
        let mut candidate = id.to_owned();
        let mut salt = 0_u64;
        while !self.rule.take(&candidate) || self.taken.contains(&candidate) {
            candidate = self.rule.made_of(fnv1a(id.as_bytes(), salt));
            salt += 1;
        }
        candidate
    }
}

fn is_alnum9(id: &str) -> bool {
    id.len() == LENGTH && id.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// FNV-1a, 64 bits: spread is all that is asked of it.
fn fnv1a(bytes: &[u8], salt: u64) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325 ^ salt, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn nine_characters(mut hash: u64) -> String {
    let mut out = String::with_capacity(LENGTH);
    for _ in 0..LENGTH {
        let digit = usize::try_from(hash % 62).unwrap_or(0);
        out.push(ALPHABET.get(digit).map_or('0', |byte| char::from(*byte)));
        hash /= 62;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_become_nine_characters_once_and_for_all() {
        let mut map = IdMap::new(Ids::Nine);
        let first = map.wire("call_PTLP8xhu3uwZk4");
        assert!(is_alnum9(&first));
        assert_eq!(map.wire("call_PTLP8xhu3uwZk4"), first);
        assert_eq!(map.wire("abcDEF123"), "abcDEF123");
    }

    #[test]
    fn an_id_that_another_call_was_given_is_not_given_again() {
        let mut map = IdMap::new(Ids::Nine);
        let first = map.wire("call_1");
        assert_ne!(map.wire(&first), first);
    }

    #[test]
    fn ids_of_other_wires_become_words_and_words_stay() {
        let mut map = IdMap::new(Ids::Word);
        assert_eq!(map.wire("toolu_01-A"), "toolu_01-A");
        for odd in ["functions.open:0", "", &"x".repeat(65)] {
            let wire = map.wire(odd);
            assert!(Ids::Word.take(&wire) && wire.starts_with("call_"), "{wire}");
            assert_eq!(map.wire(odd), wire);
        }
    }
}
