//! Numbers in words: Chinese numerals with their colloquial tails, and English number words.

use super::scan::AND_A_HALF;
use super::{Number, Spelling, ten, trailing_zeros};
use crate::words::{one_of, part};

/// A numeral that starts at a byte.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Numeral {
    pub(crate) number: Number,
    pub(crate) end: usize,
    pub(crate) form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// One sign below ten: very often part of another word.
    Single,
    /// Digits in a row, as years are read: 一九八七.
    Places,
    /// With 十, 百, 千, 万 or 亿.
    Composed,
}

pub(crate) fn digit(symbol: char) -> Option<f64> {
    const DIGITS: &str = "〇一二三四五六七八九";
    match symbol {
        '零' => Some(0.0),
        '两' | '俩' | '贰' => Some(2.0),
        '壹' => Some(1.0),
        '叁' => Some(3.0),
        '肆' => Some(4.0),
        '伍' => Some(5.0),
        '陆' => Some(6.0),
        '柒' => Some(7.0),
        '捌' => Some(8.0),
        '玖' => Some(9.0),
        '仨' => Some(3.0),
        _ => DIGITS
            .chars()
            .position(|other| other == symbol)
            .and_then(|at| u8::try_from(at).ok())
            .map(f64::from),
    }
}

/// 廿 and 卅.
pub(crate) fn score(symbol: char) -> Option<f64> {
    match symbol {
        '廿' => Some(20.0),
        '卅' => Some(30.0),
        _ => None,
    }
}

fn multiplier(symbol: char) -> Option<f64> {
    match symbol {
        '十' | '拾' => Some(10.0),
        '百' | '佰' => Some(100.0),
        '千' | '仟' => Some(1000.0),
        '万' => Some(1e4),
        '亿' => Some(1e8),
        _ => None,
    }
}

pub(crate) fn chinese(text: &str, at: usize) -> Option<Numeral> {
    let (mut total, mut section, mut last) = (0.0, 0.0, 1.0);
    let mut pending: Option<f64> = None;
    let (mut places, mut composed, mut zero) = (0_u32, false, false);
    let mut end = at;
    // 逾千万: the count is one where a word of size stands before.
    let sized = text.get(..at).is_some_and(|head| head.ends_with(one_of("逾超近约达过破")));
    for symbol in text.get(at..)?.chars() {
        if let (Some(tens), None, false) = (score(symbol), pending, composed) {
            section += tens;
            (last, composed, zero) = (10.0, true, false);
        } else if let Some(value) = digit(symbol) {
            match pending {
                Some(earlier) if !composed => pending = Some(earlier * 10.0 + value),
                Some(0.0) | None => pending = Some(value),
                Some(_) => break,
            }
            zero = zero || value == 0.0;
            places += 1;
        } else if let Some(size) = multiplier(symbol) {
            let bare = pending.is_none() && section == 0.0 && total == 0.0 && size > 10.0;
            if places > 1 && !composed || bare && !(sized && end == at) {
                break;
            }
            let count = pending.take().or(bare.then_some(1.0));
            if size >= 1e4 {
                section += count.unwrap_or(0.0);
                total = if size >= 1e8 { (total + section) * size } else { total + section * size };
                section = 0.0;
            } else {
                section += count.unwrap_or(1.0) * size;
            }
            (last, composed, zero) = (size, true, false);
        } else {
            break;
        }
        end += symbol.len_utf8();
        if matches!(symbol, '俩' | '仨') {
            break;
        }
    }
    if end == at {
        return None;
    }
    if let Some(value) = pending {
        // 一万二 is 12,000: a tail counts in the next lower unit, unless a zero says otherwise.
        section += if composed && last >= 100.0 && !zero { value * last / 10.0 } else { value };
    }
    let value = total + section;
    let form = match (composed, places) {
        (true, _) => Form::Composed,
        (false, 1) => Form::Single,
        (false, _) => Form::Places,
    };
    let shown = if value >= 1e4 && form == Form::Composed { trailing_zeros(value) } else { 0 };
    Some(Numeral { number: Number { value, other: None, shown, spelling: Spelling::Words }, end, form })
}

const SMALL: [(&str, f64); 30] = [
    ("zero", 0.0),
    ("one", 1.0),
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("thirteen", 13.0),
    ("fourteen", 14.0),
    ("fifteen", 15.0),
    ("sixteen", 16.0),
    ("seventeen", 17.0),
    ("eighteen", 18.0),
    ("nineteen", 19.0),
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("sixty", 60.0),
    ("seventy", 70.0),
    ("eighty", 80.0),
    ("ninety", 90.0),
    ("dozen", 12.0),
    ("hundred", 100.0),
];

/// A word that makes thousands, millions or billions of what stands before it.
pub(super) fn size(word: &str) -> Option<f64> {
    match word {
        "thousand" => Some(1e3),
        "million" => Some(1e6),
        "billion" => Some(1e9),
        _ => None,
    }
}

/// Whether a whole number is so many times another.
fn is_multiple(value: f64, of: f64) -> bool {
    (value / of).floor() * of == value
}

/// English number words that start at a byte: `twenty-five`, `three hundred and ten`, `two million`.
pub(crate) fn english(text: &str, at: usize) -> Option<Numeral> {
    let (mut total, mut section, mut end, mut words) = (0.0_f64, 0.0_f64, at, 0);
    let mut cursor = at;
    loop {
        let word = word(text, cursor);
        let lower = word.to_ascii_lowercase();
        let small = || SMALL.iter().find(|(name, _)| *name == lower).map(|(_, value)| *value);
        let value = size(&lower).or_else(small);
        match value {
            Some(value) if value >= 1000.0 && words > 0 => {
                total += section * value;
                section = 0.0;
            }
            Some(100.0) if words > 0 => section *= 100.0,
            Some(12.0) if lower == "dozen" && words > 0 => section *= 12.0,
            Some(value) if value < 100.0 && (words == 0 || section == 0.0 || is_multiple(section, 100.0)) => {
                section += value;
            }
            Some(value) if value < 10.0 && is_multiple(section, 10.0) => section += value,
            Some(_) | None => {
                if lower == "and" && words > 0 && (is_multiple(section, 100.0)) && (total + section) >= 100.0
                {
                    cursor += word.len() + 1;
                    continue;
                }
                break;
            }
        }
        words += 1;
        end = cursor + word.len();
        let gap =
            text.get(end..).and_then(|rest| rest.chars().next()).filter(|next| matches!(next, ' ' | '-'));
        match gap {
            Some(gap) => cursor = end + gap.len_utf8(),
            None => break,
        }
    }
    if words == 0 {
        return None;
    }
    let mut value = total + section;
    let mut shown = if value >= ten(6) { trailing_zeros(value) } else { 0 };
    // `one and a half million`
    if part(text, end..).starts_with(AND_A_HALF) && value < 1000.0 {
        let after = end + AND_A_HALF.len() + 1;
        let behind = word(text, after);
        value += 0.5;
        (shown, end) = (-1, after - 1);
        if let Some(size) = size(behind) {
            value *= size;
            (shown, end) = (trailing_zeros(value), after + behind.len());
        }
    }
    let form = if words == 1 && value < 10.0 { Form::Single } else { Form::Composed };
    Some(Numeral { number: Number { value, other: None, shown, spelling: Spelling::Words }, end, form })
}

pub(crate) fn word(text: &str, at: usize) -> &str {
    let tail = part(text, at..);
    let end = tail.find(|next: char| !next.is_ascii_alphabetic()).unwrap_or(tail.len());
    part(tail, ..end)
}

#[cfg(test)]
mod tests {
    use super::{chinese, english};

    fn value(text: &str) -> f64 {
        chinese(text, 0).unwrap().number.value
    }

    #[test]
    fn chinese_numerals_are_read_with_their_tails() {
        let table = [
            ("三千二百", 3200.0),
            ("一百五十", 150.0),
            ("一百零五", 105.0),
            ("一万二", 12_000.0),
            ("三千五", 3500.0),
            ("一万零二百", 10_200.0),
            ("一万两千", 12_000.0),
            ("十二", 12.0),
            ("二十五", 25.0),
            ("一九八七", 1987.0),
            ("二〇二六", 2026.0),
            ("七五", 75.0),
            ("俩", 2.0),
            ("三亿六千万", 360_000_000.0),
            ("两百三", 230.0),
            ("廿五", 25.0),
            ("叁万伍仟", 35_000.0),
            ("壹仟叁佰", 1300.0),
        ];
        for (text, expected) in table {
            assert_eq!(value(text), expected, "{text}");
        }
    }

    #[test]
    fn multipliers_without_a_count_are_words() {
        assert_eq!(chinese("万一", 0), None);
        assert_eq!(chinese("千万别", 0), None);
        assert_eq!(chinese("百度", 0), None);
    }

    #[test]
    fn a_word_of_size_counts_for_one() {
        let text = "收入逾千万元";
        assert_eq!(chinese(text, "收入逾".len()).unwrap().number.value, 1e7);
    }

    #[test]
    fn english_words_are_read() {
        let table = [
            ("twenty-five", 25.0),
            ("three hundred and ten", 310.0),
            ("two million", 2_000_000.0),
            ("four", 4.0),
            ("two dozen", 24.0),
            ("twelve thousand", 12_000.0),
        ];
        for (text, expected) in table {
            assert_eq!(english(text, 0).unwrap().number.value, expected, "{text}");
        }
        assert_eq!(english("tent", 0), None);
    }
}
