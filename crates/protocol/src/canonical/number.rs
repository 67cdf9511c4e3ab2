//! Numbers as ECMAScript writes them: every one a double, by its shortest digits (`Number::toString`, radix 10).

use serde_json::Number;

pub(super) fn write(number: &Number, into: &mut String) {
    let double = number.as_f64().unwrap_or_default();
    if double == 0.0 {
        // Without the sign that a zero may have.
        into.push('0');
        return;
    }
    if double < 0.0 {
        into.push('-');
    }
    let shortest = Number::from_f64(double.abs()).map(|number| number.to_string()).unwrap_or_default();
    let (digits, point) = significant(&shortest);
    lay_out(&digits, point, into);
}

/// The digits without zeros around them, and how many of them stand before the point (or, below 0, zeros behind it).
fn significant(text: &str) -> (String, i32) {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let digits = all.trim_start_matches('0');
    // A double has a few hundred digits at the very most.
    let leading = (all.len() - digits.len()) as i32;
    let point = whole.len() as i32 - leading + exponent.parse().unwrap_or(0);
    (digits.trim_end_matches('0').to_owned(), point)
}

fn lay_out(digits: &str, point: i32, into: &mut String) {
    let count = digits.len() as i32;
    let zeros = |count: i32| "0".repeat(count.unsigned_abs() as usize);
    match point {
        1..=21 if count <= point => {
            into.push_str(digits);
            into.push_str(&zeros(point - count));
        }
        1..=21 => {
            let (whole, fraction) = digits.split_at(point as usize);
            into.push_str(whole);
            into.push('.');
            into.push_str(fraction);
        }
        -5..=0 => {
            into.push_str("0.");
            into.push_str(&zeros(point));
            into.push_str(digits);
        }
        _ => {
            let (first, rest) = digits.split_at(1);
            let dot = if rest.is_empty() { "" } else { "." };
            let sign = if point > 0 { "+" } else { "-" };
            into.push_str(&format!("{first}{dot}{rest}e{sign}{}", (point - 1).unsigned_abs()));
        }
    }
}
