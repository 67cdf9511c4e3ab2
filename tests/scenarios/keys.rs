//! A passphrase over the keys: what needs one waits while they are locked, and goes on by itself once they are not.

use crate::crash::Script;
use crate::stage::{REQUEST, cart, is, settled};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::connection::Secret;
use fairlead_protocol::item::ItemBody;
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::{Drift, RunErrorCode, RunState};
use fairlead_sim::model::{Asked, Say, shopper};
use fairlead_sim::panel::Answered;
use fairlead_sim::{PanelId, Person, Setup, World};
use std::rc::Rc;

const PASSPHRASE: &str = "seven blue herons";

fn passphrase(text: &str) -> Secret {
    Secret(text.to_owned())
}

fn protect(world: &mut World, panel: PanelId) {
    let set = CommandBody::VaultPassphrase { current: None, passphrase: Some(passphrase(PASSPHRASE)) };
    world.send(panel, set);
    world.settle();
}

fn unlock(world: &mut World, panel: PanelId, text: &str) -> Option<Answered> {
    let asked = world.send(panel, CommandBody::VaultUnlock { passphrase: passphrase(text) });
    world.settle();
    world.answer(panel, &asked)
}

/// The browser was started anew, and a message was sent.
pub(crate) fn locked(brain: impl Fn(&Asked) -> Say + 'static) -> (World, PanelId) {
    let mut world = World::new(Setup { brain: Rc::new(brain), ..Setup::default() });
    let panel = world.open("t1");
    protect(&mut world, panel);
    world.restart_browser();
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert!(is(&world, panel, RunState::WaitingKeys));
    (world, panel)
}

#[test]
fn a_turn_waits_while_the_keys_are_locked_and_goes_on_with_the_right_passphrase_alone() {
    let (mut world, panel) = locked(shopper);
    assert_eq!(world.model.count(), 0, "nothing was sent");
    let refused = unlock(&mut world, panel, "seven blue hens");
    assert!(
        matches!(refused, Some(Answered::Rejected(refusal)) if refusal.code == RefusalCode::WrongPassphrase)
    );
    assert!(is(&world, panel, RunState::WaitingKeys));
    assert_eq!(world.model.count(), 0);
    unlock(&mut world, panel, PASSPHRASE);
    settled(&mut world);
    assert!(is(&world, panel, RunState::Completed));
    assert_eq!(cart(&world).len(), 1);
    assert_eq!(world.view(panel).items.iter().filter(|item| is_of_the_person(&item.body)).count(), 1);
}

fn is_of_the_person(body: &ItemBody) -> bool {
    matches!(body, ItemBody::UserMessage { .. })
}

#[test]
fn keys_that_are_locked_while_a_turn_runs_hold_up_its_next_call_and_nothing_is_done_twice() {
    let setup = Setup { brain: Rc::new(shopper), person: Person::away(), ..Setup::default() };
    let mut world = World::new(setup);
    let panel = world.open("t1");
    protect(&mut world, panel);
    world.submit(panel, REQUEST);
    world.until(|world| !world.view(panel).approvals.is_empty());
    world.send(panel, CommandBody::VaultLock);
    world.person(panel, Person::attentive());
    settled(&mut world);
    assert!(is(&world, panel, RunState::WaitingKeys));
    unlock(&mut world, panel, PASSPHRASE);
    settled(&mut world);
    assert!(is(&world, panel, RunState::Completed));
    assert_eq!(cart(&world).len(), 1);
}

#[test]
fn a_turn_that_waits_for_the_keys_survives_a_crash_at_each_point() {
    let script = Script {
        brain: shopper,
        person: Person::attentive,
        play: |world, panel| {
            protect(world, panel);
            world.restart_browser();
            world.submit(panel, "Good morning");
            world.settle();
            unlock(world, panel, PASSPHRASE);
        },
    };
    assert!(script.everywhere() >= 10);
}

#[test]
fn the_keys_may_be_unlocked_at_any_moment_of_a_call_that_met_them_locked() {
    for moment in 0.. {
        let mut world = World::new(Setup { brain: Rc::new(shopper), ..Setup::default() });
        let panel = world.open("t1");
        protect(&mut world, panel);
        world.restart_browser();
        world.submit(panel, REQUEST);
        let is_early = (0..moment).all(|_| !is(&world, panel, RunState::WaitingKeys) && world.step());
        unlock(&mut world, panel, PASSPHRASE);
        settled(&mut world);
        assert!(is(&world, panel, RunState::Completed), "unlocked after {moment} steps");
        if !is_early {
            assert!(moment > 2, "the wait began before anything could come between");
            return;
        }
    }
}

#[test]
fn stop_ends_the_wait_and_the_turn_can_be_continued_later() {
    let (mut world, panel) = locked(shopper);
    world.interrupt(panel);
    settled(&mut world);
    assert!(is(&world, panel, RunState::Interrupted));
    unlock(&mut world, panel, PASSPHRASE);
    assert!(is(&world, panel, RunState::Interrupted), "nobody asked it to go on");
    world.resume(panel);
    settled(&mut world);
    assert!(is(&world, panel, RunState::Completed));
}

#[test]
fn whoever_forgets_all_keys_is_told_what_became_of_the_turn_that_waited() {
    let (mut world, panel) = locked(shopper);
    world.send(panel, CommandBody::VaultForget);
    settled(&mut world);
    let error = world.view(panel).run.and_then(|run| run.error).unwrap();
    assert_eq!(error.code, RunErrorCode::EnvironmentDrift { drift: Drift::Credential });
    assert_eq!(world.model.count(), 0);
}

#[test]
fn the_passphrase_is_in_no_row_and_no_command_that_carries_it_leaves_a_receipt() {
    let (mut world, panel) = locked(shopper);
    unlock(&mut world, panel, PASSPHRASE);
    settled(&mut world);
    let rows = world.rows.snapshot();
    assert!(!rows.is_empty());
    for (key, row) in rows {
        let text = row.to_string();
        assert!(!text.contains(PASSPHRASE), "{key:?}");
        assert!(!text.contains("\"vault."), "{key:?}: a digest of it is as good as the passphrase");
    }
}

#[test]
fn a_passphrase_that_is_too_short_is_refused_and_the_one_before_has_to_be_said() {
    let (mut world, panel) = locked(shopper);
    let change = |world: &mut World, current: Option<&str>, next: Option<&str>| {
        let body = CommandBody::VaultPassphrase {
            current: current.map(passphrase),
            passphrase: next.map(passphrase),
        };
        let asked = world.send(panel, body);
        world.settle();
        match world.answer(panel, &asked) {
            Some(Answered::Rejected(refusal)) => Some(refusal.code),
            _ => None,
        }
    };
    assert_eq!(change(&mut world, Some(PASSPHRASE), Some("short")), Some(RefusalCode::BadCommand));
    assert_eq!(change(&mut world, Some("no"), Some("eight white swans")), Some(RefusalCode::WrongPassphrase));
    assert_eq!(change(&mut world, None, None), Some(RefusalCode::WrongPassphrase));
    assert!(is(&world, panel, RunState::WaitingKeys));
    assert_eq!(change(&mut world, Some(PASSPHRASE), Some("eight white swans")), None);
    settled(&mut world);
    assert!(is(&world, panel, RunState::Completed), "whoever knew it has unlocked them");
}
