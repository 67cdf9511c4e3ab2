//! Whole turns against a page that a test can change: the policy is asked, its call is answered, and so on.

use super::*;
use crate::model::reply::Call;

const TOOLS: [&str; 11] = [
    "tabs_list",
    "tab_open",
    "navigate",
    "read_page",
    "find_in_page",
    "extract",
    "click",
    "type",
    "select_option",
    "scroll",
    "wait_for",
];
const BUY: &str = "Find the cheapest headphones in stock and put them in my cart";

/// A conversation that grows by what the model asks and the test answers.
struct Scene {
    messages: Vec<Value>,
    tools: Vec<Value>,
}

impl Scene {
    fn asking(request: &str) -> Self {
        let tools = TOOLS.iter().map(|name| json!({ "type": "function", "function": { "name": name, "parameters": { "type": "object" } } }));
        Self { messages: vec![json!({ "role": "user", "content": request })], tools: tools.collect() }
    }

    fn reply(&self) -> Reply {
        let body = json!({ "model": "demo", "messages": self.messages, "tools": self.tools });
        let request = ChatRequest::parse(body.to_string().as_bytes()).unwrap();
        next_reply(&request, BaseUrl("http://shop.test".to_owned()))
    }

    /// The one call that the model makes now, answered with `result`.
    fn expect(&mut self, tool: &str, result: &str) -> Call {
        let reply = self.reply();
        let [call] = reply.calls.as_slice() else { panic!("one call of {tool} wanted: {reply:?}") };
        assert_eq!(call.tool, tool, "{reply:?}");
        let id = format!("c{}", self.messages.len());
        self.messages.push(json!({ "role": "assistant", "content": reply.text, "tool_calls": [{ "id": id, "type": "function", "function": { "name": tool, "arguments": call.args.to_string() } }] }));
        self.messages.push(json!({ "role": "tool", "tool_call_id": id, "content": result }));
        call.clone()
    }

    fn answer(&self) -> String {
        let reply = self.reply();
        assert_eq!(reply.calls, [], "{reply:?}");
        reply.text
    }
}

fn shop(cart: &str) -> String {
    format!(
        r#"<<page 5f01>>
page "Tidewater Audio: all products"
url http://shop.test/shop/
- heading "All products" [level=1]
- list "Products"
  - listitem
    - heading "Pebble Mini" [level=3]
    - text "Headphones"
    - text "$24.90"
    - text "Out of stock"
    - button "Add Pebble Mini to cart" [disabled] [ref=s1_1]
  - listitem
    - heading "Aurora Lite" [level=3]
    - text "Headphones"
    - text "$39.90"
    - text "In stock"
    - button "Add Aurora Lite to cart" [ref=s1_4]
  - listitem
    - heading "Harbour One" [level=3]
    - text "Headphones"
    - text "was $89.00 now $64.00"
    - text "In stock"
    - button "Add Harbour One to cart" [ref=s1_5]
- region "Your cart"
{cart}
<<end 5f01>>"#
    )
}

const EMPTY: &str = "  - text \"Your cart is empty\"";
const HOLDS_AURORA: &str =
    "  - list\n    - listitem\n      - text \"Aurora Lite\"\n      - text \"1 x $39.90\"";

fn chosen(page: &str) -> (String, String) {
    let mut scene = Scene::asking(BUY);
    scene.expect("read_page", page);
    let reply = scene.reply();
    let args = &reply.calls[0].args;
    (args["ref"].as_str().unwrap().to_owned(), args["element"].as_str().unwrap().to_owned())
}

#[test]
fn the_journey_reads_clicks_verifies_and_quotes_the_page() {
    let mut scene = Scene::asking(BUY);
    assert!(!scene.reply().text.is_empty());
    scene.expect("read_page", &shop(EMPTY));
    let click = scene.expect("click", "clicked; the page changed");
    assert_eq!(click.args, json!({ "element": "Add Aurora Lite to cart", "ref": "s1_4" }));
    scene.expect("read_page", &shop(HOLDS_AURORA));
    assert!(
        scene.answer().starts_with("I put **Aurora Lite** in your cart: **$39.90**."),
        "{}",
        scene.answer()
    );
}

#[test]
fn a_changed_page_changes_what_is_clicked() {
    let page = shop(EMPTY);
    assert_eq!(chosen(&page).0, "s1_4");
    assert_eq!(chosen(&page.replace("s1_4", "s77_2")).0, "s77_2");
    assert_eq!(chosen(&page.replace("now $64.00", "now $29.00")).0, "s1_5");
    assert_eq!(chosen(&page.replace("Out of stock", "In stock").replace(" [disabled]", "")).0, "s1_1");
}

#[test]
fn a_chinese_request_is_answered_in_chinese() {
    let mut scene = Scene::asking("找出有现货的最便宜的耳机并放进购物车");
    scene.expect("read_page", &shop(EMPTY));
    scene.expect("click", "clicked");
    scene.expect("read_page", &shop(HOLDS_AURORA));
    assert!(scene.answer().starts_with("已把 **Aurora Lite** 放进购物车：**$39.90**"), "{}", scene.answer());
}

#[test]
fn the_price_in_the_answer_is_the_carts_and_a_difference_is_told() {
    let mut scene = Scene::asking(BUY);
    scene.expect("read_page", &shop(EMPTY));
    scene.expect("click", "clicked");
    scene.expect("read_page", &shop(&HOLDS_AURORA.replace("39.90", "44.90")));
    let answer = scene.answer();
    assert!(answer.contains("**$44.90**") && answer.contains("list said $39.90"), "{answer}");
}

#[test]
fn a_declined_click_is_acknowledged_and_not_repeated() {
    let mut scene = Scene::asking(BUY);
    scene.expect("read_page", &shop(EMPTY));
    scene
        .expect("click", "declined_by_person: the person declined this call. Note: \"too expensive for me\"");
    let answer = scene.answer();
    assert!(answer.contains("too expensive for me") && answer.contains("did not"), "{answer}");
}

#[test]
fn a_stale_ref_is_read_anew_and_the_new_one_is_used() {
    let mut scene = Scene::asking(BUY);
    scene.expect("read_page", &shop(EMPTY));
    scene.expect("click", "stale_ref: this ref belongs to an earlier document. Read the page again.");
    scene.expect("read_page", &shop(EMPTY).replace("s1_", "s2_"));
    assert_eq!(scene.expect("click", "clicked").args["ref"], "s2_4");
}

#[test]
fn a_ref_that_stays_stale_ends_in_an_honest_answer() {
    let mut scene = Scene::asking(BUY);
    for _ in 0..MOST_STALE_CLICKS {
        scene.expect("read_page", &shop(EMPTY));
        scene.expect("click", "stale_ref: gone");
    }
    assert!(scene.answer().contains("could not finish"), "{}", scene.answer());
}

const MOST_STALE_CLICKS: usize = 3;

#[test]
fn an_unknown_outcome_is_looked_up_and_never_clicked_again() {
    for (cart, wanted) in [(EMPTY, "have not clicked again"), (HOLDS_AURORA, "the cart shows that it worked")]
    {
        let mut scene = Scene::asking(BUY);
        scene.expect("read_page", &shop(EMPTY));
        scene.expect(
            "click",
            "outcome_unknown: the worker stopped between dispatch and result; inspect first",
        );
        scene.expect("read_page", &shop(cart));
        assert!(scene.answer().contains(wanted), "{}", scene.answer());
    }
}

#[test]
fn an_item_that_was_there_before_does_not_prove_an_unknown_click() {
    let mut scene = Scene::asking(BUY);
    scene.expect("read_page", &shop(HOLDS_AURORA));
    scene.expect("click", "maybe_done: the reply was lost");
    scene.expect("read_page", &shop(HOLDS_AURORA));
    assert!(
        scene.answer().contains("outcome of the click on **Aurora Lite** is unknown"),
        "{}",
        scene.answer()
    );
}

#[test]
fn a_cart_without_the_item_is_reported_as_such() {
    let mut scene = Scene::asking(BUY);
    scene.expect("read_page", &shop(EMPTY));
    scene.expect("click", "clicked");
    scene.expect("read_page", &shop(EMPTY));
    scene.expect("find_in_page", "no match");
    assert!(scene.answer().contains("does not show it in the cart"), "{}", scene.answer());
}

#[test]
fn a_cut_tree_is_searched_before_choosing() {
    let mut scene = Scene::asking(BUY);
    scene.expect("read_page", &format!("{}\n… 9 more list items not shown; use find_in_page", shop(EMPTY)));
    let found = "2 matches\n- listitem\n  - heading \"Reed Wire\" [level=3]\n  - text \"Headphones\"\n  - text \"$19.00\"\n  - text \"In stock\"\n  - button \"Add Reed Wire to cart\" [ref=s1_40]";
    scene.expect("find_in_page", found);
    assert_eq!(scene.expect("click", "clicked").args["ref"], "s1_40");
}

#[test]
fn a_cheaper_pair_of_unknown_stock_is_read_in_full_before_choosing() {
    let cut = format!("{}\ncut to fit 3000 tokens; not shown: 9 list items.", shop(EMPTY));
    let found = "1 match for \"Headphones\":\n  - list \"Products\"\n    - listitem\n      - heading \"Reed Wire\" [level=3]\n>     - text \"Headphones\"\n      - text \"$19.00\"\n      - button \"Add Reed Wire to cart\" [ref=s1_40]";
    let whole = "- listitem\n  - heading \"Reed Wire\" [level=3]\n  - text \"Headphones\"\n  - text \"$19.00\"\n  - text \"In stock\"\n  - button \"Add Reed Wire to cart\" [ref=s1_40]";
    for (stock, wanted) in [("In stock", "s1_40"), ("Sold out", "s1_4")] {
        let mut scene = Scene::asking(BUY);
        scene.expect("read_page", &cut);
        scene.expect("find_in_page", found);
        let read =
            scene.expect("read_page", &format!("{}\n{}", shop(EMPTY), whole.replace("In stock", stock)));
        assert_eq!(read.args, json!({ "max_tokens": 12_000 }));
        assert_eq!(scene.expect("click", "Clicked.").args["ref"], wanted);
    }
}

#[test]
fn a_filter_that_hides_headphones_is_changed() {
    let speakers = "- combobox \"Category\" [value=\"Speakers\"] [ref=s1_90]\n- list \"Products\"\n  - listitem\n    - heading \"Drift Pocket\"\n    - text \"Speakers\"\n    - text \"$19.90\"\n    - text \"In stock\"\n    - button \"Add to cart\" [ref=s1_91]";
    let mut scene = Scene::asking(BUY);
    scene.expect("read_page", speakers);
    scene.expect("find_in_page", "0 matches");
    let select = scene.expect("select_option", "selected Headphones");
    assert_eq!(select.args, json!({ "element": "Category", "ref": "s1_90", "options": ["Headphones"] }));
    scene.expect("read_page", &shop(EMPTY));
    assert_eq!(scene.expect("click", "clicked").args["ref"], "s1_4");
}

#[test]
fn a_page_without_headphones_ends_without_a_click() {
    let mut scene = Scene::asking(BUY);
    scene.expect("read_page", "- heading \"Weather\" [level=1]\n- text \"Rain at noon\"");
    scene.expect("find_in_page", "0 matches");
    scene.expect("scroll", "scrolled to the end");
    scene.expect("read_page", "- heading \"Weather\" [level=1]\n- text \"Rain at noon\"");
    assert!(scene.answer().contains("put nothing in your cart"), "{}", scene.answer());
}

#[test]
fn a_restricted_page_and_missing_tools_are_said_plainly() {
    let mut scene = Scene::asking(BUY);
    scene.expect("read_page", "restricted_page: the browser does not let extensions read chrome:// pages");
    assert!(scene.answer().contains("restricted_page"), "{}", scene.answer());
    let mut bare = Scene::asking(BUY);
    bare.tools.clear();
    assert!(bare.answer().contains("`read_page`"), "{}", bare.answer());
}

#[test]
fn a_summary_quotes_title_and_figures() {
    let mut scene = Scene::asking("Please summarise this page");
    scene.expect("extract", "# The fog bell\n\nThe harbour counted 214 days of fog in one year.\n\nNobody knew why the bell was painted green at first.\nIt rings every 7.5 seconds, which is audible for two miles.");
    let answer = scene.answer();
    assert!(answer.starts_with("**The fog bell** in short:"), "{answer}");
    assert!(
        answer.contains("214 days") && answer.contains("every 7.5 seconds") && !answer.contains("painted"),
        "{answer}"
    );
}

const FORM: &str = "- textbox \"Full name\" [required] [ref=f1]\n- textbox \"Email\" [required] [ref=f2]\n- combobox \"Country\" [required] [ref=f3]\n- button \"Send request\" [ref=f9]";

#[test]
fn a_form_is_filled_field_by_field_sent_and_verified() {
    let mut scene = Scene::asking("fill in the form with name Ada Byron and email ada@example.test");
    scene.expect("read_page", FORM);
    assert_eq!(
        scene.expect("type", "typed").args,
        json!({ "element": "Full name", "ref": "f1", "text": "Ada Byron" })
    );
    assert_eq!(scene.expect("type", "typed").args["text"], "ada@example.test");
    assert_eq!(scene.expect("select_option", "selected").args["options"], json!(["Prefer not to say"]));
    assert_eq!(scene.expect("click", "clicked; navigated").args["ref"], "f9");
    scene.expect("read_page", "- heading \"Thank you, Ada Byron\" [level=1]");
    assert!(scene.answer().contains("Thank you, Ada Byron"), "{}", scene.answer());
}

#[test]
fn a_refused_form_is_reported_with_the_pages_words() {
    let mut scene = Scene::asking("fill in the form with name Ada and country Peru");
    scene.expect("read_page", FORM);
    scene.expect("type", "typed");
    assert_eq!(scene.expect("select_option", "selected").args["options"], json!(["Peru"]));
    scene.expect("click", "clicked");
    scene.expect("read_page", &format!("{FORM}\n- alert \"Enter an email address\""));
    assert!(scene.answer().contains("Enter an email address"), "{}", scene.answer());
}

#[test]
fn sites_are_opened_and_tabs_are_listed() {
    let mut scene = Scene::asking("open the shop");
    assert_eq!(scene.expect("navigate", "opened").args, json!({ "url": "http://shop.test/shop/" }));
    scene.expect("read_page", &shop(EMPTY));
    assert!(scene.answer().contains("Tidewater Audio"), "{}", scene.answer());
    let mut tab = Scene::asking("open the article in a new tab");
    assert_eq!(tab.expect("tab_open", "tab 7").args, json!({ "url": "http://shop.test/article/" }));
    assert!(tab.answer().contains("/article/"));
    let mut list = Scene::asking("list my tabs");
    list.expect("tabs_list", "12 Tidewater Audio http://shop.test/ (visible)\n13 Form http://form.test/");
    assert!(list.answer().contains("- 12 Tidewater Audio") && list.answer().contains("- 13 Form"));
}

#[test]
fn a_directive_is_followed_to_the_letter() {
    let mut scene = Scene::asking(
        r#"[[call read_page {"max_tokens":500}]] [[then click {"ref":"@Add Aurora Lite to cart"}]]"#,
    );
    assert_eq!(scene.expect("read_page", &shop(EMPTY)).args, json!({ "max_tokens": 500 }));
    assert_eq!(scene.expect("click", "clicked").args, json!({ "ref": "s1_4" }));
    assert!(scene.answer().contains("Result of click: clicked"), "{}", scene.answer());
    let parallel = Scene::asking("[[call tabs_list {}]][[call read_page {}]]").reply();
    assert_eq!(
        parallel.calls.iter().map(|c| c.tool.as_str()).collect::<Vec<_>>(),
        ["tabs_list", "read_page"]
    );
}

#[test]
fn talk_needs_no_tool_and_a_count_is_complete() {
    assert!(Scene::asking("hello").answer().contains("“hello”"));
    let count = Scene::asking("count to 120").answer();
    assert_eq!((count.lines().count(), count.lines().last()), (120, Some("120")));
}

#[test]
fn a_steer_with_a_script_of_its_own_is_honoured_at_the_next_call() {
    let mut scene = Scene::asking("[[call read_page {}]] [[then scroll {}]] [[say the first plan]]");
    scene.expect("read_page", &shop(""));
    scene.messages.push(json!({ "role": "user", "content": r#"[[call click {"ref":"@Add Aurora Lite to cart"}]] [[say the new plan]]"# }));
    let call = scene.expect("click", "Done.");
    assert!(
        call.args["ref"].as_str().unwrap().starts_with('s'),
        "named on the page that was read before: {call:?}"
    );
    assert_eq!(scene.answer(), "the new plan");
}

#[test]
fn a_steer_without_a_script_leaves_the_script_as_it_is() {
    let mut scene = Scene::asking("[[call read_page {}]] [[then scroll {}]] [[say the first plan]]");
    scene.expect("read_page", &shop(""));
    scene.messages.push(json!({ "role": "user", "content": "be quick, please" }));
    scene.expect("scroll", "Done.");
    assert_eq!(scene.answer(), "the first plan");
}

#[test]
fn a_script_asks_the_person_and_waits_for_a_time() {
    let mut scene = Scene::asking(
        r#"[[call ask_user {"question":"Which one?","options":["red","blue"]}]] [[then schedule_resume {"minutes":1,"reason":"the sale begins"}]]"#,
    );
    let asked = scene.expect("ask_user", "blue");
    assert_eq!(asked.args, json!({ "question": "Which one?", "options": ["red", "blue"] }));
    let waited = scene.expect("schedule_resume", "The time has come.");
    assert_eq!(waited.args, json!({ "minutes": 1, "reason": "the sale begins" }));
    assert_eq!(scene.answer(), "Result of ask_user: blue\nResult of schedule_resume: The time has come.");
}
