//! The demo sites over real sockets, and what the admin side does to them.

use crate::client::{Ask, ask, get, post};
use fairlead_playground::Playground;
use serde_json::json;

#[test]
fn sites_are_told_by_path_and_by_host() {
    let server = Playground::start(0).unwrap();
    let title = |host: &str, path: &str| {
        let answer = ask(&server, &Ask { path, host, ..Ask::default() });
        assert_eq!(answer.status, 200, "{host}{path}");
        answer.body.split_once("<title>").unwrap().1.split_once("</title>").unwrap().0.to_owned()
    };
    assert_eq!(title("127.0.0.1", "/"), "Fairlead playground");
    assert_eq!(title("shop.test:8080", "/"), title("127.0.0.1", "/shop/"));
    assert_eq!(title("shop.test", "/cart"), title("127.0.0.1:1", "/shop/cart"));
    assert_eq!(title("article.test", "/"), title("other.test", "/article/"));
    assert_eq!(title("form.test", "/"), "Visit the lighthouse");
    assert_eq!(title("shop.test", "/form/"), "Visit the lighthouse");
    assert_eq!(title("big.test", "/?nodes=70"), "A big page");
    assert_eq!(get(&server, "/nowhere").status, 404);
}

#[test]
fn the_cart_follows_the_button_and_is_drawn_on_the_page() {
    let server = Playground::start(0).unwrap();
    let added = post(&server, "/shop/api/cart", &json!({ "id": "aurora-lite" })).json();
    assert_eq!((&added["count"], &added["total"]), (&json!(1), &json!("$39.90")));
    assert_eq!(get(&server, "/_admin/cart").json(), added);
    assert_eq!(server.cart(), added);
    assert!(get(&server, "/shop/").body.contains("1 item, total $39.90"));
    assert!(get(&server, "/shop/cart").body.contains("Remove Aurora Lite"));
    let emptied = post(&server, "/shop/api/cart/remove", &json!({ "id": "aurora-lite" })).json();
    assert_eq!(emptied["count"], 0);
    assert_eq!(post(&server, "/shop/api/cart", &json!({ "id": "pebble-mini" })).status, 409);
}

#[test]
fn the_shop_can_be_changed_from_outside() {
    let server = Playground::start(0).unwrap();
    let change =
        json!({ "set": [{ "id": "aurora-lite", "price_cents": 5190, "stock": "out" }], "adding": "fail" });
    assert_eq!(post(&server, "/_admin/shop", &change).status, 200);
    assert!(get(&server, "/shop/").body.contains("$51.90"));
    assert_eq!(post(&server, "/shop/api/cart", &json!({ "id": "lantern" })).status, 500);
    let one = json!({ "products": [{ "id": "a", "name": "<Only>", "department": "speakers", "price_cents": 100, "stock": "in" }], "adding": "drop" });
    assert_eq!(post(&server, "/_admin/shop", &one).status, 200);
    assert!(get(&server, "/shop/").body.contains("Add &lt;Only&gt; to cart"));
    assert_eq!(post(&server, "/shop/api/cart", &json!({ "id": "a" })).json()["count"], 0);
    assert_eq!(post(&server, "/_admin/shop", &json!({ "colour": "red" })).status, 400);
    server.reset();
    assert!(get(&server, "/shop/").body.contains("Aurora Lite"));
}

#[test]
fn the_category_of_the_address_hides_the_others() {
    let server = Playground::start(0).unwrap();
    let hidden = |path: &str| get(&server, path).body.matches("\" hidden>").count();
    assert_eq!(hidden("/shop/"), 0);
    assert_eq!(hidden("/shop/?category=headphones"), 8);
}

#[test]
fn the_form_answers_with_complaints_or_thanks() {
    let server = Playground::start(0).unwrap();
    let send = |body: &str| {
        ask(&server, &Ask { method: "POST", path: "/form/", body: body.to_owned(), ..Ask::default() })
    };
    let refused = send("name=&email=x");
    assert_eq!(refused.status, 422);
    assert!(refused.body.contains("3 fields need your attention"));
    let thanks = send("name=Ada+Byron&email=ada%40example.test&country=Norway&letter=yes");
    assert_eq!(thanks.status, 200);
    assert!(thanks.body.contains("Thank you, Ada Byron"));
}

#[test]
fn the_article_is_long_and_has_figures_and_a_table() {
    let page = get(&Playground::start(0).unwrap(), "/article/").body;
    let (_, article) = page.split_once("<article").unwrap();
    let mut words = 0;
    let mut in_tag = false;
    for piece in article.split_inclusive(['<', '>']) {
        if !in_tag {
            words += piece.split_whitespace().count();
        }
        in_tag = piece.ends_with('<');
    }
    assert!((2_300..3_000).contains(&words), "{words} words");
    assert!(article.contains("<table>") && article.matches("<h2").count() >= 6);
}
