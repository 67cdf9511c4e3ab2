//! Finds the figures of a text, and the identifiers beside them: codes, orders, versions, which are compared letter by letter.

use super::calendar::{
    clock, date_at_number, date_at_word, day_after, day_of_range, hour_of_range, month_and_day, plain_hour,
};
use super::number::{count_digits, digits};
use super::numeral::{Form, chinese, digit, english, word};
use super::surroundings::{hedge, is_measured, is_no_figure};
use super::token::{is_address, telephone_end, token_end};
use super::unit::{self, BARE, Currency, Family, PERCENT, Unit};
use super::{Figure, Hedge, Number, Value, ten};
use crate::turn::Day;
use crate::words::{is_digit, is_letter, one_of, part};
use std::ops::Range;

/// How a text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// What is no figure in the answer's own words is left out.
    Answer,
    /// Every number counts.
    Source,
}

#[derive(Debug, Default)]
pub(crate) struct Scanned {
    pub(crate) figures: Vec<Figure>,
    /// Tokens of letters and digits.
    pub(crate) names: Vec<Range<usize>>,
}

#[inline(never)]
pub(crate) fn scan(text: &str, reading: Reading, today: Option<Day>, most: usize) -> Scanned {
    let yen = ["円", "日元", "日圆", "JPY", "yen"].iter().any(|word| text.contains(word));
    let mut scanner = Scanner { text, reading, today, yen, out: Scanned::default() };
    let mut at = 0;
    while at < text.len() && scanner.out.figures.len() < most {
        at = scanner.step(at);
    }
    scanner.out
}

struct Scanner<'t> {
    text: &'t str,
    reading: Reading,
    today: Option<Day>,
    /// Whether ¥ is yen here.
    yen: bool,
    out: Scanned,
}

impl Scanner<'_> {
    fn tail(&self, at: usize) -> &str {
        part(self.text, at..)
    }

    /// Reads what starts at a byte and says where to go on.
    fn step(&mut self, at: usize) -> usize {
        let Some(first) = self.tail(at).chars().next() else { return self.text.len() };
        let next = at + first.len_utf8();
        if first.is_ascii_digit() {
            return self.at_digit(at);
        }
        if first.is_ascii_alphabetic() {
            return self.at_letter(at);
        }
        if "明后昨前大".contains(first) {
            return self.relative_chinese(at).unwrap_or(next);
        }
        if first == '百' && self.tail(at).starts_with("百分之") {
            return self.percent_in_words(at).unwrap_or(next);
        }
        if self.reading == Reading::Source
            && let Some(end) = self.chinese_factor(at)
        {
            return end;
        }
        if self.tail(at).starts_with("半价") {
            self.share(at, next + '价'.len_utf8(), 50.0, 0.5);
        }
        let leads = "百千万亿".contains(first) && part(self.text, ..at).ends_with(one_of("逾超近约达过破"));
        if let Some(end) = self.small_share(at, first) {
            return end;
        }
        if digit(first).is_some() || "十拾廿卅".contains(first) || leads {
            return self.at_numeral(at).unwrap_or(next);
        }
        // What a snapshot says of an element beside its words.
        if first == '[' && self.reading == Reading::Source {
            let mark = ["[ref=", "[level="].iter().any(|mark| self.tail(at).starts_with(mark));
            return self.tail(at).find(']').filter(|_| mark).map_or(next, |end| at + end + 1);
        }
        if first == '½' || first == '¼' || first == '¾' {
            let share = match first {
                '½' => 50.0,
                '¼' => 25.0,
                _ => 75.0,
            };
            self.share(at, next, share, share / 100.0);
        }
        next
    }

    fn at_letter(&mut self, at: usize) -> usize {
        let token = token_end(self.text, at);
        let name = word(self.text, at);
        let end = at + name.len();
        if is_address(part(self.text, at..token)) {
            return token;
        }
        if let Some((value, end)) = date_at_word(self.text, at) {
            self.push(at, end, value, BARE);
            return end;
        }
        // A letter right before a digit makes a name of both, but for the currency codes.
        if self.tail(end).starts_with(is_digit) {
            let code = unit::before(self.text, end).is_some_and(|(_, start)| start <= at);
            if code || self.reading == Reading::Source && name.eq_ignore_ascii_case("x") {
                return end;
            }
            return self.name(at, token);
        }
        if self.tail(end).starts_with(one_of("-_")) && self.tail(end + 1).starts_with(is_digit) {
            return self.name(at, token);
        }
        let lower = name.to_ascii_lowercase();
        let days = match lower.as_str() {
            "tomorrow" if self.is_behind(at, "day after ") => Some(2),
            "tomorrow" => Some(1),
            "yesterday" if self.is_behind(at, "day before ") => Some(-2),
            "yesterday" => Some(-1),
            _ => None,
        };
        if let Some(days) = days {
            self.relative(at, end, days);
            return end;
        }
        if let Some(end) = self.english_half(at, &lower) {
            return end;
        }
        if self.reading == Reading::Source && self.english_factor(at, end, &lower) {
            return end;
        }
        if let Some(end) = self.english_share(at, &lower) {
            return end;
        }
        if let Some(numeral) = english(self.text, at) {
            let single = numeral.number.value <= 1.0;
            if !single {
                self.number(at, numeral.end, numeral.number);
            }
            return numeral.end;
        }
        end
    }

    fn at_digit(&mut self, at: usize) -> usize {
        let token = token_end(self.text, at);
        let token_text = part(self.text, at..token);
        if is_address(token_text) {
            return token;
        }
        if let Some((value, end)) = date_at_number(self.text, at) {
            self.push(at, end, value, BARE);
            // `2026-11-03T08:00`
            return if self.tail(end).starts_with('T') { end + 1 } else { end };
        }
        if let Some(end) = telephone_end(self.text, at) {
            return self.name(at, end);
        }
        if let Some(last) = self.out.figures.last()
            && let Some((value, end)) =
                day_of_range(self.text, at, last.value, part(self.text, last.span.end..at))
        {
            self.push(at, end, value, BARE);
            return end;
        }
        if let Some((value, end)) = clock(self.text, at) {
            return self.clock_or_length(at, end, value);
        }
        if let Some((value, end)) = hour_of_range(self.text, at) {
            self.push(at, end, value, BARE);
            if self.reading == Reading::Answer {
                return end;
            }
        }
        if let Some(end) = self.minutes_and_seconds(at) {
            return end;
        }
        let Some((number, end)) = digits(self.text, at) else {
            return self.name(at, token.max(at + 1));
        };
        let ends_here = |next: char| next.is_ascii_alphabetic() || next == '_';
        if self.tail(end).starts_with(ends_here) && unit::after(self.text, end).is_none() {
            let ordinal = ["st", "nd", "rd", "th"].iter().any(|suffix| self.tail(end).starts_with(suffix));
            let times = self.tail(end).starts_with('x') && token == end + 1;
            return if ordinal {
                end + 2
            } else if times {
                self.number(at, end, number);
                end + 1
            } else {
                // `52dB`: a unit that has no table.
                let letters = part(self.text, end..token);
                if self.reading == Reading::Source
                    && letters.len() < 5
                    && letters.starts_with(|c: char| c.is_ascii_lowercase())
                {
                    self.number(at, end, number);
                }
                self.name(at, token)
            };
        }
        // A telephone number or a code: digits in more than two groups, or with a leading zero.
        let groups = token_text.split('-').count();
        let padded = token_text.starts_with('0') && count_digits(self.text, at) > 2;
        if token_text.contains('-') && (groups > 2 || padded) && !token_text.contains(is_letter) {
            return self.name(at, token);
        }
        if self.reading == Reading::Source {
            self.fraction(at);
        }
        if self.reading == Reading::Source
            && let Some((value, end)) = month_and_day(self.text, at)
        {
            self.push(at, end, value, BARE);
        }
        if self.reading == Reading::Source
            && let Some(value) = plain_hour(self.text, at)
        {
            self.push(at, end, value, BARE);
        }
        self.number(at, end, number);
        let pushed =
            self.out.figures.last().filter(|figure| figure.span.start <= at).map_or(end, |f| f.span.end);
        pushed.max(end)
    }

    fn at_numeral(&mut self, at: usize) -> Option<usize> {
        if let Some(last) = self.out.figures.last()
            && let Some((value, end)) =
                day_of_range(self.text, at, last.value, part(self.text, last.span.end..at))
        {
            self.push(at, end, value, BARE);
            return Some(end);
        }
        let numeral = chinese(self.text, at)?;
        let end = numeral.end;
        let written = self.text.get(at..end)?;
        if let Some((value, end)) = date_at_number(self.text, at) {
            self.push(at, end, value, BARE);
            return Some(end);
        }
        if let Some((value, stop)) = clock(self.text, at) {
            let bit = written == "一" && matches!(value, Value::Clock { minutes: 60, .. });
            if !bit {
                self.push(at, stop, value, BARE);
            }
            return Some(stop);
        }
        let tail = self.tail(end);
        // 四分之一
        if let Some(rest) = tail.strip_prefix("分之")
            && let Some(top) = chinese(rest, 0)
            && numeral.number.value > 0.0
        {
            let share = top.number.value / numeral.number.value;
            let stop = end + "分之".len() + top.end;
            self.share(at, stop, share * 100.0, share);
            return Some(stop);
        }
        if written == "一" && tail.starts_with('半') {
            let stop = end + '半'.len_utf8();
            self.share(at, stop, 50.0, 0.5);
            return Some(stop);
        }
        if tail.starts_with('折') {
            self.number(at, end, numeral.number);
            return Some(end + '折'.len_utf8());
        }
        let unit = unit::after(self.text, end);
        // 十分 is an adverb, 十分钟 a time.
        if written == "十" && tail.starts_with('分') && unit.is_none() {
            return Some(end);
        }
        let counts = match numeral.form {
            Form::Single => {
                let led = unit.is_some_and(|(unit, stop)| {
                    unit.family == Family::Duration && unit.scale > 60.0 && chinese(self.text, stop).is_some()
                });
                let many = numeral.number.value > 1.0 || self.reading == Reading::Source || led;
                let collective = written == "俩" || written == "仨";
                many && (collective || unit.is_some() || is_measured(self.text, end))
            }
            Form::Places => numeral.number.value > 999.0 || unit.is_some(),
            Form::Composed => numeral.number.value != 10.0 || unit.is_some() || is_measured(self.text, end),
        };
        if counts {
            self.number(at, end, numeral.number);
        }
        Some(end)
    }

    fn relative_chinese(&mut self, at: usize) -> Option<usize> {
        const WORDS: [(&str, i32); 9] = [
            ("大后天", 3),
            ("大前天", -3),
            ("明天", 1),
            ("明早", 1),
            ("明晚", 1),
            ("后天", 2),
            ("昨天", -1),
            ("昨晚", -1),
            ("前天", -2),
        ];
        let (found, days) = WORDS.iter().find(|(word, _)| self.tail(at).starts_with(word))?;
        let (end, days) = (at + found.len(), *days);
        self.relative(at, end, days);
        Some(end)
    }

    fn is_behind(&self, at: usize, words: &str) -> bool {
        part(self.text, ..at).ends_with(words)
    }

    fn relative(&mut self, at: usize, end: usize, days: i32) {
        if let Some(today) = self.today {
            let value = day_after(today, days);
            self.push(at, end, value, BARE);
        }
    }

    fn name(&mut self, at: usize, end: usize) -> usize {
        let head = part(self.text, ..at);
        let start =
            head.rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '#')).map_or(0, |found| {
                found + head.get(found..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8)
            });
        self.out.names.push(start.min(at)..end);
        end.max(at + 1)
    }

    fn number(&mut self, at: usize, end: usize, mut number: Number) {
        if self.reading == Reading::Answer && is_no_figure(self.text, at, end) {
            return;
        }
        if let Some(rest) = self.tail(end).trim_start().strip_prefix('折') {
            // 七五折: 75 % is paid, 25 % are off.
            let gap = self.tail(end).len() - rest.len();
            let paid = if number.value < 10.0 { number.value * 10.0 } else { number.value };
            let value = Number { value: paid, other: Some(100.0 - paid), shown: 0, ..number };
            self.push(at, end + gap, Value::Number(value), PERCENT);
            return;
        }
        let before = unit::before(self.text, at);
        let (after, halved) = self.unit_with_half(end);
        if halved {
            number.value += 0.5;
            number.shown = number.shown.min(-1);
        }
        let (unit, start, stop) = match (before, after) {
            (Some((unit, start)), _) => (unit, start, end),
            // `11h 40m`, `0.4 in.`
            (None, Some((unit, stop))) if unit.family == Family::Length && self.is_behind_hours(at) => {
                (Unit { family: Family::Duration, scale: 60.0 }, at, stop)
            }
            (None, Some((unit, stop))) => (unit, at, stop),
            (None, None) if self.is_inches(end) => {
                (Unit { family: Family::Length, scale: 0.0254 }, at, end + " in".len())
            }
            (None, None) if self.is_minutes(at, end) => {
                let gap = self.tail(end).len() - self.tail(end).trim_start().len();
                (Unit { family: Family::Duration, scale: 60.0 }, at, end + gap + '分'.len_utf8())
            }
            (None, None) => (self.unit_of_range(end), at, end),
        };
        if self.reading == Reading::Source && number.other.is_none() {
            number.other = self.power_of_range(end).map(|power| number.value * ten(power));
        }
        // A year of the calendar is a number, not a duration.
        let unit = match unit.family {
            Family::Duration
                if unit.scale > 3e7
                    && (1000.0..2200.0).contains(&number.value)
                    && self.tail(end).trim_start().starts_with('年') =>
            {
                BARE
            }
            Family::Percent if unit.scale > 1.0 => {
                number.value *= unit.scale;
                number.shown += 1;
                PERCENT
            }
            Family::Money(Currency::Yuan)
                if self.yen
                    && self.text.get(start..at).is_some_and(|sign| sign.starts_with(one_of("¥\u{ffe5}"))) =>
            {
                Unit { family: Family::Money(Currency::Yen), scale: 1.0 }
            }
            _ => unit,
        };
        // -5 is negative where nothing stands before the sign.
        let minus = self.text.get(..start).is_some_and(|head| {
            head.ends_with(one_of("−-"))
                && head
                    .trim_end_matches(one_of("−-"))
                    .chars()
                    .next_back()
                    .is_none_or(|c| c.is_whitespace() || matches!(c, '(' | '"' | ':' | '是' | '到'))
        });
        if minus && (unit.family == Family::Celsius || unit.family == Family::Fahrenheit) {
            number.value = -number.value;
        }
        if part(self.text, ..start).trim_end().ends_with("零下") {
            number.value = -number.value;
        }
        self.push(start, stop, Value::Number(number), unit);
    }

    /// The unit at the end of a range also counts for its start: `10–15 days`.
    fn unit_of_range(&self, end: usize) -> Unit {
        let tail = self.tail(end).trim_start_matches(' ');
        let apart = tail.len() < self.tail(end).len();
        for mark in ["–", "—", "-", "~", "～", "to ", "到", "至", "or ", "and "] {
            if let Some(rest) = tail.strip_prefix(mark) {
                // A minus stands apart from what is before it, and close to its number.
                if mark == "-" && apart && !rest.starts_with(' ') {
                    return BARE;
                }
                let start = self.text.len() - rest.trim_start().len();
                let stop = digits(self.text, start)
                    .map(|found| found.1)
                    .or_else(|| english(self.text, start).map(|numeral| numeral.end));
                return stop.and_then(|stop| unit::after(self.text, stop)).map_or(BARE, |found| found.0);
            }
        }
        BARE
    }

    /// `20-35K`: the multiplier at the end of a range may also count for its start.
    fn power_of_range(&self, end: usize) -> Option<i32> {
        let tail = self.tail(end);
        let rest = tail.strip_prefix(one_of("-–~～至到—"))?;
        let (number, _) = digits(rest, 0)?;
        (number.shown > 1).then_some(if number.shown > 3 { 4 } else { 3 })
    }

    fn push(&mut self, start: usize, end: usize, value: Value, unit: Unit) {
        let hedge = match value {
            Value::Number(_) => hedge(self.text, start, end),
            Value::Date { .. } | Value::Clock { .. } => Hedge::None,
        };
        let figure = Figure { span: start..end, value, unit, hedge };
        let whole = self.out.figures.last().and_then(|last| super::joined(self.text, last, &figure));
        match (whole, self.reading) {
            (Some(whole), Reading::Answer) => {
                self.out.figures.pop();
                self.out.figures.push(whole);
            }
            (Some(whole), Reading::Source) => self.out.figures.extend([figure, whole]),
            (None, _) => self.out.figures.push(figure),
        }
    }
}

mod halves;
pub(crate) use halves::AND_A_HALF;
mod lengths;
mod shares;
#[cfg(test)]
mod tests;
