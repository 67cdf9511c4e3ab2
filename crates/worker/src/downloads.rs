//! Files that the browser downloads. It names them, and nothing here opens one.

use crate::clock::sleep;
use crate::permission::hold;
use crate::tabs::internal;
use crate::{chrome, json, reason};
use fairlead_protocol::approval::BrowserPermission;
use fairlead_protocol::caps::TOOL_MS;
use fairlead_protocol::from_json::FromJson;
use fairlead_protocol::json::object;
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use serde_json::Value;

const DOWNLOADS: &str = "downloads";
const ITEM_BYTES: usize = 100_000;
/// Between two looks.
const LOOK_MS: u64 = 250;

/// `downloads.DownloadItem`.
#[derive(FromJson)]
#[serde(rename_all = "camelCase")]
struct Item {
    id: u32,
    /// With the folder, which is the person's own business.
    filename: String,
    /// `in_progress`, `interrupted` or `complete`.
    state: String,
    #[serde(default)]
    error: Option<String>,
    /// `safe`, or why Chrome holds it back until the person has decided.
    danger: String,
    mime: String,
    bytes_received: Value,
    total_bytes: Value,
}

impl Item {
    fn name(&self) -> &str {
        self.filename.rsplit(['/', '\\']).next().unwrap_or_default()
    }

    fn is_held_back(&self) -> bool {
        self.state == "in_progress" && !matches!(self.danger.as_str(), "safe" | "accepted")
    }
}

pub(crate) async fn begin(url: &str) -> Result<ResultOutcome, ToolFailure> {
    hold(BrowserPermission::Downloads).await?;
    let wanted =
        object([("url", url.into()), ("saveAs", false.into()), ("conflictAction", "uniquify".into())]);
    let id = chrome::call(DOWNLOADS, "download", &[wanted]).await.map_err(|error| {
        ToolFailure::new(
            ToolErrorCode::NavigationFailed,
            format!("the download did not begin: {}", reason(&error)),
            "Check the address, or look for another one.",
        )
    })?;
    let id = id.as_f64().unwrap_or_default();
    Ok(ResultOutcome::said(format!(
        "Download started, download_id {id}. Whether it is whole tells wait_for_download."
    )))
}

pub(crate) async fn wait(id: Option<u32>) -> Result<ResultOutcome, ToolFailure> {
    hold(BrowserPermission::Downloads).await?;
    let mut left = TOOL_MS / LOOK_MS;
    loop {
        let item = look(id).await?;
        let name = item.name();
        match item.state.as_str() {
            "complete" => {
                let (id, bytes, mime) = (item.id, &item.bytes_received, &item.mime);
                return Ok(ResultOutcome::said(format!(
                    "Download {id} is complete: \"{name}\", {bytes} bytes, {mime}."
                )));
            }
            "interrupted" => {
                let why = item.error.as_deref().unwrap_or("no reason given");
                return Err(ToolFailure::new(
                    ToolErrorCode::NavigationFailed,
                    format!("download {} of \"{name}\" was interrupted ({why})", item.id),
                    "Look for another address, or tell the person.",
                ));
            }
            _ if item.is_held_back() => {
                return Err(ToolFailure::new(
                    ToolErrorCode::NoPermission,
                    format!("the browser holds \"{name}\" back as {}", item.danger),
                    "Tell the person: only they can decide about it, in the browser's list of downloads.",
                ));
            }
            _ if left == 0 => {
                return Err(ToolFailure::new(
                    ToolErrorCode::Timeout,
                    format!(
                        "\"{name}\" is in progress: {} of {} bytes",
                        item.bytes_received, item.total_bytes
                    ),
                    "Call again to wait on, or go on with something else.",
                ));
            }
            _ => {}
        }
        left -= 1;
        sleep(LOOK_MS).await;
    }
}

async fn look(id: Option<u32>) -> Result<Item, ToolFailure> {
    let wanted = match id {
        Some(id) => object([("id", id.into())]),
        None => object([("orderBy", vec!["-startTime"].into()), ("limit", 1.into())]),
    };
    let found = chrome::call(DOWNLOADS, "search", &[wanted]).await.map_err(|error| internal(&error))?;
    let newest = chrome::items(&found).first().and_then(|item| json::from_js(item, ITEM_BYTES));
    newest.ok_or_else(|| {
        ToolFailure::new(ToolErrorCode::NotFound, "there is no such download", "Begin one with download.")
    })
}
