//! Shares and factors in words: half, a quarter, 百分之十五; twice, doubled, 翻番. A factor counts only in sources and requests: in an
//! answer the words are too often no figure.

use super::super::number::digits;
use super::super::numeral::{chinese, digit};
use super::super::unit::{BARE, Family, PERCENT, Unit};
use super::super::{Half, Number, Spelling, Value, ten};
use super::Scanner;
use crate::words::{is_letter_or_digit, part};

const ENGLISH: [(&str, f64); 11] = [
    ("twice", 2.0),
    ("double", 2.0),
    ("doubled", 2.0),
    ("doubles", 2.0),
    ("triple", 3.0),
    ("tripled", 3.0),
    ("thrice", 3.0),
    ("quadrupled", 4.0),
    ("halve", 0.5),
    ("halved", 0.5),
    ("half", 0.5),
];

const CHINESE: [(&str, f64); 8] = [
    ("翻了两番", 4.0),
    ("翻两番", 4.0),
    ("翻了一番", 2.0),
    ("翻了一倍", 2.0),
    ("翻一番", 2.0),
    ("翻番", 2.0),
    ("翻倍", 2.0),
    ("减半", 0.5),
];

impl Scanner<'_> {
    pub(super) fn english_factor(&mut self, at: usize, end: usize, lower: &str) -> bool {
        let found = ENGLISH.iter().find(|(word, _)| *word == lower);
        if let Some((_, factor)) = found {
            self.factor(at, end, *factor);
        }
        found.is_some()
    }

    pub(super) fn chinese_factor(&mut self, at: usize) -> Option<usize> {
        let (word, factor) = CHINESE.iter().find(|(word, _)| self.tail(at).starts_with(word))?;
        self.factor(at, at + word.len(), *factor);
        Some(at + word.len())
    }

    /// A number of times, and the number itself.
    fn factor(&mut self, start: usize, end: usize, factor: f64) {
        let value = Value::Number(Number { value: factor, other: None, shown: 0, spelling: Spelling::Words });
        self.push(start, end, value, Unit { family: Family::Times, scale: 1.0 });
        if factor > 1.0 {
            self.push(start, end, value, BARE);
        }
    }

    /// `a quarter`, `half of`, `two thirds`, `noon`.
    pub(super) fn english_share(&mut self, at: usize, lower: &str) -> Option<usize> {
        const SHARES: [(&str, f64); 11] = [
            ("a quarter", 0.25),
            ("one quarter", 0.25),
            ("three quarters", 0.75),
            ("a third", 1.0 / 3.0),
            ("one third", 1.0 / 3.0),
            ("two thirds", 2.0 / 3.0),
            ("half of", 0.5),
            ("half price", 0.5),
            ("half-price", 0.5),
            ("half the", 0.5),
            ("a half", 0.5),
        ];
        if lower == "noon" {
            let value = Value::Clock { minutes: 720, half: Half::Said };
            self.push(at, at + 4, value, BARE);
            return Some(at + 4);
        }
        let tail = self.tail(at);
        let (phrase, share) = SHARES.iter().find(|(phrase, _)| {
            tail.get(..phrase.len()).is_some_and(|head| head.eq_ignore_ascii_case(phrase))
                && !tail.get(phrase.len()..).is_some_and(|rest| rest.starts_with(is_letter_or_digit))
        })?;
        // A third time, a quarter past.
        let rest = Self::first_word(part(tail, phrase.len()..));
        let of_all = matches!(rest, "of" | "are" | "were" | "have") || rest.ends_with("ed");
        if phrase.ends_with("third") && !of_all || rest == "past" || rest == "to" || rest == "hour" {
            return Some(at + phrase.len());
        }
        let (end, share) = (at + phrase.len(), *share);
        self.share(at, end, share * 100.0, share);
        Some(end)
    }

    fn first_word(text: &str) -> &str {
        text.trim_start().split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default()
    }

    /// A share of a whole: a percentage that may also stand as a fraction.
    pub(super) fn share(&mut self, start: usize, end: usize, percent: f64, fraction: f64) {
        let value = Value::Number(Number {
            value: percent,
            other: Some(fraction),
            shown: 0,
            spelling: Spelling::Words,
        });
        self.push(start, end, value, PERCENT);
    }

    /// In digits or in Chinese signs.
    fn plain_number(&self, at: usize) -> Option<(Number, usize)> {
        if let Some(found) = digits(self.text, at) {
            return Some(found);
        }
        let whole = chinese(self.text, at)?;
        let (mut number, mut end) = (whole.number, whole.end);
        // 三点八五
        for sign in self.tail(end).strip_prefix('点').unwrap_or_default().chars() {
            let Some(value) = digit(sign) else { break };
            end += sign.len_utf8() + if number.shown == 0 { '点'.len_utf8() } else { 0 };
            number.shown -= 1;
            number.value += value * ten(number.shown);
        }
        Some((number, end))
    }

    /// 千分之三, 万分之五.
    pub(super) fn small_share(&mut self, at: usize, first: char) -> Option<usize> {
        let whole = match first {
            '千' => 1e3,
            '万' => 1e4,
            _ => return None,
        };
        let start = at + first.len_utf8() + "分之".len();
        self.tail(at + first.len_utf8()).strip_prefix("分之")?;
        let (number, end) = self.plain_number(start)?;
        let share = number.value / whole;
        self.share(at, end, share * 100.0, share);
        Some(end)
    }

    pub(super) fn percent_in_words(&mut self, at: usize) -> Option<usize> {
        let start = at + "百分之".len();
        let (number, end) = self.plain_number(start)?;
        self.push(at, end, Value::Number(number), PERCENT);
        Some(end)
    }
}
