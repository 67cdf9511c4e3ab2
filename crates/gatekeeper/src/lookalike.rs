//! Hosts that read like another one. Only internationalised hosts are looked at: their skeleton, after the idea of UTS #39, is compared
//! with the hosts that matter here, namely sensitive sites, the person's own and those in rules.
//!
//! The table covers the letters that readers take for ASCII in common fonts; the full Unicode data is deliberately not carried.

use crate::case::{Case, Findings, Forced, Step};
use crate::origin::Origin;
use crate::pattern::OriginPattern;
use crate::reason::{Flag, Reason};
use crate::rules::Claim;
use std::ops::ControlFlow;

pub(crate) fn judge(case: &Case<'_>, findings: &mut Findings) -> Step {
    for origin in case.places.iter().filter_map(|place| place.site()) {
        let host = origin.bare_host();
        if !host.split('.').any(|label| label.starts_with("xn--")) {
            continue;
        }
        findings.flags.insert(Flag::Idn);
        let seen_as = skeleton(&host);
        let imitates = |pattern: &OriginPattern| {
            !pattern.covers_host(&host) && pattern.with_host(skeleton).covers_host(&seen_as)
        };
        if case.request.sensitive.patterns().any(imitates) {
            return ControlFlow::Break(Reason::LookalikeSensitive);
        }
        let people = case.request.thread.user_origins.iter().filter_map(|text| Origin::parse(text));
        let rules = case.request.rules.iter().filter_map(Claim::read).map(|claim| claim.origin);
        if people.map(OriginPattern::Exact).chain(rules).any(|pattern| imitates(&pattern)) {
            findings.force(Forced::Lookalike);
        }
    }
    ControlFlow::Continue(())
}

fn skeleton(host: &str) -> String {
    let (shown, _) = idna::domain_to_unicode(host);
    let mut skeleton = String::with_capacity(shown.len());
    for letter in shown.chars() {
        match letter {
            '0' => skeleton.push('o'),
            '1' => skeleton.push('l'),
            'm' => skeleton.push_str("rn"),
            ascii if ascii.is_ascii() => skeleton.push(ascii),
            other => match CONFUSABLE.iter().find(|(from, _)| *from == other) {
                Some((_, to)) => skeleton.push_str(to),
                None => skeleton.push(other),
            },
        }
    }
    skeleton
}

const CONFUSABLE: &[(char, &str)] = &[
    // Cyrillic
    ('\u{430}', "a"),
    ('\u{432}', "b"),
    ('\u{433}', "r"),
    ('\u{435}', "e"),
    ('\u{43a}', "k"),
    ('\u{43c}', "rn"),
    ('\u{43d}', "h"),
    ('\u{43e}', "o"),
    ('\u{43f}', "n"),
    ('\u{440}', "p"),
    ('\u{441}', "c"),
    ('\u{442}', "t"),
    ('\u{443}', "y"),
    ('\u{445}', "x"),
    ('\u{448}', "w"),
    ('\u{44c}', "b"),
    ('\u{455}', "s"),
    ('\u{456}', "i"),
    ('\u{458}', "j"),
    ('\u{475}', "v"),
    ('\u{4af}', "y"),
    ('\u{4bb}', "h"),
    ('\u{4cf}', "l"),
    ('\u{501}', "d"),
    ('\u{51b}', "q"),
    ('\u{51d}', "w"),
    // Greek
    ('\u{3b1}', "a"),
    ('\u{3b2}', "b"),
    ('\u{3b3}', "y"),
    ('\u{3b5}', "e"),
    ('\u{3b7}', "n"),
    ('\u{3b9}', "i"),
    ('\u{3ba}', "k"),
    ('\u{3bd}', "v"),
    ('\u{3bf}', "o"),
    ('\u{3c1}', "p"),
    ('\u{3c3}', "o"),
    ('\u{3c4}', "t"),
    ('\u{3c5}', "u"),
    ('\u{3c7}', "x"),
    ('\u{3c9}', "w"),
    ('\u{3f2}', "c"),
    ('\u{3f3}', "j"),
    // Armenian
    ('\u{566}', "q"),
    ('\u{570}', "h"),
    ('\u{578}', "n"),
    ('\u{57d}', "u"),
    ('\u{581}', "g"),
    ('\u{585}', "o"),
    // Latin beyond ASCII
    ('\u{131}', "i"),
    ('\u{251}', "a"),
    ('\u{261}', "g"),
    ('\u{269}', "i"),
    ('\u{26a}', "i"),
    ('\u{280}', "r"),
    ('\u{28f}', "y"),
    ('\u{29c}', "h"),
    ('\u{29f}', "l"),
    ('\u{1d04}', "c"),
    ('\u{1d0f}', "o"),
    ('\u{1d20}', "v"),
    ('\u{1d21}', "w"),
    ('\u{1d22}', "z"),
];
