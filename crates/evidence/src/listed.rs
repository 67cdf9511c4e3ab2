//! The things that a request lists, and whether an answer that names some of them passes over another in silence: `Unsubscribe me from
//! Weekly, Deals and Events`, and only two of them are spoken of.

use crate::clause::{quoted, without_code, without_quotes};
use crate::figure::count::words_of;
use crate::parts::without_addresses;
use crate::request::names_only;
use crate::verbs::VERBS;
use crate::words::{Norm, is_chinese, is_one, one_of, part, words};

/// Words of one thing, of which one names it.
type Thing = Vec<String>;

pub(crate) fn leaves_one_unsaid(request: &str, answer: &str) -> bool {
    let request = &without_code(request);
    let said = words_of(answer);
    let spoken = Norm::of(answer);
    // `The Lisbon trip is archived`, of `the Lisbon and Porto trips`: the noun is of all.
    let is_of_all = |noun: &str, of: &[Thing]| {
        of.iter().flatten().any(|word| spoken.has(&[word, " ", stem(noun), "*"].concat()))
    };
    let is_said = |thing: &Thing| {
        let alike =
            |word: &String, other: &String| word == other || word.is_ascii() && stem(word) == stem(other);
        thing.iter().any(|word| said.iter().any(|other| alike(word, other)))
    };
    [of_quotes(request), of_english(request), of_chinese(request)].iter_mut().any(|things| {
        if let Some((last, others)) = things.split_last_mut()
            && last.len() > 1
            && last.last().is_some_and(|noun| is_of_all(noun, others))
        {
            last.pop();
        }
        // The last may share its noun with all: `gym and yoga bookings`.
        let named = things.iter().rev().skip(1).any(is_said)
            || things.last().is_some_and(|last| last.len() == 1 && is_said(last));
        things.len() > 1 && named && !things.iter().all(is_said)
    })
}

fn stem(word: &str) -> &str {
    let word = word.strip_suffix('s').unwrap_or(word);
    word.strip_suffix('e').unwrap_or(word)
}

/// `“A”、“B”和“C”`
fn of_quotes(request: &str) -> Vec<Thing> {
    let names = quoted(request);
    let is_row = |pair: &[&str]| {
        let [one, next] = pair else { return false };
        let at = |name: &str| name.as_ptr().addr() - request.as_ptr().addr();
        let between = part(request, at(one) + one.len()..at(next));
        is_one(Norm::of(between).text(), "|and|和|跟|与|及|以及")
    };
    if names.len() < 2 || !names.windows(2).all(is_row) {
        return Vec::new();
    }
    names.into_iter().map(words_of).filter(|thing| !thing.is_empty()).collect()
}

/// What ends a list, or is no list.
const ENDS: &str = "to|from|in|on|into|for|as|at|with|by|if|when|before|after|so|that|saying|asking|whether|because|then|please|but|using|is|are|was|were|has|have|of";
const LITTLE: &str =
    "a|an|the|my|me|your|our|his|her|their|it|them|us|two|three|both|all|any|some|new|also|too";

fn of_english(request: &str) -> Vec<Thing> {
    let text = without_addresses(&without_quotes(request)).to_ascii_lowercase();
    let Some((head, tail)) = text.split_once(" and ") else { return Vec::new() };
    if tail.contains(" and ") || Norm::of(head).any("between|that|saying|asking|whether") {
        return Vec::new();
    }
    // The words up to where the list ends; none where it is another order.
    let named = |piece: &str| -> Option<Thing> {
        let norm = Norm::of(piece);
        let tokens: Vec<&str> = norm.text().split(' ').collect();
        let end = tokens.iter().position(|word| is_one(word, ENDS)).unwrap_or(tokens.len());
        let own = tokens.get(..end).filter(|own| (1..=4).contains(&own.len()))?;
        let telling = |word: &&&str| !is_one(word, LITTLE) && word.len() > 1;
        names_only(piece).then(|| own.iter().filter(telling).map(|word| (*word).to_owned()).collect())
    };
    let last = part(tail, ..tail.find(one_of(".,;?!:\n(—")).unwrap_or(tail.len()));
    let clause = head.rsplit(one_of(".;?!:\n(—")).next().unwrap_or_default();
    let mut pieces: Vec<&str> = clause.trim_end_matches(',').split(',').collect();
    // Of the first, the word before the comma is its own.
    let first = pieces.first().and_then(|first| first.split_whitespace().next_back());
    let mut things: Vec<Thing> = first.map(|word| vec![word.to_owned()]).into_iter().collect();
    pieces.push(last);
    for piece in pieces.into_iter().skip(1) {
        match named(piece) {
            Some(thing) if !thing.is_empty() => things.push(thing),
            Some(_) | None => return Vec::new(),
        }
    }
    things.retain(|thing| thing.iter().all(|word| !is_one(word, LITTLE) && !is_one(word, ENDS)));
    things
}

fn of_chinese(request: &str) -> Vec<Thing> {
    const CUTS: &str = "都|全|也|一并|各|加|放|从|给|在|改|这|两|三|的";
    let masked = without_quotes(request);
    let list = masked.split(one_of(",\u{ff0c}。;\u{ff1b}\n!\u{ff01}")).find(|clause| clause.contains('、'));
    let Some(list) = list else { return Vec::new() };
    let list = list.split_once('把').map_or(list, |(_, list)| list);
    let mut names: Vec<&str> = list.split(one_of("、和与及跟")).map(str::trim).collect();
    if let Some(last) = names.last_mut() {
        let verbs = VERBS.iter().flat_map(|verb| words(verb.chinese)).filter(|word| word.chars().count() > 1);
        let end = words(CUTS).chain(verbs).filter_map(|word| last.find(word)).filter(|at| *at > 0).min();
        *last = part(last, ..end.unwrap_or(last.len()));
    }
    let short = names.iter().all(|name| (1..9).contains(&name.chars().count()));
    let spoken = names.iter().all(|name| name.chars().all(|sign| is_chinese(sign) || sign.is_alphanumeric()));
    if !short || !spoken {
        return Vec::new();
    }
    names.into_iter().map(words_of).filter(|thing| !thing.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::leaves_one_unsaid;

    #[test]
    fn what_is_passed_over_is_seen() {
        for (request, answer) in [
            ("Unsubscribe me from Weekly, Deals and Events", "You're unsubscribed from Weekly and Deals."),
            ("Add milk and bread to the list", "Milk is on the list."),
            ("Turn off SMS and email alerts", "SMS is off."),
            ("把苹果、香蕉和牛奶加到购物车", "苹果和香蕉已经加进去了。"),
            ("删掉“周报”和“月报”", "“周报”已删除。"),
            ("Set the name to Ann and the city to Rome", "The name is Ann now."),
        ] {
            assert!(leaves_one_unsaid(request, answer), "{request}: {answer}");
        }
        for (request, answer) in [
            ("Cancel the gym and yoga bookings", "The bookings are cancelled."),
            ("Add milk and brown bread to the list", "Milk and bread are on the list."),
            ("Turn off SMS and email alerts", "Email alerts are off now, SMS alerts were off already."),
            ("Add the mug to my cart and tell me the price", "The mug is in your cart."),
            ("Tell Ann that the room changed and the time too", "I told Ann that the room changed."),
            ("Book a table between 7 and 9", "Booked for 7."),
            ("Add the mug. ```click {\"element\":\"Add mug\",\"ref\":\"mug\"}```", "The mug is in."),
            ("把苹果、香蕉和牛奶加到购物车", "苹果、香蕉、牛奶已经加进去了。"),
        ] {
            assert!(!leaves_one_unsaid(request, answer), "{request}: {answer}");
        }
    }
}
