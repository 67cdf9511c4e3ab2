//! More than one operation to a figure: what the answer says in the same sentence and the person in the request, with little from
//! outside. What follows so is no proof, because chance finds a chain for many a number; it says that the figure is computed, and not
//! contradicted by what it is computed from.

use super::derive::Operand;
use super::matching::shows;
use super::unit::{BARE, Family, Unit};
use super::{Figure, Hedge, same, ten};
use crate::finding::Proof;

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

/// What the figure follows from by two operations, or by a number times a price for each of two.
pub(crate) fn chain(figure: &Figure, near: &[Operand], far: &[Operand], most: u8) -> Option<Vec<Proof>> {
    let near = near.get(..near.len().min(NEAR))?;
    let all: Vec<&Operand> = near.iter().chain(far.iter().take(FAR)).collect();
    let terms: Vec<Term> = all
        .iter()
        .enumerate()
        .filter_map(|(at, operand)| {
            Some(Term { value: operand.number()?, unit: operand.unit, of: 1 << at, how: How::Added })
        })
        .collect();
    let own = (1_u32 << near.len()) - 1;
    // Something of it stands beside the figure, and little elsewhere; of a figure of one or two digits nothing, because chance
    // finds those.
    let telling = figure.number().is_some_and(|shown| shown.value >= 100.0 * ten(shown.shown));
    let most_far = match (telling, far.len() <= FEW) {
        (true, true) => 2,
        (true, false) => 1,
        (false, true) if near.len() < 4 && figure.unit != BARE => 1,
        (false, _) => 0,
    };
    let fair = |term: &Term| {
        let outside = (term.of & !own).count_ones();
        let few_at_all =
            telling && far.len() <= FEW / 2 && term.how == How::Product && term.of.count_ones() == 2;
        few_at_all || term.of & own != 0 && (outside <= most_far || outside == 1 && term.of.count_ones() == 2)
    };
    // What stands beside it in another unit.
    let beside = terms.iter().filter(|term| term.of & own != 0 && term.unit != figure.unit);
    let other_unit = |term: &&Term| {
        term.unit.family == figure.unit.family && figure.unit != BARE && is_shown(figure, term)
    };
    let mut found = beside.into_iter().find(other_unit).map(|term| term.of);
    let mut firsts = Vec::new();
    for_pairs(&terms, &terms, &mut |term| {
        if fair(&term) && is_shown(figure, &term) {
            found = found.or(Some(term.of));
        }
        firsts.push(term);
    });
    if found.is_none() && most > 1 {
        let mut try_one = |term: Term| {
            if found.is_none() && fair(&term) && is_shown(figure, &term) {
                found = Some(term.of);
            }
        };
        for_pairs(&firsts, &terms, &mut try_one);
        // How often what is gained goes into something: months of saving.
        if figure.unit.family != Family::Percent {
            let gains: Vec<Term> = firsts.iter().filter(|term| term.how == How::Added).copied().collect();
            let is_kept = |term: &Term| term.unit == BARE && term.how == How::Other;
            for_pairs(&terms, &gains, &mut |term| {
                if is_kept(&term) {
                    try_one(term);
                }
            });
        }
    }
    // So many of one and so many of the other: each number stands beside the figure.
    if found.is_none() && most > 1 {
        let products: Vec<Term> =
            firsts.into_iter().filter(|term| term.how == How::Product && fair(term)).collect();
        for_pairs(&products, &products, &mut |term| {
            if found.is_none()
                && (term.of & own).count_ones() > 1
                && term.unit != BARE
                && is_shown(figure, &term)
            {
                found = Some(term.of);
            }
        });
    }
    let of = found?;
    let used = all.iter().enumerate().filter(|(at, _)| of & (1 << at) != 0);
    let mut by: Vec<Proof> = used.flat_map(|(_, operand)| operand.by.iter().copied()).collect();
    crate::ordered::settle(&mut by);
    Some(by)
}

fn for_pairs(left: &[Term], right: &[Term], visit: &mut dyn FnMut(Term)) {
    for a in left {
        for b in right.iter().filter(|b| a.of & b.of == 0) {
            combine(a, b, visit);
        }
    }
}

/// Every value that two terms give and that has a sense.
fn combine(a: &Term, b: &Term, visit: &mut dyn FnMut(Term)) {
    let of = a.of | b.of;
    let mut put = |value: f64, unit: Unit, how: How| visit(Term { value, unit, of, how });
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
    // Three and a bit boxes are four.
    let started =
        ours.family == Family::Bare && term.how == How::Other && same(term.value.ceil(), shown.value);
    (ours.family == Family::Bare || its.family == Family::Bare) && (is(term.value) || started)
}

#[cfg(test)]
mod tests {
    use super::super::derive::{Operand, Place};
    use super::super::scan::{Reading, scan};
    use super::chain;

    fn operands(text: &str) -> Vec<Operand> {
        let figures = scan(text, Reading::Source, None, 20).figures;
        figures.iter().map(|figure| Operand::of(figure, &[], Place::Given)).collect()
    }

    fn follows(figure: &str, near: &str, far: &str) -> bool {
        let figure = scan(figure, Reading::Answer, None, 1).figures.remove(0);
        chain(&figure, &operands(near), &operands(far), 2).is_some()
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
