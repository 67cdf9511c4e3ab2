//! What a person says to cards, how far it reaches, and what happens when the page is not what they were asked about.

use crate::stage::{REQUEST, cart, is, own, refused, settled, steps, stored_rules};
use fairlead_protocol::approval::{Answer, Approval, ApprovalStatus, Ask, Scope};
use fairlead_protocol::command::{CommandBody, Resolution};
use fairlead_protocol::event::AckBody;
use fairlead_protocol::ids::Digest;
use fairlead_protocol::permission::Policy;
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::{RunState, StopReason};
use fairlead_protocol::settings::Settings;
use fairlead_protocol::tool::ToolErrorCode;
use fairlead_sim::browser::{SHOP, SHOP_TAB};
use fairlead_sim::model::{Asked, Say};
use fairlead_sim::panel::Answered;
use fairlead_sim::{PanelId, Person, Point, Setup, World};
use fairlead_store::{RowKey, Table};
use serde_json::json;
use std::rc::Rc;

fn watched_by(person: Person) -> World {
    World::new(Setup { person, ..Setup::default() })
}

/// The world with its first card open.
fn asked() -> (World, PanelId, Approval) {
    let mut world = watched_by(Person::away());
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    let approval = world.view(panel).approvals.into_values().next().unwrap();
    (world, panel, approval)
}

fn respond(
    world: &mut World,
    panel: PanelId,
    approval: &Approval,
    answer: Answer,
) -> fairlead_protocol::ids::SubmissionId {
    let (id, digest) = (approval.id.clone(), approval.digest.clone());
    let thread = world.thread_of(panel);
    world.send(panel, CommandBody::ApprovalRespond { thread, approval: id, digest, answer })
}

const ONCE: Answer = Answer::Allow { scope: Scope::Once };

#[test]
fn a_card_names_the_call_its_place_and_its_element() {
    let (world, panel, approval) = asked();
    assert!(is(&world, panel, RunState::WaitingApproval));
    assert!(cart(&world).is_empty());
    let Ask::Call { tool, target, scopes, .. } = approval.ask else { panic!("{approval:?}") };
    assert_eq!((tool.as_str(), target.origin.as_str()), ("click", SHOP));
    assert_eq!(target.element.unwrap().name, "Add Aurora to cart, $49.90");
    assert_eq!(scopes, [Scope::Once, Scope::Session, Scope::Always]);
}

#[test]
fn a_refusal_with_a_note_reaches_the_model_and_nothing_is_clicked() {
    let note = Some("The blue ones, please.".to_owned());
    let mut world = watched_by(Person::answering(Answer::Deny { note }));
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert!(cart(&world).is_empty() && world.web.borrow().effects.is_empty());
    assert_eq!(world.view(panel).answer(), "Understood. The blue ones, please.");
    assert!(is(&world, panel, RunState::Completed));
    assert_eq!(steps(&world, panel)[1], ("click".to_owned(), Some(Err(ToolErrorCode::DeclinedByPerson))));
}

#[test]
fn a_refusal_that_stops_ends_the_turn_without_another_word_of_the_model() {
    let mut world = watched_by(Person::answering(Answer::DenyAndStop));
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    let stops: Vec<_> = world.view(panel).completed.into_iter().map(|(_, stop)| stop).collect();
    assert_eq!(stops, [StopReason::Interrupted]);
    assert_eq!(world.model.count(), 2);
    assert!(cart(&world).is_empty());
}

#[test]
fn allowed_for_the_session_the_same_action_is_asked_about_once_in_its_thread() {
    let mut world = watched_by(Person::with_scope(Scope::Session));
    let panel = world.open("t1");
    for _ in 0..2 {
        world.submit(panel, REQUEST);
        settled(&mut world);
        world.web.borrow_mut().cart.clear();
    }
    assert_eq!(world.view(panel).asked, 1);
    assert_eq!(world.web.borrow().effects.len(), 2);

    let other = world.open("t2");
    world.submit(other, REQUEST);
    settled(&mut world);
    assert_eq!(world.view(other).asked, 1, "a grant is for its own Thread");
}

#[test]
fn a_grant_of_the_session_survives_the_engine_and_dies_with_the_browser() {
    let mut world = watched_by(Person::with_scope(Scope::Session));
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    for (restart, asked) in [(World::crash as fn(&mut World), 0), (World::restart_browser, 1)] {
        world.web.borrow_mut().cart.clear();
        restart(&mut world);
        world.settle();
        world.submit(panel, REQUEST);
        settled(&mut world);
        assert_eq!(world.view(panel).asked, asked);
        assert_eq!(cart(&world), ["Aurora"]);
    }
}

#[test]
fn a_site_that_is_taken_back_in_the_browser_takes_its_grants_along_in_every_chat_and_for_good() {
    let mut world = watched_by(Person::with_scope(Scope::Session));
    let panels = ["t1", "t2"].map(|thread| {
        let panel = world.open(thread);
        world.submit(panel, REQUEST);
        settled(&mut world);
        world.web.borrow_mut().cart.clear();
        panel
    });
    world.withdraw("https://other.example/*");
    world.submit(panels[0], REQUEST);
    settled(&mut world);
    assert_eq!(world.view(panels[0]).asked, 1, "another site was taken back");
    world.web.borrow_mut().cart.clear();
    // Given back at once, so that only the grant is missing.
    world.withdraw("https://shop.example/*");
    settled(&mut world);
    world.crash();
    for panel in panels {
        let before = world.view(panel).asked;
        world.submit(panel, REQUEST);
        settled(&mut world);
        assert_eq!(world.view(panel).asked, before + 1);
        world.web.borrow_mut().cart.clear();
    }
}

#[test]
fn always_on_this_site_becomes_a_rule_that_holds_in_every_thread() {
    let mut world = watched_by(Person::with_scope(Scope::Always));
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert_eq!(world.view(panel).asked, 1);
    assert_eq!(own(&world.view(panel).rules).len(), 1);

    world.crash();
    world.web.borrow_mut().cart.clear();
    let other = world.open("t2");
    world.submit(other, REQUEST);
    settled(&mut world);
    assert_eq!((world.view(other).asked, cart(&world).len()), (0, 1));

    let rule = own(&stored_rules(&mut world, other)).remove(0).id;
    world.send(other, CommandBody::RulesDelete { rule });
    world.web.borrow_mut().cart.clear();
    world.submit(other, REQUEST);
    settled(&mut world);
    assert_eq!(world.view(other).asked, 1, "a deleted rule allows nothing");
}

#[test]
fn access_to_the_site_is_asked_before_the_page_is_read() {
    let mut world = World::new(Setup::default());
    world.web.borrow_mut().locked.insert(SHOP.to_owned());
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert_eq!(world.view(panel).asked, 2, "one card for the site, one for the click");
    assert_eq!(cart(&world), ["Aurora"]);
}

#[test]
fn access_that_was_not_given_after_all_is_a_result_that_the_model_reads() {
    let mut world = watched_by(Person::answering(ONCE));
    world.web.borrow_mut().locked.insert(SHOP.to_owned());
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert_eq!(steps(&world, panel), [("read_page".to_owned(), Some(Err(ToolErrorCode::NoPermission)))]);
    assert_eq!(world.web.borrow().reads, 0);
    assert!(is(&world, panel, RunState::Completed));
}

#[test]
fn the_same_answer_again_is_fine_and_another_one_comes_too_late() {
    let (mut world, panel, approval) = asked();
    respond(&mut world, panel, &approval, ONCE);
    let again = respond(&mut world, panel, &approval, ONCE);
    let other = respond(&mut world, panel, &approval, Answer::Deny { note: None });
    world.person(panel, Person::attentive());
    settled(&mut world);
    assert_eq!(world.answer(panel, &again), Some(Answered::Acknowledged(AckBody::Done)));
    assert_eq!(refused(&world, panel, &other), RefusalCode::AlreadyAnswered);
    assert_eq!(world.web.borrow().effects.len(), 1);
}

#[test]
fn an_answer_to_another_call_or_beyond_the_offer_changes_nothing() {
    let (mut world, panel, approval) = asked();
    let changed = Approval { digest: Digest::new("00"), ..approval.clone() };
    let other = respond(&mut world, panel, &changed, ONCE);
    let unknown = Approval { id: fairlead_protocol::ids::ApprovalId::new("a_none"), ..approval.clone() };
    let nobody = respond(&mut world, panel, &unknown, ONCE);
    let long = respond(&mut world, panel, &approval, Answer::Deny { note: Some("x".repeat(4_001)) });
    settled(&mut world);
    assert_eq!(refused(&world, panel, &other), RefusalCode::ApprovalChanged);
    assert_eq!(refused(&world, panel, &nobody), RefusalCode::UnknownApproval);
    assert_eq!(refused(&world, panel, &long), RefusalCode::TooLarge);
    assert_eq!(world.view(panel).approvals.len(), 1);
    assert!(world.web.borrow().effects.is_empty());
}

#[test]
fn what_drifted_away_while_the_card_was_open_is_not_clicked() {
    type Drift = (fn(&World), ToolErrorCode);
    let drifts: [Drift; 3] = [
        (|world| "Pay for".clone_into(&mut world.web.borrow_mut().wording), ToolErrorCode::TargetChanged),
        (|world| world.web.borrow_mut().reload(SHOP_TAB), ToolErrorCode::StaleRef),
        (|world| world.web.borrow_mut().close(SHOP_TAB), ToolErrorCode::TabGone),
    ];
    for (drift, code) in drifts {
        let (mut world, panel, approval) = asked();
        drift(&world);
        respond(&mut world, panel, &approval, ONCE);
        settled(&mut world);
        assert_eq!(steps(&world, panel)[1], ("click".to_owned(), Some(Err(code))));
        assert!(world.web.borrow().effects.is_empty(), "{code}");
    }
}

#[test]
fn a_card_that_closed_over_a_changed_target_is_stored_as_closed() {
    let (mut world, panel, approval) = asked();
    "Pay for".clone_into(&mut world.web.borrow_mut().wording);
    respond(&mut world, panel, &approval, ONCE);
    settled(&mut world);
    let rows = world.rows.snapshot();
    let row =
        rows.iter().find(|(key, _)| key.table() == Table::Approvals && key.id() == approval.id.0).unwrap();
    let status: ApprovalStatus = serde_json::from_value(row.1["status"].clone()).unwrap();
    assert_ne!(status, ApprovalStatus::Open);
}

#[test]
fn what_drifts_between_the_dispatch_and_the_action_is_caught_by_the_page() {
    let (mut world, panel, approval) = asked();
    respond(&mut world, panel, &approval, ONCE);
    assert!(world.until(|world| is(world, panel, RunState::ExecutingTool)));
    "Pay for".clone_into(&mut world.web.borrow_mut().wording);
    settled(&mut world);
    assert_eq!(steps(&world, panel)[1].1, Some(Err(ToolErrorCode::TargetChanged)));
    assert!(world.web.borrow().effects.is_empty());
}

/// The click has changed the world, and its outcome is lost.
fn lost_click(person: Person) -> (World, PanelId) {
    let setup = || Setup { person: person.clone(), ..Setup::default() };
    let mut undisturbed = World::new(setup());
    undisturbed.fate.arm([]);
    let panel = undisturbed.open("t1");
    undisturbed.submit(panel, REQUEST);
    undisturbed.settle();
    let points = undisturbed.fate.passed();
    let acted = points.iter().enumerate().filter(|(_, point)| **point == Point::AfterTool).nth(1).unwrap().0;
    let mut world = World::new(setup());
    world.fate.arm([acted]);
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    (world, panel)
}

fn resolving(resolution: Resolution) -> Person {
    Person { losses: Rc::new(move |_, _| Some(resolution)), ..Person::attentive() }
}

#[test]
fn a_click_whose_outcome_is_lost_waits_for_the_person_and_is_not_repeated() {
    let (mut world, panel) = lost_click(Person { losses: Rc::new(|_, _| None), ..Person::attentive() });
    settled(&mut world);
    assert!(is(&world, panel, RunState::PausedUncertain));
    assert!(world.view(panel).run.unwrap().uncertain.is_some());
    assert_eq!(world.web.borrow().effects.len(), 1);
}

#[test]
fn a_lost_click_that_worked_goes_on_and_one_that_did_not_is_decided_anew() {
    for resolution in [Resolution::MarkDone, Resolution::Fail] {
        let (mut world, panel) = lost_click(resolving(resolution));
        settled(&mut world);
        assert!(is(&world, panel, RunState::Completed), "{resolution:?}");
        assert_eq!(world.view(panel).answer(), "Aurora is in your cart for $49.90.");
        assert_eq!(world.web.borrow().effects.len(), 1);
    }
}

#[test]
fn a_retry_that_the_person_asks_for_really_acts_again() {
    let (mut world, panel) = lost_click(resolving(Resolution::Retry));
    settled(&mut world);
    assert!(is(&world, panel, RunState::Completed));
    assert_eq!(world.web.borrow().effects.len(), 2, "the page answered with the old outcome and did nothing");
}

#[test]
fn only_the_lost_call_can_be_resolved_and_only_once() {
    let (mut world, panel) = lost_click(Person { losses: Rc::new(|_, _| None), ..Person::attentive() });
    settled(&mut world);
    let run = world.view(panel).run.unwrap();
    let thread = world.thread_of(panel);
    let (turn, call) = (run.turn, run.uncertain.unwrap());
    let resolve = |call| CommandBody::RunResolveUncertain {
        thread: thread.clone(),
        turn: turn.clone(),
        call,
        resolution: Resolution::MarkDone,
    };
    let other = world.send(panel, resolve(fairlead_protocol::ids::NodeId::new("n_other")));
    world.send(panel, resolve(call.clone()));
    let again = world.send(panel, resolve(call));
    settled(&mut world);
    assert_eq!(refused(&world, panel, &other), RefusalCode::NotUncertain);
    assert_eq!(refused(&world, panel, &again), RefusalCode::NotUncertain);
    assert!(is(&world, panel, RunState::Completed));
}

#[test]
fn a_page_that_no_extension_may_read_is_a_result_and_not_an_end() {
    let mut world = World::of(|asked: &Asked| match asked.steps().last() {
        None => Say::call("read_page", &json!({})),
        Some(step) => Say::text(format!("I cannot: {}", step.failure().unwrap_or("nothing"))),
    });
    world.web.borrow_mut().go(SHOP_TAB, "chrome://settings");
    let panel = world.open("t1");
    world.submit(panel, "what is this page?");
    settled(&mut world);
    assert_eq!(world.view(panel).answer(), "I cannot: restricted_page");
    assert!(is(&world, panel, RunState::Completed));
}

/// Calls that were made, and cards that were shown, in a second chat of a world in which this row cannot be read any more.
fn after_spoiling(world: &mut World, row: &RowKey, field: &str) -> (usize, usize) {
    world.rows.spoil(row, field);
    world.crash();
    world.web.borrow_mut().cart.clear();
    let panel = world.open("t2");
    world.submit(panel, REQUEST);
    settled(world);
    (steps(world, panel).len(), world.view(panel).asked)
}

#[test]
fn a_rule_that_cannot_be_read_may_have_forbidden_anything_so_reading_is_asked_about_too() {
    let mut world = watched_by(Person::with_scope(Scope::Always));
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    let rule = world.rows.snapshot().into_keys().find(|key| key.table() == Table::Rules).unwrap();
    let (made, asked) = after_spoiling(&mut world, &rule, "verdict");
    assert!(made > 1 && asked == made, "{asked} of {made} were asked about");
}

#[test]
fn settings_that_cannot_be_read_allow_nothing() {
    let mut world = watched_by(Person::with_scope(Scope::Once));
    let panel = world.open("t1");
    let settings = Settings { policy: Policy::Auto, ..Settings::default() };
    world.send(panel, CommandBody::SettingsSet { settings });
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert_eq!(world.view(panel).asked, 0);
    let (made, asked) = after_spoiling(&mut world, &RowKey::Settings, "policy");
    assert!(made > 1 && asked == made, "{asked} of {made} were asked about");
}
