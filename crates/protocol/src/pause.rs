//! A Turn that stands still until the person says that it may go on: whether a card still asks, and whether going on would help.

use crate::from_json::FromJson;
use crate::to_json::ToJson;

/// Whether a pause still asks the person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Asking {
    #[default]
    Asks,
    /// The person has seen it and lets it be: no card asks any more, on any screen.
    Left,
}

/// What going on does for a Turn whose window is full.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Relief {
    /// Room is made for another call.
    #[default]
    Possible,
    /// What fills the window is never taken out of view: it would be full again at once.
    None,
}

impl Asking {
    pub fn asks(&self) -> bool {
        *self == Self::Asks
    }
}

impl Relief {
    pub fn is_possible(&self) -> bool {
        *self == Self::Possible
    }
}
