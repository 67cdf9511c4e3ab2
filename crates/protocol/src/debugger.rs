//! Worker <-> the shell's hold on the browser's debugger. The worker says what is to be done and compares what is there with what was
//! judged; the shell knows the DevTools protocol, and which tab is attached for whom.

use crate::from_json::FromJson;
use crate::ids::{ElementRef, TabId, ThreadId};
use crate::page::{Area, ClickCount, ElementPrint, Marked, MouseButton, Spot, TypeMode};
use crate::to_json::ToJson;
use crate::tool::ToolFailure;

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DebugOrder {
    pub tab: TabId,
    /// Whose Turn holds the tab; nobody's for a mere look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<ThreadId>,
    pub act: DebugAct,
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "act", rename_all = "snake_case")]
pub enum DebugAct {
    /// What is at a place, through all frames? Never acts.
    Under {
        at: Spot,
    },
    /// What does a ref of `read` stand for? Never acts.
    Describe {
        #[serde(rename = "ref")]
        element: ElementRef,
    },
    /// Brings what a ref of `read` stands for into view, and says where it takes the pointer.
    Locate {
        #[serde(rename = "ref")]
        element: ElementRef,
    },
    Point {
        at: Spot,
    },
    Press {
        at: Spot,
        button: MouseButton,
        clicks: ClickCount,
    },
    /// Into what has the focus.
    Type {
        text: String,
        mode: TypeMode,
        keys: TypeKeys,
    },
    Enter,
    Drag {
        from: Spot,
        to: Spot,
    },
    Shoot {
        view: View,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        marks: Vec<Marked>,
    },
    Read {
        max_tokens: u32,
    },
    /// Runs the body of an async function among the page's own scripts, if the page is of this origin at that moment.
    Evaluate {
        code: String,
        origin: String,
    },
}

/// How a text goes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TypeKeys {
    /// As from a keyboard.
    Each,
    /// In one piece: editors complete and indent what comes key by key.
    None,
}

/// How much a picture shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum View {
    Viewport,
    FullPage,
    /// In what the tab shows; it may reach out of that.
    Area {
        area: Area,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DebugReply {
    /// `told` is what the model reads.
    Done {
        told: String,
    },
    Aimed {
        at: Spot,
        area: Area,
        element: ElementPrint,
        /// The origin of its frame, if it is another than the page's; `null` is opaque.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        frame: Option<String>,
    },
    Pictured {
        told: String,
        media_type: String,
        /// Base64 (RFC 4648, section 4).
        data: String,
    },
    Failed {
        failure: ToolFailure,
    },
}
