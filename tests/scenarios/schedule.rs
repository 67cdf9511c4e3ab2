//! One random schedule: delays, deaths, faults of model and disk, a page that moves, and a person who does anything at any time.
//! All of it follows from a seed.

use crate::completion::{boaster, repenter};
use crate::deeds::act;
use crate::kin::{meddle, patron};
use crate::narrow;
use crate::stage::REQUEST;
use crate::takeover::Hand;
use fairlead_protocol::approval::{Answer, Scope};
use fairlead_protocol::caps;
use fairlead_protocol::command::{Command, CommandBody};
use fairlead_protocol::ids::{Digest, SubmissionId};
use fairlead_sim::browser::{SHOP, SHOP_TAB};
use fairlead_sim::model::{Asked, Fault, Say, shopper};
use fairlead_sim::{Dice, PanelId, Person, Setup, World};
use fairlead_store::StoreError;
use serde_json::json;
use std::rc::Rc;

pub(crate) fn play(seed: u64) -> World {
    let dice = Dice::new(seed ^ 0x5eed);
    let setup = Setup {
        seed,
        brain: brain(seed),
        person: person(&dice),
        jitter_ms: [0, 10, 60, 400][pick(&dice, 4)],
        ..Setup::default()
    };
    let mut hand = Hand::of(seed);
    let mut world = World::new(narrow::small(seed, setup));
    narrow::furnish(&world, seed);
    world.fate.arm(deaths(&dice));
    let panel = world.open("t1");
    world.submit(panel, if dice.comes_up(80) { REQUEST } else { "Good morning" });
    for _ in 0..dice.below(13) {
        for _ in 0..dice.below(100) {
            world.step();
        }
        happen(&mut world, panel, &dice);
        narrow::act(&mut world, panel, &dice, seed);
        hand.act(&mut world, panel);
    }
    world.settle();
    // Whatever stopped on the way can be taken up again, and comes to an end once nothing gets in between.
    world.fate.disarm();
    world.web.borrow_mut().look_ms = 0;
    world.web.borrow_mut().act_ms = 0;
    for _ in 0..3 {
        world.resume(panel);
        world.settle();
    }
    world
}

/// Here and there, or one right behind the other.
fn deaths(dice: &Dice) -> Vec<usize> {
    if dice.comes_up(6) {
        // A new life passes the two points of its restart before it asks the model again.
        let (first, step) = (pick(dice, 40), [1, 3][pick(dice, 2)]);
        return (0..6).map(|life| first + life * step).collect();
    }
    (0..dice.below(4)).map(|_| pick(dice, 90)).collect()
}

fn happen(world: &mut World, panel: PanelId, dice: &Dice) {
    let thread = world.thread_of(panel);
    match pick(dice, 52) {
        0 | 1 => {
            world.submit(panel, "And what else?");
        }
        2 => {
            world.submit(panel, REQUEST);
        }
        3 | 4 => {
            world.interrupt(panel);
            if dice.comes_up(40) {
                world.resume(panel);
            }
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
        12 => fail_the_disk(world, dice),
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
        15 | 22 => answer_another_card(world, panel, dice),
        16 => world.repeat(panel, pick(dice, 20)),
        17 => use_an_id_twice(world, panel),
        18 if dice.comes_up(30) => {
            for _ in 0..=caps::QUEUED_TURNS + 1 {
                world.submit(panel, "And then?");
            }
        }
        19 => world.web.borrow_mut().look_ms = [0, 300, 3_000][pick(dice, 3)],
        20 => {
            world.web.borrow_mut().locked.insert(SHOP.to_owned());
        }
        21 => {
            world.send(panel, CommandBody::ThreadCreate { thread });
        }
        23 => change_the_page_under_a_card(world, panel),
        24..=45 => act(world, panel, dice),
        48..=51 => meddle(world, panel, dice),
        46 if dice.comes_up(50) => world.web.borrow_mut().go(SHOP_TAB, "https://elsewhere.example/"),
        _ => match pick(dice, 3) {
            0 => world.web.borrow_mut().close(SHOP_TAB),
            1 => world.web.borrow_mut().cart.clear(),
            _ => world.restart_browser(),
        },
    }
}

fn fail_the_disk(world: &World, dice: &Dice) {
    let error = match pick(dice, 3) {
        0 => StoreError::QuotaExceeded,
        1 => StoreError::Aborted { reason: "evicted".to_owned() },
        _ => StoreError::Unavailable { reason: "closed".to_owned() },
    };
    for _ in 0..=dice.below(4) {
        world.rows.fail_next(error.clone());
    }
}

/// An answer from a screen that shows what the card was, and not what it is; or one that comes late.
fn answer_another_card(world: &mut World, panel: PanelId, dice: &Dice) {
    let open = world.view(panel).approvals.values().next().cloned();
    let Some(approval) = open else { return };
    let digest =
        if dice.comes_up(60) { Digest("of another card".to_owned()) } else { approval.digest.clone() };
    let answer = if dice.comes_up(70) {
        Answer::Allow { scope: Scope::Once }
    } else {
        Answer::Deny { note: Some("no".to_owned()) }
    };
    let respond = |answer| {
        let (thread, approval) = (approval.thread.clone(), approval.id.clone());
        CommandBody::ApprovalRespond { thread, approval, digest: digest.clone(), answer }
    };
    world.send(panel, respond(answer));
    if dice.comes_up(20) {
        world.send(panel, respond(Answer::DenyAndStop));
    }
}

/// What the person then allows is not there any more.
fn change_the_page_under_a_card(world: &mut World, panel: PanelId) {
    let open = world.view(panel).approvals.values().next().cloned();
    let Some(approval) = open else { return };
    "Grab".clone_into(&mut world.web.borrow_mut().wording);
    let (thread, approval, digest) = (approval.thread, approval.id, approval.digest);
    let answer = Answer::Allow { scope: Scope::Once };
    world.send(panel, CommandBody::ApprovalRespond { thread, approval, digest, answer });
}

fn use_an_id_twice(world: &mut World, panel: PanelId) {
    let Some(client) = world.client(panel) else { return };
    let client_id = client.client.clone();
    let submission_id = SubmissionId(format!("{client_id}-2"));
    let body = CommandBody::ThreadRename { thread: world.thread_of(panel), title: "Twice".to_owned() };
    world.send_as_is(panel, &Command { client_id, submission_id, body });
}

/// Of several minds, on a bad line.
fn brain(seed: u64) -> Rc<dyn Fn(&Asked) -> Say> {
    let mind: fn(&Asked) -> Say = match seed % 12 {
        0 => juggler,
        1 => wanderer,
        2 => mumbler,
        3 => asker,
        4 => sleeper,
        5 => notekeeper,
        6 => watcher,
        7 if seed % 24 == 7 => boaster,
        7 => repenter,
        8 => patron,
        11 if narrow::is_meant(seed) => narrow::reader,
        _ => shopper,
    };
    Rc::new(move |asked| {
        let dice = Dice::new(seed.wrapping_mul(31).wrapping_add(asked.number as u64));
        let fault = match dice.below(40) {
            0 => Fault::Unreachable,
            1 => Fault::Broken { percent: u8::try_from(dice.below(100)).unwrap() },
            2 => Fault::Refused { status: 503, body: String::new() },
            3 => Fault::Silent { percent: 40 },
            _ => Fault::None,
        };
        mind(asked).failing(fault)
    })
}

/// Does several things at once.
fn juggler(asked: &Asked) -> Say {
    if asked.tools.is_empty() || asked.steps().len() > 8 {
        return Say::text("All tried.");
    }
    match asked.steps().last().map(|step| step.tool.as_str()) {
        None => Say::calls([
            ("tabs_list", json!({})),
            ("find_in_page", json!({"query": "quiet"})),
            ("read_page", json!({})),
            ("read_page", json!({})),
        ]),
        Some("read_page") => Say::calls([
            ("extract", json!({})),
            ("click", json!({"element": "Terms", "ref": "s1_90"})),
            ("type", json!({"element": "Search", "ref": "s1_50", "text": "quiet"})),
            ("tabs_list", json!({})),
        ]),
        Some(_) => Say::text("All tried."),
    }
}

/// Goes where it wants to be, and looks whether it is there.
fn wanderer(asked: &Asked) -> Say {
    if asked.tools.is_empty() || asked.steps().len() > 6 {
        return Say::text("I could not get there.");
    }
    match asked.steps().last() {
        Some(step) if step.tool == "navigate" => Say::call("tabs_list", &json!({})),
        Some(step) if step.result.contains("/basket") => Say::text("The basket is open."),
        Some(_) | None => Say::call("navigate", &json!({"url": "https://shop.example/basket"})),
    }
}

/// Wants to know, and waits.
fn asker(asked: &Asked) -> Say {
    if asked.tools.is_empty() || asked.steps().len() > 6 {
        return Say::text("I do not know what you want.");
    }
    match asked.steps().last().map(|step| step.tool.as_str()) {
        None => {
            Say::call("ask_user", &json!({"question": "Which one?", "options": ["the blue one", "none"]}))
        }
        Some("ask_user") => {
            Say::call("schedule_resume", &json!({"minutes": 90, "reason": "The sale begins"}))
        }
        Some("schedule_resume") => {
            Say::call("request_user_action", &json!({"what": "Sign in", "why": "It asks for a password"}))
        }
        Some("request_user_action") => Say::call("tabs_list", &json!({})),
        Some(_) => Say::text("That is all."),
    }
}

/// Waits twice, with something to do behind the first time.
fn sleeper(asked: &Asked) -> Say {
    if asked.tools.is_empty() || asked.steps().len() > 4 {
        return Say::text("I have waited.");
    }
    Say::calls([("schedule_resume", json!({"minutes": 5, "reason": "Later"})), ("tabs_list", json!({}))])
}

/// Writes a plan, remembers and forgets, with something to look at in between.
fn notekeeper(asked: &Asked) -> Say {
    if asked.tools.is_empty() || asked.steps().len() > 8 {
        return Say::text("Noted.");
    }
    let plan = |status: &str| json!({"steps": [{"text": "Look around", "status": status}]});
    let steps = asked.steps();
    match steps.last().map(|step| step.tool.as_str()) {
        None => Say::calls([
            ("plan_update", plan("in_progress")),
            ("remember", json!({"text": format!("Has asked {} times", asked.number)})),
        ]),
        Some("remember") => Say::calls([("recall", json!({"query": "asked"})), ("tabs_list", json!({}))]),
        Some("tabs_list") => Say::calls([
            ("remember", json!({"text": format!("Has many tabs, {} times", asked.number)})),
            ("plan_update", plan("done")),
        ]),
        Some("plan_update") => {
            let known = steps.iter().rev().filter_map(|step| step.result.strip_prefix("Remembered as "));
            let id = known.filter_map(|said| said.split('.').next()).next().unwrap_or("none");
            Say::call("forget", &json!({ "id": id }))
        }
        Some(_) => Say::text("Noted."),
    }
}

/// Waits for the page, for one thing after the other.
fn watcher(asked: &Asked) -> Say {
    let conditions = [
        json!({"changed": true, "timeout_minutes": 3}),
        json!({"text": "Take Aurora", "timeout_minutes": 5, "every_seconds": 150}),
        json!({"url": "/headphones", "timeout_minutes": 1}),
        json!({"text_gone": "Take Aurora", "timeout_minutes": 2}),
    ];
    match conditions.get(asked.steps().len()) {
        Some(condition) if !asked.tools.is_empty() => Say::call("watch_page", condition),
        Some(_) | None => Say::text("I have watched."),
    }
}

/// Cannot say what it wants, most of the time.
fn mumbler(asked: &Asked) -> Say {
    if asked.number % 5 < 4 && !asked.tools.is_empty() && asked.steps().len() < 6 {
        return Say::raw_calls([("read_page", "{\"mode\": \"snap".to_owned())]);
    }
    shopper(asked)
}

fn person(dice: &Dice) -> Person {
    match pick(dice, 10) {
        8 => Person::away(),
        // Says nothing of what was lost.
        9 => Person { losses: Rc::new(|_, _| None), ..Person::with_scope(Scope::Always) },
        // Thinks about questions.
        5 | 6 => Person { waits: Rc::new(|_| None), ..Person::attentive() },
        0 => Person::with_scope(Scope::Session),
        1 => Person::with_scope(Scope::Always),
        2 => Person::answering(Answer::Deny { note: Some("not now".to_owned()) }),
        3 => Person::answering(Answer::DenyAndStop),
        4 => Person::away(),
        _ => Person::attentive(),
    }
}

pub(crate) fn pick(dice: &Dice, of: u64) -> usize {
    usize::try_from(dice.below(of)).unwrap()
}
