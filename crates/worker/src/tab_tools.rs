//! Tools of the browser itself: nothing is injected, and nobody's view is changed.

use crate::navigation::{Arrival, Journey};
use crate::tabs::{Tab, all, internal, short_address, short_title, tab};
use crate::{chrome, json, lent_tabs};
use fairlead_protocol::ids::TabId;
use fairlead_protocol::json::object;
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::page::TabRef;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use fairlead_runtime::ports::Opens;

/// How long a page may take to arrive.
const ARRIVAL_MS: u64 = 15_000;
/// Tabs that one list holds.
const TABS: usize = 100;

pub(crate) async fn list() -> Result<ResultOutcome, ToolFailure> {
    let tabs = all().await?;
    let mut lines: Vec<String> = tabs.iter().take(TABS).filter_map(line).collect();
    if tabs.len() > TABS {
        lines.push(format!("[{} more tabs are not listed]", tabs.len() - TABS));
    }
    Ok(ResultOutcome::said(lines.join("\n")))
}

fn line(tab: &Tab) -> Option<String> {
    let reference = tab.reference()?;
    let front = if tab.active { " [in front]" } else { "" };
    let group = tab.group().map(|group| format!(" group {group}")).unwrap_or_default();
    let asleep = if tab.discarded { " [asleep]" } else { "" };
    let (title, url) = (short_title(&reference.title), short_address(&reference.url));
    Some(format!(
        "- tab_id {} window {}{group}{front}{asleep} \"{title}\" {url}",
        reference.id, tab.window_id
    ))
}

pub(crate) async fn navigate(id: TabId, url: &str) -> Result<ResultOutcome, ToolFailure> {
    let journey = Journey::of(id);
    chrome::tabs_update(id.0, &json::to_js(&object([("url", url.into())])))
        .await
        .map_err(|error| internal(&error))?;
    arrived(id, Some(url), journey).await
}

pub(crate) async fn open(url: &str, opens: Opens) -> Result<ResultOutcome, ToolFailure> {
    if opens == Opens::Shared
        && let Some(tab) = all().await?.iter().find(|tab| tab.address() == url).and_then(Tab::reference)
    {
        let content =
            format!("This address was open already in tab_id {}: \"{}\" {}", tab.id, tab.title, tab.url);
        return Ok(ResultOutcome::Done { content, tab: Some(tab) });
    }
    // Made empty first, so that no event of its way is missed.
    let id = match opens {
        Opens::Lent { child } => lent_tabs::open(child).await?,
        Opens::Shared => {
            let made = chrome::tabs_create(&json::to_js(&object([("active", false.into())])))
                .await
                .map_err(|error| internal(&error))?;
            let made: Option<Tab> = json::from_js(&made, 1_000_000);
            made.and_then(|tab| tab.id).map(TabId).ok_or_else(lent_tabs::unopened)?
        }
    };
    navigate(id, url).await
}

/// What the model is told of where the tab is now; `sent` is the address that it was sent to, if it was one.
pub(crate) async fn arrived(
    id: TabId,
    sent: Option<&str>,
    journey: Journey,
) -> Result<ResultOutcome, ToolFailure> {
    let arrival = journey.end(ARRIVAL_MS).await;
    match arrival {
        Arrival::Failed(error) => Err(ToolFailure::new(
            ToolErrorCode::NavigationFailed,
            format!("the page did not load: {error}"),
            "Check the address, or try another one.",
        )),
        Arrival::TabGone => Err(ToolFailure::new(
            ToolErrorCode::TabGone,
            format!("tab {id} was closed on the way"),
            "Call tabs_list to see what is open.",
        )),
        Arrival::Ready | Arrival::Late => {
            let now = tab(id).await?;
            let unnamed = || TabRef { id, url: sent.unwrap_or_default().to_owned(), title: String::new() };
            let reference = now.reference().unwrap_or_else(unnamed);
            let loading = if arrival == Arrival::Late { " The page is still loading." } else { "" };
            let bare = |url: &str| url.trim_end_matches('/').to_owned();
            let redirected = match sent {
                Some(url) if bare(&reference.url) != bare(url) => format!(" It was redirected from {url}."),
                Some(_) | None => String::new(),
            };
            let content = format!(
                "tab_id {} now shows {} \"{}\".{redirected}{loading}",
                reference.id, reference.url, reference.title
            );
            Ok(ResultOutcome::Done { content, tab: Some(reference) })
        }
    }
}
