//! Tabs are shown, closed, and sent back, forward or through their page again.

use crate::clock::sleep;
use crate::navigation::Journey;
use crate::tab_tools::arrived;
use crate::tabs::{Tab, gone, internal, tab, web_origin};
use crate::{chrome, json, reason};
use fairlead_protocol::ids::TabId;
use fairlead_protocol::json::object;
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::page::TabRef;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use futures::future::{Either, select};
use serde_json::Value;
use std::pin::pin;

/// A tab goes at once, unless its page has the browser ask whether to leave.
const CLOSING_MS: u64 = 3_000;

#[derive(Clone, Copy)]
pub(crate) enum Way {
    Back,
    Forward,
    Again,
}

impl Way {
    const fn function(self) -> &'static str {
        match self {
            Self::Back => "goBack",
            Self::Forward => "goForward",
            Self::Again => "reload",
        }
    }
}

pub(crate) async fn go(judged: &TabRef, way: Way) -> Result<ResultOutcome, ToolFailure> {
    unmoved(judged).await?;
    let journey = Journey::through_history(judged.id);
    chrome::call("tabs", way.function(), &[judged.id.0.into()]).await.map_err(|error| {
        // Chrome says it of both directions.
        if reason(&error).contains("next page in history") {
            ToolFailure::new(
                ToolErrorCode::NotFound,
                "the tab's history has no page in this direction",
                "Use navigate with the address, if you know it.",
            )
        } else {
            internal(&error)
        }
    })?;
    arrived(judged.id, None, journey).await
}

pub(crate) async fn focus(judged: &TabRef) -> Result<ResultOutcome, ToolFailure> {
    let held = unmoved(judged).await?;
    bring_to_front(judged.id, held.window_id).await?;
    let content = format!("tab_id {} is in front: {} \"{}\".", judged.id, judged.url, judged.title);
    Ok(ResultOutcome::Done { content, tab: Some(judged.clone()) })
}

pub(crate) async fn bring_to_front(tab: TabId, window: i32) -> Result<(), ToolFailure> {
    let shown = json::to_js(&object([("active", true.into())]));
    chrome::tabs_update(tab.0, &shown).await.map_err(|error| internal(&error))?;
    let raised = [Value::from(window), object([("focused", true.into())])];
    chrome::call("windows", "update", &raised).await.map_err(|error| internal(&error))?;
    Ok(())
}

pub(crate) async fn close(judged: &TabRef) -> Result<ResultOutcome, ToolFailure> {
    unmoved(judged).await?;
    let closing = pin!(chrome::tabs_remove(judged.id.0));
    match select(closing, sleep(CLOSING_MS)).await {
        Either::Left((Ok(_), _)) => {
            let content = format!("closed tab_id {}: {} \"{}\".", judged.id, judged.url, judged.title);
            Ok(ResultOutcome::said(content))
        }
        Either::Left((Err(error), _)) => Err(internal(&error)),
        Either::Right(_) => Err(ToolFailure::new(
            ToolErrorCode::DialogBlocked,
            "the page asks whether to leave it; the tab is still open",
            "Tell the person: what they typed there would be lost, and only they can say so.",
        )),
    }
}

/// The tab as it is now, if it still shows the site that it was judged by: it may have waited for another call to come to its end.
async fn unmoved(judged: &TabRef) -> Result<Tab, ToolFailure> {
    let now = tab(judged.id).await?;
    let url = now.url.as_deref().ok_or_else(|| gone(judged.id))?;
    if web_origin(url) == web_origin(&judged.url) {
        return Ok(now);
    }
    Err(ToolFailure::new(
        ToolErrorCode::TargetChanged,
        "the tab has gone to another site meanwhile; nothing was done",
        "Look at it with tabs_list, and decide anew.",
    ))
}
