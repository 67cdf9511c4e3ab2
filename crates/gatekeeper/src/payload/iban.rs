//! International bank account numbers (ISO 13616): length by country, remainder 1 modulo 97.

pub(super) fn ends_after(text: &str, from: usize) -> bool {
    let bytes = text.as_bytes();
    (0..bytes.len()).any(|at| {
        let is_word_start =
            at.checked_sub(1).and_then(|before| bytes.get(before)).is_none_or(|b| !b.is_ascii_alphanumeric());
        is_word_start && bytes.get(at..).and_then(read).is_some_and(|length| at + length > from)
    })
}

/// Bytes that the number at the start takes, separators included.
fn read(bytes: &[u8]) -> Option<usize> {
    let [a, b, c, d, ..] = *bytes else { return None };
    if !(a.is_ascii_alphabetic() && b.is_ascii_alphabetic() && c.is_ascii_digit() && d.is_ascii_digit()) {
        return None;
    }
    let wanted = length_of([a.to_ascii_uppercase(), b.to_ascii_uppercase()])?;
    let mut taken: Vec<u8> = Vec::with_capacity(wanted);
    let mut at = 0;
    while taken.len() < wanted {
        match *bytes.get(at)? {
            byte if byte.is_ascii_alphanumeric() => taken.push(byte.to_ascii_uppercase()),
            b' ' | b'-' if bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric) => {}
            _ => return None,
        }
        at += 1;
    }
    let ends_here = bytes.get(at).is_none_or(|byte| !byte.is_ascii_alphanumeric());
    (ends_here && remainder(&taken) == 1).then_some(at)
}

fn remainder(number: &[u8]) -> u32 {
    let (head, tail) = number.split_at(4.min(number.len()));
    tail.iter().chain(head).fold(0, |rest, byte| match byte {
        b'0'..=b'9' => (rest * 10 + u32::from(byte - b'0')) % 97,
        letter => (rest * 100 + u32::from(letter.saturating_sub(b'A')) + 10) % 97,
    })
}

fn length_of(country: [u8; 2]) -> Option<usize> {
    LENGTHS.iter().find(|(code, _)| code.as_bytes() == country).map(|(_, length)| *length)
}

#[rustfmt::skip] // a table, read by rows
const LENGTHS: &[(&str, usize)] = &[
    ("AD", 24), ("AE", 23), ("AL", 28), ("AT", 20), ("AZ", 28), ("BA", 20), ("BE", 16), ("BG", 22), ("BH", 22), ("BI", 27),
    ("BR", 29), ("BY", 28), ("CH", 21), ("CR", 22), ("CY", 28), ("CZ", 24), ("DE", 22), ("DJ", 27), ("DK", 18), ("DO", 28),
    ("EE", 20), ("EG", 29), ("ES", 24), ("FI", 18), ("FK", 18), ("FO", 18), ("FR", 27), ("GB", 22), ("GE", 22), ("GI", 23),
    ("GL", 18), ("GR", 27), ("GT", 28), ("HR", 21), ("HU", 28), ("IE", 22), ("IL", 23), ("IQ", 23), ("IS", 26), ("IT", 27),
    ("JO", 30), ("KW", 30), ("KZ", 20), ("LB", 28), ("LC", 32), ("LI", 21), ("LT", 20), ("LU", 20), ("LV", 21), ("LY", 25),
    ("MC", 27), ("MD", 24), ("ME", 22), ("MK", 19), ("MN", 20), ("MR", 27), ("MT", 31), ("MU", 30), ("NI", 28), ("NL", 18),
    ("NO", 15), ("OM", 23), ("PK", 24), ("PL", 28), ("PS", 29), ("PT", 25), ("QA", 29), ("RO", 24), ("RS", 22), ("RU", 33),
    ("SA", 24), ("SC", 31), ("SD", 18), ("SE", 24), ("SI", 19), ("SK", 24), ("SM", 27), ("SO", 23), ("ST", 25), ("SV", 28),
    ("TL", 23), ("TN", 24), ("TR", 26), ("UA", 29), ("VA", 22), ("VG", 24), ("XK", 20), ("YE", 30),
];
