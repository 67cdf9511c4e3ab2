//! What a delegated Run may do: read in tabs that it opened itself, change pages only where the person granted it, give nothing on,
//! ask nobody, and end within a number of replies. What it is offered follows from this, and so does what it is refused: a model
//! may call what it was never offered.

use crate::fault::{Fault, active};
use crate::state::ThreadState;
use fairlead_protocol::caps;
use fairlead_protocol::delegation::{Leash, Writes};
use fairlead_protocol::ids::TabId;
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::run::{Environment, Run};
use fairlead_protocol::tool::{Effects, Level, ToolErrorCode, ToolFailure};
use fairlead_tools::{AddressTab, Delegate, Descriptor, Reach, Tool, descriptor};

/// Opens a tab for whoever calls it; for a child the tab is its own.
pub(crate) const OPENS_TABS: &str = "tab_open";
/// Of the built-in tools, those that only look up what is known. All others ask, wait, give on, or write for good.
const LOOK_UPS: &[&str] = &["recall", "recall_result", "load_skill"];

/// Whether a Run with this environment is told of the tool.
pub(crate) fn offers(environment: &Environment, tool: &str) -> bool {
    match &environment.leash {
        None => true,
        Some(leash) => descriptor(tool).is_some_and(|descriptor| allows(leash, descriptor)),
    }
}

fn allows(leash: &Leash, tool: &Descriptor) -> bool {
    match (tool.level, tool.effects, leash.writes) {
        (Level::Builtin, ..) => LOOK_UPS.contains(&tool.name),
        _ if ARRANGES_TABS.contains(&tool.name) => false,
        (Level::L0 | Level::L1 | Level::L2 | Level::Mcp, Effects::Read, _)
        | (Level::L0 | Level::L1 | Level::L2 | Level::Mcp, Effects::Write, Writes::Granted) => true,
        (Level::L0 | Level::L1 | Level::L2 | Level::Mcp, Effects::Write, Writes::Barred) => {
            moves_tabs(tool.name)
        }
    }
}

/// Changes what the person looks at or how they keep their tabs, which is for the task that they follow to do.
const ARRANGES_TABS: &[&str] = &["tab_focus", "session_restore", "tabs_group", "tab_group_update"];

/// Goes somewhere in a tab: without it nobody could read a page that is not open.
fn moves_tabs(tool: &str) -> bool {
    matches!(tool, OPENS_TABS | "navigate" | "go_back" | "go_forward" | "reload")
}

/// Whether what a session allowed its Thread may be taken along by a child: only what moves or reads.
pub(crate) fn may_inherit(tool: &str) -> bool {
    descriptor(tool).is_some_and(|tool| tool.effects == Effects::Read || moves_tabs(tool.name))
}

/// Why a Run on a leash may not make this call.
pub(crate) fn barred(
    state: &ThreadState,
    run: &Run,
    declared: &Descriptor,
    tool: &Tool,
) -> Option<ToolFailure> {
    let leash = run.environment.leash.as_ref()?;
    if active(Fault::LeashIgnored) {
        return None;
    }
    if !allows(leash, declared) {
        return Some(ToolFailure::new(
            ToolErrorCode::DeniedByPolicy,
            format!("`{}` is not among the tools of a delegated task", declared.name),
            "Do what can be done without it, and say in your answer what is missing.",
        ));
    }
    let tab = match tool.reach() {
        Reach::Address { tab: AddressTab::Existing(tab), .. } | Reach::Tab { tab } => {
            tab.or(run.environment.tab.as_ref().map(|tab| tab.id))
        }
        Reach::Address { tab: AddressTab::None | AddressTab::New, .. }
        | Reach::Browser
        | Reach::Handover { .. }
        | Reach::Page { .. }
        | Reach::Spot { .. }
        | Reach::Nobody => {
            return None;
        }
    };
    let is_own = tab.is_none_or(|tab| own_tabs(state, run).contains(&tab));
    (!is_own).then(|| {
        ToolFailure::new(
            ToolErrorCode::DeniedByPolicy,
            "a delegated task moves or closes no tab but those that it opened",
            "Open the address in a tab of your own with tab_open.",
        )
    })
}

/// Tabs that its own calls opened.
fn own_tabs(state: &ThreadState, run: &Run) -> Vec<TabId> {
    let opened = state.turn_nodes(&run.id).filter_map(|node| match &node.body {
        NodeBody::ToolResult { call, outcome: ResultOutcome::Done { tab: Some(tab), .. }, .. } => {
            opens_tabs(state, call).then_some(tab.id)
        }
        _ => None,
    });
    opened.collect()
}

pub(crate) fn opens_tabs(state: &ThreadState, call: &fairlead_protocol::ids::NodeId) -> bool {
    let node = state.node(call);
    node.is_some_and(|node| matches!(&node.body, NodeBody::ToolCall { tool, .. } if tool == OPENS_TABS))
}

/// Whether the next reply of the Run is the last one that it has.
pub(crate) fn is_last_reply(run: &Run) -> bool {
    let Some(leash) = &run.environment.leash else { return false };
    run.counters.model_calls + 1 >= leash.model_calls && !active(Fault::LastReplyOffered)
}

/// What a child is told about itself, at the end of its task.
pub(crate) fn told(leash: &Leash) -> String {
    let may = match leash.writes {
        Writes::Barred => "You may read pages and change nothing.",
        Writes::Granted => "The person lets you act on pages; single calls may still be asked about.",
    };
    format!(
        "[Your role: {}. Another assistant gave you this task and gets your last message and nothing else: put all it asks for in there, with the addresses. {may} No tab is yours until you open one with tab_open; tools without tab_id then mean the newest of yours. You have {} replies.]",
        leash.role, leash.model_calls
    )
}

/// What is wrong with a delegated task, before anybody is asked about it.
pub(crate) fn unfit(tool: &Tool) -> Option<ToolFailure> {
    let Tool::Delegate(Delegate { role, task, .. }) = tool else { return None };
    let wrong = if role.trim().is_empty() {
        "`role` is empty".to_owned()
    } else if role.chars().count() > caps::DELEGATE_ROLE_CHARS {
        format!("`role` has more than {} characters", caps::DELEGATE_ROLE_CHARS)
    } else if task.trim().is_empty() {
        "`task` is empty".to_owned()
    } else if task.len() > caps::DELEGATE_TASK_BYTES {
        format!("`task` has more than {} bytes", caps::DELEGATE_TASK_BYTES)
    } else {
        return None;
    };
    Some(ToolFailure::wrong_arguments(wrong))
}
