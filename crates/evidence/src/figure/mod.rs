//! Figures: numbers, amounts, percentages, dates and times of a text, in English and Chinese, as values that can be compared.
//! Which of them are proved is said in `ledger`, `matching` and `derive`.

pub(crate) mod binding;
pub(crate) mod calendar;
pub(crate) mod chain;
pub(crate) mod count;
pub(crate) mod derive;
pub(crate) mod discount;
pub(crate) mod equation;
pub(crate) mod judge;
pub(crate) mod ledger;
pub(crate) mod marked;
pub(crate) mod matching;
pub(crate) mod moments;
pub(crate) mod number;
pub(crate) mod numeral;
pub(crate) mod periods;
pub(crate) mod rows;
pub(crate) mod scan;
pub(crate) mod spelling;
pub(crate) mod surroundings;
pub(crate) mod token;
pub(crate) mod unit;
pub(crate) mod zones;

use std::ops::Range;
use unit::{Family, Unit};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    /// Bytes of the text, units included where they stand beside it.
    pub(crate) span: Range<usize>,
    pub(crate) value: Value,
    pub(crate) unit: Unit,
    pub(crate) hedge: Hedge,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Value {
    Number(Number),
    /// A day, or a month where `day` is 0.
    Date {
        year: Option<i32>,
        month: u8,
        day: u8,
    },
    /// Minutes since midnight; of a clock that does not say which half of the day it means.
    Clock {
        minutes: u16,
        half: Half,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    Said,
    Unsaid,
    /// In words, as people say it: either half may be meant.
    Open,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Number {
    pub(crate) value: f64,
    /// The same digits read with the other meaning of their separator.
    pub(crate) other: Option<f64>,
    /// Power of ten of the last digit shown.
    pub(crate) shown: i32,
    pub(crate) spelling: Spelling,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    Digits,
    Words,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hedge {
    None,
    About,
    /// Nearly: the source is at or below.
    Below,
    /// More than: the source is at or above.
    Above,
}

impl Figure {
    pub(crate) fn number(&self) -> Option<Number> {
        match self.value {
            Value::Number(number) => Some(number),
            Value::Date { .. } | Value::Clock { .. } => None,
        }
    }

    /// The number and its unit, as a row has them.
    pub(crate) fn amount(&self) -> Option<(f64, Unit)> {
        Some((self.number()?.value, self.unit))
    }
}

const TENS: [f64; 16] =
    [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// Ten to a power between -15 and 15; beyond, the nearest of them.
#[inline(never)]
pub(crate) fn ten(power: i32) -> f64 {
    let size = TENS.get(power.unsigned_abs() as usize).copied().unwrap_or(1e15);
    if power < 0 { 1.0 / size } else { size }
}

/// Equal but for what binary fractions lose.
#[inline(never)]
pub(crate) fn same(left: f64, right: f64) -> bool {
    let size = left.abs().max(right.abs());
    (left - right).abs() <= size * 1e-9 + 1e-12
}

/// Rounded half up at a power of ten.
#[inline(never)]
pub(crate) fn rounded(value: f64, power: i32) -> f64 {
    let unit = ten(power);
    (value / unit + 0.5 + 1e-9).floor() * unit
}

/// How many zeros an integer ends with.
pub(crate) fn trailing_zeros(value: f64) -> i32 {
    let mut zeros = 0;
    while zeros < 12
        && value >= ten(zeros + 1)
        && same((value / ten(zeros + 1)).floor() * ten(zeros + 1), value)
    {
        zeros += 1;
    }
    zeros
}

/// `1 h 25 min` is one duration.
pub(crate) fn joined(text: &str, first: &Figure, second: &Figure) -> Option<Figure> {
    let between = text.get(first.span.end..second.span.start)?.trim();
    let (large, small) = (first.number()?, second.number()?);
    let durations = first.unit.family == Family::Duration && second.unit.family == Family::Duration;
    if !durations || first.unit.scale <= second.unit.scale || !matches!(between, "" | "and" | "零" | "又") {
        return None;
    }
    let value = large.value * first.unit.scale / second.unit.scale + small.value;
    let value = Value::Number(Number { value, other: None, shown: small.shown, spelling: small.spelling });
    Some(Figure { span: first.span.start..second.span.end, value, unit: second.unit, hedge: first.hedge })
}
