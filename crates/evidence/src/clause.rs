//! Cuts an answer into sentences and clauses, without what it only quotes. Offsets stay those of the answer.

use crate::tone::Tone;
use crate::words::{Norm, is_digit, is_letter_or_digit, is_one, one_of, part};
use std::ops::Range;

/// A piece of a sentence that can be a claim of its own.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) span: Range<usize>,
    pub(crate) norm: Norm,
    /// Whether its sentence asks.
    pub(crate) asks: bool,
    pub(crate) tone: Tone,
}

impl Clause {
    /// Whether it says of something that it is so: it asks nothing, reports no failure and promises nothing.
    pub(crate) fn states(&self) -> bool {
        !self.asks && !self.tone.fails && !self.tone.promises
    }
}

const ENDS: [char; 6] = ['。', '!', '?', '\u{ff01}', '\u{ff1f}', '\n'];
const PAUSES: [char; 16] = [
    ',', '\u{ff0c}', ';', '\u{ff1b}', ':', '\u{ff1a}', '—', '–', '|', '(', ')', '\u{ff08}', '\u{ff09}', '✅',
    '🎉', '…',
];
/// Words that start another clause. The clause before them ends.
const TURNS: [&str; 12] = [
    " but ",
    " although ",
    " though ",
    " however ",
    " while ",
    " because ",
    " so ",
    "但是",
    "不过",
    "但",
    "因为",
    "只是",
];

/// The sentence that a byte lies in.
#[inline(never)]
pub(crate) fn sentence_at(text: &str, at: usize) -> Range<usize> {
    let start = text
        .get(..at)
        .and_then(|head| head.char_indices().rev().find(|(place, symbol)| ends(text, *place, *symbol)))
        .map_or(0, |(place, symbol)| place + symbol.len_utf8());
    let end = text
        .get(at..)
        .and_then(|tail| tail.char_indices().find(|(place, symbol)| ends(text, at + place, *symbol)))
        .map_or(text.len(), |(place, _)| at + place);
    start..end
}

/// Bytes on each side of a figure that may speak of it.
const NEAR: usize = 400;

/// The sentence that a byte lies in, or what of it is near: a line without an end costs no more than another.
pub(crate) fn near(text: &str, at: usize) -> Range<usize> {
    let border = |mut at: usize| {
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let from = border(at.saturating_sub(NEAR));
    let to = border((at + NEAR).min(text.len()));
    let sentence = sentence_at(part(text, from..to), at - from);
    from + sentence.start..from + sentence.end
}

fn ends(text: &str, at: usize, symbol: char) -> bool {
    symbol == '.' && is_full_stop(text, at) || ENDS.contains(&symbol)
}

/// A stop that ends a sentence: not one in a number, an address or `p.m.`
fn is_full_stop(text: &str, at: usize) -> bool {
    let next = text.get(at + 1..).and_then(|rest| rest.chars().next());
    let before = part(text, ..at);
    let mut from = before.len().saturating_sub(8);
    while !before.is_char_boundary(from) {
        from += 1;
    }
    let last = part(before, from..).to_ascii_lowercase();
    let short = ["p.m", "a.m", "e.g", "i.e", "approx"].iter().any(|word| last.ends_with(word));
    // `no. 5` is a number, `so no.` ends a sentence.
    let counted = part(text, at + 1..).trim_start().starts_with(is_digit);
    let short = short || last.ends_with(" no") && counted;
    next.is_none_or(|next| next.is_whitespace() || matches!(next, '”' | '"' | ')' | '*' | '’')) && !short
}

/// The smallest piece around a byte in which one thing is said of one thing: a row of a table, or what stands between commas.
pub(crate) fn strip_at(text: &str, at: usize) -> &str {
    let bounds = near(text, at);
    let line_start = text.get(..at).and_then(|head| head.rfind('\n')).map_or(0, |found| found + 1);
    let line_end = text.get(at..).and_then(|tail| tail.find('\n')).map_or(text.len(), |found| at + found);
    let line = part(text, line_start..line_end);
    if line.trim_start().starts_with('|') && line.len() < 2 * NEAR {
        return line;
    }
    let (line_start, line_end) = (line_start.max(bounds.start), line_end.min(bounds.end));
    let cuts = |place: usize, symbol: char| {
        let inner = symbol == ',' && text.get(place + 1..).is_some_and(|rest| rest.starts_with(is_digit));
        ends(text, place, symbol)
            || !inner && matches!(symbol, ',' | '\u{ff0c}' | ';' | '\u{ff1b}' | '、' | '(' | ')')
    };
    let head = part(text, line_start..at);
    let tail = part(text, at..line_end);
    let mut start = head
        .char_indices()
        .rev()
        .find(|(place, symbol)| cuts(line_start + place, *symbol))
        .map_or(line_start, |(place, symbol)| line_start + place + symbol.len_utf8());
    let mut end = tail
        .char_indices()
        .find(|(place, symbol)| cuts(at + place, *symbol))
        .map_or(line_end, |(place, _)| at + place);
    for word in [" and ", " but ", " while ", " versus ", " vs ", "而", "但", "和"] {
        if let Some(found) = text.get(start..at).and_then(|head| head.rfind(word)) {
            start += found + word.len();
        }
        if let Some(found) = text.get(at..end).and_then(|tail| tail.find(word)) {
            end = at + found;
        }
    }
    part(text, start..end)
}

/// The clauses of an answer, what it quotes left out.
pub(crate) fn clauses(answer: &str) -> Vec<Clause> {
    let masked = without_quotes(answer);
    let mut found = Vec::new();
    let mut at = 0;
    while at < masked.len() {
        let sentence = sentence_at(&masked, at);
        let text = masked.get(sentence.clone()).unwrap_or_default();
        let mark = masked.get(sentence.end..).and_then(|rest| rest.chars().next());
        let asks = matches!(mark, Some('?' | '\u{ff1f}'));
        let from = found.len();
        pieces(text, sentence.start, asks, &mut found);
        if let Some([told @ .., last]) = found.get_mut(from..)
            && is_tag(&last.norm)
        {
            told.iter_mut().for_each(|clause| clause.asks = false);
        }
        at = sentence.end + mark.map_or(1, char::len_utf8);
    }
    found
}

/// `It can be returned, shall I?`: what asks alone behind what is stated.
fn is_tag(norm: &Norm) -> bool {
    const TAGS: &str = "要吗|需要吗|好吗|行吗|可以吗|要不要|怎么样|shall i|want me to|sound good|interested";
    is_one(norm.text().trim_end_matches(one_of(" ?")), TAGS)
}

/// What stands in brackets is a piece of its own, and what stands around them is one: `All three (A, B and C) were saved`.
fn pieces(text: &str, offset: usize, asks: bool, found: &mut Vec<Clause>) {
    let mut outer = text.to_owned();
    let mut inner = Vec::new();
    for (open, close) in [('(', ')'), ('\u{ff08}', '\u{ff09}')] {
        let mut at = 0;
        while let Some(start) = part(&outer, at..).find(open).map(|found| at + found + open.len_utf8()) {
            let Some(length) = part(&outer, start..).find(close) else { break };
            inner.push(start..start + length);
            at = start + length + close.len_utf8();
            outer.replace_range(start - open.len_utf8()..at, &" ".repeat(at + open.len_utf8() - start));
        }
    }
    cut_at_pauses(&outer, offset, asks, found);
    for range in inner {
        cut_at_pauses(part(text, range.clone()), offset + range.start, asks, found);
    }
}

fn cut_at_pauses(text: &str, offset: usize, asks: bool, found: &mut Vec<Clause>) {
    let mut start = 0;
    let mut offers = false;
    let mut cut = |from: usize, to: usize| {
        let piece = part(text, from..to);
        let norm = Norm::of(piece);
        if !norm.text().is_empty() {
            let lead = piece.len() - piece.trim_start_matches(one_of(" >*-\t#")).len();
            let tail = piece.trim_end().len().max(lead);
            let mut tone = Tone::of(&norm);
            // `I could add it, or book tickets for 2`: the offer goes on.
            tone.offers |= offers && norm.starts("or|and|then|或|或者|并|再|然后|还可以|也可以").is_some();
            offers = tone.offers;
            found.push(Clause { span: offset + from + lead..offset + from + tail, norm, asks, tone });
        }
    };
    for (at, symbol) in text.char_indices() {
        let digits = |place: usize| text.as_bytes().get(place).is_some_and(u8::is_ascii_digit);
        let inner = matches!(symbol, ',' | ':') && at > 0 && digits(at - 1) && digits(at + 1);
        let address = symbol == ':' && text.get(at + 1..).is_some_and(|rest| rest.starts_with("//"));
        if PAUSES.contains(&symbol) && !inner && !address {
            cut(start, at);
            start = at + symbol.len_utf8();
        } else if at > start
            && TURNS.iter().any(|word| text.get(at..).is_some_and(|rest| rest.starts_with(word)))
        {
            cut(start, at);
            start = at;
        }
    }
    cut(start, text.len());
}

/// The same text with quoted words and code blanked, byte for byte.
#[inline(never)]
pub(crate) fn without_quotes(text: &str) -> String {
    let mut masked = without_code(text);
    for (open, close) in
        [("`", "`"), ("“", "”"), ("「", "」"), ("『", "』"), ("《", "》"), ("\"", "\""), (" '", "'")]
    {
        let is_short = |inner: &str| inner.len() <= 240 && !inner.contains('\n');
        blank(&mut masked, open, close, is_short);
    }
    masked
}

/// The same text with blocks of code blanked, byte for byte.
pub(crate) fn without_code(text: &str) -> String {
    let mut masked = text.to_owned();
    blank(&mut masked, "```", "```", |_| true);
    masked
}

fn blank(masked: &mut String, open: &str, close: &str, is_meant: fn(&str) -> bool) {
    let mut at = 0;
    while let Some(start) =
        masked.get(at..).and_then(|rest| rest.find(open)).map(|found| at + found + open.len())
    {
        let Some(length) = masked.get(start..).and_then(|rest| closing(rest, close)) else { break };
        if masked.get(start..start + length).is_some_and(is_meant) {
            masked.replace_range(start..start + length, &" ".repeat(length));
        }
        at = start + length + close.len();
    }
}

fn closing(rest: &str, close: &str) -> Option<usize> {
    if close != "'" {
        return rest.find(close);
    }
    // An apostrophe inside a word closes nothing.
    rest.match_indices('\'')
        .map(|(at, _)| at)
        .find(|at| !rest.get(at + 1..).is_some_and(|tail| tail.starts_with(is_letter_or_digit)))
}

/// What stands in quotation marks.
#[inline(never)]
pub(crate) fn quoted(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (open, close) in [("“", "”"), ("「", "」"), ("《", "》"), ("\"", "\""), (" '", "'"), ("‘", "’")]
    {
        let mut at = 0;
        while let Some(start) =
            text.get(at..).and_then(|rest| rest.find(open)).map(|found| at + found + open.len())
        {
            let Some(length) = text.get(start..).and_then(|rest| closing(rest, close)) else { break };
            if let Some(inner) =
                text.get(start..start + length).filter(|inner| !inner.trim().is_empty() && inner.len() < 240)
            {
                found.push(inner.trim());
            }
            at = start + length + close.len();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{NEAR, clauses, near, quoted, sentence_at, strip_at, without_quotes};

    fn cut(text: &str) -> Vec<&str> {
        clauses(text).into_iter().map(|clause| &text[clause.span]).collect()
    }

    #[test]
    fn an_answer_is_cut_into_clauses() {
        assert_eq!(
            cut("Done: it costs 1,234.50 at 7:30 p.m. today."),
            ["Done", "it costs 1,234.50 at 7:30 p.m. today"]
        );
        assert_eq!(cut("甲已删除;乙没删成,但丙好了。"), ["甲已删除", "乙没删成", "但丙好了"]);
        assert_eq!(cut("> Place: confirmed\n- [x] sent"), ["Place", "confirmed", "[x] sent"]);
        assert!(clauses("Shall I send it?")[0].asks);
    }

    #[test]
    fn a_line_without_an_end_is_near_in_part_only() {
        let text = "一 2,3 ".repeat(9000);
        let at = text.find('2').unwrap() + text.len() / 2 / 9 * 9;
        let range = near(&text, at);
        assert!(range.contains(&at) && range.len() <= 2 * NEAR && strip_at(&text, at).len() <= 2 * NEAR);
        assert_eq!(near("A is 1.5. B is 2", 14), sentence_at("A is 1.5. B is 2", 14));
    }

    #[test]
    fn quotes_are_blanked_and_found() {
        let text = "It says “Order placed!” and 'gone', it's fine";
        assert_eq!(without_quotes(text).len(), text.len());
        assert!(!without_quotes(text).contains("placed"));
        assert!(without_quotes(text).contains("it's fine"));
        assert_eq!(quoted(text), ["Order placed!", "gone"]);
    }

    #[test]
    fn the_sentence_and_the_strip_around_a_byte_are_found() {
        let text = "A is 1.5. B is 2, C is 3.";
        assert_eq!(&text[sentence_at(text, 11)], " B is 2, C is 3");
        assert_eq!(strip_at(text, 20), " C is 3");
        assert_eq!(strip_at("| a | 1 |\n| b | 2 |", 16), "| b | 2 |");
    }
}
