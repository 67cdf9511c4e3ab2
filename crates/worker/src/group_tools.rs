//! Groups of tabs, and what was closed and is opened again.

use crate::permission::hold;
use crate::tab_moves::bring_to_front;
use crate::tabs::{Tab, all, gone, internal, short_title};
use crate::{chrome, json, reason};
use fairlead_protocol::approval::BrowserPermission;
use fairlead_protocol::from_json::FromJson;
use fairlead_protocol::ids::TabId;
use fairlead_protocol::json::object;
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::page::TabRef;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use fairlead_tools::{SessionRestore, TabGroupUpdate, TabsGroup};
use serde_json::{Map, Value};

/// One group, or all tabs of a window that was restored, in JSON.
const BYTES: usize = 4_000_000;

/// `tabGroups.TabGroup`.
#[derive(FromJson)]
#[serde(rename_all = "camelCase")]
struct Group {
    id: i32,
    title: Option<String>,
    color: String,
    collapsed: bool,
    window_id: i32,
}

/// `sessions.Session` as it is once it is open again.
#[derive(FromJson)]
struct Restored {
    tab: Option<Tab>,
    window: Option<RestoredWindow>,
}

#[derive(FromJson)]
struct RestoredWindow {
    tabs: Option<Vec<Tab>>,
}

pub(crate) async fn list() -> Result<ResultOutcome, ToolFailure> {
    hold(BrowserPermission::TabGroups).await?;
    let found = chrome::call("tabGroups", "query", &[object([])]).await.map_err(|error| internal(&error))?;
    let tabs = all().await?;
    let line = |group: Group| {
        let held = tabs.iter().filter(|tab| tab.group() == Some(group.id)).count();
        let folded = if group.collapsed { " [folded]" } else { "" };
        let title = short_title(group.title.as_deref().unwrap_or_default());
        let Group { id, color, window_id, .. } = group;
        format!("- group_id {id} window {window_id}{folded} \"{title}\" {color}, {held} tabs")
    };
    let lines: Vec<String> =
        chrome::items(&found).iter().filter_map(|group| json::from_js(group, BYTES)).map(line).collect();
    Ok(ResultOutcome::said(if lines.is_empty() {
        "No tab is in a group.".to_owned()
    } else {
        lines.join("\n")
    }))
}

pub(crate) async fn gather(asked: &TabsGroup) -> Result<ResultOutcome, ToolFailure> {
    let open = all().await?;
    let is_open = |wanted: &TabId| open.iter().any(|tab| tab.id == Some(wanted.0));
    // All of them or none: a part of a group is not what was asked for.
    if let Some(missing) = asked.tabs.iter().find(|tab| !is_open(tab)) {
        return Err(gone(*missing));
    }
    let mut wanted = Map::new();
    wanted.insert("tabIds".to_owned(), asked.tabs.iter().map(|tab| tab.0).collect());
    if let Some(group) = asked.group {
        wanted.insert("groupId".to_owned(), group.0.into());
    }
    let group =
        chrome::call("tabs", "group", &[Value::Object(wanted)]).await.map_err(|error| no_group(&error))?;
    let group = group.as_f64().unwrap_or_default();
    Ok(ResultOutcome::said(format!("{} tabs are in group_id {group} now.", asked.tabs.len())))
}

pub(crate) async fn update(asked: &TabGroupUpdate) -> Result<ResultOutcome, ToolFailure> {
    hold(BrowserPermission::TabGroups).await?;
    let mut wanted = Map::new();
    wanted.extend(asked.title.as_ref().map(|title| ("title".to_owned(), title.as_str().into())));
    wanted.extend(asked.color.map(|color| ("color".to_owned(), color.0.into())));
    wanted.extend(asked.collapsed.map(|collapsed| ("collapsed".to_owned(), collapsed.into())));
    let group = asked.group.0;
    chrome::call("tabGroups", "update", &[group.into(), Value::Object(wanted)])
        .await
        .map_err(|error| no_group(&error))?;
    Ok(ResultOutcome::said(format!("group_id {group} is changed.")))
}

/// Chrome puts what it restores in front; the person goes on looking at what they looked at.
pub(crate) async fn restore(asked: &SessionRestore) -> Result<ResultOutcome, ToolFailure> {
    hold(BrowserPermission::Sessions).await?;
    let front = json::to_js(&object([("active", true.into()), ("lastFocusedWindow", true.into())]));
    let front = chrome::tabs_query(&front).await.map_err(|error| internal(&error))?;
    let front: Option<Tab> = chrome::items(&front).first().and_then(|tab| json::from_js(tab, BYTES));
    let restored =
        chrome::call("sessions", "restore", &[asked.session.as_str().into()]).await.map_err(|_| {
            ToolFailure::new(
                ToolErrorCode::NotFound,
                "the browser does not remember this session any more",
                "Call recently_closed again, or open the address with tab_open.",
            )
        })?;
    if let Some(Tab { id: Some(id), window_id, .. }) = front {
        bring_to_front(TabId(id), window_id).await?;
    }
    let restored: Option<Restored> = json::from_js(&restored, BYTES);
    let tabs = restored.map(|Restored { tab, window }| match window.and_then(|window| window.tabs) {
        Some(tabs) => tabs,
        None => tab.into_iter().collect(),
    });
    let tabs: Vec<TabRef> = tabs.unwrap_or_default().iter().filter_map(Tab::reference).collect();
    let lines = tabs.iter().map(|tab| format!("- tab_id {} \"{}\" {}", tab.id, tab.title, tab.url));
    let content = format!("Open again:\n{}", lines.collect::<Vec<_>>().join("\n"));
    Ok(ResultOutcome::Done { content, tab: tabs.first().filter(|_| tabs.len() == 1).cloned() })
}

fn no_group(error: &wasm_bindgen::JsValue) -> ToolFailure {
    let said = reason(error);
    if said.starts_with("No group with id") {
        ToolFailure::new(ToolErrorCode::NotFound, said, "Look in tab_groups_list which groups there are.")
    } else {
        internal(error)
    }
}
