//! Numbers in digits: separators of all kinds, and the multipliers after them.

use super::{Number, Spelling, ten};
use crate::words::one_of;

/// A number in digits that starts at a byte, and where it ends. None for what is no number (`1.2.3`).
pub(crate) fn digits(text: &str, at: usize) -> Option<(Number, usize)> {
    let run = Run::at(text, at)?;
    let (value, other, decimals) = run.read()?;
    let mut number = Number { value, other, shown: -decimals, spelling: Spelling::Digits };
    let mut end = run.end;
    if let Some((power, stop)) = multiplier(text, end) {
        // Beside a multiplier a single group is a decimal.
        if let (Some(mark), [whole, part]) = (run.single, run.groups.as_slice())
            && (mark == '.' || mark == ',')
        {
            number.value = whole.value + part.value / ten(part.digits);
            number.shown = -part.digits;
            // 2,384 万 is written too.
            let thousands = mark == ',' && part.digits == 3;
            number.other = thousands.then_some(whole.value * 1000.0 + part.value);
        } else {
            number.other = None;
        }
        number.value *= ten(power);
        number.other = number.other.map(|other| other * ten(power));
        number.shown += power;
        end = stop;
    }
    Some((number, end))
}

/// The power of ten that a word after a number stands for.
fn multiplier(text: &str, at: usize) -> Option<(i32, usize)> {
    const CHINESE: [(&str, i32); 6] =
        [("万亿", 12), ("百万", 6), ("千万", 7), ("万", 4), ("亿", 8), ("千", 3)];
    const LATIN: [(&str, i32); 10] = [
        ("thousand", 3),
        ("million", 6),
        ("billion", 9),
        ("trillion", 12),
        ("bn", 9),
        ("mn", 6),
        ("k", 3),
        ("m", 6),
        ("b", 9),
        ("tn", 12),
    ];
    let tail = text.get(at..)?;
    let near = tail.strip_prefix(one_of(" \u{a0}")).unwrap_or(tail);
    let gap = tail.len() - near.len();
    for (word, power) in CHINESE {
        if let Some(rest) = near.strip_prefix(word) {
            if word == "千" && (rest.starts_with('克') || rest.starts_with('米') || rest.starts_with('瓦'))
            {
                return None;
            }
            return Some((power, at + gap + word.len()));
        }
    }
    for (word, power) in LATIN {
        let found = near.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        let whole = near.get(word.len()..).is_some_and(|rest| {
            !rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '²' || next == '³')
        });
        // A letter is a multiplier only where it stands beside the digits, and a small m is a metre.
        let letter = word.len() == 1;
        let apart = gap > 0 && !near.starts_with(one_of("MKB"));
        if found && whole && !(letter && (apart || near.starts_with(one_of("mb")))) {
            return Some((power, at + gap + word.len()));
        }
    }
    None
}

struct Group {
    value: f64,
    digits: i32,
}

/// Digits and the marks between them.
struct Run {
    groups: Vec<Group>,
    marks: Vec<char>,
    /// The mark where there is one only.
    single: Option<char>,
    end: usize,
}

impl Run {
    fn at(text: &str, at: usize) -> Option<Self> {
        let mut run = Self { groups: Vec::new(), marks: Vec::new(), single: None, end: at };
        let mut cursor = at;
        loop {
            let start = cursor;
            let mut value = 0.0;
            while let Some(digit) = text.as_bytes().get(cursor).filter(|byte| byte.is_ascii_digit()) {
                value = value * 10.0 + f64::from(digit - b'0');
                cursor += 1;
            }
            let digits = i32::try_from(cursor - start).ok()?;
            if digits == 0 || digits > 15 || run.groups.len() > 8 {
                return None;
            }
            run.groups.push(Group { value, digits });
            run.end = cursor;
            let Some(mark) = text.get(cursor..).and_then(|rest| rest.chars().next()) else { break };
            let next = cursor + mark.len_utf8();
            let follows = count_digits(text, next);
            let joins = match mark {
                // A comma behind whole groups is one of the sentence: `¥6,000,12 期`.
                ',' if run.marks.last() == Some(&',') => follows == 3,
                '.' | ',' => follows > 0,
                // A group of a number that is written with blanks has three digits, and the first at most three.
                ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}' => {
                    follows == 3
                        && run.groups.first().is_some_and(|group| group.digits <= 3 && group.value > 0.0)
                        && run.marks.iter().all(|earlier| *earlier == mark)
                        && run.groups.iter().skip(1).all(|group| group.digits == 3)
                        && !starts_clock(text, next + 3)
                }
                '\'' | '’' | '٬' => follows == 3,
                _ => false,
            };
            if !joins {
                break;
            }
            run.marks.push(mark);
            cursor = next;
        }
        if let [mark] = run.marks.as_slice() {
            run.single = Some(*mark);
        }
        Some(run)
    }

    /// The value, its other reading, and how many decimals it shows.
    fn read(&self) -> Option<(f64, Option<f64>, i32)> {
        let joined =
            |groups: &[Group]| groups.iter().fold(0.0, |sum, group| sum * ten(group.digits) + group.value);
        let thousands = |groups: &[Group]| groups.iter().skip(1).all(|group| group.digits == 3);
        let (last, head) = self.groups.split_last()?;
        let decimal = joined(head) + last.value / ten(last.digits);
        let Some((mark, before)) = self.marks.split_last() else { return Some((last.value, None, 0)) };
        if before.is_empty() {
            let first = head.first()?;
            let grouped = last.digits == 3 && first.digits <= 3 && first.value > 0.0;
            let whole = joined(&self.groups);
            return match mark {
                ',' if grouped => Some((whole, Some(decimal), 0)),
                '.' if grouped => Some((decimal, Some(whole), last.digits)),
                '.' | ',' => Some((decimal, None, last.digits)),
                _ => Some((whole, None, 0)),
            };
        }
        let one_kind = before.iter().all(|earlier| earlier == mark);
        if one_kind {
            return thousands(&self.groups).then(|| (joined(&self.groups), None, 0));
        }
        let same_before = before.windows(2).all(|pair| pair.first() == pair.last());
        (same_before && thousands(head)).then_some((decimal, None, last.digits))
    }
}

pub(crate) fn count_digits(text: &str, at: usize) -> usize {
    text.as_bytes().iter().skip(at).take_while(|byte| byte.is_ascii_digit()).count()
}

fn starts_clock(text: &str, at: usize) -> bool {
    text.get(at..).is_some_and(|rest| rest.starts_with(':'))
}

#[cfg(test)]
mod tests {
    use super::digits;

    fn read(text: &str) -> Option<(f64, i32)> {
        digits(text, 0).map(|(number, _)| (number.value, number.shown))
    }

    #[test]
    fn separators_of_all_kinds_give_one_value() {
        for text in ["1,234.50", "1.234,50", "1 234,50", "1\u{202f}234,50", "1’234.50", "1'234.50"] {
            assert_eq!(read(text), Some((1234.5, -2)), "{text}");
        }
        assert_eq!(read("299,792,458"), Some((299_792_458.0, 0)));
        assert_eq!(read("12.5"), Some((12.5, -1)));
        assert_eq!(read("6,000,12"), Some((6000.0, 0)));
    }

    #[test]
    fn one_group_of_three_is_read_both_ways() {
        assert_eq!(digits("1.234", 0).unwrap().0.other, Some(1234.0));
        assert_eq!(digits("1,234", 0).unwrap().0.other, Some(1.234));
        assert_eq!(digits("0.125", 0).unwrap().0.other, None);
    }

    #[test]
    fn beside_a_multiplier_it_is_a_decimal() {
        assert_eq!(read("1.234 million"), Some((1_234_000.0, 3)));
        assert_eq!(read("1.2万"), Some((12_000.0, 3)));
        assert_eq!(read("3.6 亿"), Some((360_000_000.0, 7)));
        assert_eq!(read("2k"), Some((2000.0, 3)));
        assert_eq!(read("2 m"), Some((2.0, 0)));
        assert_eq!(read("1.20 M"), Some((1_200_000.0, 4)));
    }

    #[test]
    fn a_version_is_no_number() {
        assert_eq!(read("1.2.3"), None);
        assert_eq!(read("12:30"), Some((12.0, 0)));
    }
}
