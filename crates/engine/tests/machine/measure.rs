//! What a request takes of its model's window: measured when it is planned, corrected by what the provider counts.

use crate::bench::{Bench, thread};
use crate::inputs::{calls, says, submit};
use fairlead_engine::{Fact, Input, announce, window};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::context::{ContextTerms, CountedBy, Measure, Saving};
use fairlead_protocol::conversation::{Reply, Usage};
use fairlead_protocol::event::Event;
use fairlead_protocol::run::Overrides;
use serde_json::{Value, json};

fn measured(bench: &Bench) -> Measure {
    bench.state.run().unwrap().measure.clone().unwrap()
}

fn counts(input: u64, reply: Reply) -> Reply {
    Reply { usage: Some(Usage { input, ..Usage::default() }), ..reply }
}

/// What the journal says of the call that these facts plan.
fn requested(bench: &Bench, facts: &[Fact]) -> Value {
    let counters = bench.state.run().unwrap().counters;
    let mut entries = facts.iter().filter_map(|fact| fact.journal(counters));
    entries.rfind(|entry| entry.kind == "model.requested").unwrap().payload.into()
}

#[test]
fn a_request_is_measured_by_its_parts() {
    let mut bench = Bench::streaming();
    let first = measured(&bench);
    let parts = first.occupancy.parts;
    assert_eq!((first.messages, first.occupancy.by), (2, CountedBy::Estimate));
    assert_eq!(first.occupancy.room, window::room(window::known("m")));
    assert_eq!(first.raw, parts.prompt + parts.tools + parts.messages + parts.results + parts.notes);
    assert!(parts.prompt > 200 && parts.tools > 500 && parts.messages > 0, "{parts:?}");
    assert_eq!((parts.results, parts.notes), (0, 0));
    bench.reply(calls([("tabs_list", json!({}))]));
    bench.must(bench.tool_done());
    let second = measured(&bench);
    assert!(second.occupancy.parts.results > 0 && second.raw > first.raw);
    assert_eq!(second.messages, 4);
}

#[test]
fn the_next_request_is_what_the_provider_counted_and_the_corrected_estimate_of_what_came() {
    let mut bench = Bench::streaming();
    let first = measured(&bench);
    // This model's tokens are smaller than ours.
    let counted = first.raw * 2;
    bench.reply(counts(u64::from(counted), calls([("tabs_list", json!({}))])));
    let now = measured(&bench).occupancy;
    assert_eq!((now.used, now.by), (counted, CountedBy::Provider));
    bench.must(bench.tool_done());
    let second = measured(&bench);
    assert_eq!(second.occupancy.used, counted + (second.raw - first.raw) * 2);
    // Another Turn knows it too, and so does whoever reads the rows.
    bench.reply(says("done"));
    bench.restart();
    bench.must(submit("more"));
    let third = measured(&bench);
    assert_eq!(third.occupancy.used, counted + (third.raw - first.raw) * 2);
}

#[test]
fn another_model_is_not_corrected_by_what_was_counted_of_this_one() {
    let mut bench = Bench::streaming();
    bench.reply(counts(u64::from(measured(&bench).raw) * 2, says("done")));
    bench.connections[0].models.first.id = "other".to_owned();
    bench.must(submit("more"));
    let measure = measured(&bench);
    assert_eq!(measure.occupancy.used, measure.raw);
}

#[test]
fn each_request_of_a_turn_begins_with_the_one_before_and_the_journal_says_so() {
    let mut bench = Bench::new();
    bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
    let facts = bench.must(submit("hello"));
    let first = requested(&bench, &facts);
    assert_eq!((&first["prefix"], &first["messages"]), (&json!("first"), &json!(2)));
    bench.reply(calls([("tabs_list", json!({}))]));
    let facts = bench.must(bench.tool_done());
    let second = requested(&bench, &facts);
    assert_eq!((&second["prefix"], &second["messages"]), (&json!("kept"), &json!(4)));
    assert_ne!(first["fingerprint"], second["fingerprint"]);
    assert_eq!(second["occupancy"]["used"], measured(&bench).occupancy.used);
}

#[test]
fn a_panel_is_told_how_full_the_window_is() {
    let mut bench = Bench::streaming();
    bench.reply(calls([("tabs_list", json!({}))]));
    let before = bench.state.clone();
    let facts = bench.must(bench.tool_done());
    let told = announce(&before, &facts, &bench.state).into_iter().find_map(|event| match event {
        Event::ContextOccupancy { occupancy, .. } => Some(occupancy),
        _ => None,
    });
    assert_eq!(told, Some(measured(&bench).occupancy));
}

#[test]
fn a_turn_freezes_the_window_of_its_model_and_when_room_is_made() {
    let terms = |bench: &Bench| bench.state.run().unwrap().environment.context.unwrap();
    let mut bench = Bench::new();
    bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
    bench.connections[0].models.first.context_window = Some(64_000);
    bench.settings.saving = Saving::Saver;
    bench.must(submit("hello"));
    assert_eq!(terms(&bench), ContextTerms { window: 64_000, saving: Saving::Saver });
    bench.connections[0].models.first.context_window = None;
    bench.reply(says("done"));
    assert_eq!(terms(&bench).window, 64_000);
    let overrides = |model: &str| Overrides {
        model: Some(model.to_owned()),
        saving: Some(Saving::Normal),
        ..Overrides::default()
    };
    for (written, model, window) in [(None, "m", 32_768), (Some(64_000), "claude-opus", 200_000)] {
        bench.connections[0].models.first.context_window = written;
        bench.must(Input::Command(CommandBody::TurnSubmit {
            thread: thread(),
            text: "hello".to_owned(),
            tab: None,
            attachments: Vec::new(),
            overrides: overrides(model),
        }));
        assert_eq!(terms(&bench), ContextTerms { window, saving: Saving::Normal }, "{model}");
        bench.reply(says("done"));
    }
}
