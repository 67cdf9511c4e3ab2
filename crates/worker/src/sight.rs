//! Looking before acting: the tab, the page in it and the element behind a ref, as they are at this moment.

use crate::chance::SystemChance;
use crate::debugger::{Debugger, Under, is_deep};
use crate::frames::is_open;
use crate::page::{Barred, Silence, Whom, ask, inject};
use crate::permission::{has_access, is_permitted};
use crate::tabs::{Tab, asleep, gone, pattern, restricted, tab, web_origin};
use fairlead_engine::Sight;
use fairlead_engine::probe::Look;
use fairlead_protocol::ids::{ElementRef, TabId};
use fairlead_protocol::page::{Binding, PageOp, PageOutcome, PageReply, PageRequest, TabRef};
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use fairlead_runtime::ports::{Chance, SightPort};
use futures::future::LocalBoxFuture;

/// How long a page may take to say what it is.
const LOOK_MS: u64 = 5_000;

pub(crate) struct Sights {
    debugger: Debugger,
}

impl Sights {
    pub(crate) fn new(debugger: Debugger) -> Self {
        Self { debugger }
    }
}

impl SightPort for Sights {
    fn look(&self, look: Look) -> LocalBoxFuture<'static, Sight> {
        let debugger = self.debugger.clone();
        Box::pin(async move {
            match look {
                Look::Tab { tab: id } => tab(id).await.and_then(|tab| of_tab(&tab)),
                Look::Page { tab, element: Some(element), .. } if is_deep(&element) => {
                    beneath(tab, debugger.describe(tab, element)).await
                }
                Look::Page { tab, element, others } => of_page(tab, element, others).await,
                Look::Site { url } => Ok(of_site(&url).await),
                Look::Spot { tab, at } => beneath(tab, debugger.under(tab, at)).await,
                Look::Permission { permission } if is_permitted(permission).await => Ok(Sight::Permitted),
                Look::Permission { permission } => Ok(Sight::NotPermitted { permission }),
            }
            .unwrap_or_else(|failure| Sight::Failed { failure })
        })
    }
}

/// A tab that is sent somewhere may show anything now, a browser page too; where it goes is judged by the address.
fn of_tab(tab: &Tab) -> Result<Sight, ToolFailure> {
    let origin = web_origin(tab.url.as_deref().unwrap_or_default()).unwrap_or_default();
    let tab = tab.reference().ok_or_else(|| not_ready("the tab has no id"))?;
    Ok(Sight::Tab { tab, origin })
}

/// An address that has no site is refused by those who judge it.
async fn of_site(url: &str) -> Sight {
    match pattern(url) {
        Some(pattern) if !has_access(&pattern).await => Sight::Barred { pattern },
        Some(_) | None => Sight::Permitted,
    }
}

/// The page, and in it what only the debugger can see. Where the extension has no access nothing is attached.
async fn beneath(
    tab: TabId,
    under: impl Future<Output = Result<Under, ToolFailure>>,
) -> Result<Sight, ToolFailure> {
    match of_page(tab, None, Vec::new()).await? {
        Sight::Page { tab, binding } => {
            let Under { element, frame } = under.await?;
            Ok(Sight::Page { tab, binding: Binding { element: Some(element), frame, ..binding } })
        }
        other => Ok(other),
    }
}

async fn of_page(
    id: TabId,
    element: Option<ElementRef>,
    others: Vec<ElementRef>,
) -> Result<Sight, ToolFailure> {
    let seen = tab(id).await?;
    if seen.discarded {
        return Err(asleep(id));
    }
    let url = seen.url.clone().unwrap_or_default();
    let (Some(origin), Some(pattern), Some(tab)) = (web_origin(&url), pattern(&url), seen.reference()) else {
        return Err(restricted(&url));
    };
    // A script that is in the page still answers after the permission was withdrawn, so the permission is asked for first.
    // The one that a click on the toolbar button gives for a tab shows only when it is used.
    let mut injected = false;
    if !has_access(&pattern).await {
        if let Err(barred) = inject(id).await {
            return self::barred(barred, tab, origin, pattern);
        }
        injected = true;
    }
    let is_of_element = element.is_some();
    let request = PageRequest {
        id: format!("look:{}", SystemChance.seed()),
        binding: None,
        op: PageOp::Describe { element, others },
        time_ms: LOOK_MS,
    };
    if is_of_element && let Ok(reply) = ask(id, Whom::Owner, &request, LOOK_MS).await {
        return if reply.page.frame.is_empty() {
            described(Ok(reply), tab, &origin)
        } else {
            in_frame(reply, tab, &origin).await
        };
    }
    let reply = match ask(id, Whom::Page, &request, LOOK_MS).await {
        Err(Silence::Unheard | Silence::Lost) if !injected => {
            if let Err(barred) = inject(id).await {
                return self::barred(barred, tab, origin, pattern);
            }
            ask(id, Whom::Page, &request, LOOK_MS).await
        }
        asked => asked,
    };
    described(reply, tab, &origin)
}

/// The element is in a frame that answers for itself: the page around it and the frame are judged, each by its origin.
async fn in_frame(reply: PageReply, tab: TabRef, origin: &str) -> Result<Sight, ToolFailure> {
    if !is_open(&reply.page.url).await {
        return Err(ToolFailure::new(
            ToolErrorCode::UnsupportedFrame,
            "the extension has no access to the site of this frame any more",
            "Open its address in a tab of its own, or ask the person.",
        ));
    }
    let binding = |element, others| Binding {
        document: reply.page.document,
        origin: origin.to_owned(),
        frame: Some(reply.page.origin),
        element,
        others,
    };
    match reply.outcome {
        PageOutcome::Described { element, others } => {
            Ok(Sight::Page { tab, binding: binding(element, others) })
        }
        outcome => Err(undescribed(outcome)),
    }
}

fn described(reply: Result<PageReply, Silence>, tab: TabRef, origin: &str) -> Result<Sight, ToolFailure> {
    let reply = reply.map_err(|silence| match silence {
        Silence::Unheard | Silence::Lost => not_ready("the page is being replaced by another"),
        Silence::Late => not_ready("the page does not answer"),
        Silence::Unreadable => not_ready("the page gave an answer that cannot be read"),
    })?;
    // What the browser says of the tab and what the script says of its document must be one and the same.
    if reply.page.origin != origin {
        return Err(not_ready("the page is on its way to another site"));
    }
    match reply.outcome {
        PageOutcome::Described { element, others } => Ok(Sight::Page {
            tab: TabRef { url: reply.page.url, title: reply.page.title, ..tab },
            binding: Binding {
                document: reply.page.document,
                origin: origin.to_owned(),
                frame: None,
                element,
                others,
            },
        }),
        outcome => Err(undescribed(outcome)),
    }
}

fn undescribed(outcome: PageOutcome) -> ToolFailure {
    match outcome {
        PageOutcome::Failed { failure } => failure,
        PageOutcome::Done { .. }
        | PageOutcome::Watched { .. }
        | PageOutcome::Described { .. }
        | PageOutcome::Located { .. }
        | PageOutcome::Marked { .. } => not_ready("the page gave an answer to another question"),
    }
}

fn barred(barred: Barred, tab: TabRef, origin: String, pattern: String) -> Result<Sight, ToolFailure> {
    match barred {
        Barred::NoAccess => Ok(Sight::NoAccess { tab, origin, pattern }),
        Barred::Restricted => Err(restricted(&tab.url)),
        Barred::NoTab => Err(gone(tab.id)),
        Barred::ErrorPage => Err(ToolFailure::new(
            ToolErrorCode::NavigationFailed,
            "the tab shows the browser's error page: the site did not load",
            "Check the address, or try navigate again.",
        )),
        Barred::Other(text) => Err(not_ready(&text)),
    }
}

fn not_ready(message: &str) -> ToolFailure {
    ToolFailure::new(ToolErrorCode::Timeout, message, "Wait a moment with wait_for, then try again.")
}
