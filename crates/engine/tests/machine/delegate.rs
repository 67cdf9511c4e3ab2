//! A call that another Thread carries out: what its child begins as, what it may do, and what becomes of both.

use crate::bench::{Bench, report, rows, tab, thread};
use crate::inputs::{calls, erase, says, submit};
use fairlead_engine::attached::Contents;
use fairlead_engine::delegation::{child_of, children, is_awaited, keeps_tabs, let_go, report as ending};
use fairlead_engine::fact::Child;
use fairlead_engine::notice::{notice, standing};
use fairlead_engine::{Fact, Input, ThreadRows, ThreadState, ToolReport, context};
use fairlead_protocol::approval::{Ask, Scope};
use fairlead_protocol::caps;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::delegation::{Delegation, Exposure, Writes};
use fairlead_protocol::ids::{NodeId, TabId};
use fairlead_protocol::item::{ItemBody, StepStatus};
use fairlead_protocol::node::{NodeBody, NoticeCode, ResultOutcome};
use fairlead_protocol::notice::Occasion;
use fairlead_protocol::page::TabRef;
use fairlead_protocol::pause::Asking;
use fairlead_protocol::permission::Policy;
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::{Counters, Phase, RunState, ToolOffer};
use fairlead_protocol::settings::{Limits, LimitsProfile, Notifications, Settings};
use fairlead_protocol::thread::{Activity, Thread};
use fairlead_protocol::tool::ToolErrorCode;
use serde_json::{Value, json};

pub(crate) fn task() -> (&'static str, Value) {
    ("delegate", json!({"role": "reader", "task": "Read https://shop.example/a and tell the price."}))
}

pub(crate) fn writing() -> (&'static str, Value) {
    ("delegate", json!({"role": "buyer", "task": "Buy one.", "may_write": true}))
}

/// A Thread whose model has delegated.
fn delegating() -> (Bench, Child) {
    let mut bench = Bench::streaming();
    let facts = bench.must(Input::ModelReplied { effect: bench.effect(), reply: calls([task()]) });
    (bench, begun(&facts).unwrap())
}

pub(crate) fn begun(facts: &[Fact]) -> Option<Child> {
    facts.iter().find_map(|fact| match fact {
        Fact::DelegateBegun { child, .. } => Some(child.as_ref().clone()),
        _ => None,
    })
}

/// The child as its own actor reads it, once it has started.
fn started(child: Child) -> Bench {
    let mut bench = Bench::of(unstarted(child));
    bench.must(Input::Booted);
    bench
}

fn unstarted(Child { thread, run }: Child) -> ThreadState {
    ThreadState::load(ThreadRows {
        thread,
        nodes: Vec::new(),
        runs: vec![run],
        steers: Vec::new(),
        approvals: Vec::new(),
        interactions: Vec::new(),
        attachments: Vec::new(),
    })
}

pub(crate) fn child() -> Bench {
    started(delegating().1)
}

/// One that the person lets change pages.
pub(crate) fn buyer() -> Bench {
    let mut bench = Bench::streaming();
    bench.reply(calls([writing()]));
    started(begun(&bench.must(bench.allow())).unwrap())
}

fn call_of(bench: &Bench) -> NodeId {
    let mut made = bench.state.nodes.iter().rev();
    made.find(|node| matches!(node.body, NodeBody::ToolCall { .. })).unwrap().id.clone()
}

pub(crate) fn failure(bench: &Bench) -> Option<ToolErrorCode> {
    bench.state.nodes.iter().rev().find_map(|node| match &node.body {
        NodeBody::ToolResult { outcome: ResultOutcome::Failed { failure }, .. } => Some(failure.code),
        _ => None,
    })
}

pub(crate) fn offered(bench: &Bench, offer: ToolOffer) -> Vec<String> {
    let asked = context::request(&bench.state, &bench.turn(), offer, &Contents::new()).unwrap();
    asked.tools.into_iter().map(|tool| tool.name).collect()
}

pub(crate) fn opens(bench: &mut Bench, id: i32) {
    bench.reply(calls([("tab_open", json!({"url": format!("https://shop.example/{id}")}))]));
    bench.must(bench.allow());
    let opened = TabRef { id: TabId(id), ..tab() };
    let outcome = ResultOutcome::Done { content: "open".to_owned(), tab: Some(opened) };
    bench.must(Input::ToolFinished { effect: bench.effect(), report: report(outcome) });
}

#[test]
fn a_child_is_written_with_the_call_that_it_is_for() {
    let (bench, Child { thread: child, run }) = delegating();
    let call = call_of(&bench);
    assert_eq!((bench.phase(), &child.id), (RunState::ExecutingTool, &child_of(&call)));
    assert_eq!(child.delegated, Some(Delegation { thread: thread(), turn: bench.turn(), call }));
    assert_eq!(
        (child.title.text(), &child.user_origins),
        ("reader", &vec!["https://shop.example".to_owned()])
    );
    let (own, callers) = (run.environment, bench.state.run().unwrap().environment.clone());
    assert_eq!(
        (&own.connection, &own.model, own.policy),
        (&callers.connection, &callers.model, callers.policy)
    );
    assert_eq!(own.tab, None, "the person's tab is not the child's");
    let leash = own.leash.unwrap();
    assert_eq!((leash.model_calls, leash.writes), (caps::DELEGATE_MODEL_CALLS, Writes::Barred));
}

#[test]
fn a_child_begins_by_itself_and_is_told_its_task_and_what_it_may() {
    let bench = child();
    assert_eq!(bench.phase(), RunState::StreamingModel);
    let sent = serde_json::to_string(&bench.messages()).unwrap();
    for words in ["tell the price", "Your role: reader", "You may read pages and change nothing"] {
        assert!(sent.contains(words), "{words}: {sent}");
    }
    let tools = offered(&bench, ToolOffer::Offered);
    for tool in ["read_page", "find_in_page", "extract", "tab_open", "navigate", "tabs_list"] {
        assert!(tools.iter().any(|offered| offered == tool), "{tool}");
    }
    for tool in ["click", "type", "select_option", "delegate", "ask_user", "schedule_resume"] {
        assert!(!tools.iter().any(|offered| offered == tool), "{tool}");
    }
    assert!(offered(&Bench::streaming(), ToolOffer::Offered).contains(&"delegate".to_owned()));
}

#[test]
fn handing_writes_over_is_asked_about_each_time_under_every_policy_and_reading_is_not() {
    for policy in [Policy::Untrusted, Policy::Auto] {
        let mut bench = Bench::new();
        bench.settings.policy = policy;
        bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
        bench.must(submit("hello"));
        let mut reading = bench.clone();
        reading.reply(calls([task()]));
        assert_eq!(reading.phase(), RunState::ExecutingTool);
        bench.reply(calls([writing()]));
        let open = bench.state.approvals.values().next().unwrap();
        assert!(matches!(&open.ask, Ask::Call { scopes, .. } if *scopes == vec![Scope::Once]), "{policy:?}");
    }
}

#[test]
fn the_eighth_reply_of_a_child_gets_no_tools_and_is_its_last() {
    let mut bench = child();
    let mut offers = Vec::new();
    while let Some(Phase::StreamingModel { call }) = bench.state.live_run().map(|run| run.phase.clone()) {
        offers.push(call.offer);
        match call.offer {
            ToolOffer::Offered => {
                bench.reply(calls([("tabs_list", json!({}))]));
                bench.must(bench.tool_done());
            }
            ToolOffer::Withheld => bench.reply(says("$49.90")),
        }
    }
    assert_eq!(offers.len(), 8);
    assert!(offers.iter().enumerate().all(|(at, offer)| (*offer == ToolOffer::Withheld) == (at == 7)));
    let notices = bench
        .state
        .nodes
        .iter()
        .filter(|node| matches!(node.body, NodeBody::SystemNotice { code: NoticeCode::LastReply, .. }));
    assert_eq!((bench.phase(), notices.count()), (RunState::Completed, 1));
    let ResultOutcome::Done { content, .. } = ending(Some(&bench.state)).unwrap().outcome else { panic!() };
    assert_eq!(content, "$49.90\n\n[read only; not verified; 8 replies, 7 tool calls]");
}

#[test]
fn a_child_takes_no_words_but_answers_and_stop() {
    let mut bench = child();
    for body in [
        CommandBody::ThreadRename { thread: thread(), title: "Mine".to_owned() },
        CommandBody::ThreadDelete { thread: thread() },
        CommandBody::RunResume { thread: thread(), turn: bench.turn() },
        CommandBody::QueueHold { thread: thread() },
    ] {
        assert_eq!(bench.refused(&Input::Command(body)), RefusalCode::NotAllowed);
    }
    assert_eq!(bench.refused(&submit("more")), RefusalCode::NotAllowed);
    bench.must(bench.interrupt());
    assert_eq!(bench.phase(), RunState::Interrupted);
    let ended = ending(Some(&bench.state)).unwrap().outcome;
    assert!(matches!(ended, ResultOutcome::Failed { failure } if failure.code == ToolErrorCode::Interrupted));
}

#[test]
fn a_child_that_nobody_awaits_stops_in_every_phase() {
    let (_, written) = delegating();
    let mut bench = Bench::of(unstarted(written));
    bench.must(Input::Disowned);
    assert!(bench.state.runs.is_empty(), "it had not begun");
    assert_eq!(bench.must(Input::Disowned), []);
    let mut reading = child();
    reading.reply(calls([("tabs_list", json!({}))]));
    let mut asking = child();
    asking.reply(calls([("tab_open", json!({"url": "https://shop.example/a"}))]));
    for mut bench in [child(), reading, asking] {
        bench.must(Input::Disowned);
        assert_eq!(bench.phase(), RunState::Interrupted);
        assert_eq!(bench.must(Input::Disowned), []);
    }
}

#[test]
fn a_child_is_awaited_exactly_while_its_call_is_out() {
    let (bench, _) = delegating();
    let call = call_of(&bench);
    assert!(is_awaited(Some(&bench.state), &call));
    assert!(!is_awaited(Some(&bench.state), &NodeId::new("another")));
    assert!(!is_awaited(None, &call));
    let mut stopped = bench.clone();
    let facts = stopped.must(stopped.interrupt());
    assert!(!is_awaited(Some(&stopped.state), &call));
    assert_eq!(let_go(&bench.state, &facts, &stopped.state), [child_of(&call)]);
    let mut done = bench.clone();
    let facts = done.must(done.tool_done());
    assert_eq!(let_go(&bench.state, &facts, &done.state), [], "it has ended by itself");
}

#[test]
fn a_restart_waits_for_the_same_child_however_often_it_comes() {
    let (mut bench, _) = delegating();
    let effect = bench.effect();
    for _ in 0..5 {
        let facts = bench.restart();
        assert!(matches!(facts.as_slice(), [Fact::TurnTakenUp { .. }]), "{facts:?}");
        assert_eq!((bench.phase(), bench.effect()), (RunState::ExecutingTool, effect.clone()));
    }
    bench.must(bench.tool_done());
    assert_eq!(bench.phase(), RunState::StreamingModel);
}

#[test]
fn a_caller_waits_for_the_person_as_long_as_its_child_does() {
    let (mut bench, _) = delegating();
    let activity = |bench: &Bench| bench.state.thread.as_ref().unwrap().activity;
    let moved = |bench: &Bench, activity| Input::DelegateMoved { effect: bench.effect(), activity };
    bench.must(moved(&bench, Activity::Waiting));
    assert_eq!(activity(&bench), Activity::Waiting);
    assert_eq!(bench.must(moved(&bench, Activity::Waiting)), [], "nothing new");
    bench.must(moved(&bench, Activity::Running));
    assert_eq!(activity(&bench), Activity::Running);
    bench.must(moved(&bench, Activity::Waiting));
    bench.must(bench.tool_done());
    assert_eq!(activity(&bench), Activity::Running, "the call is over");
}

#[test]
fn what_a_child_used_is_its_callers_and_its_time_is_counted_once() {
    let (mut bench, _) = delegating();
    let before = bench.state.run().unwrap().counters;
    bench.steps += 50_000;
    let spent = Counters {
        model_calls: 3,
        tool_calls: 4,
        input_tokens: 500,
        output_tokens: 60,
        active_ms: 700,
        ..Counters::default()
    };
    let outcome = ResultOutcome::Done { content: "$49.90".to_owned(), tab: None };
    let ended = ToolReport { spent, ..ToolReport::alone(outcome, 50_000) };
    bench.must(Input::ToolFinished { effect: bench.effect(), report: ended });
    let after = bench.state.run().unwrap().counters;
    assert_eq!(
        (after.tool_calls, after.input_tokens, after.output_tokens),
        (5, before.input_tokens + 500, before.output_tokens + 60)
    );
    assert_eq!(after.active_ms, before.active_ms + 700, "not the time that its caller waited");
    assert_eq!(after.model_calls, before.model_calls);
    assert_eq!(bench.state.thread.as_ref().unwrap().stats.output_tokens, after.output_tokens);
}

fn touched(thread: &Thread) -> &[String] {
    &thread.touched_origins
}

#[test]
fn a_child_begins_with_what_its_caller_has_been_near_and_its_answer_brings_its_own_back() {
    let mut bench = Bench::streaming();
    bench.reply(calls([("read_page", json!({}))]));
    bench.must(bench.tool_done());
    let child =
        begun(&bench.must(Input::ModelReplied { effect: bench.effect(), reply: calls([task()]) })).unwrap();
    assert_eq!(touched(&child.thread), touched(bench.state.thread.as_ref().unwrap()));
    assert!(touched(&child.thread).contains(&"https://shop.example".to_owned()));
    let met = Exposure { touched_origins: vec!["https://elsewhere.example".to_owned()] };
    let outcome = ResultOutcome::Done { content: "$49.90".to_owned(), tab: None };
    let ended = ToolReport { met, ..ToolReport::alone(outcome, 1) };
    bench.must(Input::ToolFinished { effect: bench.effect(), report: ended });
    let after = bench.state.thread.as_ref().unwrap();
    assert!(touched(after).contains(&"https://elsewhere.example".to_owned()));
    assert_eq!(after.user_origins, ["https://shop.example"], "nobody but the person brings one in");
}

#[test]
fn what_a_child_has_been_near_is_reported_however_it_ends_and_its_tabs_go() {
    let mut bench = child();
    opens(&mut bench, 31);
    assert!(keeps_tabs(Some(&bench.state)));
    bench.must(bench.interrupt());
    let met = ending(Some(&bench.state)).unwrap().met;
    assert!(met.touched_origins.contains(&"https://shop.example".to_owned()));
    assert!(!keeps_tabs(Some(&bench.state)) && !keeps_tabs(None));
}

#[test]
fn a_childs_question_is_told_of_as_its_callers_and_its_end_is_not() {
    let mut bench = child();
    bench.reply(calls([("tab_open", json!({"url": "https://shop.example/31"}))]));
    assert_eq!(standing(&bench.state).map(|(occasion, _)| occasion), Some(Occasion::Approval));
    let settings = Settings { notifications: Notifications::WaitingAndDone, ..Settings::default() };
    let told = notice(&bench.state, Occasion::Approval, &settings, "en").unwrap();
    assert_eq!(told.thread, thread());
    let turn = bench.turn();
    bench.state.runs.get_mut(&turn).unwrap().phase = Phase::PausedBudget { asking: Asking::default() };
    assert_eq!(standing(&bench.state), None, "nobody can continue it");
}

#[test]
fn a_child_may_use_what_its_caller_has_left() {
    let mut bench = Bench::new();
    let limits = Limits { tokens: Some(1_000), calls: Some(3), ..Limits::default() };
    bench.settings.limits = LimitsProfile::Own { limits };
    bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
    bench.must(submit("hello"));
    bench.reply(calls([("tabs_list", json!({}))]));
    bench.must(bench.tool_done());
    let child =
        begun(&bench.must(Input::ModelReplied { effect: bench.effect(), reply: calls([task()]) })).unwrap();
    let own = child.run.environment.limits;
    assert_eq!((own.calls, own.active_ms), (Some(1), None), "two are used, one of them for this");
    let started = started(child);
    assert_eq!(started.phase(), RunState::StreamingModel, "its footing agrees with its record");
}

#[test]
fn a_stop_tells_the_model_whether_the_child_may_have_changed_something() {
    let (mut reading, _) = delegating();
    reading.must(reading.interrupt());
    assert_eq!(failure(&reading), Some(ToolErrorCode::Interrupted));
    let mut bench = Bench::streaming();
    bench.reply(calls([writing()]));
    bench.must(bench.allow());
    bench.must(bench.interrupt());
    assert_eq!(failure(&bench), Some(ToolErrorCode::OutcomeUnknown));
}

#[test]
fn a_task_that_says_nothing_or_too_much_is_refused_before_anybody_is_asked() {
    let long = "x".repeat(caps::DELEGATE_TASK_BYTES + 1);
    let name = "x".repeat(caps::DELEGATE_ROLE_CHARS + 1);
    for (role, task) in [("", "t"), ("r", " "), (name.as_str(), "t"), ("r", long.as_str())] {
        let mut bench = Bench::streaming();
        bench.reply(calls([("delegate", json!({"role": role, "task": task, "may_write": true}))]));
        assert_eq!(
            (bench.phase(), failure(&bench)),
            (RunState::StreamingModel, Some(ToolErrorCode::InvalidArguments))
        );
    }
}

#[test]
fn how_a_child_ends_is_what_its_caller_is_told() {
    assert_eq!(ending(Some(&child().state)), None);
    let of = |bench: &Bench| match ending(Some(&bench.state)).unwrap().outcome {
        ResultOutcome::Done { content, .. } => content,
        ResultOutcome::Failed { failure } => format!("{}: {}", failure.code, failure.message),
    };
    let mut failed = child();
    failed.must(failed.model_fails());
    assert_eq!(of(&failed), "delegate_failed: the delegated task did not come to its end: it failed: gone");
    let mut silent = child();
    silent.reply(says(""));
    assert_eq!(of(&silent), "It gave no answer.\n\n[read only; 1 replies, 0 tool calls]");
    let mut paused = child();
    paused.breaks_arguments();
    assert_eq!(
        of(&paused),
        "delegate_failed: the delegated task did not come to its end: it reached a limit of this turn"
    );
    assert!(matches!(ending(None).unwrap().outcome, ResultOutcome::Failed { .. }));
}

#[test]
fn a_step_leads_to_its_child_once_there_is_one() {
    let shown = |bench: &Bench| {
        let items = bench.state.nodes.iter().rev().find_map(|node| {
            fairlead_engine::view::item(&bench.state, node)
                .filter(|item| matches!(item.body, ItemBody::ToolCall { .. }))
        });
        match items.unwrap().body {
            ItemBody::ToolCall { status, child, .. } => (matches!(status, StepStatus::Running { .. }), child),
            _ => panic!(),
        }
    };
    let (mut bench, _) = delegating();
    let id = child_of(&call_of(&bench));
    assert_eq!(shown(&bench), (true, Some(id.clone())));
    bench.must(bench.tool_done());
    assert_eq!(shown(&bench), (false, Some(id)));
    let mut asked = Bench::streaming();
    asked.reply(calls([writing()]));
    assert_eq!(shown(&asked), (false, None));
    let mut read = Bench::executing("read_page");
    read.must(read.tool_done());
    assert_eq!(shown(&read), (false, None));
}

#[test]
fn children_go_with_their_turn_and_their_thread() {
    let (mut bench, _) = delegating();
    let first = child_of(&call_of(&bench));
    bench.must(bench.tool_done());
    bench.reply(says("Hi."));
    let turn = bench.turn();
    assert_eq!(children(&bench.state, Some(&turn)), std::slice::from_ref(&first));
    assert_eq!(children(&bench.state, None), [first]);
    bench.must(erase(turn));
    assert_eq!(children(&bench.state, None), [], "they were taken along when it was erased");
    assert!(rows(&bench.state).is_some());
}
