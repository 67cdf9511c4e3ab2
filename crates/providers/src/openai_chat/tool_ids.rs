//! Ids of tool calls as an endpoint takes them back. The map is the same for a call and for its result, depends on the
//! history alone, and never gives two calls one id.

use fairlead_protocol::connection::ToolIds;
use std::collections::{BTreeMap, BTreeSet};

const LENGTH: usize = 9;
const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

#[derive(Debug)]
pub(super) struct IdMap {
    rule: ToolIds,
    given: BTreeMap<String, String>,
    taken: BTreeSet<String>,
}

impl IdMap {
    pub(super) fn new(rule: ToolIds) -> Self {
        Self { rule, given: BTreeMap::new(), taken: BTreeSet::new() }
    }

    pub(super) fn wire(&mut self, id: &str) -> String {
        match self.rule {
            ToolIds::Any => id.to_owned(),
            ToolIds::Alnum9 => {
                if let Some(known) = self.given.get(id) {
                    return known.clone();
                }
                let wire = self.free(id);
                self.taken.insert(wire.clone());
                self.given.insert(id.to_owned(), wire.clone());
                wire
            }
        }
    }

    fn free(&self, id: &str) -> String {
        let mut candidate = id.to_owned();
        let mut salt = 0_u64;
        while !is_alnum9(&candidate) || self.taken.contains(&candidate) {
            candidate = nine_characters(fnv1a(id.as_bytes(), salt));
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
        let mut map = IdMap::new(ToolIds::Alnum9);
        let first = map.wire("call_PTLP8xhu3uwZk4");
        assert!(is_alnum9(&first));
        assert_eq!(map.wire("call_PTLP8xhu3uwZk4"), first);
        assert_eq!(map.wire("abcDEF123"), "abcDEF123");
    }

    #[test]
    fn an_id_that_another_call_was_given_is_not_given_again() {
        let mut map = IdMap::new(ToolIds::Alnum9);
        let first = map.wire("call_1");
        assert_ne!(map.wire(&first), first);
    }
}
