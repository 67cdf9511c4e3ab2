//! An address is fetched or downloaded without a tab: judged by where it leads and by what it takes along, and what it brings is somebody's text.

use crate::bench::{Bench, report};
use crate::inputs::calls;
use fairlead_engine::Input;
use fairlead_protocol::approval::{Ask, BrowserPermission, Scope};
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::permission::Policy;
use fairlead_protocol::run::RunState;
use fairlead_protocol::tool::ToolErrorCode;
use serde_json::json;

const LIST: &str = "https://list.example/prices.json";

fn bench(policy: Policy) -> Bench {
    let mut bench = Bench::new();
    bench.settings.policy = policy;
    bench.begin();
    bench
}

fn fetches(bench: &mut Bench, url: &str) {
    bench.reply(calls([("fetch_url", json!({ "url": url }))]));
}

fn ends(bench: &mut Bench, content: &str) {
    let outcome = ResultOutcome::Done { content: content.to_owned(), tab: None };
    bench.must(Input::ToolFinished { effect: bench.effect(), report: report(outcome) });
}

fn ask(bench: &Bench) -> Option<Ask> {
    bench.state.approvals.values().next().map(|approval| approval.ask.clone())
}

fn why(bench: &Bench) -> Option<String> {
    match ask(bench)? {
        Ask::Call { reason, .. } => Some(reason),
        Ask::HostAccess { .. } | Ask::Permission { .. } => None,
    }
}

fn refusal(bench: &Bench) -> Option<ToolErrorCode> {
    bench.state.path().into_iter().rev().find_map(|node| match &node.body {
        NodeBody::ToolResult { outcome: ResultOutcome::Failed { failure }, .. } => Some(failure.code),
        _ => None,
    })
}

#[test]
fn an_address_that_nobody_named_is_asked_about_and_its_text_comes_fenced() {
    let mut bench = bench(Policy::Untrusted);
    fetches(&mut bench, LIST);
    assert_eq!(why(&bench).as_deref(), Some("policy_untrusted"));
    bench.must(bench.allow());
    ends(&mut bench, "Aria 2: 49.90");
    let told = serde_json::to_string(&bench.messages()).unwrap();
    let (before, after) = told.split_once("Aria 2: 49.90").unwrap();
    assert!(before.contains("<untrusted-content") && after.contains("</untrusted-content"), "{told}");
}

/// Access is Chrome's to give, and says nothing of what the address takes along: that is asked about by itself.
#[test]
fn a_site_that_chrome_holds_back_is_asked_for_first_and_the_call_all_the_same() {
    let mut bench = bench(Policy::Untrusted);
    bench.locked = Some("https://list.example/*".to_owned());
    fetches(&mut bench, LIST);
    let Some(Ask::HostAccess { origin, pattern, .. }) = ask(&bench) else { panic!("{:?}", ask(&bench)) };
    assert_eq!((origin.as_str(), pattern.as_str()), ("https://list.example", "https://list.example/*"));
    bench.locked = None;
    bench.must(bench.allow());
    assert_eq!(why(&bench).as_deref(), Some("policy_untrusted"));
    bench.must(bench.allow());
    assert_eq!(bench.phase(), RunState::ExecutingTool);
}

#[test]
fn nothing_is_fetched_from_inside_of_somebodys_network() {
    for url in ["http://192.168.1.1/", "http://localhost:8080/", "http://169.254.169.254/latest/"] {
        let mut bench = bench(Policy::Auto);
        fetches(&mut bench, url);
        assert_eq!(refusal(&bench), Some(ToolErrorCode::DeniedByPolicy), "{url}");
    }
}

#[test]
fn what_was_fetched_from_one_site_is_asked_about_before_it_goes_to_another() {
    let types = json!({"element": "Note", "ref": "s1_1", "text": "BK-7741-92"});
    for (url, reason) in [(LIST, Some("cross_site_flow")), ("https://shop.example/order", None)] {
        let mut bench = bench(Policy::Auto);
        fetches(&mut bench, url);
        ends(&mut bench, "Booking BK-7741-92 is paid");
        bench.reply(calls([("type", types.clone())]));
        assert_eq!(why(&bench).as_deref(), reason, "{url}");
    }
    let mut read = bench(Policy::Auto);
    fetches(&mut read, "https://mail.example/");
    ends(&mut read, "Booking BK-7741-92 is paid");
    fetches(&mut read, "https://list.example/?q=BK-7741-92");
    assert_eq!(why(&read).as_deref(), Some("cross_site_flow"));
}

#[test]
fn after_a_crash_the_model_is_told_that_nobody_knows_and_nothing_goes_out_again_by_itself() {
    let mut bench = bench(Policy::Auto);
    fetches(&mut bench, LIST);
    assert_eq!(bench.phase(), RunState::ExecutingTool);
    bench.restart();
    assert_eq!(
        (bench.phase(), refusal(&bench)),
        (RunState::StreamingModel, Some(ToolErrorCode::OutcomeUnknown))
    );
}

/// No yes to one download says anything about the next.
#[test]
fn a_download_needs_the_browsers_permission_and_a_yes_of_its_own() {
    let mut bench = bench(Policy::Untrusted);
    bench.reply(calls([("download", json!({ "url": LIST }))]));
    let Some(Ask::Permission { permission: BrowserPermission::Downloads, .. }) = ask(&bench) else {
        panic!("{:?}", ask(&bench))
    };
    bench.permitted.push(BrowserPermission::Downloads);
    bench.must(bench.allow());
    let Some(Ask::Call { target, scopes, .. }) = ask(&bench) else { panic!("{:?}", ask(&bench)) };
    assert_eq!(
        (target.origin.as_str(), scopes.as_slice()),
        ("https://list.example", [Scope::Once].as_slice())
    );
    bench.must(bench.allow());
    assert_eq!(bench.phase(), RunState::ExecutingTool);
}
