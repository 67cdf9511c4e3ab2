//! Room in the model's window: results go out of view, the history becomes summary, and at the end the Turn stops.

use crate::bench::Bench;
use crate::inputs::{calls, resume, says, submit, summary};
use fairlead_engine::attached::Contents;
use fairlead_engine::{Effect, Fact, Input, ModelFailure, due, fork, summary as noting, view};
use fairlead_protocol::context::{Carry, Compaction, NotedFact, Occupancy, Saving, Summary};
use fairlead_protocol::conversation::{Message, ModelError, ModelErrorKind, Part, Reply, Role, Usage};
use fairlead_protocol::ids::{NodeId, ThreadId, Timestamp};
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::run::{Answerer, Phase, RunState, StopReason, ToolOffer};
use fairlead_protocol::tool::Trust;
use serde_json::json;

/// For the conversation; the prompt and the tools take a tenth of the whole beside it.
const MIDDLE_ROOM: u32 = 21_700;

fn occupancy(bench: &Bench) -> Occupancy {
    bench.state.run().unwrap().measure.clone().unwrap().occupancy
}

fn masks(bench: &Bench) -> Vec<Vec<NodeId>> {
    let nodes = bench.state.nodes.iter();
    nodes
        .filter_map(|node| match &node.body {
            NodeBody::ContextMasked { results } => Some(results.clone()),
            _ => None,
        })
        .collect()
}

fn results(bench: &Bench) -> Vec<NodeId> {
    let is_result = |body: &NodeBody| matches!(body, NodeBody::ToolResult { .. });
    bench.state.nodes.iter().filter(|node| is_result(&node.body)).map(|node| node.id.clone()).collect()
}

fn text(message: &Message) -> String {
    let parts = message.content.iter().flat_map(|part| match part {
        Part::ToolResult { content, .. } => content.clone(),
        other => vec![other.clone()],
    });
    parts
        .filter_map(|part| match part {
            Part::Text { text } => Some(text),
            _ => None,
        })
        .collect()
}

fn compaction(bench: &Bench) -> Compaction {
    match &bench.state.run().unwrap().phase {
        Phase::Compacting { compaction } => compaction.clone(),
        other => panic!("{other:?}"),
    }
}

fn refused(bench: &Bench) -> Input {
    let error = ModelError {
        kind: ModelErrorKind::ContextLength,
        retryable: false,
        message: "too long".to_owned(),
        http_status: Some(400),
        code: None,
        param: None,
        hint: None,
        retry_after_ms: None,
    };
    Input::ModelFailed { effect: bench.effect(), failure: ModelFailure::Provider { error, partial: None } }
}

#[test]
fn old_results_go_out_of_view_together_and_each_says_how_it_is_read_back() {
    let mut bench = Bench::with_room(MIDDLE_ROOM);
    while masks(&bench).is_empty() {
        assert!(occupancy(&bench).per_mille() < 600);
        bench.reads(1_000);
    }
    let masked = masks(&bench).concat();
    let all = results(&bench);
    assert_eq!(masked, all[..masked.len()], "the oldest");
    assert!(masked.len() >= 8 && masked.len() < all.len());
    let tool: Vec<String> = bench.messages().iter().filter(|one| one.role == Role::Tool).map(text).collect();
    for (number, text) in tool.iter().enumerate() {
        assert_eq!(text.starts_with("[masked"), number < masked.len(), "{text}");
        assert_eq!(
            text.contains(&format!("recall_result with node \"{}\"", all[number])),
            number < masked.len()
        );
    }
    let after = occupancy(&bench);
    assert!(after.per_mille() < 600 - 8_000 * 1_000 / u64::from(after.room) + 50);
    assert_eq!(bench.state.nodes.iter().filter(|node| all.contains(&node.id)).count(), all.len());
}

#[test]
fn nothing_goes_out_of_view_as_long_as_less_than_8000_tokens_would() {
    let mut bench = Bench::with_room(MIDDLE_ROOM);
    bench.reads(6_000);
    bench.reads(6_500);
    assert!(occupancy(&bench).per_mille() >= 600);
    assert_eq!(masks(&bench), Vec::<Vec<NodeId>>::new());
}

#[test]
fn whoever_saves_makes_room_earlier() {
    let mut bench = Bench::with_room(MIDDLE_ROOM);
    bench.reply(says("done"));
    bench.settings.saving = Saving::Saver;
    bench.must(submit("more"));
    while masks(&bench).is_empty() {
        assert!(occupancy(&bench).per_mille() < 600);
        bench.reads(1_500);
    }
}

#[test]
fn what_the_person_answered_and_what_failed_stays_in_view() {
    let mut bench = Bench::with_room(MIDDLE_ROOM);
    bench.reply(calls([("ask_user", json!({"question": "Which?"}))]));
    let answer = crate::inputs::answer(&"blue ".repeat(800));
    bench.must(crate::inputs::respond(&bench, answer));
    while masks(&bench).is_empty() {
        bench.reads(1_500);
    }
    assert!(!masks(&bench).concat().contains(&results(&bench)[0]));
}

#[test]
fn a_result_is_read_back_as_what_it_was_and_fenced_as_it_was() {
    let mut bench = Bench::with_room(MIDDLE_ROOM);
    while masks(&bench).is_empty() {
        bench.reads(1_000);
    }
    let node = masks(&bench)[0][0].clone();
    let before = bench.state.run().unwrap().counters.tool_calls;
    bench.reply(calls([("recall_result", json!({"node": node.as_str()}))]));
    assert_eq!(bench.phase(), RunState::StreamingModel, "it takes no time");
    assert_eq!(bench.state.run().unwrap().counters.tool_calls, before, "and nothing was sent out");
    let NodeBody::ToolResult { trust, outcome: ResultOutcome::Done { content, .. }, .. } =
        &bench.state.node(results(&bench).last().unwrap()).unwrap().body
    else {
        panic!()
    };
    let NodeBody::ToolResult { outcome: ResultOutcome::Done { content: first, .. }, .. } =
        &bench.state.node(&node).unwrap().body
    else {
        panic!()
    };
    assert_eq!((trust, content), (&Trust::Untrusted, first));
    let shown = text(bench.messages().last().unwrap());
    assert!(shown.starts_with("<untrusted-content") && shown.contains(first.as_str()), "{shown}");
}

#[test]
fn a_node_that_is_no_result_of_this_conversation_is_not_read_back() {
    let mut bench = Bench::executing("read_page");
    bench.must(bench.tool_done());
    let reply = bench.state.nodes.iter().find(|node| matches!(node.body, NodeBody::AssistantMessage { .. }));
    for node in ["n_none".to_owned(), reply.unwrap().id.0.clone()] {
        bench.reply(calls([("recall_result", json!({"node": node}))]));
        let last = bench.state.node(results(&bench).last().unwrap()).unwrap();
        assert!(matches!(&last.body, NodeBody::ToolResult { outcome: ResultOutcome::Failed { .. }, .. }));
    }
}

#[test]
fn a_history_without_results_to_hide_becomes_notes_and_the_turn_waits_for_them() {
    let mut bench = Bench::compacting();
    let effects: Vec<Effect> = due(&bench.state).into_values().collect();
    assert!(matches!(effects.as_slice(), [Effect::Summarise { .. }]));
    let asked = noting::request(&bench.state, &bench.turn(), &compaction(&bench), Answerer::Own).unwrap();
    assert!(asked.tools.is_empty() && asked.messages.len() == 2);
    let part = text(&asked.messages[1]);
    let all = results(&bench);
    assert!(part.contains("hello") && part.contains(all[0].as_str()) && !part.contains(all[1].as_str()));
    let answer = json!({
        "goal": "say hello", "pages": ["shop: read"], "decisions": ["nothing bought"],
        "facts": [{"text": "page 1 is blue", "node": all[0]}, {"text": "made up", "node": "n_none"}],
        "open": ["read more"],
    });
    let usage = Some(Usage { input: 900, output: 80, ..Usage::default() });
    let answer = Some(format!("Here they are:\n```json\n{answer}\n```"));
    bench.must(Input::SummaryMade { effect: bench.effect(), answer, usage, by: Answerer::Own });
    assert_eq!(bench.phase(), RunState::StreamingModel);
    let counters = bench.state.run().unwrap().counters;
    assert_eq!((counters.input_tokens, counters.output_tokens, counters.model_calls), (900, 80, 2));
    let messages = bench.messages();
    let roles: Vec<Role> = messages.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::System, Role::User, Role::User, Role::Assistant, Role::Tool]);
    assert!(text(&messages[1]).starts_with("hello"), "what the person said stays");
    let shown = text(&messages[2]);
    assert!(
        shown.contains(&format!("page 1 is blue (node {})", all[0])) && !shown.contains("n_none"),
        "{shown}"
    );
    assert!(shown.contains("<untrusted-content") && shown.contains("say hello"));
    assert!(shown.contains(&format!("{} of read_page", all[0])), "what can be read back is named");
    assert!(occupancy(&bench).parts.summary > 0 && occupancy(&bench).per_mille() < 800);
    // All of it is still there for the person, and the place of the notes is marked.
    let items = view::snapshot(&bench.state, None).unwrap().items;
    assert_eq!(items.iter().filter(|item| item.turn == bench.turn()).count(), 5 + 1);
}

#[test]
fn notes_say_what_was_there_also_when_they_are_notes_of_notes() {
    let mut bench = Bench::compacting();
    bench.must(summary(&bench, Some(r#"{"facts": [{"text": "the code is K-7741"}]}"#)));
    while bench.phase() == RunState::StreamingModel {
        bench.reads(2_200);
    }
    let asked = noting::request(&bench.state, &bench.turn(), &compaction(&bench), Answerer::Own).unwrap();
    assert!(text(&asked.messages[1]).contains("the code is K-7741"));
}

#[test]
fn an_answer_that_holds_no_notes_is_asked_for_once_more_and_then_the_turn_does_without() {
    for answer in [None, Some("I cannot do that."), Some("{}"), Some("{\"goal\": 7}")] {
        let mut bench = Bench::compacting();
        bench.must(summary(&bench, answer));
        assert_eq!(bench.phase(), RunState::Compacting, "{answer:?}");
        bench.must(summary(&bench, answer));
        // What was read before goes out of view, little as it is.
        assert_eq!((bench.phase(), masks(&bench).len()), (RunState::StreamingModel, 1), "{answer:?}");
    }
}

#[test]
fn notes_are_bounded_whatever_the_model_writes() {
    let mut bench = Bench::compacting();
    let lines: Vec<String> = (0..500).map(|number| format!("{number} {}", "价".repeat(4_000))).collect();
    let answer =
        json!({"goal": "g".repeat(90_000), "pages": lines, "facts": lines, "open": lines}).to_string();
    bench.must(summary(&bench, Some(&answer)));
    assert_eq!(bench.phase(), RunState::StreamingModel);
    assert!(occupancy(&bench).parts.summary < occupancy(&bench).room / 4, "{:?}", occupancy(&bench));
}

#[test]
fn a_worker_that_dies_over_notes_asks_for_them_again_and_gives_up_after_three_times() {
    let mut bench = Bench::compacting();
    for attempt in 2..5 {
        bench.restart();
        assert_eq!(compaction(&bench).attempt.0, attempt);
    }
    bench.restart();
    assert_eq!(bench.phase(), RunState::Interrupted);
    bench.must(resume(bench.turn()));
    assert_eq!(bench.phase(), RunState::Compacting);
}

#[test]
fn a_full_window_stops_the_turn_and_the_person_who_goes_on_gets_it_in_pieces() {
    let mut bench = Bench::full();
    let run = view::run_view(bench.state.run().unwrap());
    assert_eq!((run.state, run.stop), (RunState::PausedContext, Some(StopReason::ContextFull)));
    assert!(run.occupancy.unwrap().per_mille() >= 920);
    bench.must(resume(bench.turn()));
    assert_eq!(bench.phase(), RunState::StreamingModel);
    assert_eq!(masks(&bench), [results(&bench)]);
    assert!(occupancy(&bench).per_mille() < 920);
}

#[test]
fn a_new_message_makes_room_for_itself() {
    let mut bench = Bench::full();
    bench.must(submit("and now?"));
    assert_eq!(bench.phase(), RunState::Compacting);
    bench.must(summary(&bench, Some(r#"{"goal": "say hello"}"#)));
    assert_eq!(bench.phase(), RunState::StreamingModel);
    let said: Vec<String> = bench.messages().iter().filter(|one| one.role == Role::User).map(text).collect();
    assert!(said[0].starts_with("hello") && said.last().unwrap().starts_with("and now?"), "{said:?}");
}

#[test]
fn a_request_that_the_provider_finds_too_long_is_made_shorter_and_then_the_turn_stops() {
    let mut bench = Bench::streaming();
    for _ in 0..3 {
        bench.reads(800);
    }
    let facts = bench.must(refused(&bench));
    assert!(matches!(facts.first(), Some(Fact::RequestRefused { .. })));
    assert_eq!((bench.phase(), masks(&bench).concat().len()), (RunState::StreamingModel, 2));
    // There is little else; what is left is worth no summary.
    bench.must(refused(&bench));
    assert_eq!(bench.phase(), RunState::PausedContext);
    let mut talks = Bench::streaming();
    for _ in 0..3 {
        talks.reply(says(&"and so on ".repeat(200)));
        talks.must(submit("more"));
    }
    talks.must(refused(&talks));
    assert_eq!(talks.phase(), RunState::Compacting);
    talks.must(summary(&talks, Some(r#"{"goal": "say hello"}"#)));
    assert_eq!(talks.phase(), RunState::StreamingModel);
    talks.must(refused(&talks));
    assert_eq!(talks.phase(), RunState::PausedContext);
}

#[test]
fn a_first_message_that_is_too_long_by_itself_stops_its_turn() {
    let mut bench = Bench::with_window(8_192);
    bench.reply(says("hi"));
    bench.must(submit(&"word ".repeat(20_000)));
    assert_eq!(bench.phase(), RunState::PausedContext);
    let mut refused_at_once = Bench::streaming();
    refused_at_once.must(refused(&refused_at_once));
    assert_eq!(refused_at_once.phase(), RunState::PausedContext);
}

#[test]
fn a_closing_reply_that_waited_for_notes_still_has_no_tools() {
    let mut bench = Bench::compacting();
    let mut state = bench.state.clone();
    let turn = bench.turn();
    if let Some(Phase::Compacting { compaction }) = state.runs.get_mut(&turn).map(|run| &mut run.phase) {
        compaction.offer = ToolOffer::Withheld;
    }
    bench = Bench::of(state);
    bench.must(summary(&bench, Some(r#"{"goal": "say hello"}"#)));
    let Phase::StreamingModel { call } = &bench.state.run().unwrap().phase else { panic!() };
    assert_eq!(call.offer, ToolOffer::Withheld);
}

#[test]
fn a_copy_points_to_its_own_nodes() {
    let mut bench = Bench::compacting();
    let first = results(&bench)[0].clone();
    bench.must(summary(&bench, Some(&json!({"facts": [{"text": "blue", "node": first}]}).to_string())));
    bench.reply(says("done"));
    let leaf = bench.state.leaf().unwrap().clone();
    let ids = fairlead_engine::Ids::new("copy");
    let copy =
        fork::fork(&bench.state, &leaf, &ThreadId::new("t2"), Carry::Whole, Timestamp(9), &ids).unwrap();
    let known = |id: &NodeId| copy.nodes.iter().any(|node| node.id == *id);
    let (until, kept, summary) = copy
        .nodes
        .iter()
        .find_map(|node| match &node.body {
            NodeBody::ContextCompacted { until, kept, summary } => Some((until, kept, summary)),
            _ => None,
        })
        .unwrap();
    assert!(known(until) && kept.iter().all(known) && !kept.is_empty());
    let [NotedFact { node: Some(node), .. }] = summary.facts.as_slice() else { panic!("{summary:?}") };
    assert!(known(node));
    assert_ne!(summary, &Summary::default());
}

#[test]
fn a_request_made_before_its_notes_is_the_request_made_after_a_crash() {
    let mut bench = Bench::compacting();
    let before = noting::request(&bench.state, &bench.turn(), &compaction(&bench), Answerer::Own);
    bench.restart();
    assert_eq!(noting::request(&bench.state, &bench.turn(), &compaction(&bench), Answerer::Own), before);
}

#[test]
fn what_is_shown_grows_at_its_end_until_something_goes_out_of_view() {
    let mut bench = Bench::with_room(MIDDLE_ROOM);
    let mut before = bench.messages();
    let (mut kept, mut broken) = (0, 0);
    for _ in 0..40 {
        let cuts = masks(&bench).len();
        bench.reads(1_000);
        let now = fairlead_engine::context::messages(&bench.state, &Contents::new());
        if masks(&bench).len() == cuts {
            assert!(now.starts_with(&before));
            kept += 1;
        } else {
            broken += 1;
        }
        before = now;
    }
    assert!(kept >= 34 && broken >= 3, "{kept} {broken}");
    bench.reply(Reply { usage: None, ..says("done") });
}
