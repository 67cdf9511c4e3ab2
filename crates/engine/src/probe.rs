//! What has to be looked at before a decision: where a call would go, and what stands there now.
//!
//! A probe reads and never acts, so it needs no commit before it. It is taken anew for every judgement: when a call is made,
//! and again when the person has answered.

use crate::input::{Input, Seen};
use crate::ordered::OrderedMap;
use crate::state::ThreadState;
use crate::wait::taken;
use fairlead_protocol::approval::{Answer, BrowserPermission};
use fairlead_protocol::caps;
use fairlead_protocol::command::{CommandBody, Resolution};
use fairlead_protocol::conversation::CallArgs;
use fairlead_protocol::ids::{ElementRef, TabId};
use fairlead_protocol::interaction::Response;
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::page::{Binding, Spot, TabRef};
use fairlead_protocol::run::{CallBatch, Phase};
use fairlead_protocol::tool::ToolFailure;
use fairlead_tools::{AddressTab, Reach, Tool, descriptor, meant, parse};

/// Place of a call in its reply.
pub type CallPlace = u32;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    pub call: CallPlace,
    pub look: Look,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// The tab as it is, without reaching into its page.
    Tab { tab: TabId },
    /// The page in the tab, and the elements behind the refs.
    Page { tab: TabId, element: Option<ElementRef>, others: Vec<ElementRef> },
    /// The page in the tab, and what is at this place of it.
    Spot { tab: TabId, at: Spot },
    /// Whether the browser allows what the call needs.
    Permission { permission: BrowserPermission },
    /// Whether the extension may go to the site of this address.
    Site { url: String },
}

/// What was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sight {
    Tab {
        tab: TabRef,
        origin: String,
    },
    Page {
        tab: TabRef,
        binding: Binding,
    },
    /// The extension holds no permission for the site.
    NoAccess {
        tab: TabRef,
        origin: String,
        pattern: String,
    },
    /// The browser allows it.
    Permitted,
    /// The person has not allowed it, or not any more.
    NotPermitted {
        permission: BrowserPermission,
    },
    /// The extension holds no permission for the site that an address leads to: its match pattern.
    Barred {
        pattern: String,
    },
    Failed {
        failure: ToolFailure,
    },
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Probes(pub OrderedMap<CallPlace, Sight>);

impl Probes {
    pub fn none() -> Self {
        Self::default()
    }

    pub fn sight(&self, call: CallPlace) -> Option<&Sight> {
        self.0.get(&call)
    }
}

/// Which looks `decide` will want for this input.
pub fn probes(state: &ThreadState, input: &Input) -> Vec<Probe> {
    let Some(run) = state.live_run() else { return Vec::new() };
    let default_tab = run.environment.tab.as_ref().map(|tab| tab.id);
    match (input, &run.phase) {
        (Input::ModelReplied { reply, .. }, Phase::StreamingModel { .. }) => reply
            .calls
            .iter()
            .take(caps::CALLS_PER_REPLY)
            .zip(0u32..)
            .filter_map(|(call, place)| look(&call.name, &call.args, default_tab, place))
            .collect(),
        // As long as others are out, nothing follows.
        (Input::ToolFinished { .. }, Phase::ExecutingTool { batch, beside, .. }) if beside.is_empty() => {
            behind(state, batch, batch.at + 1, default_tab)
        }
        // A call that was cut may have to run again, and then it is judged again.
        (Input::Booted, Phase::ExecutingTool { batch, .. }) => behind(state, batch, batch.at, default_tab),
        (
            Input::Command(CommandBody::ApprovalRespond { answer, .. }),
            Phase::WaitingApproval { batch, .. },
        ) => match answer {
            Answer::Allow { .. } => behind(state, batch, batch.at, default_tab),
            Answer::Deny { .. } => behind(state, batch, batch.at + 1, default_tab),
            Answer::DenyAndStop => Vec::new(),
        },
        (
            Input::Command(CommandBody::RunResolveUncertain { resolution, .. }),
            Phase::PausedUncertain { batch },
        ) => match resolution {
            Resolution::Retry => behind(state, batch, batch.at, default_tab),
            Resolution::MarkDone | Resolution::Fail => behind(state, batch, batch.at + 1, default_tab),
        },
        (
            Input::Command(CommandBody::InteractionRespond { response: Response::Done, .. }),
            Phase::WaitingInteraction { batch, .. },
        ) => {
            let mut probes = behind(state, batch, batch.at + 1, default_tab);
            // The tab that they had, and nothing of its page: where it is now is told with their word.
            probes.extend(taken(state).map(|tab| Probe { call: batch.at, look: Look::Tab { tab } }));
            probes
        }
        (
            Input::Command(CommandBody::InteractionRespond { .. })
            | Input::Woken { .. }
            | Input::Watched { seen: Seen::Met | Seen::Over { .. } | Seen::Late, .. },
            Phase::WaitingInteraction { batch, .. },
        ) => behind(state, batch, batch.at + 1, default_tab),
        _ => Vec::new(),
    }
}

fn behind(state: &ThreadState, batch: &CallBatch, from: CallPlace, default_tab: Option<TabId>) -> Vec<Probe> {
    (0u32..)
        .zip(&batch.calls)
        .skip(from as usize)
        .take(caps::CALLS_PER_REPLY)
        .filter(|(_, call)| state.result_of(call).is_none())
        .filter_map(|(place, call)| match &state.node(call)?.body {
            NodeBody::ToolCall { tool, arguments, .. } => look(tool, arguments, default_tab, place),
            _ => None,
        })
        .collect()
}

fn look(tool: &str, arguments: &CallArgs, default_tab: Option<TabId>, call: CallPlace) -> Option<Probe> {
    let declared = descriptor(tool)?;
    let tool = parse(declared, &meant(declared, arguments)?).ok()?;
    let look = match declared.permission {
        Some(permission) => Some(Look::Permission { permission }),
        None => look_of(&tool, default_tab),
    };
    look.map(|look| Probe { call, look })
}

pub(crate) fn look_of(tool: &Tool, default_tab: Option<TabId>) -> Option<Look> {
    match tool.reach() {
        Reach::Nobody | Reach::Browser | Reach::Address { tab: AddressTab::New, .. } => None,
        Reach::Address { url, tab: AddressTab::None } => Some(Look::Site { url: url.to_owned() }),
        Reach::Address { tab: AddressTab::Existing(tab), .. } => {
            Some(Look::Tab { tab: tab.or(default_tab)? })
        }
        Reach::Tab { tab } | Reach::Handover { tab } => Some(Look::Tab { tab: tab.or(default_tab)? }),
        Reach::Page { tab, element } => {
            Some(Look::Page { tab: tab.or(default_tab)?, element: element.cloned(), others: tool.others() })
        }
        Reach::Spot { tab, at } => Some(Look::Spot { tab: tab.or(default_tab)?, at }),
    }
}
