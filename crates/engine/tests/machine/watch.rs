//! Steps that the person takes in the page, and pages that are waited for.

use crate::bench::{Bench, tab};
use crate::inputs::{calls, respond, says};
use fairlead_engine::attached::Contents;
use fairlead_engine::watch::{Glance, Next, Watchful, after, glance};
use fairlead_engine::{Effect, Fact, Ids, Input, Probes, Seen, Sight, due, probes};
use fairlead_protocol::approval::{Answer, Scope};
use fairlead_protocol::caps;
use fairlead_protocol::ids::{DocumentId, RuleId, Timestamp};
use fairlead_protocol::interaction::{Response, Wait};
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::page::{Binding, TabRef};
use fairlead_protocol::permission::{Policy, Rule, RuleSource, RuleVerdict};
use fairlead_protocol::run::RunState;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure, Trust};
use fairlead_protocol::watch::{Glimpse, Watch, WatchCondition};
use serde_json::{Value, json};

const SHOP: &str = "https://shop.example";

/// What the model was told last, and whose words they are.
fn told(bench: &Bench) -> (ResultOutcome, Trust) {
    let newest = bench.state.path().into_iter().rev().find_map(|node| match &node.body {
        NodeBody::ToolResult { outcome, trust, .. } => Some((outcome.clone(), *trust)),
        _ => None,
    });
    newest.unwrap()
}

fn content(bench: &Bench) -> String {
    match told(bench).0 {
        ResultOutcome::Done { content, .. } => content,
        ResultOutcome::Failed { failure } => panic!("{failure:?}"),
    }
}

fn failure(bench: &Bench) -> ToolErrorCode {
    match told(bench).0 {
        ResultOutcome::Failed { failure } => failure.code,
        ResultOutcome::Done { content, .. } => panic!("{content}"),
    }
}

fn watch(bench: &Bench) -> Watch {
    match due(&bench.state).into_values().next() {
        Some(Effect::Watch { watch }) => watch,
        other => panic!("{other:?} is due"),
    }
}

fn page(origin: &str) -> Sight {
    let binding = Binding {
        document: DocumentId::new("d2"),
        origin: origin.to_owned(),
        frame: None,
        element: None,
        others: Vec::new(),
    };
    Sight::Page { tab: tab(), binding }
}

fn looks(bench: &Bench, sight: &Sight) -> Watchful {
    let seen = Probes::none();
    bench.in_ctx(&seen, &Contents::new(), &Ids::new("look"), |ctx| glance(&bench.state, ctx, sight))
}

fn over(bench: &Bench, sight: &Sight) -> ToolErrorCode {
    match looks(bench, sight) {
        Watchful::Over(failure) => failure.code,
        other => panic!("{other:?}"),
    }
}

fn waits(arguments: Value) -> Bench {
    let mut bench = Bench::streaming();
    bench.reply(calls([("watch_page", arguments)]));
    bench
}

fn sees(bench: &mut Bench, seen: Seen) -> Vec<Fact> {
    bench.must(Input::Watched { effect: bench.effect(), seen })
}

#[test]
fn a_step_of_the_person_is_asked_for_without_a_look_at_the_page_and_nothing_is_due_while_they_have_it() {
    let bench = Bench::acting();
    assert_eq!(bench.phase(), RunState::WaitingInteraction);
    assert!(due(&bench.state).is_empty());
    let open = bench.state.interactions.values().next().unwrap();
    let (what, why) = ("Sign in".to_owned(), "It asks for your password".to_owned());
    assert_eq!(open.wait, Wait::Action { what, why, tab: Some(tab()) });
    assert_eq!(fairlead_engine::wait::taken(&bench.state), Some(tab().id));
}

#[test]
fn the_word_that_it_is_done_brings_the_site_back_and_none_of_the_page() {
    let mut bench = Bench::acting();
    let done = respond(&bench, Response::Done);
    let of_the_tab = probes(&bench.state, &done).into_iter().filter(|probe| probe.call == 0);
    assert!(
        of_the_tab.eq([fairlead_engine::Probe {
            call: 0,
            look: fairlead_engine::probe::Look::Tab { tab: tab().id }
        }])
    );
    bench.must(done);
    let (outcome, trust) = told(&bench);
    let ResultOutcome::Done { content, tab: shown } = outcome else { panic!("{outcome:?}") };
    assert!(content.contains(SHOP) && content.contains("nothing was checked"), "{content}");
    assert!(!content.contains(&tab().title) && shown.is_none(), "{content}");
    assert_eq!(trust, Trust::Trusted);
    assert_eq!(bench.phase(), RunState::ExecutingTool, "the read behind it");
    assert_eq!(fairlead_engine::wait::taken(&bench.state), None);
}

#[test]
fn a_step_that_the_person_cannot_take_is_no_failure_of_the_tool() {
    let mut bench = Bench::acting();
    bench.must(respond(&bench, Response::Skip));
    assert_eq!(failure(&bench), ToolErrorCode::DeclinedByPerson);
    assert_eq!(bench.state.run().unwrap().counters.tool_failures_in_row, 0);
}

#[test]
fn a_watch_is_bounded_by_its_arguments_and_keeps_what_allowed_it() {
    let bench = Bench::watching();
    let watch = watch(&bench);
    assert_eq!((watch.tab.clone(), watch.origin.as_str()), (tab(), SHOP));
    assert_eq!(watch.condition, WatchCondition::Text { text: "In stock".to_owned() });
    assert_eq!((watch.every_ms, watch.until), (60_000, Timestamp(bench.now().0 + 30 * 60_000)));
    assert_eq!((watch.reason.as_str(), watch.flags.len(), watch.print), ("policy_read", 0, None));
    let often = waits(json!({"changed": true, "timeout_minutes": 1_440, "every_seconds": 1}));
    assert_eq!(self::watch(&often).every_ms, u64::from(caps::WATCH_EVERY_SECONDS) * 1_000);
}

#[test]
fn a_watch_that_cannot_be_is_a_result_that_the_model_reads() {
    let long = "x".repeat(caps::QUERY_BYTES + 1);
    for arguments in [
        json!({"timeout_minutes": 5}),
        json!({"text": "a", "url": "b", "timeout_minutes": 5}),
        json!({"text": "a", "changed": true, "timeout_minutes": 5}),
        json!({"text": " ", "timeout_minutes": 5}),
        json!({"text_gone": long, "timeout_minutes": 5}),
        json!({"text": "a", "timeout_minutes": 0}),
        json!({"text": "a", "timeout_minutes": 1_441}),
        json!({"text": "a"}),
    ] {
        let bench = waits(arguments.clone());
        assert_eq!(failure(&bench), ToolErrorCode::InvalidArguments, "{arguments}");
        assert!(bench.state.interactions.is_empty(), "{arguments}");
    }
}

#[test]
fn a_page_that_shows_it_ends_the_wait_with_none_of_its_words() {
    let mut bench = Bench::watching();
    let facts = sees(&mut bench, Seen::Met);
    assert!(matches!(facts[0], Fact::InteractionMet { .. }));
    assert!(content(&bench).contains("\"In stock\" is on the page"));
    assert_eq!((told(&bench).1, bench.phase()), (Trust::Trusted, RunState::StreamingModel));
    bench.reply(says("It is there."));
    assert_eq!(bench.phase(), RunState::Completed);
}

#[test]
fn a_page_that_never_shows_it_and_one_that_is_gone_are_said_as_they_are() {
    let mut bench = Bench::watching();
    let facts = sees(&mut bench, Seen::Late);
    assert!(matches!(facts[0], Fact::InteractionElapsed { .. }));
    assert_eq!(failure(&bench), ToolErrorCode::Timeout);
    let mut bench = Bench::watching();
    let gone = ToolFailure::new(ToolErrorCode::TabGone, "closed", "Look at tabs_list.");
    let facts = sees(&mut bench, Seen::Over { failure: gone });
    assert!(matches!(facts[0], Fact::InteractionClosed { .. }));
    assert_eq!(failure(&bench), ToolErrorCode::TabGone);
    assert_eq!(bench.state.run().unwrap().counters.tool_failures_in_row, 0, "nobody did anything wrong");
}

#[test]
fn a_wait_for_a_change_keeps_its_first_look_over_a_restart() {
    let mut bench = waits(json!({"changed": true, "timeout_minutes": 5}));
    let facts = sees(&mut bench, Seen::Began { print: "p".repeat(9_000) });
    assert!(matches!(facts[..], [Fact::WatchBegan { .. }]));
    let print = watch(&bench).print.unwrap();
    assert!(print.starts_with('p') && print.len() < 200);
    assert_eq!(bench.restart(), []);
    assert_eq!(watch(&bench).print, Some(print));
    assert_eq!(bench.phase(), RunState::WaitingInteraction);
}

#[test]
fn a_restart_asks_for_the_looks_again_and_wears_nothing_out() {
    let mut bench = Bench::watching();
    let (before, effects) = (bench.state.clone(), due(&bench.state));
    for _ in 0..5 {
        assert_eq!(bench.restart(), []);
    }
    assert_eq!((&bench.state, due(&bench.state)), (&before, effects));
}

#[test]
fn each_look_goes_to_the_document_that_is_there_then() {
    let bench = Bench::watching();
    let Watchful::Look(Glance { tab: id, binding, condition, print }) = looks(&bench, &page(SHOP)) else {
        panic!("not looked at")
    };
    assert_eq!((id, binding.document.as_str(), binding.origin.as_str()), (tab().id, "d2", SHOP));
    assert_eq!((condition, print), (watch(&bench).condition, None));
}

#[test]
fn a_tab_that_went_to_another_site_ends_the_wait_and_nothing_is_read_there() {
    let bench = Bench::watching();
    let elsewhere = "https://elsewhere.example";
    assert_eq!(over(&bench, &page(elsewhere)), ToolErrorCode::TargetChanged);
    let locked =
        Sight::NoAccess { tab: tab(), origin: elsewhere.to_owned(), pattern: format!("{elsewhere}/*") };
    assert_eq!(over(&bench, &locked), ToolErrorCode::TargetChanged);
    let blank = Sight::Tab { tab: TabRef { url: String::new(), ..tab() }, origin: String::new() };
    assert_eq!(over(&bench, &blank), ToolErrorCode::TargetChanged);
}

#[test]
fn access_that_was_taken_back_ends_the_wait_and_a_page_that_loads_is_waited_for() {
    let bench = Bench::watching();
    let locked = Sight::NoAccess { tab: tab(), origin: SHOP.to_owned(), pattern: format!("{SHOP}/*") };
    assert_eq!(over(&bench, &locked), ToolErrorCode::NoPermission);
    let failed = |code| Sight::Failed { failure: ToolFailure::new(code, "no", "else") };
    assert_eq!(over(&bench, &failed(ToolErrorCode::TabGone)), ToolErrorCode::TabGone);
    assert_eq!(over(&bench, &failed(ToolErrorCode::WithPerson)), ToolErrorCode::WithPerson);
    for code in [ToolErrorCode::Timeout, ToolErrorCode::NavigationFailed] {
        assert_eq!(looks(&bench, &failed(code)), Watchful::Later);
    }
}

fn rule(verdict: RuleVerdict) -> Rule {
    Rule {
        id: RuleId::new("r"),
        tool: "watch_page".to_owned(),
        origin: SHOP.to_owned(),
        verdict,
        source: RuleSource::UserSetting,
    }
}

#[test]
fn a_rule_that_the_person_makes_meanwhile_holds_for_the_next_look() {
    let mut bench = Bench::watching();
    bench.rules = vec![rule(RuleVerdict::Deny)];
    assert_eq!(over(&bench, &page(SHOP)), ToolErrorCode::DeniedByPolicy);
    bench.rules = vec![rule(RuleVerdict::Ask)];
    assert_eq!(over(&bench, &page(SHOP)), ToolErrorCode::DeniedByPolicy, "nobody was asked about this");
}

#[test]
fn what_the_person_allowed_when_the_wait_began_is_not_asked_about_at_each_look() {
    let mut bench = Bench::new();
    bench.settings.policy = Policy::Always;
    bench.must(Input::Command(fairlead_protocol::command::CommandBody::ThreadCreate {
        thread: crate::bench::thread(),
    }));
    bench.must(crate::inputs::submit("hello"));
    bench.reply(calls([("watch_page", json!({"text": "In stock", "timeout_minutes": 5}))]));
    assert_eq!(bench.phase(), RunState::WaitingApproval);
    bench.must(bench.answer(Answer::Allow { scope: Scope::Once }));
    assert_eq!(watch(&bench).reason, "policy_always");
    assert!(matches!(looks(&bench, &page(SHOP)), Watchful::Look(_)));
    bench.rules = vec![rule(RuleVerdict::Ask)];
    assert_eq!(over(&bench, &page(SHOP)), ToolErrorCode::DeniedByPolicy);
}

#[test]
fn what_follows_a_look_is_told_or_another_look_before_the_time_is_over() {
    let watch = watch(&Bench::watching());
    let at = |ms: i64| Timestamp(watch.until.0 + ms);
    assert_eq!(after(&watch, &Glimpse::Met, at(5)), Next::Tell(Seen::Met));
    assert_eq!(after(&watch, &Glimpse::NotYet, at(-90_000)), Next::Again { at: at(-30_000) });
    assert_eq!(after(&watch, &Glimpse::NotYet, at(-1)), Next::Again { at: at(0) }, "once more at the end");
    assert_eq!(after(&watch, &Glimpse::NotYet, at(0)), Next::Tell(Seen::Late));
    let began = Glimpse::Began { print: "p".to_owned() };
    assert_eq!(after(&watch, &began, at(-1)), Next::Tell(Seen::Began { print: "p".to_owned() }));
    let known = Watch { print: Some("q".to_owned()), ..watch.clone() };
    assert_eq!(after(&known, &began, at(0)), Next::Tell(Seen::Late));
}
