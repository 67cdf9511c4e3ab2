//! Messages that wait behind the running Turn: eight at most, in an order that is kept, held when that Turn did not end by itself.

use crate::bench::{Bench, connection, said};
use crate::inputs::{
    enqueue, queue_hold, queue_move, queue_release, queue_remove, queue_update, resume, says, submit,
};
use fairlead_engine::{Fact, Input, ThreadState, announce, view};
use fairlead_protocol::approval::Answer;
use fairlead_protocol::caps;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::event::Event;
use fairlead_protocol::ids::{ConnectionId, TurnId};
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::permission::Policy;
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::{Overrides, Phase, RunState};
use fairlead_protocol::thread::QueueMode;

fn texts(state: &ThreadState) -> Vec<String> {
    view::queue(state).into_iter().map(|waiting| waiting.text).collect()
}

fn mode(bench: &Bench) -> QueueMode {
    bench.state.thread.as_ref().unwrap().queue
}

/// A Turn runs and these wait.
fn behind<const N: usize>(waiting: [&str; N]) -> Bench {
    let mut bench = Bench::streaming();
    for text in waiting {
        bench.must(enqueue(text));
    }
    bench
}

fn at(bench: &Bench, place: usize) -> TurnId {
    bench.state.queue[place].clone()
}

#[test]
fn a_submit_while_a_turn_runs_lines_up_in_every_live_phase() {
    for (name, mut bench) in Bench::live() {
        let (turn, leaf) = (bench.turn(), bench.state.leaf().cloned());
        let waited = bench.state.queue.len();
        let facts = bench.must(submit("next"));
        assert!(matches!(facts.as_slice(), [Fact::TurnQueued { .. }]), "{name}");
        assert_eq!((bench.turn(), bench.state.leaf().cloned()), (turn, leaf), "{name}");
        assert_eq!(bench.state.queue.len(), waited + 1, "{name}");
    }
}

#[test]
fn eight_messages_wait_and_no_more_and_each_follows_in_its_turn() {
    let mut bench = Bench::streaming();
    for count in 0..caps::QUEUED_TURNS {
        bench.must(submit(&format!("hello {count}")));
    }
    assert_eq!(bench.refused(&submit("one more")), RefusalCode::QueueFull);
    assert_eq!(bench.refused(&enqueue("one more")), RefusalCode::QueueFull);
    for _ in 0..=caps::QUEUED_TURNS {
        bench.reply(says("hi"));
    }
    assert_eq!(bench.phase(), RunState::Completed);
    let expected = (0..caps::QUEUED_TURNS).map(|count| format!("hello {count}"));
    assert_eq!(said(&bench.state)[1..], expected.collect::<Vec<_>>());
}

#[test]
fn the_order_is_that_of_the_places_after_moves_removals_and_loads() {
    let mut bench = behind(["a", "b", "c", "d"]);
    bench.must(queue_move(at(&bench, 3), 0));
    assert_eq!(texts(&bench.state), ["d", "a", "b", "c"]);
    bench.must(queue_move(at(&bench, 1), 99));
    assert_eq!(texts(&bench.state), ["d", "b", "c", "a"]);
    bench.must(queue_remove(at(&bench, 1)));
    bench.must(enqueue("e"));
    assert_eq!(texts(&bench.state), ["d", "c", "a", "e"]);
    bench.restart();
    assert_eq!(texts(&bench.state), ["d", "c", "a", "e"]);
    bench.reply(says("done"));
    assert_eq!(said(&bench.state), ["hello", "d"]);
}

#[test]
fn a_waiting_message_is_rewritten_and_checked_as_a_new_one_is() {
    let mut bench = behind(["a"]);
    bench.must(queue_update(at(&bench, 0), "better"));
    assert_eq!(texts(&bench.state), ["better"]);
    assert_eq!(bench.refused(&queue_update(at(&bench, 0), " ")), RefusalCode::EmptyMessage);
    let long = "x".repeat(caps::MESSAGE_BYTES + 1);
    assert_eq!(bench.refused(&queue_update(at(&bench, 0), &long)), RefusalCode::TooLarge);
}

#[test]
fn what_does_not_wait_any_more_cannot_be_changed_moved_or_removed() {
    let mut bench = behind(["a"]);
    let started = at(&bench, 0);
    bench.reply(says("done"));
    for input in [
        queue_update(started.clone(), "b"),
        queue_remove(started.clone()),
        queue_move(started, 0),
        queue_remove(TurnId::new("r_none")),
    ] {
        assert_eq!(bench.refused(&input), RefusalCode::UnknownTurn);
    }
    assert_eq!(said(&bench.state), ["hello", "a"]);
}

#[test]
fn an_interrupt_of_a_waiting_message_takes_it_away_and_stops_nothing() {
    let mut bench = behind(["a"]);
    let waiting = at(&bench, 0);
    bench.must(Input::Command(CommandBody::TurnInterrupt { thread: crate::bench::thread(), turn: waiting }));
    assert!(bench.state.queue.is_empty());
    assert_eq!(bench.phase(), RunState::StreamingModel);
}

/// The running Turn does not end by itself.
fn cut_short() -> Vec<(&'static str, Bench)> {
    let mut stopped = behind(["a", "b"]);
    stopped.must(stopped.interrupt());
    let mut failed = behind(["a", "b"]);
    failed.must(failed.model_fails());
    let mut denied = Bench::waiting();
    denied.must(enqueue("a"));
    denied.must(enqueue("b"));
    denied.must(denied.answer(Answer::DenyAndStop));
    let mut drifted = behind(["a", "b"]);
    drifted.connections[0].base_url = "https://elsewhere.example".to_owned();
    drifted.restart();
    let mut paused = Bench::streaming();
    paused.must(enqueue("a"));
    paused.must(enqueue("b"));
    paused.breaks_arguments();
    vec![
        ("stopped", stopped),
        ("failed", failed),
        ("denied", denied),
        ("drifted", drifted),
        ("paused", paused),
    ]
}

#[test]
fn waiting_messages_are_held_when_the_turn_before_them_did_not_end_by_itself() {
    for (name, mut bench) in cut_short() {
        assert!(bench.state.live_run().is_none(), "{name}");
        assert_eq!(
            (mode(&bench), texts(&bench.state).as_slice()),
            (QueueMode::Held, ["a".to_owned(), "b".to_owned()].as_slice()),
            "{name}"
        );
        bench.restart();
        assert!(bench.state.live_run().is_none(), "{name}: a new worker starts nothing that is held");
        bench.must(queue_release());
        assert_eq!((mode(&bench), texts(&bench.state)), (QueueMode::Flowing, vec!["b".to_owned()]), "{name}");
        assert_eq!(said(&bench.state).last().unwrap(), "a", "{name}");
        bench.reply(says("done"));
        assert_eq!(said(&bench.state).last().unwrap(), "b", "{name}");
    }
}

#[test]
fn send_now_starts_that_message_and_leaves_the_rest_held() {
    for (name, mut bench) in cut_short() {
        bench.must(resume(at(&bench, 1)));
        assert_eq!(said(&bench.state).last().unwrap(), "b", "{name}");
        bench.reply(says("done"));
        assert_eq!((mode(&bench), texts(&bench.state)), (QueueMode::Held, vec!["a".to_owned()]), "{name}");
        assert!(bench.state.live_run().is_none(), "{name}");
    }
}

#[test]
fn send_now_waits_for_nobody_else_and_is_refused_while_a_turn_runs() {
    let mut bench = behind(["a"]);
    assert_eq!(bench.refused(&resume(at(&bench, 0))), RefusalCode::Busy);
}

#[test]
fn continuing_the_stopped_turn_leaves_the_rest_held_too() {
    for (name, mut bench) in cut_short().into_iter().filter(|(name, _)| *name != "drifted") {
        bench.must(resume(bench.turn()));
        bench.reply(says("done"));
        assert_eq!((mode(&bench), texts(&bench.state).len()), (QueueMode::Held, 2), "{name}");
    }
}

#[test]
fn while_messages_are_held_a_new_one_goes_first_and_an_enqueued_one_lines_up() {
    let (_, mut bench) = cut_short().remove(0);
    bench.must(enqueue("c"));
    assert_eq!(texts(&bench.state), ["a", "b", "c"]);
    assert!(bench.state.live_run().is_none());
    bench.must(submit("first"));
    assert_eq!(said(&bench.state).last().unwrap(), "first");
    assert_eq!((mode(&bench), texts(&bench.state).len()), (QueueMode::Held, 3));
}

#[test]
fn a_queue_that_was_held_by_hand_stays_when_the_turn_ends() {
    let mut bench = behind(["a"]);
    bench.must(queue_hold());
    bench.reply(says("done"));
    assert_eq!((bench.phase(), mode(&bench)), (RunState::Completed, QueueMode::Held));
    assert_eq!(texts(&bench.state), ["a"]);
}

#[test]
fn a_queue_that_is_released_while_a_turn_runs_goes_on_when_it_ends() {
    let mut bench = behind(["a"]);
    bench.must(queue_hold());
    bench.must(queue_release());
    assert_eq!(said(&bench.state), ["hello"]);
    bench.reply(says("done"));
    assert_eq!(said(&bench.state), ["hello", "a"]);
}

#[test]
fn an_empty_queue_is_never_held() {
    let mut bench = Bench::streaming();
    bench.must(queue_hold());
    assert_eq!(mode(&bench), QueueMode::Flowing);
    bench.must(enqueue("a"));
    bench.must(queue_hold());
    bench.must(queue_remove(at(&bench, 0)));
    assert_eq!(mode(&bench), QueueMode::Flowing);
    bench.must(bench.interrupt());
    assert_eq!(mode(&bench), QueueMode::Flowing, "nothing waited");
    bench.must(enqueue("b"));
    assert_eq!(said(&bench.state).last().unwrap(), "b", "nothing held it");
}

#[test]
fn an_ending_that_the_model_chose_lets_the_next_message_start_in_the_same_decision() {
    let mut bench = behind(["a"]);
    let (first, next) = (bench.turn(), at(&bench, 0));
    let before = bench.state.clone();
    let facts = bench.must(Input::ModelReplied { effect: bench.effect(), reply: says("done") });
    let told = announce(&before, &facts, &bench.state);
    let order: Vec<&TurnId> = told
        .iter()
        .filter_map(|event| match event {
            Event::TurnComplete { turn, .. } | Event::TurnStart { turn, .. } => Some(turn),
            _ => None,
        })
        .collect();
    assert_eq!(order, [&first, &next]);
    assert!(told.iter().any(|event| matches!(event, Event::QueueUpdated { queue, .. } if queue.is_empty())));
    assert_eq!(bench.turn(), next);
}

#[test]
fn a_waiting_turn_stands_on_the_world_of_the_moment_it_starts() {
    let mut bench = behind(["a"]);
    let waiting = at(&bench, 0);
    bench.connections[0].models.first.id = "newer".to_owned();
    bench.settings.policy = Policy::Always;
    bench.reply(says("done"));
    let environment = &bench.state.runs.get(&waiting).unwrap().environment;
    assert_eq!((environment.model.as_str(), environment.policy), ("newer", Policy::Always));
    let told = bench.state.turn_nodes(&waiting).any(
        |node| matches!(&node.body, NodeBody::TurnContext { environment: frozen, .. } if frozen == environment),
    );
    assert!(told, "the context says the same");
    bench.connections[0].models.first.id = "newest".to_owned();
    bench.restart();
    assert_eq!(
        bench.state.runs.get(&waiting).unwrap().environment.model,
        "newer",
        "once started it is frozen"
    );
}

#[test]
fn what_the_person_chose_for_a_waiting_message_holds_when_it_starts() {
    let mut bench = Bench::streaming();
    let overrides = Overrides { model: Some("chosen".to_owned()), ..Overrides::default() };
    bench.must(Input::Command(CommandBody::TurnEnqueue {
        thread: crate::bench::thread(),
        text: "a".to_owned(),
        tab: None,
        attachments: Vec::new(),
        overrides,
    }));
    bench.reply(says("done"));
    assert_eq!(bench.state.run().unwrap().environment.model, "chosen");
}

#[test]
fn a_waiting_turn_that_cannot_start_stays_and_is_held_until_it_can() {
    let mut bench = behind(["a"]);
    let waiting = at(&bench, 0);
    bench.connections.clear();
    bench.reply(says("done"));
    assert_eq!((bench.phase(), mode(&bench)), (RunState::Completed, QueueMode::Held));
    assert!(matches!(bench.state.runs.get(&waiting).unwrap().phase, Phase::Queued { .. }));
    assert_eq!(bench.refused(&resume(waiting.clone())), RefusalCode::NoConnection);
    bench.must(queue_release());
    assert_eq!(mode(&bench), QueueMode::Held, "it still cannot");
    bench
        .connections
        .push(fairlead_protocol::connection::Connection { id: ConnectionId::new("other"), ..connection() });
    bench.must(queue_release());
    assert_eq!((bench.turn(), bench.phase()), (waiting, RunState::StreamingModel));
}

#[test]
fn a_worker_that_starts_beside_waiting_messages_asks_before_it_sends_them() {
    let mut bench = behind(["a"]);
    bench.must(queue_hold());
    bench.reply(says("done"));
    let row = bench.state.thread.as_mut().unwrap();
    row.queue = QueueMode::Flowing;
    let loaded = ThreadState::load(crate::bench::rows(&bench.state).unwrap());
    let facts = bench.would(&loaded, &Input::Booted);
    assert_eq!(facts, [Fact::QueueModeSet { mode: QueueMode::Held }]);
}
