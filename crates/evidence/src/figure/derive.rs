//! One operation from sources to a figure. Sum and average run over what the answer states or over a whole list, never over a
//! subset picked to fit; two operands that the answer does not state need a word that says what was done with them.

use super::ledger::{Entry, Ledger, Standing};
use super::matching::{is_coarse, shows};
use super::moments::moments;
use super::rows::{Row, by_place, whole};
use super::unit::{Family, Unit};
use super::{Figure, Hedge, Value, same, ten, trailing_zeros};
use crate::caps;
use crate::finding::Proof;
use crate::words::Norm;
use fairlead_protocol::evidence::Operation;
use fairlead_protocol::order::settle;

/// A figure that may be an operand.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    pub(crate) value: Value,
    pub(crate) unit: Unit,
    pub(crate) by: Vec<Proof>,
    pub(crate) place: Place,
}

/// Where an operand stands. What is multiplied or divided belongs together: chance finds a product for any number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Answer,
    /// Said by the person, or known of the calendar.
    Given,
    /// A line of a source.
    Line(usize, usize),
}

impl Operand {
    pub(crate) fn of(figure: &Figure, by: &[Proof], place: Place) -> Self {
        Self { value: figure.value, unit: figure.unit, by: by.to_vec(), place }
    }

    fn belongs_with(&self, other: &Self) -> bool {
        match (self.place, other.place) {
            (Place::Given, _) | (_, Place::Given) => true,
            (Place::Line(..), Place::Line(..)) => self.place == other.place,
            (Place::Answer, _) | (_, Place::Answer) => false,
        }
    }

    pub(crate) fn number(&self) -> Option<f64> {
        match self.value {
            Value::Number(number) => Some(number.value),
            Value::Date { .. } | Value::Clock { .. } => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Derived {
    pub(crate) op: Operation,
    pub(crate) by: Vec<Proof>,
}

/// Words by which rows are chosen.
const WORDS: usize = 24;

const DIFFERENCE: &str = "difference|other|others|rest|not loaded|unread|其余|其他|另外|另有|less|more|cheaper|dearer|save*|saving*|off|left|remain*|increase*|decrease*|rose|shrank|shrunk|shrink*|margin|surplus|majority|ahead by|领先|落后|缩小|扩大|\
    rise*|up|down|drop*|fell|fall*|lower|higher|gap|older|younger|longer|shorter|faster|slower|old|age|aged|岁|周年|\
    earlier|later|ago|until|away|days|nights|hours|minutes|years|grew|gained|lost|change*|apart|\
    ahead|behind|cuts|cut|past|over|under|short|to go|fewer|extra|out of|spare|within|stay*|lasts|\
    takes|long|差|贵|便宜|省|多|少|低|高|涨|降|剩|还有|还剩|还差|距|余|晚|早|减|增|住|历时|跌|快|慢|长|短|天|前|后|节约|优惠|小时|分钟|年|开";
const SUM: &str = "total*|sum|sums|altogether|combined|together|in all|overall|plus|add up|adds up|comes to|+|\
    subtotal|all in|all told|合计|总|一共|共|加起来|加在一起|相加|加上|加|连";
const AVERAGE: &str = "average*|mean|avg|on average|日均|月均|平均|均价|人均|均";
const PRODUCT: &str = "total*|altogether|times|×|x|each|at|come* to|for|in all|per|rate|tax|tip|cost*|is|are|discount*|\
    off|乘|总|一共|共|合计|每|要|汇率|折|换算|相当于|约合|就是|是|优惠";
const RATIO: &str =
    "%|percent*|share|ratio|times|twice|double|of|per cent|占|倍|比例|比|成|率|分之|一半|quarter|third*|half";
const UNIT_PRICE: &str =
    "per|each|a piece|apiece|every|unit|a night|a day|a month|每|单价|一个|一件|一晚|一天|平摊|人均|单";

/// The words around a figure that say what was computed.
#[derive(Clone, Copy)]
pub(crate) struct Cues {
    pub(crate) difference: bool,
    /// Things are compared or taken away, and not only times.
    fewer: bool,
    /// Both ends of a span are counted.
    pub(crate) inclusive: bool,
    sum: bool,
    pub(crate) average: bool,
    product: bool,
    ratio: bool,
    unit_price: bool,
    /// Something is taken off, and the words for it often leave out what: 满 600 减 50.
    reduced: bool,
    /// The operands stand in the figure's own sentence, where one unit may do for all.
    near: bool,
    /// A rate of exchange is spoken of.
    exchange: bool,
}

impl Cues {
    pub(crate) fn of(sentence: &Norm, request: &Norm) -> Self {
        let says = |table: &str| sentence.any(table) || request.any(table);
        Self {
            difference: says(DIFFERENCE),
            fewer: says(
                "difference|more|fewer|less|left|remain*|other|others|rest|ahead|behind|margin|lead|up|down|rose|fell|extra|gap|older|younger|差|剩|多|少|其余|其他|另|还有|后面|前面|没看|没读|未看|未读|further|unread|unseen|following|havent|减|增|涨|降|高|低|领先|落后|余|缺|大|小",
            ),
            inclusive: says("days|day|long|lasts|runs|天|日")
                && !says("until|left|away|to go|from now|remain*|还有|还剩|剩|距|后"),
            sum: says(SUM),
            average: says(AVERAGE),
            product: says(PRODUCT),
            ratio: says(RATIO),
            unit_price: says(UNIT_PRICE),
            near: false,
            exchange: says("rate|exchange*|汇率|按"),
            reduced: says("off|discount*|coupon|voucher|minus|less|save*|减|优惠|折|券|抵|返|立减|红包"),
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

/// What a figure may be computed from.
#[derive(Clone, Default)]
pub(crate) struct Operands {
    /// The proved figures of the answer and the request.
    pub(crate) stated: Vec<Operand>,
    /// Those of them that stand in the figure's own sentence.
    pub(crate) near: Vec<Operand>,
    /// Those that stand in the lines of the answer's list or table, line by line.
    pub(crate) listed: Vec<Row>,
    pub(crate) periods: Vec<Operand>,
    /// Minutes between the clocks of zones.
    pub(crate) shifts: Vec<i32>,
    /// Words of the sentence and of the request.
    pub(crate) words: Vec<String>,
}

/// What a figure follows from.
pub(crate) fn derive(
    figure: &Figure,
    from: &Operands,
    free: &[Operand],
    ledger: &Ledger<'_>,
    cues: &Cues,
) -> Option<Derived> {
    let (stated, near) = (from.stated.as_slice(), from.near.as_slice());
    let rate = Cues { product: true, unit_price: true, ..*cues };
    moments(figure, from, free, ledger.today, cues)
        .or_else(|| lists(figure, from, ledger, cues))
        .or_else(|| {
            pairs(
                figure,
                near,
                near,
                &Cues {
                    difference: true,
                    sum: true,
                    product: true,
                    ratio: true,
                    unit_price: true,
                    near: true,
                    ..*cues
                },
                true,
            )
        })
        .or_else(|| pairs(figure, stated, &from.periods, &rate, false))
        .or_else(|| pairs(figure, free, &from.periods, &rate, false))
        .or_else(|| pairs(figure, stated, stated, cues, true))
        .or_else(|| pairs(figure, stated, free, cues, false))
        .or_else(|| pairs(figure, free, free, cues, false))
}

/// All figures of the sources, where they are few.
pub(crate) fn free_operands(ledger: &Ledger<'_>) -> Vec<Operand> {
    // `19:00` is a time of day before it is a number of seconds.
    let is_other_reading = |entry: &&Entry| {
        let clock = |other: &Entry| {
            other.source == entry.source
                && other.figure.span == entry.figure.span
                && matches!(other.figure.value, Value::Clock { .. })
        };
        entry.figure.unit.family == Family::Duration && ledger.entries.iter().any(clock)
    };
    let all: Vec<Operand> = ledger
        .usable()
        .filter(|entry| !is_other_reading(entry))
        .take(caps::FREE_OPERANDS + 1)
        .map(|entry| {
            let given = ledger.standing(entry) == Standing::Given;
            let place = if given { Place::Given } else { Place::Line(entry.source, entry.line) };
            Operand::of(&entry.figure, &[ledger.proof(entry)], place)
        })
        .collect();
    if all.len() > caps::FREE_OPERANDS { Vec::new() } else { all }
}

pub(crate) fn result(op: Operation, first: &Operand, second: &Operand) -> Derived {
    let mut by = [first.by.as_slice(), second.by.as_slice()].concat();
    settle(&mut by);
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
            // A small number of things is a difference of any two.
            let idle = figure.unit.is_bare() && target < 10.0 && !cues.fewer && !cues.near;
            let same_kind = alike
                && (figure.unit.family == kind.family
                    || sums && kind.is_bare()
                    || figure.unit.is_bare() && !money(first.unit) && !money(second.unit));
            let both = first.unit.family == second.unit.family;
            let to_shown = |value: f64| {
                if kind.family == figure.unit.family { value * kind.scale / figure.unit.scale } else { value }
            };
            // A difference with decimals, or of three digits, is no chance.
            let telling = cues.difference && (shown.shown < 0 || target >= 100.0);
            let stated = cues.reduced && first.unit == figure.unit || cues.near || telling;
            if same_kind && !both && stated && a > b_same && exactly(to_shown(a - b_same)) {
                return Some(result(Operation::Difference, first, second));
            }
            if same_kind && both {
                if cues.difference && !idle && a > b_same && exactly(to_shown(a - b_same)) {
                    return Some(result(Operation::Difference, first, second));
                }
                if sums && cues.sum && exactly(to_shown(a + b_same)) {
                    return Some(result(Operation::Sum, first, second));
                }
            }
            if cues.near && cues.average && both && at < other && is((a + b_same) / 2.0) {
                return Some(result(Operation::Average, first, second));
            }
            let comparable = both && a != 0.0 && b_same != 0.0;
            // One share of another is no share of the whole.
            let shares = first.unit.family == Family::Percent;
            if comparable && cues.ratio && !(shares && percent) && ratio(figure, a, b_same, &is) {
                return Some(result(Operation::Ratio, first, second));
            }
            if comparable && percent && cues.difference && is(((a - b_same) / b_same).abs() * 100.0) {
                return Some(result(Operation::PercentChange, first, second));
            }
            // A year of the calendar is no factor.
            let year = |operand: &Operand, value: f64| {
                operand.unit.is_bare() && (1500.0..2200.0).contains(&value) && value.floor() == value
            };
            let span = b * second.unit.scale / 31_536_000.0;
            let years = second.unit.family == Family::Duration && figure.unit.is_bare() && year(first, a);
            if cues.near && years && (same(target, a + span) || same(target, a - span)) {
                return Some(result(Operation::Difference, first, second));
            }
            if year(first, a) && second.unit.is_bare() || !cues.near && !first.belongs_with(second) {
                continue;
            }
            let both_ways = second.unit.family == Family::Percent && first.unit.family != Family::Percent;
            if both_ways
                && figure.unit.agrees(first.unit)
                && b < 100.0
                && (is(a + a * b / 100.0) || is(a - a * b / 100.0))
            {
                return Some(result(Operation::Product, first, second));
            }
            let scaled = second.unit.family == Family::Times || first.unit.family == Family::Times;
            if scaled && multiple(figure, first, second).is_some_and(&is) {
                return Some(result(Operation::Product, first, second));
            }
            // Three of three different numbers are their sum, and no three times one of them.
            let all_of = |list: &[Operand], one: &Operand, count: f64| {
                count > 1.0 && list.iter().filter(|other| other.unit == one.unit).count() as f64 == count
            };
            let summed = cues.sum && (all_of(left, first, b) || all_of(right, second, a));
            if cues.product && !summed && product(figure, first, second, cues.exchange).is_some_and(&is) {
                return Some(result(Operation::Product, first, second));
            }
            // So many times the other.
            if second.unit.family == Family::Times && figure.unit.agrees(first.unit) && b > 1.0 && is(a / b) {
                return Some(result(Operation::Ratio, first, second));
            }
            if cues.unit_price && money(figure.unit) && rate(figure, first, second, &is) {
                return Some(result(Operation::UnitPrice, first, second));
            }
            if cues.unit_price
                && b > 1.0
                && (a > b || money(first.unit))
                && quotient(figure, first, second)
                && is(a / b)
            {
                return Some(result(Operation::UnitPrice, first, second));
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
        Family::Percent => is(a / b * 100.0),
        Family::Times => {
            is(a / b) && figure.number().is_some_and(|shown| !is_coarse(shown.value, figure.hedge, a / b))
        }
        Family::Bare => a > b && !same((a / b).floor(), a / b) && is(a / b),
        Family::Money(_)
        | Family::Length
        | Family::Mass
        | Family::Volume
        | Family::Area
        | Family::Celsius
        | Family::Fahrenheit
        | Family::Duration
        | Family::Data
        | Family::Speed
        | Family::Energy => false,
    }
}

/// So many times the other of two operands, in the figure's unit.
fn multiple(figure: &Figure, first: &Operand, second: &Operand) -> Option<f64> {
    let of = if first.unit.family == Family::Times { second.unit } else { first.unit };
    let scale = if of.family == figure.unit.family { of.scale / figure.unit.scale } else { 1.0 };
    (of.family == figure.unit.family || figure.unit.is_bare() || of.is_bare())
        .then_some(first.number()? * second.number()? * scale)
}

/// The product of two operands, where its unit can be the figure's.
fn product(figure: &Figure, first: &Operand, second: &Operand, exchanges: bool) -> Option<f64> {
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
    // 249 美元 at 7.1 is another currency.
    if money(first.unit) && money(target) && first.unit != target {
        return (exchanges && second.unit.is_bare()).then_some(a * b);
    }
    if let Some(scale) = first.unit.factor(target).filter(|_| second.unit.is_bare()) {
        return Some(a * b * scale);
    }
    let counts = second.unit.is_bare();
    let fits = money(target) && counts || b > 1.0 && (money(first.unit) || counts);
    (fits && target.agrees(first.unit)).then_some(a * b)
}

fn quotient(figure: &Figure, first: &Operand, second: &Operand) -> bool {
    figure.unit.agrees(first.unit) && !money(second.unit) && second.unit.family != Family::Percent
        || money(first.unit) && money(second.unit) && first.unit != second.unit && figure.unit == second.unit
}

/// A price for a weight, a volume, a length: per kilo, per 100 g, per 斤; and what a weight costs at such a price.
fn rate(figure: &Figure, price: &Operand, of: &Operand, is: &dyn Fn(f64) -> bool) -> bool {
    const MEASURES: [f64; 6] = [1.0, 0.1, 0.5, 0.001, 0.453_592_37, 10.0];
    let measured = matches!(of.unit.family, Family::Mass | Family::Volume | Family::Length | Family::Area);
    let (Some(money), Some(size), true) =
        (price.number(), of.number(), measured && price.unit == figure.unit)
    else {
        return false;
    };
    let size = size * of.unit.scale;
    size > 0.0 && MEASURES.iter().any(|measure| is(money / size * measure) || is(money * size / measure))
}

/// Sum and average over the stated figures and over whole lists.
fn lists(figure: &Figure, from: &Operands, ledger: &Ledger<'_>, cues: &Cues) -> Option<Derived> {
    let shown = figure.number()?;
    // Chance gives no sum of three digits over a whole column.
    let telling = trailing_zeros(shown.value) < 5
        && (shown.value >= 100.0 || shown.shown < 0 && shown.value >= 100.0 * ten(shown.shown));
    if !cues.sum && !cues.average && !telling {
        return None;
    }
    let is = |value: f64| shows(shown.value, shown, figure.hedge, value);
    let op_of = |sum: f64, count: f64| {
        if count < 2.0 {
            None
        } else if (cues.sum || telling && count > 2.0 && same(sum, shown.value)) && is(sum) {
            Some(Operation::Sum)
        } else if cues.average && is(sum / count) {
            Some(Operation::Average)
        } else {
            None
        }
    };
    let of = |group: &[Operand]| {
        let mut by: Vec<Proof> = group.iter().flat_map(|operand| operand.by.iter().copied()).collect();
        settle(&mut by);
        by
    };
    let numbers = |group: &[Operand]| -> Row {
        group.iter().filter_map(|operand| Some((operand.number()?, operand.unit))).collect()
    };
    for group in [&from.near, &from.stated] {
        if let Some(op) = whole(&[numbers(group)], figure, &op_of) {
            return Some(Derived { op, by: of(group) });
        }
    }
    if let Some(op) = by_place(&from.listed, figure, &op_of) {
        return Some(Derived { op, by: of(&from.stated) });
    }
    let mut all: Vec<Row> = Vec::new();
    let mut everywhere = Vec::new();
    for entries in ledger.entries.chunk_by(|one, next| one.source == next.source) {
        let Some(first) = entries.first().filter(|first| ledger.standing(first) == Standing::Current) else {
            continue;
        };
        let by = vec![ledger.proof(first)];
        let rows = rows_of(entries);
        // Numbers without units that stand beside each other are of different things.
        let mixed = rows.len() > 1
            && rows.iter().all(|row| row.len() > 1 && row.iter().all(|(_, unit)| unit.is_bare()));
        let all_of_it = if mixed { None } else { whole(&rows, figure, &op_of) };
        if let Some(op) = all_of_it.or_else(|| by_place(&rows, figure, &op_of)) {
            return Some(Derived { op, by });
        }
        // The rows of one kind: what was spent on food.
        let text = ledger.source(first).map_or("", |source| source.text);
        let lines = lines_of(entries, text);
        for word in from.words.iter().take(WORDS) {
            let holding = rows.iter().zip(&lines).filter(|(_, line)| line.contains(word.as_str()));
            let of_kind: Vec<Row> = holding.map(|(row, _)| row.clone()).collect();
            let some = of_kind.len() > 1 && of_kind.len() < rows.len();
            if let Some(op) = some.then(|| by_place(&of_kind, figure, &op_of)).flatten() {
                return Some(Derived { op, by });
            }
        }
        if !mixed {
            all.extend(rows);
        }
        everywhere.extend(by);
    }
    whole(&all, figure, &op_of).map(|op| Derived { op, by: everywhere })
}

/// The numbers of a source, line by line.
fn rows_of(entries: &[Entry]) -> Vec<Row> {
    let numbers = |row: &[Entry]| row.iter().filter_map(|entry| entry.figure.amount()).collect();
    by_line(entries).map(numbers).collect()
}

/// The line of each of those rows, in lower case.
fn lines_of(entries: &[Entry], text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().take(caps::ROWS).collect();
    let line = |row: &[Entry]| row.first().and_then(|entry| lines.get(entry.line)).copied();
    by_line(entries).map(|row| line(row).unwrap_or_default().to_ascii_lowercase()).collect()
}

fn by_line(entries: &[Entry]) -> impl Iterator<Item = &[Entry]> {
    entries.chunk_by(|one, next| one.line == next.line)
}
