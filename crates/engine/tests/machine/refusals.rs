//! What a refusal of the person does to the calls behind it, and that every word of the gatekeeper is written down with its rule.

use crate::bench::Bench;
use crate::inputs::{calls, submit};
use fairlead_engine::{Fact, Input};
use fairlead_protocol::approval::{Answer, Ask};
use fairlead_protocol::ids::RuleId;
use fairlead_protocol::permission::{Policy, Rule, RuleSource, RuleVerdict};
use fairlead_protocol::run::RunState;
use fairlead_protocol::tool::ToolErrorCode;
use serde_json::{Value, json};

const NO: Answer = Answer::Deny { note: None };

fn buy(what: &str) -> (&'static str, Value) {
    ("click", json!({"element": what, "ref": format!("s1_{}", what.len())}))
}

/// The words on calls in what follows from the reply: verdict, reason and rule.
fn judged(facts: &[Fact]) -> Vec<(&'static str, &'static str, Option<String>)> {
    let words = facts.iter().filter_map(|fact| match fact {
        Fact::CallJudged { judgement, .. } => {
            let rule = judgement.rule.as_ref().map(|rule| rule.as_str().to_owned());
            Some((judgement.verdict.name(), judgement.reason, rule))
        }
        _ => None,
    });
    words.collect()
}

fn asks(bench: &mut Bench, asked: (&'static str, Value)) -> Vec<Fact> {
    bench.must(Input::ModelReplied { effect: bench.effect(), reply: calls([asked]) })
}

/// Why the open card asks.
fn why(bench: &Bench) -> Option<String> {
    match bench.state.approvals.values().next().map(|approval| &approval.ask) {
        Some(Ask::Call { reason, .. }) => Some(reason.clone()),
        Some(Ask::HostAccess { .. } | Ask::Permission { .. }) | None => None,
    }
}

fn declined(what: &str) -> Bench {
    let mut bench = Bench::streaming();
    asks(&mut bench, buy(what));
    bench.must(bench.answer(NO));
    bench
}

fn rule(id: &str, tool: &str, verdict: RuleVerdict, source: RuleSource) -> Rule {
    let origin = "https://shop.example".to_owned();
    Rule { id: RuleId::new(id), tool: tool.to_owned(), origin, verdict, source }
}

#[test]
fn a_declined_call_is_not_asked_about_again_as_it_was_in_any_life_of_the_worker() {
    for restarts in [0, 1] {
        let mut bench = declined("Buy");
        (0..restarts).for_each(|_| drop(bench.restart()));
        let facts = asks(&mut bench, buy("Buy"));
        assert_eq!(judged(&facts), [("deny", "repeat_after_denial", None)]);
        assert_eq!(bench.ends().last(), Some(&Err(ToolErrorCode::DeniedByPolicy)));
        assert_eq!(bench.phase(), RunState::StreamingModel, "nobody was asked");
    }
}

#[test]
fn another_call_of_the_kind_is_asked_about_whatever_allows_it() {
    let mut bench = declined("Buy");
    bench.rules.push(rule("r1", "click", RuleVerdict::Allow, RuleSource::UserSetting));
    asks(&mut bench, buy("Add to cart"));
    assert_eq!(why(&bench).as_deref(), Some("after_denial"));
}

#[test]
fn three_refusals_end_the_questions_about_writes_until_the_next_message() {
    let mut bench = Bench::streaming();
    for what in ["Buy", "Add to cart", "Order"] {
        asks(&mut bench, buy(what));
        bench.must(bench.answer(NO));
    }
    let facts = asks(&mut bench, ("type", json!({"element": "Note", "ref": "s2_1", "text": "x"})));
    assert_eq!(judged(&facts), [("deny", "too_many_denials", None)]);
    let read = asks(&mut bench, ("read_page", json!({})));
    assert_eq!(judged(&read), [("allow", "policy_read", None)]);
    bench.must(bench.tool_done());
    bench.must(bench.interrupt());
    bench.must(submit("go on"));
    asks(&mut bench, buy("Buy"));
    assert_eq!(why(&bench).as_deref(), Some("policy_untrusted"));
}

#[test]
fn every_word_is_written_down_with_the_rule_that_made_it() {
    for (verdict, word, reason) in [
        (RuleVerdict::Allow, "allow", "rule_allow"),
        (RuleVerdict::Ask, "ask", "rule_ask"),
        (RuleVerdict::Deny, "deny", "rule_deny"),
    ] {
        let mut bench = Bench::streaming();
        bench.rules.push(rule("r1", "click", verdict, RuleSource::UserSetting));
        let facts = asks(&mut bench, buy("Buy"));
        assert_eq!(judged(&facts), [(word, reason, Some("r1".to_owned()))]);
    }
}

#[test]
fn a_rule_saved_on_a_card_does_not_undo_what_the_person_wrote_down() {
    for theirs in [RuleVerdict::Deny, RuleVerdict::Ask] {
        let mut bench = Bench::new();
        bench.settings.policy = Policy::Auto;
        bench.begin();
        bench.rules.push(rule("saved", "click", RuleVerdict::Allow, RuleSource::ApprovalPersist));
        bench
            .rules
            .push(Rule { origin: "*".to_owned(), ..rule("theirs", "*", theirs, RuleSource::UserSetting) });
        let facts = asks(&mut bench, buy("Buy"));
        assert_eq!(judged(&facts)[0].2.as_deref(), Some("theirs"));
        assert_ne!(bench.phase(), RunState::ExecutingTool);
    }
}

#[test]
fn an_approval_is_used_once_and_a_rule_that_came_meanwhile_is_heard() {
    let mut bench = Bench::streaming();
    asks(&mut bench, buy("Buy"));
    let yes = bench.allow();
    let mut forbidden = bench.clone();
    bench.must(yes.clone());
    assert_eq!(bench.phase(), RunState::ExecutingTool);
    assert_eq!(bench.must(yes.clone()), [], "the same answer again changes nothing");
    forbidden.rules.push(rule("r1", "click", RuleVerdict::Deny, RuleSource::UserSetting));
    let facts = forbidden.must(yes);
    assert_eq!(judged(&facts), [("deny", "rule_deny", Some("r1".to_owned()))]);
    assert_eq!(forbidden.ends().last(), Some(&Err(ToolErrorCode::DeniedByPolicy)));
}

#[test]
fn a_reason_that_the_card_did_not_show_is_asked_about_anew() {
    let mut bench = Bench::streaming();
    asks(&mut bench, buy("Buy"));
    bench.rules.push(rule("r1", "click", RuleVerdict::Ask, RuleSource::UserSetting));
    bench.must(bench.allow());
    assert_eq!((bench.phase(), why(&bench).as_deref()), (RunState::WaitingApproval, Some("rule_ask")));
    bench.must(bench.allow());
    assert_eq!(bench.phase(), RunState::ExecutingTool);
}
