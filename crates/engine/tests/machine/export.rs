//! A conversation to take away, as it is shown.

use crate::bench::Bench;
use crate::inputs::{attach, calls, edit, erase, says, submit, submit_with};
use fairlead_engine::{Input, export::export};
use fairlead_protocol::command::{CommandBody, ExportFormat};
use fairlead_protocol::event::AckBody;
use serde_json::{Value, json};

fn exported(bench: &Bench, format: ExportFormat) -> (String, String, String) {
    match export(&bench.state, format) {
        Some(AckBody::Exported { name, media_type, text }) => (name, media_type, text),
        other => panic!("{other:?}"),
    }
}

fn rename(bench: &mut Bench, title: &str) {
    let title = title.to_owned();
    bench.must(Input::Command(CommandBody::ThreadRename { thread: crate::bench::thread(), title }));
}

#[test]
fn markdown_is_for_people() {
    let mut bench = Bench::completed();
    rename(&mut bench, "Shoes");
    bench.must(attach("f", "sizes.txt", "text/plain", "NTkgZXVyb3M="));
    bench.must(submit_with("two\nlines", &["f"]));
    bench.reply(calls([("tabs_list", json!({}))]));
    bench.must(bench.tool_done());
    bench.reply(calls([("no_such_tool", json!({}))]));
    bench.reply(says("**59** euros"));
    let (name, media_type, text) = exported(&bench, ExportFormat::Markdown);
    assert_eq!((name.as_str(), media_type.as_str()), ("Shoes.md", "text/markdown"));
    let expected = "# Shoes\n\n## 👤\n\n> hello\n\nhi\n\n## 👤\n\n> two\n> lines\n> [sizes.txt]\n\n- `tabs_list` ✓ `{}`\n\n- `no_such_tool` ✗ `{}`\n\n**59** euros\n";
    assert_eq!(text, expected);
}

#[test]
fn json_is_for_programs() {
    let bench = Bench::completed();
    let (name, media_type, text) = exported(&bench, ExportFormat::Json);
    assert_eq!((name.as_str(), media_type.as_str()), ("hello.json", "application/json"));
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&value["format"], &value["title"], &value["id"]), (&json!(1), &json!("hello"), &json!("t")));
    assert_eq!(value["items"].as_array().unwrap().len(), 2);
    assert_eq!(value["items"][1]["body"]["text"], "hi");
}

#[test]
fn what_was_erased_and_what_stands_on_another_branch_is_not_taken_along() {
    let mut bench = Bench::completed();
    bench.must(submit("secret"));
    bench.reply(says("secret too"));
    let erased = bench.turn();
    bench.must(submit("first version"));
    bench.reply(says("ok"));
    bench.must(edit(bench.turn(), "second version"));
    bench.reply(says("ok"));
    bench.must(erase(erased));
    for format in [ExportFormat::Markdown, ExportFormat::Json] {
        let (_, _, text) = exported(&bench, format);
        assert!(!text.contains("secret") && !text.contains("first version"), "{text}");
        assert!(text.contains("hello") && text.contains("second version"));
    }
}

#[test]
fn a_thread_can_be_exported_at_every_moment_of_its_life_and_when_it_is_empty() {
    for (name, bench) in Bench::all() {
        for format in [ExportFormat::Markdown, ExportFormat::Json] {
            assert_eq!(export(&bench.state, format).is_some(), bench.state.thread.is_some(), "{name}");
        }
    }
    let mut empty = Bench::new();
    empty.must(Input::Command(CommandBody::ThreadCreate { thread: crate::bench::thread() }));
    assert_eq!(exported(&empty, ExportFormat::Markdown).2, "# Fairlead\n");
}

#[test]
fn the_name_of_the_file_is_one_that_every_file_system_takes() {
    let mut bench = Bench::completed();
    for (title, name) in [
        ("../../etc/passwd", "etc passwd.md"),
        ("a\\b:c*d?e\"f<g>h|i", "a b c d e f g h i.md"),
        ("...", "conversation.md"),
        ("价格 59 €", "价格 59 €.md"),
        ("tab\tand\u{0}null", "tab and null.md"),
    ] {
        rename(&mut bench, title);
        assert_eq!(exported(&bench, ExportFormat::Markdown).0, name);
    }
}

#[test]
fn arguments_and_names_cannot_break_out_of_their_place() {
    let mut bench = Bench::completed();
    bench.must(attach("f", "a\n# b", "text/plain", "aGk="));
    bench.must(submit_with("see", &["f"]));
    bench.reply(calls([("no_such_tool", json!({"text": "a ` b"}))]));
    bench.reply(says("done"));
    let (_, _, text) = exported(&bench, ExportFormat::Markdown);
    assert!(text.contains("> [a # b]"), "{text}");
    assert!(text.contains("`` {\"text\":\"a ` b\"} ``"), "{text}");
}

#[test]
fn an_answer_that_was_set_aside_is_a_line_among_the_steps_and_one_that_is_not_verified_says_so() {
    let mut bench = Bench::completed();
    bench.must(submit("Add the mug to my cart"));
    bench.reply(says("It is\nin your cart."));
    bench.reply(says("Done."));
    bench.reply(says("It is there."));
    let (_, _, text) = exported(&bench, ExportFormat::Markdown);
    let (_, turn) = text.rsplit_once("cart\n").unwrap();
    assert_eq!(
        turn,
        "\n- ✗ It is in your cart.\n\n- ✗ Done.\n\nIt is there.\n\n_Not verified: no step shows it._\n"
    );
}
