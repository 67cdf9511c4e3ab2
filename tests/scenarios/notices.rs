//! A person who does not look is told, once, and after it is stored; whoever looks is not.

use crate::mutation::faulty;
use crate::stage::{REQUEST, settled};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::connection::ModelChoice;
use fairlead_protocol::ids::{ConnectionId, ThreadId};
use fairlead_protocol::notice::Occasion;
use fairlead_protocol::settings::{Notifications, Settings};
use fairlead_sim::fault::Fault;
use fairlead_sim::model::{Asked, Say, shopper};
use fairlead_sim::{PanelId, Person, Setup, World};
use serde_json::json;
use std::rc::Rc;

fn asks(asked: &Asked) -> Say {
    match asked.steps().last() {
        None => Say::call("ask_user", &json!({"question": "Which one?"})),
        Some(_) => Say::text("I see."),
    }
}

fn world(brain: fn(&Asked) -> Say) -> (World, PanelId) {
    let mut world = World::new(Setup { brain: Rc::new(brain), person: Person::away(), ..Setup::default() });
    let panel = world.open("t1");
    world.until(|world| world.view(panel).is_connected);
    (world, panel)
}

/// The person writes, and closes the panel.
fn writes_and_leaves(world: &mut World, panel: PanelId) {
    let sent = world.submit(panel, REQUEST);
    world.until(|world| world.answer(panel, &sent).is_some());
    world.close(panel);
    world.settle();
}

fn occasions(world: &World) -> Vec<Occasion> {
    world.notices.shown().into_iter().map(|notice| notice.occasion).collect()
}

#[test]
fn a_question_that_nobody_sees_is_told_once_over_any_number_of_lives_and_cleared_once_it_is_seen() {
    let (mut world, panel) = world(asks);
    writes_and_leaves(&mut world, panel);
    assert_eq!(occasions(&world), [Occasion::Question]);
    for _ in 0..3 {
        world.crash();
        world.settle();
    }
    world.restart_browser();
    world.settle();
    assert_eq!(occasions(&world), [Occasion::Question]);
    assert_eq!(world.notices.standing().len(), 1);
    let back = world.look_at("t1");
    world.until(|world| world.view(back).is_connected);
    assert_eq!(world.notices.standing(), []);
    settled(&mut world);
}

#[test]
fn an_answer_from_anywhere_clears_it() {
    let (mut world, panel) = world(asks);
    writes_and_leaves(&mut world, panel);
    let elsewhere = world.open("t2");
    world.settle();
    assert_eq!(world.notices.standing().len(), 1);
    let open = world.stored(&ThreadId::new("t1")).unwrap().interactions.keys().next().cloned().unwrap();
    let response = fairlead_protocol::interaction::Response::Skip;
    world.send(
        elsewhere,
        CommandBody::InteractionRespond { thread: ThreadId::new("t1"), interaction: open, response },
    );
    settled(&mut world);
    assert_eq!(world.notices.standing(), []);
}

#[test]
fn whoever_looks_is_not_told() {
    let (mut world, panel) = world(asks);
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert_eq!(world.notices.shown(), []);
}

#[test]
fn an_approval_that_nobody_sees_is_told() {
    let (mut world, panel) = world(shopper);
    writes_and_leaves(&mut world, panel);
    assert_eq!(occasions(&world), [Occasion::Approval]);
    assert_eq!(world.violations(), Vec::<String>::new());
}

#[test]
fn a_task_that_took_its_time_is_told_at_its_end_if_the_person_wants_it() {
    fn sleeps(asked: &Asked) -> Say {
        match asked.steps().last() {
            None => Say::call("schedule_resume", &json!({"minutes": 5, "reason": "The oven"})),
            Some(_) => Say::text("It is done."),
        }
    }
    for (notifications, wanted) in [
        (Notifications::Waiting, vec![]),
        (Notifications::Off, vec![]),
        (Notifications::WaitingAndDone, vec![Occasion::Done]),
    ] {
        let (mut world, panel) = world(sleeps);
        let model = Some(ModelChoice { connection: ConnectionId::new("c1"), model: None });
        let settings = Settings { notifications, model, ..Settings::default() };
        world.send(panel, CommandBody::SettingsSet { settings });
        world.settle();
        writes_and_leaves(&mut world, panel);
        assert_eq!(occasions(&world), wanted, "{notifications:?}");
        assert_eq!(world.violations(), Vec::<String>::new());
    }
}

#[test]
fn a_death_at_the_commit_of_a_card_never_tells_it_twice() {
    let points = {
        let (mut world, panel) = world(asks);
        world.fate.arm([]);
        writes_and_leaves(&mut world, panel);
        world.fate.passed().len()
    };
    assert!(points > 4);
    for point in 0..points {
        let (mut world, panel) = world(asks);
        world.fate.arm([point]);
        writes_and_leaves(&mut world, panel);
        assert!(occasions(&world).len() <= 1, "point {point}: {:?}", occasions(&world));
        assert_eq!(world.violations(), Vec::<String>::new(), "point {point}");
    }
}

#[test]
fn a_notification_of_what_a_panel_shows_is_noticed() {
    let world = faulty(Fault::NoticeToALooker, || {
        let (mut world, panel) = world(asks);
        world.submit(panel, REQUEST);
        world.settle();
        world
    });
    assert_eq!(occasions(&world), [Occasion::Question], "the fault shows it to somebody who looks");
}
