//! What a Thread has read, written and been told, as it bears on its next call. A worker that starts anew judges like the one before.

use crate::bench::{Bench, report, tab};
use crate::inputs::{calls, steer};
use fairlead_engine::{Fact, Input};
use fairlead_gatekeeper::{Call, Reason, Request, SensitiveList, Target, ThreadFacts, check};
use fairlead_protocol::approval::Ask;
use fairlead_protocol::ids::{MemoryId, TabId, ThreadId, Timestamp};
use fairlead_protocol::memory::{Memory, MemorySource};
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::page::TabRef;
use fairlead_protocol::permission::Policy;
use fairlead_protocol::run::RunState;
use fairlead_protocol::tool::{Effects, ToolErrorCode};
use serde_json::{Value, json};

const CARD: &str = "4111 1111 1111 1111";

fn at(url: &str) -> TabRef {
    TabRef { id: TabId(1), url: url.to_owned(), title: "Page".to_owned() }
}

/// A Thread in which ordinary writes pass.
fn lenient() -> Bench {
    let mut bench = Bench::new();
    bench.settings.policy = Policy::Auto;
    bench.begin();
    bench
}

fn asks(bench: &mut Bench, tool: &str, args: Value) {
    bench.reply(calls([(tool, args)]));
}

fn types(bench: &mut Bench, text: &str) {
    asks(bench, "type", json!({"element": "Note", "ref": "s1_1", "text": text}));
}

/// The call under way ends with this, the tab showing that.
fn ends(bench: &mut Bench, content: &str, tab: TabRef) -> Vec<Fact> {
    let outcome = ResultOutcome::Done { content: content.to_owned(), tab: Some(tab) };
    bench.must(Input::ToolFinished { effect: bench.effect(), report: report(outcome) })
}

fn reads(bench: &mut Bench, url: &str, content: &str) {
    asks(bench, "read_page", json!({}));
    ends(bench, content, at(url));
}

/// Why the open card asks.
fn why(bench: &Bench) -> Option<String> {
    match bench.state.approvals.values().next().map(|approval| &approval.ask) {
        Some(Ask::Call { reason, .. }) => Some(reason.clone()),
        Some(Ask::HostAccess { .. } | Ask::Permission { .. }) | None => None,
    }
}

#[test]
fn what_was_read_on_another_site_is_asked_about_before_it_is_typed() {
    let mut bench = lenient();
    reads(&mut bench, "https://mail.example/inbox", "Booking BK-7741-92 is paid");
    let mut restarted = bench.clone();
    types(&mut bench, "BK-7741-92");
    assert_eq!(why(&bench).as_deref(), Some("cross_site_flow"));
    restarted.restart();
    types(&mut restarted, "BK-7741-92");
    assert_eq!(why(&restarted).as_deref(), Some("cross_site_flow"));
}

#[test]
fn what_was_read_where_it_is_typed_or_was_said_by_the_person_is_not() {
    for url in ["https://shop.example/order", "https://help.shop.example/"] {
        let mut bench = lenient();
        reads(&mut bench, url, "Booking BK-7741-92 is paid");
        types(&mut bench, "BK-7741-92");
        assert_eq!((bench.phase(), why(&bench)), (RunState::ExecutingTool, None), "{url}");
    }
    let mut said = lenient();
    let turn = said.turn();
    said.must(steer(turn, "It is BK-7741-92."));
    reads(&mut said, "https://mail.example/inbox", "Booking BK-7741-92 is paid");
    types(&mut said, "BK-7741-92");
    assert_eq!(said.phase(), RunState::ExecutingTool);
}

#[test]
fn a_card_number_in_an_address_or_typed_in_pieces_is_asked_about() {
    let mut address = lenient();
    asks(
        &mut address,
        "tab_open",
        json!({"url": format!("https://shop.example/pay?n={}", CARD.replace(' ', ""))}),
    );
    assert_eq!(why(&address).as_deref(), Some("sensitive_payload"));
    let mut pieces = lenient();
    let (first, last) = CARD.split_at(10);
    types(&mut pieces, first);
    ends(&mut pieces, "typed", tab());
    types(&mut pieces, last);
    assert_eq!(why(&pieces).as_deref(), Some("sensitive_payload"));
}

#[test]
fn whatever_typed_the_first_piece_of_a_card_number_the_last_is_asked_about() {
    let (first, last) = CARD.split_at(10);
    let (one, two) = first.split_at(4);
    let field = |text: &str| json!({"element": "Note", "ref": "s1_1", "value": text});
    let action = |text: &str| json!({"tool": "type", "element": "Note", "ref": "s1_1", "text": text});
    for (tool, args) in [
        ("type_trusted", json!({"element": "Note", "ref": "s1_1", "text": first})),
        ("fill_form", json!({"fields": [field(one), field(two)]})),
        ("batch_actions", json!({"actions": [action(one), action(two)]})),
    ] {
        let mut bench = lenient();
        asks(&mut bench, tool, args);
        assert_eq!(bench.phase(), RunState::ExecutingTool, "{tool}");
        ends(&mut bench, "typed", tab());
        types(&mut bench, last);
        assert_eq!(why(&bench).as_deref(), Some("sensitive_payload"), "{tool}");
    }
}

#[test]
fn an_address_of_mail_is_asked_about_where_the_person_did_not_bring_the_site_in_and_never_where_they_did() {
    let mut own = lenient();
    for round in 0..2 {
        types(&mut own, &format!("ada{round}@mail.example"));
        assert_eq!(own.phase(), RunState::ExecutingTool);
        ends(&mut own, "typed", tab());
    }
    let join = json!({"url": "https://club.example/?mail=ada@mail.example"});
    let mut other = lenient();
    asks(&mut other, "tab_open", join.clone());
    assert_eq!(why(&other).as_deref(), Some("sensitive_payload"));
    let mut named = lenient();
    let turn = named.turn();
    named.must(steer(turn, "Sign me up at https://club.example/, please"));
    reads(&mut named, "https://shop.example/", "nothing");
    asks(&mut named, "tab_open", join);
    assert_eq!(named.phase(), RunState::ExecutingTool);
}

#[test]
fn an_address_that_leads_to_a_site_that_nobody_approved_tells_nothing_of_it() {
    let mut bench = lenient();
    asks(&mut bench, "navigate", json!({"url": "https://news.example/a"}));
    let facts =
        ends(&mut bench, "tab_id 1 now shows \"Your balance is 12\"", at("https://elsewhere.example/b"));
    assert_eq!(bench.ends(), [Err(ToolErrorCode::DeniedByPolicy)]);
    let judged = facts.iter().find_map(|fact| match fact {
        Fact::CallJudged { judgement, .. } => Some((judgement.verdict.name(), judgement.reason)),
        _ => None,
    });
    assert_eq!(judged, Some(("ask", "redirect_cross_site")));
    let told = bench.state.nodes.iter().any(|node| {
        matches!(&node.body, NodeBody::ToolResult { outcome, .. } if format!("{outcome:?}").contains("balance"))
    });
    assert!(!told);
}

#[test]
fn an_address_that_leads_to_a_place_that_is_never_legal_is_refused() {
    let mut bench = lenient();
    asks(&mut bench, "navigate", json!({"url": "https://news.example/a"}));
    let facts = ends(&mut bench, "tab_id 1 now shows", at("http://169.254.169.254/latest"));
    let judged = facts.iter().any(
        |fact| matches!(fact, Fact::CallJudged { judgement, .. } if judgement.reason == "redirect_denied"),
    );
    assert!(judged);
}

#[test]
fn an_address_that_leads_on_within_its_site_or_nowhere_is_told() {
    for url in ["https://www.news.example/b", "https://news.example/a", "https://shop.example/"] {
        let mut bench = lenient();
        asks(&mut bench, "navigate", json!({"url": "https://news.example/a"}));
        ends(&mut bench, "shown", at(url));
        assert_eq!(bench.ends(), [Ok("shown".to_owned())], "{url}");
    }
}

#[test]
fn what_is_remembered_of_a_page_stays_that_of_the_page() {
    let kept = |source| Memory {
        id: MemoryId::new("m1"),
        text: "hello: the booking is BK-7741-92".to_owned(),
        topic: None,
        source,
        thread: ThreadId::new("earlier"),
        created_at: Timestamp(1),
        updated_at: Timestamp(1),
    };
    let sites = vec!["https://mail.example".to_owned()];
    for (source, reason) in [
        (MemorySource::Read { sites }, Some("cross_site_flow")),
        (MemorySource::Read { sites: vec!["https://shop.example".to_owned()] }, None),
        (MemorySource::Person, None),
    ] {
        let mut bench = Bench::new();
        bench.settings.policy = Policy::Auto;
        bench.memories.push(kept(source));
        bench.begin();
        types(&mut bench, "BK-7741-92");
        assert_eq!(why(&bench).as_deref(), reason);
    }
}

#[test]
fn whoever_was_on_a_sensitive_site_is_asked_about_before_anything_goes_to_another() {
    let mut bench = lenient();
    bench.happens(Fact::OriginTouched { origin: "https://www.chase.com".to_owned() });
    asks(&mut bench, "navigate", json!({"url": "https://news.example/a"}));
    assert_eq!(why(&bench).as_deref(), Some("cross_site_after_sensitive"));
}

#[test]
fn a_site_whose_reading_is_ordinary_leaves_nothing_behind() {
    let mut bench = lenient();
    bench.happens(Fact::OriginTouched { origin: "https://mail.google.com".to_owned() });
    asks(&mut bench, "navigate", json!({"url": "https://news.example/a"}));
    assert_eq!(bench.phase(), RunState::ExecutingTool);
}

/// What a call takes along is gathered for writes alone, by the word of the catalogue.
#[test]
fn no_tool_that_the_gatekeeper_takes_for_a_write_is_declared_as_a_read() {
    let declared = fairlead_tools::catalogue().filter(|tool| tool.effects == Effects::Read);
    for tool in declared {
        let call = Call {
            tool: tool.name.to_owned(),
            level: tool.level,
            effects: tool.effects,
            params: json!({"url": "https://shop.example/"}),
        };
        let verdict = check(&Request {
            policy: Policy::Untrusted,
            rules: &[],
            grants: &[],
            call: &call,
            target: &Target { tab_origin: Some("https://shop.example".to_owned()), ..Target::default() },
            thread: &ThreadFacts::default(),
            sensitive: &SensitiveList::default(),
            now: 0,
        });
        let is_read = verdict.word() == "allow" || verdict.grounds().reason == Reason::PolicyBrowserData;
        assert!(is_read, "{}: {:?}", tool.name, verdict.grounds().reason);
    }
}
