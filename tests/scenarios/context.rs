//! Long Turns in small windows: what is taken out of the model's view is not lost to it.

use crate::stage::{is, settled, sound};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::run::{RunState, StopReason};
use fairlead_protocol::settings::{Completion, Settings};
use fairlead_sim::model::{Asked, Fault, Say};
use fairlead_sim::{PanelId, Setup, World};
use fairlead_store::Table;
use serde_json::{Value, json};
use std::rc::Rc;

/// Calls of the long Turn that only read.
const READS: usize = 298;
/// The room of a window of 32,768 tokens.
const ROOM: u64 = 24_576;

/// Each report is long; one of the first has what is needed at the very end.
fn report(number: usize) -> String {
    let filler = "The figures of this week are within what was expected. ".repeat(40);
    let code = if number == 3 { "\nThe order code is K-7741." } else { "" };
    format!("Report {number} of the shop.\n{filler}{code}")
}

/// The same, with the code where whoever takes notes sees it.
fn plain_report(number: usize) -> String {
    if number == 3 { format!("The order code is K-7741.\n{}", report(7)) } else { report(number) }
}

fn code(text: &str) -> Option<&str> {
    let at = text.find("order code is ")? + "order code is ".len();
    text.get(at..)?.split(['.', '"', ' ', '\n']).next()
}

/// Reads, one report a call, and then types the code that one of the first had.
fn clerk(asked: &Asked) -> Say {
    let all = serde_json::to_string(&asked.messages).unwrap();
    let steps = asked.steps();
    if let Some(typed) = steps.iter().find(|step| step.tool == "type" && step.failure().is_none()) {
        return Say::text(format!("Done: {}", typed.args["text"].as_str().unwrap()));
    }
    if asked.number < READS {
        return Say::call("find_in_page", &json!({"query": format!("report {}", asked.number + 1)}));
    }
    if let Some(code) = code(&all) {
        return Say::call("type", &json!({"element": "Search", "ref": "s1_50", "text": code}));
    }
    // It is not in view: whoever noted that there was a third report knows where it is.
    let (_, node) = all.split_once("Report 3 of the shop. (node ").unwrap_or_default();
    let node = node.split(')').next().unwrap_or_default();
    Say::call("recall_result", &json!({"node": node}))
}

struct Played {
    world: World,
    panel: PanelId,
}

fn play(text: fn(usize) -> String) -> Played {
    let mut world = World::new(Setup { brain: Rc::new(clerk), window: Some(32_768), ..Setup::default() });
    world.web.borrow_mut().text = text;
    let panel = world.open("t1");
    // What the answer rests on is proved elsewhere; here it is what is left of the history.
    let settings = Settings { completion: Completion::Off, ..Settings::default() };
    let sent = world.send(panel, CommandBody::SettingsSet { settings });
    world.until(|world| world.answer(panel, &sent).is_some());
    world.submit(panel, "Read all reports, then type the order code of the third");
    // A look at the whole transcript after each step would take longer than the Turn.
    let state = |world: &World| world.client(panel).and_then(|client| client.view.state());
    while !world.until(|world| state(world) == Some(RunState::Completed)) {
        assert!(world.view(panel).run.is_some_and(|run| run.state.is_live()), "{:?}", world.view(panel).run);
        sound(&world);
    }
    settled(&mut world);
    Played { world, panel }
}

impl Played {
    fn payloads(&self, kind: &str) -> Vec<Value> {
        let rows = self.world.rows.snapshot().into_iter();
        let meant = rows.filter(|(key, row)| key.table() == Table::Journal && row["type"] == kind);
        meant.map(|(_, row)| row["payload"].clone()).collect()
    }

    fn nodes(&self, kind: &str) -> usize {
        self.payloads("node.appended").iter().filter(|entry| entry["kind"] == kind).count()
    }
}

fn finishes(text: fn(usize) -> String) -> Played {
    let played = play(text);
    let view = played.world.view(played.panel);
    assert_eq!(view.answer(), "Done: K-7741");
    assert_eq!(view.run.as_ref().unwrap().stop, Some(StopReason::End));
    assert!(view.run.unwrap().counters.model_calls >= 300);
    let typed =
        played.world.web.borrow().effects.iter().filter(|effect| effect.what == "type K-7741").count();
    assert_eq!(typed, 1);
    // By the engine's measure and by the model's own tokenizer, which the engine does not know.
    let used =
        played.payloads("model.requested").into_iter().map(|entry| entry["occupancy"]["used"].as_u64());
    let asked = played.world.model.requests();
    let counted = asked.iter().map(|asked| Some(asked.tokens as u64));
    let most = used.chain(counted).map(Option::unwrap).max().unwrap();
    assert!(most * 1_000 <= ROOM * 920, "{most}");
    played
}

#[test]
fn a_turn_of_300_calls_in_a_small_window_ends_with_a_fact_that_its_notes_kept() {
    let played = finishes(plain_report);
    assert_eq!(played.payloads("tool.judged").iter().filter(|entry| entry["reason"] == "own").count(), 0);
    // Each mask takes 8,000 tokens of what 300 calls read, and the notes are made when masks do not help any more: in a window of which
    // the tools take a quarter, each 20 calls or so.
    let (masks, notes) = (played.nodes("context_masked"), played.nodes("context_compacted"));
    assert!((8..=25).contains(&masks) && (1..=16).contains(&notes), "{masks} masks, {notes} notes");
    assert_eq!(played.world.model.notes().len(), notes);
    let broken =
        played.payloads("model.requested").iter().filter(|entry| entry["prefix"] == "changed").count();
    assert!(broken <= masks + notes, "{broken}");
}

#[test]
fn a_turn_of_300_calls_in_a_small_window_reads_back_what_its_notes_only_point_to() {
    let played = finishes(report);
    let state = played.world.stored(&played.world.thread_of(played.panel)).unwrap();
    let recalled = state.nodes.iter().filter(|node| {
        matches!(&node.body, fairlead_protocol::node::NodeBody::ToolCall { tool, .. } if tool == "recall_result")
    });
    assert_eq!(recalled.count(), 1);
}

#[test]
fn a_model_that_takes_no_notes_still_comes_to_its_end() {
    let brain: fn(&Asked) -> Say = |asked| {
        if asked.number < 60 {
            Say::call("find_in_page", &json!({"query": asked.number.to_string()}))
        } else {
            Say::text("Done.")
        }
    };
    let mut world = World::new(Setup {
        brain: Rc::new(brain),
        note_taker: Rc::new(|_| Say::text("").failing(Fault::Refused { status: 400, body: "{}".to_owned() })),
        window: Some(16_384),
        ..Setup::default()
    });
    world.web.borrow_mut().text = report;
    let panel = world.open("t1");
    world.submit(panel, "Read all reports");
    settled(&mut world);
    assert!(is(&world, panel, RunState::Completed) || is(&world, panel, RunState::PausedContext));
    let tries = world.model.notes().len();
    assert!((1..=4).contains(&tries), "{tries}");
}
