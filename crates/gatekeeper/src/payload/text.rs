//! What leaves with a call, as text, and every way in which it can be read: without invisible characters, percent-decoded, and with
//! its base64 and hexadecimal runs decoded once.

use crate::registry::Reach;
use fairlead_protocol::invisible::is_invisible;
use icu_normalizer::ComposingNormalizerBorrowed;
use serde_json::Value;
use url::Url;

/// How often percent-decoding is repeated.
const PERCENT_ROUNDS: usize = 3;
/// Shortest encoded run that is decoded; below it every word would be one.
const RUN: usize = 8;

pub(crate) struct Outgoing {
    /// Values of parameters, an address excepted.
    pub(crate) values: Vec<String>,
    value_readings: Vec<String>,
    address_readings: Vec<String>,
}

impl Outgoing {
    pub(crate) fn of(params: &Value, reach: Reach, address: Option<&Url>) -> Self {
        let unscanned: &[&str] = match reach {
            // What the card shows and what is acted on; neither goes to the page.
            Reach::Page | Reach::Batch | Reach::Tab => &["element", "ref"],
            Reach::Address => &["url"],
            Reach::Own | Reach::Endpoint | Reach::Browser => &[],
        };
        let mut values = Vec::new();
        collect(params, unscanned, &mut values);
        let value_readings = values.iter().flat_map(|value| readings(value)).collect();
        let mut parts = Vec::new();
        if let Some(url) = address {
            parts.extend(
                [url.host_str(), Some(url.path()), url.query(), url.fragment()]
                    .into_iter()
                    .flatten()
                    .map(String::from),
            );
            parts.extend(url.query_pairs().flat_map(|(name, value)| [name.into_owned(), value.into_owned()]));
        }
        let address_readings = parts.iter().flat_map(|part| readings(part)).collect();
        Self { values, value_readings, address_readings }
    }

    pub(crate) fn readings(&self) -> impl Iterator<Item = &String> {
        self.value_readings.iter().chain(&self.address_readings)
    }

    pub(crate) fn address_readings(&self) -> impl Iterator<Item = &String> {
        self.address_readings.iter()
    }

    pub(crate) fn value_readings(&self) -> impl Iterator<Item = &String> {
        self.value_readings.iter()
    }
}

fn collect(value: &Value, unscanned: &[&str], into: &mut Vec<String>) {
    match value {
        Value::String(text) => into.push(text.clone()),
        Value::Number(number) => into.push(number.to_string()),
        Value::Array(items) => items.iter().for_each(|item| collect(item, unscanned, into)),
        Value::Object(fields) => {
            for (_, item) in fields.iter().filter(|(name, _)| !unscanned.contains(&name.as_str())) {
                collect(item, unscanned, into);
            }
        }
        Value::Null | Value::Bool(_) => {}
    }
}

/// Every reading of a text, the plain one first.
pub(crate) fn readings(text: &str) -> Vec<String> {
    let mut levels = vec![clean(text)];
    for _ in 0..PERCENT_ROUNDS {
        match levels.last().and_then(|level| percent_decode(level)) {
            Some(decoded) => levels.push(clean(&decoded)),
            None => break,
        }
    }
    let decoded: Vec<String> =
        levels.iter().flat_map(|level| decoded_runs(level)).map(|run| clean(&run)).collect();
    levels.extend(decoded);
    levels
}

/// NFKC, dashes and digits made one, and nothing that a reader cannot see.
pub(crate) fn clean(text: &str) -> String {
    // There is nothing of the kind in it.
    if text.is_ascii() {
        return text.to_owned();
    }
    ComposingNormalizerBorrowed::new_nfkc()
        .normalize(text)
        .chars()
        .filter(|c| !is_invisible(*c))
        .map(|c| match c {
            '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
            digit => DIGIT_ZEROS.iter().find_map(|zero| ascii_digit(digit, *zero)).unwrap_or(digit),
        })
        .collect()
}

/// The zeros of decimal digits that keyboards produce and NFKC leaves alone: Arabic, Persian, Devanagari, Bengali, Thai.
const DIGIT_ZEROS: &[char] = &['\u{660}', '\u{6f0}', '\u{966}', '\u{9e6}', '\u{e50}'];

fn ascii_digit(digit: char, zero: char) -> Option<char> {
    u32::from(digit).checked_sub(u32::from(zero)).and_then(|value| char::from_digit(value, 10))
}

/// The form in which texts of two sites are compared: case, spaces and dashes do not count.
pub(crate) fn squash(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != '-').flat_map(char::to_lowercase).collect()
}

fn percent_decode(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let pair = match bytes.get(at..at + 3) {
            Some([b'%', high, low]) => hex_digit(*high).zip(hex_digit(*low)),
            _ => None,
        };
        match pair {
            Some((high, low)) => {
                decoded.push(high * 16 + low);
                at += 3;
            }
            None => {
                decoded.push(byte);
                at += 1;
            }
        }
    }
    (decoded.len() != bytes.len()).then(|| String::from_utf8_lossy(&decoded).into_owned())
}

fn decoded_runs(text: &str) -> Vec<String> {
    let is_url_safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let is_standard = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/');
    let runs = |belongs: fn(char) -> bool| text.split(move |c| !belongs(c)).filter(|run| run.len() >= RUN);
    let hex = runs(|c| c.is_ascii_hexdigit()).filter_map(decode_hex);
    let url_safe =
        text.split(move |c| !is_url_safe(c)).filter(|run| run.len() >= RUN).filter_map(decode_base64);
    let standard =
        text.split(move |c| !is_standard(c)).filter(|run| run.len() >= RUN).filter_map(decode_base64);
    hex.chain(url_safe).chain(standard).collect()
}

/// RFC 4648 in either alphabet, padding optional. `None` unless text comes out.
pub(super) fn decode_base64(run: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(run.len());
    let (mut bits, mut held) = (0_u32, 0_u32);
    for byte in run.trim_end_matches('=').bytes() {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(six)) & 0xffff;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.extend(u8::try_from(bits >> held & 0xff));
        }
    }
    readable(bytes)
}

fn decode_hex(run: &str) -> Option<String> {
    let bytes = run.as_bytes().chunks_exact(2).map(|pair| match pair {
        [high, low] => hex_digit(*high).zip(hex_digit(*low)).map(|(high, low)| high * 16 + low),
        _ => None,
    });
    readable(bytes.collect::<Option<Vec<u8>>>()?)
}

fn readable(bytes: Vec<u8>) -> Option<String> {
    String::from_utf8(bytes).ok().filter(|text| !text.chars().any(|c| c.is_control() && !c.is_whitespace()))
}

fn hex_digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}
