//! Lengths of time as they are written beside clocks: `1:52:36`, `5'20"`, `11h 40m`, 37 分 20 秒, 三个半小时. And inches.

use super::super::number::count_digits;
use super::super::unit::{self, BARE, Family, Unit};
use super::super::{Figure, Hedge, Number, Spelling, Value};
use super::{Reading, Scanner};
use crate::words::{one_of, part};

const SECONDS: Unit = Unit { family: Family::Duration, scale: 1.0 };

fn length(seconds: f64) -> Value {
    Value::Number(Number { value: seconds, other: None, shown: 0, spelling: Spelling::Digits })
}

impl Scanner<'_> {
    /// `5'20"`, a pace.
    pub(super) fn minutes_and_seconds(&mut self, at: usize) -> Option<usize> {
        let digits = count_digits(self.text, at);
        let minutes: u16 = part(self.text, at..at + digits).parse().ok()?;
        let rest = self.tail(at + digits).strip_prefix(one_of("'’′"))?;
        let seconds: u16 = rest.get(..2)?.parse().ok().filter(|_| count_digits(rest, 0) == 2)?;
        let tail = part(rest, 2..);
        let behind = tail.trim_start_matches(one_of("\"”″'’′"));
        if behind.len() == tail.len() {
            return None;
        }
        let end = self.text.len() - behind.len();
        self.push(at, end, length(f64::from(minutes) * 60.0 + f64::from(seconds)), SECONDS);
        Some(end)
    }

    /// The unit behind a number, and whether a half is added: 三个半小时, 3 小时半, 两年半.
    pub(super) fn unit_with_half(&self, end: usize) -> (Option<(Unit, usize)>, bool) {
        if let Some(rest) = self.tail(end).trim_start().strip_prefix("个半") {
            let after = unit::after(self.text, self.text.len() - rest.len());
            if after.is_some() {
                return (after, true);
            }
        }
        let after = unit::after(self.text, end);
        match after {
            Some((unit, stop))
                if unit.family == Family::Duration
                    && self.tail(stop).starts_with('半')
                    && !self.tail(stop).starts_with("半价") =>
            {
                (Some((unit, stop + '半'.len_utf8())), true)
            }
            _ => (after, false),
        }
    }

    /// 分 right behind hours is minutes.
    pub(super) fn is_minutes(&self, at: usize, end: usize) -> bool {
        let Some(rest) = self.tail(end).trim_start().strip_prefix('分') else { return false };
        // `37 分 20 秒`
        let seconds = rest.trim_start();
        let more = count_digits(seconds, 0);
        let with_seconds = more > 0 && part(seconds, more..).trim_start().starts_with('秒');
        with_seconds || self.is_behind_hours(at)
    }

    pub(super) fn is_behind_hours(&self, at: usize) -> bool {
        self.out.figures.last().is_some_and(|last| {
            last.span.end <= at
                && part(self.text, last.span.end..at).trim().is_empty()
                && last.unit.family == Family::Duration
        })
    }

    /// `in` is an inch where no word follows.
    pub(super) fn is_inches(&self, end: usize) -> bool {
        let rest = self.tail(end).strip_prefix(" in").unwrap_or("a");
        let next = rest.trim_start_matches(one_of(".,;)"));
        !rest.starts_with(|c: char| c.is_alphanumeric())
            && (next.len() < rest.len() || next.is_empty() || next.starts_with(one_of("\n×\"")))
    }

    /// `1:52:36` is a length of time and may be a time of day; so may `3:45` be on a page.
    pub(super) fn clock_or_length(&mut self, at: usize, end: usize, value: Value) -> usize {
        let Value::Clock { minutes, .. } = value else { return end };
        let seconds = self.tail(end).strip_prefix(':').filter(|rest| count_digits(rest, 0) == 2);
        let seconds = seconds.and_then(|rest| rest.get(..2)?.parse::<u16>().ok());
        let digits = part(self.text, at..end).chars().all(|c| c.is_ascii_digit() || c == ':');
        match seconds {
            Some(seconds) => {
                let stop = end + ":00".len();
                self.push(at, stop, length(f64::from(minutes) * 60.0 + f64::from(seconds)), SECONDS);
                if self.reading == Reading::Source {
                    self.push(at, end, value, BARE);
                }
                stop
            }
            None => {
                self.push(at, end, value, BARE);
                if self.reading == Reading::Source && digits {
                    self.out.figures.push(Figure {
                        span: at..end,
                        value: length(f64::from(minutes)),
                        unit: SECONDS,
                        hedge: Hedge::None,
                    });
                }
                end
            }
        }
    }
}
