//! Thousands of random schedules: delays, deaths, faults of model and disk, a page that moves, and a person who does anything
//! at any time. Each is its seed. `FAIRLEAD_SEED=7` plays one again, `FAIRLEAD_SCHEDULES=50000` plays more, both together
//! begin at that seed, and `FAIRLEAD_SCHEDULES=0` goes on until it is stopped.

use crate::stage::REQUEST;
use fairlead_protocol::approval::{Answer, Scope};
use fairlead_protocol::command::CommandBody;
use fairlead_sim::browser::SHOP_TAB;
use fairlead_sim::model::{Asked, Fault, Say, shopper};
use fairlead_sim::{Dice, PanelId, Person, Setup, World};
use fairlead_store::StoreError;
use std::io::Write;
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Where nothing else is asked for.
const SCHEDULES: u64 = 10_000;

/// Seeds between two lines of a run without end.
const PROGRESS: u64 = 10_000;

/// Failures that are shown; the first is enough to begin with.
const SHOWN: usize = 5;

#[test]
fn no_schedule_breaks_what_must_hold() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (first, count) = match (number("FAIRLEAD_SEED"), number("FAIRLEAD_SCHEDULES")) {
        (Some(seed), None) => (seed, 1),
        (seed, count) => (seed.unwrap_or(0), count.unwrap_or(SCHEDULES)),
    };
    let seeds = first..if count == 0 { u64::MAX } else { first + count };
    let next = AtomicU64::new(seeds.start);
    let acted = AtomicU64::new(0);
    let failures = Mutex::new(Vec::new());
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end || failures.lock().unwrap().len() >= SHOWN {
                return;
            }
            match outcome(seed) {
                Ok(effects) => acted.fetch_add(effects as u64, Ordering::Relaxed),
                Err(problem) => {
                    failures.lock().unwrap().push((seed, problem));
                    continue;
                }
            };
            if count == 0 && (seed + 1).is_multiple_of(PROGRESS) {
                // Not `println`: a run without end has no end at which the runner would show it.
                let _ = writeln!(std::io::stderr(), "{} schedules, none failed", seed + 1 - first);
            }
        }
    };
    let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(work);
        }
    });
    let mut failures = failures.into_inner().unwrap();
    failures.sort();
    let shown: Vec<String> =
        failures.iter().map(|(seed, problem)| format!("FAIRLEAD_SEED={seed}\n{problem}")).collect();
    assert!(shown.is_empty(), "{}", shown.join("\n"));
    let acted = acted.into_inner();
    println!("seeds {seeds:?}, {acted} effects");
    assert!(count < 100 || acted > count / 4, "schedules that never act prove nothing");
}

/// Effects on the world, or what was wrong.
fn outcome(seed: u64) -> Result<usize, String> {
    let world = catch_unwind(AssertUnwindSafe(|| play(seed))).map_err(|_| "panicked, as above".to_owned())?;
    let violations = world.violations();
    if violations.is_empty() { Ok(world.web.borrow().effects.len()) } else { Err(violations.join("\n")) }
}

#[test]
fn a_panel_that_comes_in_mid_stream_is_told_nothing_before_its_snapshot() {
    assert_eq!(play(17).violations(), Vec::<String>::new());
}

#[test]
fn what_streams_while_a_stop_is_being_stored_is_not_shown_and_lost() {
    assert_eq!(play(41).violations(), Vec::<String>::new());
}

fn play(seed: u64) -> World {
    let dice = Dice::new(seed ^ 0x5eed);
    let setup = Setup {
        seed,
        brain: brain(seed),
        person: person(&dice),
        jitter_ms: [0, 10, 60, 400][pick(&dice, 4)],
    };
    let mut world = World::new(setup);
    let deaths: Vec<usize> = (0..dice.below(4)).map(|_| pick(&dice, 90)).collect();
    world.fate.arm(deaths);
    let panel = world.open("t1");
    world.submit(panel, if dice.comes_up(70) { REQUEST } else { "Good morning" });
    for _ in 0..dice.below(9) {
        for _ in 0..dice.below(120) {
            world.step();
        }
        happen(&mut world, panel, &dice);
    }
    world.settle();
    // Whatever stopped on the way can be taken up again, and comes to an end once nothing gets in between.
    world.fate.disarm();
    for _ in 0..3 {
        world.resume(panel);
        world.settle();
    }
    world
}

fn happen(world: &mut World, panel: PanelId, dice: &Dice) {
    let thread = world.thread_of(panel);
    match pick(dice, 16) {
        0 | 1 => {
            world.submit(panel, "And what else?");
        }
        2 => {
            world.submit(panel, REQUEST);
        }
        3 | 4 => {
            world.interrupt(panel);
        }
        5 => {
            world.resume(panel);
        }
        6 => world.reconnect(panel),
        7 => {
            if let Some(waiting) = world.view(panel).queue.first() {
                let turn = waiting.turn.clone();
                world.send(panel, CommandBody::QueueRemove { thread, turn });
            }
        }
        8 => {
            world.send(panel, CommandBody::ThreadRename { thread, title: "Shopping".to_owned() });
        }
        9 => world.web.borrow_mut().reload(SHOP_TAB),
        10 => "Take".clone_into(&mut world.web.borrow_mut().wording),
        11 => world.crash(),
        12 => {
            let error = match pick(dice, 3) {
                0 => StoreError::QuotaExceeded,
                1 => StoreError::Aborted { reason: "evicted".to_owned() },
                _ => StoreError::Unavailable { reason: "closed".to_owned() },
            };
            for _ in 0..=dice.below(4) {
                world.rows.fail_next(error.clone());
            }
        }
        13 => {
            let other = world.look_at("t1");
            if dice.comes_up(50) {
                world.step();
                world.close(other);
            }
        }
        14 => {
            if dice.comes_up(30) {
                world.send(panel, CommandBody::ThreadDelete { thread });
            }
        }
        _ => match pick(dice, 3) {
            0 => world.web.borrow_mut().close(SHOP_TAB),
            1 => world.web.borrow_mut().cart.clear(),
            _ => world.restart_browser(),
        },
    }
}

/// The shopper, on a bad line.
fn brain(seed: u64) -> Rc<dyn Fn(&Asked) -> Say> {
    Rc::new(move |asked| {
        let dice = Dice::new(seed.wrapping_mul(31).wrapping_add(asked.number as u64));
        let fault = match dice.below(40) {
            0 => Fault::Unreachable,
            1 => Fault::Broken { percent: u8::try_from(dice.below(100)).unwrap() },
            2 => Fault::Refused { status: 503, body: String::new() },
            3 => Fault::Silent { percent: 40 },
            _ => Fault::None,
        };
        shopper(asked).failing(fault)
    })
}

fn person(dice: &Dice) -> Person {
    match pick(dice, 8) {
        0 => Person::with_scope(Scope::Session),
        1 => Person::with_scope(Scope::Always),
        2 => Person::answering(Answer::Deny { note: Some("not now".to_owned()) }),
        3 => Person::answering(Answer::DenyAndStop),
        4 => Person::away(),
        _ => Person::attentive(),
    }
}

fn pick(dice: &Dice, of: u64) -> usize {
    usize::try_from(dice.below(of)).unwrap()
}
