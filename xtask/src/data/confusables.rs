//! Letters that a host name can have and that readers take for ASCII, by UTS #39 as the locked `unicode-security` crate has it: a line
//! for each text in ASCII, with the letters that look like it.

use std::collections::BTreeMap;
use unicode_security::confusable_detection::skeleton;

pub(super) fn table() -> String {
    let mut alike: BTreeMap<String, String> = BTreeMap::new();
    for letter in ('\u{80}'..=char::MAX).filter(|letter| is_of_hosts(*letter)) {
        let seen: String = skeleton(letter.encode_utf8(&mut [0; 4])).collect();
        if seen.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.')) {
            alike.entry(seen.to_ascii_lowercase()).or_default().push(letter);
        }
    }
    let lines: Vec<String> = alike.iter().map(|(seen, letters)| format!("{seen} {letters}")).collect();
    lines.join("\n")
}

/// Alone, and not rewritten on the way.
fn is_of_hosts(letter: char) -> bool {
    let text = letter.to_string();
    let shown = idna::domain_to_ascii(&text).map(|ascii| idna::domain_to_unicode(&ascii));
    matches!(shown, Ok((shown, Ok(()))) if shown == text)
}

#[cfg(test)]
mod tests {
    use super::table;

    #[test]
    fn letters_of_hosts_stand_with_what_they_look_like() {
        let table = table();
        let line = |seen: &str| table.lines().find(|line| line.starts_with(&format!("{seen} "))).unwrap();
        assert!(line("a").contains('\u{430}') && line("o").contains('\u{585}'));
        assert!(!table.contains(['\u{e9}', '\u{ff41}', '\u{410}']), "no accents, no widths, no capitals");
    }
}
