//! What stands around a number and says how exact it is meant, or that it is none: hedges, directions, ordinals, list numbers.

use super::Hedge;
use super::numeral::digit;
use crate::words::{is_digit, is_letter, is_letter_or_digit, one_of, part};

/// Before a number, past spaces and a currency sign.
const BEFORE: [(&str, Hedge); 51] = [
    ("about", Hedge::About),
    ("around", Hedge::About),
    ("roughly", Hedge::About),
    ("approximately", Hedge::About),
    ("approx", Hedge::About),
    ("approx.", Hedge::About),
    ("some", Hedge::About),
    ("circa", Hedge::About),
    ("~", Hedge::About),
    ("≈", Hedge::About),
    ("大约", Hedge::About),
    ("大概", Hedge::About),
    ("约为", Hedge::About),
    ("约", Hedge::About),
    ("差不多", Hedge::About),
    ("左右", Hedge::About),
    ("nearly", Hedge::Below),
    ("almost", Hedge::Below),
    ("just under", Hedge::Below),
    ("close to", Hedge::Below),
    ("up to nearly", Hedge::Below),
    ("not quite", Hedge::Below),
    ("将近", Hedge::Below),
    ("接近", Hedge::Below),
    ("近", Hedge::Below),
    ("快", Hedge::Below),
    ("不到", Hedge::Below),
    ("逼近", Hedge::Below),
    ("over", Hedge::Above),
    ("more than", Hedge::Above),
    ("just over", Hedge::Above),
    ("above", Hedge::Above),
    ("upwards of", Hedge::Above),
    ("at least", Hedge::Above),
    ("超过", Hedge::Above),
    ("超", Hedge::Above),
    ("逾", Hedge::Above),
    ("不止", Hedge::Above),
    ("突破", Hedge::Above),
    ("过了", Hedge::Above),
    ("高达", Hedge::None),
    ("大于", Hedge::Above),
    ("多于", Hedge::Above),
    ("under", Hedge::Below),
    ("less than", Hedge::Below),
    ("below", Hedge::Below),
    ("fewer than", Hedge::Below),
    ("低于", Hedge::Below),
    ("少于", Hedge::Below),
    ("小于", Hedge::Below),
    ("几乎", Hedge::Below),
];

/// After a number and perhaps its unit.
const AFTER: [(&str, Hedge); 9] = [
    ("左右", Hedge::About),
    ("上下", Hedge::About),
    ("or so", Hedge::About),
    ("出头", Hedge::Above),
    ("多", Hedge::Above),
    ("余", Hedge::Above),
    ("+", Hedge::Above),
    ("以上", Hedge::Above),
    ("有余", Hedge::Above),
];

pub(crate) fn hedge(text: &str, start: usize, end: usize) -> Hedge {
    let before = part(text, ..start).trim_end();
    for (word, hedge) in BEFORE {
        let Some(at) = before.len().checked_sub(word.len()) else { continue };
        let found = before.get(at..).is_some_and(|tail| tail.eq_ignore_ascii_case(word));
        let joined = word.starts_with(is_letter)
            && before.get(..at).is_some_and(|head| head.ends_with(is_letter_or_digit));
        // 最近 and 附近 are no hedges.
        let other = word == "近" && before.get(..at).is_some_and(|head| head.ends_with(one_of("最附靠")));
        let speed = word == "快" && before.get(..at).is_some_and(|head| head.ends_with(one_of("更最加尽很")));
        if found && !joined && !other && !speed {
            return hedge;
        }
    }
    let after = part(text, end..).trim_start();
    for (word, hedge) in AFTER {
        if after.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word)) {
            // 多少 asks; `+ 3` adds.
            let other = after.get(word.len()..).is_some_and(|rest| match word {
                "多" => rest.starts_with(one_of("少种于")),
                "+" => rest.trim_start().starts_with(is_digit),
                _ => false,
            });
            if !other {
                return hedge;
            }
        }
    }
    Hedge::None
}

/// Words that make the next number an ordinal, a name or a step.
const ORDINAL: [&str; 28] = [
    "step", "steps", "chapter", "section", "part", "item", "option", "row", "tab", "version", "line",
    "question", "level", "report", "reports", "page", "no", "number", "figure", "phase", "stage", "point",
    "attempt", "v", "rule", "tier", "slide", "volume",
];

/// Whether the number is an ordinal, a list number or a name, and no figure.
pub(crate) fn is_no_figure(text: &str, start: usize, end: usize) -> bool {
    let head = part(text, ..start);
    let tail = part(text, end..);
    if is_list_number(head, tail) || head.trim_end().ends_with(one_of("第#")) {
        return true;
    }
    let near = head.trim_end_matches(one_of(" \u{a0}*_"));
    let word_start = near
        .rfind(|c: char| !c.is_ascii_alphabetic())
        .map_or(0, |at| at + near.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8));
    let word = part(near, word_start..);
    if near.len() < head.len() && ORDINAL.iter().any(|other| other.eq_ignore_ascii_case(word)) {
        return true;
    }
    near.ends_with("星期")
        || near.ends_with("礼拜")
        || near.ends_with('周') && tail_is_weekday(text, start, end)
        || near.ends_with("步骤")
        || near.ends_with("版本")
        || near.ends_with("标签页")
}

fn tail_is_weekday(text: &str, start: usize, end: usize) -> bool {
    text.get(start..end).and_then(|number| number.chars().next()).and_then(digit).is_some()
}

/// `1. `, `2)`, `三、` at the start of a line, also in bold or behind a dash.
fn is_list_number(head: &str, tail: &str) -> bool {
    let line = head.rsplit('\n').next().unwrap_or_default();
    // `1. first; 2. second`
    let goes_on = line.trim_end().ends_with(one_of(";\u{ff1b}:\u{ff1a}。"));
    if goes_on {
        return tail.starts_with(one_of(".、)\u{ff0e}\u{ff09}"))
            && part(tail, 1..).trim_start().starts_with(|next: char| !next.is_ascii_digit());
    }
    if !line.trim_matches(one_of(" \t*->(\u{ff08}#|")).is_empty() {
        return false;
    }
    let mut rest = tail.trim_start_matches('*').chars();
    match rest.next() {
        Some('.') => rest.next().is_none_or(|next| !next.is_ascii_digit()),
        Some(')' | '、' | '\u{ff0e}' | '\u{ff09}') => true,
        // The first cell of a row: `| 1 | apply |`.
        Some(' ') => line.trim() == "|" && rest.next() == Some('|'),
        Some(_) | None => false,
    }
}

/// What a Chinese numeral of one sign must be followed by to count: measure words and units.
const MEASURES: &str = "个项款件条张份位人名家本台辆只把双套次天日晚周月年小分秒元块角美欧英港种页行封篇首间层站门场箱瓶杯碗盒包袋斤公克吨米度折成倍级岁票组栏列支枚顶颗头棵片届集章节处类轮户座艘架部百千万亿多余来几点顿趟班所段句字声遍道根幅批堂科样";

pub(crate) fn is_measured(text: &str, end: usize) -> bool {
    text.get(end..)
        .unwrap_or_default()
        .trim_start()
        .chars()
        .next()
        .is_some_and(|next| next.is_ascii() && next.is_ascii_alphabetic() || MEASURES.contains(next))
}

#[cfg(test)]
mod tests {
    use super::super::Hedge;
    use super::{hedge, is_no_figure};

    #[test]
    fn hedges_stand_before_and_after() {
        assert_eq!(hedge("about 500", 6, 9), Hedge::About);
        assert_eq!(hedge("Nearly 500", 7, 10), Hedge::Below);
        assert_eq!(hedge("more than 500", 10, 13), Hedge::Above);
        assert_eq!(hedge("500多人", 0, 3), Hedge::Above);
        assert_eq!(hedge("500 多少", 0, 3), Hedge::None);
        assert_eq!(hedge("最近500", "最近".len(), "最近500".len()), Hedge::None);
        assert_eq!(hedge("somewhere 500", 10, 13), Hedge::None);
    }

    #[test]
    fn ordinals_and_list_numbers_are_no_figures() {
        assert!(is_no_figure("1. tea", 0, 1));
        assert!(is_no_figure("a\n- 2) tea", 4, 5));
        assert!(is_no_figure("step 3", 5, 6));
        assert!(is_no_figure("第 3 步", "第 ".len(), "第 3".len()));
        assert!(!is_no_figure("1.5 kg", 0, 3));
        assert!(!is_no_figure("costs 3", 6, 7));
    }
}
