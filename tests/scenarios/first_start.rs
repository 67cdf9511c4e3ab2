//! What the first start writes, and what becomes of it.

use crate::stage::{settled, steps, stored_rules};
use fairlead_protocol::approval::{Answer, Scope};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::permission::{RuleSource, RuleVerdict};
use fairlead_protocol::tool::ToolErrorCode;
use fairlead_sim::model::{Asked, Say};
use fairlead_sim::{Person, Point, Setup, World};
use fairlead_store::{Batch, Delete, RowKey, Store};
use futures::FutureExt;
use serde_json::json;
use std::rc::Rc;

fn runs_a_script(asked: &Asked) -> Say {
    match asked.steps().len() {
        0 => Say::call("run_javascript", &json!({"code": "return 1 + 1"})),
        _ => Say::text("Done."),
    }
}

#[test]
fn scripts_are_ruled_out_from_the_first_start_on() {
    let mut world = World::of(runs_a_script);
    let panel = world.open("t1");
    let stored = stored_rules(&mut world, panel);
    let told =
        stored.iter().map(|rule| (rule.tool.as_str(), rule.origin.as_str(), rule.verdict, rule.source));
    assert_eq!(
        told.collect::<Vec<_>>(),
        [("run_javascript", "*", RuleVerdict::Deny, RuleSource::PluginDefault)]
    );
    world.submit(panel, "What is one and one on this page?");
    settled(&mut world);
    let denied = Some(Err(ToolErrorCode::DeniedByPolicy));
    assert_eq!(steps(&world, panel), [("run_javascript".to_owned(), denied)]);
    world.crash();
    assert_eq!(stored_rules(&mut world, panel), stored, "written once");
}

#[test]
fn a_first_start_that_dies_in_between_is_made_up_for_by_the_next() {
    for (number, point) in [Point::BeforeCommit, Point::AfterCommit].into_iter().enumerate() {
        let mut world = World::of(runs_a_script);
        let panel = world.open("t1");
        let stored = stored_rules(&mut world, panel);
        let keys = [RowKey::Settings, RowKey::Rule(stored[0].id.clone())];
        let nothing = keys.into_iter().fold(Batch::new(), |batch, key| batch.delete(Delete::Row(key)));
        world.rows.commit(nothing).now_or_never().unwrap().unwrap();
        world.fate.arm([number]);
        world.crash();
        settled(&mut world);
        assert_eq!(world.fate.passed()[number], point);
        assert_eq!(stored_rules(&mut world, panel), stored, "{point:?}");
    }
}

#[test]
fn the_rule_that_was_deleted_stays_deleted_and_each_script_is_asked_about() {
    let person = Person::answering(Answer::Allow { scope: Scope::Once });
    let mut world = World::new(Setup { person, brain: Rc::new(runs_a_script), ..Setup::default() });
    let panel = world.open("t1");
    let rule = stored_rules(&mut world, panel).remove(0).id;
    world.send(panel, CommandBody::RulesDelete { rule });
    settled(&mut world);
    for _ in 0..2 {
        world.crash();
        assert_eq!(stored_rules(&mut world, panel), []);
        world.submit(panel, "What is one and one on this page?");
        settled(&mut world);
        assert_eq!(world.view(panel).asked, 1, "also where it was allowed before");
    }
    let done = ("run_javascript".to_owned(), Some(Ok(())));
    assert_eq!(steps(&world, panel), [done.clone(), done]);
    let ran: Vec<String> = world.web.borrow().effects.iter().map(|effect| effect.what.clone()).collect();
    assert_eq!(ran, ["run return 1 + 1", "run return 1 + 1"]);
}
