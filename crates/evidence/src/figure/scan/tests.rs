use super::{Reading, scan};
use crate::figure::Value;
use crate::turn::Day;

fn read(text: &str) -> Vec<&str> {
    let found = scan(text, Reading::Answer, Day::parse("2026-11-02"), 99);
    found.figures.iter().map(|figure| &text[figure.span.clone()]).collect()
}

fn values(text: &str) -> Vec<f64> {
    scan(text, Reading::Source, None, 99).figures.iter().filter_map(|f| f.number()).map(|n| n.value).collect()
}

#[test]
fn figures_are_found_with_their_units() {
    assert_eq!(read("It costs US$5.00 or 1,680 元."), ["US$5.00", "1,680 元"]);
    assert_eq!(read("共 4 款,3.6 亿元,百分之十五"), ["4", "3.6 亿元", "百分之十五"]);
    assert_eq!(read("a two-year warranty, four nights"), ["two-year", "four nights"]);
    assert_eq!(read("打七五折,七折"), ["七五折", "七折"]);
    assert_eq!(read("tomorrow, Nov 3 at 7:30 pm"), ["tomorrow", "Nov 3", "7:30 pm"]);
    assert_eq!(read("From 3 to 7 November"), ["3", "7 November"]);
}

#[test]
fn names_ordinals_and_measure_phrases_are_none() {
    assert_eq!(read("1. tea\n2. milk"), [""; 0]);
    assert_eq!(read("第 2 步,第三名,周三,一个杯子,换一张,十分好,万一"), [""; 0]);
    assert_eq!(read("order R-5521, SB-204, v2.3.1, 010-0000-0101, a.pdf, bill-2026-11.xlsx"), [""; 0]);
    assert_eq!(read("see https://a.test/p/12?x=3 and pots.example/9"), [""; 0]);
}

#[test]
fn fractions_and_discounts_have_two_readings() {
    assert_eq!(values("四分之一"), [25.0]);
    assert_eq!(values("8 折"), [80.0]);
    assert_eq!(values("三成"), [30.0]);
    assert_eq!(values("A quarter"), [25.0]);
}

#[test]
fn a_relative_day_is_resolved() {
    let found = scan("后天", Reading::Answer, Day::parse("2026-12-31"), 9);
    assert_eq!(found.figures[0].value, Value::Date { year: Some(2027), month: 1, day: 2 });
}
