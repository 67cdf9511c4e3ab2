//! Which memories a text calls for. Words are compared without letter case; Chinese, Japanese and Korean write no spaces, so
//! there every two neighbouring characters are a term. Nothing here understands anything.

use fairlead_protocol::caps;
use fairlead_protocol::ids::MemoryId;
use fairlead_protocol::lower::lower;
use fairlead_protocol::memory::Memory;
use fairlead_protocol::order::{order_by_key, settle};
use std::cmp::Reverse;

/// Words that say nothing about what a text is about.
const EMPTY_WORDS: &str = "an and are as at be but by can do for from has have he her his how if in is it its me my not of on \
    or our please she so that the their them then they this to was we what when which who will with you your";

/// Those that share a term with the text come first, the best before the others; then the newest.
pub(crate) fn chosen<'a>(memories: &'a [Memory], about: &str, most: usize) -> Vec<&'a Memory> {
    let wanted = terms(about);
    ranked(memories, |memory| Some(score(&wanted, memory)), most)
}

/// Those that have something of the query: a term, or the whole of it as it stands.
pub(crate) fn found<'a>(memories: &'a [Memory], query: &str) -> Vec<&'a Memory> {
    let (wanted, whole) = (terms(query), lower(query.trim()));
    let matching = |memory: &Memory| {
        let holds = lower(&memory.text).contains(&whole);
        let score = score(&wanted, memory) + if holds { 1 } else { 0 };
        (score > 0).then_some(score)
    };
    ranked(memories, matching, caps::MEMORIES_RECALLED)
}

/// The one that says the same already.
pub(crate) fn same<'a>(memories: &'a [Memory], text: &str) -> Option<&'a MemoryId> {
    let text = lower(text);
    memories.iter().find(|memory| lower(&memory.text) == text).map(|memory| &memory.id)
}

/// White space folded: a memory is one line, and cannot look like two.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn ranked(memories: &[Memory], score: impl Fn(&Memory) -> Option<usize>, most: usize) -> Vec<&Memory> {
    let mut ranked: Vec<(usize, &Memory)> =
        memories.iter().filter_map(|memory| Some((score(memory)?, memory))).collect();
    order_by_key(&mut ranked, |(score, memory)| (Reverse(*score), Reverse(memory.updated_at), &memory.id));
    ranked.into_iter().take(most).map(|(_, memory)| memory).collect()
}

/// Shared terms; those of the topic count twice.
fn score(wanted: &[String], memory: &Memory) -> usize {
    let shared = |text: &str| terms(text).iter().filter(|term| wanted.binary_search(term).is_ok()).count();
    shared(&memory.text) + 2 * memory.topic.as_deref().map_or(0, shared)
}

/// Sorted, each once.
fn terms(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    let mut word = String::new();
    let mut before: Option<char> = None;
    // One more than there is, so that the last word ends like the others.
    for c in text.chars().flat_map(char::to_lowercase).chain([' ']) {
        if is_written_without_spaces(c) {
            if let Some(before) = before {
                terms.push(String::from_iter([before, c]));
            }
            before = Some(c);
        } else {
            before = None;
        }
        if c.is_alphanumeric() && !is_written_without_spaces(c) {
            word.push(c);
        } else if word.chars().nth(1).is_some() && !is_empty(&word) {
            terms.push(std::mem::take(&mut word));
        } else {
            word.clear();
        }
    }
    settle(&mut terms);
    terms
}

fn is_empty(word: &str) -> bool {
    EMPTY_WORDS.split_whitespace().any(|empty| empty == word)
}

fn is_written_without_spaces(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairlead_protocol::ids::{ThreadId, Timestamp};
    use fairlead_protocol::memory::MemorySource;

    fn memories(texts: &[&str]) -> Vec<Memory> {
        (0..)
            .zip(texts)
            .map(|(at, text)| Memory {
                id: MemoryId::new(format!("m{at}")),
                text: (*text).to_owned(),
                topic: None,
                source: MemorySource::Conversation,
                thread: ThreadId::new("t"),
                created_at: Timestamp(at),
                updated_at: Timestamp(at),
            })
            .collect()
    }

    fn ids(found: Vec<&Memory>) -> Vec<&str> {
        found.into_iter().map(|memory| memory.id.as_str()).collect()
    }

    #[test]
    fn terms_are_words_in_any_case_and_pairs_of_characters() {
        assert_eq!(terms("The Window-Seat, please"), ["seat", "window"]);
        assert_eq!(terms("靠窗的座位"), ["座位", "的座", "窗的", "靠窗"]);
        assert_eq!(terms("买 iPhone 16"), ["16", "iphone"]);
    }

    #[test]
    fn what_a_message_is_about_comes_before_what_is_newer() {
        let all = memories(&["Prefers a window seat", "喜欢靠窗的座位", "Shoe size 42", "Lives in Bern"]);
        assert_eq!(ids(chosen(&all, "book me a SEAT by the window", 2)), ["m0", "m3"]);
        assert_eq!(ids(chosen(&all, "帮我订一个靠窗座位", 1)), ["m1"]);
        assert_eq!(ids(chosen(&all, "what time is it", 2)), ["m3", "m2"]);
    }

    #[test]
    fn a_topic_counts_more_than_a_word_of_the_text() {
        let mut all = memories(&["Takes the early train", "Never before nine"]);
        all[1].topic = Some("train".to_owned());
        assert_eq!(ids(chosen(&all, "a train to Bern", 1)), ["m1"]);
    }

    #[test]
    fn a_query_finds_terms_and_pieces_of_words_and_nothing_else() {
        let all = memories(&["Prefers a window seat", "Shoe size 42"]);
        assert_eq!(ids(found(&all, "seats window")), ["m0"]);
        assert_eq!(ids(found(&all, "wind")), ["m0"]);
        assert!(found(&all, "hotel").is_empty());
    }

    #[test]
    fn the_same_words_in_another_case_are_the_same_memory() {
        let all = memories(&["Prefers a window seat"]);
        assert_eq!(same(&all, "prefers a WINDOW seat"), Some(&MemoryId::new("m0")));
        assert_eq!(same(&all, "prefers an aisle seat"), None);
    }
}
