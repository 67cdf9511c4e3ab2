//! Tuple origins, (scheme, host, effective port), as the URL standard's parser sees them. What is not one (opaque, browser-wide) is a
//! `Place`, not an origin.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;
use url::{Host, Url};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scheme {
    Http,
    Https,
}

impl Scheme {
    pub(crate) fn of(text: &str) -> Option<Self> {
        match text {
            "http" => Some(Self::Http),
            "https" => Some(Self::Https),
            _ => None,
        }
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Https => "https",
        }
    }

    pub fn default_port(self) -> u16 {
        match self {
            Self::Http => 80,
            Self::Https => 443,
        }
    }
}

/// A site's origin. Equality is that of the HTML standard: a trailing dot or another port is another origin.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Origin {
    scheme: Scheme,
    host: Host<String>,
    port: u16,
}

impl Origin {
    /// Takes the origin of an http(s) address. `None` for everything that has no tuple origin.
    pub fn parse(text: &str) -> Option<Self> {
        Url::parse(text).ok().as_ref().and_then(Self::of)
    }

    pub fn of(url: &Url) -> Option<Self> {
        let scheme = Scheme::of(url.scheme())?;
        let host = url.host()?.to_owned();
        Some(Self { scheme, host, port: url.port().unwrap_or(scheme.default_port()) })
    }

    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    pub fn host(&self) -> &Host<String> {
        &self.host
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn has_default_port(&self) -> bool {
        self.port == self.scheme.default_port()
    }

    /// The host as it stands in an address, without the root dot that some resolvers accept.
    pub(crate) fn bare_host(&self) -> Cow<'_, str> {
        match &self.host {
            Host::Domain(domain) => Cow::Borrowed(undotted(domain)),
            Host::Ipv4(_) | Host::Ipv6(_) => Cow::Owned(self.host.to_string()),
        }
    }

    pub(crate) fn has_trailing_dot(&self) -> bool {
        matches!(&self.host, Host::Domain(domain) if domain.ends_with('.'))
    }
}

pub(crate) fn undotted(host: &str) -> &str {
    host.strip_suffix('.').unwrap_or(host)
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", self.scheme.as_str(), self.host)?;
        if self.has_default_port() { Ok(()) } else { write!(f, ":{}", self.port) }
    }
}

impl TryFrom<String> for Origin {
    type Error = Unreadable;
    fn try_from(text: String) -> Result<Self, Unreadable> {
        Self::parse(&text).ok_or(Unreadable::Origin(text))
    }
}

impl From<Origin> for String {
    fn from(origin: Origin) -> Self {
        origin.to_string()
    }
}

/// Text that was stored or sent as one of this crate's values and is not one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    #[error("not an origin: {0}")]
    Origin(String),
    #[error("not a place: {0}")]
    Place(String),
    #[error("not a tool pattern: {0}")]
    ToolPattern(String),
    #[error("not an origin pattern: {0}")]
    OriginPattern(String),
    #[error("unreadable list of sensitive sites: {0}")]
    SensitiveList(String),
}

impl Unreadable {
    pub fn code(&self) -> &'static str {
        match self {
            Self::Origin(_) => "unreadable_origin",
            Self::Place(_) => "unreadable_place",
            Self::ToolPattern(_) => "unreadable_tool_pattern",
            Self::OriginPattern(_) => "unreadable_origin_pattern",
            Self::SensitiveList(_) => "unreadable_sensitive_list",
        }
    }
}
