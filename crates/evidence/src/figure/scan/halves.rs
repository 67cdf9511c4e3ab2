//! Halves in English words: `half past four`, `half a million`, `an hour and a half`.

use super::super::number::count_digits;
use super::super::numeral::{english, size, word};
use super::super::unit::{self, BARE, Family, Unit};
use super::super::{Half, Number, Spelling, Value, trailing_zeros};
use super::Scanner;
use crate::words::part;

pub(crate) const AND_A_HALF: &str = " and a half";

impl Scanner<'_> {
    pub(super) fn english_half(&mut self, at: usize, lower: &str) -> Option<usize> {
        match lower {
            "half" => self.past(at, at + 4, 30).or_else(|| self.half_a(at)),
            "quarter" => self.past(at, at + 7, 15),
            "a" | "an" => self.one_and_a_half(at, at + lower.len()),
            _ => None,
        }
    }

    /// Minutes past or to an hour, which is a word or a number.
    fn past(&mut self, at: usize, end: usize, minutes: u16) -> Option<usize> {
        let tail = self.tail(end);
        let (rest, to) = match tail.strip_prefix(" past ") {
            Some(rest) => (rest, false),
            None => (tail.strip_prefix(" to ")?, true),
        };
        let start = self.text.len() - rest.len();
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (hour, stop) = match part(rest, ..digits).parse::<u16>() {
            Ok(hour) => (hour, start + digits),
            Err(_) => {
                let numeral = english(self.text, start)?;
                let hour = (1..13_u16).find(|hour| f64::from(*hour) == numeral.number.value)?;
                (hour, numeral.end)
            }
        };
        if !(1..=12).contains(&hour) {
            return None;
        }
        let minutes = if to { hour * 60 - minutes } else { hour * 60 + minutes };
        self.push(at, stop, Value::Clock { minutes: minutes % 1440, half: Half::Open }, BARE);
        Some(stop)
    }

    /// Of a number or of a unit.
    fn half_a(&mut self, at: usize) -> Option<usize> {
        let rest = self.tail(at + 4).strip_prefix(" a").map(|rest| rest.strip_prefix('n').unwrap_or(rest))?;
        let start = self.text.len() - rest.strip_prefix(' ')?.len();
        let of = word(self.text, start);
        let (value, shown, unit, end) = match size(of).or((of == "dozen").then_some(12.0)) {
            Some(size) => {
                let (half, end) = (size / 2.0, start + of.len());
                let unit = unit::after(self.text, end).map_or(BARE, |found| found.0);
                (half, trailing_zeros(half), unit, end)
            }
            None => {
                let (unit, end) = unit::after(self.text, start)?;
                (0.5, -1, unit, end)
            }
        };
        self.put(at, end, value, shown, unit);
        Some(end)
    }

    fn one_and_a_half(&mut self, at: usize, end: usize) -> Option<usize> {
        let (unit, stop) = unit::after(self.text, end)?;
        if self.is_with_minutes(unit, stop) {
            self.put(at, stop, 1.0, 0, unit);
            return Some(stop);
        }
        self.tail(stop).strip_prefix(AND_A_HALF)?;
        let stop = stop + AND_A_HALF.len();
        self.put(at, stop, 1.5, -1, unit);
        Some(stop)
    }

    /// `an hour and 40 minutes`
    fn is_with_minutes(&self, unit: Unit, stop: usize) -> bool {
        let Some(rest) = self.tail(stop).strip_prefix(" and ") else { return false };
        let start = self.text.len() - rest.len();
        let end = english(self.text, start).map_or(start + count_digits(self.text, start), |found| found.end);
        unit.family == Family::Duration
            && end > start
            && unit::after(self.text, end).is_some_and(|(after, _)| after.family == Family::Duration)
    }

    /// `1/2 litre`
    pub(super) fn fraction(&mut self, at: usize) {
        let mut signs = self.tail(at).bytes();
        let (top, bar, bottom, next) = (signs.next(), signs.next(), signs.next(), signs.next());
        let alone = !part(self.text, ..at).ends_with(|c: char| c.is_ascii_digit() || c == '/')
            && !next.is_some_and(|next| next.is_ascii_digit() || next == b'/');
        if let (Some(top @ b'1'..=b'7'), Some(b'/'), Some(bottom @ b'2'..=b'8'), true) =
            (top, bar, bottom, alone)
            && top < bottom
        {
            let (unit, end) = unit::after(self.text, at + 3).unwrap_or((BARE, at + 3));
            self.put(at, end, f64::from(top - b'0') / f64::from(bottom - b'0'), -2, unit);
        }
    }

    fn put(&mut self, at: usize, end: usize, value: f64, shown: i32, unit: Unit) {
        let number = Number { value, other: None, shown, spelling: Spelling::Words };
        self.push(at, end, Value::Number(number), unit);
    }
}
