//! Waiting for a tab to arrive: events of the main frame, never a guess by the clock alone.

use crate::chrome::{
    ChromeEvent, ON_COMMITTED, ON_COMPLETED, ON_DOM_CONTENT_LOADED, ON_ERROR_OCCURRED,
    ON_HISTORY_STATE_UPDATED, ON_REFERENCE_FRAGMENT_UPDATED, ON_TAB_REMOVED,
};
use crate::clock::sleep;
use crate::json;
use crate::listening::Listening;
use fairlead_protocol::from_json::FromJson;
use fairlead_protocol::ids::TabId;
use futures::StreamExt;
use futures::channel::mpsc;
use futures::future::{Either, select};
use wasm_bindgen::JsThreadLocal;

const DETAIL_BYTES: usize = 1_000_000;

/// How a way to a page ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// Its document is there and can be read.
    Ready,
    /// Chrome's error, such as `net::ERR_NAME_NOT_RESOLVED`.
    Failed(String),
    TabGone,
    Late,
}

/// What Chrome tells of on the way.
enum Heard {
    /// The tab shows another document now, or will.
    Committed,
    /// All that its document is made of is there. Of one that comes back as it was left, no earlier event tells.
    Complete,
    Ended(Arrival),
}

/// Listens from the moment it is made, so that nothing between the order and the wait is missed.
pub(crate) struct Journey {
    heard: mpsc::UnboundedReceiver<Heard>,
    _listening: Vec<Listening>,
}

#[derive(FromJson)]
#[serde(rename_all = "camelCase")]
struct Detail {
    tab_id: i32,
    frame_id: i32,
    #[serde(default)]
    url: String,
    #[serde(default)]
    error: String,
}

impl Detail {
    /// It may still be on its way when the tab is sent elsewhere, and is no arrival there.
    fn is_of_beginning(&self) -> bool {
        self.url.starts_with("about:blank") || self.url.starts_with("chrome://new")
    }
}

impl Journey {
    pub(crate) fn of(tab: TabId) -> Self {
        Self::where_events(tab, |detail| !detail.is_of_beginning())
    }

    /// Through a tab's history, where the page that it began with is a place like any other.
    pub(crate) fn through_history(tab: TabId) -> Self {
        Self::where_events(tab, |_| true)
    }

    /// To the page that a new tab begins with.
    pub(crate) fn of_beginning(tab: TabId) -> Self {
        Self::where_events(tab, Detail::is_of_beginning)
    }

    fn where_events(tab: TabId, count: fn(&Detail) -> bool) -> Self {
        let (tell, heard) = mpsc::unbounded();
        let of_frame = |event: &'static JsThreadLocal<ChromeEvent>, meaning: fn(Detail) -> Heard| {
            let tell = tell.clone();
            Listening::to(event, move |value| {
                let detail = json::from_js::<Detail>(&value, DETAIL_BYTES);
                let Some(detail) = detail.filter(|detail| detail.tab_id == tab.0 && detail.frame_id == 0)
                else {
                    return;
                };
                if count(&detail) {
                    let _ = tell.unbounded_send(meaning(detail));
                }
            })
        };
        let removed = {
            let tell = tell.clone();
            Listening::to(&ON_TAB_REMOVED, move |id| {
                if id.as_f64() == Some(f64::from(tab.0)) {
                    let _ = tell.unbounded_send(Heard::Ended(Arrival::TabGone));
                }
            })
        };
        let listening = vec![
            of_frame(&ON_COMMITTED, |_| Heard::Committed),
            of_frame(&ON_COMPLETED, |_| Heard::Complete),
            of_frame(&ON_DOM_CONTENT_LOADED, |_| Heard::Ended(Arrival::Ready)),
            of_frame(&ON_HISTORY_STATE_UPDATED, |_| Heard::Ended(Arrival::Ready)),
            of_frame(&ON_REFERENCE_FRAGMENT_UPDATED, |_| Heard::Ended(Arrival::Ready)),
            of_frame(&ON_ERROR_OCCURRED, |detail| Heard::Ended(Arrival::Failed(detail.error))),
            removed,
        ];
        Self { heard, _listening: listening }
    }

    pub(crate) async fn end(mut self, patience_ms: u64) -> Arrival {
        let mut timer = Box::pin(sleep(patience_ms));
        let mut is_committed = false;
        loop {
            match select(self.heard.next(), timer).await {
                Either::Left((Some(Heard::Committed), rest)) => {
                    is_committed = true;
                    timer = rest;
                }
                Either::Left((Some(Heard::Complete), _)) if is_committed => return Arrival::Ready,
                // The document that is being left.
                Either::Left((Some(Heard::Complete), rest)) => timer = rest,
                // An aborted load is followed by the one that replaced it: a redirect by script, a download, a stop.
                Either::Left((Some(Heard::Ended(Arrival::Failed(error))), rest))
                    if error == "net::ERR_ABORTED" =>
                {
                    timer = rest;
                }
                Either::Left((Some(Heard::Ended(arrival)), _)) => return arrival,
                Either::Left((None, _)) | Either::Right(_) => return Arrival::Late,
            }
        }
    }
}
