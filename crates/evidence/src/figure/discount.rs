//! What is paid and what is off: of one price both make a hundred. 三折 is 30 % paid, and so is `70% off`.

use super::Figure;
use super::same;
use super::unit::Family;
use crate::words::{Norm, head, one_of, part};

/// Whether one of two figures says what is paid, the other what is off, and they are not of the same price.
pub(crate) fn differ(answer: &str, figure: &Figure, text: &str, source: &Figure) -> bool {
    let opposed =
        is_paid(answer, figure) && is_off(text, source) || is_off(answer, figure) && is_paid(text, source);
    let values = figure.number().zip(source.number());
    opposed && values.is_some_and(|(one, other)| !same(one.value + other.value, 100.0))
}

fn is_paid(text: &str, figure: &Figure) -> bool {
    part(text, figure.span.clone()).ends_with('折')
}

/// `30% off`, 优惠 30%.
fn is_off(text: &str, figure: &Figure) -> bool {
    if figure.unit.family != Family::Percent || is_paid(text, figure) {
        return false;
    }
    let before = part(text, ..figure.span.start).trim_end();
    let word = before.rsplit(one_of(" \",:\u{ff0c}\u{ff1a}。")).next().unwrap_or_default();
    let after = head(part(text, figure.span.end..), 20);
    Norm::of(word).any("优惠|减|省|直降|降价|便宜|save|discount")
        || Norm::of(after).starts("off|discount|的优惠|优惠|的折扣").is_some()
}

#[cfg(test)]
mod tests {
    use super::differ;
    use crate::figure::scan::{Reading, scan};

    fn are_of_two_prices(answer: &str, source: &str) -> bool {
        let figure = scan(answer, Reading::Answer, None, 9).figures.remove(0);
        let other = scan(source, Reading::Source, None, 9).figures.remove(0);
        differ(answer, &figure, source, &other)
    }

    #[test]
    fn what_is_paid_and_what_is_off_make_a_hundred() {
        for (answer, source) in [("打三折", "优惠 30%"), ("Save 30%", "3 折"), ("三折", "30% off")] {
            assert!(are_of_two_prices(answer, source), "{answer} of {source}");
        }
        for (answer, source) in
            [("打七折", "优惠 30%"), ("30% off", "7 折"), ("三折", "原价的 30%"), ("30% off", "Save 30%")]
        {
            assert!(!are_of_two_prices(answer, source), "{answer} of {source}");
        }
    }
}
