//! Local servers refuse what comes from a browser's extension: Chrome puts the extension's `Origin` on each POST, and no script can
//! take it off. A rule of `declarativeNetRequest` can, and this one is for our own requests below one base URL alone.

use crate::chrome::{EXTENSION_ID, update_session_rules};
use crate::json::to_js;
use crate::reason;
use fairlead_protocol::connection::Connection;
use fairlead_protocol::json::object;
use serde_json::{Value, json};

/// Requests of the service worker belong to no tab.
const NO_TAB: i32 = -1;

/// Before each request: Chrome forgets rules of a session with it, and setting one again changes nothing.
pub(crate) async fn withhold(connection: &Connection) -> Result<(), String> {
    let id = rule_id(&connection.base_url);
    let change =
        object([("removeRuleIds", json!([id])), ("addRules", json!([rule(id, &connection.base_url)]))]);
    update_session_rules(&to_js(&change)).await.map(|_| ()).map_err(|error| reason(&error))
}

fn rule(id: u32, base_url: &str) -> Value {
    let extension = EXTENSION_ID.with(|id| id.as_string().unwrap_or_default());
    let condition = object([
        ("urlFilter", format!("|{base_url}/").into()),
        ("isUrlFilterCaseSensitive", true.into()),
        ("initiatorDomains", json!([extension])),
        ("tabIds", json!([NO_TAB])),
        ("resourceTypes", json!(["xmlhttprequest"])),
    ]);
    let header = object([("header", "origin".into()), ("operation", "remove".into())]);
    let action = object([("type", "modifyHeaders".into()), ("requestHeaders", json!([header]))]);
    object([("id", id.into()), ("condition", condition), ("action", action)])
}

/// The same for the same address, and above zero as Chrome wants it. (FNV-1a)
fn rule_id(base_url: &str) -> u32 {
    let hash = base_url
        .bytes()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash >> 2) + 1
}
