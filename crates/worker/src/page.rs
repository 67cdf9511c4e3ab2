//! Talking with the content script of a tab: put it there when it is missing, ask, and tell apart the ways of getting no answer.

use crate::clock::sleep;
use crate::{chrome, json, reason};
use fairlead_protocol::caps::PAGE_REPLY_BYTES;
use fairlead_protocol::ids::TabId;
use fairlead_protocol::json::object;
use fairlead_protocol::page::{PageReply, PageRequest};
use fairlead_protocol::to_json;
use futures::future::{Either, select};
use serde_json::Value;
use std::pin::pin;
use wasm_bindgen::JsValue;

/// Chrome's number of a tab's main frame.
pub(crate) const PAGE: i32 = 0;
/// How long all frames may take to load what keeps their dialogs.
const DIALOGS_MS: u64 = 300;

/// Why there is no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Silence {
    /// No script took the request: nothing was done.
    Unheard,
    /// A script took it and its document went away before it answered.
    Lost,
    /// No answer in time.
    Late,
    /// An answer that is none.
    Unreadable,
}

/// Why the script cannot be put into a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Barred {
    NoTab,
    /// The extension has no permission for the site.
    NoAccess,
    /// No extension may run there.
    Restricted,
    /// The browser shows its own page about a failed load.
    ErrorPage,
    Other(String),
}

/// Which of a tab's documents a request is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whom {
    Page,
    /// As Chrome numbers it.
    Frame(i32),
    /// All are asked, and the one that gave out the ref answers.
    Owner,
}

pub(crate) async fn ask(
    tab: TabId,
    whom: Whom,
    request: &PageRequest,
    patience_ms: u64,
) -> Result<PageReply, Silence> {
    let (frame, to) = match whom {
        Whom::Page => (Some(PAGE), None),
        Whom::Frame(frame) => (Some(frame), None),
        Whom::Owner => (None, Some("owner")),
    };
    let message =
        object([("fairlead", Value::from(1)), ("to", to.into()), ("request", to_json::value(request))]);
    let message = json::to_js(&message);
    let options = json::to_js(&frame.map_or_else(|| object([]), |frame| object([("frameId", frame.into())])));
    let sent = pin!(chrome::tabs_send_message(tab.0, &message, &options));
    match select(sent, sleep(patience_ms)).await {
        Either::Left((Ok(value), _)) if value.is_undefined() || value.is_null() => Err(Silence::Unheard),
        Either::Left((Ok(value), _)) => json::from_js(&value, PAGE_REPLY_BYTES)
            .filter(|reply: &PageReply| reply.id == request.id)
            .ok_or(Silence::Unreadable),
        Either::Left((Err(error), _)) => Err(silence(&error)),
        Either::Right(_) => Err(Silence::Late),
    }
}

/// Puts the scripts into the tab's main frame. A second time is harmless: each listens once.
pub(crate) async fn inject(tab: TabId) -> Result<(), Barred> {
    inject_into(tab, PAGE).await
}

pub(crate) async fn inject_into(tab: TabId, frame: i32) -> Result<(), Barred> {
    let one = object([("tabId", tab.0.into()), ("frameIds", vec![frame].into())]);
    execute(&one, "content.js", "ISOLATED").await?;
    // With the page in every frame that it reads, since each has dialogs of its own. Without it the page works, and a dialog waits
    // for the person; a frame in which no script may run never answers.
    let own = if frame == PAGE { object([("tabId", tab.0.into()), ("allFrames", true.into())]) } else { one };
    let placed = pin!(execute(&own, "dialogs.js", "MAIN"));
    let _ = select(placed, sleep(DIALOGS_MS)).await;
    Ok(())
}

async fn execute(target: &Value, file: &str, world: &str) -> Result<(), Barred> {
    let injection = object([
        ("target", target.clone()),
        ("files", vec![file].into()),
        ("world", world.into()),
        ("injectImmediately", true.into()),
    ]);
    chrome::execute_script(&json::to_js(&injection))
        .await
        .map(|_| ())
        .map_err(|error| barred(&reason(&error)))
}

/// Chrome tells these apart by their text only.
fn silence(error: &JsValue) -> Silence {
    let text = reason(error);
    if text.contains("Receiving end does not exist") || text.contains("No tab with id") {
        Silence::Unheard
    } else {
        Silence::Lost
    }
}

fn barred(text: &str) -> Barred {
    if text.contains("No tab with id") || text.contains("tab was closed") {
        Barred::NoTab
    } else if text.contains("showing error page") {
        Barred::ErrorPage
    } else if text.contains("chrome://")
        || text.contains("chrome-extension://")
        || text.contains("extensions gallery")
        || text.contains("chrome-untrusted")
        || text.contains("blocked by enterprise policy")
        || text.contains("devtools://")
    {
        Barred::Restricted
    } else if text.contains("Cannot access") || text.contains("permission") {
        Barred::NoAccess
    } else {
        Barred::Other(text.to_owned())
    }
}
