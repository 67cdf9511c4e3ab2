//! What the person has visited and kept: looked up with the browser's permission, asked for in their own click.

use crate::crash::Script;
use crate::stage::{settled, steps};
use fairlead_protocol::approval::{Answer, BrowserPermission, Scope};
use fairlead_protocol::run::RunState;
use fairlead_protocol::tool::ToolErrorCode;
use fairlead_sim::model::{Asked, Say};
use fairlead_sim::{PanelId, Person, Setup, World};
use serde_json::json;
use std::rc::Rc;

fn looks_up(asked: &Asked) -> Say {
    match asked.steps().len() {
        0 => Say::call("history_search", &json!({"query": "headphones"})),
        _ => Say::text("That is all I found."),
    }
}

fn begin(world: &mut World, panel: PanelId) {
    world.web.borrow_mut().withheld.push(BrowserPermission::History);
    world.submit(panel, "Where did I see those headphones?");
}

fn played(person: Person) -> (World, PanelId) {
    let mut world = World::new(Setup { brain: Rc::new(looks_up), person, ..Setup::default() });
    let panel = world.open("t1");
    begin(&mut world, panel);
    settled(&mut world);
    (world, panel)
}

#[test]
fn the_past_is_looked_up_once_the_person_and_the_browser_agree() {
    let (world, panel) = played(Person::attentive());
    assert_eq!(steps(&world, panel), [("history_search".to_owned(), Some(Ok(())))]);
    assert_eq!((world.view(panel).asked, world.web.borrow().reads), (2, 1));
}

#[test]
fn where_the_browser_does_not_agree_nothing_is_read_and_the_turn_goes_on() {
    let yes = Answer::Allow { scope: Scope::Once };
    for answer in [yes, Answer::Deny { note: None }] {
        let (world, panel) = played(Person::answering(answer));
        let refused = Some(Err(ToolErrorCode::NoPermission));
        assert_eq!(steps(&world, panel), [("history_search".to_owned(), refused)]);
        assert_eq!(world.view(panel).state(), Some(RunState::Completed));
        assert_eq!(world.web.borrow().reads, 0);
    }
}

#[test]
fn what_was_closed_is_opened_again_and_tabs_are_put_into_a_group_that_is_named() {
    let setup = Setup {
        brain: Rc::new(|asked: &Asked| match asked.steps().len() {
            0 => Say::call("session_restore", &json!({"session_id": "s1"})),
            1 => Say::call("tabs_group", &json!({"tab_ids": [7]})),
            2 => Say::call("tab_group_update", &json!({"group_id": 3, "title": "Shopping", "color": "blue"})),
            3 => Say::call("tab_groups_list", &json!({})),
            _ => Say::text("Done."),
        }),
        person: Person::attentive(),
        ..Setup::default()
    };
    let mut world = World::new(setup);
    world.web.borrow_mut().withheld.extend([BrowserPermission::Sessions, BrowserPermission::TabGroups]);
    let panel = world.open("t1");
    world.submit(panel, "Open it again and group the tabs");
    settled(&mut world);
    let done: Vec<String> = world.web.borrow().effects.iter().map(|effect| effect.what.clone()).collect();
    assert_eq!(done, ["open s1 again", "group 1 tabs", "name the group Shopping"]);
    assert!(steps(&world, panel).iter().all(|(_, end)| *end == Some(Ok(()))));
    assert!(world.web.borrow().withheld.is_empty(), "each was asked for once");
}

#[test]
fn both_questions_survive_a_crash_at_each_point() {
    let script = Script { brain: looks_up, person: Person::attentive, play: begin };
    assert!(script.everywhere() >= 12);
}
