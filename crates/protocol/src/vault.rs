//! Whether the keys of all connections can be used. What protects them is the worker's.

use crate::from_json::FromJson;
use crate::to_json::ToJson;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum KeyLock {
    /// No passphrase: whoever can use this browser profile can use them.
    #[default]
    None,
    /// The passphrase was entered since the browser started.
    Open,
    Locked,
}
