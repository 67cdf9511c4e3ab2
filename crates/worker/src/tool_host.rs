//! Which hand carries out which tool.

use crate::chance::SystemChance;
use crate::debugger::Debugger;
use crate::page::{Whom, ask};
use crate::tab_moves::{self, Way};
use crate::{Shell, downloads, fetching, group_tools, page_tools, past_tools, tab_tools};
use fairlead_protocol::caps::TOOL_MS;
use fairlead_protocol::ids::{ElementRef, TabId, ThreadId};
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::page::{PageOp, PageRequest, TabRef};
use fairlead_protocol::tool::{Effects, ToolErrorCode, ToolFailure};
use fairlead_runtime::ports::{Chance, Pages, ToolOrder, ToolPort, ToolYield};
use fairlead_tools::{Tool, page_op};
use futures::future::LocalBoxFuture;
use std::rc::Rc;

/// A picture for the person, not worth a wait.
const SHOW_MS: u64 = 1_000;

pub(crate) struct ToolHost {
    debugger: Debugger,
    shell: Rc<Shell>,
}

impl ToolHost {
    pub(crate) fn new(debugger: Debugger, shell: Rc<Shell>) -> Self {
        Self { debugger, shell }
    }
}

impl ToolPort for ToolHost {
    fn run(&self, order: ToolOrder) -> LocalBoxFuture<'static, ToolYield> {
        let (debugger, shell) = (self.debugger.clone(), Rc::clone(&self.shell));
        Box::pin(async move {
            if let Some(tab) = order.changes {
                shell.hold(tab.0, order.thread.as_str(), order.turn.as_str()).await;
            }
            let deep = match tab_of(&order) {
                Some(tab) => debugger.run(tab, &order).await,
                None => None,
            };
            let ran = match deep {
                Some(ran) => ran,
                None => run(order, &shell).await.map(ToolYield::from),
            };
            ran.unwrap_or_else(|failure| ResultOutcome::Failed { failure }.into())
        })
    }

    fn let_go(&self, thread: &ThreadId) {
        self.debugger.let_go(thread);
    }

    fn hand_back(&self, thread: &ThreadId, pages: Pages) {
        self.shell.hand_back(thread.as_str(), pages == Pages::Any);
    }

    fn show(&self, tab: TabId, element: ElementRef) -> LocalBoxFuture<'static, ()> {
        Box::pin(async move {
            let id = format!("show:{}", SystemChance.seed());
            let request =
                PageRequest { id, binding: None, op: PageOp::Highlight { element }, time_ms: SHOW_MS };
            // Nothing depends on it: a page that is gone has nothing to show.
            let _ = ask(tab, Whom::Owner, &request, SHOW_MS).await;
        })
    }
}

fn tab_of(order: &ToolOrder) -> Option<TabId> {
    order.dispatch.tab.as_ref().or(order.tab.as_ref()).map(|tab| tab.id)
}

async fn run(order: ToolOrder, shell: &Shell) -> Result<ResultOutcome, ToolFailure> {
    let tab = tab_of(&order);
    let url = order.dispatch.url.as_deref();
    match (&order.tool, url, tab) {
        (Tool::TabsList(_), _, _) => tab_tools::list().await,
        (Tool::TabOpen(_), Some(url), _) => tab_tools::open(url, order.opens).await,
        (Tool::Navigate(_), Some(url), Some(tab)) => tab_tools::navigate(tab, url).await,
        (Tool::HistorySearch(asked), ..) => past_tools::history(asked).await,
        (Tool::BookmarksSearch(asked), ..) => past_tools::bookmarks(asked).await,
        (Tool::TopSites(_), ..) => past_tools::top_sites().await,
        (Tool::RecentlyClosed(_), ..) => past_tools::closed().await,
        (Tool::SessionRestore(asked), ..) => group_tools::restore(asked).await,
        (Tool::TabGroupsList(_), ..) => group_tools::list().await,
        (Tool::TabsGroup(asked), ..) => group_tools::gather(asked).await,
        (Tool::TabGroupUpdate(asked), ..) => group_tools::update(asked).await,
        (Tool::TabFocus(_), ..) => tab_moves::focus(judged(&order)?).await,
        (Tool::TabClose(_), ..) => tab_moves::close(judged(&order)?).await,
        (Tool::GoBack(_), ..) => tab_moves::go(judged(&order)?, Way::Back).await,
        (Tool::GoForward(_), ..) => tab_moves::go(judged(&order)?, Way::Forward).await,
        (Tool::Reload(_), ..) => tab_moves::go(judged(&order)?, Way::Again).await,
        (Tool::Download(_), Some(url), _) => downloads::begin(url).await,
        (Tool::WaitForDownload(args), ..) => downloads::wait(args.download_id).await,
        (Tool::FetchUrl(args), Some(url), _) => {
            fetching::run(shell, url, args.from_char.unwrap_or_default()).await
        }
        (Tool::TabOpen(_) | Tool::Navigate(_) | Tool::FetchUrl(_) | Tool::Download(_), None, _)
        | (Tool::AskUser(_) | Tool::ScheduleResume(_) | Tool::RecallResult(_) | Tool::Delegate(_), _, _)
        | (Tool::RequestUserAction(_) | Tool::WatchPage(_), _, _)
        | (
            Tool::PlanUpdate(_) | Tool::Remember(_) | Tool::Recall(_) | Tool::Forget(_) | Tool::Artifact(_),
            _,
            _,
        ) => Err(unjudged()),
        (_, _, None) => Err(ToolFailure::new(
            ToolErrorCode::TabGone,
            "no tab belongs to this conversation",
            "Call tabs_list and pass a tab_id, or open an address with tab_open.",
        )),
        (tool, _, Some(tab)) => {
            let op = page_op(tool, &order.files).ok_or_else(unjudged)??;
            let effects = op.effects();
            let request = PageRequest { id: order.id, binding: order.dispatch.binding, op, time_ms: TOOL_MS };
            match effects {
                Effects::Write => page_tools::write(tab, &request).await,
                Effects::Read => page_tools::read(tab, &request).await,
            }
        }
    }
}

/// The tab as it was when the call was judged.
fn judged(order: &ToolOrder) -> Result<&TabRef, ToolFailure> {
    order.dispatch.tab.as_ref().ok_or_else(unjudged)
}

/// Only the address that the gatekeeper saw may be gone to.
fn unjudged() -> ToolFailure {
    ToolFailure::new(
        ToolErrorCode::Internal,
        "this call was not judged; nothing was done",
        "Make the call again.",
    )
}
