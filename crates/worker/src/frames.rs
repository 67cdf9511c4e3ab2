//! Frames that answer for themselves: those of another origin, in which the script of the page cannot read. Each has a script of its
//! own where the extension has access, and is asked beside the page.

use crate::chance::SystemChance;
use crate::page::{PAGE, Silence, Whom, ask, inject_into};
use crate::permission::has_access;
use crate::tabs::pattern;
use crate::{chrome, json};
use fairlead_protocol::from_json::FromJson;
use fairlead_protocol::ids::TabId;
use fairlead_protocol::json::object;
use fairlead_protocol::page::{PageOp, PageOutcome, PageReply, PageRequest};
use fairlead_runtime::ports::Chance;
use fairlead_tools::FrameText;
use futures::future::join_all;

/// Pages of news have dozens, most of them without anything to read.
const FRAMES: usize = 24;
/// One that does not answer in time is left out, and said to be.
const FRAME_MS: u64 = 1_500;
const DETAIL_BYTES: usize = 100_000;

#[derive(FromJson)]
#[serde(rename_all = "camelCase")]
struct Frame {
    frame_id: i32,
}

/// The frames inside a tab's page, as Chrome numbers them.
async fn numbers(tab: TabId) -> Vec<i32> {
    let all = chrome::all_frames(&json::to_js(&object([("tabId", tab.0.into())]))).await;
    let all = all.map(|all| chrome::items(&all)).unwrap_or_default();
    let frames = all.iter().filter_map(|frame| json::from_js::<Frame>(frame, DETAIL_BYTES));
    frames.map(|frame| frame.frame_id).filter(|id| *id != PAGE).take(FRAMES).collect()
}

/// Asks each for a reading. Those of the page's own origin are read with the page and answer nothing here.
pub(crate) async fn ask_each(tab: TabId, op: &PageOp) -> Vec<(FrameText, u32)> {
    let asked = numbers(tab).await.into_iter().map(|frame| one(tab, frame, op));
    join_all(asked).await.into_iter().flatten().collect()
}

async fn one(tab: TabId, frame: i32, op: &PageOp) -> Option<(FrameText, u32)> {
    let id = format!("frame:{}", SystemChance.seed());
    let request = PageRequest { id, binding: None, op: op.clone(), time_ms: FRAME_MS };
    let whom = Whom::Frame(frame);
    let asked = match ask(tab, whom, &request, FRAME_MS).await {
        Err(Silence::Unheard) => {
            inject_into(tab, frame).await.ok()?;
            ask(tab, whom, &request, FRAME_MS).await
        }
        asked => asked,
    };
    let reply = asked.ok()?;
    is_open(&reply.page.url).await.then(|| said(reply)).flatten()
}

/// A script still answers after the permission for its site was withdrawn. A document without an address of its own was written by
/// the one around it, and is no other site.
pub(crate) async fn is_open(url: &str) -> bool {
    match pattern(url) {
        Some(pattern) => has_access(&pattern).await,
        None => true,
    }
}

/// What a document says, and how much of what was asked for there is.
pub(crate) fn said(reply: PageReply) -> Option<(FrameText, u32)> {
    let PageReply { page, outcome, .. } = reply;
    match outcome {
        PageOutcome::Done { content, changes, frames } => {
            Some((FrameText { frame: page.frame, url: page.url, content, slots: frames }, changes.lines))
        }
        PageOutcome::Described { .. }
        | PageOutcome::Watched { .. }
        | PageOutcome::Located { .. }
        | PageOutcome::Marked { .. }
        | PageOutcome::Failed { .. } => None,
    }
}
