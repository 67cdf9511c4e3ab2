//! A text for each stand-in of a redacted file: as many bytes and characters as there were, and alike where the texts were alike.

use serde_json::Value;

/// First characters of ranges whose letters have 1, 2, 3 and 4 bytes in UTF-8, and how many of each are used.
const LETTERS: [(u32, u32); 4] = [('a' as u32, 26), ('à' as u32, 23), ('一' as u32, 5_000), (0x1F600, 60)];

pub(crate) fn restore(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Some(restored) = stand_in(text) {
                *text = restored;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(restore),
        Value::Object(fields) => fields.iter_mut().for_each(|(_, value)| restore(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// `[text 7: 120 bytes, 40 characters]`
fn stand_in(text: &str) -> Option<String> {
    let inside = text.strip_prefix("[text ")?.strip_suffix(" characters]")?;
    let (number, lengths) = inside.split_once(": ")?;
    let (bytes, chars) = lengths.split_once(" bytes, ")?;
    let (number, bytes, chars): (usize, usize, usize) =
        (number.parse().ok()?, bytes.parse().ok()?, chars.parse().ok()?);
    // A file says what it likes; no text was ever longer than what brings the largest attachment.
    (chars >= 1 && bytes >= chars && bytes <= chars.checked_mul(4)? && bytes <= 8_000_000)
        .then(|| written(number, bytes, chars))
}

fn written(number: usize, bytes: usize, chars: usize) -> String {
    let narrow = bytes / chars;
    let wide = bytes - narrow * chars;
    let mut left = number as u64;
    (0..chars)
        .map(|place| {
            let width = if place < wide { narrow + 1 } else { narrow };
            let (first, many) = LETTERS.get(width - 1).copied().unwrap_or(('a' as u32, 26));
            let digit = u32::try_from(left % u64::from(many)).unwrap_or_default();
            left /= u64::from(many);
            char::from_u32(first + digit).unwrap_or('a')
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::stand_in;

    #[test]
    fn a_stand_in_is_as_long_as_its_text_was() {
        for (bytes, chars) in [(5, 5), (3, 1), (7, 3), (8, 2), (4, 1), (11, 10), (1200, 500)] {
            let text = stand_in(&format!("[text 3: {bytes} bytes, {chars} characters]")).unwrap();
            assert_eq!((text.len(), text.chars().count()), (bytes, chars));
        }
    }

    #[test]
    fn other_texts_have_other_stand_ins() {
        let all: std::collections::BTreeSet<String> = (1..600)
            .map(|number| stand_in(&format!("[text {number}: 6 bytes, 4 characters]")).unwrap())
            .collect();
        assert_eq!(all.len(), 599);
    }

    #[test]
    fn what_is_no_stand_in_is_left() {
        for text in ["[text 1: 2 bytes, 9 characters]", "[text 1: 9 bytes, 0 characters]", "[text]", "hello"]
        {
            assert_eq!(stand_in(text), None);
        }
    }
}
