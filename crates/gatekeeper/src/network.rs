//! Addresses inside somebody's network. Names that resolve to such addresses cannot be seen before the request; the worker compares
//! the address of the response afterwards.

use crate::case::{Case, Findings, Forced, Step};
use crate::origin::{Origin, undotted};
use crate::place::Place;
use crate::reason::Reason;
use crate::rules::Claim;
use fairlead_protocol::permission::{RuleSource, RuleVerdict};
use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops::ControlFlow;
use url::Host;

pub(crate) fn judge(case: &Case<'_>, findings: &mut Findings) -> Step {
    if case.address.is_none() {
        return ControlFlow::Continue(());
    }
    for place in &case.places {
        let Some(origin) = place.site() else { continue };
        match reach_of(origin.host()) {
            Network::Public => {}
            Network::Metadata => return ControlFlow::Break(Reason::CloudMetadata),
            Network::Private if is_excused(case, place, origin) => {}
            Network::Private => match case.tool.name.as_str() {
                // Their result goes straight to the model, with nobody looking at a page.
                "fetch_url" | "download" => return ControlFlow::Break(Reason::PrivateNetwork),
                _ => findings.force(Forced::PrivateNetwork),
            },
        }
    }
    ControlFlow::Continue(())
}

/// The page is already there, or the person wrote down exactly this.
fn is_excused(case: &Case<'_>, place: &Place, origin: &Origin) -> bool {
    let tab = case.request.target.tab_origin.as_deref().and_then(Origin::parse);
    tab.as_ref() == Some(origin)
        || case.request.rules.iter().filter_map(Claim::read).any(|claim| {
            claim.rule.source == RuleSource::UserSetting
                && claim.rule.verdict == RuleVerdict::Allow
                && claim.origin.is_exact()
                && claim.tool.is_named()
                && claim.matches(case.tool, place)
        })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Network {
    Public,
    Private,
    /// Hands out credentials to whoever asks from inside.
    Metadata,
}

pub(crate) fn reach_of(host: &Host<String>) -> Network {
    match host {
        Host::Domain(domain) => by_name(undotted(domain)),
        Host::Ipv4(address) => by_v4(*address),
        Host::Ipv6(address) => by_v6(*address),
    }
}

/// A host that never leaves this machine, which browsers trust like https (W3C Secure Contexts, section 3.1).
pub(crate) fn is_loopback(host: &Host<String>) -> bool {
    match host {
        Host::Domain(domain) => {
            let domain = undotted(domain);
            domain == "localhost" || domain.ends_with(".localhost")
        }
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

const METADATA_NAMES: &[&str] =
    &["metadata", "metadata.google.internal", "metadata.goog", "instance-data", "instance-data.ec2.internal"];

const PRIVATE_ENDINGS: &[&str] =
    &[".localhost", ".local", ".internal", ".lan", ".intranet", ".corp", ".home", ".home.arpa"];

fn by_name(name: &str) -> Network {
    if METADATA_NAMES.contains(&name) {
        Network::Metadata
    } else if !name.contains('.')
        || name == "home.arpa"
        || PRIVATE_ENDINGS.iter().any(|ending| name.ends_with(ending))
    {
        Network::Private
    } else {
        Network::Public
    }
}

fn by_v4(address: Ipv4Addr) -> Network {
    match address.octets() {
        [169, 254, 169, 254]
        | [169, 254, 170, 2]
        | [100, 100, 100, 200]
        | [192, 0, 0, 192]
        | [168, 63, 129, 16] => Network::Metadata,
        [0 | 10 | 127 | 224..=255, ..]
        | [100, 64..=127, ..]
        | [169, 254, ..]
        | [172, 16..=31, ..]
        | [192, 0, 0, _]
        | [192, 168, ..]
        | [198, 18 | 19, ..] => Network::Private,
        _ => Network::Public,
    }
}

fn by_v6(address: Ipv6Addr) -> Network {
    let embedded = |high: u16, low: u16| {
        let [a, b] = high.to_be_bytes();
        let [c, d] = low.to_be_bytes();
        by_v4(Ipv4Addr::new(a, b, c, d))
    };
    match address.segments() {
        [0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254] => Network::Metadata,
        [0, 0, 0, 0, 0, 0, 0, 0 | 1] => Network::Private,
        // Mapped, the old compatible form, NAT64 and 6to4 all carry an IPv4 address.
        [0, 0, 0, 0, 0, 0xffff | 0, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => embedded(high, low),
        [0x64, 0xff9b, 1, ..] => Network::Private,
        [0x2002, high, low, ..] => embedded(high, low),
        [0xfc00..=0xfdff | 0xfe80..=0xfeff | 0xff00..=0xffff, ..] => Network::Private,
        _ => Network::Public,
    }
}
