//! What a child may do: what it was offered, with the tabs that are its own.

use crate::bench::{Bench, tab};
use crate::delegate::{buyer, child, failure, offered, opens, task, writing};
use crate::inputs::calls;
use fairlead_protocol::ids::TabId;
use fairlead_protocol::run::{RunState, ToolOffer};
use fairlead_protocol::tool::ToolErrorCode;
use serde_json::json;

#[test]
fn a_child_is_refused_what_it_was_not_offered() {
    let click = ("click", json!({"element": "Buy", "ref": "s1_1", "tab_id": 1}));
    let ask = ("ask_user", json!({"question": "Which?"}));
    let away = ("navigate", json!({"url": "https://shop.example/b", "tab_id": 1}));
    let back = ("go_back", json!({"tab_id": 1}));
    let show = ("tab_focus", json!({"tab_id": 1}));
    for call in [click, task(), ask, away, back, show] {
        let mut bench = child();
        bench.reply(calls([call.clone()]));
        assert_eq!(
            (bench.phase(), failure(&bench)),
            (RunState::StreamingModel, Some(ToolErrorCode::DeniedByPolicy)),
            "{call:?}"
        );
    }
}

#[test]
fn one_that_may_change_pages_closes_its_own_tabs_alone_and_arranges_none() {
    let mut bench = buyer();
    opens(&mut bench, 11);
    for call in [
        ("tab_close", json!({"tab_id": 1})),
        ("tab_focus", json!({"tab_id": 11})),
        ("tabs_group", json!({"tab_ids": [11]})),
    ] {
        bench.reply(calls([call.clone()]));
        assert_eq!(failure(&bench), Some(ToolErrorCode::DeniedByPolicy), "{call:?}");
    }
    bench.reply(calls([("tab_close", json!({"tab_id": 11}))]));
    assert_eq!(bench.phase(), RunState::WaitingApproval);
}

#[test]
fn the_tab_that_a_child_opens_is_its_own_and_the_newest_is_meant() {
    let mut bench = child();
    bench.reply(calls([("read_page", json!({}))]));
    assert_eq!(failure(&bench), Some(ToolErrorCode::TabGone), "it has none yet");
    opens(&mut bench, 11);
    opens(&mut bench, 12);
    assert_eq!(bench.state.run().unwrap().environment.tab.as_ref().map(|tab| tab.id), Some(TabId(12)));
    bench.reply(calls([("navigate", json!({"url": "https://shop.example/b", "tab_id": 11}))]));
    assert_eq!(bench.phase(), RunState::WaitingApproval, "of its own tabs only the gatekeeper says");
    let mut other = Bench::streaming();
    other.reply(calls([("tab_open", json!({"url": "https://shop.example/a"}))]));
    other.must(other.allow());
    other.must(other.tool_done());
    assert_eq!(other.state.run().unwrap().environment.tab, Some(tab()), "a conversation keeps its tab");
}

#[test]
fn a_child_with_the_persons_grant_is_asked_about_as_anybody_is() {
    let mut bench = buyer();
    assert!(offered(&bench, ToolOffer::Offered).contains(&"click".to_owned()));
    bench.reply(calls([("click", json!({"element": "Buy", "ref": "s1_1", "tab_id": 1}))]));
    assert_eq!(bench.phase(), RunState::WaitingApproval);
    bench.must(bench.allow());
    bench.must(bench.tool_done());
    bench.reply(calls([writing()]));
    assert_eq!(failure(&bench), Some(ToolErrorCode::DeniedByPolicy), "it still gives nothing on");
}
