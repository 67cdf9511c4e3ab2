//! Sums and averages of whole columns and rows, of a source or of the answer's own list: never of a subset that was picked to fit.
//! Also the sum over all rows of a price times a number.

use super::unit::Unit;
use super::{Figure, ten};
use fairlead_protocol::evidence::Operation;

/// The numbers of one line.
pub(crate) type Row = Vec<(f64, Unit)>;

/// What a sum and a count of terms are to the figure that is looked for.
pub(crate) type Judge<'a> = &'a dyn Fn(f64, f64) -> Option<Operation>;

const COLUMNS: usize = 8;

/// Every number of every row.
pub(crate) fn whole(rows: &[Row], figure: &Figure, judge: Judge<'_>) -> Option<Operation> {
    let all = || rows.iter().flatten();
    // Numbers without a unit are added to those with one only where none has it.
    let (sum, count) = total(all(), &|unit| *unit == figure.unit);
    let found = judge(sum, count);
    if found.is_some() || count > 0.0 && !figure.unit.is_bare() {
        return found;
    }
    let (sum, count) = total(all(), &|unit| fits(unit, figure));
    judge(sum, count)
}

/// One row, or one column, counted from the left or from the right, of all numbers or of those that have the figure's unit.
pub(crate) fn by_place(rows: &[Row], figure: &Figure, judge: Judge<'_>) -> Option<Operation> {
    for row in rows {
        // Beside numbers of its unit, those without one are of something else.
        let strict = !figure.unit.is_bare() && row.iter().any(|(_, unit)| *unit == figure.unit);
        let (sum, count) = total(row.iter(), &|unit| *unit == figure.unit || !strict && fits(unit, figure));
        if let Some(op) = judge(sum, count) {
            return Some(op);
        }
    }
    // Four ways to count the places of a row.
    for way in 0..4 {
        let (strict, from_right) = (way & 1 == 1, way & 2 == 2);
        let mut columns = [(0.0, 0.0); COLUMNS];
        for row in rows {
            let mut put = |(value, _): &(f64, Unit), at: usize| {
                if let Some((sum, count)) = columns.get_mut(at) {
                    *sum += value;
                    *count += 1.0;
                }
            };
            let of_kind =
                row.iter().filter(|(_, unit)| *unit == figure.unit || !strict && fits(unit, figure));
            if from_right {
                of_kind.rev().enumerate().for_each(|(at, number)| put(number, at));
            } else {
                of_kind.enumerate().for_each(|(at, number)| put(number, at));
            }
        }
        if let Some(op) = columns.into_iter().find_map(|(sum, count)| judge(sum, count)) {
            return Some(op);
        }
    }
    weighted(rows, figure, judge)
}

/// A number of the figure's kind, or one of which no unit says otherwise.
fn fits(unit: &Unit, figure: &Figure) -> bool {
    *unit == figure.unit || figure.unit.is_bare() || unit.is_bare()
}

/// Sum and count of the numbers that are meant.
fn total<'r>(numbers: impl Iterator<Item = &'r (f64, Unit)>, is_meant: &dyn Fn(&Unit) -> bool) -> (f64, f64) {
    numbers
        .filter(|(_, unit)| is_meant(unit))
        .fold((0.0, 0.0), |(sum, count), (value, _)| (sum + value, count + 1.0))
}

/// A price times a number in each row, added up.
fn weighted(rows: &[Row], figure: &Figure, judge: Judge<'_>) -> Option<Operation> {
    let (mut sum, mut count) = (0.0, 0.0);
    for row in rows {
        let [(price, unit), (number, of), ..] = row.as_slice() else { continue };
        if (*unit == figure.unit || unit.is_bare()) && (of.is_bare() || unit.is_bare()) && *number < ten(4) {
            sum += price * number;
            count += 1.0;
        }
    }
    judge(sum, count).filter(|op| *op == Operation::Sum)
}

#[cfg(test)]
mod tests {
    use super::super::scan::{Reading, scan};
    use super::super::{Figure, same};
    use super::{Row, by_place, whole};
    use fairlead_protocol::evidence::Operation;

    fn rows(text: &str) -> Vec<Row> {
        let numbers = |line: &str| {
            let figures = scan(line, Reading::Source, None, 20).figures;
            figures.iter().filter_map(Figure::amount).collect()
        };
        text.lines().map(numbers).collect()
    }

    fn sum(text: &str, target: &str) -> bool {
        let figure = scan(target, Reading::Answer, None, 1).figures.remove(0);
        let wanted = figure.number().unwrap().value;
        let judge = |sum, count| (count > 1.0 && same(sum, wanted)).then_some(Operation::Sum);
        let rows = rows(text);
        whole(&rows, &figure, &judge).or_else(|| by_place(&rows, &figure, &judge)).is_some()
    }

    #[test]
    fn columns_are_added_from_both_sides_and_by_their_unit() {
        assert!(sum("12.90 x 2 = $25.80\n19.50 x 3 = $58.50\n$8.00", "$92.30"));
        assert!(sum("2 cups $4\n3 mugs $9", "$13") && sum("2 cups $4\n3 mugs $9", "5"));
        assert!(!sum("2 cups $4\n3 mugs $9\n1 jug $7", "$13"));
    }

    #[test]
    fn prices_times_numbers_are_added() {
        assert!(sum("12.90\t2\n19.50\t3\n8.00\t1", "92.30"));
        assert!(!sum("12.90\t2\n19.50\t3\n8.00\t1", "84.30"));
    }
}
