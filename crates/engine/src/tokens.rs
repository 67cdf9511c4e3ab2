//! How many tokens a text has, roughly: by the class of its characters. No tokenizer is in here, they weigh more than the engine;
//! what a provider counts corrects the estimate (see `gauge`).

/// Quarters of a token, by what tokenizers of the last years make of a character of each class: four letters of English prose
/// share a token, figures and marks of pages and JSON stand two to one, a Chinese character is about one by itself.
fn quarters(c: char) -> u64 {
    match c {
        'a'..='z' | 'A'..='Z' | ' ' => 1,
        '\u{0}'..='\u{7f}' => 2,
        // Latin with marks, Greek, Cyrillic, Hebrew, Arabic.
        '\u{80}'..='\u{7ff}' => 2,
        // Kana, Hangul and Han, with their punctuation.
        '\u{2e80}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ffef}' => 4,
        '\u{800}'..='\u{ffff}' => 4,
        '\u{10000}'.. => 8,
    }
}

pub fn estimate(text: &str) -> u32 {
    let quarters: u64 = text.chars().map(quarters).sum();
    u32::try_from(quarters.div_ceil(4)).unwrap_or(u32::MAX)
}

/// As many characters as have no more tokens than these.
pub(crate) fn beginning(text: impl Iterator<Item = char>, tokens: u32) -> String {
    let mut left = u64::from(tokens) * 4;
    text.map_while(|c| {
        left = left.checked_sub(quarters(c))?;
        Some(c)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::estimate;

    #[test]
    fn classes_of_characters_weigh_what_tokenizers_make_of_them() {
        assert_eq!(estimate(""), 0);
        assert_eq!(estimate("Read the page again and say what changed"), 10);
        assert_eq!(estimate("价格已更新"), 5);
        assert!(estimate("{\"ref\":\"s1_12\"}") > estimate("some plain words"));
        assert_eq!(estimate("🙂"), 2);
    }

    #[test]
    fn a_text_has_about_as_many_tokens_as_its_parts() {
        let (one, other) = ("The price of 耳机 is $49.90, ", "shipping included.");
        let apart = estimate(one) + estimate(other);
        assert!(estimate(&format!("{one}{other}")).abs_diff(apart) <= 1);
    }
}
