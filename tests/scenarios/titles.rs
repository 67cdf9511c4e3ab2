//! A title is asked for beside the first Turn, and is worth no series of paid calls.

use crate::mutation::faulty;
use crate::stage::{REQUEST, settled};
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::thread::{Title, Titling};
use fairlead_sim::World;
use fairlead_sim::fault::Fault;
use fairlead_sim::model::Say;

/// Each worker dies while it is told a title, so many times; then one lives.
fn deaths(times: usize) -> World {
    let mut world = World::of(|_| Say::text("Here I am."));
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    for _ in 0..times {
        let before = world.model.titles().len();
        world.until(|world| world.model.titles().len() > before);
        world.crash();
    }
    settled(&mut world);
    world
}

fn title(world: &World) -> (Title, Titling) {
    let thread = world.stored(&ThreadId::new("t1")).unwrap().thread.unwrap();
    (thread.title, thread.titling)
}

#[test]
fn a_title_that_one_worker_died_over_is_asked_for_once_more() {
    let world = deaths(1);
    assert_eq!(world.model.titles().len(), 2);
    assert!(matches!(title(&world), (Title::Model { .. }, Titling::Settled)), "{:?}", title(&world));
}

#[test]
fn over_any_number_of_deaths_two_calls_are_paid_for_at_most() {
    let world = deaths(5);
    assert_eq!(world.model.titles().len(), 2);
    assert_eq!(title(&world), (Title::FirstLine { text: REQUEST.to_owned() }, Titling::Settled));
    let endless = faulty(Fault::TitleAskedForEver, || deaths(5));
    assert_eq!(endless.model.titles().len(), 6, "the fault pays for each of them");
}
