//! Points of the order of judgement that are worth a name of their own, and the shipped data.

use fairlead_gatekeeper::{
    Call, Caution, Denial, Effects, Flag, Grant, Guard, HostPermission, Level, Origin, OriginPattern,
    OwnSite, PayloadClass, Place, Policy, Reason, Request, Rule, RuleId, RuleSource, RuleVerdict,
    SensitiveList, Target, ThreadFacts, ToolPattern, Typed, Verdict, check, check_redirects,
    is_public_suffix, known_tools,
};
use fairlead_protocol::ids::ThreadId;
use serde_json::{Value, json};
use std::collections::BTreeSet;

struct Scene {
    policy: Policy,
    rules: Vec<Rule>,
    grants: Vec<Grant>,
    call: Call,
    target: Target,
    thread: ThreadFacts,
}

fn scene(tool: &str, effects: Effects, params: Value) -> Scene {
    Scene {
        policy: Policy::Untrusted,
        rules: Vec::new(),
        grants: Vec::new(),
        call: Call { tool: tool.to_owned(), level: Level::L1, effects, params },
        target: Target { tab_origin: Some("https://shop.test".to_owned()), ..Target::default() },
        thread: ThreadFacts { id: ThreadId::new("t1"), ..ThreadFacts::default() },
    }
}

#[cfg(test)]
impl Scene {
    fn with<T>(&self, judge: impl Fn(&Request<'_>) -> T) -> T {
        let sensitive = SensitiveList::shipped().unwrap();
        judge(&Request {
            policy: self.policy,
            rules: &self.rules,
            grants: &self.grants,
            call: &self.call,
            target: &self.target,
            thread: &self.thread,
            sensitive: &sensitive,
            now: 0,
        })
    }

    fn verdict(&self) -> Verdict {
        self.with(check)
    }

    fn allow(&mut self, tool: &str, origin: &str) {
        self.rules.push(Rule {
            id: RuleId::new(format!("r{}", self.rules.len())),
            tool: tool.to_owned(),
            origin: origin.to_owned(),
            verdict: RuleVerdict::Allow,
            source: RuleSource::UserSetting,
        });
    }

    fn grant(&mut self, tool: &str, origin: &str, thread: Option<&str>) {
        self.grants.push(Grant {
            tool: tool.to_owned(),
            origin: origin.to_owned(),
            thread: thread.map(ThreadId::new),
            expires_at: None,
        });
    }
}

#[test]
fn the_word_of_a_caller_never_loosens() {
    assert_eq!(scene("click", Effects::Read, json!({})).verdict().reason(), Reason::PolicyUntrusted);
    assert_eq!(scene("read_page", Effects::Write, json!({})).verdict().reason(), Reason::PolicyUntrusted);
    assert_eq!(scene("read_page", Effects::Read, json!({})).verdict().reason(), Reason::PolicyRead);
}

#[test]
fn a_server_tool_under_a_built_in_name_is_unknown() {
    let mut asked = scene("ask_user", Effects::Read, json!({}));
    assert_eq!(asked.verdict().reason(), Reason::ExemptTool);
    asked.call.level = Level::Mcp;
    assert_eq!(asked.verdict().reason(), Reason::UnknownTool);
}

#[test]
fn a_grant_of_another_thread_or_of_none_is_no_grant() {
    for (thread, reason) in [
        (Some("t1"), Reason::SessionGrant),
        (Some("t2"), Reason::PolicyUntrusted),
        (None, Reason::PolicyUntrusted),
    ] {
        let mut click = scene("click", Effects::Write, json!({}));
        click.grant("click", "https://shop.test", thread);
        assert_eq!(click.verdict().reason(), reason, "{thread:?}");
    }
}

#[test]
fn a_grant_for_the_browser_covers_browser_wide_tools_only() {
    let mut history = scene("history_search", Effects::Read, json!({"query": "x"}));
    assert_eq!(history.verdict().reason(), Reason::PolicyBrowserData);
    history.grant("history_search", "browser", Some("t1"));
    assert_eq!(history.verdict().reason(), Reason::SessionGrant);
    let mut click = scene("click", Effects::Write, json!({}));
    click.grant("click", "browser", Some("t1"));
    assert_eq!(click.verdict().reason(), Reason::PolicyUntrusted);
}

#[test]
fn a_granted_read_of_a_sensitive_site_keeps_its_flag() {
    let mut read = scene("read_page", Effects::Read, json!({}));
    read.target.tab_origin = Some("https://www.chase.com".to_owned());
    assert_eq!(read.verdict().reason(), Reason::SensitiveRead);
    read.grant("read_page", "https://www.chase.com", Some("t1"));
    let verdict = read.verdict();
    assert_eq!(
        (verdict.reason(), verdict.grounds().flags.as_slice()),
        (Reason::SessionGrant, [Flag::SensitiveRead].as_slice())
    );
    assert!(verdict.grounds().forced.is_empty());
}

#[test]
fn leaving_a_sensitive_site_is_always_possible_and_acting_on_it_is_not() {
    for (tool, reason) in [
        ("tab_close", Reason::PolicyUntrusted),
        ("go_back", Reason::PolicyUntrusted),
        ("reload", Reason::SensitiveSite),
        ("click", Reason::SensitiveSite),
    ] {
        let mut call = scene(tool, Effects::Write, json!({}));
        call.target.tab_origin = Some("https://www.chase.com".to_owned());
        assert_eq!(call.verdict().reason(), reason, "{tool}");
    }
    let mut go = scene("navigate", Effects::Write, json!({"url": "https://news.test/"}));
    go.target.tab_origin = Some("https://www.chase.com".to_owned());
    assert_eq!(go.verdict().reason(), Reason::PolicyUntrusted);
}

#[test]
fn an_allow_for_a_public_suffix_is_void() {
    for (tab, reason) in
        [("https://alice.github.io", Reason::PolicyUntrusted), ("https://shop.test", Reason::RuleAllow)]
    {
        let mut click = scene("click", Effects::Write, json!({}));
        click.target.tab_origin = Some(tab.to_owned());
        click.allow("click", "*.github.io");
        click.allow("click", "shop.test");
        assert_eq!(click.verdict().reason(), reason);
    }
}

#[test]
fn the_address_to_dispatch_is_the_one_that_was_judged() {
    let verdict =
        scene("navigate", Effects::Write, json!({"url": " HTTPS:\\\\News.TEST:443\\a b"})).verdict();
    assert_eq!(verdict.grounds().dispatch_url.as_deref(), Some("https://news.test/a%20b"));
    assert_eq!(verdict.grounds().places, [Place::try_from("https://news.test".to_owned()).unwrap()]);
}

#[test]
fn a_private_address_excused_by_the_person_is_excused_for_that_tool_alone() {
    let mut fetch = scene("fetch_url", Effects::Read, json!({"url": "http://10.0.0.1/x"}));
    fetch.allow("*", "http://10.0.0.1");
    assert_eq!(fetch.verdict().reason(), Reason::PrivateNetwork);
    fetch.allow("download", "http://10.0.0.1");
    assert_eq!(fetch.verdict().reason(), Reason::PrivateNetwork);
    fetch.allow("fetch_url", "http://10.0.0.1");
    assert_eq!(fetch.verdict().reason(), Reason::RuleAllow);
}

#[test]
fn metadata_services_stay_closed_from_their_own_page_and_under_a_rule() {
    let mut go = scene("navigate", Effects::Write, json!({"url": "http://169.254.169.254/latest"}));
    go.target.tab_origin = Some("http://169.254.169.254".to_owned());
    go.allow("navigate", "http://169.254.169.254");
    assert_eq!(go.verdict().reason(), Reason::CloudMetadata);
}

#[test]
fn an_internationalised_host_that_the_person_uses_is_only_flagged() {
    let mut go = scene("navigate", Effects::Write, json!({"url": "https://sh\u{43e}p.test/"}));
    go.thread.user_origins = vec!["https://shop.test".to_owned()];
    assert_eq!(go.verdict().reason(), Reason::Lookalike);
    go.thread.user_origins = vec!["https://sh\u{43e}p.test".to_owned()];
    let verdict = go.verdict();
    assert_eq!(
        (verdict.reason(), verdict.grounds().flags.as_slice()),
        (Reason::PolicyUntrusted, [Flag::Idn].as_slice())
    );
}

#[test]
fn a_redirect_to_another_site_is_withheld_even_after_a_yes() {
    let go = scene("navigate", Effects::Write, json!({"url": "https://news.test/"}));
    let after = |chain: &[&str]| {
        let chain: Vec<String> = chain.iter().map(ToString::to_string).collect();
        let verdict = go.with(|request| check_redirects(request, &chain));
        (verdict.word(), verdict.reason())
    };
    assert_eq!(after(&[]), ("allow", Reason::Approved));
    assert_eq!(after(&["https://www.news.test/"]), ("allow", Reason::Approved));
    assert_eq!(after(&["https://evil.test/", "https://news.test/"]), ("allow", Reason::Approved));
    assert_eq!(after(&["https://evil.test/"]), ("ask", Reason::RedirectCrossSite));
    assert_eq!(after(&["https://www.paypal.com/", "https://news.test/"]), ("deny", Reason::RedirectDenied));
    assert_eq!(after(&["javascript:alert(1)"]), ("deny", Reason::RedirectDenied));
    assert_eq!(after(&["https://evil.test/", "http://news.test/"]), ("deny", Reason::RedirectDenied));
}

#[test]
fn patterns_that_say_nothing_clear_are_refused() {
    for text in [
        "",
        "https://",
        "https://shop.test/cart",
        "https://u@shop.test",
        "*.",
        "a b",
        "null",
        "file:///x",
        "*shop.test",
    ] {
        assert!(OriginPattern::parse(text).is_err(), "{text:?}");
    }
    for text in ["", "category:", "category:unheard_of", "a*b", "**"] {
        assert!(ToolPattern::parse(text).is_err(), "{text:?}");
    }
    for text in ["*", "*.shop.test", "shop.test", "https://shop.test:8443", "http://[::1]:3000", "10.0.0.1"] {
        assert_eq!(OriginPattern::parse(text).unwrap().to_string(), text);
    }
}

#[test]
fn origins_are_compared_after_parsing() {
    let same = |a: &str, b: &str| Origin::parse(a).unwrap() == Origin::parse(b).unwrap();
    assert!(same("https://SHOP.test:443/x", "https://shop.test"));
    assert!(same("http://0x7f.1", "http://127.0.0.1"));
    assert!(same("https://m\u{fc}nchen.test", "https://xn--mnchen-3ya.test"));
    assert!(!same("https://shop.test.", "https://shop.test"));
    assert!(!same("https://shop.test:8443", "https://shop.test"));
    assert_eq!(Origin::parse("data:text/html,x"), None);
    assert_eq!(Origin::parse("null"), None);
}

#[test]
fn the_shipped_list_is_readable_narrow_and_without_doubles() {
    let list = SensitiveList::shipped().unwrap();
    let mut seen = BTreeSet::new();
    for site in &list.0 {
        let pattern = site.pattern.to_string();
        let host = pattern.trim_start_matches("*.");
        assert!(!is_public_suffix(host), "{pattern} is everybody's");
        assert!(site.write != Guard::Default, "{pattern} guards nothing");
        assert!(site.write >= site.read, "{pattern} guards reading more than writing");
        assert!(seen.insert(pattern.clone()), "{pattern} twice");
    }
    assert!(seen.len() > 150);
}

#[test]
fn every_entry_of_the_shipped_list_has_its_source() {
    let groups: Vec<Value> = serde_json::from_str(include_str!("../data/sensitive.json")).unwrap();
    let sourced =
        groups.iter().filter(|group| group["source"].as_str().is_some_and(|source| source.len() > 10));
    let sites: usize = sourced.map(|group| group["sites"].as_array().unwrap().len()).sum();
    assert_eq!(sites, SensitiveList::shipped().unwrap().0.len());
}

#[test]
fn every_known_tool_is_judged_and_no_name_is_there_twice() {
    let mut seen = BTreeSet::new();
    for tool in known_tools() {
        assert!(seen.insert(tool), "{tool} twice");
        assert_ne!(scene(tool, Effects::Read, json!({})).verdict().reason(), Reason::UnknownTool, "{tool}");
    }
    assert_eq!(scene("click_twice", Effects::Read, json!({})).verdict().reason(), Reason::UnknownTool);
}

#[test]
fn host_permission_is_asked_of_tools_that_enter_the_page_only() {
    for (tool, params, denied) in [
        ("read_page", json!({}), true),
        ("fetch_url", json!({"url": "https://shop.test/"}), true),
        ("navigate", json!({"url": "https://shop.test/"}), false),
        ("tab_close", json!({}), false),
        ("tabs_list", json!({}), false),
    ] {
        let mut call = scene(tool, Effects::Read, params);
        call.target.host_permission = HostPermission::Missing;
        assert_eq!(call.verdict().reason() == Reason::HostPermission, denied, "{tool}");
    }
}

#[test]
fn codes_are_what_is_stored() {
    fn stored<T: serde::Serialize>(word: T) -> Value {
        serde_json::to_value(word).unwrap()
    }
    assert!(Reason::ALL.iter().all(|reason| stored(reason) == reason.code()));
    assert!(Flag::ALL.iter().all(|flag| stored(flag) == flag.code()));
    assert!(PayloadClass::ALL.iter().all(|class| stored(class) == class.code()));
    let codes: BTreeSet<&str> = Reason::ALL.iter().map(|reason| reason.code()).collect();
    assert_eq!(codes.len(), Reason::ALL.len());
    assert!(Flag::ALL.windows(2).all(|pair| pair[0].code() < pair[1].code()), "flags sort by code");
}

#[test]
fn an_allow_that_is_narrower_in_the_site_and_broader_in_the_tool_beats_no_deny() {
    let mut click = scene("click", Effects::Write, json!({}));
    click.allow("*", "https://shop.test");
    assert_eq!(click.verdict().reason(), Reason::RuleAllow);
    let deny = Rule {
        tool: "click".to_owned(),
        origin: "*".to_owned(),
        verdict: RuleVerdict::Deny,
        ..click.rules[0].clone()
    };
    click.rules.push(deny);
    assert_eq!(click.verdict().reason(), Reason::RuleDeny);
}

#[test]
fn a_saved_approval_for_downloads_is_void() {
    let mut download = scene("download", Effects::Write, json!({"url": "https://files.test/a.zip"}));
    download.allow("download", "https://files.test");
    assert_eq!(download.verdict().reason(), Reason::RuleAllow);
    download.rules[0].source = RuleSource::ApprovalPersist;
    assert_eq!(download.verdict().reason(), Reason::PolicyUntrusted);
}

#[test]
fn no_allow_matches_a_host_with_a_trailing_dot_however_it_is_written() {
    let mut click = scene("click", Effects::Write, json!({}));
    click.target.tab_origin = Some("https://shop.test.".to_owned());
    for pattern in ["https://shop.test.", "https://shop.test", "shop.test.", "*.shop.test."] {
        click.allow("click", pattern);
    }
    assert_eq!(click.verdict().reason(), Reason::PolicyUntrusted);
}

#[test]
fn a_private_host_is_excused_by_an_exact_origin_and_not_by_a_host() {
    let mut go = scene("navigate", Effects::Write, json!({"url": "https://router.lan/"}));
    go.allow("navigate", "router.lan");
    go.allow("navigate", "*.router.lan");
    assert_eq!(go.verdict().reason(), Reason::PrivateNetwork);
    go.allow("navigate", "https://router.lan");
    assert_eq!(go.verdict().reason(), Reason::RuleAllow);
}

#[test]
fn a_long_address_that_a_server_made_is_not_the_models() {
    let long = format!("https://news.test/?session={}", "qW".repeat(40));
    assert_eq!(scene("navigate", Effects::Write, json!({"url": long})).verdict().reason(), Reason::UrlData);
    let go = scene("navigate", Effects::Write, json!({"url": "https://news.test/"}));
    let verdict = go.with(|request| check_redirects(request, std::slice::from_ref(&long)));
    assert_eq!((verdict.word(), verdict.reason()), ("allow", Reason::Approved));
}

#[test]
fn of_two_entries_for_one_site_the_stricter_stands() {
    let own = OwnSite { site: "mail.google.com".to_owned(), reading: Caution::Ask, writing: Caution::Deny };
    let mut list = SensitiveList::shipped().unwrap().with_own(&[own]);
    let mut send = scene("click", Effects::Write, json!({}));
    send.target.tab_origin = Some("https://mail.google.com".to_owned());
    assert_eq!(send.verdict().reason(), Reason::SensitiveWriteConfirm);
    for _ in 0..2 {
        let verdict = send.with(|request| check(&Request { sensitive: &list, ..*request }));
        assert_eq!(verdict.reason(), Reason::SensitiveSite);
        list.0.reverse();
    }
}

#[test]
fn an_own_site_has_a_level_for_reading_and_one_for_writing_and_what_cannot_be_read_may_be_any() {
    let mut read = scene("read_page", Effects::Read, json!({}));
    let mut write = scene("click", Effects::Write, json!({}));
    for call in [&mut read, &mut write] {
        call.target.tab_origin = Some("https://board.example:8443".to_owned());
    }
    let judged = |site: &str, reading, writing| {
        let own = OwnSite { site: site.to_owned(), reading, writing };
        let list = SensitiveList::shipped().unwrap().with_own(&[own]);
        [&read, &write].map(|call| {
            let verdict = call.with(|request| check(&Request { sensitive: &list, ..*request }));
            (verdict.word(), verdict.reason())
        })
    };
    let refused = ("deny", Reason::SensitiveSite);
    let asked = [("ask", Reason::SensitiveRead), ("ask", Reason::SensitiveWriteConfirm)];
    for site in ["board.example", "*.example", "https://board.example:8443", "not a site"] {
        assert_eq!(judged(site, Caution::Ask, Caution::Ask), asked, "{site}");
        assert_eq!(judged(site, Caution::Deny, Caution::Deny), [refused, refused], "{site}");
        assert_eq!(judged(site, Caution::Ask, Caution::Deny), [asked[0], refused], "{site}");
    }
    assert_eq!(judged("other.example", Caution::Deny, Caution::Deny)[0], ("allow", Reason::PolicyRead));
}

#[test]
fn a_declined_batch_is_not_asked_about_again() {
    let actions = json!({"actions": [{"tool": "click", "params": {"ref": "s1"}}]});
    let mut batch = scene("batch_actions", Effects::Write, actions.clone());
    batch.thread.denials.push(Denial {
        tool: "batch_actions".to_owned(),
        origin: "https://shop.test".to_owned(),
        params: actions,
        turn: 0,
    });
    assert_eq!(batch.verdict().reason(), Reason::RepeatAfterDenial);
    batch.thread.turn = 1;
    assert_eq!(batch.verdict().reason(), Reason::PolicyUntrusted);
}

#[test]
fn a_declined_batch_is_the_same_whatever_the_page_calls_its_fields_now_and_another_with_other_refs() {
    let batch = |target: &str, field: Value| json!({"actions": [{"tool": "type", "params": {"ref": target, "text": "hi"}, "field": field}]});
    let named = |label: &str| json!({"type": "text", "autocomplete": "", "label": label});
    for (asked, reason) in [
        (batch("s1_1", named("Note")), Reason::RepeatAfterDenial),
        (batch("s1_1", named("Remark")), Reason::RepeatAfterDenial),
        (batch("s1_2", named("Note")), Reason::AfterDenial),
    ] {
        let mut scene = scene("batch_actions", Effects::Write, asked);
        scene.thread.denials.push(Denial {
            tool: "batch_actions".to_owned(),
            origin: "https://shop.test".to_owned(),
            params: batch("s1_1", Value::Null),
            turn: 0,
        });
        assert_eq!(scene.verdict().reason(), reason);
    }
}

#[test]
fn two_opaque_documents_are_two_places() {
    let mut click = scene("click", Effects::Write, json!({}));
    click.target.tab_origin = Some("null".to_owned());
    assert_eq!(click.verdict().grounds().flags, [Flag::OpaqueOrigin]);
    click.target.frame_origin = Some("null".to_owned());
    assert_eq!(click.verdict().grounds().flags, [Flag::CrossOriginFrame, Flag::OpaqueOrigin]);
}

#[test]
fn a_card_that_was_typed_before_does_not_haunt_what_is_typed_next() {
    let mut next = scene("type", Effects::Write, json!({"ref": "s1", "text": " thanks"}));
    let before = |text: &str| vec![Typed { origin: "https://shop.test".to_owned(), text: text.to_owned() }];
    next.thread.recent_typed = before("4111 1111 1111 1111");
    assert_eq!(next.verdict().reason(), Reason::PolicyUntrusted);
    next.thread.recent_typed = before("4111 1111 1111");
    next.call.params = json!({"ref": "s1", "text": " 1111"});
    assert_eq!(next.verdict().reason(), Reason::SensitivePayload);
}
