//! What a navigation became. Every hop is judged as the same call; a jump to another site keeps the result back until the person has
//! seen where it went.

use crate::case::Forced;
use crate::judge::check;
use crate::origin::{Origin, Scheme};
use crate::reason::{Flag, Reason};
use crate::request::{Call, Request};
use crate::site::site_of;
use crate::verdict::{Grounds, Verdict};
use fairlead_protocol::order::settle;
use serde_json::Value;

/// Judges the hops of a call that has been let through. `Allow` releases the result; `Ask` withholds it until the person agrees.
pub fn check_redirects(request: &Request<'_>, chain: &[String]) -> Verdict {
    let first = check(request);
    let grounds = match &first {
        Verdict::Deny(_) => return first,
        Verdict::Allow(grounds) => grounds.clone(),
        // It was asked about and approved, or it would not have been sent.
        Verdict::Ask(grounds) => Grounds { reason: Reason::Approved, ..grounds.clone() },
    };
    let start = grounds.dispatch_url.as_deref().and_then(Origin::parse);
    let mut from = start.clone();
    let mut forced: Vec<Forced> = Vec::new();
    let mut last = None;
    for hop in chain {
        let verdict = check_hop(request, hop);
        let to = Origin::parse(hop);
        if let Verdict::Deny(denied) = &verdict {
            return Verdict::Deny(Grounds { reason: Reason::RedirectDenied, ..denied.clone() });
        }
        if scheme(&from) == Some(Scheme::Https) && scheme(&to) == Some(Scheme::Http) {
            return Verdict::Deny(Grounds { reason: Reason::RedirectDenied, ..verdict.grounds().clone() });
        }
        let unseen = |forced: &Forced| {
            let reason = forced.reason();
            verdict.grounds().forced.contains(&reason) && !grounds.forced.contains(&reason)
        };
        forced.extend(Forced::ALL.iter().filter(|forced| unseen(forced)));
        from = to;
        last = Some(verdict);
    }
    let Some(last) = last else { return Verdict::Allow(grounds) };
    if domain(&start) != domain(&from) && !is_allowed_by_name(&last) {
        forced.push(Forced::RedirectCrossSite);
    }
    settle(&mut forced);
    match forced.first() {
        None => Verdict::Allow(grounds),
        Some(leading) => {
            let mut flags: Vec<Flag> = forced.iter().filter_map(|forced| forced.flag()).collect();
            flags.extend(&last.grounds().flags);
            settle(&mut flags);
            Verdict::Ask(Grounds {
                reason: leading.reason(),
                flags,
                forced: forced.iter().map(|forced| forced.reason()).collect(),
                ..last.grounds().clone()
            })
        }
    }
}

/// The same call with the hop for its address. A server wrote the hop, so it counts as a link that stood somewhere.
fn check_hop(request: &Request<'_>, hop: &str) -> Verdict {
    let mut call: Call = request.call.clone();
    if let Some(url) = call.params.get_mut("url") {
        *url = Value::String(hop.to_owned());
    }
    let mut thread = request.thread.clone();
    thread.seen_urls.push(hop.to_owned());
    check(&Request { call: &call, thread: &thread, ..*request })
}

fn is_allowed_by_name(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Allow(grounds) => matches!(grounds.reason, Reason::RuleAllow | Reason::SessionGrant),
        Verdict::Ask(_) | Verdict::Deny(_) => false,
    }
}

fn scheme(origin: &Option<Origin>) -> Option<Scheme> {
    origin.as_ref().map(Origin::scheme)
}

/// An upgrade to https is the same site here; a downgrade has been refused before.
fn domain(origin: &Option<Origin>) -> Option<String> {
    origin.as_ref().map(|origin| site_of(origin).domain().to_owned())
}
