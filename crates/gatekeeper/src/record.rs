//! What the model has before it: text of sites, and words of the person. A call is held against it, so that what was read on one site is
//! known when it leaves for another, and a link that stood somewhere is told from an address that was made up.
//!
//! Three kinds of piece are looked for: a whole value, five words in a row, and one word that is somebody's (a number, an address, a long
//! token). What the person said themselves is nobody else's. Shorter and reworded text passes; that is what questions about writes are for.

use crate::address;
use crate::payload::{Outgoing, clean, readings, squash};
use crate::registry::{self, Reach};
use crate::request::{Call, Tainted, ThreadFacts};
use fairlead_protocol::order::settle;
use serde_json::Value;

/// Text that was read, and the origin or an address of where; empty if that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage<'a> {
    pub origin: &'a str,
    pub text: &'a str,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record<'a> {
    pub read: Vec<Passage<'a>>,
    /// Words of the person.
    pub said: Vec<&'a str>,
}

/// A value that is looked for as a whole has at least so many characters after squashing, with a digit in it fewer. A longer one than
/// the last of these is known by its words.
const VALUE_CHARS: usize = 10;
const NUMBERED_CHARS: usize = 5;
const LONGEST_VALUE: usize = 400;
/// Words of a call that are looked at.
const WORDS: usize = 20_000;
/// Words in a row that are nobody's chance, if they have so many bytes.
const RUN: usize = 5;
const RUN_BYTES: usize = 20;
/// A single word: one with a digit in it, any, and one of a script without spaces.
const NUMBER_CHARS: usize = 6;
const TOKEN_CHARS: usize = 16;
const CLAUSE_CHARS: usize = 8;
/// Finds of one passage that are kept; one is enough for a question.
const FINDS: usize = 32;

impl Record<'_> {
    /// Adds to the facts what bears on this call: pieces of it that were read, and its address if that stood somewhere.
    pub fn inform(&self, call: &Call, facts: &mut ThreadFacts) {
        let Some(tool) = registry::find(&call.tool) else { return };
        let address = match tool.reach {
            Reach::Address => call.params.get("url").and_then(Value::as_str),
            Reach::Own | Reach::Endpoint | Reach::Browser | Reach::Tab | Reach::Page | Reach::Batch => None,
        };
        facts.seen_urls.extend(address.filter(|url| self.holds(url)).map(str::to_owned));
        let mut pieces = Pieces::of(call, tool.reach);
        for said in &self.said {
            pieces.forget(said);
        }
        for passage in &self.read {
            let found = pieces.found_in(passage.text).into_iter().take(FINDS);
            facts.tainted.extend(
                found.map(|value| Tainted { origin: passage.origin.to_owned(), value: value.to_owned() }),
            );
        }
    }

    fn holds(&self, url: &str) -> bool {
        let texts = self.read.iter().map(|passage| passage.text).chain(self.said.iter().copied());
        texts.into_iter().any(|text| text.match_indices(url).any(|(at, url)| ends_at(text, at + url.len())))
    }
}

/// Whether an address ends here: behind it comes nothing that could belong to it but the marks of a sentence.
fn ends_at(text: &str, end: usize) -> bool {
    let rest = text.get(end..).unwrap_or_default();
    let tail = rest.split(|c: char| c.is_whitespace() || matches!(c, '"' | '<' | '>' | '`')).next();
    tail.unwrap_or_default()
        .chars()
        .all(|c| matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | ')' | ']' | '}' | '\''))
}

/// What of a call would be known again.
struct Pieces {
    /// Squashed.
    values: Vec<String>,
    /// By the hash of their words, in its order.
    runs: Vec<(u64, String)>,
}

impl Pieces {
    fn of(call: &Call, reach: Reach) -> Self {
        let url = match reach {
            Reach::Address => address::judge(call.params.get("url").and_then(Value::as_str)).ok(),
            Reach::Own | Reach::Endpoint | Reach::Browser | Reach::Tab | Reach::Page | Reach::Batch => None,
        };
        let outgoing = Outgoing::of(&call.params, reach, url.as_ref());
        let queries = url.iter().flat_map(url::Url::query_pairs).flat_map(|(_, value)| readings(&value));
        let wholes: Vec<String> = outgoing.value_readings().cloned().chain(queries).collect();
        let mut values: Vec<String> = wholes.iter().map(|whole| squash(whole)).collect();
        values.retain(|value| is_telling(value));
        let mut runs = Vec::new();
        for reading in wholes.iter().chain(outgoing.address_readings()) {
            for_each_run(reading, WORDS, |hash, run| runs.push((hash, run.to_owned())));
        }
        settle(&mut values);
        settle(&mut runs);
        Self { values, runs }
    }

    fn found_in(&self, text: &str) -> Vec<&str> {
        if self.values.is_empty() && self.runs.is_empty() {
            return Vec::new();
        }
        let cleaned = clean(text);
        let squashed = squash(&cleaned);
        let mut found: Vec<&str> =
            self.values.iter().filter(|value| squashed.contains(*value)).map(String::as_str).collect();
        if !self.runs.is_empty() {
            for_each_run(&cleaned, usize::MAX, |hash, _| {
                let known = self.runs.binary_search_by(|(held, _)| held.cmp(&hash)).ok();
                found.extend(known.and_then(|at| self.runs.get(at)).map(|(_, run)| run.as_str()));
            });
        }
        settle(&mut found);
        found
    }

    fn forget(&mut self, said: &str) {
        let found: Vec<String> = self.found_in(said).into_iter().map(str::to_owned).collect();
        self.values.retain(|value| !found.contains(value));
        self.runs.retain(|(_, run)| !found.contains(run));
    }
}

fn is_telling(value: &str) -> bool {
    let least = if value.contains(|c: char| c.is_ascii_digit()) { NUMBERED_CHARS } else { VALUE_CHARS };
    (least..=LONGEST_VALUE).contains(&value.chars().count())
}

/// Words that are somebody's, and every five in a row, each with the text that it covers.
fn for_each_run<'a>(text: &'a str, words: usize, mut tell: impl FnMut(u64, &'a str)) {
    let mut latest: [Option<Word>; RUN] = [None; RUN];
    for word in words_of(text).take(words) {
        if word.is_distinct(text) {
            tell(word.hash, word.text(text));
        }
        latest.rotate_left(1);
        if let Some(newest) = latest.last_mut() {
            *newest = Some(word);
        }
        let Some(first) = latest.first().copied().flatten() else { continue };
        let run = text.get(first.start..word.end).unwrap_or_default();
        if run.len() >= RUN_BYTES {
            let hash = latest.iter().flatten().fold(SEED, |hash, word| mixed(hash, word.hash));
            tell(hash, run);
        }
    }
}

fn words_of(text: &str) -> impl Iterator<Item = Word> {
    let mut at = 0;
    text.split_inclusive(|c: char| !belongs(c)).filter_map(move |piece| {
        let from = at;
        at += piece.len();
        Word::read(piece, from)
    })
}

fn belongs(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '@' | '.' | '-' | '_' | '+')
}

/// A word where it stands.
#[derive(Clone, Copy)]
struct Word {
    start: usize,
    end: usize,
    /// Of its letters in lower case, dashes left out.
    hash: u64,
}

impl Word {
    /// `piece` begins at `from`, and may have other marks around the word.
    fn read(piece: &str, from: usize) -> Option<Self> {
        let is_mark = |c: char| !c.is_alphanumeric();
        let word = piece.trim_start_matches(is_mark);
        let start = from + piece.len() - word.len();
        let word = word.trim_end_matches(is_mark);
        let letters = word.chars().filter(|c| *c != '-').flat_map(char::to_lowercase);
        let hash = letters.fold(SEED, |hash, letter| mixed(hash, u64::from(letter)));
        (!word.is_empty()).then_some(Self { start, end: start + word.len(), hash })
    }

    fn text(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }

    fn is_distinct(self, text: &str) -> bool {
        let word = self.text(text);
        let chars = word.chars().count();
        word.contains('@')
            || chars >= TOKEN_CHARS
            || (chars >= NUMBER_CHARS && word.contains(|c: char| c.is_ascii_digit()))
            || (chars >= CLAUSE_CHARS && word.chars().all(is_unspaced))
    }
}

/// Han, kana and what lies between.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// FNV-1a, over whole letters and words.
const SEED: u64 = 0xcbf2_9ce4_8422_2325;

fn mixed(hash: u64, with: u64) -> u64 {
    (hash ^ with).wrapping_mul(0x0000_0100_0000_01b3)
}
