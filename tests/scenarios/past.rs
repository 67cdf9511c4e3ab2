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
fn both_questions_survive_a_crash_at_each_point() {
    let script = Script { brain: looks_up, person: Person::attentive, play: begin };
    assert!(script.everywhere() >= 12);
}
