//! Waiting for a tab to arrive: events of the main frame, never a guess by the clock alone.

use crate::chrome::{
    ChromeEvent, ON_DOM_CONTENT_LOADED, ON_ERROR_OCCURRED, ON_HISTORY_STATE_UPDATED,
    ON_REFERENCE_FRAGMENT_UPDATED, ON_TAB_REMOVED,
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

/// Listens from the moment it is made, so that nothing between the order and the wait is missed.
pub(crate) struct Journey {
    arrivals: mpsc::UnboundedReceiver<Arrival>,
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

    /// To the page that a new tab begins with.
    pub(crate) fn of_beginning(tab: TabId) -> Self {
        Self::where_events(tab, Detail::is_of_beginning)
    }

    fn where_events(tab: TabId, count: fn(&Detail) -> bool) -> Self {
        let (tell, arrivals) = mpsc::unbounded();
        let of_frame = |event: &'static JsThreadLocal<ChromeEvent>, arrival: fn(Detail) -> Arrival| {
            let tell = tell.clone();
            Listening::to(event, move |value| {
                let detail = json::from_js::<Detail>(&value, DETAIL_BYTES);
                let Some(detail) = detail.filter(|detail| detail.tab_id == tab.0 && detail.frame_id == 0)
                else {
                    return;
                };
                if count(&detail) {
                    let _ = tell.unbounded_send(arrival(detail));
                }
            })
        };
        let removed = {
            let tell = tell.clone();
            Listening::to(&ON_TAB_REMOVED, move |id| {
                if id.as_f64() == Some(f64::from(tab.0)) {
                    let _ = tell.unbounded_send(Arrival::TabGone);
                }
            })
        };
        let listening = vec![
            of_frame(&ON_DOM_CONTENT_LOADED, |_| Arrival::Ready),
            of_frame(&ON_HISTORY_STATE_UPDATED, |_| Arrival::Ready),
            of_frame(&ON_REFERENCE_FRAGMENT_UPDATED, |_| Arrival::Ready),
            of_frame(&ON_ERROR_OCCURRED, |detail| Arrival::Failed(detail.error)),
            removed,
        ];
        Self { arrivals, _listening: listening }
    }

    pub(crate) async fn end(mut self, patience_ms: u64) -> Arrival {
        let mut timer = Box::pin(sleep(patience_ms));
        loop {
            match select(self.arrivals.next(), timer).await {
                // An aborted load is followed by the one that replaced it: a redirect by script, a download, a stop.
                Either::Left((Some(Arrival::Failed(error)), rest)) if error == "net::ERR_ABORTED" => {
                    timer = rest;
                }
                Either::Left((Some(arrival), _)) => return arrival,
                Either::Left((None, _)) | Either::Right(_) => return Arrival::Late,
            }
        }
    }
}
