//! Titles: the first line at once, the model's beside the first Turn, and the person's above all.

use crate::bench::{Bench, thread};
use crate::inputs::{calls, erase, says, submit};
use fairlead_engine::decide::Rejection;
use fairlead_engine::{Effect, Input, due, title};
use fairlead_protocol::caps;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::conversation::{Role, Usage};
use fairlead_protocol::ids::EffectId;
use fairlead_protocol::run::{Answerer, RunState};
use fairlead_protocol::settings::Titles;
use fairlead_protocol::thread::{ThreadStats, Title, Titling};
use serde_json::json;

/// A Thread whose first message was sent, with the model to be asked for a title.
fn wanted(text: &str) -> Bench {
    let mut bench = Bench::new();
    bench.settings.titles = Titles::Model;
    bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
    bench.must(submit(text));
    bench
}

fn effect(bench: &Bench) -> EffectId {
    let mut titles = due(&bench.state).into_iter().filter(|(_, effect)| *effect == Effect::FindTitle);
    titles.next().map_or(EffectId::new("title:none"), |(id, _)| id)
}

fn found(bench: &Bench, title: Option<&str>) -> Input {
    let usage = Some(Usage { input: 100, output: 5, cache_read: 20, cache_write: 3, reasoning: None });
    Input::TitleFound { effect: effect(bench), title: title.map(str::to_owned), usage }
}

fn rename(text: &str) -> Input {
    Input::Command(CommandBody::ThreadRename { thread: thread(), title: text.to_owned() })
}

fn of(bench: &Bench) -> Title {
    bench.state.thread.as_ref().unwrap().title.clone()
}

fn model(text: &str) -> Title {
    Title::Model { text: text.to_owned() }
}

#[test]
fn the_first_line_is_the_title_at_once_and_the_model_is_asked_beside_the_turn() {
    let bench = wanted("  find\nheadphones   under 60 ");
    assert_eq!(of(&bench), Title::FirstLine { text: "find headphones under 60".to_owned() });
    assert_eq!(bench.phase(), RunState::StreamingModel);
    assert_eq!(due(&bench.state).len(), 2, "the Turn does not wait for it");
    let long = wanted(&"word ".repeat(100));
    let text = of(&long).text().to_owned();
    assert!(text.chars().count() <= caps::TITLE_CHARS && text.ends_with('…'), "{text}");
}

#[test]
fn where_titles_are_first_lines_nobody_is_asked() {
    let bench = Bench::streaming();
    assert_eq!(of(&bench), Title::FirstLine { text: "hello".to_owned() });
    assert_eq!(effect(&bench), EffectId::new("title:none"));
}

#[test]
fn what_the_model_is_asked_is_the_first_message_and_nothing_else() {
    let mut bench = wanted(&format!("find headphones {}", "x".repeat(10_000)));
    bench.reply(calls([("tabs_list", json!({}))]));
    bench.must(bench.tool_done());
    let asked = title::request(&bench.state, Answerer::Own).unwrap();
    assert!(asked.tools.is_empty());
    assert_eq!(asked.messages.iter().map(|one| one.role).collect::<Vec<_>>(), [Role::System, Role::User]);
    let text = serde_json::to_string(&asked.messages[1]).unwrap();
    assert!(text.contains("find headphones") && text.len() < 3_000 && !text.contains("shop.example"));
}

#[test]
fn the_models_title_is_taken_without_its_dress_and_its_tokens_are_counted() {
    for (given, taken) in [
        ("Headphones under 60", "Headphones under 60"),
        ("\"Headphones\"\n", "Headphones"),
        ("## **Headphones**.", "Headphones"),
        ("《耳机》。", "耳机"),
        ("Two\n\nlines", "Two lines"),
    ] {
        let mut bench = wanted("find headphones");
        bench.must(found(&bench, Some(given)));
        assert_eq!(of(&bench), model(taken));
        let row = bench.state.thread.as_ref().unwrap();
        assert_eq!(row.titling, Titling::Settled);
        assert_eq!(row.stats, ThreadStats { turns: 1, input_tokens: 123, output_tokens: 5 });
        assert_eq!(effect(&bench), EffectId::new("title:none"), "it is asked once");
    }
    let mut bench = wanted("find headphones");
    bench.must(found(&bench, Some(&"word ".repeat(100))));
    assert!(of(&bench).text().chars().count() <= caps::TITLE_CHARS);
}

#[test]
fn a_title_that_says_nothing_and_none_at_all_leave_the_first_line_and_settle_it() {
    for given in [None, Some(""), Some(" \n "), Some("\"\""), Some("**")] {
        let mut bench = wanted("find headphones");
        bench.must(found(&bench, given));
        assert_eq!(of(&bench), Title::FirstLine { text: "find headphones".to_owned() }, "{given:?}");
        assert_eq!(bench.state.thread.as_ref().unwrap().titling, Titling::Settled, "{given:?}");
        assert_eq!(bench.phase(), RunState::StreamingModel);
    }
}

#[test]
fn what_the_person_wrote_is_never_overwritten_however_late_the_model_is() {
    let mut bench = wanted("find headphones");
    let late = found(&bench, Some("Headphones"));
    let asked = effect(&bench);
    bench.must(rename("Mine"));
    assert_eq!(bench.take(&late), Err(Rejection::NobodyWaits(asked)));
    bench.must(bench.interrupt());
    bench.must(submit("again"));
    bench.restart();
    assert_eq!(of(&bench), Title::Person { text: "Mine".to_owned() });
    assert_eq!(effect(&bench), EffectId::new("title:none"));
}

#[test]
fn the_person_may_write_over_the_model_and_again_over_themselves() {
    let mut bench = wanted("find headphones");
    bench.must(found(&bench, Some("Headphones")));
    bench.must(rename("Mine"));
    bench.must(rename("  Mine,\n too "));
    assert_eq!(of(&bench), Title::Person { text: "Mine, too".to_owned() });
}

#[test]
fn a_person_who_names_an_empty_thread_keeps_that_name() {
    let mut bench = Bench::new();
    bench.settings.titles = Titles::Model;
    bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
    bench.must(rename("Mine"));
    bench.must(submit("find headphones"));
    assert_eq!(of(&bench), Title::Person { text: "Mine".to_owned() });
    assert_eq!(due(&bench.state).len(), 1);
}

#[test]
fn a_new_worker_asks_again_for_a_title_that_never_came() {
    let mut bench = wanted("find headphones");
    let asked = effect(&bench);
    bench.reply(says("done"));
    bench.restart();
    assert_eq!(effect(&bench), asked, "also when the Turn is over");
    bench.must(found(&bench, Some("Headphones")));
    assert_eq!(of(&bench), model("Headphones"));
    bench.restart();
    assert_eq!(bench.state.thread.as_ref().unwrap().titling, Titling::Settled);
}

#[test]
fn the_third_worker_asks_no_more() {
    let mut bench = wanted("find headphones");
    bench.restart();
    let late = found(&bench, Some("Headphones"));
    bench.restart();
    let nobody = Err(Rejection::NobodyWaits(EffectId(format!("title:{}", thread()))));
    assert_eq!(bench.take(&late), nobody);
    assert_eq!(of(&bench), Title::FirstLine { text: "find headphones".to_owned() });
    assert_eq!(bench.phase(), RunState::StreamingModel, "the Turn has nothing to do with it");
}

#[test]
fn the_second_message_asks_for_no_title() {
    let mut bench = wanted("find headphones");
    bench.must(found(&bench, None));
    bench.reply(says("done"));
    bench.must(submit("and now?"));
    assert_eq!(due(&bench.state).len(), 1);
    assert_eq!(of(&bench).text(), "find headphones");
}

#[test]
fn a_title_changes_nothing_that_the_model_of_the_turn_is_shown() {
    let mut bench = wanted("find headphones");
    let (before, turn) = (bench.messages(), bench.effect());
    bench.must(found(&bench, Some("Headphones")));
    assert_eq!((bench.messages(), bench.effect()), (before, turn));
    assert_eq!(bench.state.run().unwrap().counters, Default::default(), "it is no call of the Turn");
}

#[test]
fn with_everything_erased_there_is_nothing_to_ask_a_title_for() {
    let mut bench = wanted("find headphones");
    bench.reply(says("done"));
    bench.must(erase(bench.turn()));
    assert_eq!(title::request(&bench.state, Answerer::Own), None);
    assert_eq!(effect(&bench), EffectId::new("title:none"));
}

#[test]
fn no_title_tells_what_was_erased() {
    let mut first_line = Bench::completed();
    let mut by_model = wanted("hello");
    by_model.must(found(&by_model, Some("Greetings")));
    by_model.reply(says("hi"));
    let mut under_way = wanted("hello");
    let late = found(&under_way, Some("Greetings"));
    under_way.reply(says("hi"));
    for bench in [&mut first_line, &mut by_model, &mut under_way] {
        let first = bench.turn();
        bench.must(submit("second"));
        bench.reply(says("ok"));
        bench.must(erase(first));
        assert_eq!(of(bench), Title::FirstLine { text: "second".to_owned() });
        bench.must(erase(bench.turn()));
        assert_eq!(of(bench), Title::None);
    }
    assert!(under_way.take(&late).is_err(), "it was asked of what is gone");
    under_way.must(submit("third"));
    assert_eq!(of(&under_way).text(), "third");
}

#[test]
fn a_title_that_was_made_of_something_else_stays() {
    let mut bench = Bench::completed();
    bench.must(submit("second"));
    bench.reply(says("ok"));
    bench.must(erase(bench.turn()));
    assert_eq!(of(&bench).text(), "hello");
    bench.must(rename("hello"));
    bench.must(erase(bench.turn()));
    assert_eq!(of(&bench), Title::Person { text: "hello".to_owned() });
}

#[test]
fn an_empty_title_is_refused() {
    let mut bench = Bench::completed();
    assert_eq!(bench.refused(&rename(" \n")), fairlead_protocol::refusal::RefusalCode::EmptyMessage);
}
