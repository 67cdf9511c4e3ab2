//! How many of a shorter period are in a longer one: what makes a yearly price of a monthly one.

use super::derive::{Operand, Place};
use super::unit::BARE;
use super::{Number, Spelling, Value};

/// A longer period, a shorter one, and how many of it there are.
const PERIODS: [(&str, &str, f64); 7] = [
    (YEAR, MONTH, 12.0),
    (YEAR, WEEK, 52.0),
    (YEAR, DAY, 365.0),
    (WEEK, DAY, 7.0),
    (MONTH, DAY, 30.0),
    (DAY, "hour|hourly|hours|小时", 24.0),
    ("百公里|100 km|100km", "每公里|per km|per kilometre|a kilometre|一公里", 100.0),
];
const YEAR: &str = "year|years|yearly|annual|annually|per annum|年";
const MONTH: &str = "month|monthly|months|mo|月";
const WEEK: &str = "week|weekly|weeks|周|星期";
const DAY: &str = "day|daily|days|天|日";

/// Those of which answer or request name one and the sources the other, or they both. A period may be named far from its figure, in
/// the head of a table.
pub(crate) fn periods(spoken: &dyn Fn(&str) -> bool, sources: &dyn Fn(&str) -> bool) -> Vec<Operand> {
    let named = |one: &str, other: &str| spoken(one) && (spoken(other) || sources(other));
    PERIODS
        .iter()
        .filter(|(long, short, _)| named(long, short) || named(short, long))
        .map(|(_, _, value)| {
            let number = Number { value: *value, other: None, shown: 0, spelling: Spelling::Digits };
            Operand { value: Value::Number(number), unit: BARE, by: Vec::new(), place: Place::Given }
        })
        .collect()
}
