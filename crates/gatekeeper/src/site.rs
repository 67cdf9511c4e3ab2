//! Schemeful sites: scheme and registrable domain. First and third party are told apart by them; grants and allow rules never are.
//!
//! The public suffix list is not here yet. Until it is, a suffix is the last label, or one of a short reviewed table, or a
//! registry-like label (`co`, `com`, `gov` ...) under a two-letter country code. A hosting platform that is missing from the table makes
//! its customers look like one site, so the seam is one function and the table errs towards more suffixes.

use crate::origin::{Origin, Scheme, undotted};
use url::Host;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    scheme: Scheme,
    domain: String,
}

impl Site {
    pub fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// The registrable domain, or the host itself where there is none.
    pub fn domain(&self) -> &str {
        &self.domain
    }
}

pub fn site_of(origin: &Origin) -> Site {
    let host = origin.bare_host();
    let domain = match origin.host() {
        Host::Domain(_) => registrable(&host).to_owned(),
        Host::Ipv4(_) | Host::Ipv6(_) => host,
    };
    Site { scheme: origin.scheme(), domain }
}

/// Whether strangers can register names directly below `host`.
pub fn is_public_suffix(host: &str) -> bool {
    let host = undotted(host);
    match host.split_once('.') {
        None => true,
        Some((label, country)) => {
            PLATFORMS.contains(&host)
                || (country.len() == 2
                    && country.bytes().all(|byte| byte.is_ascii_lowercase())
                    && REGISTRY_LABELS.contains(&label))
        }
    }
}

fn registrable(host: &str) -> &str {
    let mut domain = host;
    let mut rest = host;
    // From the left: the first tail whose parent is a suffix is the registrable domain.
    while let Some((_, parent)) = rest.split_once('.') {
        if is_public_suffix(rest) {
            return domain;
        }
        domain = rest;
        rest = parent;
    }
    domain
}

const REGISTRY_LABELS: &[&str] = &[
    "ac", "co", "com", "edu", "go", "gob", "gouv", "gov", "ltd", "me", "mil", "ne", "net", "nhs", "nom",
    "or", "org", "plc", "sch",
];

const PLATFORMS: &[&str] = &[
    "appspot.com",
    "azurestaticapps.net",
    "azurewebsites.net",
    "blogspot.com",
    "cloudapp.net",
    "cloudfront.net",
    "deno.dev",
    "firebaseapp.com",
    "fly.dev",
    "github.io",
    "gitlab.io",
    "glitch.me",
    "herokuapp.com",
    "hf.space",
    "myshopify.com",
    "netlify.app",
    "ngrok.app",
    "ngrok.io",
    "onrender.com",
    "pages.dev",
    "r2.dev",
    "readthedocs.io",
    "replit.app",
    "s3.amazonaws.com",
    "surge.sh",
    "trycloudflare.com",
    "vercel.app",
    "web.app",
    "workers.dev",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn domain(origin: &str) -> String {
        site_of(&Origin::parse(origin).unwrap()).domain().to_owned()
    }

    #[test]
    fn a_site_is_one_label_more_than_the_suffix() {
        assert_eq!(domain("https://a.b.shop.test"), "shop.test");
        assert_eq!(domain("https://www.shop.co.uk."), "shop.co.uk");
        assert_eq!(domain("https://x.alice.github.io"), "alice.github.io");
        assert_eq!(domain("https://github.io"), "github.io");
        assert_eq!(domain("http://localhost:3000"), "localhost");
        assert_eq!(domain("http://10.1.2.3"), "10.1.2.3");
    }

    #[test]
    fn the_scheme_is_part_of_a_site() {
        let [plain, safe] =
            ["http://shop.test", "https://shop.test"].map(|o| site_of(&Origin::parse(o).unwrap()));
        assert_ne!(plain, safe);
    }
}
