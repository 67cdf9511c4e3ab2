//! Addresses that a tool is given. They are parsed by the URL standard, judged as parsed and dispatched as serialised; the text of
//! the model goes nowhere. No base address and no guessing of a missing scheme.

use crate::reason::Reason;
use url::Url;

/// Longest address that is looked at, in characters.
pub const ADDRESS_CHARS: usize = 8192;

/// Schemes whose pages belong to a browser, not to a site.
const BROWSER_SCHEMES: &[&str] = &[
    "about",
    "devtools",
    "edge",
    "brave",
    "opera",
    "vivaldi",
    "view-source",
    "resource",
    "moz-extension",
    "safari-web-extension",
];

pub(crate) fn judge(text: Option<&str>) -> Result<Url, Reason> {
    let text = text.ok_or(Reason::InvalidUrl)?;
    if text.chars().nth(ADDRESS_CHARS).is_some() {
        return Err(Reason::InvalidUrl);
    }
    let url = Url::parse(text).map_err(|_| Reason::InvalidUrl)?;
    if url.as_str() == "about:blank" {
        return Ok(url);
    }
    if let Some(reason) = forbidden_scheme(&url) {
        return Err(reason);
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Reason::UserinfoInUrl);
    }
    Ok(url)
}

/// The reason why nothing may ever go to a scheme; `None` for http and https alone.
pub(crate) fn forbidden_scheme(url: &Url) -> Option<Reason> {
    match url.scheme() {
        "http" | "https" => None,
        "javascript" | "vbscript" | "data" => Some(Reason::ScriptScheme),
        "file" => Some(Reason::FileScheme),
        "blob" | "filesystem" => Some(Reason::BlobScheme),
        scheme if scheme.starts_with("chrome") || BROWSER_SCHEMES.contains(&scheme) => {
            Some(Reason::InternalScheme)
        }
        _ => Some(Reason::UnsupportedScheme),
    }
}
