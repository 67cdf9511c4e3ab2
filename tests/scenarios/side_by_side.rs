//! Calls side by side: what they cost, how long they take, and that tabs are written one call at a time.

use crate::mutation::is_noticed_in;
use crate::stage::{REQUEST, settled, sound, steps};
use fairlead_protocol::approval::Scope;
use fairlead_protocol::ids::TabId;
use fairlead_sim::browser::SHOP;
use fairlead_sim::fault::Fault;
use fairlead_sim::model::{Asked, Say};
use fairlead_sim::{Person, Setup, World};
use fairlead_store::Table;
use serde_json::json;
use std::rc::Rc;

/// How long each call takes on its way back.
const SLOW_MS: u64 = 1_000;
const TABS: i32 = 8;

fn reads(asked: &Asked) -> Say {
    if !asked.steps().is_empty() {
        return Say::text("All read.");
    }
    Say::calls((1..=TABS).map(|tab| ("read_page", json!({"tab_id": 100 + tab}))))
}

fn reads_one_by_one(asked: &Asked) -> Say {
    match i32::try_from(asked.steps().len()).unwrap() {
        done if done < TABS => Say::call("read_page", &json!({"tab_id": 101 + done})),
        _ => Say::text("All read."),
    }
}

/// How long the Turn was at work, by the world's clock.
fn eight_tabs(brain: fn(&Asked) -> Say) -> (u64, World) {
    let mut world = World::new(Setup { brain: Rc::new(brain), ..Setup::default() });
    for tab in 1..=TABS {
        world.web.borrow_mut().go(TabId(100 + tab), &format!("{SHOP}/page-{tab}"));
    }
    world.web.borrow_mut().act_ms = SLOW_MS;
    let panel = world.open("t1");
    settled(&mut world);
    world.submit(panel, "Read the tabs of the shop");
    settled(&mut world);
    assert_eq!(world.view(panel).answer(), "All read.");
    assert_eq!(steps(&world, panel).len(), 8);
    assert!(steps(&world, panel).iter().all(|(_, end)| *end == Some(Ok(()))));
    let took = world.view(panel).run.unwrap().counters.active_ms;
    (took, world)
}

#[test]
fn eight_reads_in_eight_tabs_take_at_most_a_third_of_the_time_of_eight_in_a_row() {
    let (together, _) = eight_tabs(reads);
    let (in_a_row, _) = eight_tabs(reads_one_by_one);
    assert!(together * 3 <= in_a_row, "{together} ms and {in_a_row} ms");
}

#[test]
fn eight_reads_go_out_in_one_transaction_and_each_result_takes_one() {
    let (_, world) = eight_tabs(reads);
    let rows = world.rows.snapshot();
    let times = |kind: &str| {
        let entries = rows.iter().filter(|(key, row)| key.table() == Table::Journal && row["type"] == kind);
        entries.map(|(_, row)| row["ts"].clone()).collect::<Vec<_>>()
    };
    let dispatched = times("tool.dispatched");
    assert_eq!(dispatched.len(), 8);
    assert!(dispatched.iter().all(|at| *at == dispatched[0]));
    // The Thread, the message, the reply with its calls, eight results with the next call of the model, the answer, the title.
    let (first_start, connection) = (1, 1);
    assert!(
        world.rows.commits() <= first_start + connection + 1 + 1 + 1 + 8 + 1 + 1,
        "{}",
        world.rows.commits()
    );
}

fn types(asked: &Asked) -> Say {
    if asked.steps().is_empty() {
        let text = asked.request();
        return Say::call("type", &json!({"element": "Search", "ref": "s1_50", "text": text}));
    }
    Say::text("Typed.")
}

/// Three Threads want to write in the shop's tab at the same time.
fn crowd() -> World {
    let person = Person::with_scope(Scope::Always);
    let mut world = World::new(Setup { brain: Rc::new(types), person, ..Setup::default() });
    world.web.borrow_mut().act_ms = SLOW_MS;
    let panels = ["t1", "t2", "t3"].map(|thread| world.open(thread));
    for (panel, text) in panels.into_iter().zip(["one", "two", "three"]) {
        world.submit(panel, text);
    }
    world.settle();
    world
}

#[test]
fn three_threads_that_write_in_one_tab_do_so_one_after_the_other() {
    let world = crowd();
    sound(&world);
    let mut done: Vec<String> = world.web.borrow().effects.iter().map(|effect| effect.what.clone()).collect();
    done.sort_unstable();
    assert_eq!(done, ["type one", "type three", "type two"]);
}

/// A write that the person allowed for good, and then one like it behind a read.
fn writes_behind_a_read() -> Vec<String> {
    let brain = |asked: &Asked| {
        let write = |text: &str| ("type", json!({"element": "Search", "ref": "s1_50", "text": text}));
        match asked.steps().len() {
            0 => Say::calls([write("one")]),
            1 => Say::calls([("extract", json!({})), write("two")]),
            _ => Say::text("Typed."),
        }
    };
    let person = Person::with_scope(Scope::Always);
    let mut world = World::new(Setup { brain: Rc::new(brain), person, ..Setup::default() });
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    world.settle();
    world.violations()
}

#[test]
fn a_write_beside_reads_is_noticed() {
    is_noticed_in(writes_behind_a_read, Fault::WriteBesideReads, "runs beside");
}

#[test]
fn two_writes_in_one_tab_at_once_are_noticed() {
    is_noticed_in(|| crowd().violations(), Fault::LeaseIgnored, "writes in tab 7 at once");
}

#[test]
fn a_write_that_waits_for_its_tab_can_be_stopped_and_the_others_go_on() {
    let person = Person::with_scope(Scope::Always);
    let mut world = World::new(Setup { brain: Rc::new(types), person, ..Setup::default() });
    world.web.borrow_mut().act_ms = SLOW_MS;
    let [first, second, third] = ["t1", "t2", "t3"].map(|thread| world.open(thread));
    for (panel, text) in [(first, "one"), (second, "two"), (third, "three")] {
        world.submit(panel, text);
        let out = fairlead_protocol::run::RunState::ExecutingTool;
        assert!(world.until(|world| world.view(panel).state() == Some(out)));
    }
    world.interrupt(second);
    settled(&mut world);
    let done: Vec<String> = world.web.borrow().effects.iter().map(|effect| effect.what.clone()).collect();
    assert_eq!(done, ["type one", "type three"], "what waited has not been done");
}
