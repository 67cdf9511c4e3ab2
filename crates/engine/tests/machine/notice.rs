//! What is worth a notification, and how little is in it.

use crate::bench::Bench;
use crate::inputs::{answer, respond, says};
use fairlead_engine::notice::{Told, notice, standing, told};
use fairlead_engine::{Input, ThreadState};
use fairlead_protocol::approval::Answer;
use fairlead_protocol::caps;
use fairlead_protocol::ids::Timestamp;
use fairlead_protocol::notice::Occasion;
use fairlead_protocol::settings::{NotificationTitles, Notifications, Settings};

fn occasion(bench: &Bench) -> Option<Occasion> {
    standing(&bench.state).map(|(occasion, _)| occasion)
}

/// The Turn took this long.
fn after(mut bench: Bench, ms: i64) -> ThreadState {
    let turn = bench.turn();
    let run = bench.state.runs.get_mut(&turn).unwrap();
    run.updated_at = Timestamp(run.created_at.0 + ms);
    bench.state
}

#[test]
fn each_phase_that_waits_for_the_person_is_an_occasion_and_no_other_is() {
    let found: Vec<_> = Bench::all()
        .into_iter()
        .filter_map(|(name, bench)| occasion(&bench).map(|occasion| (name, occasion)))
        .collect();
    let wanted = [
        ("waiting", Occasion::Approval),
        ("asking", Occasion::Question),
        ("acting", Occasion::Action),
        ("locked", Occasion::Locked),
        ("full", Occasion::Limit),
        ("uncertain", Occasion::Uncertain),
        ("paused", Occasion::Limit),
    ];
    assert_eq!(found, wanted);
}

#[test]
fn the_end_of_a_turn_is_one_only_if_it_took_its_time() {
    for (bench, wanted) in [(Bench::completed(), Occasion::Done), (Bench::failed(), Occasion::Failed)] {
        assert_eq!(standing(&after(bench.clone(), caps::LONG_TURN_MS - 1)), None);
        let long = after(bench, caps::LONG_TURN_MS);
        assert_eq!(standing(&long).map(|(occasion, _)| occasion), Some(wanted));
    }
    assert_eq!(standing(&after(Bench::interrupted(), caps::LONG_TURN_MS)), None, "they stopped it");
}

#[test]
fn a_card_is_told_once_and_over_once_it_is_answered() {
    let streaming = Bench::streaming();
    let mut bench = Bench::waiting();
    assert_eq!(told(&streaming.state, &bench.state), Told::Anew(Occasion::Approval));
    let asked = bench.state.clone();
    bench.restart();
    assert_eq!(told(&asked, &bench.state), Told::AsBefore, "a worker that starts has nothing to say");
    bench.must(crate::inputs::steer(bench.turn(), "more"));
    assert_eq!(told(&asked, &bench.state), Told::AsBefore);
    bench.must(bench.answer(Answer::Deny { note: None }));
    assert_eq!(told(&asked, &bench.state), Told::Over);
}

#[test]
fn the_next_card_of_the_same_turn_is_told_anew() {
    let mut bench = Bench::asking();
    let first = bench.state.clone();
    bench.must(respond(&bench, answer("M")));
    bench.must(bench.tool_done());
    let asked = serde_json::json!({"question": "Which colour?"});
    bench.reply(crate::inputs::calls([("ask_user", asked)]));
    assert_eq!(told(&first, &bench.state), Told::Anew(Occasion::Question));
}

#[test]
fn a_time_or_a_page_that_is_waited_for_is_nothing_to_tell() {
    for bench in [Bench::sleeping(), Bench::watching()] {
        assert_eq!(told(&Bench::streaming().state, &bench.state), Told::AsBefore);
    }
}

#[test]
fn a_lost_outcome_that_a_starting_worker_finds_is_told() {
    let mut bench = Bench::clicking();
    let before = bench.state.clone();
    bench.must(Input::Booted);
    assert_eq!(told(&before, &bench.state), Told::Anew(Occasion::Uncertain));
}

#[test]
fn the_settings_say_when_and_whether_the_chat_is_named() {
    let state = &Bench::asking().state;
    let with = |notifications, notification_titles| Settings {
        notifications,
        notification_titles,
        ..Settings::default()
    };
    let (shown, hidden) = (NotificationTitles::Shown, NotificationTitles::Hidden);
    let tells =
        |occasion, settings: Settings| notice(state, occasion, &settings, "en").map(|notice| notice.title);
    let title = state.thread.as_ref().map(|thread| thread.title.text().to_owned());
    assert_eq!(tells(Occasion::Question, Settings::default()), Some(title.clone()));
    assert_eq!(tells(Occasion::Question, with(Notifications::Waiting, hidden)), Some(None));
    assert_eq!(tells(Occasion::Question, with(Notifications::Off, shown)), None);
    for end in [Occasion::Done, Occasion::Failed] {
        assert_eq!(tells(end, with(Notifications::Waiting, shown)), None);
        assert_eq!(tells(end, with(Notifications::WaitingAndDone, shown)), Some(title.clone()));
    }
}

#[test]
fn nothing_but_title_and_occasion_is_in_a_notice() {
    let mut bench = Bench::streaming();
    bench.reply(crate::inputs::calls([(
        "request_user_action",
        serde_json::json!({"what": "Type the PIN 4711", "why": "The page says so"}),
    )]));
    let told = notice(&bench.state, Occasion::Action, &Settings::default(), "en").unwrap();
    let text = serde_json::to_string(&told).unwrap();
    for word in ["4711", "says so", "shop.example"] {
        assert!(!text.contains(word), "{text}");
    }
    assert!(text.contains("hello"), "the title is the first line of what they wrote: {text}");
    bench.must(respond(&bench, fairlead_protocol::interaction::Response::Done));
    bench.reply(says("Thank you."));
}
