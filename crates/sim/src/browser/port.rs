//! How the engine sees the browser and acts in it. Like a content script it compares what a call was judged on in the moment
//! of the action, and answers an order that it has seen with the first outcome, without acting again.

use super::page::Press;
use super::web::{Tab, Web, is_restricted, origin};
use super::{deep, moves};
use crate::clock::VirtualClock;
use crate::dice::Dice;
use crate::fate::{Life, Point};
use crate::invariants::Violations;
use fairlead_engine::Sight;
use fairlead_engine::probe::Look;
use fairlead_protocol::caps;
use fairlead_protocol::ids::{ElementRef, TabId, ThreadId};
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::tool::{Effects, ToolErrorCode, ToolFailure};
use fairlead_runtime::ports::{Clock, Opens, Pages, SightPort, ToolOrder, ToolPort, ToolYield};
use fairlead_store::MemoryStore;
use fairlead_tools::{Reach, Tool, Type, TypeTrusted, page_op};
use futures::future::LocalBoxFuture;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// How long the browser takes, at the longest, in milliseconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    pub(crate) look_ms: u64,
    /// Before the world changes, and once more behind it.
    pub(crate) act_ms: u64,
}

#[derive(Clone)]
pub(crate) struct BrowserPort {
    pub(crate) web: Rc<RefCell<Web>>,
    /// Outcomes by order, as the page remembers them.
    pub(crate) answered: Rc<RefCell<BTreeMap<String, ResultOutcome>>>,
    pub(crate) life: Life,
    /// What is stored says what may be looked at.
    pub(crate) rows: MemoryStore,
    pub(crate) clock: VirtualClock,
    pub(crate) dice: Rc<Dice>,
    pub(crate) pace: Pace,
    pub(crate) violations: Violations,
}

impl SightPort for BrowserPort {
    fn look(&self, look: Look) -> LocalBoxFuture<'static, Sight> {
        let port = self.clone();
        Box::pin(async move {
            let slow_ms = port.web.borrow().look_ms;
            port.web.borrow_mut().looks += 1;
            port.wait(port.pace.look_ms).await;
            port.clock.sleep(slow_ms).await;
            port.web.borrow_mut().looks -= 1;
            port.sight(&look)
        })
    }
}

impl ToolPort for BrowserPort {
    fn run(&self, order: ToolOrder) -> LocalBoxFuture<'static, ToolYield> {
        let port = self.clone();
        Box::pin(async move {
            port.violations.sent_out(&order);
            let _writing = Writing::begin(&port, &order);
            if order.changes.is_some() {
                port.web.borrow_mut().held.insert(order.thread.clone(), order.turn.clone());
            }
            port.life.pass(Point::BeforeTool).await;
            port.wait(port.pace.act_ms).await;
            let known = port.answered.borrow().get(&order.id).cloned();
            let outcome = known.unwrap_or_else(|| port.act(&order));
            port.answered.borrow_mut().insert(order.id.clone(), outcome.clone());
            port.violations.came_back(&order, &outcome);
            port.life.pass(Point::AfterTool).await;
            port.wait(port.pace.act_ms).await;
            let late_ms = port.web.borrow().act_ms;
            if late_ms > 0 {
                port.clock.sleep(late_ms.min(caps::TOOL_MS)).await;
                port.life.go_on().await;
            }
            if port.loses_the_answer() {
                port.clock.sleep(caps::TOOL_MS).await;
                port.life.go_on().await;
                return ResultOutcome::Failed { failure: unanswered() }.into();
            }
            let pictures = deep::pictures(&order.tool, &outcome);
            ToolYield { outcome, pictures }
        })
    }

    fn let_go(&self, thread: &ThreadId) {
        self.web.borrow_mut().debugged.retain(|_, held| held != thread);
    }

    fn hand_back(&self, thread: &ThreadId, _pages: Pages) {
        self.web.borrow_mut().held.remove(thread);
    }

    fn show(&self, _tab: TabId, _element: ElementRef) -> LocalBoxFuture<'static, ()> {
        Box::pin(async {})
    }
}

/// A write that is under way, for as long as somebody waits for it.
struct Writing {
    web: Rc<RefCell<Web>>,
    tab: TabId,
}

impl Writing {
    fn begin(port: &BrowserPort, order: &ToolOrder) -> Option<Self> {
        let op = page_op(&order.tool, &order.files).and_then(Result::ok);
        let writes = matches!(order.tool, Tool::Navigate(_))
            || matches!(order.tool.reach(), Reach::Tab { .. })
            || op.is_some_and(|op| op.effects() == Effects::Write)
            || deep::writes(&order.tool);
        let tab = order.dispatch.tab.as_ref().filter(|_| writes)?.id;
        let mut web = port.web.borrow_mut();
        let writing = web.writes.entry(tab).or_default();
        *writing += 1;
        if *writing > 1 {
            port.violations.add(format!("{} writes in tab {tab} at once", *writing));
        }
        drop(web);
        Some(Self { web: Rc::clone(&port.web), tab })
    }
}

impl Drop for Writing {
    fn drop(&mut self) {
        if let Some(writing) = self.web.borrow_mut().writes.get_mut(&self.tab) {
            *writing = writing.saturating_sub(1);
        }
    }
}

impl BrowserPort {
    fn loses_the_answer(&self) -> bool {
        let mut web = self.web.borrow_mut();
        let is_lost = web.lost_answers > 0;
        web.lost_answers = web.lost_answers.saturating_sub(1);
        is_lost
    }

    pub(super) async fn wait(&self, longest_ms: u64) {
        self.clock.sleep(1 + self.dice.below(longest_ms)).await;
        self.life.go_on().await;
    }

    fn sight(&self, look: &Look) -> Sight {
        let web = self.web.borrow();
        let (id, element) = match look {
            Look::Tab { tab } => (*tab, None),
            Look::Page { tab, element, .. } => (*tab, element.clone()),
            Look::Site { url } => {
                let origin = origin(url);
                let is_locked = web.locked.contains(&origin);
                return if is_locked {
                    Sight::Barred { pattern: format!("{origin}/*") }
                } else {
                    Sight::Permitted
                };
            }
            Look::Spot { tab, at } => (*tab, web.tabs.get(tab).map(|shown| deep::at(shown, *at))),
            Look::Permission { permission } if web.withheld.contains(permission) => {
                return Sight::NotPermitted { permission: *permission };
            }
            Look::Permission { .. } => return Sight::Permitted,
        };
        let (shown, tab) = match web.tab(id) {
            Ok(found) => found,
            Err(failure) => return Sight::Failed { failure },
        };
        let origin = origin(&tab.url);
        if let Look::Tab { .. } = look {
            return Sight::Tab { tab: shown, origin };
        }
        if is_restricted(&tab.url) {
            return Sight::Failed { failure: restricted() };
        }
        if web.locked.contains(&origin) {
            let pattern = format!("{origin}/*");
            return Sight::NoAccess { tab: shown, origin, pattern };
        }
        match web.describe(id, element.as_ref()) {
            Ok((tab, binding)) => Sight::Page { tab, binding },
            Err(failure) => Sight::Failed { failure },
        }
    }

    fn act(&self, order: &ToolOrder) -> ResultOutcome {
        match self.carry_out(order) {
            Ok(outcome) => outcome,
            Err(failure) => ResultOutcome::Failed { failure },
        }
    }

    fn carry_out(&self, order: &ToolOrder) -> Result<ResultOutcome, ToolFailure> {
        let mut web = self.web.borrow_mut();
        let done = |content: String, tab| ResultOutcome::Done { content, tab };
        if let Some(answer) = moves::of_browser(&mut web, order) {
            return Ok(done(answer, None));
        }
        match &order.tool {
            Tool::TabsList(_) => {
                web.reads += 1;
                let lines: Vec<String> =
                    web.tabs.iter().map(|(id, tab)| format!("{id}: {}", tab.url)).collect();
                return Ok(done(lines.join("\n"), None));
            }
            Tool::TabOpen(args) => {
                let id = web.open(&args.url);
                if let Opens::Lent { child } = &order.opens {
                    web.lent.insert(id, child.clone());
                }
                web.change(&order.id, format!("open {}", args.url));
                return Ok(done(format!("opened as tab {id}"), Some(web.tab(id)?.0)));
            }
            Tool::Download(args) => {
                web.change(&order.id, format!("download {}", args.url));
                return Ok(done("Download started, download_id 1.".to_owned(), None));
            }
            Tool::WaitForDownload(_) => {
                web.reads += 1;
                if !web.effects.iter().any(|effect| effect.what.starts_with("download ")) {
                    let message = "there is no such download";
                    return Err(ToolFailure::new(
                        ToolErrorCode::NotFound,
                        message,
                        "Begin one with download.",
                    ));
                }
                return Ok(done("Download 1 is complete: \"prices.pdf\", 1200 bytes.".to_owned(), None));
            }
            Tool::FetchUrl(args) => {
                web.reads += 1;
                let content = web.fetched(&args.url);
                return content.map(|content| done(content, None));
            }
            Tool::Navigate(_) => {}
            tool if matches!(tool.reach(), Reach::Tab { .. }) => {}
            tool if page_op(tool, &order.files).is_some() || deep::is_deep(tool) => {}
            _ => {
                let message = "nothing is sent out for this call";
                return Err(ToolFailure::new(ToolErrorCode::Internal, message, "Make the call again."));
            }
        }
        let id = order.dispatch.tab.as_ref().map(|tab| tab.id).ok_or_else(|| {
            ToolFailure::new(ToolErrorCode::TabGone, "the call names no tab", "Call tabs_list.")
        })?;
        if let Tool::Navigate(args) = &order.tool {
            web.tab(id)?;
            web.go(id, &args.url);
            web.change(&order.id, format!("go to {}", args.url));
            return Ok(done(format!("now at {}", args.url), Some(web.tab(id)?.0)));
        }
        if let Some(moved) = moves::carry_out(&mut web, id, order) {
            return moved;
        }
        let tab = web.tab(id)?.1.clone();
        if is_restricted(&tab.url) {
            return Err(restricted());
        }
        let pressed = element_of(&order.tool, &tab);
        let named = pressed.as_ref();
        if let Some(bound) = &order.dispatch.binding
            && web.describe(id, named)?.1 != *bound
        {
            let message = "the page is not what the call was judged on; nothing was done";
            return Err(ToolFailure::new(ToolErrorCode::TargetChanged, message, "Read the page again."));
        }
        deep::attach(&mut web, id, order)?;
        let content = match (&order.tool, named) {
            (Tool::Click(_) | Tool::ClickTrusted(_) | Tool::ClickXy(_), Some(named)) => {
                let element = web.element(&tab, named)?;
                match element.press {
                    Press::Covered => {
                        let message = "a dialog lies above it";
                        return Err(ToolFailure::new(ToolErrorCode::Covered, message, "Close the dialog."));
                    }
                    Press::Buy { item } => {
                        web.cart.push(item.clone());
                        web.change(&order.id, format!("buy {item}"));
                    }
                    Press::Follow { url } => {
                        web.go(id, &url);
                        web.change(&order.id, format!("follow {url}"));
                    }
                    Press::Nothing => web.change(&order.id, format!("press {}", element.name)),
                }
                format!("clicked \"{}\"", element.name)
            }
            (Tool::Type(Type { text, .. }) | Tool::TypeTrusted(TypeTrusted { text, .. }), _) => {
                web.change(&order.id, format!("type {text}"));
                format!("the field holds \"{text}\"")
            }
            (Tool::DragXy(_), _) => {
                web.change(&order.id, "drag".to_owned());
                "dragged".to_owned()
            }
            (Tool::RunJavascript(args), _) => {
                web.change(&order.id, format!("run {}", args.code));
                "It returned: 2".to_owned()
            }
            (Tool::SelectOption(args), _) => {
                web.change(&order.id, format!("choose {}", args.options.join(", ")));
                "chosen".to_owned()
            }
            _ => {
                web.reads += 1;
                web.snapshot(&tab)
            }
        };
        deep::lose(&mut web, id, order)?;
        Ok(done(content, Some(web.tab(id)?.0)))
    }
}

fn element_of(tool: &Tool, tab: &Tab) -> Option<ElementRef> {
    match tool.reach() {
        Reach::Page { element, .. } => element.cloned(),
        Reach::Spot { at, .. } => Some(deep::at(tab, at)),
        Reach::Nobody
        | Reach::Browser
        | Reach::Tab { .. }
        | Reach::Handover { .. }
        | Reach::Address { .. } => None,
    }
}

fn unanswered() -> ToolFailure {
    let message = "the page did not answer in time; the call may have taken effect";
    ToolFailure::new(ToolErrorCode::MaybeDone, message, "Read the page before trying again.")
}

fn restricted() -> ToolFailure {
    ToolFailure::new(ToolErrorCode::RestrictedPage, "no extension may read this page", "Use another tab.")
}
