//! Worker <-> content script. One request, one reply; the worker decides where, the script answers for its own document only.
//!
//! A content script can never send a command: nothing in this file names one.

use crate::from_json::FromJson;
use crate::ids::{DocumentId, ElementRef, TabId};
use crate::to_json::ToJson;
use crate::tool::{Effects, ToolFailure};
use crate::watch::{Glimpse, WatchCondition};

/// A tab as the person or a tool named it.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TabRef {
    pub id: TabId,
    pub url: String,
    pub title: String,
}

/// The page that answered.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PageInfo {
    pub document: DocumentId,
    pub url: String,
    pub title: String,
    pub origin: String,
    /// Of a frame that answers for itself: its place among the frames, from the page down, such as `0.2`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub frame: String,
}

/// What an element is to a person, taken when it was named; a ref is good only while this stays true.
#[derive(Clone, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ElementPrint {
    pub role: String,
    pub name: String,
    pub tag: String,
    /// `type` of an input or button.
    pub kind: String,
    pub label: String,
    pub placeholder: String,
    /// `autocomplete` tokens, for the gatekeeper.
    pub autocomplete: String,
    /// Where a link or form control would lead, absolute; empty if nowhere.
    pub destination: String,
}

/// A place in what the tab shows, in pixels of CSS from its upper left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spot {
    pub x: u32,
    pub y: u32,
}

/// What a call was judged on. The script compares it in the same task as the action and does nothing if it differs.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Binding {
    pub document: DocumentId,
    /// Of the page.
    pub origin: String,
    /// Origin of the frame that holds the element, if that answers for itself; `null` if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frame: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<ElementPrint>,
    /// Of a call about several elements: those after the first, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<ElementPrint>,
}

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PageRequest {
    /// The same id twice is the same request: the script answers with the first outcome and does not act again.
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub binding: Option<Binding>,
    pub op: PageOp,
    pub time_ms: u64,
}

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum PageOp {
    /// Which document is this, and what is the element behind a ref? Never acts.
    Describe {
        #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
        element: Option<ElementRef>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        others: Vec<ElementRef>,
    },
    ReadPage {
        mode: ReadMode,
        max_tokens: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scope: Option<ElementRef>,
    },
    FindInPage {
        query: String,
    },
    Extract {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scope: Option<ElementRef>,
        from_char: u32,
    },
    Click {
        #[serde(rename = "ref")]
        element: ElementRef,
        button: MouseButton,
        clicks: ClickCount,
    },
    Type {
        #[serde(rename = "ref")]
        element: ElementRef,
        text: String,
        mode: TypeMode,
        after: AfterTyping,
        pace: TypePace,
    },
    SelectOption {
        #[serde(rename = "ref")]
        element: ElementRef,
        options: Vec<String>,
    },
    SetChecked {
        #[serde(rename = "ref")]
        element: ElementRef,
        checked: bool,
    },
    /// On an element, or where the focus is.
    PressKey {
        #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
        element: Option<ElementRef>,
        key: String,
    },
    Hover {
        #[serde(rename = "ref")]
        element: ElementRef,
    },
    Drag {
        #[serde(rename = "ref")]
        element: ElementRef,
        to: ElementRef,
    },
    /// Each field gets its value, by its kind: text, a choice, a tick.
    FillForm {
        fields: Vec<FieldValue>,
    },
    /// One after the other, up to the first that fails or that the page answers by going elsewhere.
    Batch {
        acts: Vec<PageOp>,
    },
    /// What a person would choose in the browser's own dialog for files.
    UploadFile {
        #[serde(rename = "ref")]
        element: ElementRef,
        files: Vec<FileContent>,
    },
    /// How the next dialog of the page is answered; it opens in a later write.
    HandleDialog {
        answer: DialogAnswer,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    Scroll {
        #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
        element: Option<ElementRef>,
        direction: ScrollDirection,
    },
    /// What the person has marked.
    GetSelection,
    ExtractTable {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scope: Option<ElementRef>,
        from_row: u32,
    },
    WaitFor {
        condition: WaitCondition,
        timeout_ms: u64,
    },
    /// Whether a condition holds, now or before the patience is over. Answers with nothing that the page says.
    Watch {
        condition: WatchCondition,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        print: Option<String>,
        patience_ms: u64,
    },
    /// What is different since this document was last told of.
    Changes,
    /// Bring an element to where a pointer reaches it and say where that is. What changes from then on is told by `account`.
    Locate {
        #[serde(rename = "ref")]
        element: ElementRef,
        purpose: Purpose,
    },
    /// What has changed since `begin` or `locate`, once the page has settled.
    Account,
    /// Begin to note what changes.
    Begin,
    /// Where the controls are that can be seen just now.
    Marks,
    /// Mark an element for the person who looks at an approval card.
    Highlight {
        #[serde(rename = "ref")]
        element: ElementRef,
    },
}

impl PageOp {
    /// The element that it is about: the document that gave out the ref answers.
    pub fn target(&self) -> Option<&ElementRef> {
        match self {
            Self::Click { element, .. } | Self::Type { element, .. } | Self::SelectOption { element, .. } => {
                Some(element)
            }
            Self::SetChecked { element, .. } | Self::Hover { element } | Self::Drag { element, .. } => {
                Some(element)
            }
            Self::UploadFile { element, .. } | Self::Highlight { element } | Self::Locate { element, .. } => {
                Some(element)
            }
            Self::FillForm { fields } => fields.first().map(|field| &field.element),
            Self::Batch { acts } => acts.first().and_then(Self::target),
            Self::Describe { element, .. }
            | Self::PressKey { element, .. }
            | Self::Scroll { element, .. } => element.as_ref(),
            Self::ReadPage { scope, .. } | Self::Extract { scope, .. } | Self::ExtractTable { scope, .. } => {
                scope.as_ref()
            }
            Self::WaitFor { condition: WaitCondition::RefGone { element }, .. } => Some(element),
            Self::WaitFor { .. } | Self::Watch { .. } | Self::FindInPage { .. } => None,
            Self::HandleDialog { .. } | Self::GetSelection | Self::Changes => None,
            Self::Begin | Self::Account | Self::Marks => None,
        }
    }

    /// Whether it is sent once and no more.
    pub fn effects(&self) -> Effects {
        match self {
            Self::Describe { .. }
            | Self::ReadPage { .. }
            | Self::FindInPage { .. }
            | Self::Extract { .. } => Effects::Read,
            Self::Scroll { .. } | Self::GetSelection | Self::ExtractTable { .. } | Self::Changes => {
                Effects::Read
            }
            Self::WaitFor { .. } | Self::Watch { .. } | Self::Highlight { .. } => Effects::Read,
            Self::Locate { .. } | Self::Begin | Self::Account | Self::Marks => Effects::Read,
            Self::Click { .. } | Self::Type { .. } | Self::SelectOption { .. } | Self::SetChecked { .. } => {
                Effects::Write
            }
            Self::PressKey { .. } | Self::Hover { .. } | Self::Drag { .. } | Self::HandleDialog { .. } => {
                Effects::Write
            }
            Self::UploadFile { .. } | Self::FillForm { .. } | Self::Batch { .. } => Effects::Write,
        }
    }
}

/// What an element is located for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// It must take the pointer at the place that is told.
    Press,
    /// It must take text.
    Write,
    /// It is only looked at.
    Show,
}

/// Where an element is in what the tab shows, in pixels of CSS; it may reach out of that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Area {
    pub x: i32,
    pub y: i32,
    pub width: u32,
    pub height: u32,
}

/// A control and its ref.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Marked {
    #[serde(rename = "ref")]
    pub element: ElementRef,
    pub area: Area,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReadMode {
    #[default]
    Snapshot,
    Article,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MouseButton {
    #[default]
    Left,
    Middle,
    Right,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ClickCount {
    #[default]
    Single,
    Double,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TypeMode {
    #[default]
    Replace,
    Append,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AfterTyping {
    #[default]
    Stay,
    /// Press Enter, as a person would to send the form.
    Submit,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum TypePace {
    #[default]
    AtOnce,
    KeyByKey,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ScrollDirection {
    Up,
    #[default]
    Down,
    Top,
    Bottom,
    /// Bring the element into view.
    IntoView,
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FieldValue {
    #[serde(rename = "ref")]
    pub element: ElementRef,
    pub value: String,
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FileContent {
    pub name: String,
    pub media_type: String,
    pub data_b64: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DialogAnswer {
    Accept,
    #[default]
    Dismiss,
}

#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "for", rename_all = "snake_case")]
pub enum WaitCondition {
    Text {
        text: String,
    },
    TextGone {
        text: String,
    },
    RefGone {
        #[serde(rename = "ref")]
        element: ElementRef,
    },
    Url {
        contains: String,
    },
    Time {
        ms: u64,
    },
}

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PageReply {
    pub id: String,
    pub page: PageInfo,
    pub outcome: PageOutcome,
}

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PageOutcome {
    /// `content` is what the model reads.
    Done {
        content: String,
        #[serde(default)]
        changes: PageChanges,
        /// Lines of the content that stand for frames which answer for themselves.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        frames: Vec<FrameSlot>,
    },
    Described {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        element: Option<ElementPrint>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        others: Vec<ElementPrint>,
    },
    Watched {
        glimpse: Glimpse,
    },
    Located {
        /// Takes the pointer.
        spot: Spot,
        area: Area,
    },
    Marked {
        marks: Vec<Marked>,
    },
    Failed {
        failure: ToolFailure,
    },
}

/// Where in a snapshot the content of a frame belongs: below this line, counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FrameSlot {
    pub frame: String,
    pub line: u32,
}

/// What the page did after an action, for the step in the panel; `content` says it to the model.
#[derive(Clone, Debug, Default, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct PageChanges {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub navigated_to: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    pub still_loading: bool,
    /// Lines of the difference between two snapshots.
    pub lines: u32,
}
