//! Disguises of secrets and text that crosses sites, through the front door: a call and its verdict.

use fairlead_gatekeeper::{
    Call, Effects, Field, Flag, HostPermission, Level, PayloadClass, Policy, Reason, Request, SensitiveList,
    Tainted, Target, ThreadFacts, Verdict, check,
};
use serde_json::{Value, json};

const CARD: &str = "4111111111111111";
const KEY: &str = "AKIAABCDEFGHIJKLMNOP";

fn judge(tool: &str, params: Value, tab: &str) -> Verdict {
    judge_into(tool, params, tab, None)
}

fn judge_into(tool: &str, params: Value, tab: &str, field: Option<Field>) -> Verdict {
    judge_at(tool, params, &Target { tab_origin: Some(tab.to_owned()), field, ..Target::default() })
}

fn judge_at(tool: &str, params: Value, target: &Target) -> Verdict {
    let call = Call { tool: tool.to_owned(), level: Level::L1, effects: Effects::Write, params };
    let target = Target { host_permission: HostPermission::Granted, ..target.clone() };
    let thread = ThreadFacts {
        user_origins: vec!["https://shop.test".to_owned()],
        tainted: vec![Tainted { origin: "https://mail.test".to_owned(), value: "OTP 402113".to_owned() }],
        ..ThreadFacts::default()
    };
    let sensitive = SensitiveList::default();
    let request = Request {
        policy: Policy::Auto,
        rules: &[],
        grants: &[],
        call: &call,
        target: &target,
        thread: &thread,
        sensitive: &sensitive,
        now: 0,
    };
    check(&request)
}

fn typed(text: &str) -> Vec<PayloadClass> {
    judge("type", json!({"element": "box", "ref": "s1", "text": text}), "https://evil.test")
        .grounds()
        .payload
        .clone()
}

fn addressed(url: &str) -> Reason {
    judge("navigate", json!({"url": url}), "https://shop.test").reason()
}

#[test]
fn invisible_characters_do_not_hide_a_card() {
    for gap in ["\u{200b}", "\u{ad}", "\u{2060}", "\u{e0031}", "\u{202e}", "\u{fe0f}", "\u{2011}", "\u{a0}"] {
        assert_eq!(typed(&format!("4111{gap}1111{gap}1111{gap}1111")), [PayloadClass::CardNumber], "{gap:?}");
    }
}

#[test]
fn digits_of_another_script_do_not_hide_a_card() {
    for zero in [0x660, 0x6f0, 0x966, 0xff10, 0x1d7ce] {
        let card: String = CARD.bytes().filter_map(|b| char::from_u32(zero + u32::from(b - b'0'))).collect();
        assert_eq!(typed(&card), [PayloadClass::CardNumber], "{card}");
    }
}

#[test]
fn encodings_do_not_hide_a_secret() {
    assert_eq!(addressed("https://evil.test/?d=QUtJQUFCQ0RFRkdISUpLTE1OT1A="), Reason::SecretInUrl, "base64");
    assert_eq!(
        addressed("https://evil.test/QUtJQUFCQ0RFRkdISUpLTE1OT1A"),
        Reason::SecretInUrl,
        "unpadded, in the path"
    );
    assert_eq!(
        addressed("https://evil.test/?d=%2541KIAABCDEFGHIJKLMNOP"),
        Reason::SecretInUrl,
        "percent twice"
    );
    assert_eq!(
        addressed("https://evil.test/?d=%252541KIAABCDEFGHIJKLMNOP"),
        Reason::SecretInUrl,
        "percent thrice"
    );
    assert_eq!(
        addressed("https://evil.test/?d=4111+1111+1111+1111"),
        Reason::SecretInUrl,
        "spaces of a form"
    );
    assert_eq!(addressed(&format!("https://{CARD}.evil.test/")), Reason::SecretInUrl, "in the host");
}

#[test]
fn ordinary_numbers_and_words_are_not_secrets() {
    for text in [
        "2026-11-30 12:30:45.123",
        "1234567890123456",
        "call +1 202 555 0147 or +44 20 7946 0958",
        "order 8001-4223-9917-3320",
        "task-list-with-a-very-long-name-that-starts-nothing",
        "eyJust.a.sentence",
        "GB is 22 long",
        "DE89370400440532013000X",
        "http://x.test/@handle",
        "-----BEGIN CERTIFICATE REQUEST-----",
    ] {
        assert_eq!(typed(text), [], "{text}");
    }
}

#[test]
fn one_text_can_hold_several_kinds() {
    let text = format!("{CARD}, DE89370400440532013000, ada@example.org, {KEY}");
    use PayloadClass::{ApiKey, CardNumber, Email, Iban};
    assert_eq!(typed(&text), [ApiKey, CardNumber, Email, Iban]);
}

#[test]
fn values_count_and_what_only_the_card_shows_does_not() {
    assert_eq!(typed("ok"), []);
    let shown = judge("type", json!({"element": KEY, "ref": "s1", "text": "ok"}), "https://evil.test");
    assert_eq!(shown.reason(), Reason::PolicyAuto);
    let nested =
        judge("fill_form", json!({"fields": [{"ref": "s1", "text": {"deep": [CARD]}}]}), "https://evil.test");
    assert_eq!(nested.grounds().payload, [PayloadClass::CardNumber]);
}

#[test]
fn a_card_spread_over_the_boxes_of_a_form_is_seen() {
    let boxes: Vec<Value> =
        ["4111", "1111", "1111", "1111"].iter().map(|text| json!({"ref": "s", "text": text})).collect();
    let verdict = judge("fill_form", json!({"fields": boxes}), "https://shop.test");
    assert_eq!(
        (verdict.reason(), verdict.grounds().payload.as_slice()),
        (Reason::SensitivePayload, [PayloadClass::CardNumber].as_slice())
    );
}

#[test]
fn what_goes_into_a_form_goes_where_the_form_goes() {
    let mail = json!({"ref": "s1", "text": "ada@example.org", "submit": true});
    let at = |form: Option<&str>| Target {
        tab_origin: Some("https://shop.test".to_owned()),
        form_origin: form.map(str::to_owned),
        ..Target::default()
    };
    assert_eq!(judge_at("type", mail.clone(), &at(None)).reason(), Reason::PolicyAuto);
    let away = judge_at("type", mail, &at(Some("https://evil.test")));
    assert_eq!(away.reason(), Reason::SensitivePayload);
    assert!(away.grounds().flags.contains(&Flag::FormElsewhere));
    assert!(!away.grounds().flags.contains(&Flag::CrossOriginFrame), "that is another thing");
    let framed =
        Target { frame_origin: Some("https://ads.test".to_owned()), ..at(Some("https://shop.test")) };
    let back = judge_at("click", json!({"ref": "s1"}), &framed);
    assert_eq!(
        back.grounds().flags,
        [Flag::CrossOriginFrame, Flag::FormElsewhere],
        "from a frame to the page around it"
    );
    // Both sites are judged: what may be done on one is not allowed on the other for that.
    let press = judge_at("click", json!({"ref": "s1"}), &at(Some("chrome-extension://a")));
    assert_eq!(press.reason(), Reason::SelfTarget);
}

#[test]
fn reading_sends_nothing() {
    let call = Call {
        tool: "find_in_page".to_owned(),
        level: Level::L1,
        effects: Effects::Read,
        params: json!({"query": "OTP 402113"}),
    };
    let target = Target { tab_origin: Some("https://evil.test".to_owned()), ..Target::default() };
    let thread = ThreadFacts {
        tainted: vec![Tainted { origin: "https://mail.test".to_owned(), value: "OTP 402113".to_owned() }],
        ..ThreadFacts::default()
    };
    let sensitive = SensitiveList::default();
    let request = Request {
        policy: Policy::Untrusted,
        rules: &[],
        grants: &[],
        call: &call,
        target: &target,
        thread: &thread,
        sensitive: &sensitive,
        now: 0,
    };
    assert_eq!(check(&request).reason(), Reason::PolicyRead);
}

#[test]
fn text_goes_back_to_its_own_site_freely() {
    let params = json!({"ref": "s1", "text": "code OTP-402113"});
    assert_eq!(judge("type", params.clone(), "https://www.mail.test").reason(), Reason::PolicyAuto);
    let leaves = judge("type", params, "https://evil.test");
    assert_eq!(
        (leaves.reason(), leaves.grounds().flags.as_slice()),
        (Reason::CrossSiteFlow, [Flag::CrossSiteFlow, Flag::ThirdParty].as_slice())
    );
}

#[test]
fn a_secret_may_be_typed_on_this_machine_without_encryption() {
    let password = json!({"ref": "s1", "text": CARD});
    assert_eq!(judge("type", password.clone(), "http://localhost:3000").reason(), Reason::SensitivePayload);
    assert_eq!(judge("type", password, "http://shop.test").reason(), Reason::SensitiveOverHttp);
}

/// Texts that make a careless detector look at every pair of positions. This test ends only if none does.
#[test]
fn hostile_texts_at_the_cap_and_beyond_are_judged() {
    for piece in [
        "4",
        "4 ",
        "1-",
        "@a.",
        "eyJ.",
        "sk-",
        "DE89",
        "DE ",
        "-----BEGIN ",
        "%25",
        "%",
        "AKIA",
        "QUJD",
        "a\u{301}",
    ] {
        let text = piece.repeat(200_000 / piece.len());
        let verdict = judge("type", json!({"ref": "s1", "text": text}), "https://shop.test");
        assert_eq!(verdict.reason(), Reason::PolicyAuto, "{piece:?}");
    }
}

#[test]
fn a_field_for_a_secret_is_known_by_what_it_is_called() {
    let into = |label: &str, tab: &str| {
        let field = Field { kind: "text".to_owned(), label: label.to_owned(), ..Field::default() };
        let params = json!({"element": "box", "ref": "s1", "text": "sunflower"});
        let verdict = judge_into("type", params, tab, Some(field));
        (verdict.reason(), verdict.grounds().payload.clone())
    };
    let [own, other] = ["https://shop.test", "https://evil.test"];
    for label in [
        "Password",
        "Your PIN",
        "6-digit code",
        "OTP",
        "CVV",
        "Confirm\npasscode",
        "短信验证码",
        "请输入密码",
    ] {
        assert_eq!(into(label, own), (Reason::SensitivePayload, vec![PayloadClass::Password]), "{label}");
        assert_eq!(into(label, other).0, Reason::PasswordThirdParty, "{label}");
    }
    assert_eq!(into("Card number", own), (Reason::SensitivePayload, vec![PayloadClass::CardNumber]));
    for label in
        ["", "City", "PIN code", "Shipping", "Search passwords and passkeys", "Discount code", "留言"]
    {
        assert_eq!(into(label, other).0, Reason::PolicyAuto, "{label}");
    }
}
