//! A model that buys the cheapest thing in stock: it reads the page, picks ref and price from what it read, acts, reads
//! again and reports what the page then says. Everything it does follows from the tool results in its request.

use super::asked::{Asked, Step};
use super::wire::Say;
use serde_json::json;

/// More clicks than this are a loop.
const MOST_CLICKS: usize = 4;

pub fn shopper(asked: &Asked) -> Say {
    let request = asked.request();
    if !request.contains("cheapest") {
        return Say::text(format!("You said: {request}. 你好，世界！")).thinking("Nothing to do here.");
    }
    if asked.tools.is_empty() {
        return Say::text("I could not do it: too many calls failed.");
    }
    let steps = asked.steps();
    let Some(last) = steps.last() else { return look() };
    let clicks = steps.iter().filter(|step| step.tool == "click").count();
    match (last.tool.as_str(), last.failure()) {
        ("read_page", None) => match (cart(&last.result), cheapest(&last.result)) {
            (Some((item, price)), _) => Say::text(format!("{item} is in your cart for {price}.")),
            (None, Some((item, element))) if clicks < MOST_CLICKS => {
                Say::call("click", &json!({"element": format!("Add {item} to cart"), "ref": element}))
                    .saying("I will add it to the cart.")
            }
            (None, _) => Say::text("There is nothing that I could buy."),
        },
        ("click", Some("declined_by_person")) => Say::text(format!("Understood. {}", note(last))),
        ("read_page", Some("interrupted" | "invalid_arguments")) => look(),
        ("click", _) if clicks < MOST_CLICKS => look(),
        (_, Some(code)) => Say::text(format!("I could not read the page ({code}).")),
        (_, None) => look(),
    }
}

fn look() -> Say {
    Say::call("read_page", &json!({})).thinking("I have to see the page.")
}

/// `- status "Cart: Aurora, $49.90"`
fn cart(page: &str) -> Option<(String, String)> {
    let line = page.lines().find_map(|line| line.trim().strip_prefix("- status \"Cart: "))?;
    let (item, price) = line.trim_end_matches('"').split_once(", ")?;
    Some((item.to_owned(), price.to_owned()))
}

/// `- button "Add Aurora to cart, $49.90" [ref=s1_2]`, the one with the lowest price.
fn cheapest(page: &str) -> Option<(String, String)> {
    let offers = page.lines().filter_map(|line| {
        let (_, rest) = line.trim().strip_prefix("- button \"")?.split_once(' ')?;
        let (item, rest) = rest.split_once(" to cart, $")?;
        let (price, rest) = rest.split_once('"')?;
        let element = rest.trim().strip_prefix("[ref=")?.strip_suffix(']')?;
        let cents: u64 = price.replace('.', "").parse().ok()?;
        Some((cents, item.to_owned(), element.to_owned()))
    });
    offers.min().map(|(_, item, element)| (item, element))
}

fn note(step: &Step) -> &str {
    step.result.lines().find_map(|line| line.split_once(" and said: ")).map_or("I left it.", |(_, note)| note)
}
