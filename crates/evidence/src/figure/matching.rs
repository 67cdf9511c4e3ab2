//! Whether a figure of the answer is a figure of a source: precision, direction and units.

use super::unit::{Family, Unit};
use super::{Figure, Half, Hedge, Number, Value, rounded, same, ten, trailing_zeros};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fit {
    Same,
    /// Through a fixed factor between units.
    Converted,
    /// Near, but not the source rounded to the digits shown.
    OverRounded,
    /// The digits with another unit.
    OtherUnit,
    None,
}

#[inline(never)]
pub(crate) fn fit(answer: &Figure, source: &Figure) -> Fit {
    match (answer.value, source.value) {
        (Value::Number(shown), Value::Number(found)) => fit_numbers(answer, shown, source, found),
        (Value::Number(shown), Value::Date { .. }) => {
            let year = source.year().is_some_and(|year| same(year, shown.value)) && answer.unit.is_bare();
            if year { Fit::Same } else { Fit::None }
        }
        (Value::Date { year, month, day }, Value::Date { year: y, month: m, day: d }) => {
            let years = year.is_none() || y.is_none() || year == y;
            if years && month == m && (day == d || day == 0) { Fit::Same } else { Fit::None }
        }
        (Value::Clock { minutes, half }, Value::Clock { minutes: other, half: said }) => {
            let open = half != Half::Said || said != Half::Said;
            let day_long =
                half == Half::Unsaid && other >= 780 && said == Half::Said && source.span.len() == 5;
            let fits = minutes == other || open && !day_long && minutes % 720 == other % 720;
            if fits { Fit::Same } else { Fit::None }
        }
        (Value::Date { .. } | Value::Clock { .. }, _) | (Value::Number(_), Value::Clock { .. }) => Fit::None,
    }
}

fn fit_numbers(answer: &Figure, shown: Number, source: &Figure, found: Number) -> Fit {
    let readings = |number: Number| [Some(number.value), number.other];
    // 1,650 is 1.65 where somebody says 1.65, and never 2.
    let decimal = found.other.filter(|other| *other < found.value && shown.shown >= 0);
    let pairs = |test: &dyn Fn(f64, f64) -> bool| {
        let all = |s: f64| Some(s) != decimal;
        readings(shown)
            .into_iter()
            .flatten()
            .any(|a| readings(found).into_iter().flatten().filter(|s| all(*s)).any(|s| test(a, s)))
    };
    if answer.unit.agrees(source.unit) {
        if pairs(&|a, s| shows(a, shown, answer.hedge, s)) {
            return Fit::Same;
        }
        let close = pairs(&|a, s| s != 0.0 && ((a - s) / s).abs() < 0.04);
        return if close { Fit::OverRounded } else { Fit::None };
    }
    // 时速 155 英里 is 155 mph.
    let paced = (answer.unit.family, source.unit.family) == (Family::Length, Family::Speed)
        && same(answer.unit.scale, source.unit.scale * 1000.0);
    if paced && pairs(&|a, s| shows(a, shown, answer.hedge, s)) {
        return Fit::Same;
    }
    if let Some(convert) = conversion(source.unit, answer.unit) {
        let fits = pairs(&|a, s| convert.iter().any(|with| shows(a, shown, answer.hedge, with.of(s))));
        return if fits { Fit::Converted } else { Fit::None };
    }
    if pairs(&|a, s| same(a, s) || shows(a, shown, answer.hedge, s) && found.shown < 0) {
        Fit::OtherUnit
    } else {
        Fit::None
    }
}

/// Whether a shown value stands for an exact one.
#[inline(never)]
pub(crate) fn shows(value: f64, shown: Number, hedge: Hedge, exact: f64) -> bool {
    if same(value, exact) {
        return true;
    }
    // About nine and a half is said of halves.
    let halves = hedge == Hedge::About && shown.shown == -1 && same((value * 2.0).floor(), value * 2.0);
    if halves && (exact - value).abs() <= 0.25 {
        return true;
    }
    let power = match hedge {
        Hedge::None => shown.shown,
        Hedge::About | Hedge::Below | Hedge::Above if shown.shown >= 0 => {
            trailing_zeros(value).max(shown.shown)
        }
        Hedge::About | Hedge::Below | Hedge::Above => shown.shown,
    };
    match hedge {
        Hedge::None | Hedge::About => {
            // One digit of 万 or million says little of what it was rounded from: eight thousand is not 一万.
            let coarse = power > 2 && is_coarse(value, hedge, exact);
            !coarse && same(rounded(exact.abs(), power), value.abs()) && exact * value >= 0.0
        }
        Hedge::Below => exact <= value && same(rounded(exact, power), value),
        Hedge::Above => exact >= value && exact < value + ten(power),
    }
}

/// Whether a value that no hedge goes with is further from the exact one than rounding may take it: 2.5 times is not three times.
pub(crate) fn is_coarse(value: f64, hedge: Hedge, exact: f64) -> bool {
    const COARSE: f64 = 0.12;
    hedge == Hedge::None && (exact - value).abs() > value.abs() * COARSE
}

/// `of(x) = x * factor + offset`
struct Linear {
    factor: f64,
    offset: f64,
}

impl Linear {
    fn of(&self, value: f64) -> f64 {
        value * self.factor + self.offset
    }
}

fn conversion(from: Unit, to: Unit) -> Option<[Linear; 2]> {
    let once = |factor, offset| Some([Linear { factor, offset }, Linear { factor, offset }]);
    match (from.family, to.family) {
        (Family::Celsius, Family::Fahrenheit) => once(1.8, 32.0),
        (Family::Fahrenheit, Family::Celsius) => once(5.0 / 9.0, -160.0 / 9.0),
        (Family::Data, Family::Data) => {
            // Steps of 1000 and of 1024 are both in use.
            let factor = from.scale / to.scale;
            let steps = if factor > 1.0 { factor } else { 1.0 / factor };
            let mut binary = 1.0;
            let mut decimal = 1.0;
            while decimal < steps * 0.99 {
                decimal *= 1000.0;
                binary *= 1024.0;
            }
            let binary = if factor > 1.0 { binary } else { 1.0 / binary };
            Some([Linear { factor, offset: 0.0 }, Linear { factor: binary, offset: 0.0 }])
        }
        _ => once(from.factor(to)?, 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::{Fit, fit};
    use crate::figure::scan::{Reading, scan};

    fn judged(answer: &str, source: &str) -> Fit {
        let answer = scan(answer, Reading::Answer, None, 9).figures.remove(0);
        let source = scan(source, Reading::Source, None, 9).figures.remove(0);
        fit(&answer, &source)
    }

    #[test]
    fn the_source_is_rounded_to_the_digits_shown() {
        let table = [
            ("13.5", "13.49", true),
            ("13", "13.49", true),
            ("14", "13.49", false),
            ("13.50", "13.49", false),
            ("1.2 万件", "12,034 件", true),
            ("about 1,200", "1,234.5", true),
            ("1,200", "1,234.5", false),
            ("nearly 500", "487", true),
            ("nearly 500", "512", false),
            ("over 1,200", "1,234", true),
            ("over 1,300", "1,234", false),
            ("接近两万", "19,870", true),
            ("3.6 亿元", "360,000,000 元", true),
            ("36 亿元", "360,000,000 元", false),
            ("约 500", "487", true),
        ];
        for (answer, source, expected) in table {
            assert_eq!(judged(answer, source) == Fit::Same, expected, "{answer} from {source}");
        }
    }

    #[test]
    fn units_convert_and_currencies_never() {
        assert_eq!(judged("6.2 miles", "10 km"), Fit::Converted);
        assert_eq!(judged("16 miles", "10 km"), Fit::None);
        assert_eq!(judged("20 摄氏度", "68 °F"), Fit::Converted);
        assert_eq!(judged("90 minutes", "1.5 hours"), Fit::Converted);
        assert_eq!(judged("$13.49", "€13.49"), Fit::OtherUnit);
        assert_eq!(judged("4,980 元", "4,980円"), Fit::OtherUnit);
        assert_eq!(judged("1680 元", "¥1680.00"), Fit::Same);
        assert_eq!(judged("1.5 GB", "1500 MB"), Fit::Converted);
    }

    #[test]
    fn dates_and_times_meet_in_all_forms() {
        assert_eq!(judged("11月3日", "2026-11-03"), Fit::Same);
        assert_eq!(judged("April 5, 2026", "2026-05-04"), Fit::None);
        assert_eq!(judged("下午两点四十", "14:40"), Fit::Same);
        assert_eq!(judged("7:30", "19:30"), Fit::None);
        assert_eq!(judged("7:30 pm", "19:30"), Fit::Same);
        assert_eq!(judged("1987 年", "一九八七年"), Fit::Same);
    }
}
