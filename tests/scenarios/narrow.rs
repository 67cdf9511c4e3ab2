//! Schedules in small windows: long pages, a model that reads them one after the other, notes that are made or not, and a person
//! who answers a full window in every way. One seed of twenty-four is such a schedule.

use crate::mutation::faulty;
use crate::schedule::pick;
use crate::stage::{is, settled};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::context::Carry;
use fairlead_protocol::item::{Item, ItemBody};
use fairlead_protocol::node::NoticeCode;
use fairlead_protocol::pause::Asking;
use fairlead_protocol::run::RunState;
use fairlead_protocol::settings::{Completion, Settings};
use fairlead_sim::fault::Fault as Mistake;
use fairlead_sim::model::{Asked, Fault, Say, note_taker};
use fairlead_sim::panel::Answered;
use fairlead_sim::{Dice, PanelId, Setup, World};
use serde_json::json;
use std::rc::Rc;

/// The smallest one has room for a page or two, the largest for results that go out of view together.
const WINDOWS: [u32; 4] = [9_000, 12_288, 16_384, 24_576];

pub(crate) fn is_meant(seed: u64) -> bool {
    seed % 24 == 11
}

pub(crate) fn small(seed: u64, setup: Setup) -> Setup {
    if !is_meant(seed) {
        return setup;
    }
    let number = usize::try_from(seed / 24).unwrap();
    Setup { window: Some(WINDOWS[number % 4]), note_taker: note_takers(number), ..setup }
}

fn note_takers(number: usize) -> Rc<dyn Fn(&Asked) -> Say> {
    match number % 5 {
        0 => Rc::new(|_| Say::text("I would rather not.")),
        1 => Rc::new(|asked| match asked.number % 2 {
            0 => Say::text("").failing(Fault::Refused { status: 400, body: "{}".to_owned() }),
            _ => note_taker(asked),
        }),
        _ => Rc::new(note_taker),
    }
}

/// What its pages say.
pub(crate) fn furnish(world: &World, seed: u64) {
    if is_meant(seed) {
        world.web.borrow_mut().text =
            |read| "All about headphones.\n".repeat(if read % 5 == 0 { 1_300 } else { 450 });
    }
}

/// Reads one thing after the other, sometimes two at once, and sometimes what is out of its view.
pub(crate) fn reader(asked: &Asked) -> Say {
    // Requests for notes are counted with the others, and may take every second number.
    if asked.tools.is_empty() || asked.number % 8 >= 6 {
        return Say::text("That is all of it.");
    }
    let look = |part: usize| ("find_in_page", json!({ "query": format!("part {} {part}", asked.number) }));
    match asked.number % 4 {
        1 => match masked(asked) {
            Some(node) => Say::call("recall_result", &json!({ "node": node })),
            None => Say::calls([look(0)]),
        },
        2 => Say::calls([look(0), look(1)]),
        _ => Say::calls([look(0)]),
    }
}

/// The node of a result that stands there by its pointer.
fn masked(asked: &Asked) -> Option<String> {
    let all = serde_json::to_string(&asked.messages).unwrap();
    let (_, pointer) = all.rsplit_once("recall_result with node \\\"")?;
    Some(pointer.split_once("\\\"")?.0.to_owned())
}

/// Something that a person does about a window. Nothing in all other schedules.
pub(crate) fn act(world: &mut World, panel: PanelId, dice: &Dice, seed: u64) {
    if !is_meant(seed) || dice.comes_up(40) {
        return;
    }
    match pick(dice, 8) {
        0 => {
            world.leave(panel);
        }
        1 => {
            world.leave(panel);
            world.resume(panel);
        }
        2 => {
            world.resume(panel);
        }
        3 => {
            world.narrow(panel, [WINDOWS[0], WINDOWS[3], 100_000][pick(dice, 3)]);
            world.resume(panel);
        }
        4 | 5 => carry_over(world, panel, dice),
        6 => {
            world.submit(panel, &"and so on ".repeat([800, 8_000][pick(dice, 2)]));
        }
        _ => {
            world.submit(panel, "Read on");
        }
    }
}

/// And says something there.
fn carry_over(world: &mut World, panel: PanelId, dice: &Dice) {
    let Some(last) = world.view(panel).items.last().map(|item| item.id.clone()) else { return };
    let sent = world.carry_over(panel, last, "t3", Carry::Abridged);
    for _ in 0..dice.below(30) {
        world.step();
    }
    if let Some(Answered::Acknowledged(_)) = world.answer(panel, &sent) {
        let there = world.look_at("t3");
        world.submit(there, "Go on");
    }
}

/// At rest behind a first message, with pages of so much text.
fn begun(message: &str, text: fn(usize) -> String) -> (World, PanelId) {
    let mut world = World::new(Setup { brain: Rc::new(reader), window: Some(16_384), ..Setup::default() });
    world.web.borrow_mut().text = text;
    let panel = world.open("t1");
    let settings = Settings { completion: Completion::Off, ..Settings::default() };
    world.send(panel, CommandBody::SettingsSet { settings });
    world.submit(panel, message);
    settled(&mut world);
    assert!(is(&world, panel, RunState::PausedContext), "{:?}", world.view(panel).run);
    (world, panel)
}

/// A window of which one page has taken all.
fn full_by_a_page() -> (World, PanelId) {
    begun("Read all of it", |_| "All about headphones.\n".repeat(2_000))
}

fn full_by_a_message() -> (World, PanelId) {
    begun(&"and so on ".repeat(8_000), |_| String::new())
}

/// The chat that is carried over from it.
fn carried_over((world, panel): (&mut World, PanelId)) -> PanelId {
    let last = world.view(panel).items.last().unwrap().id.clone();
    world.web.borrow_mut().text = |_| String::new();
    world.carry_over(panel, last, "t3", Carry::Abridged);
    settled(world);
    world.look_at("t3")
}

#[test]
fn a_chat_that_is_carried_over_from_a_full_one_goes_on_without_being_noted_first() {
    for (mut world, panel) in [full_by_a_page(), full_by_a_message()] {
        let notes = world.model.notes().len();
        let there = carried_over((&mut world, panel));
        world.submit(there, "Go on");
        settled(&mut world);
        assert_eq!(
            (world.view(there).state(), world.model.notes().len()),
            (Some(RunState::Completed), notes)
        );
        assert!(world.view(there).items.len() > world.view(panel).items.len());
    }
}

#[test]
fn a_copy_that_begins_as_full_as_the_other_one_is_noticed() {
    let has_room = || {
        let (mut world, panel) = full_by_a_message();
        let there = carried_over((&mut world, panel));
        let is_mark =
            |item: &Item| matches!(&item.body, ItemBody::Notice { code: NoticeCode::ContextCompacted, .. });
        settled(&mut world);
        world.view(there).items.iter().any(is_mark)
    };
    assert!(has_room() && !faulty(Mistake::CopyAsFull, has_room));
}

#[test]
fn a_pause_that_was_left_on_one_screen_is_left_on_another_and_after_a_crash() {
    let (mut world, panel) = full_by_a_page();
    let other = world.look_at("t1");
    world.leave(panel);
    settled(&mut world);
    let asking = |world: &World, panel| world.view(panel).run.map(|run| run.asking);
    assert_eq!(asking(&world, other), Some(Asking::Left));
    world.crash();
    world.reconnect(other);
    settled(&mut world);
    assert_eq!(asking(&world, other), Some(Asking::Left));
    world.resume(panel);
    settled(&mut world);
    assert_ne!(asking(&world, other), Some(Asking::Left));
}
