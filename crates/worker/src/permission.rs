//! What the person let the extension use of the browser. Chrome answers anew each time: what was taken back is gone at once.

use crate::{chrome, json};
use fairlead_protocol::approval::BrowserPermission;
use fairlead_protocol::json::object;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};

pub(crate) async fn is_permitted(permission: BrowserPermission) -> bool {
    contains("permissions", permission.name()).await
}

/// To the sites of this match pattern.
pub(crate) async fn has_access(pattern: &str) -> bool {
    contains("origins", pattern).await
}

async fn contains(kind: &'static str, wanted: &str) -> bool {
    let wanted = json::to_js(&object([(kind, vec![wanted].into())]));
    chrome::permissions_contains(&wanted).await.is_ok_and(|held| held.is_truthy())
}

/// Between the judgement and the call it may have been taken back.
pub(crate) async fn hold(permission: BrowserPermission) -> Result<(), ToolFailure> {
    if is_permitted(permission).await {
        return Ok(());
    }
    Err(ToolFailure::new(
        ToolErrorCode::NoPermission,
        format!("the browser does not let the extension use `{}` any more", permission.name()),
        "Call again if it is still needed: the person will be asked.",
    ))
}
