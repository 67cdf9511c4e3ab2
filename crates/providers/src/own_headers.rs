//! Headers that a person adds to every request of a connection. What a browser would drop or a server could not read is refused, and
//! so is what carries a credential: a key in a header would stand in rows, where keys are not.

use fairlead_protocol::connection::Header;
use thiserror::Error;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum HeaderFault {
    #[error("this is no name of a header")]
    Name,
    #[error("a value is one line of printable ASCII, without blanks around it")]
    Value,
    #[error("this header is the browser's own")]
    Forbidden,
    #[error("this header carries a credential: write it as a key")]
    Credential,
    #[error("this header says what the body is, which the wire settles")]
    Wire,
}

/// Request headers that no script may set (fetch.spec.whatwg.org, "forbidden request-header"), and the one that Chrome passes over;
/// those with a prefix are below.
const FORBIDDEN: [&str; 21] = [
    "accept-charset",
    "accept-encoding",
    "access-control-request-headers",
    "access-control-request-method",
    "access-control-request-private-network",
    "connection",
    "content-length",
    "date",
    "dnt",
    "expect",
    "host",
    "keep-alive",
    "origin",
    "referer",
    "set-cookie",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "user-agent",
    "via",
];
const FORBIDDEN_PREFIXES: [&str; 2] = ["proxy-", "sec-"];
/// They would make a POST another method.
const METHOD_OVERRIDES: [&str; 3] = ["x-http-method", "x-http-method-override", "x-method-override"];

/// Names under which providers and gateways take keys.
const CREDENTIALS: [&str; 9] = [
    "api-key",
    "apikey",
    "authorization",
    "cookie",
    "cookie2",
    "ocp-apim-subscription-key",
    "proxy-authorization",
    "x-api-key",
    "x-goog-api-key",
];
/// What a name tells of a credential, whoever takes it.
const CREDENTIAL_WORDS: [&str; 5] = ["api-key", "auth-token", "access-token", "secret", "password"];

const OF_THE_WIRE: [&str; 2] = ["accept", "content-type"];

pub fn check_header(header: &Header) -> Result<(), HeaderFault> {
    let name = header.name.to_ascii_lowercase();
    let is = |names: &[&str]| names.contains(&name.as_str());
    if name.is_empty() || !name.bytes().all(is_token) {
        Err(HeaderFault::Name)
    } else if is(&CREDENTIALS) || CREDENTIAL_WORDS.iter().any(|word| name.contains(word)) {
        Err(HeaderFault::Credential)
    } else if is(&FORBIDDEN)
        || is(&METHOD_OVERRIDES)
        || FORBIDDEN_PREFIXES.iter().any(|prefix| name.starts_with(prefix))
    {
        Err(HeaderFault::Forbidden)
    } else if is(&OF_THE_WIRE) {
        Err(HeaderFault::Wire)
    } else if header.value.is_empty()
        || header.value.trim() != header.value
        || !header.value.bytes().all(|byte| matches!(byte, b' '..=b'~'))
    {
        Err(HeaderFault::Value)
    } else {
        Ok(())
    }
}

/// `tchar` of RFC 9110, section 5.6.2.
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// The headers of a request with the person's own: those replace what the wire says of the same name.
pub(crate) fn with_own(wire: Vec<(String, String)>, own: &[Header]) -> Vec<(String, String)> {
    let is_replaced = |name: &str| own.iter().any(|header| header.name.eq_ignore_ascii_case(name));
    let kept = wire.into_iter().filter(|(name, _)| !is_replaced(name));
    kept.chain(own.iter().map(|header| (header.name.to_ascii_lowercase(), header.value.clone()))).collect()
}

#[cfg(test)]
mod tests {
    use super::{HeaderFault, check_header, with_own};
    use fairlead_protocol::connection::Header;

    fn header(name: &str, value: &str) -> Header {
        Header { name: name.to_owned(), value: value.to_owned() }
    }

    #[test]
    fn a_header_is_taken_unless_it_is_the_browsers_the_wires_or_a_credential() {
        for (name, expected) in [
            ("x-team", Ok(())),
            ("HTTP-Referer", Ok(())),
            ("anthropic-beta", Ok(())),
            ("X-Title", Ok(())),
            ("", Err(HeaderFault::Name)),
            ("x team", Err(HeaderFault::Name)),
            ("x-team:", Err(HeaderFault::Name)),
            ("x-\u{e9}", Err(HeaderFault::Name)),
            ("Authorization", Err(HeaderFault::Credential)),
            ("proxy-authorization", Err(HeaderFault::Credential)),
            ("Cookie", Err(HeaderFault::Credential)),
            ("x-api-key", Err(HeaderFault::Credential)),
            ("cf-aig-auth-token", Err(HeaderFault::Credential)),
            ("x-client-secret", Err(HeaderFault::Credential)),
            ("Origin", Err(HeaderFault::Forbidden)),
            ("sec-fetch-site", Err(HeaderFault::Forbidden)),
            ("proxy-connection", Err(HeaderFault::Forbidden)),
            ("X-HTTP-Method-Override", Err(HeaderFault::Forbidden)),
            ("Content-Type", Err(HeaderFault::Wire)),
            ("accept", Err(HeaderFault::Wire)),
        ] {
            assert_eq!(check_header(&header(name, "red")), expected, "{name}");
        }
    }

    #[test]
    fn a_value_is_one_line_that_every_server_reads_alike() {
        for (value, expected) in [
            ("red team", Ok(())),
            ("", Err(HeaderFault::Value)),
            (" red", Err(HeaderFault::Value)),
            ("red\r\nx-other: blue", Err(HeaderFault::Value)),
            ("caf\u{e9}", Err(HeaderFault::Value)),
        ] {
            assert_eq!(check_header(&header("x-team", value)), expected, "{value:?}");
        }
    }

    #[test]
    fn an_own_header_stands_in_place_of_the_wires() {
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let wire = vec![pair("content-type", "application/json"), pair("anthropic-version", "2023-06-01")];
        let own = [header("Anthropic-Version", "2099-01-01"), header("x-team", "red")];
        let expected = [
            pair("content-type", "application/json"),
            pair("anthropic-version", "2099-01-01"),
            pair("x-team", "red"),
        ];
        assert_eq!(with_own(wire, &own), expected);
    }
}
