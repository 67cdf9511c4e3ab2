//! Parts of a task that children carry out: their tabs, their questions, their ends, and what becomes of them when nobody waits.

use crate::stage::{is, settled, steps};
use fairlead_engine::run_file::run_file;
use fairlead_protocol::approval::{Answer, Scope};
use fairlead_protocol::command::{CommandBody, RunContents};
use fairlead_protocol::event::AckBody;
use fairlead_protocol::ids::{Seq, TabId, ThreadId, Timestamp, TurnId};
use fairlead_protocol::item::ItemBody;
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::{Phase, RunState};
use fairlead_protocol::thread::Activity;
use fairlead_protocol::tool::ToolErrorCode;
use fairlead_replay::{RunFile, replay};
use fairlead_sim::browser::{SHOP, SHOP_TAB};
use fairlead_sim::model::{Asked, Say, Step};
use fairlead_sim::{PanelId, Person, Setup, World};
use fairlead_store::{Store, Table};
use futures::FutureExt;
use serde_json::{Value, json};
use std::rc::Rc;

pub(crate) const COMPARE: &str = "What do both pages say?";

/// Has two pages read, each by a child, and says what they answered.
pub(crate) fn compares(asked: &Asked) -> Say {
    if is_child(asked) {
        return reads(asked);
    }
    let steps = asked.steps();
    if steps.is_empty() && !asked.tools.is_empty() {
        return Say::calls(["offers", "terms"].map(|page| ("delegate", task(page))));
    }
    Say::text(steps.iter().map(|step| said(&step.result)).collect::<Vec<_>>().join(" And "))
}

pub(crate) fn task(page: &str) -> Value {
    json!({"role": format!("reader of {page}"), "task": format!("Read {SHOP}/{page}")})
}

pub(crate) fn is_child(asked: &Asked) -> bool {
    asked.messages.iter().any(|message| message.to_string().contains("[Your role: "))
}

/// Reads the page of its task in a tab of its own.
pub(crate) fn reads(asked: &Asked) -> Say {
    let request = asked.request();
    let url = request.strip_prefix("Read ").unwrap_or(&request).to_owned();
    if asked.tools.is_empty() {
        return Say::text("I could not read it.");
    }
    let steps = asked.steps();
    match steps.last().map(|last| (last.tool.as_str(), last.failure(), &last.result)) {
        Some(("read_page", None, page)) => Say::text(format!("It says {}.", heading(page))),
        Some((_, Some(code), _)) if code != "outcome_unknown" => {
            Say::text(format!("I could not read it ({code})."))
        }
        Some(_) | None => there(&steps, &url).map_or_else(|say| *say, |tab| Say::call("read_page", &tab)),
    }
}

/// The arguments that name its tab; or what has to be done first. A tab that it may have opened it looks for.
fn there(steps: &[Step], url: &str) -> Result<Value, Box<Say>> {
    let open = || Box::new(Say::call("tab_open", &json!({"url": url})));
    for step in steps.iter().rev() {
        match (step.tool.as_str(), step.failure()) {
            ("tab_open", None) => return Ok(json!({})),
            ("tab_open", Some(_)) => return Err(Box::new(Say::call("tabs_list", &json!({})))),
            ("tabs_list", None) => return tab(step, url).map(|tab| json!({"tab_id": tab})).ok_or_else(open),
            _ => {}
        }
    }
    Err(open())
}

/// `8: https://shop.example/terms`, of the newest.
fn tab(list: &Step, url: &str) -> Option<i32> {
    let mut lines = list.result.lines().rev();
    lines.find_map(|line| line.trim().strip_suffix(url)?.trim().trim_end_matches(':').parse().ok())
}

fn heading(page: &str) -> &str {
    page.lines()
        .find_map(|line| line.trim().strip_prefix("- heading \"")?.split_once('"'))
        .map_or("nothing", |(words, _)| words)
}

/// Without the fence and the note behind it.
fn said(result: &str) -> &str {
    result
        .lines()
        .find(|line| line.starts_with("It says") || line.starts_with("error") || line.starts_with("I "))
        .unwrap_or("nothing")
}

fn children(world: &World) -> Vec<ThreadId> {
    let rows = world.rows.snapshot();
    let threads =
        rows.iter().filter(|(key, row)| key.table() == Table::Threads && row.get("delegated").is_some());
    threads.map(|(key, _)| ThreadId(key.id())).collect()
}

fn states(world: &World) -> Vec<Option<RunState>> {
    let state = |child: &ThreadId| Some(world.stored(child)?.run()?.phase.state());
    children(world).iter().map(state).collect()
}

pub(crate) fn works(world: &World) -> bool {
    states(world).iter().flatten().any(|state| state.is_live())
}

pub(crate) fn asks(world: &World) -> bool {
    states(world).contains(&Some(RunState::WaitingApproval))
}

fn begin(person: Person) -> (World, PanelId) {
    let mut world = World::new(Setup { brain: Rc::new(compares), person, ..Setup::default() });
    let panel = world.open("t1");
    world.submit(panel, COMPARE);
    (world, panel)
}

const BOTH: &str = "It says https://shop.example/offers. And It says https://shop.example/terms.";

#[test]
fn children_read_their_pages_in_tabs_of_their_own_and_their_answers_come_back() {
    let (mut world, panel) = begin(Person::attentive());
    let at_once = |world: &World| states(world).iter().flatten().filter(|state| state.is_live()).count() == 2;
    assert!(world.until(at_once), "side by side");
    settled(&mut world);
    assert_eq!(world.view(panel).answer(), BOTH);
    let delegated = ("delegate".to_owned(), Some(Ok(())));
    assert_eq!(steps(&world, panel), [delegated.clone(), delegated]);
    assert_eq!(states(&world), [Some(RunState::Completed), Some(RunState::Completed)]);
    let web = world.web.borrow();
    let opened = web.effects.iter().filter(|effect| effect.what.starts_with("open ")).count();
    assert_eq!(opened, 2, "a page that is open already is opened again: the tab in front is the person's");
    assert_eq!(open_tabs(&world), [SHOP_TAB], "theirs are closed with their ends");
    assert_eq!(web.tabs[&SHOP_TAB].url, format!("{SHOP}/headphones"));
}

fn open_tabs(world: &World) -> Vec<TabId> {
    world.web.borrow().tabs.keys().copied().collect()
}

/// Children have tabs open, and work on.
pub(crate) fn have_tabs(world: &World) -> bool {
    world.web.borrow().lent.len() == 2
}

#[test]
fn a_tab_of_a_child_is_closed_however_the_child_ends() {
    let ends: [fn(&mut World, PanelId); 4] = [
        |world, panel| {
            world.interrupt(panel);
        },
        |world, panel| {
            let child = children(world).remove(0);
            let turn = world.stored(&child).unwrap().run().unwrap().id.clone();
            world.send(panel, CommandBody::TurnInterrupt { thread: child, turn });
        },
        |world, panel| {
            let thread = world.thread_of(panel);
            world.send(panel, CommandBody::ThreadDelete { thread });
        },
        |world, panel| {
            world.move_connection(panel, "https://elsewhere.example/v1");
        },
    ];
    for end in ends {
        let (mut world, panel) = begin(Person::attentive());
        assert!(world.until(have_tabs));
        end(&mut world, panel);
        settled(&mut world);
        assert_eq!(open_tabs(&world), [SHOP_TAB]);
    }
}

#[test]
fn a_tab_that_the_person_went_to_is_theirs() {
    let (mut world, _) = begin(Person::attentive());
    assert!(world.until(have_tabs));
    let child = children(&world).remove(0);
    world.keep_a_tab(&child);
    settled(&mut world);
    assert_eq!(open_tabs(&world).len(), 2);
}

#[test]
fn a_tab_outlives_the_browser_as_the_persons() {
    let (mut world, _) = begin(Person::attentive());
    assert!(world.until(have_tabs));
    world.restart_browser();
    settled(&mut world);
    assert_eq!(open_tabs(&world).len(), 3, "nobody knows any more who opened it");
}

#[test]
fn what_a_child_has_been_near_its_caller_has_been_near() {
    let (mut world, _) = begin(Person::attentive());
    settled(&mut world);
    let touched = world.stored(&ThreadId::new("t1")).unwrap().thread.unwrap().touched_origins;
    assert!(touched.contains(&SHOP.to_owned()), "{touched:?}: it opened nothing itself");
}

#[test]
fn what_children_do_is_seen_where_the_task_was_given_and_nowhere_else() {
    let (mut world, panel) = begin(Person::attentive());
    let other = world.look_at("t2");
    settled(&mut world);
    let family = &world.client(panel).unwrap().family;
    let tools: Vec<Vec<String>> = family
        .children
        .values()
        .map(|view| {
            let call = |item: &fairlead_protocol::item::Item| match &item.body {
                ItemBody::ToolCall { tool, .. } => Some(tool.clone()),
                _ => None,
            };
            view.items.iter().filter_map(call).collect()
        })
        .collect();
    assert_eq!(tools, vec![vec!["tab_open".to_owned(), "read_page".to_owned()]; 2]);
    for panel in [panel, other] {
        assert_eq!(world.view(panel).threads.len(), 1, "no list has them");
    }
    assert!(world.client(other).unwrap().family.children.is_empty());
    let late = world.look_at("t1");
    settled(&mut world);
    assert_eq!(world.view(late).threads.len(), 1);
    let sent = world.send(late, CommandBody::ThreadSearch { query: "reader of terms".to_owned() });
    settled(&mut world);
    assert!(!format!("{:?}", world.answer(late, &sent)).contains("child-"), "no search finds them");
}

#[test]
fn a_question_of_a_child_waits_for_the_person_and_so_does_whoever_waits_for_the_child() {
    let (mut world, panel) = begin(Person::away());
    world.settle();
    assert!(asks(&world) && is(&world, panel, RunState::ExecutingTool));
    assert_eq!(world.view(panel).thread.unwrap().activity, Activity::Waiting);
    let active =
        |world: &World| world.stored(&ThreadId::new("t1")).unwrap().run().unwrap().counters.active_ms;
    let before = active(&world);
    world.clock.pass(3_600_000);
    world.person(panel, Person::attentive());
    world.reconnect(panel);
    settled(&mut world);
    assert_eq!(world.view(panel).answer(), BOTH);
    assert!(active(&world) - before < 60_000, "the hour was the person's");
    assert_eq!(world.view(panel).thread.unwrap().activity, Activity::Idle);
}

#[test]
fn a_child_that_is_declined_says_so_and_the_turn_goes_on() {
    let (mut world, panel) = begin(Person::answering(Answer::Deny { note: None }));
    settled(&mut world);
    assert_eq!(
        world.view(panel).answer(),
        "I could not read it (declined_by_person). And I could not read it (declined_by_person)."
    );
}

#[test]
fn a_stop_stops_the_children_too() {
    let (mut world, panel) = begin(Person::attentive());
    assert!(world.until(works));
    world.interrupt(panel);
    settled(&mut world);
    assert!(is(&world, panel, RunState::Interrupted));
    assert_eq!(states(&world), [Some(RunState::Interrupted), Some(RunState::Interrupted)]);
    assert_eq!(steps(&world, panel)[0].1, Some(Err(ToolErrorCode::Interrupted)));
}

#[test]
fn a_child_may_be_stopped_alone() {
    let (mut world, panel) = begin(Person::attentive());
    assert!(world.until(works));
    let child = children(&world).remove(0);
    let turn = world.stored(&child).unwrap().run().unwrap().id.clone();
    world.send(panel, CommandBody::TurnInterrupt { thread: child, turn });
    settled(&mut world);
    assert_eq!(states(&world), [Some(RunState::Interrupted), Some(RunState::Completed)]);
    assert!(is(&world, panel, RunState::Completed));
}

#[test]
fn nobody_but_its_caller_tells_a_child_what_to_do() {
    let (mut world, panel) = begin(Person::attentive());
    settled(&mut world);
    let child = children(&world).remove(0);
    let turn: TurnId = world.stored(&child).unwrap().run().unwrap().id.clone();
    let resumed = world.send(panel, CommandBody::RunResume { thread: child.clone(), turn });
    let deleted = world.send(panel, CommandBody::ThreadDelete { thread: child });
    settled(&mut world);
    assert_eq!(crate::stage::refused(&world, panel, &resumed), RefusalCode::NotAllowed);
    assert_eq!(crate::stage::refused(&world, panel, &deleted), RefusalCode::NotAllowed);
}

#[test]
fn a_thread_takes_its_children_along_whether_they_work_or_not() {
    let (mut world, panel) = begin(Person::attentive());
    world.until(works);
    world.send(panel, CommandBody::ThreadDelete { thread: ThreadId::new("t1") });
    settled(&mut world);
    let left = world.rows.snapshot();
    let left: Vec<_> = left
        .keys()
        .filter(|key| [Table::Threads, Table::Nodes, Table::Runs, Table::Journal].contains(&key.table()))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_turn_that_is_erased_takes_its_children_along() {
    let (mut world, panel) = begin(Person::attentive());
    settled(&mut world);
    let turn = world.turn(panel).unwrap();
    world.send(panel, CommandBody::TurnDelete { thread: ThreadId::new("t1"), turn });
    settled(&mut world);
    assert_eq!(children(&world), []);
}

/// A child of it looks for its page as long as it is offered tools, and for longer than it may.
pub(crate) fn tireless(asked: &Asked) -> Say {
    if !is_child(asked) {
        return compares(asked);
    }
    if asked.tools.is_empty() || asked.steps().len() > 12 {
        Say::text("It says nothing.")
    } else {
        Say::call("tabs_list", &json!({}))
    }
}

#[test]
fn a_child_never_asks_the_model_more_than_eight_times() {
    let mut world = World::of(tireless);
    let panel = world.open("t1");
    world.submit(panel, COMPARE);
    settled(&mut world);
    assert_eq!(world.view(panel).answer(), "It says nothing. And It says nothing.");
    assert_eq!(world.model.count(), 2 + 8 + 8);
}

/// Wants to act, granted or not.
pub(crate) fn shops(asked: &Asked) -> Say {
    if is_child(asked) && !asked.tools.is_empty() {
        return buys(asked);
    }
    match asked.steps().last() {
        None if asked.request() == "Buy" => {
            Say::call("delegate", &json!({"role": "buyer", "task": "Buy one", "may_write": true}))
        }
        None => Say::call("delegate", &json!({"role": "buyer", "task": "Buy one"})),
        Some(step) => Say::text(said(&step.result)),
    }
}

/// A child that puts something into the cart, if it is let.
pub(crate) fn buys(asked: &Asked) -> Say {
    if asked.tools.is_empty() {
        return Say::text("It says nothing.");
    }
    let steps = asked.steps();
    let mut at = match there(&steps, &format!("{SHOP}/offers")) {
        Ok(at) => at,
        Err(say) => return *say,
    };
    match steps.last().map(|last| (last.tool.as_str(), last.failure(), &last.result)) {
        Some(("read_page", None, page)) if page.contains("Cart: ") => Say::text("It says bought."),
        Some(("read_page", None, page)) => match element(page) {
            Some(element) => {
                at["element"] = json!("Add Aurora");
                at["ref"] = json!(element);
                Say::call("click", &at)
            }
            None => Say::text("It says nothing."),
        },
        Some((_, Some("denied_by_policy"), _)) => Say::text("It says not allowed."),
        Some(_) | None => Say::call("read_page", &at),
    }
}

fn element(page: &str) -> Option<String> {
    let line = page.lines().find(|line| line.contains("Aurora to cart"))?;
    Some(line.split_once("[ref=")?.1.trim_end_matches(']').to_owned())
}

#[test]
fn a_child_writes_only_where_the_person_granted_it_and_each_write_is_asked_about() {
    for (request, cart, asked) in [("Buy", 1, 3), ("Look", 0, 1)] {
        let mut world = World::of(shops);
        let panel = world.open("t1");
        world.submit(panel, request);
        settled(&mut world);
        assert_eq!(world.web.borrow().cart.len(), cart, "{request}");
        let family = &world.client(panel).unwrap().family;
        let cards = world.view(panel).asked + family.children.values().map(|view| view.asked).sum::<usize>();
        assert_eq!(cards, asked, "{request}: the grant, the tab, the click");
    }
}

#[test]
fn what_a_session_allowed_its_thread_a_child_takes_along_only_to_move_and_read() {
    fn opens_then_shops(asked: &Asked) -> Say {
        if is_child(asked) || !asked.steps().is_empty() {
            return shops(asked);
        }
        Say::calls([
            ("tab_open", json!({"url": format!("{SHOP}/offers")})),
            ("delegate", json!({"role": "buyer", "task": "Buy one"})),
        ])
    }
    let setup = Setup {
        brain: Rc::new(opens_then_shops),
        person: Person::with_scope(Scope::Session),
        ..Setup::default()
    };
    let mut world = World::new(setup);
    let panel = world.open("t1");
    world.submit(panel, "Look");
    settled(&mut world);
    let family = &world.client(panel).unwrap().family;
    assert_eq!(
        (world.view(panel).asked, family.children.values().map(|view| view.asked).sum::<usize>()),
        (1, 0)
    );
}

#[test]
fn a_lost_write_of_a_child_is_asked_about_and_the_caller_waits_for_the_answer() {
    let mut world = World::of(shops);
    let panel = world.open("t1");
    world.submit(panel, "Buy");
    assert!(world.until(|world| {
        let child = children(world).into_iter().find_map(|child| world.stored(&child));
        let phase = child.as_ref().and_then(|child| child.live_run()).map(|run| run.phase.clone());
        matches!(phase, Some(Phase::ExecutingTool { dispatch, .. }) if dispatch.binding.as_ref().is_some_and(|bound| bound.element.is_some()))
    }));
    world.person(panel, Person { losses: Rc::new(|_, _| None), ..Person::attentive() });
    world.crash();
    world.settle();
    assert_eq!(states(&world), [Some(RunState::PausedUncertain)]);
    assert_eq!(world.view(panel).thread.unwrap().activity, Activity::Waiting);
    world.person(panel, Person::attentive());
    world.reconnect(panel);
    settled(&mut world);
    assert_eq!(world.view(panel).answer(), "It says bought.");
    assert_eq!(world.web.borrow().cart.len(), 1);
}

#[test]
fn the_turn_and_its_children_come_out_of_a_replay_as_they_were_recorded() {
    let (mut world, _) = begin(Person::attentive());
    settled(&mut world);
    let mut facts = Vec::new();
    for thread in [ThreadId::new("t1")].into_iter().chain(children(&world)) {
        let state = world.stored(&thread).unwrap();
        let turn = state.run().unwrap().id.clone();
        let journal = world.rows.journal(&turn, Seq(1), 10_000).now_or_never().unwrap().unwrap().rows;
        for contents in [RunContents::Redacted, RunContents::Whole] {
            let file = run_file(&state, &turn, journal.clone(), contents, Timestamp(0));
            let Some(AckBody::Exported { text, .. }) = file else { panic!("{thread} has no file") };
            let agreed =
                replay(&RunFile::read(&text).unwrap()).unwrap_or_else(|why| panic!("{thread}: {why}"));
            facts.push(agreed.facts);
        }
    }
    assert!(facts.len() == 6 && facts.iter().all(|facts| *facts > 10), "{facts:?}");
}
