use super::*;

const PAGE: &str = r#"
- heading "All products" [level=1]
- list "Products"
  - listitem
    - heading "Pebble Mini" [level=3]
    - text "Headphones"
    - text "$24.90"
    - text "Out of stock"
    - button "Add Pebble Mini to cart" [disabled] [ref=s1_1]
  - listitem
    - heading "Headphone stand" [level=3]
    - text "Accessories"
    - text "$14.90"
    - text "In stock"
    - button "Add Headphone stand to cart" [ref=s1_2]
  - listitem
    - heading "Quillon Air" [level=3]
    - text "Headphones"
    - text "was $69.00 now $44.50"
    - text "Only 2 left"
    - button "Add Quillon Air to cart" [ref=s1_3]
  - listitem
    - heading "Aurora Lite" [level=3]
    - text "Headphones"
    - text "$39.90"
    - text "In stock"
    - button "Add Aurora Lite to cart" [ref=s1_4]
  - listitem
    - heading "Drift Pocket" [level=3]
    - text "Speakers"
    - text "$19.90"
    - text "In stock"
    - button "Add Drift Pocket to cart" [ref=s1_5]
"#;

fn choice(page: &str) -> Option<(String, String, String)> {
    let found = products(&Snapshot::parse(page));
    cheapest_headphones(&found).map(|p| (p.name.clone(), p.price.quoted.clone(), p.button.reference.clone()))
}

fn chosen(name: &str, price: &str, reference: &str) -> Option<(String, String, String)> {
    Some((name.to_owned(), price.to_owned(), reference.to_owned()))
}

#[test]
fn neither_a_sold_out_pair_nor_a_cheaper_other_thing_is_chosen() {
    assert_eq!(choice(PAGE), chosen("Aurora Lite", "$39.90", "s1_4"));
}

#[test]
fn a_changed_page_changes_the_choice() {
    assert_eq!(choice(&PAGE.replace("now $44.50", "now $34.50")), chosen("Quillon Air", "$34.50", "s1_3"));
    assert_eq!(choice(&PAGE.replace("s1_4", "s9_77")), chosen("Aurora Lite", "$39.90", "s9_77"));
    assert_eq!(
        choice(&PAGE.replace("\"Out of stock\"", "\"In stock\"").replace(" [disabled]", "")),
        chosen("Pebble Mini", "$24.90", "s1_1")
    );
    assert_eq!(
        choice(&PAGE.replace("\"$39.90\"\n    - text \"In stock\"", "\"$39.90\"\n    - text \"Sold out\"")),
        chosen("Quillon Air", "$44.50", "s1_3")
    );
}

#[test]
fn the_department_may_stand_in_the_heading_only() {
    let page = "- heading \"Headphones\" [level=1]\n- list \"Products\"\n  - listitem\n    - heading \"Aurora Lite\" [level=3]\n    - text \"$39.90\"\n    - text \"In stock\"\n    - button \"Add Aurora Lite to cart\" [ref=s7f3_14]";
    assert_eq!(choice(page), chosen("Aurora Lite", "$39.90", "s7f3_14"));
}

#[test]
fn buttons_of_one_name_belong_to_the_item_around_them() {
    let page = "list \"Headphones\"\n  listitem \"\"\n    heading \"A\" [level=3]\n    text: $50.00, in stock\n    button \"Add to cart\" [ref=a]\n  listitem \"\"\n    heading \"B\" [level=3]\n    text: $40.00, in stock\n    button \"Add to cart\" [ref=b]";
    assert_eq!(choice(page), chosen("B", "$40.00", "b"));
}

#[test]
fn a_flat_page_is_read_from_heading_to_button() {
    let page = "- heading \"Headphones\" [level=1]\n- heading \"A\" [level=3]\n- text \"$30.00 out of stock\"\n- heading \"B\" [level=3]\n- text \"$50.00 in stock\"\n- button \"Add to cart\" [ref=b]\n- heading \"C\" [level=3]\n- text \"$45.00 in stock\"\n- button \"Add to cart\" [ref=c]";
    assert_eq!(choice(page), chosen("C", "$45.00", "c"));
}

#[test]
fn a_neighbour_without_a_button_does_not_lend_its_price() {
    let page = "- list \"Headphones\"\n  - listitem\n    - heading \"A\" [level=3]\n    - text \"$30.00\"\n    - text \"Out of stock\"\n  - listitem\n    - heading \"B\" [level=3]\n    - text \"$50.00\"\n    - text \"In stock\"\n    - button \"Add to cart\" [ref=b]";
    assert_eq!(choice(page), chosen("B", "$50.00", "b"));
}

#[test]
fn a_chinese_shop_is_read_too() {
    let page = "- list \"商品\"\n  - listitem\n    - heading \"晨光耳机\" [level=3]\n    - text \"原价 ¥399 现价 ¥299\"\n    - text \"有货\"\n    - button \"加入购物车\" [ref=c1]\n  - listitem\n    - heading \"小石耳机\" [level=3]\n    - text \"¥199\"\n    - text \"缺货\"\n    - button \"加入购物车\" [ref=c2]";
    assert_eq!(choice(page), chosen("晨光耳机", "¥299", "c1"));
}

#[test]
fn silence_about_stock_counts_only_where_no_card_states_it() {
    let silent = "- list \"Headphones\"\n  - listitem\n    - heading \"A\"\n    - text \"$50.00\"\n    - button \"Add to cart\" [ref=a]";
    assert_eq!(choice(silent), chosen("A", "$50.00", "a"));
    let mixed = format!(
        "{silent}\n  - listitem\n    - heading \"B\"\n    - text \"$60.00\"\n    - text \"In stock\"\n    - button \"Add to cart\" [ref=b]"
    );
    assert_eq!(choice(&mixed), chosen("B", "$60.00", "b"));
}
