//! The debugger of the simulated browser: which tabs it is attached to and for whom, and ways in which it is not to be had.

use super::page::reference;
use super::web::{Tab, Web};
use fairlead_engine::Picture;
use fairlead_protocol::ids::{ElementRef, TabId};
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::page::Spot;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use fairlead_runtime::ports::ToolOrder;
use fairlead_tools::Tool;

/// How the browser lets itself be debugged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Debugging {
    #[default]
    Allowed,
    /// By policy, or because somebody else debugs the tab.
    Refused,
    /// It goes away behind the action and before the answer.
    LostMidway,
}

/// A picture of one pixel.
const PIXEL: &str = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

pub(super) fn is_deep(tool: &Tool) -> bool {
    writes(tool) || matches!(tool, Tool::Screenshot(_) | Tool::ReadPageDeep(_))
}

pub(super) fn writes(tool: &Tool) -> bool {
    matches!(
        tool,
        Tool::ClickTrusted(_)
            | Tool::TypeTrusted(_)
            | Tool::ClickXy(_)
            | Tool::DragXy(_)
            | Tool::RunJavascript(_)
    )
}

/// The element with this number stands so many pixels below the top.
pub(super) fn at(tab: &Tab, spot: Spot) -> ElementRef {
    reference(tab.document, spot.y)
}

pub(super) fn attach(web: &mut Web, tab: TabId, order: &ToolOrder) -> Result<(), ToolFailure> {
    if !is_deep(&order.tool) {
        return Ok(());
    }
    if web.debugging == Debugging::Refused {
        let message = "the browser does not let the debugger into this tab; nothing was done";
        return Err(ToolFailure::new(ToolErrorCode::NoDebugger, message, "Go on with click and type."));
    }
    web.debugged.insert(tab, order.thread.clone());
    Ok(())
}

pub(super) fn lose(web: &mut Web, tab: TabId, order: &ToolOrder) -> Result<(), ToolFailure> {
    if !is_deep(&order.tool) || web.debugging != Debugging::LostMidway {
        return Ok(());
    }
    web.debugged.remove(&tab);
    let message = "the debugger was taken from this tab in the middle of the action: it may have happened";
    Err(ToolFailure::new(ToolErrorCode::MaybeDone, message, "Read the page to see whether it did."))
}

pub(super) fn pictures(tool: &Tool, outcome: &ResultOutcome) -> Vec<Picture> {
    match (tool, outcome) {
        (Tool::Screenshot(_), ResultOutcome::Done { .. }) => {
            let (name, media_type) = ("screenshot.gif".to_owned(), "image/gif".to_owned());
            vec![Picture { name, media_type, data: PIXEL.to_owned() }]
        }
        _ => Vec::new(),
    }
}
