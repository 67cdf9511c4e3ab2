//! Texts as the tables see them: lower case, apostrophes dropped, everything between words one space. A pattern of Latin letters is
//! met at word borders (a closing `*` leaves the end open), a Chinese one anywhere.
//!
//! No stemming and no dictionary: inflected forms stand in the tables.

/// A normal text, with a space at both ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Norm(String);

impl Norm {
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

    pub(crate) fn text(&self) -> &str {
        self.0.trim()
    }

    /// Where a pattern is met first: its start and end.
    pub(crate) fn find(&self, pattern: &str) -> Option<(usize, usize)> {
        let (stem, open) = match pattern.strip_suffix('*') {
            Some(stem) => (stem, true),
            None => (pattern, false),
        };
        let latin = stem.starts_with(|first: char| first.is_ascii_alphanumeric());
        let closed = !open && stem.ends_with(|last: char| last.is_ascii_alphanumeric());
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

    pub(crate) fn has(&self, pattern: &str) -> bool {
        self.find(pattern).is_some()
    }

    /// Whether one of a table's patterns is met. A table is one text, its patterns divided by bars.
    pub(crate) fn any(&self, table: &str) -> bool {
        table.split('|').any(|pattern| self.has(pattern))
    }

    /// Where it goes on if it starts with one of a table's patterns.
    pub(crate) fn starts(&self, table: &str) -> Option<usize> {
        table.split('|').find_map(|pattern| match self.find(pattern) {
            Some((start, end)) if start <= 1 => Some(end),
            Some(_) | None => None,
        })
    }

    /// The text without what lies between two places of it.
    pub(crate) fn without(&self, start: usize, end: usize) -> Self {
        let mut text = self.0.get(..start).unwrap_or_default().to_owned();
        text.push_str(self.0.get(end..).unwrap_or_default());
        Self(text)
    }

    pub(crate) fn after(&self, at: usize) -> Self {
        Self::of(self.0.get(at..).unwrap_or_default())
    }
}

/// The patterns of a table.
pub(crate) fn words(table: &str) -> impl Iterator<Item = &str> {
    table.split('|')
}

/// Whether a text holds one of a table's words, at any place.
pub(crate) fn holds(text: &str, table: &str) -> bool {
    words(table).any(|word| text.contains(word))
}

/// Whether a word is one of a table's.
pub(crate) fn is_one(word: &str, table: &str) -> bool {
    words(table).any(|other| other == word)
}

pub(crate) fn is_chinese(symbol: char) -> bool {
    matches!(symbol, '\u{3400}'..='\u{9fff}' | '〇')
}

/// The longest start of a text that is at most so many bytes.
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
    fn a_text_is_cut_between_characters() {
        assert_eq!(head("好的", 4), "好");
        assert_eq!(head("ok", 9), "ok");
    }
}
