//! What a rule or an entry of the sensitive list names. Matching is asymmetric: what restricts matches wide (any scheme and port, the
//! http twin, the trailing dot, opaque origins), what allows matches narrow.

use crate::origin::{Origin, Scheme, Unreadable, undotted};
use crate::place::Place;
use crate::registry::{Category, MCP_PREFIX, Tool};
use crate::site::is_public_suffix;
use fairlead_protocol::from_json::FromJson;
use serde::Serialize;
use std::fmt;
use url::Host;

/// Orders patterns of one dimension from general to specific: kind first, then length.
pub(crate) type Specificity = (u8, usize);

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolPattern {
    Any,
    Category(Category),
    /// Everything before the `*`.
    Prefix(String),
    Exact(String),
}

impl ToolPattern {
    pub fn parse(text: &str) -> Result<Self, Unreadable> {
        let bad = || Unreadable::ToolPattern(text.to_owned());
        if text == "*" {
            return Ok(Self::Any);
        }
        if let Some(category) = text.strip_prefix("category:") {
            return Category::ALL
                .iter()
                .find(|known| known.code() == category)
                .map(|known| Self::Category(*known))
                .ok_or_else(bad);
        }
        let (body, kind): (&str, fn(String) -> Self) = match text.strip_suffix('*') {
            Some(prefix) => (prefix, Self::Prefix),
            None => (text, Self::Exact),
        };
        if body.is_empty() || body.contains('*') { Err(bad()) } else { Ok(kind(body.to_owned())) }
    }

    /// Whether what is written could name the tool, without reading it: most of many rules are about others.
    pub(crate) fn may_match(text: &str, tool: &Tool) -> bool {
        match text.strip_prefix("category:") {
            Some(category) => category == tool.category.code(),
            None => text.ends_with('*') || text == tool.name,
        }
    }

    pub(crate) fn matches_wide(&self, tool: &Tool) -> bool {
        match self {
            Self::Any => true,
            Self::Category(category) => tool.category == *category,
            Self::Prefix(prefix) => tool.name.starts_with(prefix.as_str()),
            Self::Exact(name) => tool.name == *name,
        }
    }

    pub(crate) fn matches_narrow(&self, tool: &Tool) -> bool {
        match self {
            Self::Prefix(prefix) => ends_at_server(prefix) && self.matches_wide(tool),
            Self::Any | Self::Category(_) | Self::Exact(_) => self.matches_wide(tool),
        }
    }

    pub(crate) fn specificity(&self) -> Specificity {
        match self {
            Self::Any => (0, 0),
            Self::Category(_) => (1, 0),
            Self::Prefix(prefix) => (2, prefix.len()),
            Self::Exact(_) => (3, 0),
        }
    }

    pub(crate) fn is_exact(&self) -> bool {
        matches!(self, Self::Exact(_))
    }

    /// Names a tool or a kind of tool, so that whoever wrote it thought of this one.
    pub(crate) fn is_named(&self) -> bool {
        matches!(self, Self::Exact(_) | Self::Category(_))
    }
}

/// `mcp__server__` and not a piece of it: half a name would let in another server.
fn ends_at_server(prefix: &str) -> bool {
    prefix.strip_prefix(MCP_PREFIX).and_then(|rest| rest.strip_suffix("__")).is_some_and(|server| {
        !server.is_empty() && !server.contains("__") && !server.starts_with('_') && !server.ends_with('_')
    })
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, FromJson)]
#[serde(try_from = "String", into = "String")]
pub enum OriginPattern {
    Any,
    /// A domain and everything below it.
    Suffix(String),
    Host(String),
    Exact(Origin),
}

impl OriginPattern {
    /// Reads `*`, `*.suffix`, `host` or `scheme://host[:port]`.
    pub fn parse(text: &str) -> Result<Self, Unreadable> {
        let bad = || Unreadable::OriginPattern(text.to_owned());
        let host = |text: &str| {
            // The URL standard lets a star stand in a host; here it would be a wildcard that is none.
            if text.contains('*') {
                return Err(bad());
            }
            let host = Host::parse(text).map_err(|_| bad())?.to_string();
            Ok(undotted(&host).to_owned())
        };
        if text == "*" {
            return Ok(Self::Any);
        }
        if let Some(suffix) = text.strip_prefix("*.") {
            return host(suffix).map(Self::Suffix);
        }
        if text.contains("://") {
            let url = url::Url::parse(text).map_err(|_| bad())?;
            let is_bare = url.path() == "/"
                && !text.contains('*')
                && url.query().is_none()
                && url.fragment().is_none()
                && url.username().is_empty()
                && url.password().is_none();
            return if is_bare { Origin::of(&url).map(Self::Exact).ok_or_else(bad) } else { Err(bad()) };
        }
        // An opaque origin has no name; `null` as a host would only look like one.
        if text == "null" { Err(bad()) } else { host(text).map(Self::Host) }
    }

    pub(crate) fn matches_wide(&self, place: &Place) -> bool {
        match (self, place.site()) {
            (Self::Any, _) => true,
            (Self::Suffix(_) | Self::Host(_) | Self::Exact(_), None) => false,
            (Self::Suffix(_) | Self::Host(_), Some(origin)) => self.covers_host(&origin.bare_host()),
            (Self::Exact(named), Some(origin)) => {
                named.bare_host() == origin.bare_host()
                    && ((named.scheme(), named.port()) == (origin.scheme(), origin.port())
                        || (named.has_default_port() && origin.has_default_port()))
            }
        }
    }

    pub(crate) fn matches_narrow(&self, place: &Place) -> bool {
        let origin = match place {
            Place::Opaque => return false,
            Place::Blank | Place::Browser => return *self == Self::Any,
            Place::Site(origin) => origin,
        };
        match self {
            Self::Any => true,
            Self::Exact(named) => named == origin && !origin.has_trailing_dot(),
            Self::Host(host) | Self::Suffix(host) => {
                let is_ordinary = origin.scheme() == Scheme::Https
                    && origin.has_default_port()
                    && !origin.has_trailing_dot();
                let is_void = matches!(self, Self::Suffix(_)) && is_public_suffix(host);
                is_ordinary && !is_void && self.covers_host(&origin.bare_host())
            }
        }
    }

    /// Whether the pattern names this host, whatever scheme and port; `*` names none.
    pub(crate) fn covers_host(&self, host: &str) -> bool {
        match self {
            Self::Any => false,
            Self::Host(named) => named == host,
            Self::Suffix(suffix) => {
                host.strip_suffix(suffix.as_str()).is_some_and(|sub| sub.is_empty() || sub.ends_with('.'))
            }
            Self::Exact(origin) => origin.bare_host() == host,
        }
    }

    /// The same pattern with its host rewritten; for comparing what hosts look like.
    pub(crate) fn with_host(&self, rewrite: impl Fn(&str) -> String) -> Self {
        match self {
            Self::Any => Self::Any,
            Self::Suffix(suffix) => Self::Suffix(rewrite(suffix)),
            Self::Host(host) => Self::Host(rewrite(host)),
            Self::Exact(origin) => Self::Host(rewrite(&origin.bare_host())),
        }
    }

    pub(crate) fn specificity(&self) -> Specificity {
        match self {
            Self::Any => (0, 0),
            Self::Suffix(suffix) => (1, suffix.split('.').count()),
            Self::Host(_) => (2, 0),
            Self::Exact(_) => (3, 0),
        }
    }

    pub(crate) fn is_exact(&self) -> bool {
        matches!(self, Self::Exact(_))
    }
}

impl fmt::Display for OriginPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Any => f.write_str("*"),
            Self::Suffix(suffix) => write!(f, "*.{suffix}"),
            Self::Host(host) => f.write_str(host),
            Self::Exact(origin) => origin.fmt(f),
        }
    }
}

impl TryFrom<String> for OriginPattern {
    type Error = Unreadable;
    fn try_from(text: String) -> Result<Self, Unreadable> {
        Self::parse(&text)
    }
}

impl From<OriginPattern> for String {
    fn from(pattern: OriginPattern) -> Self {
        pattern.to_string()
    }
}
