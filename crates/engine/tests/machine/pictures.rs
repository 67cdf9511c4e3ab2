//! Pictures that tools take: stored with their result, shown in its step, told to a model that can see, and given up like any file.

use crate::bench::{Bench, thread};
use crate::inputs::{calls, erase, says, submit};
use fairlead_engine::attached::{Contents, wanted};
use fairlead_engine::{Fact, Input, Picture, context, fork, view};
use fairlead_protocol::approval::Ask;
use fairlead_protocol::attachment::{Kept, Provenance};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::context::Carry;
use fairlead_protocol::conversation::{Message, Part};
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::item::{ItemBody, StepStatus};
use fairlead_protocol::run::ToolOffer;
use serde_json::json;

const DATA: &str = "UElDVFVSRQ==";

fn picture(data: &str) -> Picture {
    Picture { name: "screenshot.png".into(), media_type: "image/png".into(), data: data.into() }
}

/// A screenshot was asked for and came with this.
fn shot(pictures: Vec<Picture>) -> Bench {
    let mut bench = Bench::streaming();
    bench.reply(calls([("screenshot", json!({}))]));
    let Input::ToolFinished { effect, mut report } = bench.tool_done() else { panic!("no outcome") };
    report.pictures = pictures;
    bench.must(Input::ToolFinished { effect, report });
    bench
}

fn images(messages: &[Message]) -> Vec<String> {
    let parts = messages.iter().flat_map(|message| &message.content);
    let results = parts.filter_map(|part| match part {
        Part::ToolResult { content, .. } => Some(content),
        _ => None,
    });
    let shown = results.flatten().filter_map(|part| match part {
        Part::Image { data_b64, .. } => Some(data_b64.clone()),
        _ => None,
    });
    shown.collect()
}

#[test]
fn a_picture_is_stored_with_its_result_shown_in_its_step_and_told_to_the_model() {
    let bench = shot(vec![picture(DATA)]);
    let [held] = bench.state.attachments.values().collect::<Vec<_>>()[..] else { panic!("one file") };
    assert_eq!((held.provenance, held.kept, held.bytes), (Provenance::Tool, Kept::Whole, 7));
    assert_eq!(wanted(&bench.state), std::slice::from_ref(&held.id));
    let contents: Contents = [(held.id.clone(), DATA.to_owned())].into_iter().collect();
    assert_eq!(images(&context::messages(&bench.state, &contents)), [DATA]);
    let items = view::snapshot(&bench.state, None).unwrap().items;
    let shown = items.iter().find_map(|item| match &item.body {
        ItemBody::ToolCall { status: StepStatus::Done { pictures, .. }, .. } => Some(pictures.clone()),
        _ => None,
    });
    assert_eq!(shown.unwrap()[0].link.id, held.id);
}

#[test]
fn a_picture_counts_in_the_window_before_it_is_read() {
    let used = |bench: &Bench| bench.state.run().unwrap().measure.clone().unwrap().occupancy.parts.results;
    let (without, with) = (used(&shot(Vec::new())), used(&shot(vec![picture(DATA)])));
    assert!(with >= without + 1_000, "{with} and {without}");
}

#[test]
fn a_picture_that_cannot_be_kept_is_said_to_be_missing() {
    for broken in ["", "not base64!"] {
        let bench = shot(vec![picture(broken)]);
        assert!(bench.state.attachments.is_empty());
        let told = serde_json::to_string(&context::messages(&bench.state, &Contents::new())).unwrap();
        assert!(told.contains("[A picture of it was too large to be kept.]"), "{told}");
    }
}

#[test]
fn an_erased_turn_takes_its_pictures_along_and_a_copy_has_its_own() {
    let mut bench = shot(vec![picture(DATA)]);
    bench.reply(says("There it is."));
    let ids = fairlead_engine::Ids::new("copy");
    let leaf = bench.state.thread.as_ref().unwrap().leaf.clone().unwrap();
    let copy =
        fork::fork(&bench.state, &leaf, &ThreadId::new("t2"), Carry::Whole, bench.now(), &ids).unwrap();
    let [copied] = &copy.attachments[..] else { panic!("one file") };
    assert_ne!(copied.from, copied.to.id);
    let facts = bench.must(erase(bench.turn()));
    assert!(facts.iter().any(|fact| matches!(fact, Fact::AttachmentRemoved { .. })));
    assert!(bench.state.attachments.is_empty());
}

#[test]
fn a_model_that_cannot_see_is_told_of_no_tool_that_only_shows_something() {
    let told = |blind: bool| {
        let mut bench = Bench::new();
        bench.connections[0].models.first.capabilities.vision = !blind;
        bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
        bench.must(submit("Click the chart"));
        let offered = context::request(&bench.state, &bench.turn(), ToolOffer::Offered, &Contents::new());
        offered.unwrap().tools.into_iter().any(|tool| tool.name == "screenshot")
    };
    assert!(told(false) && !told(true));
}

#[test]
fn a_place_over_another_sites_frame_is_judged_by_that_frame_and_bound_to_it() {
    let asked = |frame: Option<&str>| {
        let mut bench = Bench::streaming();
        bench.frame = frame.map(str::to_owned);
        bench.reply(calls([("click_xy", json!({"element": "the map", "x": 5, "y": 6}))]));
        let approval = bench.state.approvals.values().next().unwrap().clone();
        let Ask::Call { flags, .. } = &approval.ask else { panic!("{approval:?}") };
        (approval.digest.clone(), flags.clone())
    };
    let (own, flags) = asked(None);
    assert_eq!(flags, ["escalation_l2"]);
    let (foreign, flags) = asked(Some("https://pay.example"));
    assert!(flags.contains(&"cross_origin_frame".to_owned()), "{flags:?}");
    assert_ne!(own, foreign, "an approval of the one is none of the other");
}
