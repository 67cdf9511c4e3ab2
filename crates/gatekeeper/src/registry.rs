//! What each tool is to the gatekeeper: how it reaches out, what it may change, which category a rule can name it by.
//!
//! A tool that is not here is refused. Schemas and execution are elsewhere; a caller's word on effects is never taken to loosen.

use crate::vocabulary::vocabulary;
use fairlead_protocol::tool::{Effects, Level};

/// How a call finds the place that it is judged by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// The person's own data or the person: never asked about.
    Own,
    /// Where `params.url` leads.
    Address,
    /// The configured endpoint of an MCP server.
    Endpoint,
    /// No site at all.
    Browser,
    /// A tab as the browser holds it, with nothing injected.
    Tab,
    /// A document, from inside.
    Page,
    /// Several page tools in one call, each judged alone.
    Batch,
}

vocabulary! {
    /// What a rule can say after `category:`.
    Category {
        Read = "read",
        Navigate = "navigate",
        Organize = "organize",
        Click = "click",
        Fill = "fill",
        Eval = "eval",
        Download = "download",
        Upload = "upload",
        Interact = "interact",
        Memory = "memory",
        Mcp = "mcp",
        Delegate = "delegate",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) reach: Reach,
    pub(crate) category: Category,
    pub(crate) effects: Effects,
    pub(crate) level: Level,
}

impl Tool {
    pub(crate) fn writes(&self) -> bool {
        match self.effects {
            Effects::Write => true,
            Effects::Read => false,
        }
    }

    /// Asked about every time, whatever anybody allowed.
    pub(crate) fn is_always_confirmed(&self) -> bool {
        matches!(self.name.as_str(), "run_javascript" | "upload_file")
    }

    /// Neither a session grant nor a saved approval exists for these.
    pub(crate) fn is_ungrantable(&self) -> bool {
        is_ungrantable(&self.name)
    }

    /// Reads what the person did elsewhere in the browser.
    pub(crate) fn reads_browsing_data(&self) -> bool {
        BROWSING_DATA.contains(&self.name.as_str())
    }

    /// Moves a tab and neither reads nor changes what is in it. Leaving a sensitive site must always be possible.
    pub(crate) fn leaves_page_alone(&self) -> bool {
        matches!(self.name.as_str(), "tab_focus" | "tab_close" | "go_back" | "go_forward")
    }

    /// Works only where Chrome lets the extension in.
    pub(crate) fn needs_host_permission(&self) -> bool {
        match self.reach {
            Reach::Page | Reach::Batch => true,
            Reach::Address => !matches!(self.name.as_str(), "navigate" | "tab_open"),
            Reach::Own | Reach::Endpoint | Reach::Browser | Reach::Tab => false,
        }
    }
}

/// Whether neither a session grant nor a saved approval exists for a tool.
pub fn is_ungrantable(name: &str) -> bool {
    matches!(name, "run_javascript" | "upload_file" | "download")
}

const BROWSING_DATA: &[&str] = &["history_search", "bookmarks_search", "top_sites", "recently_closed"];

type Row = (&'static str, Reach, Category, Effects, Level);

use Category as C;
use Effects::{Read as R, Write as W};
use Level::{Builtin as B, L0, L1, L2};
use Reach as To;

// Delegating reads is a read; whoever delegates writes says so in the call.
// `fetch_url` changes nothing here and still carries data away with the person's cookies: a write.
const TABLE: &[Row] = &[
    ("ask_user", To::Own, C::Read, R, B),
    ("request_user_action", To::Own, C::Read, R, B),
    ("memory_read", To::Own, C::Memory, R, B),
    ("recall", To::Own, C::Memory, R, B),
    ("recall_result", To::Own, C::Memory, R, B),
    ("load_skill", To::Own, C::Read, R, B),
    ("navigate", To::Address, C::Navigate, W, L0),
    ("tab_open", To::Address, C::Navigate, W, L0),
    ("download", To::Address, C::Download, W, B),
    ("fetch_url", To::Address, C::Navigate, W, B),
    ("tabs_list", To::Browser, C::Read, R, L0),
    ("tab_groups_list", To::Browser, C::Read, R, L0),
    ("history_search", To::Browser, C::Read, R, L0),
    ("bookmarks_search", To::Browser, C::Read, R, L0),
    ("top_sites", To::Browser, C::Read, R, L0),
    ("recently_closed", To::Browser, C::Read, R, L0),
    ("session_restore", To::Browser, C::Organize, W, L0),
    ("tabs_group", To::Browser, C::Organize, W, L0),
    ("tab_group_update", To::Browser, C::Organize, W, L0),
    ("wait_for_download", To::Browser, C::Read, R, L0),
    ("tab_focus", To::Tab, C::Organize, W, L0),
    ("tab_close", To::Tab, C::Organize, W, L0),
    ("go_back", To::Tab, C::Navigate, W, L0),
    ("go_forward", To::Tab, C::Navigate, W, L0),
    ("reload", To::Tab, C::Navigate, W, L0),
    ("read_page", To::Page, C::Read, R, L1),
    ("find_in_page", To::Page, C::Read, R, L1),
    ("get_selection", To::Page, C::Read, R, L1),
    ("extract", To::Page, C::Read, R, L1),
    ("extract_table", To::Page, C::Read, R, L1),
    ("scroll", To::Page, C::Read, R, L1),
    ("wait_for", To::Page, C::Read, R, L1),
    ("watch_page", To::Page, C::Read, R, B),
    ("click", To::Page, C::Click, W, L1),
    ("hover", To::Page, C::Interact, W, L1),
    ("handle_dialog", To::Page, C::Interact, W, L1),
    ("type", To::Page, C::Fill, W, L1),
    ("select_option", To::Page, C::Fill, W, L1),
    ("set_checked", To::Page, C::Fill, W, L1),
    ("press_key", To::Page, C::Fill, W, L1),
    ("fill_form", To::Page, C::Fill, W, L1),
    ("upload_file", To::Page, C::Upload, W, L2),
    ("run_javascript", To::Page, C::Eval, W, L1),
    ("batch_actions", To::Batch, C::Interact, W, L1),
    ("screenshot", To::Page, C::Read, R, L2),
    ("read_page_deep", To::Page, C::Read, R, L2),
    ("click_xy", To::Page, C::Click, W, L2),
    ("click_trusted", To::Page, C::Click, W, L2),
    ("drag", To::Page, C::Interact, W, L2),
    ("drag_xy", To::Page, C::Interact, W, L2),
    ("type_trusted", To::Page, C::Fill, W, L2),
    ("artifact", To::Browser, C::Download, W, B),
    // A note that the person sees being written and can delete. Whoever has read text of others says that it is a write.
    ("remember", To::Browser, C::Memory, R, B),
    ("forget", To::Browser, C::Memory, W, B),
    ("plan_update", To::Browser, C::Memory, R, B),
    ("delegate", To::Browser, C::Delegate, R, B),
    ("schedule_resume", To::Browser, C::Interact, R, B),
];

/// What an MCP tool's name begins with; server and tool are parted by the next two underscores.
pub(crate) const MCP_PREFIX: &str = "mcp__";

pub(crate) fn find(name: &str) -> Option<Tool> {
    if name.starts_with(MCP_PREFIX) {
        // What a server says about its own tools is worth nothing: each is a write.
        return Some(Tool {
            name: name.to_owned(),
            reach: Reach::Endpoint,
            category: Category::Mcp,
            effects: Effects::Write,
            level: Level::Mcp,
        });
    }
    TABLE.iter().find(|(known, ..)| *known == name).map(|&(name, reach, category, effects, level)| Tool {
        name: name.to_owned(),
        reach,
        category,
        effects,
        level,
    })
}

/// Whether a tool is judged by where an address of its own leads, and not by the page that it acts on.
pub fn takes_address(tool: &str) -> bool {
    find(tool).is_some_and(|tool| tool.reach == Reach::Address)
}

/// The names that are judged; any other is refused as unknown. MCP tools are known by their prefix.
pub fn known_tools() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(name, ..)| *name)
}
