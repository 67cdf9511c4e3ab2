//! A window that is full: whether going on helps, what the person may say to it, and a copy of the Thread that has room.

use crate::bench::{Bench, rows, thread};
use crate::inputs::{calls, resume, says, submit, summary};
use fairlead_engine::decide::Rejection;
use fairlead_engine::fork::fork;
use fairlead_engine::{Ids, Input, ThreadRows, ThreadState, view};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::context::{Carry, Occupancy, Summary};
use fairlead_protocol::ids::{NodeId, ThreadId, Timestamp, TurnId};
use fairlead_protocol::item::RunView;
use fairlead_protocol::node::{NodeBody, NoticeCode};
use fairlead_protocol::pause::{Asking, Relief};
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::RunState;
use serde_json::json;

fn run(bench: &Bench) -> RunView {
    view::run_view(bench.state.run().unwrap())
}

fn leave(turn: TurnId) -> Input {
    Input::Command(CommandBody::RunLeave { thread: thread(), turn })
}

fn notes(state: &ThreadState) -> Option<Summary> {
    state.nodes.iter().rev().find_map(|node| match &node.body {
        NodeBody::ContextCompacted { summary, .. } => Some(summary.clone()),
        _ => None,
    })
}

/// A message that is longer than the window.
fn too_long() -> Bench {
    let mut bench = Bench::with_window(12_288);
    bench.reply(says("hi"));
    bench.must(submit(&"word ".repeat(20_000)));
    bench
}

#[test]
fn a_pause_says_whether_going_on_would_help() {
    assert_eq!(
        (run(&Bench::full()).state, run(&Bench::full()).relief),
        (RunState::PausedContext, Relief::Possible)
    );
    let mut bench = too_long();
    assert_eq!((bench.phase(), run(&bench).relief), (RunState::PausedContext, Relief::None));
    bench.must(resume(bench.turn()));
    assert_eq!((bench.phase(), run(&bench).relief), (RunState::PausedContext, Relief::None));
}

#[test]
fn a_window_that_the_person_has_widened_holds_for_the_turn_that_goes_on_in_it() {
    let mut bench = too_long();
    bench.connections[0].models.first.context_window = Some(100_000);
    bench.must(resume(bench.turn()));
    assert_eq!(bench.phase(), RunState::StreamingModel);
    assert_eq!(bench.state.run().unwrap().measure.clone().unwrap().occupancy.room, 91_808);
    bench.restart();
    bench.must(bench.interrupt());
    // A stop keeps what its Turn began with; a record that does not agree with its own digest is refused here.
    bench.connections[0].models.first.context_window = Some(50_000);
    bench.must(resume(bench.turn()));
    assert_eq!(bench.state.run().unwrap().environment.context.unwrap().window, 100_000);
}

#[test]
fn a_pause_that_the_person_has_left_stays_left_until_the_turn_goes_on() {
    let mut bench = Bench::full();
    assert_eq!(run(&bench).asking, Asking::Asks);
    assert_eq!(bench.must(leave(bench.turn())).len(), 1);
    bench.restart();
    assert_eq!((run(&bench).state, run(&bench).asking), (RunState::PausedContext, Asking::Left));
    assert_eq!(bench.must(leave(bench.turn())), [], "said twice");
    bench.must(resume(bench.turn()));
    assert_eq!(bench.must(leave(bench.turn())), [], "said too late");
    bench.reads(8_000);
    assert_eq!((run(&bench).state, run(&bench).asking), (RunState::PausedContext, Asking::Asks));
    for mut limited in [Bench::paused(), crate::limits::spent_again()] {
        limited.must(leave(limited.turn()));
        assert_eq!(run(&limited).asking, Asking::Left);
    }
    let unknown = bench.tries(&bench.state, &leave(TurnId::new("none")));
    assert!(matches!(unknown, Err(Rejection::Refused(refusal)) if refusal.code == RefusalCode::UnknownTurn));
}

#[test]
fn a_turn_whose_model_makes_no_notes_goes_on_with_notes_of_the_engine() {
    let mut bench = Bench::with_window(12_288);
    while notes(&bench.state).is_none() {
        bench.reply(says(&"and so on ".repeat(400)));
        bench.must(submit("And the next part?"));
        for answer in [None, Some("I would rather not.")] {
            if bench.phase() == RunState::Compacting {
                bench.must(summary(&bench, answer));
            }
        }
    }
    assert_eq!(bench.phase(), RunState::StreamingModel);
    let notes = notes(&bench.state).unwrap();
    assert!(notes.goal.starts_with("hello"), "{notes:?}");
    assert!(notes.decisions.iter().any(|line| line.contains("And the next part?")), "{notes:?}");
    let occupancy = bench.state.run().unwrap().measure.clone().unwrap().occupancy;
    assert!(occupancy.per_mille() < 920, "{occupancy:?}");
}

#[test]
fn what_goes_out_of_view_is_marked_for_the_person_where_it_happens() {
    let mut bench = Bench::compacting();
    bench.must(summary(&bench, Some(r#"{"goal": "say hello", "facts": [{"text": "It is blue."}]}"#)));
    let items = view::snapshot(&bench.state, None).unwrap().items;
    let marks: Vec<(NoticeCode, String)> = items
        .into_iter()
        .filter_map(|item| match item.body {
            fairlead_protocol::item::ItemBody::Notice { code, text } => Some((code, text)),
            _ => None,
        })
        .collect();
    assert_eq!(marks, [(NoticeCode::ContextCompacted, "Goal: say hello\nFacts:\n- It is blue.".to_owned())]);
}

/// The copy, as its worker reads it.
fn copied(state: &ThreadState, carry: Carry) -> Bench {
    let leaf = state.leaf().unwrap().clone();
    let forked = fork(state, &leaf, &ThreadId::new("copy"), carry, Timestamp(9_000), &Ids::new("copy"));
    let forked = forked.unwrap_or_else(|refusal| panic!("{}", refusal.message));
    let loaded = ThreadState::load(ThreadRows {
        thread: forked.thread,
        nodes: forked.nodes,
        runs: Vec::new(),
        steers: Vec::new(),
        approvals: Vec::new(),
        interactions: Vec::new(),
        attachments: Vec::new(),
    });
    assert_eq!(rows(&loaded).unwrap().nodes.len(), loaded.path().len());
    let mut bench = Bench::of(loaded);
    bench.connections[0].models.first.context_window = Some(12_288);
    bench
}

fn occupancy_of_next(bench: &mut Bench) -> Occupancy {
    bench.must(submit("Go on"));
    assert_eq!(bench.phase(), RunState::StreamingModel);
    bench.state.run().unwrap().measure.clone().unwrap().occupancy
}

#[test]
fn a_copy_that_is_abridged_has_room_whatever_filled_the_window() {
    let mut talks = Bench::with_window(12_288);
    for _ in 0..3 {
        talks.reply(says(&"and so on ".repeat(400)));
        talks.must(submit(&"价格".repeat(900)));
        while talks.phase() == RunState::Compacting {
            talks.must(summary(&talks, None));
        }
    }
    talks.reply(says("enough"));
    for full in [Bench::full(), too_long(), talks] {
        let mut copy = copied(&full.state, Carry::Abridged);
        let next = occupancy_of_next(&mut copy);
        assert!(next.per_mille() < 700, "{next:?}");
        assert!(full.state.nodes.len() < copy.state.nodes.len(), "all of it is there");
    }
}

#[test]
fn a_copy_knows_what_was_wanted_and_done_and_reads_back_what_it_does_not_see() {
    let mut bench = Bench::with_window(12_288);
    bench.reply(calls([("click", json!({"element": "Buy Aurora", "ref": "s1_1"}))]));
    bench.must(bench.allow());
    bench.must(bench.tool_done());
    for _ in 0..3 {
        if bench.phase() != RunState::StreamingModel {
            break;
        }
        bench.reads(2_000);
    }
    if bench.phase() == RunState::Compacting {
        bench.must(bench.interrupt());
    }
    let mut copy = copied(&bench.state, Carry::Abridged);
    let masked: Vec<NodeId> = copy
        .state
        .nodes
        .iter()
        .filter_map(|node| match &node.body {
            NodeBody::ContextMasked { results } => Some(results.clone()),
            _ => None,
        })
        .flatten()
        .collect();
    copy.must(submit("Go on"));
    let said = serde_json::to_string(&copy.messages()).unwrap();
    assert!(said.contains("hello") && said.contains("Buy Aurora"), "{said}");
    let known = masked.last().unwrap().clone();
    copy.reply(calls([("recall_result", json!({"node": known.as_str()}))]));
    assert!(serde_json::to_string(copy.messages().last().unwrap()).unwrap().contains("some some"));
}

#[test]
fn a_copy_that_has_room_anyway_is_shown_as_it_was() {
    let mut bench = Bench::with_window(100_000);
    bench.reads(2_000);
    bench.reply(says("done"));
    let (whole, abridged) = (copied(&bench.state, Carry::Whole), copied(&bench.state, Carry::Abridged));
    assert_eq!(whole.state.nodes.len(), abridged.state.nodes.len());
}
