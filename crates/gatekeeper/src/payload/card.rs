//! Payment card numbers (ISO/IEC 7812): digits in groups with single separators, a plausible issuer and length, and Luhn's check digit.

const LONGEST: usize = 19;
const SHORTEST: usize = 13;

pub(super) fn ends_after(text: &str, from: usize) -> bool {
    let bytes = text.as_bytes();
    let groups = digit_groups(bytes);
    (0..groups.len()).any(|first| starts_card(bytes, groups.get(first..).unwrap_or_default(), from))
}

/// Whole groups only: a number inside a longer run of digits is something else.
fn starts_card(bytes: &[u8], groups: &[(usize, usize)], from: usize) -> bool {
    let mut digits: Vec<u8> = Vec::with_capacity(LONGEST);
    let mut previous_end = None;
    for &(start, end) in groups {
        if previous_end.is_some_and(|previous| !is_joined(bytes, previous, start))
            || digits.len() + end - start > LONGEST
        {
            return false;
        }
        digits.extend(bytes.get(start..end).unwrap_or_default().iter().map(|byte| byte - b'0'));
        if digits.len() >= SHORTEST && end > from && has_issuer(&digits) && passes_luhn(&digits) {
            return true;
        }
        previous_end = Some(end);
    }
    false
}

fn is_joined(bytes: &[u8], end: usize, start: usize) -> bool {
    matches!(bytes.get(end..start), Some([b' ' | b'.' | b'-']))
}

fn digit_groups(bytes: &[u8]) -> Vec<(usize, usize)> {
    let mut groups = Vec::new();
    let mut start = None;
    for (at, byte) in bytes.iter().enumerate() {
        match (byte.is_ascii_digit(), start) {
            (true, None) => start = Some(at),
            (false, Some(begin)) => {
                groups.push((begin, at));
                start = None;
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    groups.extend(start.map(|begin| (begin, bytes.len())));
    groups
}

fn has_issuer(digits: &[u8]) -> bool {
    let lead = digits.iter().take(4).fold(0_u32, |sum, digit| sum * 10 + u32::from(*digit));
    let length = digits.len();
    match lead {
        4000..=4999 => matches!(length, 13 | 16 | 19), // Visa
        5100..=5599 | 2221..=2720 => length == 16,     // Mastercard
        3400..=3499 | 3700..=3799 => length == 15,     // American Express
        3000..=3059 | 3095 | 3600..=3699 | 3800..=3999 => length == 14 || length >= 16, // Diners Club
        3528..=3589 => length >= 16,                   // JCB
        6011 | 6440..=6599 => length >= 16,            // Discover
        6200..=6299 | 8100..=8199 => length >= 16,     // UnionPay
        2200..=2204 => length >= 16,                   // Mir
        5018 | 5020 | 5038 | 5893 | 6304 | 6759 | 6761..=6763 => true, // Maestro
        _ => false,
    }
}

fn passes_luhn(digits: &[u8]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, digit)| match (place % 2, u32::from(*digit)) {
            (0, digit) => digit,
            (_, digit) if digit > 4 => digit * 2 - 9,
            (_, digit) => digit * 2,
        })
        .sum();
    sum.is_multiple_of(10)
}
