//! The main job: a person asks, the page is read, leave is asked once, the button is pressed, the page is read again, and the
//! answer has the page's price.

use crate::stage::{REQUEST, cart, is, settled, steps};
use fairlead_protocol::run::{RunState, StopReason};
use fairlead_sim::World;

#[test]
fn a_person_asks_allows_one_click_and_gets_the_price_of_the_page() {
    let mut world = World::new(Default::default());
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);

    let view = world.view(panel);
    assert_eq!(cart(&world), ["Aurora"]);
    assert_eq!(view.answer(), "Aurora is in your cart for $49.90.");
    assert_eq!(view.asked, 1);
    assert!(is(&world, panel, RunState::Completed));
    assert_eq!(view.completed.iter().map(|(_, stop)| *stop).collect::<Vec<_>>(), [StopReason::End]);
    let done = |tool: &str| (tool.to_owned(), Some(Ok(())));
    assert_eq!(steps(&world, panel), [done("read_page"), done("click"), done("read_page")]);
    assert_eq!(world.model.count(), 4);
}

#[test]
fn a_page_with_other_prices_changes_what_is_bought_and_what_is_answered() {
    let mut world = World::new(Default::default());
    world.web.borrow_mut().shelf.insert("Cirrus".to_owned(), 1_999);
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert_eq!(cart(&world), ["Cirrus"]);
    assert_eq!(world.view(panel).answer(), "Cirrus is in your cart for $19.99.");
}
