//! A Turn that stands still until the person says that it may go on: whether a card still asks, and whether going on would help.

use crate::from_json::FromJson;
use crate::ids::{ThreadId, Timestamp, TurnId};
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

/// How the person took the page over from a Turn that acted on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Takeover {
    /// By the button that the page shows meanwhile.
    Pressed,
    /// By using the page.
    Touched,
}

/// What a person does in a tab that a Turn acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Gesture {
    Pause,
    Stop,
    Touch,
}

/// A gesture, with the Turn that the tab was held for.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HandOnPage {
    pub thread: ThreadId,
    pub turn: TurnId,
    pub gesture: Gesture,
}

/// What a page is told of whose it is.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PageSign {
    /// This Turn acts on the tab: whatever the person does there is told.
    Hold {
        thread: ThreadId,
        turn: TurnId,
    },
    HandBack {
        thread: ThreadId,
    },
    /// Places on the page are looked at or pressed now: nothing of ours lies there for a moment.
    Aside,
}

/// What the person did it with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Means {
    Pointer,
    Keys,
}

/// A gesture as a page tells of it. Whether it was the person's is for the worker to say: the debugger's input looks the same there.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Felt {
    pub hand: HandOnPage,
    pub means: Means,
    pub at: Timestamp,
}

impl Gesture {
    pub const ALL: [Self; 3] = [Self::Pause, Self::Stop, Self::Touch];

    pub fn name(self) -> &'static str {
        match self {
            Self::Pause => "pause",
            Self::Stop => "stop",
            Self::Touch => "touch",
        }
    }
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
