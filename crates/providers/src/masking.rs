//! What of a request and of its answer may be written down: everything but the keys.

use crate::error::redact;
use crate::http::auth_header;
use fairlead_protocol::connection::Connection;

const MASK: &str = "[masked]";

/// A header whose name has one of these words carries what nobody else may read.
const SECRET_WORDS: [&str; 12] = [
    "apikey",
    "auth",
    "authorization",
    "cookie",
    "credential",
    "credentials",
    "key",
    "password",
    "secret",
    "session",
    "signature",
    "token",
];

pub fn masked_url(url: &str) -> String {
    redact::masked(url)
}

pub fn masked_headers(headers: &[(String, String)]) -> Vec<(String, String)> {
    let masked = |(name, value): &(String, String)| {
        let value = if is_secret(name) { MASK } else { value.as_str() };
        (name.clone(), value.to_owned())
    };
    headers.iter().map(masked).collect()
}

/// The header that goes with the connection's key, without it.
pub fn masked_auth_header(connection: &Connection) -> (String, String) {
    auth_header(connection, MASK)
}

fn is_secret(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.split(['-', '_']).any(|word| SECRET_WORDS.contains(&word))
}

/// The bytes without the key, and in how many places it stood: as it is, or as a JSON text writes it.
pub fn without_key(bytes: &[u8], key: &str) -> (Vec<u8>, u32) {
    let quoted = serde_json::Value::from(key).to_string();
    let escaped = quoted.get(1..quoted.len() - 1).unwrap_or_default().as_bytes();
    let (mut out, mut places) = (Vec::with_capacity(bytes.len()), 0);
    let mut rest = bytes;
    while let Some((first, behind)) = rest.split_first() {
        let found = [key.as_bytes(), escaped].into_iter().filter(|form| !form.is_empty());
        if let Some(tail) = found.into_iter().find_map(|form| rest.strip_prefix(form)) {
            out.extend_from_slice(MASK.as_bytes());
            places += 1;
            rest = tail;
        } else {
            out.push(*first);
            rest = behind;
        }
    }
    (out, places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::on;
    use fairlead_protocol::connection::{Quirks, Wire};

    #[test]
    fn the_header_of_the_key_is_shown_without_it() {
        for (wire, name, value) in [
            (Wire::OpenaiChat, "authorization", "Bearer [masked]"),
            (Wire::Anthropic, "x-api-key", "[masked]"),
        ] {
            let header = masked_auth_header(&on(wire, Quirks::default()));
            assert_eq!(header, (name.to_owned(), value.to_owned()));
        }
    }

    #[test]
    fn headers_that_carry_secrets_are_masked_by_their_names_and_counts_of_tokens_are_not() {
        let names = ["X-Goog-Api-Key", "x-session_id", "x-ratelimit-remaining-tokens", "x-keyboard"];
        let headers = names.map(|name| (name.to_owned(), "s".to_owned()));
        let values: Vec<String> = masked_headers(&headers).into_iter().map(|(_, value)| value).collect();
        assert_eq!(values, ["[masked]", "[masked]", "s", "s"]);
    }

    #[test]
    fn a_key_in_an_address_is_masked_and_the_rest_of_it_stays() {
        let url = "https://proxy.example/sk-abcdef123456/v1/models?api-version=2024-10-21";
        assert_eq!(masked_url(url), "https://proxy.example/[masked]/v1/models?api-version=2024-10-21");
    }

    #[test]
    fn a_key_that_an_answer_repeats_is_taken_out_wherever_it_stands() {
        let (bytes, places) = without_key(b"wrong key: abc\"d, abc\\\"d", "abc\"d");
        assert_eq!((bytes.as_slice(), places), (b"wrong key: [masked], [masked]".as_slice(), 2));
        let (bytes, places) = without_key(&[0xff, b'a', 0x00], "key");
        assert_eq!((bytes.as_slice(), places), ([0xff, b'a', 0x00].as_slice(), 0));
        assert_eq!(without_key(b"text", ""), (b"text".to_vec(), 0));
    }
}
