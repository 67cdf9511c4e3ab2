//! Tools that the content script carries out. A read may be asked again; a write is sent once, and if its answer is lost the
//! result says what is known and what is not.

use crate::chance::SystemChance;
use crate::frames;
use crate::navigation::{Arrival, Journey};
use crate::page::{Barred, Silence, Whom, ask, inject};
use crate::tabs::{Tab, all, gone, tab};
use fairlead_protocol::ids::{DocumentId, TabId};
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::page::{
    Binding, PageChanges, PageInfo, PageOp, PageOutcome, PageReply, PageRequest, ReadMode, TabRef,
};
use fairlead_protocol::tool::{Effects, ToolErrorCode, ToolFailure};
use fairlead_runtime::ports::Chance;
use fairlead_tools::{FrameText, found, stitched};

/// Beyond the page's own limit, for the way there and back.
const MARGIN_MS: u64 = 1_000;
/// For the changes around a frame that was acted in.
const AROUND_MS: u64 = 1_500;
/// How long a page that a write led to may take to arrive.
const ARRIVAL_MS: u64 = 10_000;

pub(crate) async fn read(id: TabId, request: &PageRequest) -> Result<ResultOutcome, ToolFailure> {
    let reply = match &request.op {
        PageOp::ReadPage { mode: ReadMode::Snapshot, scope: None, max_tokens } => {
            whole(id, request, *max_tokens).await
        }
        PageOp::FindInPage { .. } => search(id, request).await,
        _ => reading(id, request).await,
    };
    match reply {
        Ok(reply) => finished(id, reply, Vec::new()).await,
        Err(silence) => Err(silence),
    }
}

/// The page with what its frames say, within one budget: what the frames leave of it is the page's.
async fn whole(id: TabId, request: &PageRequest, max_tokens: u32) -> Result<PageReply, ToolFailure> {
    let share = PageOp::ReadPage { mode: ReadMode::Snapshot, scope: None, max_tokens: max_tokens / 3 };
    let mut left = max_tokens;
    let mut frames = Vec::new();
    for (frame, _) in frames::ask_each(id, &share).await {
        let tokens = u32::try_from(frame.content.len() / 4).unwrap_or(u32::MAX);
        match left.checked_sub(tokens).filter(|rest| *rest >= max_tokens / 2) {
            Some(rest) => {
                left = rest;
                frames.push(frame);
            }
            None => frames.push(frame.left_out()),
        }
    }
    let op = PageOp::ReadPage { mode: ReadMode::Snapshot, scope: None, max_tokens: left };
    let reply = reading(id, &PageRequest { op, ..request.clone() }).await?;
    Ok(told(reply, |page, _| stitched(page, &frames)))
}

async fn search(id: TabId, request: &PageRequest) -> Result<PageReply, ToolFailure> {
    let frames = frames::ask_each(id, &request.op).await;
    let reply = reading(id, request).await?;
    Ok(told(reply, |page, matches| found((page, matches), &frames)))
}

/// The reply with another text.
fn told(reply: PageReply, text: impl FnOnce(&FrameText, u32) -> String) -> PageReply {
    let Some((page, lines)) = frames::said(reply.clone()) else { return reply };
    let content = text(&page, lines);
    let outcome = PageOutcome::Done { content, changes: PageChanges::default(), frames: Vec::new() };
    PageReply { outcome, ..reply }
}

pub(crate) async fn reading(id: TabId, request: &PageRequest) -> Result<PageReply, ToolFailure> {
    let patience = request.time_ms + MARGIN_MS;
    let asked = match ask_whom(id, request).await {
        Err(Silence::Unheard | Silence::Lost) => {
            inject(id).await.map_err(|barred| unreachable(id, &barred))?;
            ask(id, Whom::Page, request, patience).await
        }
        asked => asked,
    };
    asked.map_err(|silence| unanswered(&silence, Effects::Read))
}

/// The document that gave out the ref; the page itself says what became of one that none has.
async fn ask_whom(id: TabId, request: &PageRequest) -> Result<PageReply, Silence> {
    let patience = request.time_ms + MARGIN_MS;
    if request.op.target().is_some() {
        match ask(id, Whom::Owner, request, patience).await {
            Err(Silence::Unheard) => {}
            answered => return answered,
        }
    }
    ask(id, Whom::Page, request, patience).await
}

pub(crate) async fn write(id: TabId, request: &PageRequest) -> Result<ResultOutcome, ToolFailure> {
    let departure = Departure::of(id, request.binding.as_ref()).await?;
    let patience = request.time_ms + MARGIN_MS;
    let asked = match ask_whom(id, request).await {
        // Nobody took the request, so nothing was done; the script knows a repeated id in any case.
        Err(Silence::Unheard) => {
            inject(id).await.map_err(|barred| unreachable(id, &barred))?;
            ask(id, Whom::Page, request, patience).await
        }
        asked => asked,
    };
    departure.arrived(asked).await
}

/// A tab before an action: what is open, and ears for where it may be led.
pub(crate) struct Departure {
    id: TabId,
    open: Vec<i32>,
    document: Option<DocumentId>,
    /// What is acted on is in a frame that answers for itself.
    in_frame: bool,
    journey: Journey,
}

impl Departure {
    pub(crate) async fn of(id: TabId, binding: Option<&Binding>) -> Result<Self, ToolFailure> {
        let open = all().await?.iter().filter_map(|tab| tab.id).collect();
        let document = binding.map(|binding| binding.document.clone());
        let in_frame = binding.is_some_and(|binding| binding.frame.is_some());
        Ok(Self { id, open, document, in_frame, journey: Journey::of(id) })
    }

    /// What the action led to, with what the page said of it.
    pub(crate) async fn arrived(
        self,
        asked: Result<PageReply, Silence>,
    ) -> Result<ResultOutcome, ToolFailure> {
        let Self { id, open, document, in_frame, journey } = self;
        match asked {
            Ok(reply) if in_frame => {
                let around = around(id, reply.page.frame.as_str()).await;
                let reply = told(reply, |frame, _| format!("{}{around}", frame.content));
                finished(id, reply, opened(id, &open).await).await
            }
            Ok(reply) => {
                let leaves = matches!(&reply.outcome, PageOutcome::Done { changes, .. } if changes.navigated_to.is_some())
                    || document.is_some_and(|document| document != reply.page.document);
                if leaves || tab(id).await.is_ok_and(|tab| tab.status.as_deref() == Some("loading")) {
                    journey.end(ARRIVAL_MS).await;
                }
                finished(id, reply, opened(id, &open).await).await
            }
            Err(Silence::Lost) if in_frame => {
                let content =
                    "The frame was left while the action ran. Read the page to see what it shows now.";
                Ok(ResultOutcome::Done { content: content.to_owned(), tab: tab(id).await?.reference() })
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
}

/// What an action in a frame changed around it.
async fn around(id: TabId, frame: &str) -> String {
    let request = PageRequest {
        id: format!("around:{}", SystemChance.seed()),
        binding: None,
        op: PageOp::Changes,
        time_ms: AROUND_MS,
    };
    let page = ask(id, Whom::Page, &request, AROUND_MS).await.ok().and_then(frames::said);
    let others = frames::ask_each(id, &PageOp::Changes).await;
    let changed = page.into_iter().chain(others).filter(|(text, lines)| *lines > 0 && text.frame != frame);
    changed
        .map(|(text, _)| {
            let place = if text.frame.is_empty() { "on the page" } else { "in another frame" };
            format!("\nChanges {place}:\n{}", text.content)
        })
        .collect()
}

async fn finished(id: TabId, reply: PageReply, opened: Vec<Tab>) -> Result<ResultOutcome, ToolFailure> {
    match reply.outcome {
        PageOutcome::Done { content, changes, .. } => {
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
        PageOutcome::Described { .. }
        | PageOutcome::Watched { .. }
        | PageOutcome::Located { .. }
        | PageOutcome::Marked { .. } => Err(unanswered(&Silence::Unreadable, Effects::Read)),
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
