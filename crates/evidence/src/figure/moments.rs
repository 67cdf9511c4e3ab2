//! Days and times that follow from others: how far apart two are, which one is so long after another, and the same time on the clock of
//! another zone. Today may be an operand.

use super::derive::{Cues, Derived, Operand, Operands, Place, result};
use super::matching::{Fit, fit, shows};
use super::unit::{BARE, Family, Unit};
use super::{Figure, Half, Value, same};
use crate::turn::Day;
use fairlead_protocol::evidence::Operation;

pub(crate) fn moments(
    figure: &Figure,
    from: &Operands,
    free: &[Operand],
    today: Option<Day>,
    cues: &Cues,
) -> Option<Derived> {
    let now = today.map(|day| Operand {
        value: Value::Date { year: Some(day.year), month: day.month, day: day.day },
        unit: BARE,
        by: Vec::new(),
        place: Place::Given,
    });
    let all: Vec<&Operand> = from.stated.iter().chain(free).chain(now.iter()).collect();
    match figure.value {
        Value::Number(_) => distance(figure, &all, today, cues),
        Value::Clock { .. } => later_time(figure, &all).or_else(|| other_zone(figure, &all, &from.shifts)),
        Value::Date { .. } => later_day(figure, &all, today, !from.shifts.is_empty()),
    }
}

const YEAR: f64 = 31_536_000.0;

fn distance(figure: &Figure, all: &[&Operand], today: Option<Day>, cues: &Cues) -> Option<Derived> {
    let shown = figure.number()?;
    let of_time = figure.unit.family == Family::Duration;
    if !(cues.difference && figure.unit.is_bare() || of_time) {
        return None;
    }
    for (at, first) in all.iter().enumerate() {
        for second in all.iter().skip(at + 1) {
            let Some(seconds) = apart(first.value, second.value, today) else { continue };
            let of_years = [first, second].iter().any(|operand| matches!(operand.value, Value::Number(_)));
            let scale = match (figure.unit.is_bare(), of_years) {
                (true, true) => YEAR,
                (true, false) => 86_400.0,
                (false, _) => figure.unit.scale,
            };
            // Years of age and of standing are whole ones.
            let whole =
                scale > 2e6 && shown.value >= 1.0 && same((seconds / scale + 0.01).floor(), shown.value);
            let is = |value: f64| shows(shown.value, shown, figure.hedge, value);
            // `12:40` is also minutes and seconds, and both ends of a stay may count.
            let clocks = matches!(first.value, Value::Clock { .. });
            // From one time to another: hours and minutes need no word for it.
            if !(cues.difference || clocks && figure.unit.scale < 86_400.0) {
                continue;
            }
            let days = !clocks && same(scale, 86_400.0) && cues.inclusive;
            if whole
                || is(seconds / scale)
                || clocks && (is(seconds / 60.0 / scale) || is((86_400.0 - seconds) / scale))
                || days && is(seconds / scale + 1.0)
            {
                return Some(result(Operation::Difference, first, second));
            }
        }
    }
    None
}

/// Seconds of an operand that is a length of time.
fn length(operand: &Operand) -> Option<f64> {
    match operand.value {
        Value::Number(number) if operand.unit.family == Family::Duration => {
            Some(number.value * operand.unit.scale)
        }
        Value::Number(_) | Value::Date { .. } | Value::Clock { .. } => None,
    }
}

fn sighted(figure: &Figure, value: Value) -> bool {
    let other = Figure { value, unit: BARE, span: 0..0, hedge: figure.hedge };
    fit(figure, &other) == Fit::Same
}

fn clock(minutes: i32) -> Value {
    let minutes = u16::try_from(minutes.rem_euclid(1440)).unwrap_or_default();
    Value::Clock { minutes, half: Half::Said }
}

fn minutes_of(operand: &Operand) -> Option<i32> {
    match operand.value {
        Value::Clock { minutes, .. } => Some(i32::from(minutes)),
        Value::Number(_) | Value::Date { .. } => None,
    }
}

/// A time, and a length of time before or after it.
fn later_time(figure: &Figure, all: &[&Operand]) -> Option<Derived> {
    for first in all {
        let Some(minutes) = minutes_of(first) else { continue };
        for second in all {
            let Some(seconds) =
                length(second).filter(|seconds| *seconds < 86_400.0 && second.unit.scale >= 60.0)
            else {
                continue;
            };
            #[allow(clippy::cast_possible_truncation)] // less than a day
            let length = (seconds / 60.0).round() as i32;
            if [length, -length].into_iter().any(|length| sighted(figure, clock(minutes + length))) {
                return Some(result(Operation::Sum, first, second));
            }
        }
    }
    None
}

fn other_zone(figure: &Figure, all: &[&Operand], shifts: &[i32]) -> Option<Derived> {
    all.iter().find_map(|first| {
        let minutes = minutes_of(first)?;
        let met = shifts.iter().any(|shift| sighted(figure, clock(minutes + shift)));
        met.then(|| result(Operation::Difference, first, first))
    })
}

/// A day, and a number of days, weeks, months or years before or after it.
fn later_day(figure: &Figure, all: &[&Operand], today: Option<Day>, zones: bool) -> Option<Derived> {
    const MONTH: f64 = 2_628_000.0;
    let day_of = |operand: &Operand| match operand.value {
        Value::Date { year, month, day: day @ 1.. } => {
            Some(Day { year: year.or(today.map(|today| today.year)).unwrap_or(2001), month, day })
        }
        Value::Date { .. } | Value::Number(_) | Value::Clock { .. } => None,
    };
    let is = |day: Day| sighted(figure, Value::Date { year: Some(day.year), month: day.month, day: day.day });
    for first in all {
        let Some(start) = day_of(first) else { continue };
        if zones && (is(start.plus(1)) || is(start.plus(-1))) {
            return Some(result(Operation::Difference, first, first));
        }
        for second in all {
            let Some(seconds) = length(second).filter(|_| second.unit.scale >= 86_400.0) else { continue };
            #[allow(clippy::cast_possible_truncation)] // days and months of a human span
            let (days, months) = ((seconds / 86_400.0).round() as i32, (seconds / MONTH).round() as i32);
            let whole_month = matches!(figure.value, Value::Date { day: 0, .. });
            let met = if is_of_months(second.unit) {
                is(start.plus_months(months))
                    || is(start.plus_months(-months))
                    || is(start.plus_months(months).plus(-1))
            } else {
                // The first day may count.
                !whole_month && [days, -days, days - 1].into_iter().any(|days| is(start.plus(days)))
            };
            if met && days < 40_000 {
                return Some(result(Operation::Sum, first, second));
            }
        }
    }
    None
}

fn is_of_months(unit: Unit) -> bool {
    unit.scale > 2e6
}

/// Seconds between two days, two times or two years.
fn apart(first: Value, second: Value, today: Option<Day>) -> Option<f64> {
    match (first, second) {
        (Value::Date { .. }, Value::Date { .. }) => {
            let day = |value: Value, other: Value| match (value, other) {
                (Value::Date { year, month, day }, Value::Date { year: beside, .. }) => {
                    let year = year.or(beside).or(today.map(|today| today.year)).unwrap_or(2001);
                    Some(Day { year, month, day: day.max(1) }.number())
                }
                (Value::Date { .. } | Value::Number(_) | Value::Clock { .. }, _) => None,
            };
            let days = day(first, second)? - day(second, first)?;
            // Without a year, a long way back is a short way over the turn of the year.
            let yearless = |value: Value| matches!(value, Value::Date { year: None, .. });
            let span = if yearless(first) && yearless(second) && days.abs() > 183 {
                365 - days.abs()
            } else {
                days.abs()
            };
            (days != 0).then(|| f64::from(span) * 86_400.0)
        }
        (Value::Clock { minutes, .. }, Value::Clock { minutes: other, .. }) => {
            (minutes != other).then(|| f64::from(minutes.abs_diff(other)) * 60.0)
        }
        (Value::Number(number), Value::Date { year: Some(year), .. })
        | (Value::Date { year: Some(year), .. }, Value::Number(number))
            if (1800.0..2200.0).contains(&number.value) =>
        {
            Some((f64::from(year) - number.value).abs() * YEAR)
        }
        (Value::Number(_) | Value::Date { .. } | Value::Clock { .. }, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::derive::{Cues, Operand, Operands, Place};
    use super::super::scan::{Reading, scan};
    use super::moments;
    use crate::turn::Day;
    use crate::words::Norm;

    fn follows(figure: &str, sources: &str, shifts: &[i32]) -> bool {
        let today = Day::parse("2026-11-03");
        let figure = scan(figure, Reading::Answer, today, 1).figures.remove(0);
        let free: Vec<Operand> = scan(sources, Reading::Source, today, 20)
            .figures
            .iter()
            .map(|figure| Operand::of(figure, &[], Place::Given))
            .collect();
        let cues = Cues::of(&Norm::of("away"), &Norm::of(""));
        let from = Operands { shifts: shifts.to_vec(), ..Operands::default() };
        moments(&figure, &from, &free, today, &cues).is_some()
    }

    #[test]
    fn days_and_times_follow_from_others() {
        assert!(follows("9 days", "on 2026-11-12", &[]) && !follows("8 days", "on 2026-11-12", &[]));
        assert!(follows("37 seconds", "12:03 and 12:40", &[]));
        assert!(
            follows("6:15 pm", "17:00, 75 minutes", &[]) && !follows("6:45 pm", "17:00, 75 minutes", &[])
        );
        assert!(follows("5 pm", "16:00", &[60]) && !follows("5 pm", "16:00", &[]));
        assert!(
            follows("November 17", "within 14 days", &[]) && !follows("November 19", "within 14 days", &[])
        );
        assert!(follows("March 4, 2028", "2026-03-04, 24 months", &[]));
    }
}
