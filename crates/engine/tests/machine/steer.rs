//! Messages that join the running Turn: stored at once, read at the next call, and never lost.

use crate::bench::{Bench, said};
use crate::inputs::{calls, enqueue, queue_steer, says, steer, submit};
use fairlead_engine::decide::Rejection;
use fairlead_engine::{Fact, Input, LiveReply, ModelFailure, due, view};
use fairlead_protocol::approval::Answer;
use fairlead_protocol::caps;
use fairlead_protocol::command::Resolution;
use fairlead_protocol::conversation::{
    BrokenArgs, CallArgs, ModelError, ModelErrorKind, ModelStop, Reply, Role,
};
use fairlead_protocol::ids::{Seq, TurnId};
use fairlead_protocol::item::ItemBody;
use fairlead_protocol::node::{Delivery, NodeBody, NoticeCode};
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::{Drift, Phase, RunErrorCode, RunState, StopReason};
use serde_json::json;

/// Steers the Turn that runs.
fn add(bench: &mut Bench, text: &str) {
    bench.must(steer(bench.turn(), text));
}

fn roles(bench: &Bench) -> Vec<Role> {
    bench.messages().iter().map(|message| message.role).collect()
}

#[test]
fn a_steer_is_stored_without_moving_the_leaf_and_shown_as_pending() {
    for (name, mut bench) in Bench::live() {
        let before = bench.state.clone();
        let (turn, effect) = (bench.turn(), bench.effect());
        let facts = bench.must(steer(turn.clone(), "also the blue one"));
        assert!(matches!(facts.as_slice(), [Fact::SteerAdmitted { steer }] if steer.run == turn), "{name}");
        assert_eq!(bench.state.nodes, before.nodes, "{name}");
        assert_eq!(bench.state.leaf(), before.leaf(), "{name}");
        assert_eq!(bench.effect(), effect, "{name}: what runs goes on undisturbed");
        let pending = view::snapshot(&bench.state, None).unwrap().steers;
        assert_eq!(pending.iter().map(|one| one.text.as_str()).collect::<Vec<_>>(), ["also the blue one"]);
    }
}

#[test]
fn a_steer_of_a_turn_that_is_not_the_running_one_is_stale() {
    for (name, mut bench) in Bench::all().into_iter().filter(|(name, _)| *name != "absent") {
        assert_eq!(bench.refused(&steer(TurnId::new("r_other"), "x")), RefusalCode::StaleTurn, "{name}");
        let turn = bench.turn();
        match bench.state.live_run() {
            Some(_) => drop(bench.must(steer(turn, "x"))),
            None => assert_eq!(bench.refused(&steer(turn, "x")), RefusalCode::StaleTurn, "{name}"),
        }
    }
    let mut waiting = Bench::streaming();
    waiting.must(enqueue("next"));
    let queued = waiting.state.queue[0].clone();
    assert_eq!(waiting.refused(&steer(queued, "x")), RefusalCode::StaleTurn);
}

#[test]
fn a_steer_is_read_at_the_next_call_behind_the_reply_that_had_not_read_it() {
    let mut bench = Bench::streaming();
    add(&mut bench, "one");
    add(&mut bench, "two");
    bench.reply(calls([("tabs_list", json!({}))]));
    assert_eq!(said(&bench.state), ["hello"], "the call is still open");
    add(&mut bench, "three");
    bench.must(bench.tool_done());
    assert_eq!(said(&bench.state), ["hello", "one", "two", "three"], "in the order of admission");
    assert!(bench.state.steers.is_empty());
    use Role::{Assistant, System, Tool, User};
    assert_eq!(roles(&bench), [System, User, Assistant, Tool, User, User, User]);
    add(&mut bench, "four");
    bench.reply(says("done"));
    assert_eq!(roles(&bench)[7..], [Assistant, User], "the reply comes first: it had not read the steer");
}

#[test]
fn the_items_of_steers_are_those_that_the_acknowledgement_named() {
    let mut bench = Bench::streaming();
    add(&mut bench, "one");
    let promised = bench.state.steers[0].id.clone();
    bench.reply(says("done"));
    let snapshot = view::snapshot(&bench.state, None).unwrap();
    let item = snapshot.items.iter().find(|item| item.id == promised).unwrap();
    assert!(
        matches!(&item.body, ItemBody::UserMessage { delivery: Delivery::Steered, text, .. } if text == "one")
    );
    assert_eq!(item.turn, bench.turn());
}

#[test]
fn a_final_reply_with_a_pending_steer_is_followed_by_another_call_of_the_same_turn() {
    let mut bench = Bench::streaming();
    let turn = bench.turn();
    add(&mut bench, "and the price?");
    let facts = bench.must(Input::ModelReplied { effect: bench.effect(), reply: says("done") });
    assert!(facts.contains(&Fact::AnswerOvertaken { turn: turn.clone() }));
    assert_eq!((bench.phase(), bench.turn()), (RunState::StreamingModel, turn.clone()));
    bench.reply(says("59"));
    assert_eq!(bench.state.runs.get(&turn).unwrap().phase, Phase::Completed { stop: StopReason::End });
}

#[test]
fn what_the_person_adds_to_a_closing_reply_is_a_new_chance_for_tools() {
    let mut bench = Bench::streaming();
    for _ in 0..caps::FAILURES_TO_WITHHOLD {
        bench.reply(calls([("no_such_tool", json!({}))]));
    }
    add(&mut bench, "try the other tab");
    bench.reply(says("I could not"));
    bench.reply(calls([("tabs_list", json!({}))]));
    assert_eq!(bench.phase(), RunState::ExecutingTool);
}

#[test]
fn sixteen_steers_wait_and_no_more() {
    let mut bench = Bench::waiting();
    for count in 0..caps::STEERS {
        add(&mut bench, &format!("steer {count}"));
    }
    assert_eq!(bench.refused(&steer(bench.turn(), "one more")), RefusalCode::SteersFull);
    let admissions: Vec<Seq> = bench.state.steers.iter().map(|steer| steer.admission).collect();
    assert!(admissions.windows(2).all(|pair| pair[0] < pair[1]));
    bench.must(bench.allow());
    bench.must(bench.tool_done());
    bench.must(bench.tool_done());
    assert_eq!(said(&bench.state).len(), 1 + caps::STEERS);
    add(&mut bench, "there is room again");
}

#[test]
fn an_empty_steer_and_one_that_is_too_long_are_refused() {
    let mut bench = Bench::streaming();
    assert_eq!(bench.refused(&steer(bench.turn(), "  ")), RefusalCode::EmptyMessage);
    let long = "x".repeat(caps::MESSAGE_BYTES + 1);
    assert_eq!(bench.refused(&steer(bench.turn(), &long)), RefusalCode::TooLarge);
}

#[test]
fn pending_steers_come_back_with_the_rows_in_their_order_and_are_read_at_the_next_call() {
    for (name, mut bench) in Bench::live() {
        add(&mut bench, "one");
        add(&mut bench, "two");
        let pending = bench.state.steers.clone();
        let turn = bench.turn();
        bench.restart();
        let waits = bench.state.steers == pending;
        let read = said(&bench.state).ends_with(&["one".to_owned(), "two".to_owned()]);
        assert!(waits != read, "{name}: either they wait as before or they were read");
        assert_eq!(bench.turn(), turn, "{name}");
    }
}

/// A Turn with a steer that nobody read, and what ends it early.
fn early_ends() -> Vec<(&'static str, Bench, Input)> {
    let with_steer = |mut bench: Bench| {
        add(&mut bench, "wait");
        bench
    };
    let mut ends = Vec::new();
    for (name, bench) in Bench::live() {
        let bench = with_steer(bench);
        let stop = bench.interrupt();
        ends.push((name, bench, stop));
    }
    let bench = with_steer(Bench::streaming());
    let fails = bench.model_fails();
    ends.push(("error", bench, fails));
    let bench = with_steer(Bench::streaming());
    let error = ModelError {
        kind: ModelErrorKind::Network,
        retryable: true,
        message: "gone".to_owned(),
        http_status: None,
        code: None,
        param: None,
        hint: None,
        retry_after_ms: None,
    };
    let failure = ModelFailure::Provider { error, partial: Some(says("half a")) };
    let breaks = Input::ModelFailed { effect: bench.effect(), failure };
    ends.push(("broken stream", bench, breaks));
    let bench = with_steer(Bench::streaming());
    let reply = Reply { stop: ModelStop::End, ..calls([("tabs_list", json!({}))]) };
    let violates = Input::ModelReplied { effect: bench.effect(), reply };
    ends.push(("protocol violation", bench, violates));
    let bench = with_steer(Bench::waiting());
    let deny = bench.answer(Answer::DenyAndStop);
    ends.push(("deny and stop", bench, deny));
    let mut bench = Bench::streaming();
    let args = || CallArgs::Broken { raw: "{".to_owned(), why: BrokenArgs::Truncated };
    let broken = || Reply {
        calls: vec![crate::inputs::call("read_page", args())],
        stop: ModelStop::ToolUse,
        ..says("")
    };
    bench.reply(broken());
    bench.reply(broken());
    let bench = with_steer(bench);
    let pauses = Input::ModelReplied { effect: bench.effect(), reply: broken() };
    ends.push(("limit", bench, pauses));
    for (_, bench) in Bench::live() {
        let mut bench = with_steer(bench);
        bench.connections[0].base_url = "https://elsewhere.example/v1".to_owned();
        let end = match bench.phase() {
            RunState::PausedUncertain => bench.resolve(Resolution::Fail),
            _ => Input::Booted,
        };
        ends.push(("drift", bench, end));
    }
    ends
}

#[test]
fn a_turn_that_ends_early_keeps_its_steers_as_messages_before_its_last_fact() {
    for (name, mut bench, end) in early_ends() {
        let turn = bench.turn();
        let facts = bench.must(end);
        assert!(bench.state.live_run().is_none(), "{name}");
        assert!(bench.state.steers.is_empty(), "{name}");
        assert_eq!(said(&bench.state).last().unwrap(), "wait", "{name}");
        let ended = facts.iter().position(|fact| {
            matches!(fact, Fact::TurnFailed { .. } | Fact::TurnInterrupted { .. } | Fact::TurnPaused { .. })
        });
        let read = facts.iter().position(|fact| matches!(fact, Fact::SteerRead { .. }));
        assert!(read.unwrap() < ended.unwrap(), "{name}");
        let late = facts.iter().skip(ended.unwrap()).any(|fact| matches!(fact, Fact::NodeAppended { .. }));
        assert!(!late, "{name}: a node behind the last fact");
        assert!(due(&bench.state).is_empty(), "{name}");
        assert_eq!(bench.refused(&steer(turn, "late")), RefusalCode::StaleTurn, "{name}");
    }
}

#[test]
fn a_partial_reply_stands_before_the_steer_that_it_had_not_read() {
    let mut bench = Bench::streaming();
    add(&mut bench, "wait");
    let Phase::StreamingModel { call } = bench.state.run().unwrap().phase.clone() else { unreachable!() };
    bench.shown = Some(LiveReply { reply: call.reply, text: "half".to_owned(), reasoning: String::new() });
    bench.must(bench.interrupt());
    let bodies: Vec<_> = bench.state.path().into_iter().map(|node| node.body.clone()).collect();
    assert!(matches!(
        &bodies[bodies.len() - 2..],
        [NodeBody::AssistantMessage { text, .. }, NodeBody::UserMessage { text: said, .. }]
            if text == "half" && said == "wait"
    ));
}

#[test]
fn a_notice_to_the_model_and_a_steer_both_stand_behind_all_results() {
    let mut bench = Bench::streaming();
    for _ in 0..caps::FAILURES_TO_WARN - 1 {
        bench.reply(calls([("no_such_tool", json!({}))]));
    }
    add(&mut bench, "use the search");
    bench.reply(calls([("no_such_tool", json!({})), ("no_such_tool", json!({}))]));
    let path = bench.state.path();
    let notice = path.iter().position(|node| {
        matches!(node.body, NodeBody::SystemNotice { code: NoticeCode::ChangeApproach, .. })
    });
    let result = path.iter().rposition(|node| matches!(node.body, NodeBody::ToolResult { .. }));
    let steer = path.iter().rposition(|node| matches!(node.body, NodeBody::UserMessage { .. }));
    assert!(result < notice && notice < steer);
}

#[test]
fn a_waiting_message_becomes_a_steer_in_one_decision() {
    let mut bench = Bench::waiting();
    bench.must(enqueue("first"));
    bench.must(enqueue("second"));
    let (queued, turn) = (bench.state.queue[0].clone(), bench.turn());
    let facts = bench.must(queue_steer(queued.clone(), turn.clone()));
    assert!(matches!(
        facts.as_slice(),
        [Fact::SteerAdmitted { steer }, Fact::QueuedTurnRemoved { turn }] if steer.text == "first" && *turn == queued
    ));
    assert_eq!(bench.state.queue.len(), 1);
    assert!(!bench.state.runs.contains_key(&queued));
    assert_eq!(bench.refused(&queue_steer(queued, turn)), RefusalCode::UnknownTurn);
}

#[test]
fn a_waiting_message_that_cannot_become_a_steer_stays_where_it_is() {
    let mut bench = Bench::streaming();
    bench.must(enqueue("first"));
    let queued = bench.state.queue[0].clone();
    assert_eq!(bench.refused(&queue_steer(queued.clone(), TurnId::new("r_other"))), RefusalCode::StaleTurn);
    for count in 0..caps::STEERS {
        add(&mut bench, &format!("steer {count}"));
    }
    assert_eq!(bench.refused(&queue_steer(queued.clone(), bench.turn())), RefusalCode::SteersFull);
    assert_eq!(bench.state.queue, std::slice::from_ref(&queued));
    bench.must(bench.interrupt());
    assert_eq!(bench.refused(&queue_steer(queued, bench.turn())), RefusalCode::StaleTurn);
}

#[test]
fn a_model_that_starts_over_is_shown_what_it_was_shown_before_and_no_later_steer() {
    let mut bench = Bench::streaming();
    let first = bench.messages();
    add(&mut bench, "late");
    bench.restart();
    assert_eq!(bench.messages(), first);
    assert_eq!(bench.phase(), RunState::StreamingModel);
}

#[test]
fn a_turn_that_failed_with_steers_goes_on_with_them_in_view() {
    let mut bench = Bench::streaming();
    add(&mut bench, "wait");
    bench.must(bench.model_fails());
    bench.must(crate::inputs::resume(bench.turn()));
    assert_eq!(said(&bench.state), ["hello", "wait"]);
    bench.reply(says("ok"));
    assert_eq!(bench.phase(), RunState::Completed);
}

#[test]
fn a_stale_effect_does_not_read_a_steer() {
    let mut bench = Bench::streaming();
    let stale = bench.effect();
    bench.must(bench.interrupt());
    bench.must(submit("again"));
    add(&mut bench, "wait");
    let late = bench.take(&Input::ModelReplied { effect: stale.clone(), reply: says("late") });
    assert_eq!(late, Err(Rejection::NobodyWaits(stale)));
    assert_eq!(bench.state.steers.len(), 1);
    let environment = RunErrorCode::EnvironmentDrift { drift: Drift::Transport };
    bench.connections[0].base_url = "https://elsewhere.example".to_owned();
    bench.restart();
    assert!(
        matches!(&bench.state.run().unwrap().phase, Phase::Failed { error } if error.code == environment)
    );
}

/// Looks at each request of a Turn with a steer before every step.
#[test]
fn every_request_of_a_turn_begins_with_the_one_before_whatever_is_added_on_the_way() {
    let mut bench = Bench::streaming();
    let mut before = bench.messages();
    let mut calls_of_model = 1;
    let replies = [
        calls([("tabs_list", json!({})), ("click", json!({"element": "Buy", "ref": "s1_1"}))]),
        calls([("ask_user", json!({"question": "Which?"})), ("no_such_tool", json!({}))]),
        calls([("no_such_tool", json!({})), ("no_such_tool", json!({}))]),
        says("done"),
        says("well"),
    ];
    for (count, reply) in replies.into_iter().enumerate() {
        if count < 4 {
            add(&mut bench, &format!("steer {count}"));
        }
        bench.restart();
        bench.reply(reply);
        while let Some(run) =
            bench.state.live_run().filter(|run| run.phase.state() != RunState::StreamingModel)
        {
            let next = match run.phase.state() {
                RunState::WaitingApproval => bench.allow(),
                RunState::WaitingInteraction => crate::inputs::respond(&bench, crate::inputs::answer("M")),
                _ => bench.tool_done(),
            };
            bench.must(next);
        }
        let now = bench.messages();
        assert!(now.starts_with(&before) && now.len() > before.len(), "request {count}");
        before = now;
        calls_of_model += 1;
    }
    assert_eq!((bench.phase(), calls_of_model), (RunState::Completed, 6));
}
