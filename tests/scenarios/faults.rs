//! Models and providers that misbehave.

use crate::stage::{REQUEST, is, settled, steps};
use fairlead_protocol::conversation::ModelErrorKind;
use fairlead_protocol::item::{ItemBody, ItemEnding};
use fairlead_protocol::node::{NodeBody, NoticeCode, PartialWhy};
use fairlead_protocol::run::{RunErrorCode, RunState, StopReason};
use fairlead_protocol::tool::ToolErrorCode;
use fairlead_sim::model::{Asked, Fault, Say, shopper};
use fairlead_sim::{PanelId, Setup, World};
use serde_json::json;
use std::cell::Cell;
use std::rc::Rc;

fn run(brain: impl Fn(&Asked) -> Say + 'static) -> (World, PanelId) {
    let mut world = World::of(brain);
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    (world, panel)
}

fn failed_with(world: &World, panel: PanelId) -> RunErrorCode {
    assert!(is(world, panel, RunState::Failed), "{:?}", world.view(panel).run);
    world.view(panel).run.unwrap().error.unwrap().code
}

fn notices(world: &World, panel: PanelId) -> Vec<NoticeCode> {
    let notice = |item: &fairlead_protocol::item::Item| match item.body {
        ItemBody::Notice { code, .. } => Some(code),
        ItemBody::UserMessage { .. } | ItemBody::AssistantMessage { .. } | ItemBody::ToolCall { .. } => None,
    };
    world.view(panel).items.iter().filter_map(notice).collect()
}

fn read() -> Say {
    Say::call("read_page", &json!({}))
}

fn broken() -> Say {
    Say::raw_calls([("read_page", "{\"mode\": \"snap".to_owned())])
}

fn failing_call() -> Say {
    Say::call("click", &json!({"element": "Nothing", "ref": "s9_9"}))
}

#[test]
fn a_stream_that_breaks_keeps_its_text_and_the_turn_can_go_on() {
    let mut world = World::of(|asked| match asked.number {
        0 => Say::text("The answer begins here and goes on for a while.")
            .failing(Fault::Broken { percent: 60 }),
        _ => Say::text("And here it ends."),
    });
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert_eq!(failed_with(&world, panel), RunErrorCode::Model { kind: ModelErrorKind::Network });
    let partial = ItemEnding::Partial { why: PartialWhy::StreamBroke };
    let items = world.view(panel).items;
    assert!(matches!(&items[1].body, ItemBody::AssistantMessage { text, ending, .. }
        if *ending == partial && text.starts_with("The answer")));
    assert_eq!(world.model.count(), 1, "what was shown is not silently replaced");
    world.resume(panel);
    settled(&mut world);
    assert_eq!(world.view(panel).answer(), "And here it ends.");
    let last = world.model.requests().pop().unwrap();
    assert!(last.notices().iter().any(|notice| notice.contains("cut off")));
}

#[test]
fn what_fails_before_any_output_is_tried_again_and_the_person_is_told() {
    for fault in [
        Fault::Unreachable,
        Fault::Refused { status: 500, body: "{}".to_owned() },
        Fault::Refused { status: 429, body: r#"{"error":{"message":"slow down"}}"#.to_owned() },
    ] {
        let shown = format!("{fault:?}");
        let (world, panel) = run(move |asked| match asked.number {
            0 | 1 => Say::text("").failing(fault.clone()),
            _ => Say::text("back"),
        });
        assert_eq!(world.view(panel).answer(), "back", "{shown}");
        assert_eq!(world.view(panel).retries.len(), 2, "{shown}");
        assert!(is(&world, panel, RunState::Completed));
    }
}

/// The signatures that a request brings back.
fn signatures(asked: &Asked) -> usize {
    asked.messages.iter().map(|message| message.to_string().matches("extra_content").count()).sum()
}

#[test]
fn state_that_the_endpoint_cannot_read_any_more_is_left_out_once() {
    let body =
        r#"{"error":{"message":"Function call is missing a thought_signature in functionCall parts."}}"#;
    let lost = move || Say::text("").failing(Fault::Refused { status: 400, body: body.to_owned() });
    let (world, panel) = run(move |asked| match (asked.steps().len(), signatures(asked)) {
        (0, _) => read().signed("S"),
        (_, 1..) => lost(),
        (_, 0) => Say::text("Which one?"),
    });
    let sent: Vec<usize> = world.model.requests().iter().map(signatures).collect();
    assert_eq!((sent, world.view(panel).answer()), (vec![0, 1, 0], "Which one?".to_owned()));
    assert_eq!(world.view(panel).retries.len(), 1);

    let lost = move || Say::text("").failing(Fault::Refused { status: 400, body: body.to_owned() });
    let (world, panel) = run(move |asked| if asked.steps().is_empty() { read().signed("S") } else { lost() });
    assert_eq!(failed_with(&world, panel), RunErrorCode::Model { kind: ModelErrorKind::BadRequest });
    assert_eq!(world.model.count(), 3, "once more, and not again");
}

#[test]
fn what_was_lost_once_is_not_sent_again_and_what_is_newer_is() {
    let body =
        r#"{"error":{"message":"Function call is missing a thought_signature in functionCall parts."}}"#;
    let (mut world, panel) = run(move |asked| match asked.number {
        0 => read().signed("S"),
        1 => Say::text("").failing(Fault::Refused { status: 400, body: body.to_owned() }),
        2 => read().signed("T"),
        _ => Say::text("Which one?"),
    });
    world.crash();
    world.submit(panel, "The first one");
    settled(&mut world);
    let sent: Vec<usize> = world.model.requests().iter().map(signatures).collect();
    assert_eq!(sent, [0, 1, 0, 1, 1], "only the newer signature goes back, also in the next Turn");
}

#[test]
fn a_parameter_that_the_endpoint_refuses_by_name_is_left_out_once_if_a_request_can_do_without_it() {
    let refused = |param: &str| {
        let body =
            format!(r#"{{"error":{{"message":"Unsupported parameter: '{param}'","param":"{param}"}}}}"#);
        Say::text("").failing(Fault::Refused { status: 400, body })
    };
    let asked = Rc::new(Cell::new(0));
    let (world, panel) = run({
        let asked = Rc::clone(&asked);
        move |_| match asked.replace(asked.get() + 1) {
            0 => refused("stream_options"),
            _ => Say::text("Which one?"),
        }
    });
    assert_eq!((asked.get(), world.view(panel).answer()), (2, "Which one?".to_owned()));

    let unsupported = RunErrorCode::Model { kind: ModelErrorKind::UnsupportedParam };
    let (world, panel) = run(move |_| refused("stream_options"));
    assert_eq!((failed_with(&world, panel), world.model.count()), (unsupported, 2), "and not again");
    let (world, panel) = run(move |_| refused("tools"));
    assert_eq!((failed_with(&world, panel), world.model.count()), (unsupported, 1));
}

#[test]
fn a_provider_that_stays_down_fails_the_turn_and_keeps_the_message() {
    let (world, panel) = run(|_| Say::text("").failing(Fault::Unreachable));
    assert_eq!(failed_with(&world, panel), RunErrorCode::Model { kind: ModelErrorKind::Network });
    assert_eq!(world.model.count(), 3);
    assert_eq!(world.view(panel).items.len(), 1);
}

#[test]
fn a_key_that_is_refused_is_not_tried_again() {
    let body = r#"{"error":{"message":"Incorrect API key provided","code":"invalid_api_key"}}"#;
    let (world, panel) =
        run(move |_| Say::text("").failing(Fault::Refused { status: 401, body: body.to_owned() }));
    assert_eq!(failed_with(&world, panel), RunErrorCode::Model { kind: ModelErrorKind::Auth });
    assert_eq!(world.model.count(), 1);
}

#[test]
fn a_key_that_the_vault_lost_fails_the_turn_before_anything_is_sent() {
    let mut world = World::new(Setup::default());
    world.lose_keys();
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert_eq!(failed_with(&world, panel), RunErrorCode::KeyUnreadable);
    assert_eq!(world.model.count(), 0);
}

#[test]
fn a_web_page_instead_of_a_stream_and_a_silent_server_end_the_turn_with_a_reason() {
    let (world, panel) = run(|_| Say::text("").failing(Fault::WebPage));
    assert!(matches!(failed_with(&world, panel), RunErrorCode::Model { .. }));
    let (world, panel) = run(|_| Say::text("Wait for me").failing(Fault::Silent { percent: 70 }));
    assert_eq!(failed_with(&world, panel), RunErrorCode::Model { kind: ModelErrorKind::Timeout });
    assert!(world.view(panel).answer().starts_with("Wait"));
}

#[test]
fn calls_that_cannot_run_get_results_that_say_why() {
    let (world, panel) = run(|asked| {
        if !asked.steps().is_empty() {
            return Say::text("I see.");
        }
        Say::raw_calls([("read_page", "{\"mode\": ".to_owned()), ("fly_to_moon", "{}".to_owned())])
    });
    let codes: Vec<_> = steps(&world, panel).into_iter().map(|(_, end)| end.unwrap().unwrap_err()).collect();
    assert_eq!(codes, [ToolErrorCode::InvalidArguments, ToolErrorCode::UnknownTool]);
    assert_eq!(world.view(panel).answer(), "I see.");
    let (world, panel) = run(|asked| match asked.steps().len() {
        0 => Say::call("read_page", &json!({"mood": "snapshot"})),
        1 => Say::call("click", &json!({"element": "x", "ref": 3})),
        _ => Say::text("I see."),
    });
    assert!(steps(&world, panel).iter().all(|(_, end)| *end == Some(Err(ToolErrorCode::InvalidArguments))));
    assert_eq!(world.web.borrow().reads, 0);
}

#[test]
fn parallel_calls_run_in_order_and_each_has_one_result() {
    let (world, panel) = run(|asked| {
        if !asked.steps().is_empty() {
            return Say::text(
                asked.steps().iter().map(|step| step.tool.clone()).collect::<Vec<_>>().join(" "),
            );
        }
        let click = json!({"element": "Terms", "ref": "s1_90"});
        Say::calls([("tabs_list", json!({})), ("click", click), ("read_page", json!({}))])
    });
    assert_eq!(world.view(panel).answer(), "tabs_list click read_page");
    assert!(steps(&world, panel).iter().all(|(_, end)| *end == Some(Ok(()))));
    assert_eq!(world.web.borrow().effects.len(), 1);
}

#[test]
fn of_ten_calls_the_first_eight_run() {
    let (world, panel) = run(|asked| {
        if !asked.steps().is_empty() {
            return Say::text("enough");
        }
        Say::calls((0..10).map(|number| ("find_in_page", json!({"query": number.to_string()}))))
    });
    let ends: Vec<_> = steps(&world, panel).into_iter().map(|(_, end)| end.unwrap()).collect();
    assert_eq!(ends.iter().filter(|end| end.is_ok()).count(), 8);
    assert_eq!(ends[8..], [Err(ToolErrorCode::BatchLimited); 2]);
    assert_eq!(world.web.borrow().reads, 8);
}

#[test]
fn three_failures_in_a_row_are_remarked_upon_and_a_success_ends_the_row() {
    let (world, panel) = run(|asked| match asked.steps().len() {
        0..3 => failing_call(),
        3 => read(),
        4 | 5 => failing_call(),
        _ => Say::text("done"),
    });
    assert_eq!(notices(&world, panel), [NoticeCode::ChangeApproach]);
    assert!(world.model.requests()[3].notices()[0].contains("3 tool calls in a row failed"));
    assert!(is(&world, panel, RunState::Completed));
}

#[test]
fn five_failures_in_a_row_withhold_the_tools_for_a_closing_reply() {
    let (world, panel) = run(|asked| match asked.tools.is_empty() {
        true => Say::text("I could not do it."),
        false => failing_call(),
    });
    assert_eq!(world.model.count(), 6);
    assert_eq!(notices(&world, panel), [NoticeCode::ChangeApproach, NoticeCode::ToolsWithheld]);
    assert_eq!(world.view(panel).answer(), "I could not do it.");
    assert!(is(&world, panel, RunState::Completed));
}

#[test]
fn a_model_that_calls_tools_it_was_not_offered_comes_to_an_end_too() {
    let (world, panel) = run(|_| failing_call());
    assert_eq!(world.model.count(), 6);
    assert_eq!(failed_with(&world, panel), RunErrorCode::ProtocolViolation);
    assert!(world.web.borrow().effects.is_empty());
}

#[test]
fn three_replies_in_a_row_with_unreadable_arguments_pause_the_turn() {
    let mut world = World::of(|asked| if asked.number < 3 { broken() } else { shopper(asked) });
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert!(is(&world, panel, RunState::PausedLimit));
    assert_eq!(world.view(panel).run.unwrap().stop, Some(StopReason::LimitPause));
    world.resume(panel);
    settled(&mut world);
    assert!(is(&world, panel, RunState::Completed));
}

#[test]
fn empty_and_repeated_call_ids_become_unique_ones() {
    for id in ["", "call_0"] {
        let (world, panel) = run(move |asked| match asked.steps().len() {
            0 => Say::calls([("tabs_list", json!({})), ("read_page", json!({}))]).with_ids(id),
            2 => read().with_ids(id),
            _ => Say::text("done"),
        });
        assert!(is(&world, panel, RunState::Completed), "{id:?}: {:?}", world.view(panel).run);
        assert_eq!(steps(&world, panel).len(), 3);
    }
}

#[test]
fn calls_with_a_stop_that_does_not_go_with_them_are_not_run() {
    let (world, panel) = run(|_| read().saying("Cut by a limit").finishing("length"));
    let ended = world.view(panel).run.unwrap();
    assert_eq!(ended.state, RunState::Failed, "{ended:?}");
    assert_eq!(world.web.borrow().reads, 0);
    let state = world.stored(&world.thread_of(panel)).unwrap();
    assert!(state.nodes.iter().all(|node| !matches!(node.body, NodeBody::ToolCall { .. })));
}

#[test]
fn other_stops_end_the_turn_under_their_own_name() {
    for (finish, stop) in [("length", StopReason::MaxTokens), ("content_filter", StopReason::ContentFilter)] {
        let (world, panel) = run(move |_| Say::text("so far").finishing(finish));
        let stops: Vec<_> = world.view(panel).completed.into_iter().map(|(_, stop)| stop).collect();
        assert_eq!(stops, [stop], "{:?}", world.view(panel).run);
        assert_eq!(world.view(panel).answer(), "so far");
    }
}

#[test]
fn text_of_a_page_reaches_the_model_inside_a_fence_and_nowhere_else() {
    let (world, _) = run(shopper);
    let last = world.model.requests().pop().unwrap();
    for message in &last.messages {
        let text = message.to_string();
        if text.contains("Borealis") && message["role"] == "tool" {
            assert!(text.contains("<untrusted-content nonce="), "{text}");
        } else {
            assert!(!text.contains("Borealis"), "{text}");
        }
    }
}
