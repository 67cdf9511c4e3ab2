//! Room for one file more, and another conversation that is just beginning something with the oldest one: whichever of the two is
//! first, nothing is promised that does not hold.

use crate::files::{AURORA, grown};
use crate::mutation::faulty;
use crate::stage::settled;
use fairlead_protocol::caps;
use fairlead_protocol::event::AckBody;
use fairlead_protocol::refusal::RefusalCode;
use fairlead_sim::fault::Fault;
use fairlead_sim::model::Say;
use fairlead_sim::panel::Answered;
use fairlead_sim::{Setup, World};
use std::rc::Rc;

/// Steps of the world, by the end of which both are through.
const MOMENTS: usize = 24;

/// What became of the message, and what was wrong; how many commits were refused because the other one was first.
struct Met {
    answered: Answered,
    problems: Vec<String>,
    refused: usize,
    /// Points at which the engine could have died.
    points: usize,
}

/// One conversation adds a file that there is no room for; so many steps later another one sends the file that would give way.
fn meet(moment: usize, jitter_ms: u64, death: Option<usize>) -> Met {
    let brain = Rc::new(|_: &_| Say::text("I have read it."));
    let mut world = World::new(Setup { brain, jitter_ms, ..Setup::default() });
    let there = world.open("t2");
    world.attach(there, "old", "notes.txt", AURORA);
    settled(&mut world);
    let elsewhere = world.open("t3");
    world.attach(elsewhere, "large", "all.txt", AURORA);
    settled(&mut world);
    grown(&mut world, "large", caps::ATTACHMENTS_BYTES - 10);
    let here = world.open("t1");
    settled(&mut world);

    world.read_ms.set(7);
    world.fate.arm(death);
    world.attach(here, "new", "more.txt", "Qm9yZWFsaXM=");
    for _ in 0..moment {
        world.step();
    }
    let sent = world.submit_with(there, "What does it say?", &["old"]);
    world.settle();

    let mut problems = world.violations();
    let answered = world.answer(there, &sent).unwrap();
    let requests = world.model.requests();
    let is_seen =
        requests.iter().any(|asked| serde_json::to_string(&asked.messages).unwrap().contains("Aurora"));
    if is_taken(&answered) && !is_seen {
        problems.push("a message was taken with a file that the model never saw".to_owned());
    }
    let refused = world.chronicle.read().failures.len();
    Met { answered, problems, refused, points: world.fate.passed().len() }
}

fn is_taken(answered: &Answered) -> bool {
    matches!(answered, Answered::Acknowledged(AckBody::TurnStarted { .. }))
}

fn at_every_moment() -> Vec<Met> {
    let moments = (0..MOMENTS).flat_map(|moment| [(moment, 0), (moment, 40)]);
    moments.map(|(moment, jitter_ms)| meet(moment, jitter_ms, None)).collect()
}

#[test]
fn a_file_is_kept_for_the_message_that_took_it_or_the_message_is_refused() {
    let met = at_every_moment();
    for one in &met {
        assert_eq!(one.problems, Vec::<String>::new());
        let is_refused = matches!(&one.answered, Answered::Rejected(refusal) if refusal.code == RefusalCode::UnusableAttachment);
        assert!(is_taken(&one.answered) || is_refused, "{:?}", one.answered);
    }
    let first =
        |is_first: fn(&Met) -> bool| met.iter().filter(|one| is_first(one) && one.refused > 0).count();
    assert!(first(|one| is_taken(&one.answered)) > 0, "the message never came in between");
    assert!(first(|one| !is_taken(&one.answered)) > 0, "the file never gave way in between");
}

#[test]
fn a_death_at_any_point_of_it_changes_nothing_of_that() {
    for moment in [0, 4, 8] {
        for death in 0..meet(moment, 0, None).points {
            let met = meet(moment, 0, Some(death));
            assert_eq!(met.problems, Vec::<String>::new(), "moment {moment}, death {death}");
            assert!(met.points > death, "moment {moment}, death {death}: nobody died");
        }
    }
}

#[test]
fn a_file_that_gives_way_under_a_beginning_turn_is_noticed() {
    let met = faulty(Fault::OwnerNotAsked, at_every_moment);
    for as_what in ["gave way while t2 was at work", "a file that the model never saw"] {
        let problems = met.iter().flat_map(|one| &one.problems);
        assert!(
            problems.clone().any(|problem| problem.contains(as_what)),
            "{:?}",
            problems.collect::<Vec<_>>()
        );
    }
}
