//! More than one operation to a figure: what the answer says in the same sentence and the person in the request, with little from
//! outside. What follows so is no proof, because chance finds a chain for many a number; it says that the figure is computed, and not
//! contradicted by what it is computed from.

use super::matching::{is_coarse, shows};
use super::rows::Row;
use super::unit::{BARE, Family, Unit};
use super::{Figure, Hedge, same, ten};

/// Operands of the figure's own sentence, and from elsewhere.
const NEAR: usize = 7;
const FAR: usize = 12;
/// Of more numbers than these, two make a chain by chance.
const FEW: usize = 9;

#[derive(Clone, Copy)]
struct Term {
    value: f64,
    unit: Unit,
    /// The operands in it, by their places.
    of: u32,
    how: How,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// Only added and taken away: as exact as what it is made of.
    Added,
    Product,
    Other,
}

/// What a chain may end on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ends {
    Anywhere,
    /// On how often one goes into the other: months of saving.
    OnCount,
    /// On the sum or the difference of two products, whose numbers stand beside the figure.
    OnSum,
}

/// How many operations may lead to a figure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Steps {
    One,
    Two,
}

/// Whether the figure follows by so many operations, or from a number times a price for each of two.
pub(crate) fn chain(figure: &Figure, near: &Row, far: &Row, steps: Steps) -> bool {
    let near = near.get(..near.len().min(NEAR)).unwrap_or_default();
    let all = near.iter().chain(far.iter().take(FAR)).enumerate();
    let term = |(at, (value, unit)): (usize, &(f64, Unit))| Term {
        value: *value,
        unit: *unit,
        of: 1 << at,
        how: How::Added,
    };
    let terms: Vec<Term> = all.map(term).collect();
    let search = Search { figure, own: (1 << near.len()) - 1, near: near.len(), far: far.len() };
    // What stands beside it in another unit.
    let in_other_unit = |term: &Term| {
        let alike = term.unit.family == figure.unit.family && term.unit != figure.unit;
        term.of & search.own != 0 && alike && is_shown(figure, term)
    };
    let mut firsts = Vec::new();
    if terms.iter().any(in_other_unit) || search.pairs(&terms, &terms, Ends::Anywhere, Some(&mut firsts)) {
        return true;
    }
    let of_kind = |how: How| firsts.iter().filter(|term| term.how == how).copied().collect::<Vec<Term>>();
    let (gains, mut products) = (of_kind(How::Added), of_kind(How::Product));
    products.retain(|term| search.is_fair(term));
    steps == Steps::Two
        && (search.pairs(&firsts, &terms, Ends::Anywhere, None)
            || figure.unit.family != Family::Percent && search.pairs(&terms, &gains, Ends::OnCount, None)
            || search.pairs(&products, &products, Ends::OnSum, None))
}

struct Search<'f> {
    figure: &'f Figure,
    /// The operands that stand beside the figure.
    own: u32,
    near: usize,
    far: usize,
}

impl Search<'_> {
    /// Whether something of it stands beside the figure, and little elsewhere; of a figure of one or two digits next to nothing,
    /// because chance finds those.
    fn is_fair(&self, term: &Term) -> bool {
        let telling = self.figure.number().is_some_and(|shown| shown.value >= 100.0 * ten(shown.shown));
        let most_far = match (telling, self.far <= FEW) {
            (true, true) => 2,
            (true, false) => 1,
            (false, true) if self.near < 4 && self.figure.unit != BARE => 1,
            (false, _) => 0,
        };
        let outside = (term.of & !self.own).count_ones();
        let of_two = term.of.count_ones() == 2;
        if !telling && self.near > 3 && !of_two && term.how != How::Added {
            return false;
        }
        let few_at_all = telling && self.far <= FEW / 2 && term.how == How::Product && of_two;
        few_at_all || term.of & self.own != 0 && (outside <= most_far || outside == 1 && of_two)
    }

    fn may_end(&self, term: &Term, ends: Ends) -> bool {
        match ends {
            Ends::Anywhere => self.is_fair(term),
            Ends::OnCount => self.is_fair(term) && term.unit == BARE && term.how == How::Other,
            Ends::OnSum => (term.of & self.own).count_ones() > 1 && term.unit != BARE,
        }
    }

    /// Whether two terms of different operands give the figure. Keeps what the first operation of two gives.
    fn pairs(&self, left: &[Term], right: &[Term], ends: Ends, mut kept: Option<&mut Vec<Term>>) -> bool {
        for a in left {
            for b in right.iter().filter(|b| a.of & b.of == 0) {
                let mut given = Vec::with_capacity(MOST);
                combine(a, b, &mut given);
                if given.iter().any(|term| self.may_end(term, ends) && is_shown(self.figure, term)) {
                    return true;
                }
                if let Some(kept) = &mut kept {
                    kept.append(&mut given);
                }
            }
        }
        false
    }
}

/// What two terms give at most.
const MOST: usize = 8;

/// Every value that two terms give and that has a sense.
fn combine(a: &Term, b: &Term, given: &mut Vec<Term>) {
    let of = a.of | b.of;
    let mut put = |value: f64, unit: Unit, how: How| given.push(Term { value, unit, of, how });
    let percent = |term: &Term| term.unit.family == Family::Percent;
    // A small whole number without a unit counts something, and is added to nothing else.
    let amount = |term: &Term, other: &Term| {
        let counts = term.value < 100.0 && same(term.value.floor(), term.value);
        term.unit.family == Family::Bare && !counts && !percent(other)
    };
    let alike = a.unit.family == b.unit.family || amount(a, b) || amount(b, a);
    let added = if a.how == How::Added && b.how == How::Added { How::Added } else { How::Other };
    if alike {
        let unit = if a.unit.family == Family::Bare { b.unit } else { a.unit };
        let second =
            if a.unit.family == b.unit.family { b.value * b.unit.scale / a.unit.scale } else { b.value };
        if a.of < b.of {
            put(a.value + second, unit, added);
        }
        if a.value > second {
            put(a.value - second, unit, added);
        }
        if second != 0.0 {
            put(a.value / second, BARE, How::Other);
        }
    }
    if percent(b) && !percent(a) {
        let part = a.value * b.value / 100.0;
        put(part, a.unit, How::Other);
        put(a.value - part, a.unit, How::Other);
        put(a.value + part, a.unit, How::Other);
    }
    let money = |term: &Term| matches!(term.unit.family, Family::Money(_));
    let counts = matches!(b.unit.family, Family::Bare | Family::Times | Family::Duration)
        || money(a) && !money(b) && !percent(b)
        // 10 mg per kg
        || a.unit != b.unit && !percent(b) && a.unit.family != Family::Bare;
    if a.unit.family == Family::Length && b.unit.family == Family::Speed {
        let hours = a.value * a.unit.scale / 1000.0 / (b.value * b.unit.scale);
        put(hours, Unit { family: Family::Duration, scale: 3600.0 }, How::Other);
    } else if counts && !percent(a) && b.value > 1.0 {
        put(a.value * b.value, a.unit, How::Product);
        put(a.value / b.value, a.unit, How::Other);
    }
}

fn is_shown(figure: &Figure, term: &Term) -> bool {
    let Some(shown) = figure.number() else { return false };
    let is = |value: f64| {
        if term.how == How::Added && figure.hedge == Hedge::None {
            same(value, shown.value)
        } else {
            shows(shown.value, shown, figure.hedge, value)
        }
    };
    let (ours, its) = (figure.unit, term.unit);
    if ours.family == Family::Percent && its.family == Family::Bare {
        return is(term.value * 100.0) || is((term.value - 1.0).abs() * 100.0);
    }
    if ours.family == its.family {
        return is(term.value * its.scale / ours.scale);
    }
    if ours.family == Family::Times && is_coarse(shown.value, figure.hedge, term.value) {
        return false;
    }
    // Three and a bit boxes are four.
    let started =
        ours.family == Family::Bare && term.how == How::Other && same(term.value.ceil(), shown.value);
    (ours.family == Family::Bare || its.family == Family::Bare) && (is(term.value) || started)
}

#[cfg(test)]
mod tests {
    use super::super::Figure;
    use super::super::rows::Row;
    use super::super::scan::{Reading, scan};
    use super::{Steps, chain};

    fn operands(text: &str) -> Row {
        let figures = scan(text, Reading::Source, None, 20).figures;
        figures.iter().filter_map(Figure::amount).collect()
    }

    fn follows(figure: &str, near: &str, far: &str) -> bool {
        let figure = scan(figure, Reading::Answer, None, 1).figures.remove(0);
        chain(&figure, &operands(near), &operands(far), Steps::Two)
    }

    #[test]
    fn two_operations_are_followed() {
        assert!(
            follows("$54.99", "2 tickets", "$25, $4.99") && !follows("$55.99", "2 tickets", "$25, $4.99")
        );
        assert!(follows("5250 元", "10 万, 1.75%, 3 年", ""));
        assert!(follows("36 months", "$612", "$17, $31") && !follows("36 months", "$612", "$48, $31"));
    }

    #[test]
    fn numbers_of_two_prices_are_added() {
        assert!(follows("£52", "2 and 3", "£14, £8, £11") && !follows("£56", "2 and 3", "£14, £8, £11"));
    }

    #[test]
    fn a_chain_needs_something_beside_the_figure() {
        assert!(!follows("$73", "", "$48, $31"));
    }
}
