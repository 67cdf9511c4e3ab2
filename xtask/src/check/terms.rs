//! SPDX licence expressions, as far as packages write them: names, `AND`, `OR`, `WITH`, parentheses, and the old slash for `OR`.

/// Whether the terms can be met by licences from the list.
pub(crate) fn allowed(expression: &str, list: &[String]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut terms = Terms { words: &words, list };
    let met = terms.either();
    met == Some(true) && terms.words.is_empty()
}

/// Reads from the front; `None` is an expression that cannot be read.
struct Terms<'a> {
    words: &'a [&'a str],
    list: &'a [String],
}

impl Terms<'_> {
    fn either(&mut self) -> Option<bool> {
        let mut met = self.both()?;
        while self.take("OR") {
            // Not lazily: the rest must be read in any case.
            met |= self.both()?;
        }
        Some(met)
    }

    fn both(&mut self) -> Option<bool> {
        let mut met = self.one()?;
        while self.take("AND") {
            met &= self.one()?;
        }
        Some(met)
    }

    fn one(&mut self) -> Option<bool> {
        if self.take("(") {
            let met = self.either()?;
            return self.take(")").then_some(met);
        }
        let mut name = self.next()?.to_owned();
        if self.take("WITH") {
            name = format!("{name} WITH {}", self.next()?);
        }
        Some(self.list.contains(&name))
    }

    fn take(&mut self, word: &str) -> bool {
        match self.words.split_first() {
            Some((first, rest)) if *first == word => {
                self.words = rest;
                true
            }
            Some(_) | None => false,
        }
    }

    fn next(&mut self) -> Option<&str> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::allowed;

    #[test]
    fn an_expression_is_met_by_what_the_list_has() {
        let list = ["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned);
        for (expression, expected) in [
            ("MIT", true),
            ("GPL-3.0", false),
            ("GPL-3.0 OR MIT", true),
            ("MIT AND GPL-3.0", false),
            ("MIT/Apache-2.0", true),
            ("(MIT OR GPL-3.0) AND Apache-2.0", true),
            ("(MIT OR Apache-2.0) AND GPL-3.0", false),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("MIT WITH LLVM-exception", false),
            ("", false),
            ("MIT OR", false),
            ("(MIT", false),
            ("MIT Apache-2.0", false),
        ] {
            assert_eq!(allowed(expression, &list), expected, "{expression}");
        }
    }
}
