//! What was read, and how a call that takes some of it along is known.

use fairlead_gatekeeper::{
    Call, Effects, Level, Passage, Policy, Reason, Record, Request, SensitiveList, Target, ThreadFacts, check,
};
use serde_json::{Value, json};

const MAIL: &str = "https://mail.test/inbox";
const SHOP: &str = "https://shop.test";
const LETTER: &str = "Dear Ms Petrova, your booking BK-7741-92 for the night train to Vienna is paid. Seat 41, carriage 7. 您的取件码已经发送至手机";

#[cfg(test)]
fn reason(record: &Record<'_>, tool: &str, params: Value) -> Reason {
    let call = Call { tool: tool.to_owned(), level: Level::L1, effects: Effects::Write, params };
    let mut thread = ThreadFacts { user_origins: vec![SHOP.to_owned()], ..ThreadFacts::default() };
    record.inform(&call, &mut thread);
    let verdict = check(&Request {
        policy: Policy::Auto,
        rules: &[],
        grants: &[],
        call: &call,
        target: &Target { tab_origin: Some(SHOP.to_owned()), ..Target::default() },
        thread: &thread,
        sensitive: &SensitiveList::default(),
        now: 0,
    });
    verdict.reason()
}

#[cfg(test)]
fn typed(record: &Record<'_>, text: &str) -> Reason {
    reason(record, "type", json!({"element": "Note", "ref": "s1", "text": text}))
}

fn mail() -> Record<'static> {
    Record { read: vec![Passage { origin: MAIL, text: LETTER }], said: Vec::new() }
}

#[test]
fn text_of_another_site_is_known_however_it_is_taken_along() {
    for text in [
        "BK-7741-92",
        "bk 774192",
        "my number is BK774192, thanks",
        "for the night train to Vienna",
        "She writes: Your booking BK-7741-92 for the night train",
        "QksgNzc0MSA5Mg== and Qkstnzc0MS05Mg", // base64 of `BK 7741 92`
        "ms petrova, your booking",
        "通知：您的取件码已经发送至手机。",
    ] {
        assert_eq!(typed(&mail(), text), Reason::CrossSiteFlow, "{text}");
    }
    let away = |url: &str| reason(&mail(), "navigate", json!({"url": url}));
    assert_eq!(away("https://other.test/?booking=BK-7741-92"), Reason::CrossSiteFlow);
    assert_eq!(away("https://other.test/BK-7741-92/pay"), Reason::CrossSiteFlow);
    assert_eq!(away("https://mail.test/?booking=BK-7741-92"), Reason::PolicyAuto);
}

#[test]
fn what_anybody_could_have_said_is_not() {
    for text in
        ["two tickets to Rome, please", "the train", "is paid", "night", "41", "petrova", "我想要两张票"]
    {
        assert_eq!(typed(&mail(), text), Reason::PolicyAuto, "{text}");
    }
}

#[test]
fn what_the_person_said_or_the_site_itself_shows_goes_nowhere_by_being_typed_there() {
    let mut said = mail();
    said.said.push("Look up booking BK-7741-92 of Petrova");
    assert_eq!(typed(&said, "BK-7741-92"), Reason::PolicyAuto);
    assert_eq!(typed(&said, "night train to Vienna is paid"), Reason::CrossSiteFlow);
    let mut shown = mail();
    shown.read.push(Passage { origin: SHOP, text: "Booking BK-7741-92: change your seat" });
    assert_eq!(typed(&shown, "BK-7741-92"), Reason::PolicyAuto);
    assert_eq!(
        reason(&shown, "navigate", json!({"url": "https://other.test/?b=BK-7741-92"})),
        Reason::CrossSiteFlow
    );
}

#[test]
fn text_of_which_nobody_knows_the_site_belongs_to_none() {
    let record = Record { read: vec![Passage { origin: "", text: LETTER }], said: Vec::new() };
    assert_eq!(typed(&record, "BK-7741-92"), Reason::CrossSiteFlow);
}

#[test]
fn a_link_that_stood_somewhere_is_told_from_an_address_that_was_made_up() {
    let link = format!("https://other.test/{}", "x".repeat(80));
    let go = |text: &str| {
        let record = Record { read: vec![Passage { origin: MAIL, text }], said: Vec::new() };
        reason(&record, "navigate", json!({"url": link}))
    };
    for text in [format!("see {link}."), format!("[here]({link})"), format!("\"{link}\"\nnext")] {
        assert_eq!(go(&text), Reason::PolicyAuto, "{text}");
    }
    for text in [String::new(), format!("see {link}y")] {
        assert_eq!(go(&text), Reason::UrlData, "{text}");
    }
    for text in [format!("{link}?d=1"), format!("{link}/more.")] {
        assert_eq!(go(&text), Reason::CrossSiteFlow, "{text}");
    }
    let said = Record { read: Vec::new(), said: vec![&link] };
    assert_eq!(reason(&said, "navigate", json!({"url": link})), Reason::PolicyAuto);
}
