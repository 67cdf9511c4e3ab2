//! Tools that the content script carries out. A read may be asked again; a write is sent once, and if its answer is lost the
//! result says what is known and what is not.

use crate::navigation::{Arrival, Journey};
use crate::page::{Barred, Silence, ask, inject};
use crate::tabs::{Tab, all, gone, tab};
use fairlead_protocol::ids::TabId;
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::page::{PageChanges, PageInfo, PageOutcome, PageReply, PageRequest, TabRef};
use fairlead_protocol::tool::{Effects, ToolErrorCode, ToolFailure};

/// Beyond the page's own limit, for the way there and back.
const MARGIN_MS: u64 = 1_000;
/// How long a page that a write led to may take to arrive.
const ARRIVAL_MS: u64 = 10_000;

pub(crate) async fn read(id: TabId, request: &PageRequest) -> Result<ResultOutcome, ToolFailure> {
    let patience = request.time_ms + MARGIN_MS;
    let asked = match ask(id, request, patience).await {
        Err(Silence::Unheard | Silence::Lost) => {
            inject(id).await.map_err(|barred| unreachable(id, &barred))?;
            ask(id, request, patience).await
        }
        asked => asked,
    };
    match asked {
        Ok(reply) => finished(id, reply, Vec::new()).await,
        Err(silence) => Err(unanswered(&silence, Effects::Read)),
    }
}

pub(crate) async fn write(id: TabId, request: &PageRequest) -> Result<ResultOutcome, ToolFailure> {
    let before: Vec<i32> = all().await?.iter().filter_map(|tab| tab.id).collect();
    let document = request.binding.as_ref().map(|binding| binding.document.clone());
    let journey = Journey::of(id);
    let patience = request.time_ms + MARGIN_MS;
    let asked = match ask(id, request, patience).await {
        // Nobody took the request, so nothing was done; the script knows a repeated id in any case.
        Err(Silence::Unheard) => {
            inject(id).await.map_err(|barred| unreachable(id, &barred))?;
            ask(id, request, patience).await
        }
        asked => asked,
    };
    match asked {
        Ok(reply) => {
            let leaves = matches!(&reply.outcome, PageOutcome::Done { changes, .. } if changes.navigated_to.is_some())
                || document.is_some_and(|document| document != reply.page.document);
            if leaves || tab(id).await.is_ok_and(|tab| tab.status.as_deref() == Some("loading")) {
                journey.end(ARRIVAL_MS).await;
            }
            finished(id, reply, opened(id, &before).await).await
        }
        // The document went away with the answer. If the tab then shows another page, that is what the action led to.
        Err(Silence::Lost) => match journey.end(ARRIVAL_MS).await {
            Arrival::Ready => {
                let reference = tab(id).await?.reference();
                let shown = reference
                    .as_ref()
                    .map(|tab| format!("{} \"{}\"", tab.url, tab.title))
                    .unwrap_or_default();
                let content = format!(
                    "The page was left while the action ran. The tab now shows {shown}. Read it to see what happened."
                );
                Ok(ResultOutcome::Done { content, tab: reference })
            }
            Arrival::Failed(_) | Arrival::TabGone | Arrival::Late => {
                Err(unanswered(&Silence::Lost, Effects::Write))
            }
        },
        Err(silence) => Err(unanswered(&silence, Effects::Write)),
    }
}

async fn finished(id: TabId, reply: PageReply, opened: Vec<Tab>) -> Result<ResultOutcome, ToolFailure> {
    match reply.outcome {
        PageOutcome::Done { content, changes } => {
            let now = tab(id).await.ok().and_then(|tab| tab.reference());
            let mut lines = vec![content];
            if let Some(line) = whereabouts(&reply.page, &changes, now.as_ref()) {
                lines.push(line);
            }
            lines.extend(opened.iter().filter_map(Tab::reference).map(|tab| {
                format!(
                    "It opened a new tab: tab_id {} \"{}\" {}. Pass this tab_id to work there.",
                    tab.id, tab.title, tab.url
                )
            }));
            let tab = now.unwrap_or(TabRef { id, url: reply.page.url, title: reply.page.title });
            Ok(ResultOutcome::Done { content: lines.join("\n"), tab: Some(tab) })
        }
        PageOutcome::Failed { failure } => Err(failure),
        PageOutcome::Described { .. } | PageOutcome::Watched { .. } => {
            Err(unanswered(&Silence::Unreadable, Effects::Read))
        }
    }
}

/// Where an action led, as the browser knows it; the page itself was gone when it might have told.
fn whereabouts(page: &PageInfo, changes: &PageChanges, now: Option<&TabRef>) -> Option<String> {
    let now = now?;
    if now.url != page.url {
        return Some(format!("The tab went from {} to {} \"{}\".", page.url, now.url, now.title));
    }
    let to = changes.navigated_to.as_ref()?;
    (!to.is_empty() && *to != now.url).then(|| format!("The tab is at {} \"{}\".", now.url, now.title))
}

/// Tabs that came during the action and say that this tab opened them.
async fn opened(id: TabId, before: &[i32]) -> Vec<Tab> {
    let tabs = all().await.unwrap_or_default();
    tabs.into_iter()
        .filter(|tab| tab.opener_tab_id == Some(id.0) && tab.id.is_some_and(|id| !before.contains(&id)))
        .collect()
}

fn unreachable(id: TabId, barred: &Barred) -> ToolFailure {
    match barred {
        Barred::NoTab => gone(id),
        Barred::NoAccess => ToolFailure::new(
            ToolErrorCode::NoPermission,
            "the extension may not reach this site any more; nothing was done",
            "Call the tool again, so that the person can be asked for access.",
        ),
        Barred::Restricted => ToolFailure::new(
            ToolErrorCode::RestrictedPage,
            "the browser lets no extension act on this page; nothing was done",
            "Use another tab.",
        ),
        Barred::ErrorPage => ToolFailure::new(
            ToolErrorCode::NavigationFailed,
            "the tab shows the browser's error page; nothing was done",
            "Check the address, or try navigate again.",
        ),
        Barred::Other(text) => ToolFailure::new(
            ToolErrorCode::TargetChanged,
            format!("the page could not be reached ({text}); nothing was done"),
            "Read the page again.",
        ),
    }
}

fn unanswered(silence: &Silence, effects: Effects) -> ToolFailure {
    match (effects, silence) {
        (_, Silence::Unheard) => ToolFailure::new(
            ToolErrorCode::TargetChanged,
            "the page is being replaced by another; nothing was done",
            "Read the page again.",
        ),
        (Effects::Read, Silence::Late) => ToolFailure::new(
            ToolErrorCode::Timeout,
            "the page did not answer in time",
            "Try once more, or read a part of the page with scope.",
        ),
        (Effects::Read, Silence::Lost | Silence::Unreadable) => ToolFailure::new(
            ToolErrorCode::TargetChanged,
            "the page changed while it was read",
            "Read it again.",
        ),
        (Effects::Write, Silence::Late | Silence::Lost | Silence::Unreadable) => ToolFailure::new(
            ToolErrorCode::MaybeDone,
            "the page took the action and its answer was lost: it may have happened",
            "Read the page to see whether it did. Do not simply repeat the action.",
        ),
    }
}
