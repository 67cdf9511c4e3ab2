//! Arithmetic that the answer shows: `329 × 2 − 50 = 608`. Every operand has its proof, and the result is computed anew.

use super::Figure;
use super::matching::shows;
use super::unit::Family;
use crate::words::{one_of, part};
use std::ops::Range;

/// Numbers that a computation may use without a source: months, weeks, days, hours, minutes, percent.
const CONSTANTS: [f64; 10] = [12.0, 52.0, 365.0, 24.0, 60.0, 7.0, 100.0, 30.0, 1000.0, 1024.0];

/// Whether a figure is such a number, beside a sign of multiplication or division, or the number of terms that a sum is divided by.
pub(crate) fn is_constant(answer: &str, figure: &Figure) -> bool {
    let Some(number) = figure.number() else { return false };
    let before = part(answer, ..figure.span.start).trim_end();
    let after = part(answer, figure.span.end..).trim_start();
    let head = before.strip_suffix(one_of("×*÷/x")).unwrap_or_default().trim_end();
    let behind = !head.is_empty() && !head.ends_with('*');
    if let Some(sum) = head.strip_suffix(one_of(")\u{ff09}")) {
        let open = sum.rfind(one_of("(\u{ff08}")).unwrap_or(sum.len());
        let terms = part(sum, open..).matches('+').count() + 1;
        if terms > 1 && u32::try_from(terms).is_ok_and(|terms| number.value == f64::from(terms)) {
            return true;
        }
    }
    let before_sign = after.starts_with(one_of("×*÷")) && !after.starts_with("**");
    // 按 1024 算, 按每月 30 天
    let said = ["按", "按每月", "按一个月", "按一年", "by", "of"].iter().any(|word| before.ends_with(word))
        && (before.ends_with(|c: char| !c.is_ascii()) || number.value > 999.0);
    (behind || before_sign || said) && CONSTANTS.contains(&number.value)
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Token {
    Value(f64),
    Sign(char),
    Open,
    Close,
}

/// What an answer shows of how it came to a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    Nothing,
    /// Another figure comes out.
    Wrong,
    /// The places in `figures` of the operands.
    Of(Range<usize>),
}

/// The computation whose result the figure is.
pub(crate) fn computed(answer: &str, figures: &[Figure], at: usize) -> Shown {
    let Some((operands, is_right)) = computation(answer, figures, at) else { return Shown::Nothing };
    let Some(figure) = figures.get(at) else { return Shown::Nothing };
    let kind = |operand: &Figure| operand.unit.agrees(figure.unit);
    match figures.get(operands.clone()) {
        _ if is_right => Shown::Of(operands),
        // Of another kind it may be no computation: `$50 (2 × 500 ml)`.
        Some(terms)
            if terms.iter().any(kind) && terms.iter().all(|term| term.unit.family != Family::Percent) =>
        {
            Shown::Wrong
        }
        Some(_) | None => Shown::Nothing,
    }
}

fn computation(answer: &str, figures: &[Figure], at: usize) -> Option<(Range<usize>, bool)> {
    let figure = figures.get(at)?;
    let shown = figure.number()?;
    let is = |value: f64| {
        let is = |value: f64| shows(shown.value, shown, figure.hedge, value);
        is(value) || figure.unit.family == Family::Percent && is(value * 100.0)
    };
    if let Some((end, result)) = explained(answer, figures, at) {
        return Some((at + 1..end, is(result)));
    }
    let before = part(answer, ..figure.span.start).trim_end_matches(one_of(" *约$¥€£"));
    let head = before.strip_suffix(one_of("=≈\u{ff1d}"))?;
    // From the right: what stands between, then the operand before it.
    let mut tokens = Vec::new();
    let (mut first, mut end) = (at, head.len());
    while let Some(operand) = first.checked_sub(1).and_then(|left| figures.get(left)) {
        let Some(between) = signs(part(answer, operand.span.end..end)) else { break };
        let joined = between.iter().any(|token| matches!(token, Token::Sign(_)));
        if operand.span.end > end || joined == tokens.is_empty() {
            break;
        }
        tokens.extend(between.into_iter().rev());
        tokens.push(value_of(operand)?);
        first -= 1;
        end = operand.span.start;
    }
    // Brackets that open before the first operand.
    let unopened = tokens.iter().filter(|token| **token == Token::Close).count();
    let opened = tokens.iter().filter(|token| **token == Token::Open).count();
    tokens.extend(std::iter::repeat_n(Token::Open, unopened.saturating_sub(opened)));
    tokens.reverse();
    let mut reader = Reader { tokens: &tokens, at: 0 };
    let result = reader.sum(0).filter(|_| at - first > 1)?;
    Some((first..at, is(result)))
}

/// `$63 in total (2 × $18 + 3 × $9)`: the computation stands behind its result, in brackets or behind a sign of equality.
fn explained(answer: &str, figures: &[Figure], at: usize) -> Option<(usize, f64)> {
    const GAP: usize = 40;
    let figure = figures.get(at)?;
    let first = figures.get(at + 1)?;
    let between = part(answer, figure.span.end..first.span.start);
    let lead = between.find(one_of("(\u{ff08}=\u{ff1d}"))?;
    let open = part(between, lead..).chars().next()?;
    if lead > GAP
        || between.contains(one_of("\n。,\u{ff0c}"))
        || between.contains(". ")
        || between.contains(".*")
    {
        return None;
    }
    let mut tokens: Vec<Token> = signs(part(between, lead + open.len_utf8()..))?;
    let mut next = at + 1;
    let mut from = first;
    loop {
        tokens.push(value_of(from)?);
        next += 1;
        let Some(operand) = figures.get(next) else { break };
        let Some(between) = signs(part(answer, from.span.end..operand.span.start)) else { break };
        if !between.iter().any(|token| matches!(token, Token::Sign(_))) {
            break;
        }
        tokens.extend(between);
        from = operand;
    }
    let mut reader = Reader { tokens: &tokens, at: 0 };
    let result = reader.sum(0).filter(|_| next - at > 2 && reader.at == tokens.len())?;
    Some((next, result))
}

fn value_of(operand: &Figure) -> Option<Token> {
    let value = operand.number()?.value;
    Some(Token::Value(if operand.unit.family == Family::Percent { value / 100.0 } else { value }))
}

/// Signs and brackets between two operands; words beside them are units. None where it is no arithmetic.
fn signs(between: &str) -> Option<Vec<Token>> {
    let mut found = Vec::new();
    let mut signs = 0;
    for symbol in between.chars() {
        match symbol {
            '+' | '-' | '−' | '–' | '×' | '*' | '/' | '÷' | 'x' if signs == 0 => {
                signs += 1;
                found.push(Token::Sign(symbol));
            }
            '(' | '\u{ff08}' => found.push(Token::Open),
            ')' | '\u{ff09}' => found.push(Token::Close),
            ' ' | '\u{a0}' | '$' | '€' | '£' | '¥' => {}
            _ if symbol.is_alphabetic() => {}
            _ => return None,
        }
    }
    Some(found)
}

struct Reader<'t> {
    tokens: &'t [Token],
    at: usize,
}

impl Reader<'_> {
    fn sign(&mut self, of: &[char]) -> Option<char> {
        match self.tokens.get(self.at) {
            Some(Token::Sign(sign)) if of.contains(sign) => {
                self.at += 1;
                Some(*sign)
            }
            Some(_) | None => None,
        }
    }

    fn sum(&mut self, depth: u8) -> Option<f64> {
        let mut value = self.product(depth)?;
        while let Some(sign) = self.sign(&['+', '-', '−', '–']) {
            let next = self.product(depth)?;
            value += if sign == '+' { next } else { -next };
        }
        Some(value)
    }

    fn product(&mut self, depth: u8) -> Option<f64> {
        let mut value = self.value(depth)?;
        while let Some(sign) = self.sign(&['×', '*', 'x', '/', '÷']) {
            let next = self.value(depth)?;
            value = if matches!(sign, '/' | '÷') { value / next } else { value * next };
        }
        Some(value)
    }

    fn value(&mut self, depth: u8) -> Option<f64> {
        let token = self.tokens.get(self.at)?;
        self.at += 1;
        match token {
            Token::Value(value) => Some(*value),
            Token::Open if depth < 4 => {
                let value = self.sum(depth + 1)?;
                self.at += usize::from(self.tokens.get(self.at) == Some(&Token::Close));
                Some(value)
            }
            Token::Open | Token::Close | Token::Sign(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::scan::{Reading, scan};
    use super::{Shown, computed};

    #[test]
    fn an_explanation_may_follow() {
        for (text, right) in
            [("$63 in total (2 × $18 + 3 × $9)", true), ("$58 in total (2 × $18 + 3 × $9)", false)]
        {
            let figures = scan(text, Reading::Answer, None, 9).figures;
            assert_eq!(matches!(computed(text, &figures, 0), Shown::Of(_)), right, "{text}");
        }
    }

    fn last_is_computed(text: &str) -> bool {
        let figures = scan(text, Reading::Answer, None, 9).figures;
        matches!(computed(text, &figures, figures.len() - 1), Shown::Of(_))
    }

    #[test]
    fn what_is_shown_is_computed_anew() {
        for text in [
            "329 × 2 − 50 = 608 元",
            "$12.50 × 12 = $150",
            "16.9 + 4.8 = 21.7",
            "(8.4 + 9.1 + 7.7) ÷ 3 = 8.4",
            "2 × (10 元 + 5 元) = 30 元",
            "120 / 480 = 25%",
        ] {
            assert!(last_is_computed(text), "{text}");
        }
        for text in ["329 × 2 − 50 = 618 元", "16.9, 4.8 = 21.7", "= 5"] {
            assert!(!last_is_computed(text), "{text}");
        }
    }
}
