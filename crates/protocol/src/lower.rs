//! Lower case, letter by letter. The standard library's for whole texts knows one rule more, a sigma at the end of a Greek word, and
//! carries tables for it; where texts are compared, both sides do without.

pub fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::lower;

    #[test]
    fn letters_of_every_script_are_lowered() {
        assert_eq!(lower("ÀÉ Straße ПРИВЕТ \u{130} 价格"), "àé straße привет i\u{307} 价格");
        assert_eq!(lower("ΟΔΟΣ"), "οδοσ");
    }
}
