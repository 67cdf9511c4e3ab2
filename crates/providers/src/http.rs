//! HTTP as values: what the worker sends and what it hands back. No key passes through here but in [`auth_header`],
//! whose result the worker adds to one request and forgets.

use crate::error::ProviderError;
use fairlead_protocol::connection::{AuthScheme, Connection, Wire};

/// A POST. The header with the key is not in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpRequest {
    pub url: String,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

/// A GET, likewise without the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpGet {
    pub url: String,
    pub headers: Vec<(String, String)>,
}

/// Status and headers of an answer; header names in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResponseHead {
    pub status: u16,
    pub headers: Vec<(String, String)>,
}

impl ResponseHead {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.trim())
    }

    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }
}

pub(crate) fn owned<'a>(headers: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<(String, String)> {
    headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The header that carries the key. Not called for a connection without one: an empty Bearer is refused by some servers.
pub fn auth_header(connection: &Connection, key: &str) -> (String, String) {
    let (name, value) = match (connection.quirks.auth, connection.wire) {
        (AuthScheme::Bearer, _) | (AuthScheme::Wire, Wire::OpenaiChat | Wire::OpenaiResponses) => {
            ("authorization", format!("Bearer {key}"))
        }
        (AuthScheme::ApiKey, _) => ("api-key", key.to_owned()),
        (AuthScheme::XApiKey, _) | (AuthScheme::Wire, Wire::Anthropic) => ("x-api-key", key.to_owned()),
    };
    (name.to_owned(), value)
}

/// A typed address up to and without the wire's own path.
pub fn without_path(wire: Wire, typed: &str) -> &str {
    let path = match wire {
        Wire::OpenaiChat => "/chat/completions",
        Wire::Anthropic => "/messages",
        Wire::OpenaiResponses => "/responses",
    };
    let typed = typed.trim().trim_end_matches('/');
    typed.strip_suffix(path).unwrap_or(typed).trim_end_matches('/')
}

/// The base URL of a connection, checked: https, or http to this machine; no user, query or fragment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BaseUrl {
    text: String,
    loopback: bool,
}

impl BaseUrl {
    pub(crate) fn parse(text: &str) -> Result<Self, ProviderError> {
        let odd = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '\\' | '?' | '#' | '@');
        let text = text.trim().trim_end_matches('/');
        let (scheme, rest) = text.split_once("://").ok_or(ProviderError::BaseUrl)?;
        let authority = rest.split('/').next().unwrap_or_default();
        let host = host_of(authority).ok_or(ProviderError::BaseUrl)?;
        if rest.contains(odd) {
            return Err(ProviderError::BaseUrl);
        }
        let loopback = is_loopback(host);
        match scheme.to_ascii_lowercase().as_str() {
            "https" => {}
            "http" if loopback => {}
            "http" => return Err(ProviderError::InsecureBaseUrl),
            _ => return Err(ProviderError::BaseUrl),
        }
        Ok(Self { text: text.to_owned(), loopback })
    }

    pub(crate) fn join(&self, path: &str) -> String {
        format!("{}{path}", self.text)
    }

    /// The same below the version of the API, for a wire whose base URLs are written with it and without.
    pub(crate) fn join_versioned(&self, path: &str) -> String {
        let last = self.text.rsplit('/').next().unwrap_or_default();
        let is_version =
            last.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if is_version { self.join(path) } else { self.join(&format!("/v1{path}")) }
    }

    pub(crate) fn is_loopback(&self) -> bool {
        self.loopback
    }
}

/// The host of `host`, `host:port` or `[v6]:port`; none if it is empty or the port is no number.
fn host_of(authority: &str) -> Option<&str> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => match authority.find(':') {
            Some(at) => authority.split_at(at),
            None => (authority, ""),
        },
    };
    let port_is_legal = port.is_empty() || port.strip_prefix(':')?.parse::<u16>().is_ok();
    (!host.is_empty() && port_is_legal).then_some(host)
}

fn is_loopback(host: &str) -> bool {
    let host = host.to_ascii_lowercase();
    host == "localhost"
        || host.ends_with(".localhost")
        || host == "::1"
        || host.parse::<std::net::Ipv4Addr>().is_ok_and(|address| address.is_loopback())
}

/// Percent-encodes one path segment (RFC 3986: everything but the unreserved characters).
pub(crate) fn path_segment(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests;
