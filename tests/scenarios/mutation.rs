//! Tests of the tests: a deliberate fault in the engine or its driver is noticed by what must hold, and the same schedule without
//! it is quiet. Each test names the fault and what is said about it.

use crate::delegate::{COMPARE, asks, compares, have_tabs, is_child, shops, task, tireless, works};
use crate::search::outcome;
use crate::stage::REQUEST;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::run::RunState;
use fairlead_sim::fault::{self, Fault};
use fairlead_sim::model::{Asked, Say};
use fairlead_sim::{PanelId, Person, Setup, World};
use serde_json::json;
use std::rc::Rc;

/// Schedules within which a fault has to be noticed.
const SOON: u64 = 1_500;

/// What comes of it with the fault.
pub(crate) fn faulty<T>(fault: Fault, play: impl FnOnce() -> T) -> T {
    struct On;
    impl Drop for On {
        fn drop(&mut self) {
            fault::turn_on(None);
        }
    }
    fault::turn_on(Some(fault));
    let _on = On;
    play()
}

fn is_noticed(fault: Fault, as_what: &str) {
    let notices = |seed: &u64| outcome(*seed).is_err_and(|problems| problems.contains(as_what));
    let noticed = faulty(fault, || (0..SOON).find(notices));
    let seed = noticed.unwrap_or_else(|| panic!("nothing says `{as_what}` of {fault:?}"));
    assert_eq!(outcome(seed).err(), None, "seed {seed} without the fault");
}

#[test]
fn a_write_that_is_repeated_after_a_crash_is_noticed() {
    is_noticed(Fault::WriteRepeatedAfterCrash, "was sent out again and is not safe to repeat");
}

#[test]
fn an_answer_to_another_card_that_counts_is_noticed() {
    is_noticed(Fault::AnyDigestAccepted, "with the digest of another card");
}

#[test]
fn a_call_against_another_target_than_the_card_showed_is_noticed() {
    is_noticed(Fault::DriftIgnored, "runs against another target than");
}

#[test]
fn a_result_that_is_stored_twice_is_noticed() {
    is_noticed(Fault::ResultStoredTwice, "has a second result");
}

#[test]
fn a_result_that_is_left_out_is_noticed() {
    is_noticed(Fault::ResultOmitted, "has a terminal fact and no result");
}

#[test]
fn a_turn_that_completes_with_open_calls_is_noticed() {
    is_noticed(Fault::CompletedWithOpenCalls, "has no result and its Turn is over");
}

#[test]
fn a_stop_that_leaves_later_calls_open_is_noticed() {
    is_noticed(Fault::RestLeftOpen, "has no result and its Turn is over");
}

#[test]
fn a_gap_between_nodes_is_noticed() {
    is_noticed(Fault::SeqSkipped, "has the seq 2 behind 0");
}

#[test]
fn an_end_that_is_told_twice_is_noticed() {
    is_noticed(Fault::EndToldTwice, "panels were told what is not stored: TurnComplete");
}

#[test]
fn a_queue_that_nobody_goes_on_with_is_noticed() {
    is_noticed(Fault::QueueForgotten, "wait for nothing");
}

#[test]
fn words_that_were_shown_and_not_kept_are_noticed() {
    is_noticed(Fault::PartialReplyDropped, "and was lost as");
}

#[test]
fn a_receipt_that_is_left_out_of_its_transaction_is_noticed() {
    is_noticed(Fault::ReceiptLeftOut, "and has no receipt");
}

#[test]
fn a_submission_that_is_carried_out_twice_is_noticed() {
    is_noticed(Fault::ReceiptIgnored, "was overwritten");
}

#[test]
fn a_row_that_is_left_out_of_its_transaction_is_noticed() {
    is_noticed(Fault::RunLeftOut, "the rows differ from memory");
}

#[test]
fn news_before_the_commit_that_makes_it_true_is_noticed() {
    is_noticed(Fault::ToldBeforeStored, "panels were told what is not stored");
}

#[test]
fn an_acknowledgement_without_a_commit_is_noticed() {
    is_noticed(Fault::AcknowledgedUnstored, "and has no receipt");
}

#[test]
fn what_is_due_and_does_not_begin_is_noticed() {
    is_noticed(Fault::EffectForgotten, "are due and nothing happens");
}

#[test]
fn a_steer_that_an_early_end_forgets_is_noticed() {
    is_noticed(Fault::SteerLostAtEnd, "which is over");
}

#[test]
fn a_steer_above_a_reply_that_had_not_read_it_is_noticed() {
    is_noticed(Fault::SteerReadTooEarly, "which had not read it");
}

#[test]
fn a_line_that_loses_its_order_when_it_is_loaded_is_noticed() {
    is_noticed(Fault::LineLostAtLoad, "were told so");
}

#[test]
fn results_in_another_order_than_the_calls_are_noticed() {
    is_noticed(Fault::ResultsByArrival, "the model is told of");
}

#[test]
fn two_memories_of_one_call_are_noticed() {
    is_noticed(Fault::RememberedTwice, "is remembered and no call in the same commit says so");
}

#[test]
fn a_memory_that_is_stored_before_its_commit_is_noticed() {
    is_noticed(Fault::RememberedEarly, "is remembered and no call in the same commit says so");
}

#[test]
fn a_wait_that_is_continued_twice_is_noticed() {
    is_noticed(Fault::WaitContinuedTwice, "has a second result");
}

#[test]
fn an_answer_that_passes_although_nothing_shows_it_is_noticed() {
    is_noticed(Fault::GateSkipped, "ended well, and nothing shows its answer");
}

/// The outcome of a call waits for a look at a page while the Turn is stopped, resumed, and has the next call out. It takes the
/// right moment to meet it there, so every moment is tried.
#[test]
fn an_outcome_that_counts_for_another_call_is_noticed() {
    let late = |look_ms: u64| {
        let mut world = World::of(lists_and_waits);
        let panel = world.open("t1");
        world.submit(panel, REQUEST);
        world.until(|world| world.view(panel).state() == Some(RunState::ExecutingTool));
        world.web.borrow_mut().look_ms = look_ms;
        world.until(|world| world.web.borrow().looks > 0);
        world.web.borrow_mut().look_ms = 0;
        world.interrupt(panel);
        world.until(|world| world.view(panel).state() == Some(RunState::Interrupted));
        world.resume(panel);
        world.settle();
        world.violations()
    };
    let notices = |ms: &u64| {
        late(*ms).iter().any(|problem| problem.contains("has a result that never came back for it"))
    };
    let noticed = faulty(Fault::StaleOutcomeAccepted, || (0..400).find(notices));
    let ms = noticed.unwrap_or_else(|| panic!("no moment shows it"));
    assert_eq!(late(ms), Vec::<String>::new(), "a look of {ms} ms without the fault");
}

/// Pages enough for a mask, in a small window.
fn reads_much() -> Vec<String> {
    let reads = |asked: &Asked| match asked.number {
        number if number < 16 => Say::call("find_in_page", &json!({"query": number.to_string()})),
        _ => Say::text("Done."),
    };
    let setup = Setup { brain: Rc::new(reads), window: Some(32_768), ..Setup::default() };
    let mut world = World::new(setup);
    world.web.borrow_mut().text = |_| "All about headphones. ".repeat(250);
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    world.settle();
    world.violations()
}

/// Something is said of it in this play, and nothing without the fault.
pub(crate) fn is_noticed_in(play: impl Fn() -> Vec<String>, fault: Fault, as_what: &str) {
    let noticed = faulty(fault, &play);
    assert!(noticed.iter().any(|problem| problem.contains(as_what)), "{noticed:?}");
    assert_eq!(play(), Vec::<String>::new(), "without the fault");
}

#[test]
fn a_result_that_goes_out_of_view_unread_is_noticed() {
    is_noticed_in(reads_much, Fault::NewestResultMasked, "a result that was never read is out of view");
}

#[test]
fn a_mask_that_does_not_say_how_it_is_read_back_is_noticed() {
    is_noticed_in(reads_much, Fault::MaskWithoutPointer, "nothing reads it back");
}

/// Children work on the request while this is played.
fn delegated(
    brain: fn(&Asked) -> Say,
    person: Person,
    request: &str,
    play: fn(&mut World, PanelId),
) -> Vec<String> {
    let mut world = World::new(Setup { brain: Rc::new(brain), person, ..Setup::default() });
    let panel = world.open("t1");
    world.submit(panel, request);
    play(&mut world, panel);
    world.settle();
    world.violations()
}

#[test]
fn a_child_that_writes_although_nobody_granted_it_is_noticed() {
    let play = || delegated(shops, Person::attentive(), "Look", |_, _| {});
    is_noticed_in(play, Fault::LeashIgnored, "of a child writes, and nobody granted it");
}

#[test]
fn a_child_that_asks_the_model_more_often_than_it_may_is_noticed() {
    let play = || delegated(tireless, Person::attentive(), COMPARE, |_, _| {});
    is_noticed_in(play, Fault::LastReplyOffered, "asked the model 9 times for 8 replies");
}

#[test]
fn a_child_that_goes_on_behind_a_stop_is_noticed() {
    let play = || {
        delegated(compares, Person::away(), COMPARE, |world, panel| {
            world.until(asks);
            world.interrupt(panel);
        })
    };
    is_noticed_in(play, Fault::ChildForgotten, "goes on and nobody waits for it");
}

#[test]
fn a_child_that_outlives_its_thread_is_noticed() {
    let play = || {
        delegated(compares, Person::attentive(), COMPARE, |world, panel| {
            world.until(works);
            let thread = world.thread_of(panel);
            world.send(panel, CommandBody::ThreadDelete { thread });
        })
    };
    is_noticed_in(play, Fault::ChildLeftBehind, "which is gone");
}

#[test]
fn a_child_that_is_not_told_what_its_caller_has_been_near_is_noticed() {
    let play = || delegated(warns, Person::attentive(), COMPARE, |_, _| {});
    is_noticed_in(play, Fault::ChildUnwarned, "begins without [\"https://shop.example\"]");
}

#[test]
fn a_caller_that_is_not_told_what_its_child_has_been_near_is_noticed() {
    let play = || delegated(compares, Person::attentive(), COMPARE, |_, _| {});
    is_noticed_in(play, Fault::ExposureForgotten, "has the answer of");
}

#[test]
fn a_tab_that_is_left_behind_by_a_child_is_noticed() {
    let play = || delegated(compares, Person::attentive(), COMPARE, |_, _| {});
    is_noticed_in(play, Fault::TabsLeftOpen, "is open, and child-");
}

#[test]
fn a_tab_that_is_closed_under_a_childs_hands_is_noticed() {
    let play = || {
        delegated(compares, Person::attentive(), COMPARE, |world, _| {
            world.until(have_tabs);
            world.crash();
        })
    };
    is_noticed_in(play, Fault::TabsClosedAtWork, "is closed while child-");
}

/// Reads a page itself before it gives the others away.
fn warns(asked: &Asked) -> Say {
    if !is_child(asked) && asked.steps().is_empty() {
        return Say::call("read_page", &json!({}));
    }
    if !is_child(asked) && asked.steps().len() == 1 {
        return Say::calls([("delegate", task("offers"))]);
    }
    compares(asked)
}

/// A call that looks at no page, before one that does and waits for it; then another one, and no more.
fn lists_and_waits(asked: &Asked) -> Say {
    match asked.number {
        0 => Say::calls([("tabs_list", json!({})), ("wait_for", json!({"text": "Aurora"}))]),
        1 => Say::calls([
            ("tab_open", json!({"url": "https://shop.example/basket"})),
            ("tabs_list", json!({})),
        ]),
        _ => Say::text("Done."),
    }
}
