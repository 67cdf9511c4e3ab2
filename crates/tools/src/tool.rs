//! The arguments of every tool, in the order in which a person would meet the tools.

use crate::argument::{Argument, Arguments as _, Shape, arguments, choice};
use crate::notes::{Artifact, Forget, PlanUpdate, Recall, Remember};
use fairlead_protocol::ids::{ElementRef, TabId};
use fairlead_protocol::page::{DialogAnswer, MouseButton, ReadMode, ScrollDirection, TypeMode};
use serde_json::Value;

/// A call whose arguments hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tool {
    TabsList(TabsList),
    TabOpen(TabOpen),
    Navigate(Navigate),
    TabFocus(TabFocus),
    TabClose(TabClose),
    GoBack(GoBack),
    GoForward(GoForward),
    Reload(Reload),
    HistorySearch(HistorySearch),
    BookmarksSearch(BookmarksSearch),
    TopSites(TopSites),
    RecentlyClosed(RecentlyClosed),
    SessionRestore(SessionRestore),
    TabGroupsList(TabGroupsList),
    TabsGroup(TabsGroup),
    TabGroupUpdate(TabGroupUpdate),
    ReadPage(ReadPage),
    FindInPage(FindInPage),
    Extract(Extract),
    Click(Click),
    Type(Type),
    SelectOption(SelectOption),
    FillForm(FillForm),
    BatchActions(BatchActions),
    SetChecked(SetChecked),
    PressKey(PressKey),
    Hover(Hover),
    Drag(Drag),
    UploadFile(UploadFile),
    HandleDialog(HandleDialog),
    Scroll(Scroll),
    GetSelection(GetSelection),
    ExtractTable(ExtractTable),
    WaitFor(WaitFor),
    AskUser(AskUser),
    RequestUserAction(RequestUserAction),
    WatchPage(WatchPage),
    ScheduleResume(ScheduleResume),
    PlanUpdate(PlanUpdate),
    Remember(Remember),
    Recall(Recall),
    Forget(Forget),
    Artifact(Artifact),
    RecallResult(RecallResult),
    Delegate(Delegate),
    FetchUrl(FetchUrl),
    Download(Download),
    WaitForDownload(WaitForDownload),
    Screenshot(Screenshot),
    ReadPageDeep(ReadPageDeep),
    ClickTrusted(ClickTrusted),
    TypeTrusted(TypeTrusted),
    ClickXy(ClickXy),
    DragXy(DragXy),
    RunJavascript(RunJavascript),
}

arguments!(TabsList {});

arguments!(TabOpen {
    "url" url: String as Address = "Full address, https:// or http://. Opens in the background; an open tab with this address is used again.",
});

arguments!(Navigate {
    "url" url: String as Address = "Full address, https:// or http://.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(OneTab {
    "tab_id" tab: TabId = "From tabs_list.",
});

pub type TabFocus = OneTab;
pub type TabClose = OneTab;

arguments!(SomeTab {
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

pub type GoBack = SomeTab;
pub type GoForward = SomeTab;
pub type Reload = SomeTab;
pub type GetSelection = SomeTab;

arguments!(HistorySearch {
    "query" query: String = "Words of title or address; empty: the newest.",
    "days" days: Option<u32> = "How far back; 30 if left out.",
});

arguments!(BookmarksSearch {
    "query" query: String = "Words of title or address.",
});

arguments!(TopSites {});

arguments!(RecentlyClosed {});

arguments!(SessionRestore {
    "session_id" session: String = "From recently_closed.",
});

arguments!(TabGroupsList {});

arguments!(TabsGroup {
    "tab_ids" tabs: Vec<TabId> = "From tabs_list.",
    "group_id" group: Option<GroupId> = "A group that is there; left out: a new one.",
});

arguments!(TabGroupUpdate {
    "group_id" group: GroupId = "From tab_groups_list.",
    "title" title: Option<String> = "Its new name.",
    "color" color: Option<GroupColor> = "Its new colour.",
    "collapsed" collapsed: Option<bool> = "true to fold it up.",
});

/// A group of tabs, by Chrome's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupId(pub i32);

/// `tabGroups.Color`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupColor(pub &'static str);

const GROUP_COLORS: &[&str] = &["grey", "blue", "red", "yellow", "green", "pink", "purple", "cyan", "orange"];

arguments!(ReadPage {
    "mode" mode: ReadMode = "snapshot: controls and text with refs to act on. article: the main text as Markdown.",
    "max_tokens" max_tokens: Option<u32> = "Budget of the answer; 3000 if left out, 12000 at most.",
    "scope" scope: Option<ElementRef> = "Only what is inside this ref.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(FindInPage {
    "query" query: String = "Text to look for in the whole page, also in what a snapshot left out. Answers with refs.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(Extract {
    "scope" scope: Option<ElementRef> = "Only what is inside this ref.",
    "from_char" from_char: Option<u32> = "Where to go on in a long text, as the last answer said.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(Click {
    "element" element: String = "What is clicked, in words for the person.",
    "ref" target: ElementRef = "The element's ref from the newest snapshot.",
    "button" button: MouseButton = "left if left out.",
    "double" double: bool = "true for a double click.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(Type {
    "element" element: String = "Which field, in words for the person.",
    "ref" target: ElementRef = "The field's ref from the newest snapshot.",
    "text" text: String as Prose = "The text as a person would type it.",
    "mode" mode: TypeMode = "replace what is there, or append to it; replace if left out.",
    "submit" submit: bool = "true: press Enter afterwards.",
    "slowly" slowly: bool = "true: key by key, for fields that react to each key.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(SelectOption {
    "element" element: String = "Which list, in words for the person.",
    "ref" target: ElementRef = "The list's ref from the newest snapshot.",
    "options" options: Vec<String> = "Labels or values to choose; more than one for a list that takes several.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(FillForm {
    "fields" fields: Vec<FieldOfForm> = "In the order of the page.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(FieldOfForm {
    "element" element: String = "Which, for the person.",
    "ref" target: ElementRef = "Its ref.",
    "value" value: String = "Text, option, or true or false for a box.",
});

arguments!(BatchActions {
    "actions" actions: Vec<ActionOfBatch> = "4 at most.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(ActionOfBatch {
    "tool" tool: BatchTool = "click if left out.",
    "element" element: String = "What, for the person.",
    "ref" target: ElementRef = "Its ref.",
    "text" text: Option<String> = "For type.",
    "options" options: Option<Vec<String>> = "For select_option.",
});

/// What may stand in a batch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BatchTool {
    #[default]
    Click,
    Type,
    SelectOption,
}

arguments!(SetChecked {
    "element" element: String = "What is ticked, for the person.",
    "ref" target: ElementRef = "Its ref.",
    "checked" checked: Option<bool> = "false to untick; true if left out.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(PressKey {
    "key" key: String = "Such as Enter, Escape, ArrowDown, a, Control+a.",
    "element" element: Option<String> = "Where, for the person.",
    "ref" target: Option<ElementRef> = "Left out: where the focus is.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(Hover {
    "element" element: String = "What is pointed at, for the person.",
    "ref" target: ElementRef = "Its ref.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(Drag {
    "element" element: String = "What goes where, for the person.",
    "ref" target: ElementRef = "Of what is dragged.",
    "to" to: ElementRef = "Of what it is dropped on.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(UploadFile {
    "element" element: String = "Where to, for the person.",
    "ref" target: ElementRef = "Of the file field, or of the button that opens it.",
    "files" files: Vec<String> = "Names of files that the person attached.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(HandleDialog {
    "answer" answer: DialogAnswer = "dismiss if left out.",
    "text" text: Option<String> = "For a prompt.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(Scroll {
    "direction" direction: ScrollDirection = "down if left out; into_view brings the ref into view.",
    "ref" target: Option<ElementRef> = "A scrollable element, or what to bring into view; left out: the page.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(ExtractTable {
    "scope" scope: Option<ElementRef> = "Its ref, where there are several.",
    "from_row" from_row: Option<u32> = "To go on in a long table.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(WaitFor {
    "text" text: Option<String> = "Wait until this text is on the page.",
    "text_gone" text_gone: Option<String> = "Wait until this text is gone.",
    "ref_gone" ref_gone: Option<ElementRef> = "Wait until this element is gone.",
    "url" url: Option<String> = "Wait until the address contains this.",
    "time_ms" time_ms: Option<u32> = "Wait this long, 10000 at most.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(AskUser {
    "question" question: String = "One question, in the person's language.",
    "options" options: Option<Vec<String>> = "Answers to choose from, 6 at most; the person may also write their own.",
});

arguments!(RequestUserAction {
    "what" what: String = "What to do in the page, in one or two sentences in the person's language.",
    "why" why: String = "Why only the person can do it, in words for them.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(WatchPage {
    "text" text: Option<String> = "Wait until this text is on the page.",
    "text_gone" text_gone: Option<String> = "Wait until this text is gone.",
    "url" url: Option<String> = "Wait until the address contains this.",
    "changed" changed: bool = "true: wait until the page's text is another than now.",
    "timeout_minutes" timeout_minutes: u32 = "When to give up, from 1 minute to 1440.",
    "every_seconds" every_seconds: Option<u32> = "How often to look at least, 30 or more; 60 if left out.",
    "tab_id" tab: Option<TabId> = "Left out: the conversation's tab.",
});

arguments!(ScheduleResume {
    "minutes" minutes: u32 = "How long to sleep, from 1 minute to 30 days.",
    "reason" reason: String = "What is waited for, in words for the person.",
});

arguments!(RecallResult {
    "node" node: String = "The node, as the masked result or the notes name it.",
    "from_char" from_char: Option<u32> = "Where to go on in a long result, as the last answer said.",
});

arguments!(Delegate {
    "role" role: String = "What the other one is, in a few words: \"reader of product pages\".",
    "task" task: String = "All it has to know: addresses, what to find, what to answer with. It sees nothing of this conversation.",
    "may_write" may_write: bool = "true: it may also click and type; the person is asked first. Only if the task cannot be done by reading.",
});

arguments!(FetchUrl {
    "url" url: String as Address = "Full address, https:// or http://.",
    "from_char" from_char: Option<u32> = "Where to go on in a long text, as the last answer said.",
});

arguments!(Download {
    "url" url: String as Address = "Full address of the file, https:// or http://.",
});

arguments!(WaitForDownload {
    "download_id" download_id: Option<u32> = "As download named it. Left out: the newest one.",
});

impl Argument for Vec<FieldOfForm> {
    const EXPECTED: &'static str =
        "a list of fields, each {\"element\": …, \"ref\": …, \"value\": …}, 20 at most";
    const SHAPE: Shape = Shape::Objects(FieldOfForm::FIELDS);
    fn read(value: &Value) -> Option<Self> {
        let fields = value.as_array().filter(|fields| (1..=20).contains(&fields.len()))?;
        fields.iter().map(|field| FieldOfForm::parse(field).ok()).collect()
    }
}

impl Argument for Vec<ActionOfBatch> {
    const EXPECTED: &'static str =
        "a list of actions, 4 at most, each with tool, element, ref, and text or options";
    const SHAPE: Shape = Shape::Objects(ActionOfBatch::FIELDS);
    fn read(value: &Value) -> Option<Self> {
        let actions = value.as_array().filter(|actions| (1..=4).contains(&actions.len()))?;
        actions.iter().map(|action| ActionOfBatch::parse(action).ok()).collect()
    }
}

choice!(BatchTool, "`click`, `type` or `select_option`",
    "click" => BatchTool::Click, "type" => BatchTool::Type, "select_option" => BatchTool::SelectOption);
arguments!(Screenshot {
    "area" area: ShotArea = "viewport: what the tab shows. full_page: the whole page, as far as a picture goes.",
    "ref" target: Option<ElementRef> = "Only this element.",
    "annotate" annotate: bool = "true: each control has a box with its ref.",
    "tab_id" tab: Option<TabId> = "Which tab; left out: the tab of this conversation.",
});

arguments!(ReadPageDeep {
    "max_tokens" max_tokens: Option<u32> = "Budget of the answer; 3000 if left out, 12000 at most.",
    "tab_id" tab: Option<TabId> = "Which tab; left out: the tab of this conversation.",
});

arguments!(ClickTrusted {
    "element" element: String = "What is clicked, in words for the person.",
    "ref" target: ElementRef = "The element's ref.",
    "button" button: MouseButton = "left if left out.",
    "double" double: bool = "true for a double click.",
    "tab_id" tab: Option<TabId> = "Which tab; left out: the tab of this conversation.",
});

arguments!(TypeTrusted {
    "element" element: String = "Which field, in words for the person.",
    "ref" target: ElementRef = "The field's ref.",
    "text" text: String as Prose = "The text as a person would type it.",
    "mode" mode: TypeMode = "replace what is there, or append to it; replace if left out.",
    "submit" submit: bool = "true: press Enter afterwards.",
    "tab_id" tab: Option<TabId> = "Which tab; left out: the tab of this conversation.",
});

arguments!(ClickXy {
    "element" element: String = "What is there, in words for the person.",
    "x" x: u32 = "Pixels from the left of a viewport screenshot.",
    "y" y: u32 = "Pixels from its top.",
    "button" button: MouseButton = "left if left out.",
    "double" double: bool = "true for a double click.",
    "tab_id" tab: Option<TabId> = "Which tab; left out: the tab of this conversation.",
});

arguments!(DragXy {
    "element" element: String = "What is dragged and where to, in words for the person.",
    "from_x" from_x: u32 = "Pixels from the left of a viewport screenshot.",
    "from_y" from_y: u32 = "Pixels from its top.",
    "to_x" to_x: u32 = "Where it is let go.",
    "to_y" to_y: u32 = "Where it is let go.",
    "tab_id" tab: Option<TabId> = "Which tab; left out: the tab of this conversation.",
});

arguments!(RunJavascript {
    "code" code: String = "Body of a function in which promises can be waited for. It returns a text or plain JSON.",
    "tab_id" tab: Option<TabId> = "Which tab; left out: the tab of this conversation.",
});

/// How much a screenshot shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShotArea {
    #[default]
    Viewport,
    FullPage,
}

choice!(ShotArea, "`viewport` or `full_page`", "viewport" => ShotArea::Viewport, "full_page" => ShotArea::FullPage);
choice!(ReadMode, "`snapshot` or `article`", "snapshot" => ReadMode::Snapshot, "article" => ReadMode::Article);
choice!(MouseButton, "`left`, `middle` or `right`",
    "left" => MouseButton::Left, "middle" => MouseButton::Middle, "right" => MouseButton::Right);
choice!(TypeMode, "`replace` or `append`", "replace" => TypeMode::Replace, "append" => TypeMode::Append);
choice!(DialogAnswer, "`accept` or `dismiss`", "accept" => DialogAnswer::Accept, "dismiss" => DialogAnswer::Dismiss);
choice!(ScrollDirection, "`up`, `down`, `top`, `bottom` or `into_view`",
    "up" => ScrollDirection::Up, "down" => ScrollDirection::Down, "top" => ScrollDirection::Top,
    "bottom" => ScrollDirection::Bottom, "into_view" => ScrollDirection::IntoView);

impl Argument for ElementRef {
    const EXPECTED: &'static str = "a ref as the snapshot wrote it, such as s1f3_12";
    const SHAPE: Shape = Shape::Ref;
    fn read(value: &Value) -> Option<Self> {
        let text = value.as_str()?;
        (!text.is_empty() && text.len() <= 64).then(|| Self::new(text))
    }
}

impl Argument for GroupId {
    const EXPECTED: &'static str = "a group id from tab_groups_list or tabs_group";
    const SHAPE: Shape = Shape::Number;
    fn read(value: &Value) -> Option<Self> {
        i32::try_from(value.as_i64()?).ok().map(GroupId)
    }
}

impl Argument for GroupColor {
    const EXPECTED: &'static str =
        "`grey`, `blue`, `red`, `yellow`, `green`, `pink`, `purple`, `cyan` or `orange`";
    const SHAPE: Shape = Shape::Choice(GROUP_COLORS);
    fn read(value: &Value) -> Option<Self> {
        let named = value.as_str()?;
        GROUP_COLORS.iter().find(|color| **color == named).map(|color| Self(color))
    }
}

impl Argument for Vec<TabId> {
    const EXPECTED: &'static str = "a list of tab ids from tabs_list";
    const SHAPE: Shape = Shape::Numbers;
    fn read(value: &Value) -> Option<Self> {
        let ids = value.as_array().filter(|ids| !ids.is_empty())?;
        ids.iter().map(TabId::read).collect()
    }
}

impl Argument for TabId {
    const EXPECTED: &'static str = "a tab id from tabs_list";
    const SHAPE: Shape = Shape::Number;
    fn read(value: &Value) -> Option<Self> {
        i32::try_from(value.as_i64()?).ok().map(TabId)
    }
}
