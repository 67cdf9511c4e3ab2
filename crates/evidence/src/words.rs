//! Texts as the tables see them: lower case, apostrophes dropped, everything between words one space. A pattern of Latin letters is
//! met at word borders (a closing `*` leaves the end open), a Chinese one anywhere.
//!
//! No stemming and no dictionary: inflected forms stand in the tables.

use std::ops::{Bound, RangeBounds};

/// A normal text, with a space at both ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Norm(String);

impl Norm {
    #[inline(never)]
    pub(crate) fn of(text: &str) -> Self {
        let mut norm = String::with_capacity(text.len() + 2);
        norm.push(' ');
        for symbol in text.chars() {
            match symbol {
                '\'' | '’' | '‘' => {}
                '✅' | '✔' | '☑' | '🎉' | '%' | '€' | '$' | '£' | '¥' | '?' | '+' | '=' | '×' | '÷' =>
                {
                    norm.push(symbol);
                }
                '\u{ff1f}' => norm.push('?'),
                _ if symbol.is_alphanumeric() => norm.push(symbol.to_ascii_lowercase()),
                _ => {
                    if !norm.ends_with(' ') {
                        norm.push(' ');
                    }
                }
            }
        }
        if !norm.ends_with(' ') {
            norm.push(' ');
        }
        Self(norm)
    }

    #[inline(never)]
    pub(crate) fn text(&self) -> &str {
        self.0.trim()
    }

    /// Where a pattern is met first: its start and end.
    #[inline(never)]
    pub(crate) fn find(&self, pattern: &str) -> Option<(usize, usize)> {
        let (stem, open) = match pattern.strip_suffix('*') {
            Some(stem) => (stem, true),
            None => (pattern, false),
        };
        let latin = stem.starts_with(is_letter_or_digit);
        let closed = !open && stem.ends_with(is_letter_or_digit);
        let mut from = 0;
        while let Some(found) = self.0.get(from..).and_then(|rest| rest.find(stem)) {
            let start = from + found;
            let end = start + stem.len();
            let before = self.0.get(..start).and_then(|head| head.chars().next_back());
            let after = self.0.get(end..).and_then(|tail| tail.chars().next());
            if !(latin && before.is_some_and(|c| c.is_ascii_alphanumeric())
                || closed && after.is_some_and(|c| c.is_ascii_alphanumeric()))
            {
                return Some((start, end));
            }
            from = start + stem.chars().next().map_or(1, char::len_utf8);
        }
        None
    }

    #[inline(never)]
    pub(crate) fn has(&self, pattern: &str) -> bool {
        self.find(pattern).is_some()
    }

    /// Whether one of a table's patterns is met. A table is one text, its patterns divided by bars.
    #[inline(never)]
    pub(crate) fn any(&self, table: &str) -> bool {
        table.split('|').any(|pattern| self.has(pattern))
    }

    /// Whether one of a table's Chinese verbs is met, also parted by what may stand inside it: 投票 in 投一票, 报名 in 报了名.
    #[inline(never)]
    pub(crate) fn any_verb(&self, table: &str) -> bool {
        self.any(table) || table.split('|').any(|verb| self.has_parted(verb))
    }

    fn has_parted(&self, verb: &str) -> bool {
        const INSIDE: &str = "一了个好上下完过张条两";
        let mut signs = verb.chars();
        let (Some(first), Some(second), None) = (signs.next(), signs.next(), signs.next()) else {
            return false;
        };
        if !is_chinese(first) || !is_chinese(second) || INSIDE.contains(second) {
            return false;
        }
        self.0.match_indices(first).any(|(at, _)| {
            let rest = self.0.get(at + first.len_utf8()..).unwrap_or_default();
            let inside = rest.chars().take(3).take_while(|next| INSIDE.contains(*next)).count();
            inside > 0 && rest.chars().nth(inside) == Some(second)
        })
    }

    /// Where it goes on if it starts with one of a table's patterns.
    #[inline(never)]
    pub(crate) fn starts(&self, table: &str) -> Option<usize> {
        table.split('|').find_map(|pattern| match self.find(pattern) {
            Some((start, end)) if start <= 1 => Some(end),
            Some(_) | None => None,
        })
    }

    /// The text without what lies between two places of it.
    #[inline(never)]
    pub(crate) fn without(&self, start: usize, end: usize) -> Self {
        let mut text = self.0.get(..start).unwrap_or_default().to_owned();
        text.push_str(self.0.get(end..).unwrap_or_default());
        Self(text)
    }

    /// Where the first of a table's patterns that is met ends.
    pub(crate) fn end_of(&self, table: &str) -> Option<usize> {
        table.split('|').find_map(|pattern| self.find(pattern)).map(|(_, end)| end)
    }

    pub(crate) fn before(&self, at: usize) -> Self {
        Self::of(self.0.get(..at).unwrap_or_default())
    }

    #[inline(never)]
    pub(crate) fn after(&self, at: usize) -> Self {
        Self::of(self.0.get(at..).unwrap_or_default())
    }
}

/// A part of a text; nothing where it is not one.
#[inline(never)]
pub(crate) fn part(text: &str, range: impl RangeBounds<usize>) -> &str {
    let start = match range.start_bound() {
        Bound::Included(at) => *at,
        Bound::Excluded(at) => at + 1,
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(at) => at + 1,
        Bound::Excluded(at) => *at,
        Bound::Unbounded => text.len(),
    };
    text.get(start..end).unwrap_or_default()
}

/// The patterns of a table.
pub(crate) fn words(table: &str) -> impl Iterator<Item = &str> {
    table.split('|')
}

/// Whether a text holds one of a table's words, at any place.
#[inline(never)]
pub(crate) fn holds(text: &str, table: &str) -> bool {
    words(table).any(|word| text.contains(word))
}

/// Whether a word is one of a table's.
#[inline(never)]
pub(crate) fn is_one(word: &str, table: &str) -> bool {
    words(table).any(|other| other == word)
}

/// One of these signs. A pattern of one type for all sets: each type of pattern costs the wasm its own search.
pub(crate) fn one_of(signs: &'static str) -> impl Fn(char) -> bool + Copy {
    move |symbol| signs.contains(symbol)
}

pub(crate) fn is_digit(symbol: char) -> bool {
    symbol.is_ascii_digit()
}

pub(crate) fn is_letter(symbol: char) -> bool {
    symbol.is_ascii_alphabetic()
}

pub(crate) fn is_letter_or_digit(symbol: char) -> bool {
    symbol.is_ascii_alphanumeric()
}

pub(crate) fn is_chinese(symbol: char) -> bool {
    matches!(symbol, '\u{3400}'..='\u{9fff}' | '〇')
}

/// The longest start of a text that is at most so many bytes.
#[inline(never)]
pub(crate) fn head(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Norm, head};

    #[test]
    fn latin_patterns_are_met_at_word_borders_and_chinese_ones_anywhere() {
        let norm = Norm::of("I’ve sent it —— 已发送了!");
        assert!(norm.has("ive sent") && norm.has("发送") && !norm.has("end") && !norm.has("se"));
        assert!(norm.has("se*"));
    }

    #[test]
    fn a_verb_may_be_parted() {
        let norm = Norm::of("给它投一票,报了个名");
        assert!(norm.any_verb("投票") && norm.any_verb("报名") && !norm.any_verb("投名"));
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(head("好的", 4), "好");
        assert_eq!(head("ok", 9), "ok");
    }
}
