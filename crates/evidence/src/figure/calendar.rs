//! Dates and times in all their forms. A month and a day of an ISO date are never swapped; a date with slashes may be read both ways
//! only where its first number can be no month.

use super::number::count_digits;
use super::numeral::{chinese, word};
use super::{Half, Value};
use crate::turn::Day;
use crate::words::{is_letter_or_digit, one_of, part};

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A month by its name or its first letters.
pub(crate) fn month(name: &str) -> Option<u8> {
    let lower = name.to_ascii_lowercase();
    if lower.len() < 3 {
        return None;
    }
    MONTHS.iter().zip(1..).find_map(|(month, number)| {
        (*month == lower
            || lower.len() <= 4 && month.starts_with(lower.as_str())
            || lower == "sept" && number == 9)
            .then_some(number)
    })
}

/// A small whole number in digits or Chinese, past one space.
fn small(text: &str, at: usize) -> Option<(i32, usize)> {
    let at = skip_space(text, at);
    let digits = count_digits(text, at);
    if digits > 0 {
        let value = text.get(at..at + digits)?.parse().ok()?;
        return (digits <= 4).then_some((value, at + digits));
    }
    let numeral = chinese(text, at)?;
    let value = numeral.number.value;
    #[allow(clippy::cast_possible_truncation)] // below 3000
    (value < 3000.0).then_some((value as i32, numeral.end))
}

fn skip_space(text: &str, at: usize) -> usize {
    match text.get(at..).and_then(|rest| rest.chars().next()) {
        Some(gap @ (' ' | '\u{a0}')) => at + gap.len_utf8(),
        Some(_) | None => at,
    }
}

fn follows<'a>(text: &str, at: usize, words: &[&'a str]) -> Option<(&'a str, usize)> {
    let at = skip_space(text, at);
    let tail = text.get(at..)?;
    words.iter().find(|word| tail.starts_with(**word)).map(|word| (*word, at + word.len()))
}

fn day_of(year: Option<i32>, month: i32, day: i32) -> Option<Value> {
    let (month, day) = (u8::try_from(month).ok()?, u8::try_from(day).ok()?);
    ((1..=12).contains(&month) && day <= 31).then_some(Value::Date { year, month, day })
}

/// A date that starts with a number: `2026-11-03`, `2026/11/3`, `3 November 2026`, `11月3日`, `2026年11月`.
pub(crate) fn date_at_number(text: &str, at: usize) -> Option<(Value, usize)> {
    let (first, end) = small(text, at)?;
    let digits = end - at;
    if let Some((mark, next)) = follows(text, end, &["-", "/", "."])
        && next == end + 1
        && digits == 4
        && text.as_bytes().get(at).is_some_and(u8::is_ascii_digit)
    {
        let (month, after) = small(text, next)?;
        let (_, next) = follows(text, after, &[mark])?;
        let (day, after) = small(text, next)?;
        return Some((day_of(Some(first), month, day)?, after));
    }
    if let Some((_, next)) = follows(text, end, &["/"])
        && next == end + 1
        && let Some((second, after)) = small(text, next)
        && let Some((_, next)) = follows(text, after, &["/"])
        && let Some((year, after)) = small(text, next)
        && year > 1900
    {
        let (month, day) = if first > 12 { (second, first) } else { (first, second) };
        return Some((day_of(Some(year), month, day)?, after));
    }
    if let Some((_, next)) = follows(text, end, &["年"]) {
        let (month, after) = small(text, next)?;
        let (_, next) = follows(text, after, &["月份", "月"])?;
        let (day, stop) = chinese_day(text, next).unwrap_or((0, next));
        return Some((day_of(Some(first), month, day)?, stop));
    }
    if let Some((_, next)) = follows(text, end, &["月份", "月"]) {
        let (day, stop) = chinese_day(text, next).unwrap_or((0, next));
        return Some((day_of(None, first, day)?, stop));
    }
    day_then_month(text, first, end)
}

fn chinese_day(text: &str, at: usize) -> Option<(i32, usize)> {
    let (day, after) = small(text, at)?;
    let (_, end) = follows(text, after, &["日", "号"])?;
    Some((day, end))
}

/// `3 November`, `3rd of Nov 2026`, and the first day of `3 to 7 November`.
fn day_then_month(text: &str, day: i32, end: usize) -> Option<(Value, usize)> {
    let tail = text.get(end..)?;
    let suffix =
        ["st", "nd", "rd", "th"].iter().find(|suffix| tail.starts_with(**suffix)).map_or(0, |s| s.len());
    let mut next = end + suffix;
    let mut stop = None;
    if let Some((_, range)) = follows(text, next, &["to ", "–", "—", "-", "until ", "and "])
        && let Some((_, after)) = small(text, range)
    {
        // The range's own month is the next word; the second day is read on its own.
        stop = Some(end);
        next = after;
    }
    let next = follows(text, next, &["of "]).map_or(skip_space(text, next), |(_, next)| next);
    let name = word(text, next);
    let month = month(name)?;
    let after = next + name.len();
    let (year, after) = year_after(text, after);
    Some((day_of(year, i32::from(month), day)?, stop.unwrap_or(after)))
}

/// A date that starts with a month's name: `Nov 3`, `November 3rd, 2026`, `November 2026`.
pub(crate) fn date_at_word(text: &str, at: usize) -> Option<(Value, usize)> {
    let name = word(text, at);
    let month = month(name)?;
    let after = at + name.len();
    let dot = usize::from(text.get(after..)?.starts_with('.'));
    let start = skip_space(text, after + dot);
    let digits = count_digits(text, start);
    let number: i32 = text.get(start..start + digits)?.parse().ok()?;
    if digits == 4 && number > 1900 {
        return Some((day_of(Some(number), i32::from(month), 0)?, start + 4));
    }
    if digits == 0 || digits > 2 {
        return None;
    }
    let mut end = start + digits;
    // `APR 6.9%` is a rate.
    if text.get(end..)?.starts_with(one_of("%\u{ff05}"))
        || text.get(end..)?.starts_with('.') && count_digits(text, end + 1) > 0
    {
        return None;
    }
    let tail = text.get(end..)?;
    if ["st", "nd", "rd", "th"].iter().any(|suffix| tail.starts_with(suffix)) {
        end += 2;
    }
    let (year, end) = year_after(text, end);
    Some((day_of(year, i32::from(month), number)?, end))
}

/// `11-02`, `11/2` on a page: it may be a day of the year.
pub(crate) fn month_and_day(text: &str, at: usize) -> Option<(Value, usize)> {
    let first = count_digits(text, at);
    let (mark, next) =
        follows(text, at + first, &["-", "/", "."]).filter(|(_, next)| *next == at + first + 1)?;
    let second = count_digits(text, next);
    let end = next + second;
    let wide =
        first == 2 && second == 2 || mark == "/" && (1..3).contains(&first) && (1..3).contains(&second);
    let open = text.get(end..)?.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '/' | '%'));
    let (month, day): (i32, i32) =
        (text.get(at..at + first)?.parse().ok()?, text.get(next..end)?.parse().ok()?);
    if !wide || open || day == 0 {
        return None;
    }
    Some((day_of(None, month, day)?, end))
}

fn year_after(text: &str, at: usize) -> (Option<i32>, usize) {
    let at_digits = follows(text, at, &[","]).map_or(at, |(_, next)| next);
    let start = skip_space(text, at_digits);
    if count_digits(text, start) == 4
        && let Some(year) = text.get(start..start + 4).and_then(|year| year.parse().ok())
        && (1900..2200).contains(&year)
    {
        return (Some(year), start + 4);
    }
    (None, at)
}

/// The day at the end of a range whose month stands before it: `11月3日至7日`.
pub(crate) fn day_of_range(text: &str, at: usize, earlier: Value, between: &str) -> Option<(Value, usize)> {
    let Value::Date { year, month, day: 1.. } = earlier else { return None };
    let between = between.trim();
    let listed = matches!(between, "and" | "or" | "和" | "、" | "或");
    let (day, end) = small(text, at)?;
    // `2月10日出发,16日返回`: the sign of a day is enough.
    let signed = || {
        let behind = follows(text, end, &["日", "号"]).and_then(|(_, end)| text.get(end..));
        let near = between.len() < 40 && !between.contains(one_of("。\n"));
        near && behind.is_some_and(|rest| !rest.starts_with(one_of("内后游均元圆以之线楼店")))
    };
    if !listed && !matches!(between, "至" | "到" | "-" | "–" | "—" | "~" | "～" | "to") && !signed() {
        return None;
    }
    let counts =
        |next: char| next.is_alphanumeric() && !matches!(next, '日' | '号') || matches!(next, '%' | ':');
    if listed && text.get(end..)?.trim_start().starts_with(counts) {
        return None;
    }
    let end = follows(text, end, &["日", "号"]).map_or(end, |(_, end)| end);
    Some((day_of(year, i32::from(month), day)?, end))
}

/// A time that starts with a number: `19:30`, `7:30 pm`, `7 p.m.`, `七点半`, `8 点 15 分`.
pub(crate) fn clock(text: &str, at: usize) -> Option<(Value, usize)> {
    let (hour, end) = small(text, at)?;
    if !(0..=24).contains(&hour) {
        return None;
    }
    let padded = text.get(at..end).is_some_and(|digits| digits.starts_with('0') && digits.len() == 2);
    let (mut minute, mut stop, mut told) = (0, end, false);
    let mark = if text.get(end..)?.starts_with(one_of(":\u{ff1a}点时")) {
        text.get(end..)?.chars().next()
    } else {
        None
    };
    match mark {
        Some(mark @ (':' | '\u{ff1a}')) => {
            let next = end + mark.len_utf8();
            if count_digits(text, next) != 2 {
                return None;
            }
            (minute, stop) = small(text, next)?;
            told = true;
        }
        Some(mark) => {
            let next = end + mark.len_utf8();
            stop = next;
            told = mark == '点';
            if let Some((part, after)) = follows(text, next, &["半", "一刻", "三刻", "整", "钟"]) {
                minute = match part {
                    "半" => 30,
                    "一刻" => 15,
                    "三刻" => 45,
                    _ => 0,
                };
                stop = after;
            } else if let Some((value, after)) = small(text, next)
                && (0..60).contains(&value)
            {
                minute = value;
                stop = follows(text, after, &["分"]).map_or(after, |(_, after)| after);
                told = true;
            }
        }
        None => {
            // `8 点`: a gap before the sign.
            if let Some((_, next)) = follows(text, end, &["点"]) {
                stop = next;
                told = true;
                if let Some((_, after)) = follows(text, next, &["半"]) {
                    (minute, stop) = (30, after);
                } else if let Some((value, after)) = small(text, next) {
                    minute = value;
                    stop = follows(text, after, &["分"]).map_or(after, |(_, after)| after);
                }
            }
        }
    }
    let (hour, stop, said) = half_of_day(text, at, hour, stop);
    if !(told || said && stop > end) || !(0..60).contains(&minute) {
        return None;
    }
    let spoken = text.get(end..stop).is_some_and(|rest| rest.contains('点'));
    let half = match (said || padded || hour > 12 || hour == 0, spoken) {
        (true, _) => Half::Said,
        (false, true) => Half::Open,
        (false, false) => Half::Unsaid,
    };
    Some((Value::Clock { minutes: u16::try_from(hour % 24 * 60 + minute).ok()?, half }, stop))
}

const TO: [&str; 8] = ["–", "-", "—", "~", "～", "to ", "至", "到"];

/// The first hour of `9–5 pm` and of `9-11点`.
pub(crate) fn hour_of_range(text: &str, at: usize) -> Option<(Value, usize)> {
    let (hour, end) = hour(text, at)?;
    let (_, next) = follows(text, end, &TO)?;
    let next = skip_space(text, next);
    let (_, stop) = clock(text, next)?;
    let spoken = part(text, next..stop).contains(one_of("mM点时"));
    spoken.then_some((Value::Clock { minutes: hour % 24 * 60, half: Half::Open }, end))
}

/// An hour of `9–18`, as a page of opening hours has it: it may also be a number.
pub(crate) fn plain_hour(text: &str, at: usize) -> Option<Value> {
    let (own, end) = hour(text, at)?;
    let free = |at: usize| {
        text.get(at..).is_some_and(|rest| {
            !rest.trim_start().starts_with(|c: char| c.is_alphanumeric() || c == '%' || c == '°')
        })
    };
    let second = follows(text, end, &TO)
        .and_then(|(_, next)| hour(text, skip_space(text, next)))
        .filter(|(second, stop)| *second > own && free(*stop));
    let first = || {
        let head = part(text, ..at).trim_end();
        let head = TO.iter().find_map(|mark| head.strip_suffix(mark.trim_end()))?.trim_end();
        let start = head.rfind(|c: char| !c.is_ascii_digit()).map_or(0, |found| found + 1);
        let start = (start..head.len()).find(|start| text.is_char_boundary(*start))?;
        hour(text, start).filter(|(first, _)| *first < own && free(end))
    };
    (second.is_some() || first().is_some())
        .then_some(Value::Clock { minutes: own % 24 * 60, half: Half::Said })
}

fn hour(text: &str, at: usize) -> Option<(u16, usize)> {
    let digits = count_digits(text, at);
    let hour = text.get(at..at + digits)?.parse().ok()?;
    (digits < 3 && hour < 25).then_some((hour, at + digits))
}

/// The hour of a day of 24, and whether am, pm, 上午 or 下午 say so.
fn half_of_day(text: &str, at: usize, hour: i32, end: usize) -> (i32, usize, bool) {
    const LATER: [&str; 5] = ["下午", "晚上", "傍晚", "今晚", "晚"];
    const EARLIER: [&str; 6] = ["上午", "早上", "凌晨", "清晨", "早", "今早"];
    let start = skip_space(text, end);
    let tail = part(text, start..);
    for (word, later) in [
        ("a.m.", false),
        ("p.m.", true),
        ("am", false),
        ("pm", true),
        ("a.m", false),
        ("p.m", true),
        ("in the morning", false),
        ("in the afternoon", true),
        ("in the evening", true),
        ("at night", true),
    ] {
        let found = tail.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word));
        let whole = !tail.get(word.len()..).is_some_and(|rest| rest.starts_with(is_letter_or_digit));
        if found && whole {
            let hour = if later { hour % 12 + 12 } else { hour % 12 };
            return (hour, start + word.len(), true);
        }
    }
    let before = part(text, ..at).trim_end();
    if LATER.iter().any(|word| before.ends_with(word)) {
        return (if hour < 12 { hour + 12 } else { hour }, end, true);
    }
    if before.ends_with("中午") {
        return (if hour < 11 { hour + 12 } else { hour }, end, true);
    }
    (hour, end, EARLIER.iter().any(|word| before.ends_with(word)))
}

/// The day so many days after another, as a date.
pub(crate) fn day_after(today: Day, days: i32) -> Value {
    let day = today.plus(days);
    Value::Date { year: Some(day.year), month: day.month, day: day.day }
}

#[cfg(test)]
mod tests {
    use super::super::{Half, Value};
    use super::{clock, date_at_number, date_at_word};

    fn date(text: &str) -> Option<(Option<i32>, u8, u8)> {
        let found = date_at_number(text, 0).or_else(|| date_at_word(text, 0));
        match found?.0 {
            Value::Date { year, month, day } => Some((year, month, day)),
            Value::Number(_) | Value::Clock { .. } => None,
        }
    }

    fn minutes(text: &str, at: usize) -> Option<(u16, Half)> {
        match clock(text, at)?.0 {
            Value::Clock { minutes, half } => Some((minutes, half)),
            Value::Number(_) | Value::Date { .. } => None,
        }
    }

    #[test]
    fn dates_are_one_value_in_all_forms() {
        let whole = Some((Some(2026), 11, 3));
        for text in
            ["2026-11-03", "2026/11/3", "2026年11月3日", "3 November 2026", "Nov 3, 2026", "11/3/2026"]
        {
            assert_eq!(date(text), whole, "{text}");
        }
        for text in ["11月3日", "十一月三日", "11 月 3 号", "Nov 3", "3rd of November", "3 to 7 November"]
        {
            assert_eq!(date(text), Some((None, 11, 3)), "{text}");
        }
        assert_eq!(date("November 2026"), Some((Some(2026), 11, 0)));
        assert_eq!(date("maybe 3"), None);
    }

    #[test]
    fn times_are_one_value_in_all_forms() {
        for text in ["19:30", "7:30 pm", "7:30 p.m."] {
            assert_eq!(minutes(text, 0), Some((1170, Half::Said)), "{text}");
        }
        for text in ["晚上七点半", "下午 7:30", "晚上7点30分"] {
            let at = text.find(['七', '7']).unwrap();
            assert_eq!(minutes(text, at), Some((1170, Half::Said)), "{text}");
        }
        assert_eq!(minutes("7:30", 0), Some((450, Half::Unsaid)));
        assert_eq!(minutes("07:30", 0), Some((450, Half::Said)));
        assert_eq!(minutes("7", 0), None);
        assert_eq!(minutes("7 monkeys", 0), None);
    }
}
