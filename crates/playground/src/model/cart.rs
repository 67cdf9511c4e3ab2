//! Finds the shopping cart in an accessibility tree and the line of one product in it. Product lists and buttons
//! elsewhere on the page do not count as a cart.

use crate::model::money::{Price, prices_to_pay};
use crate::model::snapshot::{Node, NodeId, Snapshot, text_of};

/// What the cart says of a product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CartLine {
    pub text: String,
    pub price: Option<Price>,
}

pub(crate) fn cart_line(page: &Snapshot, product: &str) -> Option<CartLine> {
    carts(page).into_iter().find_map(|cart| line_in(page, &cart, product))
}

fn names_a_cart(node: &Node) -> bool {
    let name = node.name.to_lowercase();
    ["cart", "basket", "购物车"].iter().any(|word| name.contains(word))
}

/// Named regions first; a heading speaks for what follows it up to the next heading of its rank.
fn carts(page: &Snapshot) -> Vec<Vec<(NodeId, &Node)>> {
    let region = |role: &str| {
        matches!(
            role,
            "region"
                | "complementary"
                | "dialog"
                | "status"
                | "list"
                | "table"
                | "main"
                | "group"
                | "section"
                | "form"
        )
    };
    let named = page
        .iter()
        .filter(|(_, n)| region(&n.role) && names_a_cart(n))
        .map(|(id, _)| page.subtree(id).collect());
    let headed = page.iter().filter(|(_, n)| n.role == "heading" && names_a_cart(n)).map(|(id, heading)| {
        page.iter().filter(|(at, _)| *at > id).take_while(|(_, n)| !ends_section(n, heading)).collect()
    });
    named.chain(headed).collect()
}

fn ends_section(node: &Node, heading: &Node) -> bool {
    let rank =
        |n: &Node| n.states.iter().find_map(|s| s.strip_prefix("level=")?.parse::<u8>().ok()).unwrap_or(1);
    node.role == "heading" && rank(node) <= rank(heading)
}

fn line_in(page: &Snapshot, cart: &[(NodeId, &Node)], product: &str) -> Option<CartLine> {
    let in_cart = |id: NodeId| cart.iter().any(|(other, _)| *other == id);
    let (hit, _) = cart.iter().find(|(_, node)| {
        node.name.contains(product) && !matches!(node.role.as_str(), "status" | "alert" | "button")
    })?;
    let mut line = *hit;
    let mut above = Some(*hit);
    while let Some(id) = above.filter(|id| in_cart(*id)) {
        if page.node(id).is_some_and(|n| matches!(n.role.as_str(), "listitem" | "row" | "article")) {
            line = id;
            break;
        }
        above = page.parent(id);
    }
    let mut text = text_of(page.subtree(line));
    if prices_to_pay(&text).is_empty() {
        // A flat cart has the price in the nodes that follow the name.
        text = text_of(cart.iter().copied().skip_while(|(id, _)| *id < *hit).take(3));
    }
    let price = prices_to_pay(&text).into_iter().next();
    Some(CartLine { text, price })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTED: &str = "- list \"Products\"\n  - listitem\n    - heading \"Aurora Lite\" [level=3]\n    - text \"$39.90\"\n    - button \"Add Aurora Lite to cart\" [ref=a]\n";

    fn price(page: &str) -> Option<String> {
        cart_line(&Snapshot::parse(page), "Aurora Lite").and_then(|line| line.price).map(|p| p.quoted)
    }

    #[test]
    fn a_product_that_is_only_listed_is_not_in_the_cart() {
        assert_eq!(cart_line(&Snapshot::parse(LISTED), "Aurora Lite"), None);
        let empty =
            format!("{LISTED}- region \"Your cart\"\n  - status \"Aurora Lite could not be added\"\n");
        assert_eq!(cart_line(&Snapshot::parse(&empty), "Aurora Lite"), None);
    }

    #[test]
    fn the_line_of_the_cart_gives_its_own_price() {
        let region = format!(
            "{LISTED}- region \"Your cart\"\n  - list\n    - listitem\n      - text \"Cable\"\n      - text \"$9.90\"\n    - listitem\n      - text \"Aurora Lite\"\n      - text \"$41.90\""
        );
        assert_eq!(price(&region).as_deref(), Some("$41.90"));
        let headed = "- heading \"Your cart\" [level=1]\n- row \"Aurora Lite 1 $38.00\"\n- heading \"Seen lately\" [level=1]";
        assert_eq!(price(headed).as_deref(), Some("$38.00"));
    }
}
