//! One operation from sources to a figure. Sum and average run over what the answer states or over a whole list, never over a
//! subset picked to fit; two operands that the answer does not state need a word that says what was done with them.

use super::ledger::{Entry, Ledger, Standing};
use super::matching::shows;
use super::unit::{BARE, Family, Unit};
use super::{Figure, Hedge, Value, same};
use crate::caps;
use crate::finding::{Op, Proof};
use crate::turn::Day;
use crate::words::Norm;

/// A figure that may be an operand.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    pub(crate) value: Value,
    pub(crate) unit: Unit,
    pub(crate) by: Vec<Proof>,
}

impl Operand {
    pub(crate) fn of(figure: &Figure, by: &[Proof]) -> Self {
        Self { value: figure.value, unit: figure.unit, by: by.to_vec() }
    }

    fn number(&self) -> Option<f64> {
        match self.value {
            Value::Number(number) => Some(number.value),
            Value::Date { .. } | Value::Clock { .. } => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Derived {
    pub(crate) op: Op,
    pub(crate) by: Vec<Proof>,
}

const DIFFERENCE: &str = "difference|other|others|rest|not loaded|unread|其余|其他|另外|另有|less|more|cheaper|dearer|save*|saving*|off|left|remain*|increase*|decrease*|rose|\
    rise*|up|down|drop*|fell|fall*|lower|higher|gap|older|younger|longer|shorter|faster|slower|\
    earlier|later|ago|until|away|days|nights|hours|minutes|years|grew|gained|lost|change*|apart|\
    ahead|behind|cuts|cut|past|over|under|short|to go|fewer|extra|out of|spare|within|stay*|lasts|\
    takes|long|差|贵|便宜|省|多|少|低|高|涨|降|剩|还有|还剩|还差|距|余|晚|早|减|增|住|历时|跌|快|慢|长|短|天|前|后|节约|优惠|小时|分钟|年|开";
const SUM: &str = "total*|sum|sums|altogether|combined|together|in all|overall|plus|add up|adds up|comes to|+|\
    subtotal|all in|all told|合计|总|一共|共|加起来|加在一起|相加|加上|加|连";
const AVERAGE: &str = "average*|mean|avg|on average|平均|均价|人均|均";
const PRODUCT: &str = "total*|altogether|times|×|x|each|at|come* to|for|in all|per|rate|tax|tip|cost*|is|are|discount*|\
    off|乘|总|一共|共|合计|每|要|汇率|折|换算|相当于|约合|就是|是|优惠";
const RATIO: &str =
    "%|percent*|share|ratio|times|twice|double|of|per cent|占|倍|比例|比|成|率|分之|一半|quarter|third*|half";
const UNIT_PRICE: &str =
    "per|each|a piece|apiece|every|unit|a night|a day|a month|每|单价|一个|一件|一晚|一天|平摊|人均|单";

/// The words around a figure that say what was computed.
pub(crate) struct Cues {
    difference: bool,
    sum: bool,
    average: bool,
    product: bool,
    ratio: bool,
    unit_price: bool,
}

impl Cues {
    pub(crate) fn of(sentence: &Norm, request: &Norm) -> Self {
        let says = |table: &str| sentence.any(table) || request.any(table);
        Self {
            difference: says(DIFFERENCE),
            sum: says(SUM),
            average: says(AVERAGE),
            product: says(PRODUCT),
            ratio: says(RATIO),
            unit_price: says(UNIT_PRICE),
        }
    }

    /// Whether the sentence says that something was computed, and plainly.
    pub(crate) fn says_computed(sentence: &Norm) -> bool {
        const PLAIN: &str = "difference|cheaper|dearer|saves|saving|saved|increase*|decrease*|rose|drop*|fell|total*|sum|\
            altogether|average*|percent*|%|times|combined|together|=|in all|plus|up|down|left|more|less|per|\
            nights|days|相差|差|贵|便宜|省|涨|降|合计|总|一共|共|平均|均价|占|倍|还有|还剩|每|多|少|加起来|高|低";
        sentence.any(PLAIN)
    }
}

/// What a figure follows from. `stated` are the proved figures of the answer and the request; `near` says which of them stand in
/// the figure's own sentence.
pub(crate) fn derive(
    figure: &Figure,
    stated: &[Operand],
    near: &[Operand],
    ledger: &Ledger<'_>,
    cues: &Cues,
) -> Option<Derived> {
    let free = free_operands(ledger);
    dates(figure, stated, &free, ledger.today, cues)
        .or_else(|| lists(figure, stated, near, ledger, cues))
        .or_else(|| {
            pairs(
                figure,
                near,
                near,
                &Cues { difference: true, sum: true, product: true, ratio: true, ..*cues },
                true,
            )
        })
        .or_else(|| pairs(figure, stated, stated, cues, true))
        .or_else(|| pairs(figure, stated, &free, cues, false))
        .or_else(|| pairs(figure, &free, &free, cues, false))
}

/// All figures of the sources, where they are few.
fn free_operands(ledger: &Ledger<'_>) -> Vec<Operand> {
    let all: Vec<Operand> = ledger
        .usable()
        .take(caps::FREE_OPERANDS + 1)
        .map(|entry| Operand::of(&entry.figure, &[ledger.proof(entry)]))
        .collect();
    if all.len() > caps::FREE_OPERANDS { Vec::new() } else { all }
}

fn result(op: Op, first: &Operand, second: &Operand) -> Derived {
    let mut by = [first.by.as_slice(), second.by.as_slice()].concat();
    crate::ordered::settle(&mut by);
    Derived { op, by }
}

fn pairs(figure: &Figure, left: &[Operand], right: &[Operand], cues: &Cues, sums: bool) -> Option<Derived> {
    let shown = figure.number()?;
    let target = shown.value;
    let is = |value: f64| shows(target, shown, figure.hedge, value);
    // What is only added or taken away is as exact as its operands, unless a hedge says otherwise.
    let exactly = |value: f64| if figure.hedge == Hedge::None { same(target, value) } else { is(value) };
    let percent = figure.unit.family == Family::Percent;
    for (at, first) in left.iter().take(caps::STATED_OPERANDS.max(caps::FREE_OPERANDS)).enumerate() {
        let Some(a) = first.number() else { continue };
        for (other, second) in right.iter().take(caps::STATED_OPERANDS.max(caps::FREE_OPERANDS)).enumerate() {
            let Some(b) = second.number() else { continue };
            if std::ptr::eq(left, right) && at == other {
                continue;
            }
            let alike =
                first.unit.family == second.unit.family || first.unit.is_bare() || second.unit.is_bare();
            let kind = if first.unit.is_bare() { second.unit } else { first.unit };
            let b_same = if alike && !second.unit.is_bare() && !first.unit.is_bare() {
                b * second.unit.scale / first.unit.scale
            } else {
                b
            };
            let same_kind = alike
                && (figure.unit.family == kind.family
                    || figure.unit.is_bare() && !money(first.unit) && !money(second.unit));
            let both = first.unit.family == second.unit.family;
            let to_shown = |value: f64| {
                if kind.family == figure.unit.family { value * kind.scale / figure.unit.scale } else { value }
            };
            if same_kind && both {
                if cues.difference && a > b_same && exactly(to_shown(a - b_same)) {
                    return Some(result(Op::Difference, first, second));
                }
                if sums && cues.sum && exactly(to_shown(a + b_same)) {
                    return Some(result(Op::Sum, first, second));
                }
            }
            let comparable = both && a != 0.0 && b_same != 0.0;
            if comparable && cues.ratio && ratio(figure, a, b_same, &is) {
                return Some(result(Op::Ratio, first, second));
            }
            if comparable && percent && is(((a - b_same) / b_same).abs() * 100.0) {
                return Some(result(Op::PercentChange, first, second));
            }
            if cues.product && product(figure, first, second).is_some_and(&is) {
                return Some(result(Op::Product, first, second));
            }
            if cues.unit_price && b > 1.0 && a > b && quotient(figure, first, second) && is(a / b) {
                return Some(result(Op::UnitPrice, first, second));
            }
        }
    }
    None
}

fn money(unit: Unit) -> bool {
    matches!(unit.family, Family::Money(_))
}

fn ratio(figure: &Figure, a: f64, b: f64, is: &dyn Fn(f64) -> bool) -> bool {
    match figure.unit.family {
        Family::Percent => a <= b && is(a / b * 100.0) || a > b && is(a / b * 100.0),
        Family::Times => is(a / b),
        Family::Bare => a > b && !same((a / b).floor(), a / b) && is(a / b),
        Family::Money(_)
        | Family::Length
        | Family::Mass
        | Family::Volume
        | Family::Area
        | Family::Celsius
        | Family::Fahrenheit
        | Family::Duration
        | Family::Data => false,
    }
}

/// The product of two operands, where its unit can be the figure's.
fn product(figure: &Figure, first: &Operand, second: &Operand) -> Option<f64> {
    let (a, b) = (first.number()?, second.number()?);
    let target = figure.unit;
    if first.unit.family == Family::Percent && second.unit.family != Family::Percent {
        let fits = target.agrees(second.unit);
        return (fits && b > 0.0).then_some(a / 100.0 * b);
    }
    if money(first.unit) && money(second.unit) {
        // A rate: one of the two is the currency that the figure has.
        return (first.unit != second.unit && (target == first.unit || target == second.unit))
            .then_some(a * b);
    }
    let fits = target.agrees(first.unit) && (money(first.unit) || second.unit.is_bare());
    (fits && b > 1.0 && !(first.unit.is_bare() && second.unit.is_bare() && money(target)))
        .then_some(a * b)
        .or((target.agrees(first.unit) && money(target) && second.unit.is_bare()).then_some(a * b))
}

fn quotient(figure: &Figure, first: &Operand, second: &Operand) -> bool {
    figure.unit.agrees(first.unit) && !money(second.unit) && second.unit.family != Family::Percent
        || money(first.unit) && money(second.unit) && first.unit != second.unit && figure.unit == second.unit
}

/// Sum and average over the stated figures and over whole lists.
fn lists(
    figure: &Figure,
    stated: &[Operand],
    near: &[Operand],
    ledger: &Ledger<'_>,
    cues: &Cues,
) -> Option<Derived> {
    if !cues.sum && !cues.average {
        return None;
    }
    let shown = figure.number()?;
    let is = |value: f64| shows(shown.value, shown, figure.hedge, value);
    let op_of = |sum: f64, count: f64| {
        if count < 2.0 {
            None
        } else if cues.sum && is(sum) {
            Some(Op::Sum)
        } else if cues.average && is(sum / count) {
            Some(Op::Average)
        } else {
            None
        }
    };
    for group in [near, stated] {
        let (sum, count) = total(group.iter().map(|operand| (operand.number(), operand.unit)), figure);
        if let Some(op) = op_of(sum, count) {
            let mut by: Vec<Proof> = group.iter().flat_map(|operand| operand.by.iter().copied()).collect();
            crate::ordered::settle(&mut by);
            return Some(Derived { op, by });
        }
    }
    let mut all = (0.0, 0.0);
    let mut everywhere = Vec::new();
    for entries in ledger.entries.chunk_by(|one, next| one.source == next.source) {
        let Some(first) = entries.first().filter(|first| ledger.standing(first) == Standing::Current) else {
            continue;
        };
        let by = vec![ledger.proof(first)];
        if let Some(op) = in_one_source(entries, figure, &op_of) {
            return Some(Derived { op, by });
        }
        let (sum, count) = total_of(entries.iter(), figure);
        all = (all.0 + sum, all.1 + count);
        everywhere.extend(by);
    }
    op_of(all.0, all.1).map(|op| Derived { op, by: everywhere })
}

/// Sum and number of the figures of one kind.
fn total(values: impl Iterator<Item = (Option<f64>, Unit)>, figure: &Figure) -> (f64, f64) {
    let mut total = (0.0, 0.0);
    for (value, unit) in values {
        if let Some(value) = value.filter(|_| unit == figure.unit || figure.unit.is_bare() || unit.is_bare())
        {
            total = (total.0 + value, total.1 + 1.0);
        }
    }
    total
}

fn total_of<'e>(entries: impl Iterator<Item = &'e Entry>, figure: &Figure) -> (f64, f64) {
    total(entries.map(|entry| (entry.figure.number().map(|number| number.value), entry.figure.unit)), figure)
}

/// The whole of a source, one of its columns, or one of its rows. A column is the figures that are as many figures into their lines.
fn in_one_source(entries: &[Entry], figure: &Figure, op_of: &dyn Fn(f64, f64) -> Option<Op>) -> Option<Op> {
    const COLUMNS: usize = 8;
    let found = |total: (f64, f64)| op_of(total.0, total.1);
    let of_one_unit = entries.iter().filter(|entry| entry.figure.unit == figure.unit);
    if let Some(op) = found(total_of(of_one_unit, figure)).or_else(|| found(total_of(entries.iter(), figure)))
    {
        return Some(op);
    }
    let mut columns = [(0.0, 0.0); COLUMNS];
    for row in entries.chunk_by(|one, next| one.line == next.line) {
        if let Some(op) = found(total_of(row.iter(), figure)) {
            return Some(op);
        }
        for (entry, column) in row.iter().zip(&mut columns) {
            let (sum, count) = total_of(std::iter::once(entry), figure);
            *column = (column.0 + sum, column.1 + count);
        }
    }
    columns.into_iter().find_map(found)
}

/// Differences between days, times and years. Today may be an operand.
fn dates(
    figure: &Figure,
    stated: &[Operand],
    free: &[Operand],
    today: Option<Day>,
    cues: &Cues,
) -> Option<Derived> {
    let shown = figure.number()?;
    if !cues.difference || !(figure.unit.is_bare() || figure.unit.family == Family::Duration) {
        return None;
    }
    let now = today.map(|day| Operand {
        value: Value::Date { year: Some(day.year), month: day.month, day: day.day },
        unit: BARE,
        by: Vec::new(),
    });
    let all: Vec<&Operand> = stated.iter().chain(free).chain(now.iter()).collect();
    for (at, first) in all.iter().enumerate() {
        for second in all.iter().skip(at + 1) {
            let Some(seconds) = apart(first.value, second.value, today) else { continue };
            let scale = if figure.unit.is_bare() { 86_400.0 } else { figure.unit.scale };
            if shows(shown.value, shown, figure.hedge, seconds / scale) {
                return Some(result(Op::Difference, first, second));
            }
        }
    }
    None
}

/// Seconds between two days, two times or two years.
fn apart(first: Value, second: Value, today: Option<Day>) -> Option<f64> {
    match (first, second) {
        (Value::Date { day: 1.., .. }, Value::Date { day: 1.., .. }) => {
            let day = |value: Value, other: Value| match (value, other) {
                (Value::Date { year, month, day }, Value::Date { year: beside, .. }) => {
                    let year = year.or(beside).or(today.map(|today| today.year)).unwrap_or(2001);
                    Some(Day { year, month, day }.number())
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
            Some((f64::from(year) - number.value).abs() * 31_536_000.0)
        }
        (Value::Number(_) | Value::Date { .. } | Value::Clock { .. }, _) => None,
    }
}
