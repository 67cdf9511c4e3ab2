//! Tabs as a whole: shown, closed, sent back and forward, and what happens to them behind the assistant's back.

use crate::crash::Script;
use crate::stage::{settled, steps};
use fairlead_protocol::approval::{Answer, Ask, Scope};
use fairlead_protocol::ids::TabId;
use fairlead_protocol::tool::ToolErrorCode;
use fairlead_sim::browser::{SHOP, SHOP_TAB};
use fairlead_sim::model::{Asked, Say};
use fairlead_sim::{PanelId, Person, Setup, World};
use serde_json::json;
use std::rc::Rc;

const OTHER: TabId = TabId(8);

/// The shop's tab has come to the terms, and another tab is open.
fn begin(world: &mut World, panel: PanelId) {
    {
        let mut web = world.web.borrow_mut();
        web.go(SHOP_TAB, &format!("{SHOP}/terms"));
        web.go(OTHER, "https://elsewhere.example/");
    }
    world.submit(panel, "Tidy up");
}

fn played(brain: fn(&Asked) -> Say, person: Person) -> (World, PanelId) {
    let mut world = World::new(Setup { brain: Rc::new(brain), person, ..Setup::default() });
    let panel = world.open("t1");
    begin(&mut world, panel);
    settled(&mut world);
    (world, panel)
}

fn deeds(world: &World) -> Vec<String> {
    world.web.borrow().effects.iter().map(|effect| effect.what.clone()).collect()
}

#[test]
fn tabs_are_sent_through_their_history_shown_and_closed() {
    let (world, panel) = played(
        |asked| match asked.steps().len() {
            0 => Say::call("go_back", &json!({})),
            1 => Say::call("go_forward", &json!({})),
            2 => Say::call("reload", &json!({})),
            3 => Say::call("tab_focus", &json!({"tab_id": OTHER.0})),
            4 => Say::call("tab_close", &json!({"tab_id": OTHER.0})),
            5 => Say::call("tabs_list", &json!({})),
            6 => Say::call("go_forward", &json!({})),
            7 => Say::call("tab_focus", &json!({"tab_id": OTHER.0})),
            _ => Say::text("Tidy."),
        },
        Person::attentive(),
    );
    assert_eq!(
        deeds(&world),
        [
            "go back https://shop.example/headphones",
            "go forward https://shop.example/terms",
            "load again https://shop.example/terms",
            "show https://elsewhere.example/",
            "close https://elsewhere.example/",
        ]
    );
    let ends: Vec<_> = steps(&world, panel).into_iter().filter_map(|(_, end)| end?.err()).collect();
    assert_eq!(ends, [ToolErrorCode::NotFound, ToolErrorCode::TabGone]);
}

#[test]
fn a_card_about_a_tab_names_it_and_its_site_and_holds_for_no_other_site() {
    let cards = |moved: bool| Person {
        cards: Rc::new(move |approval, web| {
            let Ask::Call { target, .. } = &approval.ask else { panic!("{approval:?}") };
            let tab = target.tab.as_ref().unwrap();
            assert_eq!((tab.id, target.origin.as_str()), (OTHER, "https://elsewhere.example"));
            if moved {
                web.borrow_mut().go(OTHER, "https://third.example/");
            }
            Some(Answer::Allow { scope: Scope::Once })
        }),
        ..Person::attentive()
    };
    for (moved, end, done) in [(false, Ok(()), 1), (true, Err(ToolErrorCode::TargetChanged), 0)] {
        let (world, panel) = played(
            |asked| match asked.steps().len() {
                0 => Say::call("tab_close", &json!({"tab_id": OTHER.0})),
                _ => Say::text("Tidy."),
            },
            cards(moved),
        );
        assert_eq!(steps(&world, panel), [("tab_close".to_owned(), Some(end))]);
        assert_eq!(deeds(&world).len(), done);
    }
}

/// Looks where everything stands, and does the next thing that is left.
fn tidier(asked: &Asked) -> Say {
    let steps = asked.steps();
    let Some(list) = steps.last().filter(|last| last.tool == "tabs_list") else {
        return Say::call("tabs_list", &json!({}));
    };
    if list.result.contains("/terms") {
        return Say::call("go_back", &json!({}));
    }
    if list.result.contains("elsewhere") {
        return Say::call("tab_close", &json!({"tab_id": OTHER.0}));
    }
    Say::text("Tidy.")
}

#[test]
fn moves_of_tabs_survive_a_crash_at_each_point_and_are_never_made_twice() {
    let script = Script { brain: tidier, person: Person::attentive, play: begin };
    assert!(script.everywhere() >= 12);
}
