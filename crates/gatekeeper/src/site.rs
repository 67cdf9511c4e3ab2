//! Schemeful sites: scheme and registrable domain. First and third party are told apart by them; grants and allow rules never are.

use crate::origin::{Origin, Scheme, undotted};
use crate::suffix::labels_of_suffix;
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
        Host::Ipv4(_) | Host::Ipv6(_) => host.into_owned(),
    };
    Site { scheme: origin.scheme(), domain }
}

/// Whether strangers can register names directly below `host`.
pub fn is_public_suffix(host: &str) -> bool {
    let host = undotted(host);
    labels_of_suffix(host) == host.split('.').count()
}

/// The public suffix and one label more, or the host itself where that is all there is of it.
fn registrable(host: &str) -> &str {
    let wanted = labels_of_suffix(host);
    host.rmatch_indices('.').nth(wanted).map_or(host, |(dot, _)| host.get(dot + 1..).unwrap_or(host))
}

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
