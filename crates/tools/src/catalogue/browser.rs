//! The browser around the page: its tabs, and what the person has seen and kept.

use crate::argument::Arguments;
use crate::declaration::{Company, Descriptor};
use crate::tool::{
    BookmarksSearch, GoBack, GoForward, HistorySearch, Navigate, RecentlyClosed, Reload, SessionRestore,
    TabClose, TabFocus, TabGroupUpdate, TabGroupsList, TabOpen, TabsGroup, TabsList, Tool, TopSites,
};
use fairlead_protocol::approval::BrowserPermission;
use fairlead_protocol::tool::Effects::{Read, Write};
use fairlead_protocol::tool::Level::L0;
use fairlead_protocol::tool::Recovery::{InspectFirst, RetrySafe};
use fairlead_protocol::tool::Trust::Untrusted;

pub(super) const BROWSER: &[Descriptor] = &[
    tool!(
        "tabs_list",
        TabsList,
        L0,
        Read,
        RetrySafe,
        "List the open tabs of all windows with id, title and address. Look here before you open a page that may be open already, and when a tab is gone."
    )
    .beside(),
    tool!(
        "tab_open",
        TabOpen,
        L0,
        Write,
        InspectFirst,
        "Open an address in a background tab, to work in it by its tab_id. The conversation's tab does not change. If the outcome is unknown, look in tabs_list before you open it again."
    ),
    tool!(
        "navigate",
        Navigate,
        L0,
        Write,
        InspectFirst,
        "Send a tab to an address and wait until the page can be read; what was typed there is lost. For a link on the page, click it instead. If it fails, see in tabs_list where the tab is."
    ),
    tool!(
        "tab_focus",
        TabFocus,
        L0,
        Write,
        InspectFirst,
        "Bring a tab to the front, when the person wants to see it. To read or act in it leave it where it is. If it is gone, call tabs_list."
    ),
    tool!(
        "tab_close",
        TabClose,
        L0,
        Write,
        InspectFirst,
        "Close one tab; what was typed there is lost. If the page holds it open, the person has to close it."
    ),
    tool!(
        "go_back",
        GoBack,
        L0,
        Write,
        InspectFirst,
        "Send a tab back in its history, as the browser's button does, and wait until the page can be read. If there is no page, use navigate."
    ),
    tool!(
        "go_forward",
        GoForward,
        L0,
        Write,
        InspectFirst,
        "Send a tab forward again, after go_back. If there is no page, use navigate."
    ),
    tool!(
        "reload",
        Reload,
        L0,
        Write,
        InspectFirst,
        "Load a tab's page anew, when it is stuck, asleep or out of date; what was typed there is lost. If it fails, check the address."
    ),
    tool!(
        "history_search",
        HistorySearch,
        L0,
        Read,
        RetrySafe,
        "Pages that the person visited before, newest first. If nothing is found, try fewer words or more days."
    )
    .with(BrowserPermission::History),
    tool!(
        "bookmarks_search",
        BookmarksSearch,
        L0,
        Read,
        RetrySafe,
        "The person's bookmarks. If nothing is found, try one word, then history_search."
    )
    .with(BrowserPermission::Bookmarks),
    tool!(
        "top_sites",
        TopSites,
        L0,
        Read,
        RetrySafe,
        "The sites that the person visits most. For a single page use history_search."
    )
    .with(BrowserPermission::TopSites),
    tool!(
        "recently_closed",
        RecentlyClosed,
        L0,
        Read,
        RetrySafe,
        "Tabs and windows that were closed last, newest first. If it is not there, look with history_search."
    )
    .with(BrowserPermission::Sessions),
    tool!(
        "session_restore",
        SessionRestore,
        L0,
        Write,
        InspectFirst,
        "Open a closed tab or window again; what is in front stays there. If it is not there any more, open its address."
    )
    .with(BrowserPermission::Sessions),
    tool!(
        "tab_groups_list",
        TabGroupsList,
        L0,
        Read,
        RetrySafe,
        "The groups that tabs are in, with id, name and colour; tabs_list says which tab is in which. If there is none, make one with tabs_group."
    )
    .with(BrowserPermission::TabGroups),
    tool!(
        "tabs_group",
        TabsGroup,
        L0,
        Write,
        InspectFirst,
        "Put tabs into one group, a new one or one that is there. To name it use tab_group_update. If a tab is gone, call tabs_list."
    ),
    tool!(
        "tab_group_update",
        TabGroupUpdate,
        L0,
        Write,
        InspectFirst,
        "Name, colour, fold or unfold a group of tabs. If it is gone, look in tab_groups_list."
    )
    .with(BrowserPermission::TabGroups),
];
