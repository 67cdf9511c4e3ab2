//! Released journals: the rows of a Thread in every state that a Run can be stored in, and with everything that a Thread can
//! hold. They are loaded as they are, read whole, and continued. A file is never rewritten: what it means must never change.

mod family;
mod file;
mod making;
mod table;

pub(crate) use self::file::read;

use self::family::FAMILY;
use self::file::{path_of, written};
use self::table::ALL;
use crate::stage::{REQUEST, settled, sound};
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::{Drift, RunErrorCode, RunState};
use fairlead_sim::panel::Answered;
use fairlead_sim::{PanelId, Setup, World};
use fairlead_store::Store;
use futures::FutureExt;

struct Golden {
    name: &'static str,
    /// Of one of its Runs: of the one that owns the Thread, but for messages that wait.
    state: RunState,
    /// How the file was made.
    make: fn() -> World,
    moment: Moment,
    /// How the person takes it up.
    take_up: fn(&mut World, PanelId),
}

/// When the rows were taken.
#[derive(PartialEq)]
enum Moment {
    /// Nothing goes on by itself.
    AtRest,
    /// The worker died right there.
    Midway,
}

fn all() -> impl Iterator<Item = &'static Golden> {
    ALL.iter().chain(&FAMILY)
}

/// Whether a Run of the Thread is in the state that the file is kept for.
fn shows(world: &World, golden: &Golden) -> bool {
    let state = world.stored(&ThreadId::new("t1")).unwrap();
    match golden.state {
        RunState::Queued => !state.queue.is_empty(),
        state_of_its_run => state.run().unwrap().phase.state() == state_of_its_run,
    }
}

/// Writes the files that are not there yet; those that are stay as they were released.
#[test]
fn every_state_has_its_journal() {
    for golden in all() {
        let mut world = (golden.make)();
        match golden.moment {
            Moment::AtRest => settled(&mut world),
            Moment::Midway => sound(&world),
        }
        assert!(shows(&world, golden), "{}", golden.name);
        if std::env::var("FAIRLEAD_WRITE_JOURNALS").is_ok() && !path_of(golden.name).exists() {
            let text = serde_json::to_string_pretty(&written(&world)).unwrap();
            std::fs::write(path_of(golden.name), text + "\n").unwrap();
        }
        assert!(path_of(golden.name).exists(), "FAIRLEAD_WRITE_JOURNALS=1 writes {}", golden.name);
    }
}

#[test]
fn no_state_lacks_a_journal() {
    let missing = RunState::ALL.into_iter().filter(|state| !all().any(|golden| golden.state == *state));
    assert_eq!(missing.collect::<Vec<_>>(), []);
}

#[test]
fn released_journals_load_and_go_on_to_the_end() {
    for golden in all() {
        // Another seed and a later day: no id and no moment comes twice.
        let mut world = World::new(Setup { seed: 99, ..Setup::default() });
        world.clock.pass(86_400_000);
        world.rows.commit(read(golden.name)).now_or_never().unwrap().unwrap();
        assert!(shows(&world, golden), "{}", golden.name);
        world.crash();
        let panel = world.look_at("t1");
        world.until(|world| world.view(panel).is_connected);
        (golden.take_up)(&mut world, panel);
        settled(&mut world);
        if has_other_tools(&world, panel) {
            world.submit(panel, REQUEST);
            settled(&mut world);
        }
        assert_eq!(world.view(panel).answer(), "Aurora is in your cart for $49.90.", "{}", golden.name);
        assert_eq!(world.view(panel).state(), Some(RunState::Completed), "{}", golden.name);
    }
}

/// The Turn began with the tools of another version, and ended for that or cannot be continued. The next one goes on from there.
fn has_other_tools(world: &World, panel: PanelId) -> bool {
    let view = world.view(panel);
    let refused = |answer: &Answered| matches!(answer, Answered::Rejected(refusal) if refusal.code == RefusalCode::EnvironmentDrift);
    let code = RunErrorCode::EnvironmentDrift { drift: Drift::Tools };
    view.answers.values().any(refused)
        || view.run.and_then(|run| run.error).is_some_and(|error| error.code == code)
}
