//! Hosts that read like another one. Only internationalised hosts are looked at: their skeleton by UTS #39 is compared with the hosts
//! that matter here, namely sensitive sites, the person's own and those in rules.
//!
//! `data/confusables.txt` has the letters that are taken for ASCII and no others: what is imitated is written in ASCII. A line is what is
//! seen, a space, and the letters. `cargo xtask data` writes it.

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
            other => match seen_as(other) {
                Some(seen) => skeleton.push_str(seen),
                None => skeleton.push(other),
            },
        }
    }
    skeleton
}

fn seen_as(letter: char) -> Option<&'static str> {
    let by_shape = CONFUSABLE
        .lines()
        .filter_map(|line| line.split_once(' '))
        .find(|(_, letters)| letters.contains(letter));
    by_shape
        .map(|(seen, _)| seen)
        .or_else(|| ALSO.iter().find(|(_, letters)| letters.contains(&letter)).map(|(seen, _)| *seen))
}

const CONFUSABLE: &str = include_str!("../data/confusables.txt");

/// Not alike by UTS #39, and taken for it all the same in small type.
const ALSO: &[(&str, &[char])] = &[
    ("b", &['\u{3b2}', '\u{432}', '\u{44c}']),
    ("c", &['\u{3f2}']),
    ("e", &['\u{3b5}']),
    ("h", &['\u{29c}', '\u{43d}']),
    ("k", &['\u{3ba}', '\u{43a}']),
    ("l", &['\u{29f}']),
    ("n", &['\u{3b7}', '\u{43f}']),
    ("r", &['\u{280}']),
    ("rn", &['\u{43c}']),
    ("t", &['\u{3c4}', '\u{442}']),
    ("w", &['\u{3c9}']),
    ("x", &['\u{3c7}']),
];

#[cfg(test)]
mod tests {
    use super::{ALSO, CONFUSABLE, seen_as};
    use unicode_security::confusable_detection::skeleton;

    #[test]
    fn every_letter_of_a_host_is_seen_as_uts_39_says() {
        let mut alike = 0;
        for letter in '\u{80}'..=char::MAX {
            let text = letter.to_string();
            let shown = idna::domain_to_ascii(&text).map(|ascii| idna::domain_to_unicode(&ascii).0);
            if shown.ok().as_ref() != Some(&text) {
                assert!(!CONFUSABLE.contains(letter), "{letter:?} is in no host; run `cargo xtask data`");
                continue;
            }
            let by_standard: String = skeleton(&text).collect::<String>().to_ascii_lowercase();
            let is_of_hosts = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
            if by_standard.bytes().all(is_of_hosts) {
                assert_eq!(seen_as(letter), Some(by_standard.as_str()), "{letter:?}; run `cargo xtask data`");
                alike += 1;
            } else {
                assert!(!CONFUSABLE.contains(letter), "{letter:?}; run `cargo xtask data`");
            }
        }
        assert!(alike > 400, "{alike}");
    }

    #[test]
    fn what_is_added_is_not_in_the_table() {
        assert!(ALSO.iter().all(|(_, letters)| !CONFUSABLE.contains(*letters)));
    }
}
