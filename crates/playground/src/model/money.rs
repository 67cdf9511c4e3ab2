//! Prices as a page writes them: found in running text, compared in hundredths, quoted back exactly as they were read.
//!
//! No conversion between currencies: a list in two currencies is compared by its bare numbers.

/// An amount in hundredths of whatever currency the page uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cents(pub u64);

/// One price found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Price {
    pub cents: Cents,
    /// The characters of the page, symbol included.
    pub quoted: String,
}

/// Words which, directly before an amount, say that it is not what the buyer pays.
const NOT_THE_PRICE: [&str; 13] = [
    "was",
    "were",
    "before",
    "list price",
    "rrp",
    "msrp",
    "save",
    "shipping",
    "delivery",
    "over",
    "原价",
    "立省",
    "运费",
];

/// Every amount that a buyer would pay, in reading order; struck-through and saved amounts are left out.
pub(crate) fn prices_to_pay(text: &str) -> Vec<Price> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut before = String::new();
    while let Some((at, symbol)) = rest.char_indices().find(|(_, c)| is_symbol(*c)) {
        let (head, tail) = rest.split_at(at);
        before.push_str(head);
        let after = tail.get(symbol.len_utf8()..).unwrap_or_default();
        let number: String = amount_at_start(after);
        let consumed = after.len() - after.trim_start().len() + number.len();
        if let Some(cents) = parse_amount(&number) {
            if !is_disowned(&before) {
                found.push(Price { cents, quoted: format!("{symbol}{}", number.trim()) });
            }
            before.clear();
        }
        rest = after.get(consumed..).unwrap_or_default();
    }
    found
}

fn is_symbol(c: char) -> bool {
    matches!(c, '$' | '€' | '£' | '¥' | '￥')
}

/// Digits with their separators; a full stop or comma that ends the sentence is not part of the number.
fn amount_at_start(text: &str) -> String {
    let number: String =
        text.trim_start().chars().take_while(|c| c.is_ascii_digit() || matches!(c, '.' | ',')).collect();
    number.trim_end_matches(['.', ',']).to_owned()
}

fn parse_amount(number: &str) -> Option<Cents> {
    let plain = number.replace(',', "");
    let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, ""));
    let whole: u64 = whole.parse().ok()?;
    let hundredths: u64 = match fraction.len() {
        0 => 0,
        1 => fraction.parse::<u64>().ok()? * 10,
        _ => fraction.get(..2)?.parse().ok()?,
    };
    Some(Cents(whole.checked_mul(100)?.checked_add(hundredths)?))
}

fn is_disowned(before: &str) -> bool {
    let lower = before.to_lowercase();
    let lead = lower.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '：'));
    NOT_THE_PRICE.iter().any(|word| lead.ends_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(text: &str) -> Vec<String> {
        prices_to_pay(text).into_iter().map(|price| price.quoted).collect()
    }

    #[test]
    fn a_price_is_quoted_as_the_page_wrote_it() {
        assert_eq!(quoted("Aurora Lite, $39.90. In stock"), ["$39.90"]);
        assert_eq!(quoted("售价 ¥1,299"), ["¥1,299"]);
    }

    #[test]
    fn a_former_price_is_not_what_the_buyer_pays() {
        assert_eq!(quoted("was $89.00 now $64.00, save $25.00"), ["$64.00"]);
        assert_eq!(quoted("原价：¥399 现价 ¥299"), ["¥299"]);
    }

    #[test]
    fn amounts_compare_as_numbers_and_not_as_text() {
        let prices = prices_to_pay("$9.5 $10 $1,000.00");
        assert_eq!(
            prices.iter().map(|p| p.cents).collect::<Vec<_>>(),
            [Cents(950), Cents(1000), Cents(100_000)]
        );
    }

    #[test]
    fn a_symbol_without_a_number_is_no_price() {
        assert_eq!(quoted("$ and €, but $x and £."), Vec::<String>::new());
    }
}
