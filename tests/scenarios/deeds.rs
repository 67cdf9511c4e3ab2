//! What a person may do at any time to messages that wait, to the tree, to questions and to files: the acts of a random schedule.
//! Each picks what it is done to from what the panel shows, and does nothing if there is nothing of the kind.

use crate::schedule::pick;
use crate::stage::REQUEST;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::ids::{AttachmentId, NodeId, TurnId};
use fairlead_protocol::interaction::{Interaction, Response, Wait};
use fairlead_protocol::item::ItemBody;
use fairlead_protocol::settings::Settings;
use fairlead_sim::panel::Answered;
use fairlead_sim::{Dice, PanelId, World};

/// Text, in base64.
const FILE: &str = "QXVyb3JhIGlzIHRoZSBiZXN0Lg==";

const ELSEWHERE: &str = "https://elsewhere.example/v1";
const HERE: &str = "https://models.example/v1";

pub(crate) fn act(world: &mut World, panel: PanelId, dice: &Dice) {
    match pick(dice, 39) {
        0..=4 => steer(world, panel, dice),
        5 | 6 => {
            world.enqueue(panel, "And then?");
        }
        7..=12 => wait_in_line(world, panel, dice),
        13..=18 => grow_the_tree(world, panel, dice),
        19 => fork_the_thread(world, panel, dice),
        20..=22 => answer_a_question(world, panel, dice),
        23 | 24 => bring_a_file(world, panel, dice),
        25 => take_a_file_away(world, panel, dice),
        26 => move_the_connection(world, panel, dice),
        27 => mark(world, panel, dice),
        28 => world.web.borrow_mut().lost_answers = 1,
        35..=36 => tell_what_changed(world, panel, dice),
        37 | 38 => look_after_memories(world, panel, dice),
        29 => world.web.borrow_mut().act_ms = [0, 500, 14_000][pick(dice, 3)],
        _ => sleep(world, panel),
    }
}

/// The person writes other instructions, and wants the running Turn to know.
fn tell_what_changed(world: &mut World, panel: PanelId, dice: &Dice) {
    if dice.comes_up(80) {
        let instructions = ["In prose, please.", "In rhymes, please.", ""][pick(dice, 3)].to_owned();
        let settings = Settings { instructions, ..Settings::default() };
        world.send(panel, CommandBody::SettingsSet { settings });
    }
    let (thread, tab) = (world.thread_of(panel), world.front());
    world.send(panel, CommandBody::ContextRefresh { thread, tab });
}

fn look_after_memories(world: &mut World, panel: PanelId, dice: &Dice) {
    let memories = world.view(panel).memories;
    let Some(memory) = memories.into_keys().nth(pick(dice, 2)) else { return };
    let body = match pick(dice, 3) {
        0 => CommandBody::MemoryUpdate { memory, text: "Asks a lot".to_owned(), topic: None },
        1 => CommandBody::MemoryDelete { memory },
        _ => CommandBody::MemoryClear,
    };
    world.send(panel, body);
}

/// Sometimes several at once; sometimes to a Turn that ends just then.
fn steer(world: &mut World, panel: PanelId, dice: &Dice) {
    const SAID: [&str; 3] = ["the cheapest, please", "in stock, and the cheapest", "thank you"];
    let turn = world.turn(panel);
    for _ in 0..=dice.below(3) {
        world.steer(panel, SAID[pick(dice, 3)]);
    }
    if let Some(turn) = turn.filter(|_| dice.comes_up(15)) {
        let thread = world.thread_of(panel);
        world.send(panel, CommandBody::TurnInterrupt { thread, turn });
    }
}

fn wait_in_line(world: &mut World, panel: PanelId, dice: &Dice) {
    let thread = world.thread_of(panel);
    let queue = world.view(panel).queue;
    let Some(turn) = queue.get(pick(dice, queue.len().max(1) as u64)).map(|waiting| waiting.turn.clone())
    else {
        let body = if dice.comes_up(50) {
            CommandBody::QueueHold { thread }
        } else {
            CommandBody::QueueRelease { thread }
        };
        world.send(panel, body);
        return;
    };
    let body = match pick(dice, 7) {
        0 => CommandBody::QueueUpdate { thread, turn, text: "Something else".to_owned() },
        1 | 2 => CommandBody::QueueMove { thread, turn, to: u32::try_from(dice.below(4)).unwrap() },
        3 => match world.turn(panel) {
            Some(expected_turn) => CommandBody::QueueSteer { thread, turn, expected_turn },
            None => CommandBody::QueueRemove { thread, turn },
        },
        4 => CommandBody::QueueHold { thread },
        5 => CommandBody::QueueRelease { thread },
        _ => CommandBody::RunResume { thread, turn },
    };
    world.send(panel, body);
}

fn grow_the_tree(world: &mut World, panel: PanelId, dice: &Dice) {
    let thread = world.thread_of(panel);
    let turns = turns(world, panel);
    let Some(turn) = turns.get(pick(dice, turns.len().max(1) as u64)).cloned() else { return };
    match pick(dice, 8) {
        0 | 1 => {
            world.fork_turn(panel, turn, Some("Something else"));
        }
        2 => {
            world.fork_turn(panel, turn, Some(REQUEST));
        }
        3 | 4 => {
            world.fork_turn(panel, turn, None);
        }
        5 | 6 => {
            let forks = world.view(panel).forks;
            let siblings: Vec<NodeId> = forks.into_iter().flat_map(|fork| fork.siblings).collect();
            if let Some(node) = siblings.get(pick(dice, siblings.len().max(1) as u64)).cloned() {
                world.send(panel, CommandBody::ThreadSelectBranch { thread, node });
            }
        }
        _ => {
            world.send(panel, CommandBody::TurnDelete { thread, turn });
        }
    }
}

/// And looks at the copy, and says something there.
fn fork_the_thread(world: &mut World, panel: PanelId, dice: &Dice) {
    let items = world.view(panel).items;
    let Some(node) = items.get(pick(dice, items.len().max(1) as u64)).map(|item| item.id.clone()) else {
        return;
    };
    if dice.comes_up(20) {
        // Before there is anything.
        world.look_at("t2");
    }
    let sent = world.fork_thread(panel, node, "t2");
    for _ in 0..dice.below(30) {
        world.step();
    }
    let Some(Answered::Acknowledged(_)) = world.answer(panel, &sent) else { return };
    let there = world.look_at("t2");
    if dice.comes_up(50) {
        world.submit(there, "And here?");
    }
}

fn answer_a_question(world: &mut World, panel: PanelId, dice: &Dice) {
    let open = world.view(panel).interactions.values().next().cloned();
    let Some(Interaction { id, wait, .. }) = open else { return };
    let said = |text: &str| Response::Answer { text: text.to_owned() };
    let response = match wait {
        Wait::Question { .. } if dice.comes_up(70) => said("the red one"),
        Wait::Action { .. } if dice.comes_up(70) => Response::Done,
        Wait::Question { .. } | Wait::Until { .. } | Wait::Action { .. } | Wait::Watch { .. } => {
            Response::Skip
        }
    };
    world.respond(panel, id.clone(), response);
    if dice.comes_up(40) {
        let other = world.look_at("t1");
        world.respond(other, id, said("the green one"));
    }
}

fn bring_a_file(world: &mut World, panel: PanelId, dice: &Dice) {
    let id = ["file1", "file2"][pick(dice, 2)];
    world.attach(panel, id, "notes.txt", FILE);
    if dice.comes_up(70) {
        world.submit_with(panel, "What does it say?", &[id]);
    }
}

/// One that no message may hold, or one that no message can.
fn take_a_file_away(world: &mut World, panel: PanelId, dice: &Dice) {
    let id = ["file1", "file3"][pick(dice, 2)];
    if id == "file3" {
        world.attach(panel, id, "more.txt", FILE);
    }
    let (thread, attachment) = (world.thread_of(panel), AttachmentId::new(id));
    world.send(panel, CommandBody::AttachmentsRemove { thread, attachment });
}

/// Turns that go on afterwards stand on other ground.
fn move_the_connection(world: &mut World, panel: PanelId, dice: &Dice) {
    world.move_connection(panel, if dice.comes_up(70) { ELSEWHERE } else { HERE });
    if dice.comes_up(60) {
        for _ in 0..dice.below(20) {
            world.step();
        }
        world.crash();
    } else {
        world.interrupt(panel);
        world.resume(panel);
    }
}

fn mark(world: &mut World, panel: PanelId, dice: &Dice) {
    let thread = world.thread_of(panel);
    world.send(panel, CommandBody::ThreadPin { thread: thread.clone(), pinned: dice.comes_up(70) });
    if dice.comes_up(50) {
        world.send(panel, CommandBody::ThreadArchive { thread, archived: dice.comes_up(70) });
    }
}

/// Only while nothing else is waited for than a time: then the worker is stopped, and the alarm starts it.
fn sleep(world: &mut World, panel: PanelId) {
    let waits = |world: &World| {
        world
            .view(panel)
            .interactions
            .values()
            .any(|open| matches!(open.wait, Wait::Until { .. } | Wait::Watch { .. }))
    };
    for _ in 0..60 {
        if waits(world) {
            break;
        }
        world.step();
    }
    if waits(world) {
        world.sleep();
        world.step();
        world.reconnect(panel);
    }
}

/// Those that the panel shows, oldest first.
fn turns(world: &World, panel: PanelId) -> Vec<TurnId> {
    let said = |item: &fairlead_protocol::item::Item| match &item.body {
        ItemBody::UserMessage { delivery, .. } if delivery.is_opening() => Some(item.turn.clone()),
        ItemBody::UserMessage { .. }
        | ItemBody::AssistantMessage { .. }
        | ItemBody::ToolCall { .. }
        | ItemBody::Notice { .. } => None,
    };
    world.view(panel).items.iter().filter_map(said).collect()
}
