//! What is kept of a body: its beginning, and of all of it the length and the hash.

use crate::ports::Veil;
use fairlead_protocol::canonical::{Hash, sha256};
use fairlead_protocol::caps::EXCHANGE_BODY_BYTES;
use fairlead_protocol::exchange::{BodyFacts, BodyForm};

/// Held beyond what is kept, so that no key is cut in two before it is masked.
const LONGEST_KEY_BYTES: usize = 8_192;

pub(super) fn of_request(body: &str) -> (BodyFacts, String) {
    let text = body.get(..whole_characters(body, EXCHANGE_BODY_BYTES)).unwrap_or_default();
    let facts = BodyFacts {
        bytes: count(body.len()),
        digest: sha256(body.as_bytes()),
        kept: count(text.len()),
        form: BodyForm::Text,
        masked: 0,
    };
    (facts, text.to_owned())
}

/// An answer's body as it comes.
#[derive(Default)]
pub(super) struct Received {
    bytes: u64,
    hash: Hash,
    beginning: Vec<u8>,
}

impl Received {
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes = self.bytes.saturating_add(count(bytes.len()));
        self.hash.push(bytes);
        let room = (EXCHANGE_BODY_BYTES + LONGEST_KEY_BYTES).saturating_sub(self.beginning.len());
        self.beginning.extend_from_slice(bytes.get(..room).unwrap_or(bytes));
    }

    pub(super) fn told(self, veil: Option<&Veil>) -> (BodyFacts, String) {
        let is_whole = self.bytes <= count(EXCHANGE_BODY_BYTES);
        let (mut shown, masked) = match veil {
            Some(veil) => veil.cover(&self.beginning),
            None => (self.beginning, 0),
        };
        if !is_whole {
            shown.truncate(EXCHANGE_BODY_BYTES);
        }
        let (form, text) = in_text(shown, is_whole);
        let kept = if is_whole {
            self.bytes
        } else {
            match form {
                BodyForm::Text => count(text.len()),
                BodyForm::Bytes => count(EXCHANGE_BODY_BYTES),
            }
        };
        (BodyFacts { bytes: self.bytes, digest: self.hash.digest(), kept, form, masked }, text)
    }
}

/// A cut may go through a character, which is then left out; anything else that is no UTF-8 is told byte by byte.
fn in_text(bytes: Vec<u8>, is_whole: bool) -> (BodyForm, String) {
    match String::from_utf8(bytes) {
        Ok(text) => (BodyForm::Text, text),
        Err(error) => {
            let fault = error.utf8_error();
            let mut bytes = error.into_bytes();
            if fault.error_len().is_none() && !is_whole {
                bytes.truncate(fault.valid_up_to());
                return in_text(bytes, is_whole);
            }
            (BodyForm::Bytes, bytes.into_iter().map(char::from).collect())
        }
    }
}

fn whole_characters(text: &str, most: usize) -> usize {
    (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default()
}

fn count(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairlead_protocol::connection::Secret;

    fn veil() -> Veil {
        Veil::over(Secret("key".to_owned()))
    }

    fn received(pieces: &[&[u8]], veil: Option<&Veil>) -> (BodyFacts, String) {
        let mut received = Received::default();
        pieces.iter().for_each(|piece| received.push(piece));
        received.told(veil)
    }

    #[test]
    fn a_body_is_kept_as_it_came_in_whatever_pieces() {
        let whole = "data: 价格\n\n".as_bytes();
        for cut in 0..=whole.len() {
            let (before, behind) = whole.split_at(cut);
            let (facts, text) = received(&[before, behind], None);
            assert_eq!(text.as_bytes(), whole);
            assert_eq!((facts.bytes, facts.kept, facts.form), (14, 14, BodyForm::Text));
            assert_eq!(facts.digest, sha256(whole));
        }
    }

    #[test]
    fn a_long_body_is_cut_between_characters_and_its_length_and_hash_are_those_of_all_of_it() {
        let long = "格".repeat(EXCHANGE_BODY_BYTES / 3 + 10);
        for (facts, text) in [received(&[long.as_bytes()], None), of_request(&long)] {
            assert_eq!(text.len(), EXCHANGE_BODY_BYTES / 3 * 3);
            assert_eq!((facts.bytes, facts.kept), (count(long.len()), count(text.len())));
            assert_eq!((facts.form, facts.digest), (BodyForm::Text, sha256(long.as_bytes())));
        }
    }

    #[test]
    fn a_body_that_is_no_text_is_told_byte_by_byte() {
        let (facts, text) = received(&[&[0xff, 0x41, 0x00]], None);
        assert_eq!(text, "\u{ff}A\u{0}");
        assert_eq!((facts.form, facts.kept), (BodyForm::Bytes, 3));
        // Half a character at the very end is no cut of ours.
        assert_eq!(received(&[&[0x41, 0xe6]], None).0.form, BodyForm::Bytes);
    }

    #[test]
    fn a_key_that_came_back_is_masked_and_hash_and_length_stay_those_of_what_came() {
        let (facts, text) = received(&[b"no such k", b"ey"], Some(&veil()));
        assert_eq!(text, "no such [masked]");
        assert_eq!((facts.bytes, facts.kept, facts.masked), (11, 11, 1));
        assert_eq!(facts.digest, sha256(b"no such key"));
    }

    #[test]
    fn a_key_where_the_body_is_cut_is_masked_whole() {
        let mut long = vec![b'.'; EXCHANGE_BODY_BYTES - 1];
        long.extend_from_slice(b"key and more");
        let (facts, text) = received(&[&long], Some(&veil()));
        assert!(!text.contains('k'), "{:?}", text.get(text.len() - 9..));
        assert_eq!(facts.kept, count(EXCHANGE_BODY_BYTES));
    }
}
