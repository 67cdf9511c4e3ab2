//! Two operations at once, over one line of a source with what the figure's sentence and the request say: so many pieces at a price, and a
//! discount, a fee or a deposit on top. The line keeps the operands few; over all sources chance would find something for any number.

use super::derive::{Derived, Operand, Operands};
use super::ledger::{Ledger, Standing};
use super::matching::shows;
use super::unit::{Family, Unit};
use super::{Figure, Hedge, same};
use crate::caps;
use fairlead_protocol::evidence::Operation;

const MOST: usize = 8;

pub(crate) fn compound(figure: &Figure, from: &Operands, ledger: &Ledger<'_>) -> Option<Derived> {
    let shown = figure.number().filter(|_| matches!(figure.unit.family, Family::Money(_)))?;
    let is = |value: f64| match figure.hedge {
        Hedge::None => {
            same(shown.value, value) || shown.shown < 0 && shows(shown.value, shown, figure.hedge, value)
        }
        Hedge::About | Hedge::Below | Hedge::Above => shows(shown.value, shown, figure.hedge, value),
    };
    let said = |operand: &Operand| Some((operand.number()?, operand.unit));
    let given = ledger.entries.iter().filter(|entry| ledger.standing(entry) == Standing::Given);
    let mut beside: Vec<(f64, Unit)> = from.near.iter().filter_map(said).take(MOST).collect();
    beside
        .extend(given.filter_map(|entry| Some((entry.figure.number()?.value, entry.figure.unit))).take(MOST));
    let periods: Vec<f64> = from.periods.iter().filter_map(Operand::number).collect();
    for line in ledger
        .entries
        .chunk_by(|one, next| one.source == next.source && one.line == next.line)
        .take(caps::ROWS)
    {
        let Some(first) = line.first().filter(|entry| ledger.standing(entry) == Standing::Current) else {
            continue;
        };
        let own: Vec<(f64, Unit)> = line
            .iter()
            .filter_map(|entry| Some((entry.figure.number()?.value, entry.figure.unit)))
            .take(MOST)
            .collect();
        let pool = [own.as_slice(), beside.as_slice()].concat();
        if own.iter().any(|price| {
            priced(*price, &beside, &own, figure, &is) || lasting(*price, &pool, &periods, figure, &is)
        }) {
            return Some(Derived { op: Operation::Product, by: vec![ledger.proof(first)] });
        }
    }
    None
}

/// A price times a number, and then a percentage of it or an amount more or less.
fn priced(
    price: (f64, Unit),
    beside: &[(f64, Unit)],
    own: &[(f64, Unit)],
    figure: &Figure,
    is: &dyn Fn(f64) -> bool,
) -> bool {
    let amount = |unit: Unit| unit == figure.unit || unit.is_bare();
    if !amount(price.1) || figure.unit.family == Family::Percent {
        return false;
    }
    let counts = beside.iter().filter(|(count, unit)| unit.is_bare() && *count > 1.0 && *count < 1000.0);
    counts.map(|(count, _)| price.0 * count).any(|product| {
        own.iter().any(|(other, unit)| match unit.family {
            Family::Percent => {
                let part = product * other / 100.0;
                is(part) || is(product - part) || is(product + part)
            }
            _ => amount(*unit) && *other >= 1.0 && (is(product - other) || is(product + other)),
        })
    })
}

/// A price a month, for so many years.
fn lasting(
    price: (f64, Unit),
    pool: &[(f64, Unit)],
    periods: &[f64],
    figure: &Figure,
    is: &dyn Fn(f64) -> bool,
) -> bool {
    let times = |(count, unit): &(f64, Unit)| {
        let counts = unit.is_bare() || unit.family == Family::Duration;
        counts && *count > 1.0 && *count < 100.0 && periods.iter().any(|period| is(price.0 * count * period))
    };
    price.1 == figure.unit && pool.iter().any(times)
}
