//! Names in digits that an answer parts otherwise than its source: `TX 4150` of TX-4150, `11802247` of 1180-2247.

use super::Figure;
use super::ledger::{Ledger, Standing};
use crate::words::{is_digit, is_letter_or_digit, one_of, part};

/// Signs that part a name without being of it.
const PARTS: &str = " -–./_";
const BORDERS: &str = " -–./_\n\t,:;()|\"#*\u{ff0c}\u{ff1a}。";
/// Digits of a name that is no chance.
const DIGITS: usize = 6;
/// The same where letters are beside them.
const BESIDE_LETTERS: usize = 3;

/// Whether a figure is a piece of a name that stands in a source letter by letter.
pub(crate) fn is_of_name(figure: &Figure, answer: &str, ledger: &Ledger<'_>) -> bool {
    let whole = figure.number().is_some_and(|number| number.shown == 0);
    if !whole || !figure.unit.is_bare() {
        return false;
    }
    let name = name_around(answer, figure);
    let signs: Vec<char> = name.chars().filter(|sign| sign.is_ascii_alphanumeric()).collect();
    let digits = signs.iter().filter(|sign| sign.is_ascii_digit()).count();
    let least = if digits < signs.len() { BESIDE_LETTERS } else { DIGITS };
    digits >= least && ledger.sources_at(Standing::Current).any(|source| holds(source.text, &signs))
}

/// The digits with the groups of digits and of capitals beside them.
fn name_around<'a>(answer: &'a str, figure: &Figure) -> &'a str {
    let belongs = |token: &str| {
        !token.is_empty()
            && token.len() < 16
            && token.chars().all(|sign| sign.is_ascii_digit() || sign.is_ascii_uppercase())
    };
    let mut start = figure.span.start;
    while let Some(head) = part(answer, ..start).strip_suffix(one_of(PARTS)) {
        let token = head.rsplit(one_of(BORDERS)).next().unwrap_or_default();
        if !belongs(token) {
            break;
        }
        start = head.len() - token.len();
    }
    let mut end = figure.span.end;
    while let Some(tail) = part(answer, end..).strip_prefix(one_of(PARTS)) {
        let token = tail.split(one_of(BORDERS)).next().unwrap_or_default();
        if !belongs(token) {
            break;
        }
        end = answer.len() - tail.len() + token.len();
    }
    part(answer, start..end)
}

/// Whether a text has these signs in a row, with at most one sign that parts them between two, and no more of the name around them.
fn holds(text: &str, signs: &[char]) -> bool {
    let Some(first) = signs.first() else { return false };
    text.char_indices().filter(|(_, sign)| sign.eq_ignore_ascii_case(first)).any(|(at, _)| {
        let mut rest = part(text, at..);
        let met = signs.iter().enumerate().all(|(place, sign)| {
            let near = if place > 0 { rest.strip_prefix(one_of(PARTS)).unwrap_or(rest) } else { rest };
            let is_next = near.chars().next().is_some_and(|next| next.eq_ignore_ascii_case(sign));
            rest = if is_next { part(near, sign.len_utf8()..) } else { rest };
            is_next
        });
        met && !part(text, ..at).ends_with(is_letter_or_digit)
            && !rest.starts_with(is_letter_or_digit)
            && !rest.strip_prefix(one_of("-.")).is_some_and(|more| more.starts_with(is_digit))
    })
}

#[cfg(test)]
mod tests {
    use super::super::scan::{Reading, scan};
    use super::is_of_name;
    use crate::figure::ledger::{Ledger, Standing};
    use crate::finding::Proof;

    fn is_named(answer: &str, source: &str) -> bool {
        let mut ledger = Ledger::default();
        ledger.add(Proof::Step(1), Standing::Current, source, "");
        let figures = scan(answer, Reading::Answer, None, 9).figures;
        !figures.is_empty() && figures.iter().all(|figure| is_of_name(figure, answer, &ledger))
    }

    #[test]
    fn a_name_may_be_parted_otherwise() {
        for (answer, source) in [
            ("the model TX 4150", "Model TX-4150"),
            ("order 11802247", "Order 1180-2247"),
            ("订单号 20 4471 9902", "订单 20-4471-9902"),
            ("serial KP 220 918", "KP220918"),
        ] {
            assert!(is_named(answer, source), "{answer} of {source}");
        }
        for (answer, source) in [
            ("the model TX 4150", "Model TX-4510"),
            ("order 11802247", "Order 1180-22475"),
            ("costs 4150", "Model TX-4150"),
            ("in 2026", "pages 20-26"),
            ("118022 km", "Order 1180-22"),
        ] {
            assert!(!is_named(answer, source), "{answer} of {source}");
        }
    }
}
