//! Which tools a model is told of, by what the conversation asks for. A shorter list is cheaper and easier to choose from; it is
//! never a permission: a call of a tool that was not told of is judged like any other, and in doubt all are told.
//!
//! Derived from the path, which only grows: so does the list, and what a provider has cached of it stays good.

mod words;

use crate::delegation::leash::offers;
use crate::state::ThreadState;
use crate::window::terms_of;
use fairlead_protocol::conversation::ToolSpec;
use fairlead_protocol::lower::lower;
use fairlead_protocol::node::{Node, NodeBody};
use fairlead_protocol::run::{Catalogue, Run, ToolOffer};

/// Tools that go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    /// Whatever is not in another one: looking, going somewhere, asking.
    Core,
    Act,
    Later,
    Memory,
    Files,
    /// The browser around the page: its tabs, and what the person has seen and kept.
    Tabs,
}

/// Which groups are told of besides the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Needs {
    act: bool,
    later: bool,
    memory: bool,
    files: bool,
    tabs: bool,
}

impl Needs {
    const ALL: Self = Self { act: true, later: true, memory: true, files: true, tabs: true };

    fn and(self, other: Self) -> Self {
        Self {
            act: self.act || other.act,
            later: self.later || other.later,
            memory: self.memory || other.memory,
            files: self.files || other.files,
            tabs: self.tabs || other.tabs,
        }
    }

    fn hold(self, group: Group) -> bool {
        match group {
            Group::Core => true,
            Group::Act => self.act,
            Group::Later => self.later,
            Group::Memory => self.memory,
            Group::Files => self.files,
            Group::Tabs => self.tabs,
        }
    }
}

/// A window in which all descriptions take no more than a fifth.
const WIDE_ENOUGH: u32 = 40_960;

/// What saves a call, or is seldom needed: left out where the window is small.
const SPARED: [&str; 27] = [
    "artifact",
    "batch_actions",
    "bookmarks_search",
    "click_trusted",
    "click_xy",
    "download",
    "drag",
    "drag_xy",
    "extract_table",
    "fetch_url",
    "fill_form",
    "get_selection",
    "go_forward",
    "handle_dialog",
    "history_search",
    "hover",
    "read_page_deep",
    "recently_closed",
    "run_javascript",
    "session_restore",
    "tab_group_update",
    "tab_groups_list",
    "tabs_group",
    "top_sites",
    "type_trusted",
    "upload_file",
    "wait_for_download",
];

/// A window that little is left of beside the tools that everything is done with.
const NARROW: u32 = 12_288;

/// What is left out there as well: the tabs are the person's to look after.
const SPARED_IN_NARROW: [&str; 4] = ["go_back", "reload", "tab_close", "tab_focus"];

/// The tools of the next model call.
pub(crate) fn told(state: &ThreadState, run: &Run, offer: ToolOffer) -> Vec<ToolSpec> {
    let mut tools = match offer {
        ToolOffer::Offered => fairlead_tools::specs(),
        ToolOffer::Withheld => Vec::new(),
    };
    match run.environment.catalogue {
        Catalogue::Whole => {}
        Catalogue::ByIntent => {
            let needs = state.path().into_iter().map(of_node).fold(Needs::default(), Needs::and);
            tools.retain(|tool| needs.hold(group(&tool.name)));
        }
        Catalogue::None => tools.clear(),
    }
    let window = terms_of(&run.environment).window;
    for (wide_enough, spared) in [(WIDE_ENOUGH, SPARED.as_slice()), (NARROW, SPARED_IN_NARROW.as_slice())] {
        tools.retain(|tool| window >= wide_enough || !spared.contains(&tool.name.as_str()));
    }
    if !run.environment.vision.sees() {
        tools.retain(|tool| tool.name != "screenshot");
    }
    // What a delegated Run may not call it is not told of either.
    tools.retain(|tool| offers(&run.environment, &tool.name));
    tools
}

fn of_node(node: &Node) -> Needs {
    match &node.body {
        NodeBody::UserMessage { text, .. } => of_text(text),
        // The model knew of it all the same, or was told by an error.
        NodeBody::ToolCall { tool, .. } => match group(tool) {
            Group::Core => Needs::default(),
            Group::Act => Needs { act: true, ..Needs::default() },
            Group::Later => Needs { later: true, ..Needs::default() },
            Group::Memory => Needs { memory: true, ..Needs::default() },
            Group::Files => Needs { files: true, ..Needs::default() },
            Group::Tabs => Needs { tabs: true, ..Needs::default() },
        },
        NodeBody::TurnContext { .. }
        | NodeBody::AssistantMessage { .. }
        | NodeBody::ToolResult { .. }
        | NodeBody::ApprovalDecision { .. }
        | NodeBody::InteractionResponse { .. }
        | NodeBody::ContextNote { .. }
        | NodeBody::CompletionRejected { .. }
        | NodeBody::ContextMasked { .. }
        | NodeBody::ContextCompacted { .. }
        | NodeBody::Tombstone
        | NodeBody::SystemNotice { .. } => Needs::default(),
    }
}

fn group(tool: &str) -> Group {
    match tool {
        "click"
        | "type"
        | "select_option"
        | "set_checked"
        | "press_key"
        | "hover"
        | "drag"
        | "upload_file"
        | "handle_dialog"
        | "fill_form"
        | "batch_actions"
        | "plan_update"
        | "request_user_action" => Group::Act,
        "click_xy" | "click_trusted" | "type_trusted" | "drag_xy" | "run_javascript" => Group::Act,
        "schedule_resume" | "watch_page" => Group::Later,
        "remember" | "forget" => Group::Memory,
        "artifact" | "fetch_url" | "download" | "wait_for_download" => Group::Files,
        "tab_focus" | "tab_close" | "history_search" | "bookmarks_search" | "top_sites"
        | "recently_closed" | "session_restore" | "tab_groups_list" | "tabs_group" | "tab_group_update" => {
            Group::Tabs
        }
        _ => Group::Core,
    }
}

fn of_text(text: &str) -> Needs {
    let text = lower(text);
    let said: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    let says = |(stems, phrases): (&str, &str)| {
        stems.split_whitespace().any(|stem| said.iter().any(|word| is_form_of(word, stem)))
            || phrases.split_whitespace().any(|phrase| text.contains(phrase))
    };
    let needs = Needs {
        act: says(words::ACT),
        later: says(words::LATER),
        memory: says(words::MEMORY),
        files: says(words::FILES),
        tabs: says(words::TABS),
    };
    if needs.act || says(words::LOOK) { needs } else { Needs::ALL }
}

/// A word that is the stem, or goes on as words are inflected. A short stem is no beginning of a long word.
fn is_form_of(word: &str, stem: &str) -> bool {
    word.strip_prefix(stem).is_some_and(|rest| match stem.len() {
        1 => rest.is_empty(),
        2 | 3 => matches!(rest, "" | "s" | "d" | "ed" | "ing" | "ting" | "ping"),
        _ => rest.len() <= 5,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOTHING: Needs = Needs { act: false, later: false, memory: false, files: false, tabs: false };

    #[test]
    fn a_request_to_look_needs_no_tool_that_changes_anything() {
        for text in [
            "Summarise this page",
            "What does the article say about prices?",
            "Translate the third paragraph into German",
            "Compare the two articles",
            "总结这个页面",
            "用中文概括这篇文章的要点",
            "这段话是什么意思？",
            "对比两款手机的价格",
        ] {
            assert_eq!(of_text(text), NOTHING, "{text}");
        }
    }

    #[test]
    fn a_request_to_change_something_needs_what_changes_things() {
        for text in [
            "Put the cheapest headphones in the cart",
            "Read the instructions and do what they say",
            "Fill in the form and submit it",
            "把最便宜的耳机加入购物车",
            "看看这个页面，然后提交表单",
            "搜索一下最新的新闻",
        ] {
            assert!(of_text(text).act, "{text}");
        }
        let fill = Needs { act: true, ..NOTHING };
        assert_eq!(of_text("Fill in the form and submit it"), fill);
    }

    #[test]
    fn what_is_said_of_later_or_of_the_person_brings_the_tools_for_it() {
        assert!(of_text("Summarise this page again tomorrow").later);
        assert!(of_text("明天再总结一次").later);
        assert!(of_text("Summarise this page and remember the author").memory);
        assert!(of_text("我喜欢短的总结").memory);
    }

    #[test]
    fn what_is_said_of_files_brings_the_tools_for_them() {
        for text in ["Summarise this page into a markdown file", "List the prices as CSV", "把表格导出成文件"]
        {
            assert!(of_text(text).files, "{text}");
        }
    }

    #[test]
    fn what_is_said_of_tabs_and_of_what_was_seen_before_brings_the_tools_for_them() {
        for text in [
            "Close the tabs that I have read",
            "Compare the two tabs and show me the better one",
            "Find the article I visited last week",
            "把重复的标签页关掉",
            "从历史记录里找出那篇文章",
        ] {
            assert!(of_text(text).tabs, "{text}");
        }
    }

    #[test]
    fn in_doubt_all_are_told() {
        for text in ["", "yes", "Ja, bitte", "好的", "and the other one?", "Résume cette page"] {
            assert_eq!(of_text(text), Needs::ALL, "{text}");
        }
    }
}
