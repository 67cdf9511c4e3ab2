//! Calls for which the browser itself has to be let: Chrome's prompt comes before our question, and what was taken back is asked for
//! anew.

use crate::bench::Bench;
use crate::inputs::calls;
use fairlead_protocol::approval::{Answer, Approval, Ask, BrowserPermission, Scope};
use fairlead_protocol::permission::Policy;
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::RunState;
use fairlead_protocol::tool::ToolErrorCode;
use serde_json::json;

fn search(bench: &mut Bench, words: &str) {
    bench.reply(calls([("history_search", json!({ "query": words }))]));
}

fn asked(words: &str) -> Bench {
    let mut bench = Bench::streaming();
    search(&mut bench, words);
    bench
}

fn question(bench: &Bench) -> Option<Ask> {
    bench.state.approvals.values().next().map(|Approval { ask, .. }| ask.clone())
}

fn opening() -> Ask {
    Ask::Permission { permission: BrowserPermission::History, tool: "history_search".to_owned() }
}

#[test]
fn the_browsers_permission_is_asked_for_first_and_then_the_call() {
    let mut bench = asked("lamp");
    assert_eq!(question(&bench), Some(opening()));
    bench.permitted.push(BrowserPermission::History);
    bench.must(bench.allow());
    match question(&bench) {
        Some(Ask::Call { tool, reason, target, .. }) => assert_eq!(
            (tool.as_str(), reason.as_str(), target.origin.as_str()),
            ("history_search", "policy_browser_data", "browser")
        ),
        other => panic!("{other:?}"),
    }
    bench.must(bench.allow());
    assert_eq!(bench.phase(), RunState::ExecutingTool);
}

#[test]
fn a_yes_that_the_browser_did_not_hear_opens_nothing() {
    let mut bench = asked("lamp");
    bench.must(bench.allow());
    assert_eq!((bench.phase(), question(&bench)), (RunState::StreamingModel, None));
    assert_eq!(bench.ends().last(), Some(&Err(ToolErrorCode::NoPermission)));
}

#[test]
fn it_is_given_once_and_by_nobody_but_the_browser() {
    let mut bench = asked("lamp");
    for scope in [Scope::Session, Scope::Always] {
        let wider = bench.answer(Answer::Allow { scope });
        assert_eq!(bench.refused(&wider), RefusalCode::ScopeNotOffered);
    }
}

#[test]
fn a_refusal_is_told_with_a_next_step_and_the_same_is_not_asked_again() {
    let mut bench = asked("lamp");
    bench.must(bench.answer(Answer::Deny { note: None }));
    assert_eq!(bench.ends().last(), Some(&Err(ToolErrorCode::NoPermission)));
    search(&mut bench, "lamp");
    assert_eq!((bench.phase(), question(&bench)), (RunState::StreamingModel, None));
    assert_eq!(bench.ends().last(), Some(&Err(ToolErrorCode::DeniedByPolicy)));
}

#[test]
fn what_was_taken_back_is_asked_for_before_the_next_call() {
    let mut bench = Bench::new();
    bench.settings.policy = Policy::Auto;
    bench.permitted.push(BrowserPermission::History);
    bench.begin();
    search(&mut bench, "lamp");
    assert_eq!(bench.phase(), RunState::ExecutingTool);
    bench.must(bench.tool_done());
    bench.permitted.clear();
    search(&mut bench, "chair");
    assert_eq!(question(&bench), Some(opening()));
}

#[test]
fn one_permission_opens_nothing_else_and_the_card_outlives_the_worker() {
    let mut bench = Bench::streaming();
    bench.permitted.push(BrowserPermission::History);
    bench.reply(calls([("top_sites", json!({}))]));
    let sites = Ask::Permission { permission: BrowserPermission::TopSites, tool: "top_sites".to_owned() };
    assert_eq!(question(&bench), Some(sites.clone()));
    bench.restart();
    assert_eq!(question(&bench), Some(sites));
}
