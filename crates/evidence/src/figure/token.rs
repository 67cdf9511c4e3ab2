//! Where a token ends, and which tokens hold digits that are no figure: addresses, files, telephone numbers.

use crate::words::{is_letter, one_of, part, words};

/// The end of a token: letters, digits and the signs that hold an address, a path or a code together.
pub(crate) fn token_end(text: &str, at: usize) -> usize {
    let tail = part(text, at..);
    let end = tail
        .find(|c: char| {
            !(c.is_ascii_alphanumeric()
                || matches!(c, '-' | '_' | '.' | '/' | ':' | '@' | '#' | '?' | '=' | '&' | '~' | '+'))
        })
        .unwrap_or(tail.len());
    at + part(tail, ..end).trim_end_matches(one_of(".:-/?+=~")).len()
}

/// The end of a telephone number: groups of digits behind a plus, a zero or a word for it, or a mobile number of one group.
pub(crate) fn telephone_end(text: &str, at: usize) -> Option<usize> {
    let head = text.get(..at)?;
    let said = head.trim_end_matches(one_of(" :\u{ff1a}是+("));
    let near = said.get(said.len().saturating_sub(12)..).unwrap_or(said).to_ascii_lowercase();
    let called = words("tel|tel.|phone|call|电话|手机|热线|致电|phone number|on|号码")
        .any(|word| near.ends_with(word));
    let tail = text.get(at..)?;
    let mut digits = 0;
    let mut end = 0;
    let mut groups = 1;
    let mut gap = 0;
    for (place, symbol) in tail.char_indices() {
        if symbol.is_ascii_digit() {
            digits += 1;
            groups += usize::from(gap > 0);
            gap = 0;
            end = place + 1;
        } else if matches!(symbol, ' ' | '-' | '(' | ')') && gap < 2 {
            gap += 1;
        } else {
            break;
        }
    }
    let led = head.ends_with('+') || called || tail.starts_with('0') && groups > 1;
    let mobile = groups == 1 && digits == 11 && tail.starts_with('1');
    (led && digits >= 8 && (groups > 1 || called) && digits < 16 || mobile).then_some(at + end)
}

/// An address, a path or a file: digits in it are part of a name.
pub(crate) fn is_address(token: &str) -> bool {
    if token.contains("://") || token.starts_with("www.") || token.contains('@') {
        return true;
    }
    let host = token.split(one_of("/:?#")).next().unwrap_or_default();
    host.rsplit_once('.').is_some_and(|(head, tail)| {
        (2..=8).contains(&tail.len())
            && tail.starts_with(is_letter)
            && tail.chars().all(|c| c.is_ascii_alphanumeric())
            && !head.is_empty()
            && !matches!(tail, "pm" | "am")
    })
}

#[cfg(test)]
mod tests {
    use super::{is_address, telephone_end, token_end};

    #[test]
    fn addresses_and_files_are_told_from_numbers() {
        assert!(
            is_address("https://a.test/1") && is_address("bill-2026-11.xlsx") && is_address("pots.example/9")
        );
        assert!(!is_address("12.5kg") && !is_address("1.234,50"));
        assert_eq!(token_end("v2.3.1, then", 0), 6);
    }

    #[test]
    fn telephone_numbers_end_where_their_groups_end() {
        assert_eq!(telephone_end("+44 20 7946 0958.", 1), Some(16));
        assert_eq!(telephone_end("13800001111", 0), Some(11));
        assert_eq!(telephone_end("10 20", 0), None);
    }
}
