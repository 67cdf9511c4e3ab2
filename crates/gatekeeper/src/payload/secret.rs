//! Credentials that show what they are: private key blocks, JSON Web Tokens (RFC 7519) and keys of known vendors in full length.

use super::text::decode_base64;

/// Longest label of a PEM or PGP header that is looked at (RFC 7468).
const LABEL: usize = 64;

pub(super) fn private_key_ends_after(text: &str, from: usize) -> bool {
    const BEGIN: &str = "-----BEGIN";
    text.match_indices(BEGIN).any(|(at, _)| {
        let label: String = text.get(at + BEGIN.len()..).unwrap_or_default().chars().take(LABEL).collect();
        let head = label.split("-----").next().unwrap_or_default();
        head.find("PRIVATE KEY").is_some_and(|inside| at + BEGIN.len() + inside > from)
    })
}

pub(super) fn jwt_ends_after(text: &str, from: usize) -> bool {
    let is_in_run = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let mut end = 0;
    text.split_inclusive(|c| !is_in_run(c)).any(|piece| {
        end += piece.len();
        let run = piece.trim_end_matches(|c| !is_in_run(c));
        end + run.len() - piece.len() > from && holds_jwt(run)
    })
}

fn holds_jwt(run: &str) -> bool {
    let parts: Vec<&str> = run.split('.').collect();
    parts.windows(3).any(|three| match three {
        [header, body, _] => !body.is_empty() && is_jose_header(header),
        _ => false,
    })
}

fn is_jose_header(part: &str) -> bool {
    // `{"` in base64 begins like this.
    part.starts_with("ey")
        && decode_base64(part).is_some_and(|text| text.starts_with('{') && text.contains("\"alg\""))
}

#[derive(Clone, Copy)]
enum Alphabet {
    Upper,
    Hex,
    Alnum,
    /// Letters, digits, `-` and `_`.
    Token,
    /// The same with dots.
    Dotted,
}

#[derive(Clone, Copy)]
enum Length {
    Exactly(usize),
    AtLeast(usize),
}

use Alphabet::{Alnum, Dotted, Hex, Token, Upper};
use Length::{AtLeast, Exactly};

/// Prefix, what follows it, and how much.
const VENDOR_KEYS: &[(&str, Alphabet, Length)] = &[
    ("AKIA", Upper, Exactly(16)),
    ("ASIA", Upper, Exactly(16)),
    ("AIza", Token, Exactly(35)),
    ("ghp_", Alnum, Exactly(36)),
    ("gho_", Alnum, Exactly(36)),
    ("ghu_", Alnum, Exactly(36)),
    ("ghs_", Alnum, Exactly(36)),
    ("ghr_", Alnum, Exactly(36)),
    ("github_pat_", Token, AtLeast(60)),
    ("glpat-", Token, AtLeast(20)),
    ("sk-ant-", Token, AtLeast(40)),
    ("sk-proj-", Token, AtLeast(40)),
    ("sk-or-v1-", Hex, AtLeast(48)),
    ("sk-", Alnum, AtLeast(32)),
    ("sk_live_", Alnum, AtLeast(24)),
    ("sk_test_", Alnum, AtLeast(24)),
    ("rk_live_", Alnum, AtLeast(24)),
    ("xoxb-", Token, AtLeast(24)),
    ("xoxp-", Token, AtLeast(24)),
    ("xoxa-", Token, AtLeast(24)),
    ("xoxr-", Token, AtLeast(24)),
    ("xoxs-", Token, AtLeast(24)),
    ("npm_", Alnum, Exactly(36)),
    ("pypi-", Token, AtLeast(85)),
    ("hf_", Alnum, AtLeast(30)),
    ("gsk_", Alnum, AtLeast(40)),
    ("dop_v1_", Hex, Exactly(64)),
    ("shpat_", Hex, Exactly(32)),
    ("ya29.", Token, AtLeast(40)),
    ("SG.", Dotted, AtLeast(60)),
];

pub(super) fn api_key_ends_after(text: &str, from: usize) -> bool {
    let bytes = text.as_bytes();
    (0..bytes.len()).any(|at| {
        let is_word_start =
            at.checked_sub(1).and_then(|before| bytes.get(before)).is_none_or(|b| !b.is_ascii_alphanumeric());
        is_word_start
            && bytes.get(at..).is_some_and(|rest| {
                VENDOR_KEYS
                    .iter()
                    .any(|key| vendor_key_length(rest, key).is_some_and(|length| at + length > from))
            })
    })
}

fn vendor_key_length(bytes: &[u8], (prefix, alphabet, length): &(&str, Alphabet, Length)) -> Option<usize> {
    let body = bytes.strip_prefix(prefix.as_bytes())?;
    // One more than is wanted tells an exact length from a longer run; more is never read, so a text full of prefixes stays cheap.
    let (wanted, most) = match length {
        Exactly(wanted) => (*wanted, *wanted),
        AtLeast(wanted) => (*wanted, usize::MAX),
    };
    let run = body.iter().take(wanted + 1).take_while(|byte| alphabet.has(**byte)).count();
    (run >= wanted && run <= most).then_some(prefix.len() + run)
}

impl Alphabet {
    fn has(self, byte: u8) -> bool {
        match self {
            Upper => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
            Hex => byte.is_ascii_hexdigit(),
            Alnum => byte.is_ascii_alphanumeric(),
            Token => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'),
            Dotted => byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'),
        }
    }
}
