//! The pages of the shop. The cart beside the list is drawn anew by `shop.js` from what the server answers.

use crate::sites::markup::{Page, escape, field};
use crate::sites::shop::{CartItem, Department, Product, Shop, money};

const SCRIPT: &str = include_str!("../../assets/shop.js");

pub(crate) fn list(shop: &Shop, query: &str) -> String {
    let category = field(query, "category").unwrap_or_default();
    let options: String = Department::ALL
        .iter()
        .map(|d| {
            let selected = if d.slug() == category { " selected" } else { "" };
            format!("<option value=\"{}\"{selected}>{}</option>", d.slug(), d.title())
        })
        .collect();
    let cards: String = shop.products().iter().map(|product| card(product, &category)).collect();
    let main = format!(
        "<h1>All products</h1>\n<div class=\"shop\">\n<section aria-labelledby=\"products-heading\">\n\
         <h2 id=\"products-heading\">Products</h2>\n\
         <div class=\"filters\"><label for=\"category\">Category</label>\n\
         <select id=\"category\" name=\"category\"><option value=\"\">All categories</option>{options}</select>\n\
         <span class=\"check\"><input type=\"checkbox\" id=\"in-stock\"><label for=\"in-stock\">In stock only</label></span>\n\
         <span id=\"shown\" role=\"status\"></span></div>\n\
         <ul class=\"products\" id=\"products\" aria-label=\"Products\">\n{cards}</ul>\n</section>\n{}\n</div>",
        cart_region(shop)
    );
    page("Tidewater Audio: all products", &main)
}

pub(crate) fn cart_page(shop: &Shop) -> String {
    let main = format!(
        "<h1>Shopping cart</h1>\n<p><a href=\"/shop/\">Continue shopping</a></p>\n{}",
        cart_region(shop)
    );
    page("Tidewater Audio: shopping cart", &main)
}

fn page(title: &str, main: &str) -> String {
    Page { title, brand: "Tidewater Audio", home: "/shop/", main, script: SCRIPT }.html()
}

fn card(product: &Product, category: &str) -> String {
    let Product { id, name, department, price_cents, was_cents, stock, blurb } = product;
    let hidden = if category.is_empty() || category == department.slug() { "" } else { " hidden" };
    let now = money(u64::from(*price_cents));
    let price = match was_cents {
        Some(was) => format!("<s>was {}</s> now {now}", money(u64::from(*was))),
        None => now,
    };
    let (tone, disabled) = if stock.can_be_bought() { ("in", "") } else { ("out", " disabled") };
    format!(
        "<li class=\"card\" data-id=\"{id}\" data-department=\"{slug}\" data-stock=\"{tone}\"{hidden}>\n\
         <h3>{name}</h3>\n<p class=\"department\">{title}</p>\n<p class=\"blurb\">{blurb}</p>\n\
         <p class=\"price\">{price}</p>\n<p class=\"stock {tone}\">{stock}</p>\n\
         <button type=\"button\" class=\"add\" data-id=\"{id}\"{disabled}>Add {name} to cart</button>\n</li>\n",
        id = escape(id),
        slug = department.slug(),
        name = escape(name),
        title = department.title(),
        blurb = escape(blurb),
        stock = stock.words(),
    )
}

/// The same markup that `shop.js` draws.
fn cart_region(shop: &Shop) -> String {
    let json = shop.cart_json();
    let number = |key: &str| json.get(key).and_then(serde_json::Value::as_u64).unwrap_or_default();
    let count = number("count");
    let status = match count {
        0 => "Your cart is empty".to_owned(),
        1 => format!("1 item, total {}", money(number("total_cents"))),
        _ => format!("{count} items, total {}", money(number("total_cents"))),
    };
    let items: String = shop.cart().iter().map(line).collect();
    format!(
        "<section class=\"cart\" id=\"cart\" aria-labelledby=\"cart-heading\">\n<h2 id=\"cart-heading\">Your cart</h2>\n\
         <p id=\"cart-status\" role=\"status\">{status}</p>\n<ul id=\"cart-items\" aria-label=\"Items in your cart\">{items}</ul>\n\
         <p><a href=\"/shop/cart\">View cart</a></p>\n</section>"
    )
}

fn line(item: &CartItem) -> String {
    let CartItem { id, name, price_cents, quantity } = item;
    format!(
        "<li data-id=\"{id}\"><span class=\"item\">{name}</span> <span class=\"each\">{quantity} × {price}</span> \
         <button type=\"button\" class=\"quiet remove\" data-id=\"{id}\">Remove {name}</button></li>",
        id = escape(id),
        name = escape(name),
        price = money(u64::from(*price_cents)),
    )
}
