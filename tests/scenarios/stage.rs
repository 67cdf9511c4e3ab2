//! What scenarios share: questions that they ask of a world, and the end of each of them.

use fairlead_protocol::command::CommandBody;
use fairlead_protocol::connection::Connection;
use fairlead_protocol::event::AckBody;
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::item::{Item, ItemBody, StepStatus};
use fairlead_protocol::permission::{Rule, RuleSource};
use fairlead_protocol::run::{Overrides, RunState};
use fairlead_protocol::tool::ToolErrorCode;
use fairlead_sim::panel::Answered;
use fairlead_sim::{PanelId, World};

pub(crate) const REQUEST: &str = "Find the cheapest headphones in stock and put them in my cart";

/// At rest, and nothing was wrong on the way.
pub(crate) fn settled(world: &mut World) {
    world.settle();
    sound(world);
}

pub(crate) fn sound(world: &World) {
    let violations = world.violations();
    assert!(violations.is_empty(), "{}", violations.join("\n"));
}

/// A message without anything but its words.
pub(crate) fn submission(thread: &str, text: &str) -> CommandBody {
    CommandBody::TurnSubmit {
        thread: ThreadId::new(thread),
        text: text.to_owned(),
        tab: None,
        attachments: Vec::new(),
        overrides: Overrides::default(),
    }
}

pub(crate) fn is(world: &World, panel: PanelId, state: RunState) -> bool {
    world.view(panel).state() == Some(state)
}

/// The connection that a world begins with, as the settings page is told of it now.
pub(crate) fn connection_now(world: &mut World, panel: PanelId) -> Connection {
    let sent = world.send(panel, CommandBody::ConnectionsList);
    settled(world);
    match world.answer(panel, &sent) {
        Some(Answered::Acknowledged(AckBody::Connections { connections })) => connections[0].clone(),
        other => panic!("{other:?}"),
    }
}

/// The rules as the settings page is told of them now.
pub(crate) fn stored_rules(world: &mut World, panel: PanelId) -> Vec<Rule> {
    let sent = world.send(panel, CommandBody::RulesList);
    settled(world);
    match world.answer(panel, &sent) {
        Some(Answered::Acknowledged(AckBody::Rules { rules })) => rules,
        other => panic!("{other:?}"),
    }
}

/// Without that of the first start.
pub(crate) fn own(rules: &[Rule]) -> Vec<Rule> {
    rules.iter().filter(|rule| rule.source != RuleSource::PluginDefault).cloned().collect()
}

pub(crate) fn cart(world: &World) -> Vec<String> {
    world.web.borrow().cart.clone()
}

/// Tool and how its call ended, in the order of the transcript; none while it has not.
pub(crate) fn steps(world: &World, panel: PanelId) -> Vec<(String, Option<Result<(), ToolErrorCode>>)> {
    let step = |item: &Item| match &item.body {
        ItemBody::ToolCall { tool, status, .. } => {
            let ending = match status {
                StepStatus::Done { .. } => Some(Ok(())),
                StepStatus::Failed { failure, .. } => Some(Err(failure.code)),
                StepStatus::Waiting
                | StepStatus::AwaitingApproval { .. }
                | StepStatus::AwaitingInteraction { .. }
                | StepStatus::Running { .. }
                | StepStatus::Uncertain => None,
            };
            Some((tool.clone(), ending))
        }
        ItemBody::UserMessage { .. } | ItemBody::AssistantMessage { .. } | ItemBody::Notice { .. } => None,
    };
    world.view(panel).items.iter().filter_map(step).collect()
}

pub(crate) fn refused(
    world: &World,
    panel: PanelId,
    submission: &fairlead_protocol::ids::SubmissionId,
) -> fairlead_protocol::refusal::RefusalCode {
    match world.answer(panel, submission) {
        Some(Answered::Rejected(refusal)) => refusal.code,
        other => panic!("{submission} was answered with {other:?}"),
    }
}
