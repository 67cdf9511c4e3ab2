//! The cheapest headphones in stock, into the cart: read, choose, click, read again, say what the page shows.
//!
//! A click is tried again only when its ref was stale, that is when it surely did not happen. Nothing is claimed that
//! the last page does not show.

use super::Situation;
use crate::model::cart::{CartLine, cart_line};
use crate::model::outcome::Outcome;
use crate::model::products::{Product, Stock, cheapest_headphones, has_cheaper_doubt, products};
use crate::model::reply::Reply;
use crate::model::snapshot::Snapshot;
use crate::model::turn::Step;
use serde_json::json;

/// Stale refs in a row after which reading again is no use.
const MOST_STALE: usize = 3;
/// Enough for a shop that did not fit into the usual reading.
const WHOLE_PAGE_TOKENS: u32 = 12_000;

pub(super) fn next(situation: &Situation) -> Reply {
    let Some(last) = situation.turn.last() else {
        let text = situation.language().pick("I'll look at the page first.", "我先看一下页面。");
        let reply = situation.read_page();
        return if reply.calls.is_empty() {
            reply
        } else {
            reply.saying(text).thinking("I need the products, their prices and their stock.")
        };
    };
    let outcome = last.outcome();
    match (&outcome, last.reads()) {
        (Outcome::Done, true) => after_reading(situation),
        // Whatever a write did or may have done, the page tells.
        (Outcome::Done | Outcome::Unknown, false) => {
            let text = situation
                .language()
                .pick("I'll check what the page shows now.", "我来确认一下页面现在的情况。");
            let reply = situation.read_page();
            if reply.calls.is_empty() { reply } else { reply.saying(text) }
        }
        (Outcome::Stale, false) if stale_clicks(situation) < MOST_STALE => situation.read_page(),
        (Outcome::Stale | Outcome::Unknown, true) | (Outcome::Stale, false) => {
            situation.give_up(last, &outcome)
        }
        (Outcome::Denied { .. } | Outcome::Failed { .. }, _) => situation.give_up(last, &outcome),
    }
}

fn stale_clicks(situation: &Situation) -> usize {
    situation
        .turn
        .steps
        .iter()
        .filter(|step| step.tool == "click" && step.outcome() == Outcome::Stale)
        .count()
}

fn after_reading(situation: &Situation) -> Reply {
    let steps = &situation.turn.steps;
    let clicked = steps.iter().rposition(|step| step.tool == "click" && step.outcome() != Outcome::Stale);
    match clicked.and_then(|at| Some((steps.get(..at)?, steps.get(at)?, steps.get(at + 1..)?))) {
        Some((before, click, after)) => verify(situation, before, click, after),
        None => choose(situation),
    }
}

/// The products of what was read since the page last changed; a later reading of the same product wins.
fn seen(steps: &[Step]) -> Vec<Product> {
    let fresh = steps.iter().rposition(|step| !step.reads()).map_or(0, |at| at + 1);
    let mut found: Vec<Product> = Vec::new();
    for step in steps.iter().skip(fresh) {
        for mut product in products(&Snapshot::parse(&step.result)) {
            if let Some(at) = found.iter().position(|known| known.name == product.name) {
                let known = found.remove(at);
                // A search shows less of a card than a reading.
                if product.stock == Stock::Unstated {
                    product.stock = known.stock;
                }
            }
            found.push(product);
        }
    }
    found
}

fn choose(situation: &Situation) -> Reply {
    let steps = &situation.turn.steps;
    let found = seen(steps);
    let used = |tool: &str| steps.iter().any(|step| step.tool == tool && step.outcome() == Outcome::Done);
    let cut = steps.last().is_some_and(|step| step.tool == "read_page" && is_cut(&step.result));
    let choice = cheapest_headphones(&found);
    // What was left out of the tree may be cheaper: look for it before choosing.
    if (choice.is_none() || cut) && !used("find_in_page") && situation.tools.offers("find_in_page") {
        let query = situation.language().pick("Headphones", "耳机");
        // The page may be in another language than the request.
        let query = if steps.iter().any(|s| s.result.to_lowercase().contains("headphone")) {
            "Headphones"
        } else {
            query
        };
        return situation.call("find_in_page", json!({ "query": query }));
    }
    let whole = |step: &Step| step.tool == "read_page" && step.args.get("max_tokens").is_some();
    if used("find_in_page") && has_cheaper_doubt(&found, choice) && !steps.iter().any(whole) {
        return situation.call("read_page", json!({ "max_tokens": WHOLE_PAGE_TOKENS }));
    }
    match choice {
        Some(product) => click(situation, product),
        None => keep_looking(situation),
    }
}

fn click(situation: &Situation, product: &Product) -> Reply {
    let Product { name, price, button, .. } = product;
    let text = situation.language().pick(
        format!(
            "The cheapest headphones in stock are **{name}** at {}. I'll add them to your cart.",
            price.quoted
        ),
        format!("有现货的最便宜的耳机是 **{name}**，价格 {}。我来把它放进购物车。", price.quoted),
    );
    let reply = situation.call("click", json!({ "element": button.name, "ref": button.reference }));
    if reply.calls.is_empty() { reply } else { reply.saying(text) }
}

/// No headphones in what was read: a filter that hides them, then further down the page.
fn keep_looking(situation: &Situation) -> Reply {
    let steps = &situation.turn.steps;
    let used = |tool: &str| steps.iter().any(|step| step.tool == tool);
    let page = steps.iter().rev().map(|step| Snapshot::parse(&step.result)).find(|page| !page.is_empty());
    let filter = page.as_ref().and_then(|page| {
        let named = |name: &str| {
            ["categor", "department", "filter", "分类", "类别"]
                .iter()
                .any(|word| name.to_lowercase().contains(word))
        };
        page.iter().find_map(|(_, node)| {
            let reference = node.reference.clone()?;
            (node.role == "combobox" && named(&node.name)).then(|| (node.name.clone(), reference))
        })
    });
    if let Some((name, reference)) =
        filter.filter(|_| !used("select_option") && situation.tools.offers("select_option"))
    {
        let option = situation.language().pick("Headphones", "耳机");
        let shown = page.is_some_and(|page| {
            page.iter()
                .any(|(_, n)| (n.role == "option" && n.name == option) || n.offers(option) == Some(true))
        });
        let option = if shown { option } else { "Headphones" };
        return Reply::call("select_option", situation.tools.option_args(&name, &reference, option));
    }
    if !used("scroll") && situation.tools.offers("scroll") {
        return situation.call("scroll", json!({ "direction": "down" }));
    }
    let reads = steps.iter().filter(|step| step.tool == "read_page").count();
    if steps.last().is_some_and(|step| step.tool == "scroll") && reads < 4 {
        return situation.read_page();
    }
    Reply::say(situation.language().pick(
        "I found no headphones in stock on this page, so I put nothing in your cart.",
        "这个页面上没有找到有现货的耳机，所以购物车里什么都没有放。",
    ))
}

/// Whether the tool says that the tree does not hold the whole page.
fn is_cut(result: &str) -> bool {
    result.lines().map(str::trim).any(|line| {
        let lower = line.to_lowercase();
        let own_words = !line.starts_with("- ") || lower.starts_with("- …") || lower.starts_with("- ...");
        let left_out = ["more", "omitted", "left out", "not shown", "cut to", "folded", "truncated"]
            .iter()
            .any(|word| lower.contains(word));
        own_words && left_out && lower.chars().any(|c| c.is_ascii_digit()) && lower.chars().count() < 240
    })
}

fn verify(situation: &Situation, before: &[Step], click: &Step, after: &[Step]) -> Reply {
    let listed = seen(before);
    let Some(product) = listed.iter().find(|product| product.button.reference == click.arg("ref")) else {
        return situation.give_up(click, &click.outcome());
    };
    let line = after.iter().rev().find_map(|step| cart_line(&Snapshot::parse(&step.result), &product.name));
    let earlier =
        before.iter().rev().find_map(|step| cart_line(&Snapshot::parse(&step.result), &product.name));
    match (line, click.outcome()) {
        (Some(line), Outcome::Unknown) if earlier.as_ref() == Some(&line) => unconfirmed(situation, product),
        (Some(line), _) => done(situation, product, &line, &click.outcome()),
        (None, Outcome::Unknown) => unconfirmed(situation, product),
        (None, _) => look_for_cart(situation, product, after),
    }
}

fn look_for_cart(situation: &Situation, product: &Product, after: &[Step]) -> Reply {
    let searched = after.iter().any(|step| step.tool == "find_in_page");
    if !searched && situation.tools.offers("find_in_page") {
        return situation.call("find_in_page", json!({ "query": product.name }));
    }
    let name = &product.name;
    Reply::say(situation.language().pick(
        format!("I pressed the button of **{name}**, but the page does not show it in the cart. Please have a look; I have not pressed it again."),
        format!("我点击了 **{name}** 的按钮，但页面的购物车里没有显示它。请您看一下；我没有再次点击。"),
    ))
}

fn unconfirmed(situation: &Situation, product: &Product) -> Reply {
    let name = &product.name;
    Reply::say(situation.language().pick(
        format!("The outcome of the click on **{name}** is unknown, and the cart does not show that it worked. I have not clicked again, so that nothing is ordered twice. Shall I try once more?"),
        format!("对 **{name}** 的点击结果未知，购物车也没有显示它成功。为避免重复，我没有再次点击。要我再试一次吗？"),
    ))
}

fn done(situation: &Situation, product: &Product, line: &CartLine, outcome: &Outcome) -> Reply {
    let name = &product.name;
    let listed = &product.price.quoted;
    let price = line.price.as_ref().map_or(listed, |price| &price.quoted);
    let mut text = situation.language().pick(
        format!(
            "I put **{name}** in your cart: **{price}**. It was the cheapest pair of headphones in stock."
        ),
        format!("已把 **{name}** 放进购物车：**{price}**。这是有现货的最便宜的耳机。"),
    );
    if price != listed {
        text.push_str(&situation.language().pick(
            format!(" Note that the list said {listed} and the cart says {price}."),
            format!("请注意：列表中的价格是 {listed}，购物车中是 {price}。"),
        ));
    }
    if *outcome == Outcome::Unknown {
        text.push_str(situation.language().pick(
            " The outcome of the click was unknown at first; the cart shows that it worked, and I did not click again.",
            "点击结果一度未知；购物车显示已成功，我没有再次点击。",
        ));
    }
    Reply::say(text)
}
