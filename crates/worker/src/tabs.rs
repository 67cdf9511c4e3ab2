//! Tabs as Chrome reports them, and which of them no extension may act in.

use crate::{chrome, json, reason};
use fairlead_protocol::from_json::FromJson;
use fairlead_protocol::ids::TabId;
use fairlead_protocol::json::object;
use fairlead_protocol::page::TabRef;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use wasm_bindgen::JsValue;

/// One tab in JSON; titles and addresses can be long, pictures in them are not read.
const TAB_BYTES: usize = 4_000_000;
/// `tabGroups.TAB_GROUP_ID_NONE`.
const NO_GROUP: i32 = -1;
const LISTED_TITLE: usize = 120;
const LISTED_ADDRESS: usize = 300;
/// An address or title as it is kept, in bytes.
const TEXT_BYTES: usize = 2_000;

#[derive(Clone, Debug, FromJson)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Tab {
    pub(crate) id: Option<i32>,
    pub(crate) url: Option<String>,
    pub(crate) pending_url: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) window_id: i32,
    pub(crate) active: bool,
    pub(crate) opener_tab_id: Option<i32>,
    pub(crate) status: Option<String>,
    #[serde(default)]
    pub(crate) incognito: bool,
    #[serde(default)]
    pub(crate) pinned: bool,
    /// The browser has let its page go, and loads it anew when somebody looks at the tab.
    #[serde(default)]
    pub(crate) discarded: bool,
    group_id: Option<i32>,
    /// A time, since Chrome 121.
    pub(crate) last_accessed: Option<serde_json::Value>,
}

impl Tab {
    pub(crate) fn reference(&self) -> Option<TabRef> {
        let short = |text: &Option<String>| {
            text.as_deref().unwrap_or_default().chars().take(TEXT_BYTES).collect::<String>()
        };
        Some(TabRef { id: TabId(self.id?), url: short(&self.url), title: short(&self.title) })
    }

    pub(crate) fn group(&self) -> Option<i32> {
        self.group_id.filter(|group| *group != NO_GROUP)
    }

    /// The address that the tab shows or is on its way to.
    pub(crate) fn address(&self) -> &str {
        self.pending_url.as_deref().or(self.url.as_deref()).unwrap_or_default()
    }
}

/// A title as a line of a list says it.
pub(crate) fn short_title(title: &str) -> String {
    title.chars().take(LISTED_TITLE).collect()
}

/// An address as a line of a list says it.
pub(crate) fn short_address(url: &str) -> String {
    url.chars().take(LISTED_ADDRESS).collect()
}

pub(crate) async fn tab(id: TabId) -> Result<Tab, ToolFailure> {
    let value = chrome::tabs_get(id.0).await.map_err(|_| gone(id))?;
    json::from_js(&value, TAB_BYTES).filter(|tab: &Tab| !tab.incognito).ok_or_else(|| gone(id))
}

pub(crate) async fn all() -> Result<Vec<Tab>, ToolFailure> {
    let value = chrome::tabs_query(&json::to_js(&object([]))).await.map_err(|error| internal(&error))?;
    let tabs = chrome::items(&value);
    Ok(tabs
        .iter()
        .filter_map(|tab| json::from_js::<Tab>(tab, TAB_BYTES))
        .filter(|tab| !tab.incognito)
        .collect())
}

/// The origin of a web page, as the URL standard says it; `None` for what no tool may touch.
pub(crate) fn web_origin(url: &str) -> Option<String> {
    let url = web_sys::Url::new(url).ok()?;
    matches!(url.protocol().as_str(), "http:" | "https:").then(|| url.origin())
}

/// Chrome's match pattern for all of an origin's host; a pattern has no port. `None` for what has no host, as `about:srcdoc`.
pub(crate) fn pattern(url: &str) -> Option<String> {
    let url = web_sys::Url::new(url).ok()?;
    let host = Some(url.hostname()).filter(|host| !host.is_empty())?;
    Some(format!("{}//{host}/*", url.protocol()))
}

pub(crate) fn gone(id: TabId) -> ToolFailure {
    ToolFailure::new(
        ToolErrorCode::TabGone,
        format!("tab {id} is closed, or asleep under another id"),
        "Call tabs_list to see what is open, or tab_open to open the page again.",
    )
}

/// Chrome refuses a script there as if the extension had no access to the site.
pub(crate) fn asleep(id: TabId) -> ToolFailure {
    ToolFailure::new(
        ToolErrorCode::TabGone,
        format!("the browser has put tab {id} to sleep; its page is not there"),
        "Call reload with its tab_id to wake it, then read it.",
    )
}

pub(crate) fn restricted(url: &str) -> ToolFailure {
    let what = web_sys::Url::new(url)
        .map_or_else(|_| "an empty tab".to_owned(), |url| format!("a {} page", url.protocol()));
    ToolFailure::new(
        ToolErrorCode::RestrictedPage,
        format!("this tab shows {what}; the browser lets no extension act there"),
        "Navigate to a web page, or use another tab.",
    )
}

pub(crate) fn internal(error: &JsValue) -> ToolFailure {
    ToolFailure::new(
        ToolErrorCode::Internal,
        reason(error),
        "Try once more; if it fails again, tell the person.",
    )
}
