//! A disk that is full, submissions that come twice, texts that are no commands, and several panels at once.

use crate::stage::{REQUEST, cart, is, refused, settled, sound, steps, submission};
use fairlead_protocol::caps;
use fairlead_protocol::command::{Command, CommandBody};
use fairlead_protocol::event::{AckBody, SystemNoticeCode};
use fairlead_protocol::ids::{SubmissionId, ThreadId};
use fairlead_protocol::item::ItemBody;
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::RunState;
use fairlead_protocol::settings::Settings;
use fairlead_sim::model::Say;
use fairlead_sim::panel::Answered;
use fairlead_sim::{Person, Setup, World};
use fairlead_store::{StoreError, Table};

fn receipts(world: &World) -> usize {
    world.rows.snapshot().keys().filter(|key| key.table() == Table::Receipts).count()
}

#[test]
fn a_full_disk_rejects_the_message_and_the_next_try_works() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    settled(&mut world);
    world.rows.fail_next(StoreError::QuotaExceeded);
    let sent = world.submit(panel, REQUEST);
    settled(&mut world);
    assert_eq!(refused(&world, panel, &sent), RefusalCode::StorageFull);
    assert!(world.view(panel).items.is_empty());
    assert_eq!(world.model.count(), 0);
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert_eq!(cart(&world), ["Aurora"]);
}

#[test]
fn what_was_acknowledged_is_acknowledged_again_though_the_disk_is_full_by_then() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    let sent = world.submit(panel, "hello");
    assert!(world.until(|world| world.model.count() == 1));
    world.crash();
    // Whatever the new life wants to write first fails.
    for _ in 0..4 {
        world.rows.fail_next(StoreError::QuotaExceeded);
    }
    world.repeat(panel, 1);
    settled(&mut world);
    assert!(matches!(world.answer(panel, &sent), Some(Answered::Acknowledged(AckBody::TurnStarted { .. }))));
    assert!(is(&world, panel, RunState::Completed));
}

#[test]
fn what_was_acknowledged_is_acknowledged_again_though_too_many_commands_wait() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    let body = submission("t1", "hello");
    let sent = world.send(panel, body.clone());
    assert!(world.until(|world| world.model.count() == 1));
    for number in 0..=caps::MAILBOX {
        let title = format!("title {number}");
        world.send(panel, CommandBody::ThreadRename { thread: ThreadId::new("t1"), title });
    }
    let client_id = world.client(panel).unwrap().client.clone();
    world.send_as_is(panel, &Command { client_id, submission_id: sent.clone(), body });
    settled(&mut world);
    assert!(matches!(world.answer(panel, &sent), Some(Answered::Acknowledged(AckBody::TurnStarted { .. }))));
}

#[test]
fn a_transaction_that_is_taken_back_is_tried_again_in_silence() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    settled(&mut world);
    for _ in 0..2 {
        world.rows.fail_next(StoreError::Aborted { reason: "evicted".to_owned() });
    }
    let sent = world.submit(panel, REQUEST);
    settled(&mut world);
    assert!(matches!(world.answer(panel, &sent), Some(Answered::Acknowledged(AckBody::TurnStarted { .. }))));
    assert!(is(&world, panel, RunState::Completed));
}

#[test]
fn a_reply_that_could_not_be_stored_is_asked_for_again_once_there_is_space() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    world.submit(panel, "hello");
    assert!(world.until(|world| world.model.count() == 1));
    world.rows.fail_next(StoreError::QuotaExceeded);
    settled(&mut world);
    assert_eq!(world.view(panel).notices, [SystemNoticeCode::StorageFull]);
    assert!(is(&world, panel, RunState::Completed));
    assert_eq!(world.model.count(), 2);
}

#[test]
fn a_click_whose_result_could_not_be_stored_is_not_repeated() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    assert!(world.until(|world| world.web.borrow().effects.len() == 1));
    world.rows.fail_next(StoreError::QuotaExceeded);
    settled(&mut world);
    assert_eq!(world.web.borrow().effects.len(), 1);
    assert!(is(&world, panel, RunState::Completed));
}

#[test]
fn a_full_disk_that_refuses_a_message_does_not_lose_the_click_under_way() {
    let mut world = World::new(Setup {
        person: Person { losses: std::rc::Rc::new(|_, _| None), ..Person::attentive() },
        ..Setup::default()
    });
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    assert!(world.until(|world| is(world, panel, RunState::ExecutingTool) && steps(world, panel).len() == 2));
    world.rows.fail_next(StoreError::QuotaExceeded);
    let sent = world.submit(panel, "and also this");
    settled(&mut world);
    assert_eq!(refused(&world, panel, &sent), RefusalCode::StorageFull);
    assert!(is(&world, panel, RunState::Completed), "{:?}", world.view(panel).run);
    assert_eq!(cart(&world), ["Aurora"]);
}

#[test]
fn the_same_submission_gets_the_same_answer_and_runs_once() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    let command = Command {
        client_id: world.client(panel).unwrap().client.clone(),
        submission_id: SubmissionId::new("s1"),
        body: submission("t1", "hello"),
    };
    world.send_as_is(panel, &command);
    settled(&mut world);
    let first = world.answer(panel, &command.submission_id).unwrap();
    let (commits, known) = (world.rows.commits(), receipts(&world));
    world.crash();
    world.send_as_is(panel, &command);
    settled(&mut world);
    assert_eq!(world.answer(panel, &command.submission_id), Some(first));
    assert_eq!((world.rows.commits(), receipts(&world)), (commits, known));
    assert_eq!(world.model.count(), 1);

    let other = submission("t1", "goodbye");
    world.send_as_is(panel, &Command { body: other, ..command.clone() });
    settled(&mut world);
    assert_eq!(refused(&world, panel, &command.submission_id), RefusalCode::ReusedSubmission);
    assert_eq!(world.model.count(), 1);
}

#[test]
fn settings_and_their_receipt_share_a_commit() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    settled(&mut world);
    let before = world.rows.commits();
    let sent = world.send(panel, CommandBody::SettingsSet { settings: Settings::default() });
    settled(&mut world);
    assert_eq!(world.answer(panel, &sent), Some(Answered::Acknowledged(AckBody::Done)));
    assert_eq!(world.rows.commits(), before + 1);
}

#[test]
fn a_receipt_is_kept_for_a_week_and_then_removed() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    world.submit(panel, "hello");
    settled(&mut world);
    let command = Command {
        client_id: world.client(panel).unwrap().client.clone(),
        submission_id: SubmissionId(format!("{}-2", world.client(panel).unwrap().client)),
        body: CommandBody::ThreadCreate { thread: ThreadId::new("t1") },
    };
    let known = receipts(&world);
    assert!(known >= 3);
    world.clock.pass(u64::try_from(caps::RECEIPT_MS).unwrap());
    world.send_as_is(panel, &command);
    let sent = command.submission_id.clone();
    world.until(|world| matches!(world.answer(panel, &sent), Some(Answered::Rejected(_))));
    assert_eq!(refused(&world, panel, &command.submission_id), RefusalCode::ThreadExists);

    let other = world.open("t2");
    assert!(world.until(|world| world.view(other).thread.is_some()));
    assert_eq!(receipts(&world), 1);
}

#[test]
fn texts_that_are_no_commands_are_refused_and_harm_nobody() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    settled(&mut world);
    let commits = world.rows.commits();
    for text in [
        "",
        "{",
        "null",
        "[]",
        "{\"client_id\":\"c\"}",
        "\u{0}",
        r#"{"client_id":"c","submission_id":"bad-1","body":{"type":"turn.dance"}}"#,
        r#"{"client_id":"c","submission_id":"bad-2","body":{"type":"thread.create","thread":""}}"#,
        r#"{"client_id":"c","submission_id":"bad-3","body":{"type":"turn.submit","thread":"t1"}}"#,
        r#"{"client_id":"c","submission_id":"bad-4","body":{"type":"ping","more":1}}"#,
    ] {
        world.send_text(panel, text);
    }
    world.send_text(panel, &"[".repeat(100_000));
    world.send_text(panel, &" ".repeat(caps::COMMAND_BYTES + 1));
    settled(&mut world);
    for bad in ["bad-1", "bad-2", "bad-3", "bad-4"] {
        assert_eq!(refused(&world, panel, &SubmissionId::new(bad)), RefusalCode::BadCommand, "{bad}");
    }
    assert_eq!(world.rows.commits(), commits);
    world.submit(panel, "hello");
    settled(&mut world);
    assert!(is(&world, panel, RunState::Completed));
}

#[test]
fn messages_without_words_or_without_end_are_refused_with_their_field() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    let empty = world.submit(panel, " \n ");
    let long = world.submit(panel, &"x".repeat(caps::MESSAGE_BYTES + 1));
    let thread = ThreadId::new("t1");
    let again = world.send(panel, CommandBody::ThreadCreate { thread });
    let nowhere = submission("nowhere", "hi");
    let nowhere = world.send(panel, nowhere);
    settled(&mut world);
    assert_eq!(refused(&world, panel, &empty), RefusalCode::EmptyMessage);
    assert_eq!(refused(&world, panel, &long), RefusalCode::TooLarge);
    assert_eq!(refused(&world, panel, &again), RefusalCode::ThreadExists);
    assert_eq!(refused(&world, panel, &nowhere), RefusalCode::UnknownThread);
}

#[test]
fn too_many_commands_at_once_are_refused_and_none_is_lost() {
    let mut world = World::new(Setup { person: Person::away(), ..Setup::default() });
    let panel = world.open("t1");
    settled(&mut world);
    let thread = ThreadId::new("t1");
    let sent: Vec<_> = (0..60)
        .map(|at| {
            world.send(
                panel,
                CommandBody::ThreadRename { thread: thread.clone(), title: format!("title {at}") },
            )
        })
        .collect();
    settled(&mut world);
    let done = sent
        .iter()
        .filter(|sent| matches!(world.answer(panel, sent), Some(Answered::Acknowledged(_))))
        .count();
    let overloaded = sent
        .iter()
        .filter(|sent| matches!(world.answer(panel, sent), Some(Answered::Rejected(refusal)) if refusal.code == RefusalCode::Overloaded))
        .count();
    assert_eq!(done + overloaded, 60);
    assert!(done >= caps::MAILBOX && overloaded > 0, "{done} done, {overloaded} refused");
}

#[test]
fn several_panels_see_the_same_and_a_late_one_gets_the_stream_so_far() {
    let mut world = World::of(|_| Say::text("A long answer about nothing in particular. ".repeat(20)));
    let one = world.open("t1");
    let two = world.look_at("t1");
    world.submit(one, "talk");
    assert!(world.until(|world| world.view(one).live.is_some_and(|live| live.text.len() > 100)));
    let late = world.look_at("t1");
    assert!(world.until(|world| world.view(late).live.is_some()));
    assert!(world.view(late).live.unwrap().text.len() > 100);
    settled(&mut world);
    let texts = |panel| format!("{:?}", world.view(panel).items);
    assert_eq!(texts(one), texts(two));
    assert_eq!(texts(one), texts(late));
    assert!(world.view(late).deltas > 0);
    assert_eq!(world.view(two).completed.len(), 1);
}

#[test]
fn a_panel_that_comes_back_shows_what_it_would_have_seen() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    for calls in 1..4 {
        world.until(|world| world.model.count() == calls);
        world.reconnect(panel);
    }
    settled(&mut world);
    assert_eq!(world.view(panel).answer(), "Aurora is in your cart for $49.90.");
    assert_eq!(cart(&world), ["Aurora"]);
}

#[test]
fn a_turn_goes_on_without_any_panel_and_its_card_is_there_for_the_next_one() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    let sent = world.submit(panel, REQUEST);
    world.until(|world| world.answer(panel, &sent).is_some());
    world.close(panel);
    settled(&mut world);
    assert!(cart(&world).is_empty());
    let next = world.look_at("t1");
    settled(&mut world);
    assert_eq!(cart(&world), ["Aurora"]);
    assert!(is(&world, next, RunState::Completed));
}

#[test]
fn a_panel_of_another_version_is_told_to_reload() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    settled(&mut world);
    world.send_text(panel, r#"{"client_id":"c","submission_id":"old","body":{"type":"initialize","protocol":1,"schema_hash":"0"}}"#);
    world.send_text(panel, r#"{"client_id":"c","submission_id":"p","body":{"type":"ping"}}"#);
    settled(&mut world);
    assert!(world.view(panel).must_reload);
    assert_eq!(world.view(panel).pongs, 1);
}

#[test]
fn without_a_connection_a_message_is_refused_and_its_text_stays_with_the_panel() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    world.send(
        panel,
        CommandBody::ConnectionsDelete { connection: fairlead_protocol::ids::ConnectionId::new("c1") },
    );
    let sent = world.submit(panel, "hello");
    settled(&mut world);
    assert_eq!(refused(&world, panel, &sent), RefusalCode::NoConnection);
    assert!(world.view(panel).items.is_empty());
}

#[test]
fn threads_run_beside_each_other() {
    let mut world = World::new(Setup::default());
    let panels: Vec<_> = (0..5).map(|at| world.open(&format!("t{at}"))).collect();
    for panel in &panels {
        world.submit(*panel, "hello");
    }
    settled(&mut world);
    for panel in &panels {
        assert_eq!(world.view(*panel).answer(), "You said: hello. 你好，世界！");
        assert_eq!(
            world
                .view(*panel)
                .items
                .iter()
                .filter(|item| matches!(item.body, ItemBody::UserMessage { .. }))
                .count(),
            1
        );
    }
    sound(&world);
}
