//! How long a server asks to wait, in all the forms that are in use: `retry-after-ms`, `retry-after` in seconds or as
//! an HTTP date (RFC 9110, section 10.2.3), and durations inside texts ("try again in 1m2.5s").

use crate::http::ResponseHead;
use fairlead_protocol::ids::Timestamp;

const DAY_MS: i64 = 86_400_000;
const FRACTION_DIGITS: usize = 9;

/// The wait that the headers ask for, in milliseconds.
pub(crate) fn from_headers(head: &ResponseHead, now: Timestamp) -> Option<u64> {
    let millis = head.header("retry-after-ms").and_then(|value| millis(value, 1));
    millis.or_else(|| {
        let value = head.header("retry-after")?;
        millis_of_seconds(value).or_else(|| {
            let at = http_date(value)?;
            Some(u64::try_from(at - now.0).unwrap_or(0))
        })
    })
}

/// The wait of a text that says "try again in …" or "try again after …".
pub(crate) fn from_text(text: &str) -> Option<u64> {
    let text = text.to_ascii_lowercase();
    ["try again in ", "try again after ", "retry in ", "retry after "].iter().find_map(|phrase| {
        let (_, rest) = text.split_once(phrase)?;
        duration(rest)
    })
}

/// A duration at the start of a text: numbers with units, as in `1h2m`, `6.57s`, `120ms`, `2 minutes`.
pub(crate) fn duration(text: &str) -> Option<u64> {
    let mut total = None;
    let mut rest = text.trim_start();
    loop {
        let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let (number, after) = rest.split_at(end);
        let after = after.trim_start();
        let end = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let (unit, tail) = after.split_at(end);
        let scale = match unit {
            "ms" | "millisecond" | "milliseconds" => 1,
            "s" | "sec" | "secs" | "second" | "seconds" => 1_000,
            "m" | "min" | "mins" | "minute" | "minutes" => 60_000,
            "h" | "hr" | "hour" | "hours" => 3_600_000,
            _ => return total,
        };
        let Some(part) = millis(number, scale) else { return total };
        total = Some(total.unwrap_or(0_u64).saturating_add(part));
        rest = tail.trim_start();
    }
}

fn millis_of_seconds(value: &str) -> Option<u64> {
    millis(value, 1_000)
}

/// A plain decimal number of units of `scale` milliseconds, rounded. In whole numbers: reading a double takes tables.
fn millis(number: &str, scale: u64) -> Option<u64> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let plain = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !plain(whole) || !plain(fraction) {
        return None;
    }
    // More digits than these are less than a millisecond of any unit.
    let fraction = fraction.get(..FRACTION_DIGITS).unwrap_or(fraction);
    let parts = fraction.bytes().fold(1, |parts, _| parts * 10);
    let part = (count(fraction) * scale + parts / 2) / parts;
    Some(count(whole).saturating_mul(scale).saturating_add(part))
}

/// Saturates: a wait of ages is as good as any other that nobody waits for.
fn count(digits: &str) -> u64 {
    digits.bytes().fold(0, |count: u64, digit| {
        count.saturating_mul(10).saturating_add(u64::from(digit.saturating_sub(b'0')))
    })
}

/// Milliseconds since the epoch of an HTTP date in one of its three forms.
fn http_date(text: &str) -> Option<i64> {
    let (_, rest) = text.split_once(' ')?;
    let fields: Vec<&str> = rest.split([' ', '-']).filter(|field| !field.is_empty()).collect();
    let (day, month, year, clock) = match fields.as_slice() {
        // Sun, 06 Nov 1994 08:49:37 GMT and Sunday, 06-Nov-94 08:49:37 GMT
        [day, month, year, clock, "GMT" | "UTC"] => (*day, *month, *year, *clock),
        // Sun Nov  6 08:49:37 1994
        [month, day, clock, year] => (*day, *month, *year, *clock),
        _ => return None,
    };
    let year = match (year.len(), year.parse::<i64>().ok()?) {
        (2, short) if short < 70 => short + 2_000,
        (2, short) => short + 1_900,
        (_, year) => year,
    };
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let month = (1_i64..).zip(MONTHS).find(|(_, name)| month.eq_ignore_ascii_case(name))?.0;
    let day = day.parse::<i64>().ok().filter(|day| (1..=31).contains(day))?;
    let mut clock =
        clock.splitn(3, ':').map(|field| field.parse::<i64>().ok().filter(|value| (0..=60).contains(value)));
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    if !(1970..=9999).contains(&year) {
        return None;
    }
    Some(days_since_epoch(year, month, day) * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1_000)
}

/// Days from 1970-01-01 in the Gregorian calendar; years counted from March, so that the leap day is the last.
fn days_since_epoch(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year / 4 - year / 100 + year / 400 + day_of_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(headers: &[(&str, &str)]) -> ResponseHead {
        let headers = headers.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        ResponseHead { status: 429, headers }
    }

    #[test]
    fn milliseconds_beat_seconds_and_nonsense_is_nothing() {
        let now = Timestamp(0);
        assert_eq!(
            from_headers(&head(&[("retry-after", "2"), ("retry-after-ms", "1250")]), now),
            Some(1_250)
        );
        assert_eq!(from_headers(&head(&[("retry-after", "0.5")]), now), Some(500));
        assert_eq!(from_headers(&head(&[("retry-after", "-1")]), now), None);
        assert_eq!(from_headers(&head(&[("retry-after", "soon")]), now), None);
        assert_eq!(from_headers(&head(&[]), now), None);
    }

    #[test]
    fn the_three_forms_of_an_http_date_are_one_instant() {
        let instant = Some(784_111_777_000);
        assert_eq!(http_date("Sun, 06 Nov 1994 08:49:37 GMT"), instant);
        assert_eq!(http_date("Sunday, 06-Nov-94 08:49:37 GMT"), instant);
        assert_eq!(http_date("Sun Nov  6 08:49:37 1994"), instant);
        assert_eq!(http_date("Thu, 29 Feb 2024 00:00:00 GMT"), Some(1_709_164_800_000));
        assert_eq!(http_date("Thu, 29 Foo 2024 00:00:00 GMT"), None);
    }

    #[test]
    fn a_date_in_the_past_means_now() {
        let late = Timestamp(784_111_777_000 + 5_000);
        assert_eq!(from_headers(&head(&[("retry-after", "Sun, 06 Nov 1994 08:49:37 GMT")]), late), Some(0));
    }

    #[test]
    fn durations_in_texts_are_read_in_every_unit() {
        assert_eq!(from_text("Please try again in 6.57s. More."), Some(6_570));
        assert_eq!(from_text("Please try again in 1m2.5s."), Some(62_500));
        assert_eq!(from_text("please try again after 1 seconds"), Some(1_000));
        assert_eq!(from_text("Try again in 120ms"), Some(120));
        assert_eq!(from_text("Try again in 1 hour 2 minutes, or pay"), Some(3_720_000));
        assert_eq!(from_text("please try again later"), None);
        assert_eq!(from_text("Try again in a moment"), None);
    }
}
