//! How many transactions a Turn takes.

use crate::stage::{REQUEST, settled};
use fairlead_protocol::approval::Scope;
use fairlead_sim::{Person, Setup, World};

/// Once in the life of a Thread.
const TITLE: u64 = 1;

fn commits_of(world: &mut World, text: &str) -> u64 {
    let panel = world.open("t1");
    settled(world);
    let before = world.rows.commits();
    world.submit(panel, text);
    settled(world);
    world.rows.commits() - before
}

#[test]
fn a_turn_of_text_takes_two_transactions_and_the_first_one_more_for_its_title() {
    let mut world = World::new(Setup::default());
    assert_eq!(commits_of(&mut world, "hello"), 2 + TITLE);
    assert_eq!(world.model.titles().len(), 1);
    let before = world.rows.commits();
    let panel = world.look_at("t1");
    world.submit(panel, "hello again");
    settled(&mut world);
    assert_eq!(world.rows.commits() - before, 2);
    assert_eq!(world.model.titles().len(), 1);
}

#[test]
fn an_allowed_call_takes_one_transaction_more_and_a_card_another() {
    // Admission, then for each reply and each result one, and one for the answer to the card.
    let (replies, results, cards) = (4, 3, 1);
    let taken = commits_of(&mut World::new(Setup::default()), REQUEST);
    assert_eq!(taken, 1 + replies + results + cards + TITLE);

    let mut world = World::new(Setup { person: Person::with_scope(Scope::Always), ..Setup::default() });
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    world.web.borrow_mut().cart.clear();
    let before = world.rows.commits();
    world.submit(panel, REQUEST);
    settled(&mut world);
    let allowed_calls = 3;
    assert!(world.rows.commits() - before <= 3 + 2 * allowed_calls);
    assert_eq!(world.rows.commits() - before, 1 + replies + results);
}

#[test]
fn every_stop_leaves_one_journal_entry_with_its_reason_and_the_counters() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    let stops: Vec<serde_json::Value> = world
        .rows
        .snapshot()
        .into_iter()
        .filter(|(key, row)| key.table() == fairlead_store::Table::Journal && row["type"] == "run.completed")
        .map(|(_, row)| row["payload"].clone())
        .collect();
    assert_eq!(stops.len(), 1);
    assert_eq!(stops[0]["stop"], "end");
    assert_eq!(stops[0]["counters"]["tool_calls"], 3);
    assert_eq!(stops[0]["counters"]["model_calls"], 4);
}
