//! Worker <-> the shell's way to an address without a tab. The worker says which address was judged; the shell goes there without cookies,
//! and no further than to the same site's own doors.

use crate::from_json::FromJson;
use crate::to_json::ToJson;
use crate::tool::ToolFailure;

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FetchOrder {
    pub url: String,
    pub time_ms: u64,
    /// What is longer is read to here.
    pub most_bytes: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FetchReply {
    Fetched {
        /// Where the answer came from.
        url: String,
        /// RFC 9110, section 15.
        status: u16,
        /// Without parameters, in lower case; empty if the server named none.
        media_type: String,
        /// Of HTML, what a person would read.
        text: String,
        /// Longer than it might be.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        cut: bool,
    },
    /// It is no text.
    Unreadable {
        media_type: String,
    },
    /// The server sends whoever asks to another origin, where nobody went.
    LeadsOn {
        /// The browser did not say where to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    },
    Failed {
        failure: ToolFailure,
    },
}
