//! The products of a shop page, told from its accessibility tree: what each costs, whether it is in stock, and which
//! button puts it into the cart. A page without add-to-cart buttons has no products.

use crate::model::money::{Price, prices_to_pay};
use crate::model::snapshot::{Node, NodeId, Snapshot, text_of};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Product {
    pub name: String,
    pub price: Price,
    pub stock: Stock,
    pub kind: Kind,
    pub button: Button,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stock {
    In,
    Out,
    Unstated,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Headphones,
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Button {
    pub name: String,
    pub reference: String,
}

const OUT_OF_STOCK: [&str; 17] = [
    "out of stock",
    "not in stock",
    "sold out",
    "unavailable",
    "back in stock",
    "in stock from",
    "in stock soon",
    "pre-order",
    "preorder",
    "back-order",
    "backorder",
    "notify me",
    "0 left",
    "缺货",
    "售罄",
    "无货",
    "预售",
];
const IN_STOCK: [&str; 6] = ["in stock", " left", "available", "有货", "现货", "仅剩"];
const HEADPHONES: [&str; 6] = ["headphone", "earphone", "earbud", "headset", "耳机", "耳塞"];
/// Things for headphones that are none themselves.
const ACCESSORIES: [&str; 15] = [
    "stand",
    "cable",
    "adapter",
    "case",
    "hook",
    "pad",
    "cushion",
    "extension",
    "splitter",
    "amplifier",
    "支架",
    "线",
    "转接",
    "收纳",
    "耳罩",
];
/// Lines of a card that name a department, in the singular or the plural.
const OTHER_DEPARTMENTS: [&str; 9] =
    ["speaker", "cable", "accessor", "amplifier", "turntable", "音箱", "音响", "配件", "线材"];

pub(crate) fn products(page: &Snapshot) -> Vec<Product> {
    let buttons: Vec<NodeId> = page.iter().filter(|(_, node)| adds_to_cart(node)).map(|(id, _)| id).collect();
    let mut previous = None;
    let mut found = Vec::new();
    for id in buttons {
        found.extend(product(page, id, previous));
        previous = Some(id);
    }
    found
}

fn adds_to_cart(node: &Node) -> bool {
    let name = node.name.to_lowercase();
    let english = name.starts_with("add") && ["cart", "basket", "bag"].iter().any(|word| name.contains(word));
    let chinese = name.contains("加入购物车") || name.contains("加购");
    matches!(node.role.as_str(), "button" | "link") && (english || chinese)
}

fn product(page: &Snapshot, button: NodeId, previous: Option<NodeId>) -> Option<Product> {
    let node = page.node(button)?;
    let card = card(page, button, previous);
    let text = text_of(card.iter().copied());
    let price = prices_to_pay(&text).into_iter().next()?;
    let name = name(&card, node)?;
    let lower = text.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let stock = if node.has_state("disabled") || says(&OUT_OF_STOCK) {
        Stock::Out
    } else if says(&IN_STOCK) {
        Stock::In
    } else {
        Stock::Unstated
    };
    let kind = kind(page, button, &name, &text);
    let reference = node.reference.clone().unwrap_or_default();
    // A button that has no ref cannot be pressed, whatever the card says.
    let stock = if reference.is_empty() { Stock::Out } else { stock };
    Some(Product { name, price, stock, kind, button: Button { name: node.name.clone(), reference } })
}

/// The nodes that speak of one product: the nearest enclosing item with a price, else the run since the last button.
fn card(page: &Snapshot, button: NodeId, previous: Option<NodeId>) -> Vec<(NodeId, &Node)> {
    let mut lowest = None;
    let mut above = page.parent(button);
    while let Some(id) = above {
        let inside: Vec<(NodeId, &Node)> = page.subtree(id).collect();
        if inside.iter().filter(|(_, node)| adds_to_cart(node)).count() > 1 {
            break;
        }
        if !prices_to_pay(&text_of(inside.iter().copied())).is_empty() {
            let is_item =
                page.node(id).is_some_and(|n| matches!(n.role.as_str(), "listitem" | "article" | "row"));
            if is_item {
                return inside;
            }
            lowest = lowest.or(Some(inside));
        }
        above = page.parent(id);
    }
    let run: Vec<(NodeId, &Node)> = page.between(previous, button).collect();
    let start = run.iter().rposition(|(_, node)| node.role == "heading").unwrap_or(0);
    lowest.unwrap_or_else(|| run.into_iter().skip(start).collect())
}

fn name(card: &[(NodeId, &Node)], button: &Node) -> Option<String> {
    let titled = |role: &str| {
        card.iter().find(|(_, n)| n.role == role && !n.name.is_empty()).map(|(_, n)| n.name.clone())
    };
    let from_button = || {
        let name = button.name.strip_prefix("Add ").or_else(|| button.name.strip_prefix("add "))?;
        let (name, _) = name.rsplit_once(" to ")?;
        (!matches!(name.to_lowercase().as_str(), "this" | "item" | "it")).then(|| name.to_owned())
    };
    let from_text = || {
        card.iter()
            .flat_map(|(_, n)| n.name.lines())
            .map(str::trim)
            .find(|line| !line.is_empty() && prices_to_pay(line).is_empty() && *line != button.name)
            .map(str::to_owned)
    };
    titled("heading").or_else(from_button).or_else(|| titled("link")).or_else(from_text)
}

/// A department that the card itself states decides; then the product's name; then what the list around it is of.
fn kind(page: &Snapshot, button: NodeId, name: &str, card: &str) -> Kind {
    let has = |text: &str, words: &[&str]| words.iter().any(|word| text.to_lowercase().contains(word));
    for line in card.lines().map(str::trim).filter(|line| *line != name && line.chars().count() <= 32) {
        let is_label = !has(line, &["add ", "$", "€", "£", "¥", "cart", "购物车", "stock"]);
        if is_label && has(line, &OTHER_DEPARTMENTS) {
            return Kind::Other;
        }
        if is_label && has(line, &HEADPHONES) {
            return if has(name, &ACCESSORIES) { Kind::Other } else { Kind::Headphones };
        }
    }
    if has(name, &ACCESSORIES) || has(name, &OTHER_DEPARTMENTS) {
        return Kind::Other;
    }
    if has(name, &HEADPHONES) || has(card, &HEADPHONES) || list_is_of(page, button, &HEADPHONES) {
        return Kind::Headphones;
    }
    Kind::Other
}

/// The names of the enclosing nodes, the last department heading above, and a chosen filter.
fn list_is_of(page: &Snapshot, button: NodeId, words: &[&str]) -> bool {
    let has = |text: &str| words.iter().any(|word| text.to_lowercase().contains(word));
    let mut above = page.parent(button);
    while let Some(id) = above {
        if page.node(id).is_some_and(|node| has(&node.name)) {
            return true;
        }
        above = page.parent(id);
    }
    let department = page
        .between(None, button)
        .filter(|(_, node)| node.role == "heading")
        .filter(|(_, node)| node.states.iter().any(|s| matches!(s.as_str(), "level=1" | "level=2")))
        .last();
    let chosen = page.iter().any(|(_, node)| {
        let picked = ["selected", "pressed", "checked", "current"].iter().any(|state| node.has_state(state));
        let current = node.states.iter().any(|s| s.starts_with("current="));
        ((picked || current) && has(&node.name))
            || (matches!(node.role.as_str(), "combobox" | "listbox") && node.value().is_some_and(has))
    });
    department.is_some_and(|(_, node)| has(&node.name)) || chosen
}

/// The cheapest pair of headphones that can be bought now; of equals the first on the page. Where some cards state that
/// they are in stock, silence is not a promise.
pub(crate) fn cheapest_headphones(found: &[Product]) -> Option<&Product> {
    let stated = found.iter().any(|p| p.stock == Stock::In);
    let buyable = |stock: Stock| match stock {
        Stock::In => true,
        Stock::Out => false,
        Stock::Unstated => !stated,
    };
    headphones(found).filter(|p| buyable(p.stock)).min_by_key(|p| p.price.cents)
}

/// Whether a pair that costs less than the choice might be in stock, had the page been read whole.
pub(crate) fn has_cheaper_doubt(found: &[Product], choice: Option<&Product>) -> bool {
    headphones(found)
        .any(|p| p.stock == Stock::Unstated && choice.is_none_or(|choice| p.price.cents < choice.price.cents))
}

fn headphones(found: &[Product]) -> impl Iterator<Item = &Product> {
    found.iter().filter(|p| p.kind == Kind::Headphones)
}

#[cfg(test)]
#[path = "products_tests.rs"]
mod tests;
