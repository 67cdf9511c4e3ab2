//! What the person has visited, kept and closed, one line an entry. Chrome's lists differ in their fields alone.

use crate::permission::hold;
use crate::tabs::{internal, short_address, short_title};
use crate::{chrome, json};
use fairlead_protocol::approval::BrowserPermission;
use fairlead_protocol::from_json::FromJson;
use fairlead_protocol::json::object;
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::tool::ToolFailure;
use fairlead_tools::{BookmarksSearch, HistorySearch};
use js_sys::Date;
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::JsValue;

/// One entry in JSON: a closed window holds all of its tabs.
const ENTRY_BYTES: usize = 1_000_000;
/// Entries of one answer.
const ENTRIES: usize = 50;
/// As many as Chrome remembers.
const CLOSED: u32 = 25;
const DAYS: u32 = 30;
const DAY_MS: f64 = 86_400_000.0;

/// A place in the web.
#[derive(FromJson)]
#[serde(rename_all = "camelCase")]
struct Entry {
    /// A folder of bookmarks has none.
    url: Option<String>,
    title: Option<String>,
    /// In milliseconds.
    last_visit_time: Option<Value>,
    session_id: Option<String>,
}

/// `sessions.Session`: a tab, or a window with its tabs.
#[derive(FromJson)]
struct Closed {
    tab: Option<Entry>,
    window: Option<ClosedWindow>,
}

#[derive(FromJson)]
#[serde(rename_all = "camelCase")]
struct ClosedWindow {
    session_id: Option<String>,
    tabs: Vec<Entry>,
}

pub(crate) async fn history(asked: &HistorySearch) -> Result<ResultOutcome, ToolFailure> {
    let since = Date::now() - f64::from(asked.days.unwrap_or(DAYS)) * DAY_MS;
    let wanted = object([
        ("text", asked.query.as_str().into()),
        ("startTime", since.max(0.0).into()),
        ("maxResults", ENTRIES.into()),
    ]);
    listed(BrowserPermission::History, "search", &[wanted], |entry: Entry| {
        let visited = Date::new(&JsValue::from(entry.last_visit_time.as_ref()?.as_f64()?)).to_iso_string();
        let day_and_minute: String = visited.into();
        Some(format!("{} visited {}Z", place(&entry)?, day_and_minute.get(..16)?))
    })
    .await
}

pub(crate) async fn bookmarks(asked: &BookmarksSearch) -> Result<ResultOutcome, ToolFailure> {
    let wanted = [Value::from(asked.query.as_str())];
    listed(BrowserPermission::Bookmarks, "search", &wanted, |entry: Entry| place(&entry)).await
}

pub(crate) async fn top_sites() -> Result<ResultOutcome, ToolFailure> {
    listed(BrowserPermission::TopSites, "get", &[], |entry: Entry| place(&entry)).await
}

pub(crate) async fn closed() -> Result<ResultOutcome, ToolFailure> {
    let most = [object([("maxResults", CLOSED.into())])];
    listed(BrowserPermission::Sessions, "getRecentlyClosed", &most, |closed: Closed| {
        match (closed.tab, closed.window) {
            (Some(tab), _) => Some(format!("{} session_id {}", place(&tab)?, tab.session_id.as_ref()?)),
            (None, Some(window)) => {
                let places: Vec<String> = window.tabs.iter().filter_map(place).collect();
                Some(format!("- a window, session_id {}\n  {}", window.session_id?, places.join("\n  ")))
            }
            (None, None) => None,
        }
    })
    .await
}

/// Chrome names an interface as the permission for it.
async fn listed<T: DeserializeOwned>(
    permission: BrowserPermission,
    function: &str,
    arguments: &[Value],
    line: fn(T) -> Option<String>,
) -> Result<ResultOutcome, ToolFailure> {
    hold(permission).await?;
    let found =
        chrome::call(permission.name(), function, arguments).await.map_err(|error| internal(&error))?;
    let entries = chrome::items(&found);
    let entries = entries.iter().filter_map(|entry| line(json::from_js(entry, ENTRY_BYTES)?));
    let lines: Vec<String> = entries.take(ENTRIES).collect();
    let content = if lines.is_empty() { "Nothing was found.".to_owned() } else { lines.join("\n") };
    Ok(ResultOutcome::said(content))
}

fn place(entry: &Entry) -> Option<String> {
    let (title, url) = (entry.title.as_deref().unwrap_or_default(), entry.url.as_deref()?);
    Some(format!("- \"{}\" {}", short_title(title), short_address(url)))
}
