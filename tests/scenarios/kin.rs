//! Children in a random schedule: a mind that gives work away, and what a person does to a child while it is at work. Each act picks
//! a child that the panel shows, and does nothing if there is none.

use crate::delegate::{buys, is_child, reads, task};
use crate::schedule::pick;
use fairlead_protocol::approval::{Answer, Scope};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::ids::{Digest, ThreadId};
use fairlead_sim::model::{Asked, Say};
use fairlead_sim::panel::PanelView;
use fairlead_sim::{Dice, PanelId, World};
use serde_json::json;

/// Has something bought; before that, where it is to look around, two pages read side by side with a look of its own between.
pub(crate) fn patron(asked: &Asked) -> Say {
    if is_child(asked) {
        return if asked.request().starts_with("Read ") { reads(asked) } else { buys(asked) };
    }
    let steps = asked.steps();
    let bought = steps.iter().any(|step| step.args["role"] == "buyer");
    if asked.tools.is_empty() || bought || steps.len() > 6 {
        return Say::text("All of it was given away.");
    }
    match steps.last().map(|step| step.tool.as_str()) {
        None if asked.request().contains("cheapest") => {
            Say::calls([("delegate", task("offers")), ("tabs_list", json!({})), ("delegate", task("terms"))])
        }
        Some(_) | None => {
            Say::call("delegate", &json!({"role": "buyer", "task": "Buy one", "may_write": true}))
        }
    }
}

pub(crate) fn meddle(world: &mut World, panel: PanelId, dice: &Dice) {
    let Some((child, view)) = child(world, panel, dice) else { return };
    let turn = view.run.as_ref().map(|run| run.turn.clone());
    match (pick(dice, 12), turn) {
        (0 | 1, Some(turn)) => {
            world.send(panel, CommandBody::TurnInterrupt { thread: child, turn });
        }
        (2..=4, _) => answer(world, panel, dice, child, &view),
        (5, Some(turn)) => {
            world.send(panel, CommandBody::RunResume { thread: child, turn });
        }
        (6, _) => {
            world.send(panel, CommandBody::ThreadDelete { thread: child });
        }
        (7, _) => {
            world.interrupt(panel);
            if dice.comes_up(60) {
                for _ in 0..dice.below(6) {
                    world.step();
                }
                world.crash();
            }
        }
        (8, _) => close_a_tab(world, &child),
        (_, _) => world.keep_a_tab(&child),
    }
}

/// Under the child's hands.
fn close_a_tab(world: &World, child: &ThreadId) {
    let mut web = world.web.borrow_mut();
    if let Some(tab) = web.lent_to(child) {
        web.close(tab);
    }
}

/// One that the panel has heard of.
fn child(world: &World, panel: PanelId, dice: &Dice) -> Option<(ThreadId, PanelView)> {
    let children = &world.client(panel)?.family.children;
    let at = pick(dice, children.len().max(1) as u64);
    children.iter().nth(at).map(|(thread, view)| (thread.clone(), view.clone()))
}

/// A word on a card of the child, or on one that it has not got.
fn answer(world: &mut World, panel: PanelId, dice: &Dice, thread: ThreadId, view: &PanelView) {
    let Some(asked) = view.approvals.values().next() else { return };
    let digest = if dice.comes_up(30) { Digest("of another card".to_owned()) } else { asked.digest.clone() };
    let answer = match pick(dice, 3) {
        0 => Answer::Allow { scope: Scope::Once },
        1 => Answer::Deny { note: None },
        _ => Answer::DenyAndStop,
    };
    world.send(panel, CommandBody::ApprovalRespond { thread, approval: asked.id.clone(), digest, answer });
}
