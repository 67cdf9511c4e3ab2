//! The tree: other versions of a Turn beside it, the way between them, what is erased, and what is damaged.

use crate::bench::{Bench, rows, said};
use crate::inputs::{calls, edit, enqueue, erase, regenerate, resume, says, select, steer, submit};
use fairlead_engine::{Fact, Input, ThreadState, announce, apply, tree, view};
use fairlead_protocol::event::Event;
use fairlead_protocol::ids::{NodeId, Seq, TurnId};
use fairlead_protocol::node::{Node, NodeBody, NoticeCode};
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::RunState;
use serde_json::json;

/// A Thread with these Turns, one behind the other, each answered by its own name in capitals.
fn talk<const N: usize>(turns: [&str; N]) -> Bench {
    let mut bench = Bench::new();
    bench.must(Input::Command(fairlead_protocol::command::CommandBody::ThreadCreate {
        thread: crate::bench::thread(),
    }));
    for text in turns {
        say(&mut bench, text);
    }
    bench
}

fn say(bench: &mut Bench, text: &str) {
    bench.must(submit(text));
    bench.reply(says(&text.to_uppercase()));
}

/// Another Turn beside one, whole.
fn beside(bench: &mut Bench, of: &str, text: &str) {
    bench.must(edit(turn(bench, of), text));
    bench.reply(says(&text.to_uppercase()));
}

/// The Turn that began with this text, wherever it stands.
fn turn(bench: &Bench, text: &str) -> TurnId {
    let node = bench
        .state
        .nodes
        .iter()
        .find(|node| matches!(&node.body, NodeBody::UserMessage { text: said, .. } if said == text));
    node.unwrap().turn.clone()
}

fn first(bench: &Bench, text: &str) -> NodeId {
    tree::first_of(&bench.state, &turn(bench, text)).unwrap()
}

/// The places with more than one Turn: which of how many is on the path.
fn forks(bench: &Bench) -> Vec<(u32, usize)> {
    tree::forks(&bench.state).iter().map(|fork| (fork.at, fork.siblings.len())).collect()
}

#[test]
fn an_edited_message_stands_beside_the_one_it_was_made_of() {
    let mut bench = talk(["a", "b"]);
    let turn = bench.turn();
    bench.must(edit(turn, "other"));
    assert_eq!(said(&bench.state), ["a", "other"]);
    assert_eq!(bench.phase(), RunState::StreamingModel);
    assert_eq!(forks(&bench), [(1, 2)]);
    let told = serde_json::to_string(&bench.messages()).unwrap();
    assert!(!told.contains("B\""), "the model is not told of the other version");
}

#[test]
fn any_turn_on_or_off_the_path_can_be_forked_and_the_first_one_too() {
    let mut bench = talk(["a", "b", "c"]);
    beside(&mut bench, "b", "b2");
    assert_eq!(said(&bench.state), ["a", "b2"], "in the middle of a path");
    beside(&mut bench, "a", "a2");
    assert_eq!(said(&bench.state), ["a2"], "at the root");
    beside(&mut bench, "b", "b3");
    assert_eq!(said(&bench.state), ["a", "b3"], "off the path");
    assert_eq!(forks(&bench), [(0, 2), (2, 3)]);
}

#[test]
fn a_message_is_answered_again_with_the_same_words_and_tab() {
    let mut bench = talk(["a", "b"]);
    let b = bench.turn();
    bench.must(regenerate(b.clone()));
    assert_eq!(said(&bench.state), ["a", "b"]);
    assert_ne!(bench.turn(), b);
    let tabs: Vec<_> = bench
        .state
        .nodes
        .iter()
        .filter_map(|node| match &node.body {
            NodeBody::UserMessage { tab, .. } => Some(tab.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(tabs[1], tabs[2]);
}

#[test]
fn a_fork_is_refused_while_a_turn_runs_and_for_a_turn_that_is_not_there() {
    for (name, mut bench) in Bench::live() {
        let turn = bench.turn();
        let node = bench.state.nodes.iter().next().unwrap().id.clone();
        assert_eq!(bench.refused(&edit(turn.clone(), "x")), RefusalCode::Busy, "{name}");
        assert_eq!(bench.refused(&select(node)), RefusalCode::Busy, "{name}");
        assert_eq!(bench.refused(&erase(turn)), RefusalCode::Busy, "{name}");
    }
    let mut bench = Bench::held();
    let waiting = bench.state.queue[0].clone();
    for turn in [TurnId::new("r_none"), waiting] {
        assert_eq!(bench.refused(&edit(turn.clone(), "x")), RefusalCode::UnknownTurn);
        assert_eq!(bench.refused(&erase(turn)), RefusalCode::UnknownTurn);
    }
    assert_eq!(bench.refused(&select(NodeId::new("n_none"))), RefusalCode::UnknownNode);
    assert_eq!(bench.refused(&edit(bench.turn(), "  ")), RefusalCode::EmptyMessage);
}

#[test]
fn a_branch_is_shown_down_to_its_newest_end() {
    let mut bench = talk(["a", "b", "c"]);
    beside(&mut bench, "c", "c2");
    beside(&mut bench, "b", "b2");
    say(&mut bench, "d");
    assert_eq!(said(&bench.state), ["a", "b2", "d"]);
    bench.must(select(first(&bench, "b")));
    assert_eq!(said(&bench.state), ["a", "b", "c2"]);
    bench.must(select(first(&bench, "c")));
    assert_eq!(said(&bench.state), ["a", "b", "c"]);
    bench.must(select(first(&bench, "a")));
    assert_eq!(said(&bench.state), ["a", "b2", "d"], "the newest child, whatever was shown last");
    assert_eq!(bench.must(select(first(&bench, "d"))), [], "it is shown already");
}

#[test]
fn whoever_looks_at_a_thread_gets_it_whole_when_its_path_changes() {
    let mut bench = talk(["a"]);
    beside(&mut bench, "a", "a2");
    for input in [select(first(&bench, "a")), edit(turn(&bench, "a"), "a3")] {
        let before = bench.state.clone();
        let facts = bench.must(input);
        let told = announce(&before, &facts, &bench.state);
        let whole = told.iter().find_map(|event| match event {
            Event::ThreadSnapshot { snapshot } => Some(snapshot.clone()),
            _ => None,
        });
        let whole = whole.unwrap();
        let shown = view::snapshot(&bench.state, None).unwrap();
        assert_eq!((whole.items, whole.forks), (shown.items, shown.forks));
        assert_eq!(whole.live.is_some(), bench.state.live_run().is_some());
    }
}

#[test]
fn the_run_of_the_shown_branch_is_the_one_that_can_be_continued() {
    let mut bench = talk(["a"]);
    bench.must(edit(turn(&bench, "a"), "a2"));
    bench.must(bench.interrupt());
    let stopped = bench.turn();
    bench.must(select(first(&bench, "a")));
    assert_eq!(bench.refused(&resume(stopped.clone())), RefusalCode::NotResumable);
    bench.must(select(first(&bench, "a2")));
    bench.must(resume(stopped));
    assert_eq!(bench.phase(), RunState::StreamingModel);
}

#[test]
fn a_stopped_turn_is_the_newest_again_once_what_followed_it_is_erased() {
    let mut bench = talk(["a"]);
    bench.must(submit("b"));
    bench.must(bench.interrupt());
    let stopped = bench.turn();
    say(&mut bench, "c");
    assert_eq!(bench.refused(&resume(stopped.clone())), RefusalCode::NotResumable);
    bench.must(erase(bench.turn()));
    bench.restart();
    bench.must(resume(stopped));
    assert_eq!(
        (said(&bench.state), bench.phase()),
        (vec!["a".to_owned(), "b".to_owned()], RunState::StreamingModel)
    );
}

#[test]
fn an_erased_turn_is_nowhere_and_what_follows_is_read_on() {
    let mut bench = talk(["alpha", "beta", "gamma"]);
    let erased = turn(&bench, "beta");
    bench.must(erase(erased.clone()));
    assert_eq!(said(&bench.state), ["alpha", "gamma"]);
    for text in [
        serde_json::to_string(&bench.messages()).unwrap(),
        serde_json::to_string(&view::snapshot(&bench.state, None).unwrap()).unwrap(),
        format!("{:?}", bench.state.nodes),
    ] {
        assert!(!text.to_lowercase().contains("beta"), "{text}");
        assert!(text.contains("gamma") && text.contains("alpha"));
    }
    assert!(bench.state.turn_nodes(&erased).all(|node| node.body == NodeBody::Tombstone));
    bench.restart();
    assert_eq!(said(&bench.state), ["alpha", "gamma"]);
    assert_eq!(bench.must(erase(erased.clone())), [], "once is enough");
    assert_eq!(bench.refused(&edit(erased, "x")), RefusalCode::UnknownTurn);
    say(&mut bench, "delta");
    assert_eq!(said(&bench.state), ["alpha", "gamma", "delta"]);
}

#[test]
fn erasing_the_end_that_is_shown_shows_the_newest_version_beside_it() {
    let mut bench = talk(["a", "b"]);
    beside(&mut bench, "b", "b2");
    say(&mut bench, "c");
    beside(&mut bench, "b", "b3");
    bench.must(erase(bench.turn()));
    assert_eq!(said(&bench.state), ["a", "b2", "c"]);
    assert_eq!(forks(&bench), [(1, 2)]);
}

#[test]
fn erasing_the_only_end_shows_what_it_followed_and_the_next_message_follows_that() {
    let mut bench = talk(["a", "b"]);
    bench.must(submit("c"));
    let failed = bench.turn();
    bench.must(bench.model_fails());
    bench.must(erase(failed.clone()));
    assert_eq!(said(&bench.state), ["a", "b"]);
    assert_eq!(bench.turn(), turn(&bench, "b"));
    assert_eq!(bench.refused(&resume(failed)), RefusalCode::NotResumable, "there is nothing to go on with");
    bench.must(erase(turn(&bench, "b")));
    bench.must(erase(turn(&bench, "a")));
    assert_eq!((said(&bench.state), bench.state.leaf()), (Vec::new(), None));
    assert!(view::snapshot(&bench.state, None).unwrap().items.is_empty());
    bench.restart();
    say(&mut bench, "anew");
    assert_eq!(said(&bench.state), ["anew"]);
    bench.must(select(first(&bench, "anew")));
}

#[test]
fn a_branch_of_which_all_was_erased_is_never_gone_to() {
    let mut bench = talk(["a", "b"]);
    beside(&mut bench, "b", "b2");
    let gone = first(&bench, "b2");
    bench.must(select(first(&bench, "b")));
    bench.must(erase(turn(&bench, "b2")));
    bench.must(select(first(&bench, "a")));
    assert_eq!(said(&bench.state), ["a", "b"], "b2 is the newer one, and nothing of it is left");
    assert_eq!(forks(&bench), []);
    assert_eq!(bench.refused(&select(gone)), RefusalCode::UnknownNode);
}

#[test]
fn what_followed_an_erased_turn_stands_in_its_place_among_the_versions() {
    let mut bench = talk(["a", "b", "c"]);
    beside(&mut bench, "b", "b2");
    bench.must(select(first(&bench, "c")));
    bench.must(erase(turn(&bench, "b")));
    assert_eq!(said(&bench.state), ["a", "c"]);
    assert_eq!(forks(&bench), [(0, 2)], "b2 can still be gone to");
    bench.must(select(first(&bench, "b2")));
    assert_eq!(said(&bench.state), ["a", "b2"]);
    bench.must(erase(turn(&bench, "b2")));
    assert_eq!(said(&bench.state), ["a", "c"], "and back");
    beside(&mut bench, "c", "c2");
    assert_eq!((said(&bench.state), forks(&bench)), (vec!["a".to_owned(), "c2".to_owned()], vec![(1, 2)]));
}

#[test]
fn a_call_id_of_an_erased_turn_is_forgotten_live_as_after_a_load() {
    let mut bench = talk(["a"]);
    bench.must(submit("b"));
    let mut reply = calls([("tabs_list", json!({}))]);
    reply.calls[0].id = "call_1".to_owned();
    bench.reply(reply);
    bench.must(bench.tool_done());
    bench.reply(says("B"));
    let (call, mut long) = (call_of(&bench), bench.clone());
    while long.state.nodes.len() < 200 {
        say(&mut long, "more");
    }
    for mut bench in [bench, long] {
        bench.must(erase(turn(&bench, "b")));
        let loaded = ThreadState::load(rows(&bench.state).unwrap());
        for state in [&bench.state, &loaded] {
            assert!(!state.nodes.has_call_id("call_1"));
            assert_eq!(state.result_of(&call), None);
        }
    }
}

fn call_of(bench: &Bench) -> NodeId {
    let call = bench.state.nodes.iter().find(|node| matches!(node.body, NodeBody::ToolCall { .. }));
    call.unwrap().id.clone()
}

/// The Thread as it would be read if a row were not there.
fn without(bench: &Bench, lost: &NodeId) -> ThreadState {
    let mut rows = rows(&bench.state).unwrap();
    rows.nodes.retain(|node| node.id != *lost);
    ThreadState::load(rows)
}

/// The state that a worker makes of it.
fn booted(bench: &Bench, damaged: &ThreadState) -> (ThreadState, Vec<Fact>) {
    let mut state = damaged.clone();
    let facts = bench.would(damaged, &Input::Booted);
    for fact in &facts {
        apply(&mut state, fact, bench.now());
    }
    (state, facts)
}

fn is_whole(state: &ThreadState) -> bool {
    state.path().first().is_none_or(|root| root.parent.is_none()) && tree::repaired_leaf(state).is_none()
}

#[test]
fn whichever_node_is_lost_the_thread_can_be_read_and_goes_on() {
    let mut called = talk(["a"]);
    called.must(submit("b"));
    called.reply(calls([("tabs_list", json!({})), ("tabs_list", json!({}))]));
    called.must(called.tool_done());
    let running = called.clone();
    called.must(called.tool_done());
    called.reply(says("B"));
    say(&mut called, "c");
    for bench in [called, running] {
        let ids: Vec<NodeId> = bench.state.nodes.iter().map(|node| node.id.clone()).collect();
        for lost in ids {
            let damaged = without(&bench, &lost);
            let (state, facts) = booted(&bench, &damaged);
            assert!(is_whole(&state), "{lost}");
            let told = state.path().iter().any(|node| {
                matches!(node.body, NodeBody::SystemNotice { code: NoticeCode::RepairedBranch, .. })
            });
            assert!(told, "{lost}: nobody is told");
            assert!(state.live_run().is_none(), "{lost}: what ran cannot be known from half of it");
            let ended = facts.iter().any(|fact| matches!(fact, Fact::TurnInterrupted { .. }));
            assert_eq!(ended, bench.state.live_run().is_some(), "{lost}");
            crate::bench::well_formed(&state);
            assert_eq!(ThreadState::load(rows(&state).unwrap()), state, "{lost}");
            let offered = tree::forks(&state).into_iter().flat_map(|fork| fork.siblings);
            for first in offered {
                assert!(tree::is_branch(&state, &first), "{lost}: {first} is offered and cannot be gone to");
            }
            let (_, again) = booted(&bench, &state);
            assert_eq!(again, [], "{lost}: it is repaired once");
            assert!(!bench.would(&state, &submit("on")).is_empty());
        }
    }
}

#[test]
fn a_leaf_that_names_nothing_goes_to_the_newest_node_that_reaches_the_root() {
    let bench = talk(["a", "b"]);
    let mut damaged = bench.state.clone();
    damaged.thread.as_mut().unwrap().leaf = Some(NodeId::new("n_none"));
    let newest = bench.state.nodes.iter().next_back().unwrap().id.clone();
    assert_eq!(tree::repaired_leaf(&damaged), Some(Some(newest)));
    let (state, _) = booted(&bench, &ThreadState::load(rows(&damaged).unwrap()));
    assert_eq!(said(&state), ["a", "b"]);
}

#[test]
fn parents_in_a_circle_hang_nothing() {
    let bench = talk(["a", "b"]);
    let mut rows = rows(&bench.state).unwrap();
    rows.nodes.sort_by_key(|node| node.seq);
    let last = rows.nodes.last().unwrap().id.clone();
    rows.nodes[2].parent = Some(last.clone());
    let damaged = ThreadState::load(rows);
    assert!(damaged.path().len() <= damaged.nodes.len());
    assert!(!tree::is_branch(&damaged, &last));
    let _ = (tree::forks(&damaged), tree::deepest(&damaged, &last), view::snapshot(&damaged, None));
    let (state, _) = booted(&bench, &damaged);
    assert!(is_whole(&state));
    assert_eq!(said(&state), ["a"]);

    let all_in_a_circle = Node { parent: Some(NodeId::new("n")), ..node("n", 1) };
    let mut state = ThreadState::absent(crate::bench::thread());
    state.nodes = [all_in_a_circle].into_iter().collect();
    state.thread = bench.state.thread;
    state.thread.as_mut().unwrap().leaf = Some(NodeId::new("n"));
    assert_eq!(state.path().len(), 1);
    assert_eq!(tree::repaired_leaf(&state), Some(None));
    assert_eq!(tree::deepest(&state, &NodeId::new("n")), NodeId::new("n"));
}

fn node(id: &str, seq: u64) -> Node {
    Node {
        id: NodeId::new(id),
        thread: crate::bench::thread(),
        turn: TurnId::new("r"),
        parent: None,
        seq: Seq(seq),
        at: Default::default(),
        body: NodeBody::Tombstone,
    }
}

#[test]
fn a_steer_and_a_waiting_message_outlive_a_repair() {
    let mut bench = talk(["a"]);
    bench.must(submit("b"));
    bench.must(enqueue("next"));
    bench.must(steer(bench.turn(), "wait"));
    let lost = bench.state.leaf().cloned().unwrap();
    let (state, _) = booted(&bench, &without(&bench, &lost));
    assert!(state.steers.is_empty());
    let kept = state
        .nodes
        .iter()
        .any(|node| matches!(&node.body, NodeBody::UserMessage { text, .. } if text == "wait"));
    assert!(kept);
    assert_eq!(view::queue(&state).len(), 1);
}
