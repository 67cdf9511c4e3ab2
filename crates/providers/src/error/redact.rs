//! Masks what looks like a credential in a text that a server sent. Some servers repeat the key that they refuse, whole
//! or in part; nothing here knows the key, so shape must do. Model names and request ids stay readable.

use crate::caps::ERROR_MESSAGE_BYTES;
use fairlead_protocol::caps::clip;

const MASK: &str = "[masked]";
/// How the keys of the well-known services begin.
const PREFIXES: [&str; 12] =
    ["sk-", "sk_", "pk-", "gsk_", "xai-", "AIza", "key-", "nvapi-", "hf_", "r8_", "pplx-", "fw_"];
/// A key that begins with a known prefix goes on for at least this long.
const AFTER_PREFIX: usize = 6;
/// Letters and digits in one unbroken run of this length are taken for a key.
const BARE_RUN: usize = 32;

pub(crate) fn redact(text: &str) -> String {
    clip(masked(text).trim(), ERROR_MESSAGE_BYTES)
}

pub(crate) fn masked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut after_bearer = false;
    while let Some(first) = rest.chars().next() {
        let is_token = is_token_char(first);
        let end = rest.find(|c| is_token_char(c) != is_token).unwrap_or(rest.len());
        let (piece, tail) = rest.split_at(end);
        if is_token {
            out.push_str(if after_bearer || looks_like_a_key(piece) { MASK } else { piece });
            after_bearer = piece.eq_ignore_ascii_case("bearer");
        } else {
            out.push_str(piece);
            after_bearer &= piece.trim().is_empty();
        }
        rest = tail;
    }
    out
}

fn is_token_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '*' | '.')
}

fn looks_like_a_key(piece: &str) -> bool {
    let prefixed = PREFIXES
        .iter()
        .any(|prefix| piece.strip_prefix(prefix).is_some_and(|rest| rest.len() >= AFTER_PREFIX));
    prefixed || piece.split(|c: char| !c.is_ascii_alphanumeric()).any(is_bare_key)
}

fn is_bare_key(run: &str) -> bool {
    run.len() >= BARE_RUN
        && run.bytes().any(|byte| byte.is_ascii_digit())
        && run.bytes().any(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::redact;

    #[test]
    fn keys_of_every_known_shape_are_masked() {
        for key in [
            "sk-proj-abcDEF123456",
            "sk-abc***********wxyz",
            "gsk_0123456789",
            "AIzaSyA1234567",
            "0a1b2c3d4e5f60718293a4b5c6d7e8f9",
        ] {
            assert_eq!(redact(&format!("wrong key: {key}. Bye")).matches(key).count(), 0, "{key}");
        }
        assert_eq!(redact("sent Bearer topsecret, refused"), "sent Bearer [masked], refused");
    }

    #[test]
    fn model_names_and_plain_words_stay() {
        let text =
            "The model `claude-3-5-sonnet-20241022` does not exist. Request req_011CSHoEeqs5C35K2UUqR7Fy";
        assert_eq!(redact(text), text);
    }

    #[test]
    fn a_long_text_is_cut() {
        assert!(redact(&"word ".repeat(10_000)).len() < 5_000);
    }
}
