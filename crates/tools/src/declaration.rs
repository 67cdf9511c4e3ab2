//! What is said of a tool besides its arguments.

use crate::argument::{Field, Shape};
use crate::tool::Tool;
use fairlead_protocol::approval::BrowserPermission;
use fairlead_protocol::ids::{ElementRef, TabId};
use fairlead_protocol::page::Spot;
use fairlead_protocol::tool::{Effects, Level, Recovery, Trust};
use serde_json::Value;

/// One tool's declaration. The provider's schema, the approval card and recovery all derive from it.
#[derive(Clone, Copy, Debug)]
pub struct Descriptor {
    pub name: &'static str,
    /// For the model.
    pub description: &'static str,
    pub level: Level,
    pub effects: Effects,
    pub recovery: Recovery,
    pub company: Company,
    /// Of its results.
    pub trust: Trust,
    /// What the browser has to allow before it can be called.
    pub permission: Option<BrowserPermission>,
    pub(crate) fields: &'static [Field],
    pub(crate) parse: fn(&Value) -> Result<Tool, crate::ArgumentError>,
}

impl Descriptor {
    /// Whether a text is one of the words that the declaration itself offers for this argument.
    pub fn offers(&self, key: &str, text: &str) -> bool {
        offers(self.fields, key, text)
    }

    #[must_use]
    pub(crate) const fn with(self, permission: BrowserPermission) -> Self {
        Self { permission: Some(permission), ..self }
    }

    #[must_use]
    pub(crate) const fn beside(self) -> Self {
        Self { company: Company::Beside, ..self }
    }
}

fn offers(fields: &[Field], key: &str, text: &str) -> bool {
    fields.iter().any(|field| match field.shape {
        Shape::Choice(words) => field.key == key && words.contains(&text),
        Shape::Objects(fields) => offers(fields, key, text),
        Shape::Text | Shape::Prose | Shape::Ref | Shape::Address => false,
        Shape::Flag | Shape::Count | Shape::Number | Shape::Texts | Shape::Numbers => false,
    })
}

/// Whether calls of one reply may be under way at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// It changes something, or what stands behind it in the reply counts on its having come to an end: a wait, a scroll.
    Alone,
    /// It changes nothing: calls like it that stand next to it run beside it.
    Beside,
}

/// What a call reaches, and so what it is judged by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach<'a> {
    /// No site in particular.
    Browser,
    /// It goes to this address; `tab` is the tab that is sent there.
    Address { url: &'a str, tab: AddressTab },
    /// A tab as the browser holds it: it moves, comes or goes, and nothing is read from its page.
    Tab { tab: Option<TabId> },
    /// The tab that the person is given for a step of theirs, if there is one.
    Handover { tab: Option<TabId> },
    /// It reads or acts in a page.
    Page { tab: Option<TabId>, element: Option<&'a ElementRef> },
    /// It acts on whatever is at a place of what the tab shows.
    Spot { tab: Option<TabId>, at: Spot },
    /// The person, the clock, our own notes or the conversation itself: nothing is sent out.
    Nobody,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AddressTab {
    /// What is there is fetched, and no tab goes.
    None,
    New,
    Existing(Option<TabId>),
}

impl Tool {
    /// What this call may change: a tool that lets another act says so in its arguments.
    pub fn effects(&self, declared: Effects) -> Effects {
        if matches!(self, Self::Delegate(args) if args.may_write) { Effects::Write } else { declared }
    }

    /// The elements that a call is about besides the one of its reach, in its order.
    pub fn others(&self) -> Vec<ElementRef> {
        match self {
            Self::Drag(args) => vec![args.to.clone()],
            Self::FillForm(args) => args.fields.iter().skip(1).map(|field| field.target.clone()).collect(),
            Self::BatchActions(args) => {
                args.actions.iter().skip(1).map(|action| action.target.clone()).collect()
            }
            _ => Vec::new(),
        }
    }

    pub fn reach(&self) -> Reach<'_> {
        match self {
            Self::TabsList(_) | Self::Delegate(_) => Reach::Browser,
            Self::HistorySearch(_)
            | Self::BookmarksSearch(_)
            | Self::TopSites(_)
            | Self::RecentlyClosed(_)
            | Self::SessionRestore(_)
            | Self::TabGroupsList(_)
            | Self::TabsGroup(_)
            | Self::TabGroupUpdate(_) => Reach::Browser,
            Self::TabOpen(args) => Reach::Address { url: &args.url, tab: AddressTab::New },
            Self::Navigate(args) => Reach::Address { url: &args.url, tab: AddressTab::Existing(args.tab) },
            Self::FetchUrl(args) => Reach::Address { url: &args.url, tab: AddressTab::None },
            Self::Download(args) => Reach::Address { url: &args.url, tab: AddressTab::None },
            Self::WaitForDownload(_) => Reach::Browser,
            Self::ReadPage(args) => Reach::Page { tab: args.tab, element: args.scope.as_ref() },
            Self::FindInPage(args) => Reach::Page { tab: args.tab, element: None },
            Self::Extract(args) => Reach::Page { tab: args.tab, element: args.scope.as_ref() },
            Self::Click(args) => Reach::Page { tab: args.tab, element: Some(&args.target) },
            Self::Type(args) => Reach::Page { tab: args.tab, element: Some(&args.target) },
            Self::SelectOption(args) => Reach::Page { tab: args.tab, element: Some(&args.target) },
            Self::SetChecked(args) => Reach::Page { tab: args.tab, element: Some(&args.target) },
            Self::PressKey(args) => Reach::Page { tab: args.tab, element: args.target.as_ref() },
            Self::Hover(args) => Reach::Page { tab: args.tab, element: Some(&args.target) },
            Self::Drag(args) => Reach::Page { tab: args.tab, element: Some(&args.target) },
            Self::FillForm(args) => {
                Reach::Page { tab: args.tab, element: args.fields.first().map(|field| &field.target) }
            }
            Self::BatchActions(args) => {
                Reach::Page { tab: args.tab, element: args.actions.first().map(|action| &action.target) }
            }
            Self::UploadFile(args) => Reach::Page { tab: args.tab, element: Some(&args.target) },
            Self::HandleDialog(args) => Reach::Page { tab: args.tab, element: None },
            Self::GetSelection(args) => Reach::Page { tab: args.tab, element: None },
            Self::ExtractTable(args) => Reach::Page { tab: args.tab, element: args.scope.as_ref() },
            Self::Scroll(args) => Reach::Page { tab: args.tab, element: args.target.as_ref() },
            // An element that is waited for to go may be gone already; that is success, not a stale ref.
            Self::WaitFor(args) => Reach::Page { tab: args.tab, element: None },
            Self::Screenshot(args) => Reach::Page { tab: args.tab, element: args.target.as_ref() },
            Self::ReadPageDeep(args) => Reach::Page { tab: args.tab, element: None },
            Self::ClickTrusted(args) => Reach::Page { tab: args.tab, element: Some(&args.target) },
            Self::TypeTrusted(args) => Reach::Page { tab: args.tab, element: Some(&args.target) },
            Self::ClickXy(args) => Reach::Spot { tab: args.tab, at: Spot { x: args.x, y: args.y } },
            Self::DragXy(args) => Reach::Spot { tab: args.tab, at: Spot { x: args.from_x, y: args.from_y } },
            Self::RunJavascript(args) => Reach::Page { tab: args.tab, element: None },
            Self::WatchPage(args) => Reach::Page { tab: args.tab, element: None },
            Self::TabFocus(args) => Reach::Tab { tab: Some(args.tab) },
            Self::TabClose(args) => Reach::Tab { tab: Some(args.tab) },
            Self::GoBack(args) => Reach::Tab { tab: args.tab },
            Self::GoForward(args) => Reach::Tab { tab: args.tab },
            Self::Reload(args) => Reach::Tab { tab: args.tab },
            Self::RequestUserAction(args) => Reach::Handover { tab: args.tab },
            Self::AskUser(_) | Self::ScheduleResume(_) => Reach::Nobody,
            Self::PlanUpdate(_)
            | Self::Remember(_)
            | Self::Recall(_)
            | Self::Forget(_)
            | Self::RecallResult(_) => Reach::Nobody,
            Self::Artifact(_) => Reach::Browser,
        }
    }
}
