//! What the checker is given: one Turn as it stands in the store. Texts are borrowed. Nothing here decides anything.

use serde_json::Value;

/// A Turn at the moment when the model stops asking for tools.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// What the person wrote.
    pub request: &'a str,
    /// The tab that the person was on: what "this page" means.
    pub tab: Option<Page<'a>>,
    pub attached: &'a [Attached<'a>],
    /// Earlier Turns of the Thread, oldest first.
    pub earlier: &'a [Earlier<'a>],
    /// In the order in which they ended.
    pub steps: &'a [Step<'a>],
    /// Relative dates resolve against it; without it they are not judged.
    pub today: Option<Day>,
}

/// Where a tab was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page<'a> {
    pub origin: &'a str,
    pub url: &'a str,
    pub title: &'a str,
}

#[derive(Clone, Copy, Debug)]
pub struct Attached<'a> {
    pub origin: &'a str,
    pub text: &'a str,
}

#[derive(Clone, Copy, Debug)]
pub struct Earlier<'a> {
    pub request: &'a str,
    /// Its successful results.
    pub results: &'a [&'a str],
    pub answer: &'a str,
}

/// One call of a tool and what came of it.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    pub n: u32,
    pub tool: &'a str,
    pub args: &'a Value,
    pub outcome: Outcome<'a>,
    /// Where the tab was after the step.
    pub page: Option<Page<'a>>,
    /// The text that the model saw.
    pub result: &'a str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<'a> {
    Done,
    /// With its code; `maybe_done` says that nobody knows.
    Failed(&'a str),
}

impl Step<'_> {
    pub(crate) fn is_done(&self) -> bool {
        self.outcome == Outcome::Done
    }
}

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day {
    pub year: i32,
    pub month: u8,
    pub day: u8,
}

impl Day {
    /// `2026-11-03`; none for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.splitn(3, '-');
        let day = Self {
            year: parts.next()?.parse().ok()?,
            month: parts.next()?.parse().ok()?,
            day: parts.next()?.parse().ok()?,
        };
        ((1..=12).contains(&day.month) && (1..=31).contains(&day.day)).then_some(day)
    }

    /// The day so many days later.
    pub(crate) fn plus(self, days: i32) -> Self {
        // The same algorithm the other way round.
        let shifted = self.number() + days + 719_468;
        let era = shifted.div_euclid(146_097);
        let of_era = shifted.rem_euclid(146_097);
        let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
        let of_year = of_era - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let month = if month < 10 { month + 3 } else { month - 9 };
        let year = year + era * 400 + i32::from(month <= 2);
        Self {
            year,
            month: u8::try_from(month).unwrap_or(self.month),
            day: u8::try_from(day).unwrap_or(self.day),
        }
    }

    /// The same day so many months later.
    pub(crate) fn plus_months(self, months: i32) -> Self {
        let all = self.year * 12 + i32::from(self.month) - 1 + months;
        let month = u8::try_from(all.rem_euclid(12) + 1).unwrap_or(self.month);
        Self { year: all.div_euclid(12), month, day: self.day }
    }

    /// Days since 1970-01-01, by the civil algorithm of shifted years that start in March.
    pub(crate) fn number(self) -> i32 {
        let year = if self.month <= 2 { self.year - 1 } else { self.year };
        let era = year.div_euclid(400);
        let of_era = year.rem_euclid(400);
        let month = (i32::from(self.month) + 9) % 12;
        let of_year = (153 * month + 2) / 5 + i32::from(self.day) - 1;
        era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
    }
}
