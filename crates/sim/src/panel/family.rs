//! The children of the Thread that a panel shows: it listens to each from the moment that its step runs, and what they ask is asked
//! here.

use super::view::PanelView;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::event::Event;
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::item::{Item, ItemBody, StepStatus};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, Default)]
pub struct Family {
    pub children: BTreeMap<ThreadId, PanelView>,
    asked: BTreeSet<ThreadId>,
}

impl Family {
    /// The view that an event is for, if it is one of a child.
    pub(crate) fn meant(&mut self, own: &ThreadId, event: &Event) -> Option<&mut PanelView> {
        let child = of(event).filter(|thread| *thread != own)?;
        Some(self.children.entry(child.clone()).or_default())
    }

    /// Children that work and are not heard yet.
    pub(crate) fn follow(&mut self, items: &[Item]) -> Vec<CommandBody> {
        let working = items.iter().filter_map(|item| match &item.body {
            ItemBody::ToolCall { child: Some(child), status: StepStatus::Running { .. }, .. } => Some(child),
            _ => None,
        });
        let new: Vec<ThreadId> = working.filter(|child| !self.asked.contains(child)).cloned().collect();
        self.asked.extend(new.iter().cloned());
        new.into_iter().map(|thread| CommandBody::ThreadSubscribe { thread }).collect()
    }
}

/// The Thread that an event is told to its listeners of.
pub(crate) fn of(event: &Event) -> Option<&ThreadId> {
    match event {
        Event::ThreadSnapshot { snapshot } => Some(&snapshot.thread.id),
        Event::TurnStart { thread, .. }
        | Event::TurnComplete { thread, .. }
        | Event::ItemStart { thread, .. }
        | Event::ItemDelta { thread, .. }
        | Event::ItemComplete { thread, .. }
        | Event::RunUpdated { thread, .. }
        | Event::RunRetrying { thread, .. }
        | Event::RecoveryRequired { thread, .. }
        | Event::ApprovalRequest { thread, .. }
        | Event::ApprovalClosed { thread, .. }
        | Event::InteractionRequest { thread, .. }
        | Event::InteractionClosed { thread, .. }
        | Event::QueueUpdated { thread, .. }
        | Event::SteersUpdated { thread, .. }
        | Event::TokenUsage { thread, .. } => Some(thread),
        _ => None,
    }
}
