//! Text that was read on one site and goes to another, and addresses that carry more than an address should. Neither is ever silenced;
//! a link that stood on a page as it is excuses both.

use crate::case::{Case, Findings, Forced};
use crate::judge::is_first_party;
use crate::origin::Origin;
use crate::payload::{Outgoing, readings, squash};
use crate::place::Place;
use crate::reason::Flag;
use crate::request::Tainted;
use crate::site::{Site, site_of};
use url::Url;

/// Shortest kept text that is looked for, in characters after squashing.
const TAINT_CHARS: usize = 5;
/// A piece of an address this long carries data.
const PIECE_CHARS: usize = 64;

pub(crate) fn judge(case: &Case<'_>, outgoing: &Outgoing, findings: &mut Findings) {
    let is_verbatim = case.address.as_ref().is_some_and(|url| stood_on_a_page(case, url));
    let before = findings.forced.as_slice().len();
    let sent: Vec<String> = if is_verbatim {
        outgoing.value_readings().map(|text| squash(text)).collect()
    } else {
        outgoing.readings().map(|text| squash(text)).collect()
    };
    if carries_foreign_text(case, &sent) {
        findings.force(Forced::CrossSiteFlow);
    }
    if !is_verbatim && is_third_party(case) && case.address.as_ref().is_some_and(has_long_piece) {
        findings.force(Forced::UrlData);
    }
    if findings.forced.as_slice().len() > before && is_third_party(case) {
        findings.flags.insert(Flag::ThirdParty);
    }
}

fn carries_foreign_text(case: &Case<'_>, sent: &[String]) -> bool {
    let tainted = &case.request.thread.tainted;
    tainted.iter().any(|taint| {
        let kept = readings(&taint.value).first().map(|text| squash(text)).unwrap_or_default();
        let homes: Vec<Option<Site>> =
            tainted.iter().filter(|other| other.value == taint.value).map(home).collect();
        case.places.iter().any(|place| leaves(place, &homes))
            && kept.chars().nth(TAINT_CHARS - 1).is_some()
            && sent.iter().any(|text| text.contains(&kept))
    })
}

fn home(taint: &Tainted) -> Option<Site> {
    Origin::parse(&taint.origin).map(|origin| site_of(&origin))
}

/// What stands on the site that it goes to as well tells nothing there.
fn leaves(place: &Place, homes: &[Option<Site>]) -> bool {
    match place {
        Place::Site(origin) => !homes.contains(&Some(site_of(origin))),
        Place::Opaque => true,
        Place::Blank | Place::Browser => false,
    }
}

fn is_third_party(case: &Case<'_>) -> bool {
    case.places.iter().any(|place| match place {
        Place::Site(origin) => !is_first_party(case.request, origin),
        Place::Opaque => true,
        Place::Blank | Place::Browser => false,
    })
}

fn stood_on_a_page(case: &Case<'_>, url: &Url) -> bool {
    let written = case.request.call.params.get("url").and_then(|url| url.as_str());
    case.request.thread.seen_urls.iter().any(|seen| seen == url.as_str() || Some(seen.as_str()) == written)
}

fn has_long_piece(url: &Url) -> bool {
    let parts = [url.host_str(), Some(url.path()), url.query(), url.fragment()];
    parts
        .into_iter()
        .flatten()
        .flat_map(|part| part.split(['/', '?', '&', '=', '#', '+', ';', ',']))
        .flat_map(|piece| piece.split("%20"))
        .any(|piece| piece.chars().nth(PIECE_CHARS - 1).is_some())
}
