//! What is done to tabs as a whole: they come to the front, close, and go through what they have shown.

use super::web::{SHOP, Web};
use fairlead_protocol::ids::TabId;
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use fairlead_runtime::ports::ToolOrder;
use fairlead_tools::Tool;

/// What is asked of the browser around its tabs; of a write only that it was made can be seen. `None`: the call is about something else.
pub(super) fn of_browser(web: &mut Web, order: &ToolOrder) -> Option<String> {
    let what = match &order.tool {
        Tool::HistorySearch(_) | Tool::BookmarksSearch(_) | Tool::TopSites(_) | Tool::RecentlyClosed(_) => {
            web.reads += 1;
            return Some(format!("- \"Hearth and Sound\" {SHOP}/headphones"));
        }
        Tool::TabGroupsList(_) => {
            web.reads += 1;
            return Some("No tab is in a group.".to_owned());
        }
        Tool::SessionRestore(args) => format!("open {} again", args.session),
        Tool::TabsGroup(args) => format!("group {} tabs", args.tabs.len()),
        Tool::TabGroupUpdate(args) => format!("name the group {}", args.title.as_deref().unwrap_or_default()),
        _ => return None,
    };
    web.change(&order.id, what.clone());
    Some(what)
}

/// `None`: the call is about something else.
pub(super) fn carry_out(
    web: &mut Web,
    tab: TabId,
    order: &ToolOrder,
) -> Option<Result<ResultOutcome, ToolFailure>> {
    let (what, moved) = match &order.tool {
        Tool::TabFocus(_) => {
            web.look_at(tab);
            ("show", Ok(()))
        }
        Tool::TabClose(_) => ("close", web.tab(tab).map(|_| ())),
        Tool::GoBack(_) => ("go back", web.go_back(tab)),
        Tool::GoForward(_) => ("go forward", web.go_forward(tab)),
        Tool::Reload(_) => {
            web.reload(tab);
            ("load again", Ok(()))
        }
        _ => return None,
    };
    Some(moved.and_then(|()| done(web, tab, order, what)))
}

fn done(web: &mut Web, id: TabId, order: &ToolOrder, what: &str) -> Result<ResultOutcome, ToolFailure> {
    let (shown, _) = web.tab(id)?;
    web.change(&order.id, format!("{what} {}", shown.url));
    if let Tool::TabClose(_) = &order.tool {
        web.close(id);
        return Ok(ResultOutcome::Done { content: format!("closed tab {id}"), tab: None });
    }
    Ok(ResultOutcome::Done { content: format!("tab {id} shows {}", shown.url), tab: Some(shown) })
}

pub(super) fn no_page(direction: &str) -> ToolFailure {
    let message = format!("there is no page {direction} in the tab's history");
    ToolFailure::new(ToolErrorCode::NotFound, message, "Use navigate.")
}
