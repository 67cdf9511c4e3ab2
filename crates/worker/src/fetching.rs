//! Goes to an address without a tab, through the shell: it is where the browser tells of redirects and where text is made of HTML.

use crate::{Shell, reason};
use fairlead_protocol::caps;
use fairlead_protocol::fetching::{FetchOrder, FetchReply};
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::to_json;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};
use fairlead_tools::fetched;

/// The address is the one that was judged.
pub(crate) async fn run(shell: &Shell, url: &str, from_char: u32) -> Result<ResultOutcome, ToolFailure> {
    let order = FetchOrder { url: url.to_owned(), time_ms: caps::TOOL_MS, most_bytes: caps::FETCH_BYTES };
    let answer = shell.fetch(&to_json::text(&order)).await.map_err(|error| broken(&reason(&error)))?;
    let reply = answer.as_string().and_then(|text| serde_json::from_str::<FetchReply>(&text).ok());
    fetched(reply.ok_or_else(|| broken("its answer cannot be read"))?, from_char).map(ResultOutcome::said)
}

fn broken(why: &str) -> ToolFailure {
    ToolFailure::new(
        ToolErrorCode::Internal,
        format!("the address could not be fetched: {why}"),
        "Try once more, or open it with tab_open.",
    )
}
