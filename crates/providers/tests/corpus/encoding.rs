//! The two encodings of the corpus: bodies in base64 and instants in RFC 3339.

use fairlead_protocol::ids::Timestamp;

/// Base64 of RFC 4648, section 4.
pub(crate) fn base64(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let (mut bits, mut held) = (0_u32, 0_u32);
    for c in text.trim_end_matches('=').chars() {
        let digit = match c {
            'A'..='Z' => u32::from(c) - u32::from('A'),
            'a'..='z' => u32::from(c) - u32::from('a') + 26,
            '0'..='9' => u32::from(c) - u32::from('0') + 52,
            '+' => 62,
            '/' => 63,
            _ => return Err(format!("{c:?} is no base64")),
        };
        bits = (bits << 6 | digit) & 0xFFFF;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held & 0xFF).map_err(|error| error.to_string())?);
        }
    }
    Ok(bytes)
}

/// `2026-11-30T04:00:00Z`: UTC and whole seconds are all that the corpus uses.
pub(crate) fn instant(text: &str) -> Result<Timestamp, String> {
    let fields: Vec<i64> = text
        .strip_suffix('Z')
        .ok_or("an instant is in UTC")?
        .split(['-', 'T', ':'])
        .map(|field| field.parse::<i64>().map_err(|error| format!("{text}: {error}")))
        .collect::<Result<_, _>>()?;
    let [year, month, day, hour, minute, second] = fields.as_slice() else {
        return Err(format!("{text} is no instant"));
    };
    let leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = |month: i64| match month {
        2 => 28 + i64::from(leap(*year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let years: i64 = (1970..*year).map(|year| 365 + i64::from(leap(year))).sum();
    let months: i64 = (1..*month).map(length).sum();
    let days = years + months + day - 1;
    Ok(Timestamp((((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000))
}
