//! Whether a page is another of the kind that a request names: its title has another number, month or code beside the same word.
//! `Order 4402` where the request says order 4401, `Invoice May` where it says the March invoice.

use crate::figure::Value;
use crate::figure::calendar::month;
use crate::figure::scan::{Reading, scan};
use crate::turn::Page;
use crate::words::{Norm, is_chinese, is_digit, is_letter, one_of, part};
use std::ops::Range;

pub(crate) fn is_another(request: &str, page: Page<'_>) -> bool {
    let wanted = named(request);
    let shown = named(page.title);
    wanted.iter().any(|want| {
        let alike = |other: &&Named| {
            other.what.is_of_kind(&want.what) && other.beside.iter().any(|word| want.beside.contains(word))
        };
        let mut others = shown.iter().filter(alike).peekable();
        others.peek().is_some()
            && others.all(|other| !wanted.iter().any(|want| want.what.is_same(&other.what)))
            && !want.what.is_in(page.url)
    })
}

/// One of a kind, and the words on both sides of it.
struct Named {
    what: What,
    beside: Vec<String>,
}

#[derive(Debug, PartialEq)]
enum What {
    Number(u32),
    /// A day, or a month where `day` is 0.
    Day {
        month: u8,
        day: u8,
    },
    /// `Q3`
    Code {
        letters: String,
        digits: String,
    },
}

impl What {
    fn is_of_kind(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Number(_), Self::Number(_)) | (Self::Day { .. }, Self::Day { .. }) => true,
            (Self::Code { letters, .. }, Self::Code { letters: others, .. }) => letters == others,
            (Self::Number(_) | Self::Day { .. } | Self::Code { .. }, _) => false,
        }
    }

    fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Day { month, day }, Self::Day { month: other, day: of }) => {
                month == other && (day == of || *day == 0 || *of == 0)
            }
            (one, other) => one == other,
        }
    }

    fn is_in(&self, url: &str) -> bool {
        match self {
            Self::Number(number) => url.contains(&number.to_string()),
            Self::Code { letters, digits } => {
                url.to_ascii_lowercase().contains(&[letters.as_str(), digits].concat())
            }
            Self::Day { .. } => false,
        }
    }
}

fn named(text: &str) -> Vec<Named> {
    let scanned = scan(text, Reading::Source, None, 12);
    let mut found = Vec::new();
    let mut put = |what: What, span: Range<usize>| found.push(Named { what, beside: beside(text, span) });
    for figure in scanned.figures {
        match figure.value {
            Value::Number(number)
                if figure.unit.is_bare() && number.shown == 0 && number.value < f64::from(u32::MAX) =>
            {
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked
                put(What::Number(number.value as u32), figure.span);
            }
            Value::Date { month, day, .. } => put(What::Day { month, day }, figure.span),
            Value::Number(_) | Value::Clock { .. } => {}
        }
    }
    for span in scanned.names {
        let code = part(text, span.clone()).to_ascii_lowercase();
        let letters = code.trim_end_matches(is_digit);
        let digits = part(&code, letters.len()..);
        if !digits.is_empty() && letters.chars().all(is_letter) {
            put(What::Code { letters: letters.to_owned(), digits: digits.to_owned() }, span);
        }
    }
    // A month without a day is no figure.
    let mut at = 0;
    for word in text.split(one_of(" ,.:;()\n\"'/-|")) {
        let is_alone = || !part(text, at + word.len()..).trim_start().starts_with(is_digit);
        let is_capital = word.bytes().next().is_some_and(|first| first.is_ascii_uppercase());
        if let Some(month) = month(word).filter(|_| is_capital && is_alone()) {
            put(What::Day { month, day: 0 }, at..at + word.len());
        }
        at += word.len() + 1;
    }
    found
}

/// The word before a name, past the sign or the little word of a number, and the word behind it.
fn beside(text: &str, span: Range<usize>) -> Vec<String> {
    let before = Norm::of(part(text, ..span.start));
    let mut before = before.text();
    for little in [" no", " number", " for", " of", " from", "号", "第", "的"] {
        before = before.strip_suffix(little).unwrap_or(before).trim_end();
    }
    let after = Norm::of(part(text, span.end..));
    let after = after.text().trim_start_matches(one_of("号的份 "));
    let last = before.rsplit(' ').next().unwrap_or_default();
    let first = after.split(' ').next().unwrap_or_default();
    let count = last.chars().count();
    let pair = |signs: &mut dyn Iterator<Item = char>| signs.take(2).collect::<String>();
    let ends = [
        if last.ends_with(is_chinese) {
            pair(&mut last.chars().skip(count.saturating_sub(2)))
        } else {
            last.to_owned()
        },
        if first.starts_with(is_chinese) { pair(&mut first.chars()) } else { first.to_owned() },
    ];
    // Of chapters and floors one sign tells: 第三章.
    let is_ordinal = part(text, ..span.start).trim_end().ends_with('第');
    let least = if is_ordinal { 1 } else { 2 };
    ends.into_iter().filter(|word| word.chars().count() >= least).collect()
}

#[cfg(test)]
mod tests {
    use super::is_another;
    use crate::turn::Page;

    fn on(request: &str, title: &str, url: &str) -> bool {
        is_another(request, Page { origin: "", url, title })
    }

    #[test]
    fn a_page_is_known_by_what_stands_beside_its_word() {
        for (request, title) in [
            ("Open the March invoice", "Invoice May"),
            ("把订单 4401 的备注改成“放门口”", "订单 4402"),
            ("Close issue #88", "Issue 87 · pots"),
            ("Cancel order no. 5102", "Order #5103"),
            ("打开三月的账单", "账单 5月"),
            ("Open the Q3 report", "Q2 report"),
            ("打开第三章", "第四章 港口"),
        ] {
            assert!(on(request, title, "https://a.test/x"), "{request}: {title}");
        }
        for (request, title) in [
            ("Open the March invoice", "Invoice March 2026"),
            ("Open the March invoice", "Invoices"),
            ("Move the meeting to 5 May", "Meeting 3 April"),
            ("Change the quantity to 3", "Cart 2"),
            ("Close issue #88", "Issue 88"),
            ("Compare order 4401 and order 4402", "Order 4402"),
        ] {
            assert!(!on(request, title, "https://a.test/x"), "{request}: {title}");
        }
        assert!(!on("Close issue #88", "Issue 1 of 2", "https://a.test/issues/88"));
    }
}
